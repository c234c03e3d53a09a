"""Whether whoever computes for long is there at all: asked now and then, so that a frozen peer is found out soon.

Knows no peers; what to ask is handed in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager


class Doubts:
    """Of one request. ``is_alive`` None: nobody asks. Threads: one loop."""

    def __init__(self, is_alive: Callable[[], Awaitable[bool]] | None, every_s: float) -> None:
        self._is_alive = is_alive
        self._every_s = every_s
        self._task: asyncio.Task[None] | None = None
        self.proved_right = False

    @contextmanager
    def during(self, scope: asyncio.Timeout) -> Iterator[None]:
        """Ends ``scope``, as if its time were over, once there is no answer."""
        if self._is_alive is None:
            yield
            return
        timer = asyncio.get_running_loop().call_later(self._every_s, self._start, scope)  # most end before
        try:
            yield
        finally:
            timer.cancel()
            if self._task is not None:
                self._task.cancel()

    def _start(self, scope: asyncio.Timeout) -> None:
        self._task = asyncio.create_task(self._keep_asking(scope), name="doubts")

    async def _keep_asking(self, scope: asyncio.Timeout) -> None:
        assert self._is_alive is not None
        while await self._is_alive():  # noqa: ASYNC110  # nobody tells that it has become frozen
            await asyncio.sleep(self._every_s)
        if not scope.expired():
            self.proved_right = True
            scope.reschedule(asyncio.get_running_loop().time())
