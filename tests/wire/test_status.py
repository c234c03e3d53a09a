"""A node's status over the wire: equal after a round trip, and a hostile one is refused whole."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.types import (
    EVICTION_REASONS,
    MAX_IDENTITY_CHARS,
    EvictionRecord,
    NodeStatus,
    SessionStatus,
    ShardStatus,
    Span,
)
from meshnet_gui.wire.limits import (
    MAX_REASON_CHARS,
    MAX_SHARD_TEXT_CHARS,
    MAX_STATUS_BYTES,
    MAX_STATUS_EVICTIONS,
    MAX_STATUS_SESSIONS,
    MAX_STATUS_SHARDS,
)
from meshnet_gui.wire.status import encode_status, parse_status

SESSION = SessionStatus("01234567", Span(2, 4), 17, 4096, "decode", 3.5, 0.25, 599.75)
SHARD = ShardStatus(
    state="ready",
    model_name="tiny",
    identity="tiny@1:0123456789abcdef:float32",
    span=Span(2, 4),
    num_layers=6,
    shard_bytes=123_456,
    dtype="float32",
    runner="lean",
    device="cpu",
    context_tokens=256,
    num_sessions=2,
    kv_bytes_per_token=128,
    worst_case_bytes=385_600,
    decode_tps=812.5,
    prefill_tps=20_000.0,
    queue_s=0.25,
)
STATUS = NodeStatus(
    state="ready",
    model_name="tiny",
    identity="tiny@1:0123456789abcdef:float32",
    span=Span(2, 4),
    num_layers=6,
    shard_bytes=123_456,
    dtype="float32",
    runner="lean",
    device="cpu",
    supports_kv_cache=True,
    sessions=(SESSION, replace(SESSION, short_id="89abcdef", state="idle")),
    evictions=(EvictionRecord("fedcba98", "lru", 5, 640, 12.5),),
    used_bytes=8192,
    limit_bytes=1 << 30,
    max_sessions=8,
    ttl_s=600.0,
    counters={
        "requests": 4,
        "tokens": 20,
        "cache_misses": 1,
        "refusals": 2,
        "evictions": 1,
        "prefilled_tokens": 9,
        "reused_tokens": 6,
    },
    shards=(SHARD, replace(SHARD, state="failed", span=Span(4, 6), error="There is not enough memory.")),
    worst_case_bytes=385_600,
    free_cache_bytes=1 << 29,
    weights_sent_bytes=1 << 40,
)


def test_status_survives_a_round_trip() -> None:
    assert parse_status(encode_status(STATUS)) == STATUS


def test_status_of_a_node_that_is_off_survives_a_round_trip() -> None:
    status = parse_status(encode_status(NodeStatus()))
    assert (status.state, status.span, sum(status.counters.values())) == ("off", None, 0)


def test_unknown_keys_of_a_newer_peer_are_ignored() -> None:
    assert parse_status(json.dumps(json.loads(encode_status(STATUS)) | {"protocol": 99, "new": [1]}).encode()) == STATUS


def test_older_peer_s_one_shard_is_told_from_what_it_says_of_itself() -> None:
    older = {k: v for k, v in json.loads(encode_status(STATUS)).items() if k not in ("shards", "worst_case_bytes")}
    status = parse_status(json.dumps(older).encode())
    assert (status.shards, status.worst_case_bytes) == ((), 0)
    assert status.spans_of(STATUS.identity) == (Span(2, 4),)
    assert status.spans_of("another") == ()
    assert replace(status, state="loading").ready_shards() == ()


def test_only_shards_that_are_ready_and_of_the_model_serve_it() -> None:
    other = replace(SHARD, identity="other@1:0123456789abcdef:float32", span=Span(0, 6))
    beside = replace(SHARD, span=Span(0, 1))
    status = replace(STATUS, shards=(*STATUS.shards, other, beside))
    assert status.spans_of(STATUS.identity) == (Span(2, 4), Span(0, 1))


def test_own_error_of_any_length_and_content_is_cut_to_what_a_peer_takes() -> None:
    status = parse_status(encode_status(replace(STATUS, state="failed", error="first\nsecond\x1b" + "x" * 5000)))
    assert status.error.startswith("first second ")


def test_more_sessions_than_a_peer_takes_are_cut_to_the_newest() -> None:
    many = tuple(replace(SESSION, num_tokens=n) for n in range(MAX_STATUS_SESSIONS + 10))
    status = parse_status(encode_status(replace(STATUS, sessions=many)))
    assert [s.num_tokens for s in status.sessions] == list(range(10, MAX_STATUS_SESSIONS + 10))


def test_largest_status_of_our_own_fits_into_what_a_peer_parses() -> None:
    huge = 2**62 - 1
    session = SessionStatus("01234567", Span(99_998, 99_999), huge, huge, "prefill", 1e9 / 3, 1e9 / 3, 1e9 / 3)
    eviction = EvictionRecord("fedcba98", max(EVICTION_REASONS, key=len), huge, huge, 1e9 / 3)
    largest = replace(
        STATUS,
        model_name="\U0001f9d1" * MAX_REASON_CHARS,
        error="\U0001f9d1" * MAX_REASON_CHARS,
        sessions=(session,) * 5000,
        evictions=(eviction,) * 5000,
        counters=dict.fromkeys(STATUS.counters, huge),
    )
    shard = ShardStatus(
        "stopping",
        "\U0001f9d1" * MAX_REASON_CHARS,
        "x" * MAX_IDENTITY_CHARS,
        Span(99_998, 99_999),
        *(huge, huge, "x" * 32, "x" * 32, "x" * 32, False, huge, huge, huge, huge),
        error="\U0001f9d1" * MAX_REASON_CHARS,
        decode_tps=1e9 / 3,
        prefill_tps=1e9 / 3,
        queue_s=1e9 / 3,
    )
    largest = replace(largest, identity="x" * MAX_IDENTITY_CHARS, shards=(shard,) * 5000)
    body = encode_status(largest)
    assert len(body) <= MAX_STATUS_BYTES
    status = parse_status(body)
    assert (len(status.sessions), len(status.evictions)) == (MAX_STATUS_SESSIONS, MAX_STATUS_EVICTIONS)
    assert [len(s.error) for s in status.shards] == [MAX_SHARD_TEXT_CHARS] * MAX_STATUS_SHARDS


@pytest.mark.parametrize(
    ("name", "most"),
    [("sessions", MAX_STATUS_SESSIONS), ("evictions", MAX_STATUS_EVICTIONS), ("shards", MAX_STATUS_SHARDS)],
)
def test_one_row_more_than_the_limit_is_refused_before_any_is_parsed(name: str, most: int) -> None:
    content = json.loads(encode_status(STATUS))
    content[name] = content[name][:1] * most
    assert parse_status(json.dumps(content).encode())
    content[name] = [*content[name], None]
    with pytest.raises(ValueError, match="too long"):
        parse_status(json.dumps(content).encode())


BIG = 10**400
WRONG = [
    *((name, value) for name in ("num_layers", "shard_bytes", "used_bytes", "limit_bytes", "max_sessions")
      for value in (None, "1", 1.5, -1, True, float("nan"), BIG, 2**62, [])),
    *(("ttl_s", value) for value in (None, "1", -1, True, float("nan"), float("inf"), BIG, 1e11, {})),
    *(("span", value) for value in ("4-2", "2", "", 5, [2, 4], "1-２", "0-999999", True)),
    *(("state", value) for value in ("READY", "", None, 1, ["ready"], {"a": 1})),
    *((name, value) for name in ("model_name", "identity", "dtype", "error")
      for value in (None, 1, [], "a\nb", "\x1b[0m", "\u202etxt", "\ud800", "x" * 600)),
    *(("supports_kv_cache", value) for value in (None, 0, 1, "false", [])),
    *((name, value) for name in ("sessions", "evictions", "shards")
      for value in (None, {}, "", 1, [None], [1], [[]], [{}], ["x"], [{}] * 2000)),
    *(("counters", value) for value in (None, [], "x", 1, {"tokens": -1}, {"tokens": "1"}, {"tokens": True})),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_wrong_value_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=r"status|span"):
        parse_status(json.dumps(json.loads(encode_status(STATUS)) | {name: value}).encode())


@pytest.mark.parametrize(
    ("part", "name", "value"),
    [
        ("sessions", "short_id", "0123456789"),
        ("sessions", "short_id", 5),
        ("sessions", "state", "running"),
        ("sessions", "age_s", -0.5),
        ("sessions", "num_tokens", 1e400),
        ("sessions", "span", None),
        ("evictions", "reason", "because"),
        ("evictions", "ago_s", float("nan")),
        ("evictions", "num_bytes", "many"),
    ],
)
def test_wrong_value_in_a_row_is_refused(part: str, name: str, value: Any) -> None:
    content = json.loads(encode_status(STATUS))
    content[part][0][name] = value
    with pytest.raises(ValueError, match=r"status|span"):
        parse_status(json.dumps(content).encode())


def test_an_older_peer_does_not_say_what_computes() -> None:
    content = json.loads(encode_status(STATUS))
    del content["runner"]
    assert parse_status(json.dumps(content).encode()).runner == ""


def test_an_older_peer_says_nothing_of_its_speed_and_its_free_bytes_are_told_from_what_is_used() -> None:
    content = json.loads(encode_status(STATUS))
    del content["free_cache_bytes"]
    for name in ("decode_tps", "prefill_tps", "queue_s"):
        del content["shards"][0][name]
    status = parse_status(json.dumps(content).encode())
    assert (status.shards[0].decode_tps, status.shards[0].queue_s) == (0.0, 0.0)
    assert status.free_cache_bytes == STATUS.limit_bytes - STATUS.used_bytes


NEWER = (
    "protocol",
    "counters",
    "runner",
    "device",
    "shards",
    "worst_case_bytes",
    "free_cache_bytes",
    "weights_sent_bytes",
)


@pytest.mark.parametrize("name", [name for name in json.loads(encode_status(STATUS)) if name not in NEWER])
def test_missing_value_is_refused(name: str) -> None:
    content = json.loads(encode_status(STATUS))
    del content[name]
    with pytest.raises(ValueError, match="malformed"):
        parse_status(json.dumps(content).encode())


@pytest.mark.parametrize("value", [None, -1, [], {}, "x" * 600, 2**62])
@pytest.mark.parametrize("name", list(json.loads(encode_status(STATUS))["shards"][0]))
def test_wrong_value_of_a_shard_is_refused(name: str, value: Any) -> None:
    content = json.loads(encode_status(STATUS))
    content["shards"][0][name] = value
    with pytest.raises(ValueError, match=r"status|span"):
        parse_status(json.dumps(content).encode())


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"x"',
        b"{",
        b"\xff\xfe\x00",
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"1" * 10_000,
        b" " * (MAX_STATUS_BYTES + 1),
    ],
)
def test_body_that_is_no_status_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="status"):
        parse_status(body)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_bytes_are_parsed_or_refused_and_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    whole = encode_status(STATUS)
    for _ in range(1000):
        body = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            body[chance.randrange(len(body))] = chance.randrange(256)
        try:
            status = parse_status(bytes(body[: chance.choice([len(body), chance.randrange(len(body))])]))
        except ValueError:
            continue
        assert status.error.isprintable()
        assert status.model_name.isprintable()
