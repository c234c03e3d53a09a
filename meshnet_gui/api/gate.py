"""Who gets to the API: programs that know the key, by names of this computer, with JSON of a bounded size.

A web page cannot drive it: its requests carry an Origin that is not allowed, a Host that is not ours where the
address was rebound, or a body that is not JSON. Nothing here answers with leave for other origins.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any

from starlette.responses import JSONResponse

from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.request_log import current
from meshnet_gui.concurrency.loopback import is_loopback

MAX_BODY_BYTES = 16 << 20
BODY_DEADLINE_S = 30.0
OPEN_PATHS = ("/", "/health")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Gate:
    """An ASGI app before another one. ``key`` and ``hosts`` are asked anew each time; an empty key lets nobody in."""

    def __init__(self, app: App, key: Callable[[], str], hosts: Callable[[], Collection[str]]) -> None:
        self._app = app
        self._key = key
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check(scope, headers)
            body = await _read(headers, receive)
        except ApiError as exc:
            current().note_status(exc.status, exc.name)
            await JSONResponse(exc.content(scope["path"]), exc.status, exc.headers)(scope, receive, send)
            return
        if body is not None:
            await self._app(scope, _Again(body, receive), send)

    def _check(self, scope: Scope, headers: MutableMapping[str, str]) -> None:
        host = _host_name(headers.get("host", ""))
        if not is_loopback(host) and host.lower() not in self._hosts():
            raise ApiError(403, "This name is not one of this computer's.", "wrong_host")
        if "origin" in headers:
            raise ApiError(403, "Web pages cannot use this API.", "wrong_origin")
        if scope["path"] in OPEN_PATHS:
            return
        scheme, _, given = headers.get("authorization", "").partition(" ")
        given = given.strip() if scheme.lower() == "bearer" else headers.get("x-api-key", "")
        key = self._key()
        if not key or not hmac.compare_digest(given.encode(), key.encode()):
            raise ApiError(
                401,
                "The API key is missing or wrong. Meshnet's API tab shows it; meshnet serve says which file has it.",
                "invalid_api_key",
                headers={"www-authenticate": "Bearer"},
            )
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if scope["method"] == "POST" and kind != "application/json":
            raise ApiError(415, "The body has to be JSON: send Content-Type: application/json.", "wrong_content_type")


class _Again:
    """A body that was read, and then whatever comes of the connection: that the client left."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> MutableMapping[str, Any]:
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


async def _read(headers: MutableMapping[str, str], receive: Receive) -> bytes | None:
    """The whole body; None where the client left. Raises ApiError 413 or 408.

    The server throws away what comes after a 413: to hang up would take the reply from a client that still sends.
    """
    chunks, size, more, claimed = list[bytes](), 0, True, headers.get("content-length", "")[:20]
    if claimed.isdigit() and int(claimed) > MAX_BODY_BYTES:
        raise _too_large()
    try:
        async with asyncio.timeout(BODY_DEADLINE_S):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                chunks.append(message.get("body", b""))
                size, more = size + len(chunks[-1]), message.get("more_body", False)
                if size > MAX_BODY_BYTES:
                    raise _too_large()
    except TimeoutError as exc:
        late = f"The body did not arrive within {BODY_DEADLINE_S:.0f} s."
        raise ApiError(408, late, "timeout", headers={"connection": "close"}) from exc
    return b"".join(chunks)


def _too_large() -> ApiError:
    return ApiError(413, f"The body is larger than {MAX_BODY_BYTES >> 20} MiB.", "too_large")


def _host_name(text: str) -> str:
    return text[1:].split("]", 1)[0] if text.startswith("[") else text.rsplit(":", 1)[0] if ":" in text else text
