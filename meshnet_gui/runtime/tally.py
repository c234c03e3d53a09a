"""Adds up by day what the node gives to others, and keeps the sums on the disk from minute to minute.

What cannot be written now (a full disk, a file of a newer version) stays in memory and is tried again; it is in every
answer all the same.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from meshnet_gui.concurrency.lane import Lane
from meshnet_gui.errors import MeshnetError
from meshnet_gui.node.service import NodeService
from meshnet_gui.runtime.snapshot import DayTotals

if TYPE_CHECKING:
    from meshnet_gui.archive.totals import Day, Totals

log = logging.getLogger(__name__)

SAVE_EVERY_S = 60.0
CLOSE_S = 2.0
_TOO_LONG_S = 60.0  # so long without a look, and the computer slept: it answered nobody


@dataclass(frozen=True, slots=True)
class Counts:
    """What was given since the program started; each only ever grows."""

    num_tokens: int = 0
    sent_bytes: int = 0
    num_sessions: int = 0


class Tally:
    """Threads: the core loop only; the file is used by a thread of its own, which the first save starts."""

    def __init__(
        self,
        folder: Path | None,
        tell: Callable[[str], None] = lambda text: None,
        today: Callable[[], str] = lambda: date.today().isoformat(),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``folder`` None: nothing is kept longer than this runs. ``tell`` is told what is wrong with the file."""
        self._folder = folder
        self._tell = tell
        self._today = today
        self._clock = clock
        self._lane = Lane("meshnet-totals")
        self._file: Totals | None = None  # used in the lane alone
        self._last: tuple[float, Counts] | None = None
        self._pending: dict[str, Day] = {}
        self._saved_at = clock()
        self._saving: asyncio.Task[None] | None = None
        self._told = ""
        self._said = ""

    def look(self, counts: Counts, *, shares: bool) -> None:
        """Notes what came since the last look; ``shares``: others are answered now. Saves what there is, now and then.

        To be called on the loop, every second or so.
        """
        now = self._clock()
        before_at, before = self._last or (now, counts)
        self._last = now, counts
        passed_s = now - before_at
        shared_s = passed_s if shares and passed_s < _TOO_LONG_S else 0.0
        if counts != before or shared_s:
            self._note(counts, before, shared_s)
        if now - self._saved_at >= SAVE_EVERY_S and self._pending and self._saving is None and self._folder is not None:
            self._saved_at = now
            self._saving = asyncio.create_task(self._save(), name="totals")

    async def days(self, num_days: int) -> tuple[DayTotals, ...]:
        """The last days that anything was given on, oldest first, up to this moment. Raises MachineError."""
        if self._saving is not None:
            await asyncio.wait([self._saving])
        kept: tuple[Day, ...] = ()
        if self._folder is not None:
            file = await self._opened()
            kept = await self._lane.run(lambda: file.days(num_days))
            self._say(file.notice)
        days = {day.day: day for day in kept}
        for name, day in self._pending.items():
            days[name] = days[name].plus(day) if name in days else day
        last = sorted(days.values(), key=lambda day: day.day)[-num_days:] if num_days > 0 else []
        return tuple(DayTotals(d.day, d.tokens, d.shared_s, d.sent_bytes, d.num_sessions) for d in last)

    async def close(self) -> None:
        """Saves what there is, within ``CLOSE_S``."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                if self._saving is not None:
                    await asyncio.wait([self._saving])
                if self._pending and self._folder is not None:
                    await self._save()
                if self._file is not None:
                    await self._lane.run(self._file.close)
        if self._saving is not None:
            self._saving.cancel()
            await asyncio.wait([self._saving])
        self._lane.close()

    # -- inside ---------------------------------------------------------------------------------------------------

    def _note(self, counts: Counts, before: Counts, shared_s: float) -> None:
        from meshnet_gui.archive.totals import Day

        name = self._today()
        more = Day(
            name,
            counts.num_tokens - before.num_tokens,
            shared_s,
            counts.sent_bytes - before.sent_bytes,
            counts.num_sessions - before.num_sessions,
        )
        self._pending[name] = self._pending[name].plus(more) if name in self._pending else more

    async def _save(self) -> None:
        """What is added meanwhile waits for the next time; what cannot be saved is pending again."""
        taken, self._pending = self._pending, {}
        try:
            file = await self._opened()
            await self._lane.run(lambda: file.add(taken.values()))
            self._say(file.notice)
            self._told = ""
        except MeshnetError as exc:
            self._take_back(taken)
            if exc.text != self._told:
                self._told = exc.text
                log.warning("the totals are kept in memory for now: %s", exc.text)
        except RuntimeError:  # closed meanwhile
            self._take_back(taken)
        finally:
            self._saving = None

    def _take_back(self, days: dict[str, Day]) -> None:
        for name, day in days.items():
            self._pending[name] = day.plus(self._pending[name]) if name in self._pending else day

    async def _opened(self) -> Totals:
        def open_file() -> Totals:
            from meshnet_gui.archive.totals import Totals

            assert self._folder is not None
            return Totals(self._folder)

        if self._file is None:
            self._file = await self._lane.run(open_file)
            self._say(self._file.notice)
        return self._file

    def _say(self, notice: str) -> None:
        """Each notice once: the file gets another one where damage is found later."""
        if notice != self._said:
            self._said = notice
            self._tell(notice)


def counts_of(service: NodeService) -> Counts:
    """What our node has given to others until now."""
    given = service.given
    return Counts(given.num_tokens, service.weights_sent_bytes + given.num_bytes, given.num_sessions)
