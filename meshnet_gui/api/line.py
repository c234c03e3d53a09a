"""The line in which requests wait for their turn: first come, first served, so many at once, so many waiting."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from meshnet_gui.api.errors import ApiError

MAX_WAITING = 48  # fewer than one computer may have connections, so that one more is told 429 and not hung up on
RETRY_AFTER_S = 5


class Line:
    """Threads: the core loop only."""

    def __init__(self, max_running: int, max_waiting: int = MAX_WAITING) -> None:
        self.max_running = max_running
        self._max_waiting = max_waiting
        self._waiting: deque[asyncio.Future[None]] = deque()
        self.num_running = 0

    @property
    def num_waiting(self) -> int:
        return len(self._waiting)

    def allow(self, max_running: int) -> None:
        """Changes how many run at once; those that run go on."""
        self.max_running = max_running
        self._admit()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Waits for a place and gives it back. Raises ApiError 429 where too many wait already."""
        await self._enter()
        try:
            yield
        finally:
            self._leave()

    async def _enter(self) -> None:
        if self.num_running < self.max_running and not self._waiting:
            self.num_running += 1
            return
        if len(self._waiting) >= self._max_waiting:
            raise ApiError(
                429,
                f"{len(self._waiting)} requests are waiting already.",
                "rate_limit_exceeded",
                headers={"retry-after": str(RETRY_AFTER_S)},
            )
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():  # it was given the place at the same moment
                self._leave()
            else:
                self._waiting.remove(place)
            raise

    def _leave(self) -> None:
        self.num_running -= 1
        self._admit()

    def _admit(self) -> None:
        while self._waiting and self.num_running < self.max_running:
            place = self._waiting.popleft()
            if not place.done():
                self.num_running += 1
                place.set_result(None)
