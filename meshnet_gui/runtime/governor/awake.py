"""Keeps the system from sleeping while this computer shares; the screen may go dark.

Threads: the core loop only; the system is asked on a thread of its own, the same for the end as for the beginning.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from meshnet_gui.concurrency.lane import Lane

log = logging.getLogger(__name__)
_T = TypeVar("_T")
TRY_AGAIN_S = 300.0
ANSWER_S = 10.0


class Hold(Protocol):
    """What keeps the system awake until it is let go. ``active``: whether the system has agreed."""

    @property
    def active(self) -> bool: ...
    def __enter__(self) -> object: ...
    def __exit__(self, kind: None, exc: None, tb: None) -> object: ...


def keep_running() -> Hold:
    """By whatever this system has for it; the library comes in with the first call."""
    from wakepy import keep  # type: ignore[import-untyped,unused-ignore]

    hold: Hold = keep.running(on_fail="pass")
    return hold


class Awake:
    """``want`` it or not, as often as you like."""

    def __init__(self, make: Callable[[], Hold] = keep_running, clock: Callable[[], float] = time.monotonic) -> None:
        self._make = make
        self._clock = clock
        self._lane: Lane | None = None
        self._hold: Hold | None = None
        self._try_at = float("-inf")
        self._changing = asyncio.Lock()

    @property
    def is_on(self) -> bool:
        """Whether the system is kept from sleeping."""
        return self._hold is not None

    async def want(self, on: bool) -> None:
        """Where the system does not agree, it is asked again only after a while."""
        async with self._changing:
            if on and self._hold is None and self._clock() >= self._try_at:
                self._try_at = self._clock() + TRY_AGAIN_S
                self._hold = await self._run(self._take)
            elif not on and self._hold is not None:
                hold, self._hold, self._try_at = self._hold, None, float("-inf")
                await self._run(lambda: _let_go(hold))

    async def close(self) -> None:
        """Lets the system sleep again. A second call does nothing."""
        await self.want(False)
        if self._lane is not None:
            self._lane.close()
            self._lane = None

    def _take(self) -> Hold | None:
        hold = self._make()
        hold.__enter__()
        if not hold.active:
            log.info("this system cannot be kept from sleeping")
            hold.__exit__(None, None, None)
            return None
        log.info("keeping this computer awake while it shares")
        return hold

    async def _run(self, call: Callable[[], _T]) -> _T | None:
        if self._lane is None:
            self._lane = Lane("meshnet-awake")
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._lane.run(call)
        except Exception as exc:  # whatever a system's services come up with: sharing goes on
            log.info("the system did not say whether it stays awake (%s)", type(exc).__name__)
            return None


def _let_go(hold: Hold) -> None:
    hold.__exit__(None, None, None)
