"""What the rules look at, found out off the loop and in bounded time; what does not answer cannot be told.

Each sense is asked at its own pace, and not again while its last answer is still to come.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from meshnet_gui.runtime.governor.rules import matching_apps
from meshnet_gui.runtime.snapshot import Conditions

log = logging.getLogger(__name__)
ANSWER_S = 2.0
EVERY_S, APPS_EVERY_S = 2.0, 10.0
SMOOTH_S = 15.0  # a moment's work of another program is none to wait for
_T = TypeVar("_T")


def _unknown() -> None:
    return None


@dataclass(frozen=True, slots=True)
class Senses:
    """How it is found out; None or an exception: this computer cannot tell. Each is called on a worker thread.

    ``apps`` are the names of all programs that run. ``total_memory_bytes`` 0 lifts the limits of memory.
    """

    idle_s: Callable[[], float | None] = _unknown
    on_battery: Callable[[], bool | None] = _unknown
    busy_percent: Callable[[], float | None] = _unknown
    apps: Callable[[], Iterable[str]] = tuple
    total_memory_bytes: int = 0
    wall: Callable[[], float] = time.time
    clock: Callable[[], float] = time.monotonic


class Look(Generic[_T]):
    """One sense: its last answer, and how old it is. Threads: the core loop only."""

    def __init__(self, name: str, ask: Callable[[], _T], unknown: _T, every_s: float, clock: Callable[[], float]):
        self.value = unknown
        self._name, self._ask, self._unknown, self._every_s, self._clock = name, ask, unknown, every_s, clock
        self._asking: asyncio.Future[_T] | None = None
        self._asked_at = float("-inf")

    async def update(self) -> None:
        """Asks where it is time to, and waits ``ANSWER_S`` at most; the answer of before is then no answer any more."""
        asked = self._asking
        if asked is None:
            if self._clock() - self._asked_at < self._every_s:
                return
            self._asked_at = self._clock()
            asked = self._asking = asyncio.ensure_future(asyncio.to_thread(self._ask))
        done, _ = await asyncio.wait([asked], timeout=ANSWER_S)
        if not done:
            self.value = self._unknown
            return
        if self._asking is asked:  # who else waited for the same answer may have been sooner
            self._asking = None
        if error := asked.exception():
            log.debug("it cannot be told: %s (%s)", self._name, error)
        self.value = self._unknown if error else asked.result()

    def hurry(self) -> None:
        """The next update asks."""
        self._asked_at = float("-inf")


@dataclass(slots=True)
class _Smooth:
    """An average that forgets what is older than ``SMOOTH_S``, little by little."""

    value: float | None = None
    at: float = field(default=0.0)

    def add(self, value: float | None, now_s: float) -> float | None:
        if value is None or self.value is None:
            self.value = value
        elif now_s > self.at:
            share = min(1.0, (now_s - self.at) / SMOOTH_S)
            self.value += share * (value - self.value)
        self.at = now_s
        return self.value


class Observer:
    """Makes conditions out of the senses. Threads: the core loop only."""

    def __init__(self, senses: Senses) -> None:
        clock = senses.clock
        self._senses = senses
        self._idle = Look("how long nobody used it", senses.idle_s, None, EVERY_S, clock)
        self._battery = Look("whether it is plugged in", senses.on_battery, None, EVERY_S, clock)
        self._busy = Look("how busy it is", senses.busy_percent, None, EVERY_S, clock)
        self._apps = Look[Iterable[str]]("what runs", senses.apps, (), APPS_EVERY_S, clock)
        self._smooth = _Smooth()
        self._wanted: Sequence[str] = ()
        self.metered: bool | None = None

    async def look(self, wait_for_apps: Sequence[str], own_memory_bytes: int) -> Conditions:
        """What is so now. Programs are looked at only where some are waited for."""
        if wait_for_apps != self._wanted:
            self._wanted = wait_for_apps
            self._apps.hurry()
        updates = [self._idle.update(), self._battery.update(), self._busy.update()]
        await asyncio.gather(*updates, *([self._apps.update()] if wait_for_apps else []))
        wall = self._senses.wall()
        here = time.localtime(wall)
        return Conditions(
            time=wall,
            weekday=here.tm_wday,
            minute=here.tm_hour * 60 + here.tm_min,
            idle_s=self._idle.value,
            on_battery=self._battery.value,
            busy_percent=self._smooth.add(self._busy.value, self._senses.clock()),
            metered=self.metered,
            apps=matching_apps(wait_for_apps, self._apps.value) if wait_for_apps else (),
            own_memory_bytes=own_memory_bytes,
            total_memory_bytes=self._senses.total_memory_bytes,
        )

    def forget(self) -> None:
        """After a sleep everything is asked anew."""
        self._smooth = _Smooth()
        self._idle.hurry()
        self._battery.hurry()
        self._busy.hurry()
        self._apps.hurry()
