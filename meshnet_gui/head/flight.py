"""A request on its way, which may be given up from outside: somebody knows that the peer has gone, or asks whether.

One object for each step of each hop, so it costs next to nothing while nothing happens. Knows no peers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class Flight:
    """Of the task that makes it. Threads: one loop."""

    __slots__ = ("_asking", "_num_cancels", "_task", "_timer", "is_frozen", "is_given_up")

    def __init__(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._task = task
        self._num_cancels = task.cancelling()
        self._timer: asyncio.TimerHandle | None = None
        self._asking: asyncio.Task[None] | None = None
        self.is_given_up = False
        self.is_frozen = False

    def give_up(self) -> None:
        """Ends the request: whatever the task awaits is cancelled, and ``was_given_up`` says why."""
        if not self.is_given_up:
            self.is_given_up = True
            self._task.cancel()

    def was_given_up(self) -> bool:
        """To be asked once, when the task was cancelled: whether by this, and by nobody else as well."""
        return self.is_given_up and self._task.uncancel() <= self._num_cancels

    def doubt(self, is_alive: Callable[[], Awaitable[bool]], every_s: float) -> None:
        """Asks now and then, and gives up, as frozen, where there is no answer."""
        self._timer = asyncio.get_running_loop().call_later(every_s, self._ask, is_alive, every_s)  # most end before

    def end(self) -> None:
        """Asks no more."""
        if self._timer is not None:
            self._timer.cancel()
        if self._asking is not None:
            self._asking.cancel()

    def _ask(self, is_alive: Callable[[], Awaitable[bool]], every_s: float) -> None:
        self._asking = asyncio.create_task(self._keep_asking(is_alive, every_s), name="is it there")

    async def _keep_asking(self, is_alive: Callable[[], Awaitable[bool]], every_s: float) -> None:
        while await is_alive():  # noqa: ASYNC110  # nobody tells that it has become frozen
            await asyncio.sleep(every_s)
        self.is_frozen = True
        self.give_up()
