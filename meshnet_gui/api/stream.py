"""Streams of server-sent events (or lines of JSON) that say so when nothing comes, and end when the client leaves."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.request_log import CLIENT_LEFT, current

log = logging.getLogger(__name__)
_T = TypeVar("_T")

KEEP_ALIVE_S = 5.0
KEEP_ALIVE = b": still at work\n\n"


def event(content: object, name: str = "") -> bytes:
    """One event, its content as JSON."""
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(content, separators=(',', ':'))}\n\n".encode()


DONE = b"data: [DONE]\n\n"
ENDING = ApiError(503, "Meshnet is ending.", "unavailable")


class ClientLeft(Exception):
    """Nobody is there any more to be answered."""


class Stream(Response):
    """A reply whose parts come one by one. A part that takes long is waited for with ``keep_alive`` in between.

    When the client leaves, what makes the parts is cancelled at once, also while it makes the first one, and
    ``on_left`` is called. ``on_end`` is awaited at last, whatever happened, also where no part was ever asked for.
    Where the program ends first, an error is the last part: what was cut off must not look like a whole answer.
    """

    def __init__(
        self,
        parts: AsyncIterator[bytes],
        on_end: Callable[[], Awaitable[None]],
        on_left: Callable[[], None] = lambda: None,
        media_type: str = "text/event-stream",
        keep_alive: bytes = KEEP_ALIVE,
        keep_alive_s: float = KEEP_ALIVE_S,
    ) -> None:
        self._parts = parts
        self._on_end = on_end
        self._on_left = on_left
        self._keep_alive = keep_alive
        self._keep_alive_s = keep_alive_s
        self.status_code = 200
        self.media_type = media_type
        self.background = None
        self.init_headers({"cache-control": "no-cache", "x-accel-buffering": "no"})

    async def __call__(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
        send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
    ) -> None:
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            await until_left(asyncio.ensure_future(self._send(send)), receive, self._on_left)
        except ClientLeft:
            current().note_status(CLIENT_LEFT, "client_left")
            log.debug("a client left in the middle of a stream")
        except asyncio.CancelledError:
            current().note_status(ENDING.status, ENDING.name)
            with suppress(Exception):  # the connection may be gone
                await send({"type": "http.response.body", "body": self._ending(), "more_body": False})
            raise
        finally:
            await asyncio.shield(asyncio.ensure_future(self._on_end()))

    def _ending(self) -> bytes:
        if self.media_type == "text/event-stream":
            return event(ENDING.content())
        return json.dumps({"error": ENDING.message}).encode() + b"\n"

    async def _send(self, send: Callable[[MutableMapping[str, Any]], Awaitable[None]]) -> None:
        parts = aiter(self._parts)
        coming: asyncio.Future[bytes] | None = None
        try:
            while True:
                coming = coming or asyncio.ensure_future(anext(parts, b""))
                done, _ = await asyncio.wait([coming], timeout=self._keep_alive_s)
                part = coming.result() if done else self._keep_alive
                if done:
                    coming = None
                    if not part:
                        break
                if part:
                    await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            if coming is not None:
                coming.cancel()
                with suppress(asyncio.CancelledError, Exception):
                    await coming
            close = getattr(parts, "aclose", None)
            if close is not None:
                await close()


async def until_left(
    working: asyncio.Future[_T],
    receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
    on_left: Callable[[], None] = lambda: None,
) -> _T:
    """What comes of the work, which is cancelled when the client leaves. Raises ClientLeft.

    ``on_left`` is called at once then, before the work has cleaned up behind itself.
    """

    async def leave() -> None:
        await _left(receive)
        working.cancel()
        on_left()

    leaving = asyncio.ensure_future(leave())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done() and not working.cancelled():
            return working.result()
        raise ClientLeft
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def while_there(request: Request, work: Awaitable[_T], on_left: Callable[[], None] = lambda: None) -> _T:
    """What comes of the work, which is cancelled when the client of the request leaves. Raises ClientLeft."""
    return await until_left(asyncio.ensure_future(work), request.receive, on_left)


async def _left(receive: Callable[[], Awaitable[MutableMapping[str, Any]]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
