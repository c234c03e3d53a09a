"""Records: what is read is what was signed, and nothing that another signed, changed or made too large."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.signed_record import (
    MAX_ADDRESSES,
    MAX_NAME_CHARS,
    MAX_RECORD_BYTES,
    MAX_ROUND_TRIPS,
    NONCE_BYTES,
    open_answer,
    open_record,
    sign_answer,
    sign_record,
)
from meshnet_gui.types import MAX_IDENTITY_CHARS, Span
from meshnet_gui.wire.limits import MAX_STATUS_SHARDS
from tests.swarm.records import OFFER, SWARM, record

ME, OTHER = Identity.make(), Identity.make()


def test_what_is_read_is_what_was_signed() -> None:
    said = record(
        ME,
        name="Dachboden ☀",
        shards=(OFFER, replace(OFFER, span=Span(3, 6), state="joining", decode_tps=0.0)),
        round_trips=((OTHER.node_id, 0.0125),),
        free_cache_bytes=1 << 30,
        max_sessions=8,
        is_relay=True,
    )
    assert open_record(sign_record(said, SWARM, ME), SWARM) == said


def test_largest_record_fits_its_limit() -> None:
    shard = replace(OFFER, identity="x" * MAX_IDENTITY_CHARS, model_name="☀" * 200, decode_tps=1 / 3, queue_s=1 / 7)
    said = record(
        ME,
        name="☀" * 200,
        version="☀" * 100,
        boot=2**61,
        sequence=2**61,
        shards=(shard,) * 20,
        addresses=tuple(f"https://{'x' * 60}.{'y' * 60}.example:{port}" for port in range(50_000, 50_020)),
        round_trips=((ME.node_id, 1 / 3),) * 100,
        free_cache_bytes=2**61,
    )
    signed = sign_record(said, SWARM, ME)
    read = open_record(signed, SWARM)
    assert len(signed) <= MAX_RECORD_BYTES
    assert (len(read.name), len(read.shards), len(read.addresses), len(read.round_trips)) == (
        MAX_NAME_CHARS,
        MAX_STATUS_SHARDS,
        MAX_ADDRESSES,
        MAX_ROUND_TRIPS,
    )


def test_name_with_control_characters_is_cleaned_before_it_is_sent() -> None:
    assert open_record(sign_record(record(ME, name="a\nb\x1b[0m"), SWARM, ME), SWARM).name == "a?b?[0m"


def test_record_of_another_swarm_says_nothing_here() -> None:
    with pytest.raises(ValueError, match="another swarm"):
        open_record(sign_record(record(ME), "b" * 64, ME), SWARM)


def test_nobody_speaks_in_anothers_name() -> None:
    signed = sign_record(record(ME), SWARM, OTHER)
    assert open_record(signed, SWARM).node_id == OTHER.node_id
    with pytest.raises(ValueError, match="not the node's"):
        open_record(ME.public_key + signed[32:], SWARM)


def test_every_changed_byte_is_noticed() -> None:
    signed = sign_record(record(ME), SWARM, ME)
    for place in range(0, len(signed), 7):
        changed = bytearray(signed)
        changed[place] ^= 1
        with pytest.raises(ValueError, match=r"signature|record"):
            open_record(bytes(changed), SWARM)


def signed_json(content: object) -> bytes:
    """What a member that plays by no rules may sign."""
    body = json.dumps(content).encode() if not isinstance(content, bytes) else content
    return ME.public_key + ME.sign(b"record 1\0" + body) + body


def good() -> dict[str, Any]:
    return dict(json.loads(sign_record(record(ME), SWARM, ME)[96:]))


def put(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda c: c.__setitem__(name, value)


def put_shard(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda c: c["shards"][0].__setitem__(name, value)


@pytest.mark.parametrize(
    "change",
    [
        put("name", "a\nb"),
        put("name", "x" * 65),
        put("name", None),
        put("boot", -1),
        put("boot", True),
        put("boot", 2**63),
        put("sequence", 1.5),
        put("state", "splendid"),
        put("shards", {}),
        put("shards", [None]),
        put("shards", [1] * 9),
        put("addresses", ["http://a:1"]),
        put("addresses", ["https://a"]),
        put("addresses", ["https://a:1/x"]),
        put("addresses", ["file:///etc/passwd"]),
        put("addresses", [5]),
        put("addresses", ["https://a:1"] * 9),
        put("round_trips", [["x", 1.0]]),
        put("round_trips", [[OTHER.node_id]]),
        put("round_trips", [[OTHER.node_id, "1"]]),
        put("round_trips", [[OTHER.node_id, 1e300]]),
        put("free_cache_bytes", "many"),
        put_shard("span", "9-12"),
        put_shard("span", "3-1"),
        put_shard("span", 3),
        put_shard("decode_tps", float("nan")),
        put_shard("prefill_tps", float("inf")),
        put_shard("queue_s", -1),
        put_shard("num_layers", "6"),
        put_shard("identity", "x" * 300),
        lambda c: c.pop("state"),
        lambda c: c["shards"][0].pop("span"),
        lambda c: c.pop("swarm"),
    ],
)
def test_malformed_content_is_refused_though_it_is_signed(change: Callable[[dict[str, Any]], None]) -> None:
    content = good()
    assert open_record(signed_json(content), SWARM)
    change(content)
    with pytest.raises(ValueError, match="record"):
        open_record(signed_json(content), SWARM)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"1", b"null", b"\xff\xfe", b"[" * 20_000, b"9" * 20_000])
def test_what_is_no_record_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match="record"):
        open_record(signed_json(body), SWARM)


@pytest.mark.parametrize("num_bytes", [0, 31, 96, MAX_RECORD_BYTES + 1])
def test_too_few_and_too_many_bytes_are_refused(num_bytes: int) -> None:
    with pytest.raises(ValueError, match="too short or too long"):
        open_record(bytes(num_bytes), SWARM)


def test_fields_of_a_later_version_are_passed_over() -> None:
    assert open_record(signed_json(good() | {"colour": "green"}), SWARM).name == "attic"


def test_answer_counts_for_the_number_that_was_asked_with_alone() -> None:
    nonce, signed = secrets.token_bytes(NONCE_BYTES), sign_record(record(ME), SWARM, ME)
    answer = sign_answer(signed, nonce, ME)
    assert open_answer(answer, nonce) == signed
    for wrong in (secrets.token_bytes(NONCE_BYTES), b"", nonce[:-1]):
        with pytest.raises(ValueError, match=r"not the node's|a nonce has"):
            open_answer(answer, wrong)


def test_answer_of_another_than_the_records_own_node_is_none() -> None:
    nonce, signed = bytes(NONCE_BYTES), sign_record(record(ME), SWARM, ME)
    with pytest.raises(ValueError, match="not the node's"):
        open_answer(sign_answer(signed, nonce, OTHER), nonce)
    with pytest.raises(ValueError, match="too short"):
        open_answer(b"", nonce)


def test_record_is_no_answer_and_an_answer_no_record() -> None:
    nonce, signed = bytes(NONCE_BYTES), sign_record(record(ME), SWARM, ME)
    with pytest.raises(ValueError, match="not the node's"):
        open_record(sign_answer(signed, nonce, ME), SWARM)
    with pytest.raises(ValueError, match="not the node's"):
        open_answer(signed[32:96] + signed, nonce)
