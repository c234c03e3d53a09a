"""Something that is to follow each change and takes its time: done at once, then no more often than the loop can bear.

Others decide how often the directory changes, and any of them may say something new a thousand times a second.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

LEAST_S = 0.05
SHARE = 10.0  # the loop has so many times as long for everything else


class Paced:
    """Calls ``work`` soon after each ``ask``, one call for many. Threads: one loop."""

    def __init__(self, work: Callable[[], None], least_s: float = LEAST_S) -> None:
        self._work = work
        self._least_s = least_s
        self._not_before = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def ask(self) -> None:
        """At once where the last call is long enough ago, else when it is."""
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        if loop.time() >= self._not_before:
            self.now()
        else:
            self._timer = loop.call_at(self._not_before, self.now)

    def finish(self) -> None:
        """Does now what was put off; nothing where nothing was."""
        if self._timer is not None:
            self.now()

    def close(self) -> None:
        """What was put off is never done."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def now(self) -> None:
        self.close()
        loop, began = asyncio.get_running_loop(), time.perf_counter()
        try:
            self._work()
        finally:
            self._not_before = loop.time() + max(self._least_s, SHARE * (time.perf_counter() - began))
