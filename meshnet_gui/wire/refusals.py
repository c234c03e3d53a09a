"""What a node may answer instead of a result: an HTTP status, a stable code and a plain reason.

    Refusal
    ├── BadRequest      400  malformed, out of range, or not for this shard
    │   ├── WrongModel  400  another model identity than the shard's
    │   └── TooLarge    413  more bytes or positions than the model can take
    ├── KVCacheMiss     409  only ever in reply to an explicit decode: prefill again under the same id
    ├── Busy            503  loading, or every session is in use: try again later
    │   └── Draining    503  leaving: the sessions that it has go on for a while, new ones go elsewhere
    └── NoRoom          507  the byte budget cannot hold this session: go elsewhere

After every refusal the session cache is exactly what it was.
"""

from __future__ import annotations

import json
from typing import ClassVar

from meshnet_gui.wire.limits import MAX_JSON_BYTES, MAX_REASON_CHARS


class Refusal(Exception):
    """A request that was not carried out. ``reason`` is one sentence for a person."""

    status: ClassVar[int] = 500
    code: ClassVar[str] = "refused"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def to_body(self) -> bytes:
        """The JSON body of the reply: ``{"error": code, "reason": sentence}``."""
        return json.dumps({"error": self.code, "reason": self.reason}).encode()


class BadRequest(Refusal):
    """The request is malformed, out of range, or not for this shard."""

    status = 400
    code = "bad_request"


class WrongModel(BadRequest):
    """The request names another model identity than the shard's."""

    code = "wrong_model"


class TooLarge(BadRequest):
    """More bytes or positions than the model can take."""

    status = 413
    code = "too_large"


class KVCacheMiss(Refusal):
    """A decode that does not fit what the peer holds. The head prefills again under the same session id."""

    status = 409
    code = "cache_miss"


class Busy(Refusal):
    """The node is loading, or all its sessions are in use; the same request may succeed later."""

    status = 503
    code = "busy"


class Draining(Busy):
    """The node, or the shard that was meant, is about to leave and takes no new session: go elsewhere."""

    code = "draining"


class NoRoom(Refusal):
    """The byte budget of the session caches cannot hold this request."""

    status = 507
    code = "no_room"


_BY_CODE: dict[tuple[int, str], type[Refusal]] = {(kind.status, kind.code): kind for kind in (WrongModel, Draining)}
_BY_STATUS: dict[int, type[Refusal]] = {409: KVCacheMiss, 413: TooLarge, 503: Busy, 507: NoRoom}


def refusal_from_reply(status: int, body: bytes) -> Refusal:
    """The refusal that a peer's reply means; a body that is no JSON keeps the status and gets a generic reason."""
    code, reason = "", f"the peer answered with HTTP status {status}"
    try:
        content = json.loads(body) if len(body) <= MAX_JSON_BYTES else None
    except (ValueError, RecursionError):
        content = None
    if isinstance(content, dict):
        code = _text(content.get("error"))
        reason = printable(_text(content.get("reason")) or code or reason)
    kind = _BY_CODE.get((status, code)) or _BY_STATUS.get(status, BadRequest if 400 <= status < 500 else Refusal)
    return kind(reason)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def printable(text: str) -> str:
    """``text`` on one line, cut to what a reason may have."""
    return "".join(c if c.isprintable() else " " for c in text[:MAX_REASON_CHARS])
