"""``GET /weights`` and ``GET /weights/{sha256}``: hands the weights on this disk to other members, by their digests.

Only to members, never to more of them at once than it can feed, no faster than the user allows, and between two blocks
it waits for the steps of chats that run here.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, BinaryIO

from starlette.responses import JSONResponse, Response

from meshnet_gui.node.shelf import LOOK_EVERY_S, STEPS_FIRST_S, Place, WeightShelf
from meshnet_gui.wire.refusals import Busy, Refusal
from meshnet_gui.wire.weights import PATH, Held, content_range, encode_held, range_of

log = logging.getLogger(__name__)

BLOCK_BYTES = 512 * 1024  # read in one go; encrypting it holds up the loop for less than half a millisecond
MAX_READERS = 24
MAX_PER_MEMBER = 6
SEND_DEADLINE_S = 20.0  # for one block: who takes less than 26 kB/s gives up its place

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Readers:
    """Counts who reads and refuses one too many. Threads: the core loop only."""

    def __init__(self, most: int = MAX_READERS, per_member: int = MAX_PER_MEMBER) -> None:
        self._most = most
        self._per_member = per_member
        self._num_of_member: Counter[str] = Counter()

    @contextmanager
    def enter(self, member: str) -> Iterator[None]:
        """Raises Busy."""
        if self._num_of_member.total() >= self._most:
            raise Busy(f"this node already hands weights to {self._most} requests")
        if self._num_of_member[member] >= self._per_member:
            raise Busy(f"this node already hands weights to {self._per_member} requests of this member")
        self._num_of_member[member] += 1
        try:
            yield
        finally:
            self._num_of_member[member] -= 1
            if not self._num_of_member[member]:
                del self._num_of_member[member]


class Pace:
    """Bytes per second of all readers together. Threads: the core loop only."""

    def __init__(self, bytes_per_s: Callable[[], int], clock: Callable[[], float] = time.monotonic) -> None:
        self._bytes_per_s = bytes_per_s
        self._clock = clock
        self._free_at = 0.0

    def wait_s(self, num_bytes: int) -> float:
        """How long whoever is about to send so many bytes has to wait; they count from now on."""
        limit, now = self._bytes_per_s(), self._clock()
        if not limit:
            return 0.0
        begin = max(self._free_at, now)
        self._free_at = begin + num_bytes / limit
        return begin - now

    def give_back(self, num_bytes: int) -> None:
        """They are not sent after all: whoever comes and goes again and again must not make others wait."""
        limit = self._bytes_per_s()
        if limit:
            self._free_at -= num_bytes / limit


class Weights:
    """The two endpoints as one ASGI app. ``sent`` is told of the bytes; ``is_computing``: a step runs here now."""

    def __init__(
        self, shelf: WeightShelf, sent: Callable[[int], None], is_computing: Callable[[], bool] = lambda: False
    ) -> None:
        self._shelf = shelf
        self._sent = sent
        self._is_computing = is_computing
        self._readers = Readers()
        self._listed = Held(), encode_held(Held())
        self._pace = Pace(lambda: shelf.settings().upload_bytes_per_s)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        member = (scope.get("state") or {}).get("node_id") or ""
        if not member:
            await Response("for members only\n", 403)(scope, receive, send)
            return
        if scope["method"] != "GET":
            await Response(status_code=405, headers={"allow": "GET"})(scope, receive, send)
            return
        try:
            with self._readers.enter(member):
                await self._answer(scope, receive, send)
        except Refusal as exc:
            headers = {"retry-after": "1"} if exc.status == 503 else None
            await Response(exc.to_body(), exc.status, headers, "application/json")(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == PATH:
            await Response(self._list(await self._shelf.held()), media_type="application/json")(scope, receive, send)
            return
        place = self._shelf.place(scope["path"].removeprefix(f"{PATH}/"))
        asked = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"range"), "")
        part = (0, 0) if place is None else range_of(asked, place.num_bytes) if asked else (0, place.num_bytes)
        if place is None:
            await _not_held(scope, receive, send)
        elif part is None:
            headers = {"content-range": f"bytes */{place.num_bytes}"}
            await Response(status_code=416, headers=headers)(scope, receive, send)
        else:
            try:
                file = await asyncio.to_thread(_opened, place)
            except OSError:
                await _not_held(scope, receive, send)
                return
            with file:
                await self._hand_out(file, place, part, _head(place, part, is_part=bool(asked)), receive, send)

    def _list(self, held: Held) -> bytes:
        """Written anew only where it changed: whoever asks again and again shall cost steps no more than need be."""
        if held != self._listed[0]:
            self._listed = held, encode_held(held)
        return self._listed[1]

    async def _hand_out(
        self, file: BinaryIO, place: Place, part: tuple[int, int], head: Message, receive: Receive, send: Send
    ) -> None:
        """Ends early where the member has left, or takes too little; its connection is closed then."""
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await send(head)
            for start in range(*part, BLOCK_BYTES):
                end = min(part[1], start + BLOCK_BYTES)
                await self._wait_for_turn(end - start, leaving)
                block = await asyncio.to_thread(_read, file, place.offset + start, end - start)
                if leaving.done() or len(block) != end - start:
                    return
                async with asyncio.timeout(SEND_DEADLINE_S):
                    await send({"type": "http.response.body", "body": block, "more_body": end < part[1]})
                self._sent(len(block))
            if part[0] == part[1]:
                await send({"type": "http.response.body", "body": b""})
        except TimeoutError:
            log.info("a member took weights too slowly and was hung up on")
        finally:
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)

    async def _wait_for_turn(self, num_bytes: int, leaving: asyncio.Future[None]) -> None:
        wait_s = self._pace.wait_s(num_bytes)
        if wait_s:
            await asyncio.wait((leaving,), timeout=wait_s)
            if leaving.done():
                self._pace.give_back(num_bytes)
                return
        waited_s = 0.0
        while self._is_computing() and waited_s < STEPS_FIRST_S:
            await asyncio.sleep(LOOK_EVERY_S)
            waited_s += LOOK_EVERY_S


def _opened(place: Place) -> BinaryIO:
    """No link is followed: what lies in the store is there itself."""
    if place.content is not None:
        return io.BytesIO(place.content)
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    return os.fdopen(os.open(place.path, flags), "rb", buffering=0)


def _read(file: BinaryIO, offset: int, num_bytes: int) -> bytes:
    """Less where the file is shorter by now."""
    try:
        file.seek(offset)
        return file.read(num_bytes)
    except OSError as exc:
        log.warning("weights could not be read: %s", exc.strerror or exc)
        return b""


async def _left(receive: Receive) -> None:
    """Until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _not_held(scope: Scope, receive: Receive, send: Send) -> None:
    await JSONResponse({"error": "not_held", "reason": "this is not here"}, 404)(scope, receive, send)


def _head(place: Place, part: tuple[int, int], *, is_part: bool) -> Message:
    headers = [(b"content-length", str(part[1] - part[0]).encode()), (b"content-type", b"application/octet-stream")]
    if is_part:
        headers.append((b"content-range", content_range(*part, place.num_bytes).encode()))
    return {"type": "http.response.start", "status": 206 if is_part else 200, "headers": headers}
