"""How long others may take, on a loop that may itself stand still: stopped, asleep, or out of processor time.

A timer that rings far too late says nothing of whoever is waited for: the answer may lie here, unread.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

STANDSTILL_S = 0.5
MAX_ANEW = 3


class Deadline:
    """Calls ``ring`` after ``seconds``, and begins anew where the loop stood still when it was over."""

    __slots__ = ("_due", "_loop", "_num_left", "_ring", "_seconds", "_timer")

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._seconds = seconds
        self._ring = ring
        self._num_left = MAX_ANEW
        self._begin()

    def cancel(self) -> None:
        self._timer.cancel()

    def _begin(self) -> None:
        self._due = self._loop.time() + self._seconds
        self._timer = self._loop.call_at(self._due, self._look)

    def _look(self) -> None:
        if self._num_left and self._loop.time() - self._due > STANDSTILL_S:
            self._num_left -= 1
            self._begin()
        else:
            self._ring()


@asynccontextmanager
async def within(seconds: float) -> AsyncIterator[None]:
    """Raises TimeoutError where what is inside takes longer than a ``Deadline`` of so many seconds."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(None) as limit:
        deadline = Deadline(seconds, lambda: limit.reschedule(loop.time()))
        try:
            yield
        finally:
            deadline.cancel()
