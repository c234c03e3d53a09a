"""Notices that this computer slept, or came onto another network: connections made before are dead, and do not say so.

Ages are taken from clocks that only run forward. Most systems stop the ordinary one while they sleep and have another
that goes on; where the two part, or either jumps between two ticks, we were away.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from meshnet_gui.errors import MeshnetError
from meshnet_gui.swarm.lookout import own_addresses

log = logging.getLogger(__name__)

TICK_S = 1.0
AWAY_S = 2.5  # beyond a tick; the others give us up after three
SETTLE_TICKS = 2  # new addresses have to stand so long: they come one after the other

Clock = Callable[[], float]


def clock_with_sleep() -> float:
    """Seconds from some moment, those of sleep too. Units: seconds."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    elif sys.platform == "darwin":  # noqa: RET505  # mypy knows platforms by this form
        return time.clock_gettime(time.CLOCK_MONOTONIC_RAW)  # time.monotonic stands still there while it sleeps
    else:
        return time.monotonic()  # goes on in sleep on Windows


class Wakefulness:
    """Calls ``on_back(why)`` after a sleep and after a change of addresses. ``start`` and ``close`` are paired."""

    def __init__(
        self,
        on_back: Callable[[str], Awaitable[None]],
        clock: Clock = clock_with_sleep,
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
    ) -> None:
        self._on_back = on_back
        self._clock = clock
        self._addresses = addresses
        self._ticked_at = clock()
        self._known = frozenset(addresses())
        self._seen = self._known
        self._num_steady = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_ticking(), name="wakefulness")

    async def close(self) -> None:
        """A second call does nothing."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def look(self) -> str:
        """One tick: why connections are to be made anew; "" where they are not. Pure but for what was seen before."""
        now = self._clock()
        away_s, self._ticked_at = now - self._ticked_at - TICK_S, now
        seen = frozenset(self._addresses())
        self._num_steady = self._num_steady + 1 if seen == self._seen else 0
        self._seen = seen
        moved = seen != self._known and self._num_steady >= SETTLE_TICKS
        if away_s > AWAY_S or moved:
            self._known = seen
        if away_s > AWAY_S:
            return f"this computer was away for {away_s:.0f} s"
        return "its network addresses changed" if moved else ""

    async def _keep_ticking(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            why = self.look()
            if not why:
                continue
            log.info("connections are made anew: %s", why)
            try:
                await self._on_back(why)
            except MeshnetError as exc:
                log.info("not yet: %s", exc)
            except Exception:
                log.exception("making connections anew failed")
            self._ticked_at = self._clock()
