"""Whose turn it is: every name comes up when it is due, and only a bounded number is worked on at once.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

log = logging.getLogger(__name__)


class Turns:
    """Calls ``work(name)`` when the name is due; what it returns is after how many seconds it is due again.

    None ends the name's turns. Runs from the first ``put`` to ``close``.
    """

    def __init__(self, work: Callable[[str], Awaitable[float | None]], most_at_once: int) -> None:
        self._work = work
        self._most_at_once = most_at_once
        self._due: dict[str, float] = {}
        self._heap: list[tuple[float, str]] = []
        self._working: dict[str, asyncio.Task[None]] = {}
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def put(self, name: str, in_s: float = 0.0) -> None:
        """The name's next turn, instead of any that it had. One that is being worked on ends as it would have."""
        loop = asyncio.get_running_loop()
        if self._task is None:
            self._task = loop.create_task(self._run(), name="turns")
        self._due[name] = loop.time() + in_s
        heapq.heappush(self._heap, (self._due[name], name))
        self._wake.set()

    def drop(self, name: str) -> None:
        """No turn any more; what is being worked on is cancelled."""
        self._due.pop(name, None)
        task = self._working.pop(name, None)
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def close(self) -> None:
        """Ends all work. A second call does nothing."""
        tasks = [*self._working.values(), *([self._task] if self._task is not None else [])]
        self._task = None
        self._due.clear()
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._wake.clear()
            next_at = self._begin_due(loop)
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_at):
                    await self._wake.wait()

    def _begin_due(self, loop: asyncio.AbstractEventLoop) -> float | None:
        """Begins what is due, as far as there is room; when the next one will be, None where a wake-up will tell."""
        while self._heap:
            due, name = self._heap[0]
            if self._due.get(name) != due:
                heapq.heappop(self._heap)  # another turn took its place
            elif name in self._working:
                heapq.heappop(self._heap)  # comes back when that has ended
            elif due > loop.time():
                return due
            elif len(self._working) >= self._most_at_once:
                return None
            else:
                heapq.heappop(self._heap)
                del self._due[name]
                self._working[name] = loop.create_task(self._take_turn(name), name=f"probe {name[:40]}")
        return None

    async def _take_turn(self, name: str) -> None:
        again_s: float | None = None
        try:
            again_s = await self._work(name)
        finally:
            if self._working.get(name) is asyncio.current_task():
                del self._working[name]
                if name in self._due:
                    heapq.heappush(self._heap, (self._due[name], name))
                elif again_s is not None and self._task is not None:
                    self.put(name, again_s)
            self._wake.set()
