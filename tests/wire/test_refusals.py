"""A refusal keeps its meaning over the wire, and a hostile error body stays harmless."""

from __future__ import annotations

import json

import pytest

from meshnet_gui.wire.limits import MAX_JSON_BYTES, MAX_REASON_CHARS
from meshnet_gui.wire.refusals import (
    BadRequest,
    Busy,
    Draining,
    KVCacheMiss,
    NoRoom,
    Refusal,
    TooLarge,
    WrongModel,
    refusal_from_reply,
)


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        (BadRequest, 400, "bad_request"),
        (WrongModel, 400, "wrong_model"),
        (TooLarge, 413, "too_large"),
        (KVCacheMiss, 409, "cache_miss"),
        (Busy, 503, "busy"),
        (Draining, 503, "draining"),
        (NoRoom, 507, "no_room"),
        (Refusal, 500, "refused"),
    ],
)
def test_refusal_survives_a_round_trip(kind: type[Refusal], status: int, code: str) -> None:
    refusal = kind("why not")
    assert (refusal.status, json.loads(refusal.to_body())["error"]) == (status, code)
    back = refusal_from_reply(refusal.status, refusal.to_body())
    assert type(back) is kind
    assert back.reason == "why not"


@pytest.mark.parametrize("body", [b"", b"<html>", b"\xff", b"[1]", b"null", b"5", b"[" * 100_000])
@pytest.mark.parametrize("status", [301, 400, 404, 409, 418, 500, 502, 503, 507, 599])
def test_body_that_is_no_refusal_gets_a_generic_reason(status: int, body: bytes) -> None:
    assert refusal_from_reply(status, body).reason == f"the peer answered with HTTP status {status}"


@pytest.mark.parametrize("reason", ["[1]", '{"a":1}', "5", "true", "null", "[" * 900 + "]" * 900])
def test_reason_that_is_no_text_is_left_out(reason: str) -> None:
    assert refusal_from_reply(400, f'{{"error":"bad_request","reason":{reason}}}'.encode()).reason == "bad_request"


def test_hostile_reason_is_cut_and_made_printable() -> None:
    body = json.dumps({"error": "x", "reason": "a\x1b[31m\nb\u202e\ud800" + "c" * 10_000}).encode()
    reason = refusal_from_reply(500, body).reason
    assert len(reason) == MAX_REASON_CHARS
    assert reason.isprintable()


def test_reply_that_is_too_long_for_a_refusal_is_not_parsed() -> None:
    body = Busy("later").to_body()
    assert refusal_from_reply(503, body + b" " * MAX_JSON_BYTES).reason == "the peer answered with HTTP status 503"


def test_only_status_409_is_a_cache_miss() -> None:
    body = KVCacheMiss("lost").to_body()
    assert [s for s in range(400, 600) if isinstance(refusal_from_reply(s, body), KVCacheMiss)] == [409]
