"""Notices that this computer slept, or came onto another network: connections made before are dead, and do not say so.

Ages are taken from clocks that only run forward. Most systems stop the ordinary one while they sleep and have another
that goes on: where the two part, we slept. Where both jump, this program alone stood still and connections have lasted:
only the overlay's links, which others give up after three seconds, are made anew. So too where addresses only came.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from meshnet_gui.concurrency.loop import end_task
from meshnet_gui.errors import MeshnetError
from meshnet_gui.swarm.lookout import own_addresses

log = logging.getLogger(__name__)

TICK_S = 1.0
SLEPT_S = 2.0  # by which the two clocks have parted
STOOD_STILL_S = 2.5  # beyond a tick; the overlay's links are given up after three
LONG_S = 20.0  # beyond a tick: as good as a sleep, where one clock is all that there is
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


@dataclass(frozen=True, slots=True)
class Away:
    """Why connections are to be made anew; ``all_of_them``: not the overlay's alone."""

    why: str
    all_of_them: bool


class Wakefulness:
    """Calls ``on_back`` after a sleep, a standstill and a change of addresses. ``start`` and ``close`` are paired.

    ``clock`` goes on in sleep where the system has such a one, ``awake`` does not.
    """

    def __init__(
        self,
        on_back: Callable[[Away], Awaitable[None]],
        clock: Clock = clock_with_sleep,
        awake: Clock = time.monotonic,
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
    ) -> None:
        self._on_back = on_back
        self._clock, self._awake = clock, awake
        self._addresses = addresses
        self._ticked_at, self._awake_at = clock(), awake()
        self._known = frozenset(addresses())
        self._seen = self._known
        self._num_steady = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_ticking(), name="wakefulness")

    async def close(self) -> None:
        """A second call does nothing."""
        task, self._task = self._task, None
        await end_task(task)

    def look(self) -> Away | None:
        """One tick: whether we were away since the last one."""
        now, awake = self._clock(), self._awake()
        passed_s, awake_s = now - self._ticked_at, awake - self._awake_at
        self._ticked_at, self._awake_at = now, awake
        has_moved = self._has_moved()
        if passed_s - awake_s > SLEPT_S or passed_s - TICK_S > LONG_S:
            self._known = self._seen
            return Away(f"this computer was away for {passed_s:.0f} s", all_of_them=True)
        if has_moved:
            lost, self._known = self._known - self._seen, self._seen
            return Away("its network addresses changed", all_of_them=bool(lost))
        if passed_s - TICK_S > STOOD_STILL_S:
            return Away(f"this program stood still for {passed_s:.0f} s", all_of_them=False)
        return None

    def _has_moved(self) -> bool:
        seen = frozenset(self._addresses())
        self._num_steady = self._num_steady + 1 if seen == self._seen else 0
        self._seen = seen
        return seen != self._known and self._num_steady >= SETTLE_TICKS

    async def _keep_ticking(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            away = self.look()
            if away is None:
                continue
            log.info("connections are made anew: %s", away.why)
            try:
                await self._on_back(away)
            except MeshnetError as exc:
                log.info("not yet: %s", exc)
            except Exception:
                log.exception("making connections anew failed")
            self._ticked_at, self._awake_at = self._clock(), self._awake()
