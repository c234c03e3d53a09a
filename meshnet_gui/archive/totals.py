"""What this computer gave on each day, in a SQLite file of its own. Knows no clock and not what is counted."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from meshnet_gui.archive.database import Layout, begin_anew, is_damage, open_database
from meshnet_gui.errors import MeshnetError

log = logging.getLogger(__name__)
_T = TypeVar("_T")

MAX_DAYS = 3660
_MOST = 2**62  # what a column is kept below, whatever a file or a counter says


@dataclass(frozen=True, slots=True)
class Day:
    """One day's sums; ``day`` is like ``2026-11-30``, in the time zone that held then."""

    day: str
    tokens: int = 0
    shared_s: float = 0.0
    sent_bytes: int = 0
    num_sessions: int = 0

    def plus(self, other: Day) -> Day:
        """Both together, for the day of this one."""
        return Day(
            self.day,
            self.tokens + other.tokens,
            self.shared_s + other.shared_s,
            self.sent_bytes + other.sent_bytes,
            self.num_sessions + other.num_sessions,
        )


def _first(connection: sqlite3.Connection) -> None:
    connection.execute(
        "CREATE TABLE days (day TEXT PRIMARY KEY, tokens INTEGER NOT NULL DEFAULT 0, shared_s REAL NOT NULL DEFAULT 0,"
        " sent_bytes INTEGER NOT NULL DEFAULT 0, num_sessions INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID"
    )


LAYOUT = Layout("totals.sqlite3", (_first,))


class Totals:
    """The open file; a fresh one as soon as it is found to be damaged. ``notice`` is for the user.

    Threads: only the one that made it.
    """

    def __init__(self, folder: Path) -> None:
        self._database = open_database(folder, LAYOUT)

    @property
    def notice(self) -> str:
        return self._database.notice

    def add(self, days: Iterable[Day]) -> None:
        """Adds to each day's sums; what is too old to be shown goes. Raises MachineError and DiskFull; then nothing is
        added."""
        kept = tuple(days)
        self._mended(lambda: self._add(kept))

    def days(self, num_days: int) -> tuple[Day, ...]:
        """The last days that anything was given on, oldest first. Raises MachineError."""
        return self._mended(lambda: self._days(num_days))

    def close(self) -> None:
        self._database.close()

    def _mended(self, call: Callable[[], _T]) -> _T:
        """Once more where the file was found to be damaged, and is not any more."""
        try:
            return call()
        except MeshnetError as exc:
            if not is_damage(exc.__cause__):
                raise
            log.info("the totals are damaged: %s", exc.__cause__)
        self._database.close()
        self._database = begin_anew(self._database.path, LAYOUT)
        return call()

    def _add(self, days: Iterable[Day]) -> None:
        with self._database.transaction() as connection:
            connection.executemany(
                "INSERT INTO days VALUES (?, ?, ?, ?, ?) ON CONFLICT (day) DO UPDATE SET"
                f" tokens = min({_MOST}, tokens + excluded.tokens), shared_s = shared_s + excluded.shared_s,"
                f" sent_bytes = min({_MOST}, sent_bytes + excluded.sent_bytes),"
                f" num_sessions = min({_MOST}, num_sessions + excluded.num_sessions)",
                [(d.day, min(d.tokens, _MOST), d.shared_s, min(d.sent_bytes, _MOST), d.num_sessions) for d in days],
            )
            connection.execute(
                "DELETE FROM days WHERE day <= (SELECT day FROM days ORDER BY day DESC LIMIT 1 OFFSET ?)", (MAX_DAYS,)
            )

    def _days(self, num_days: int) -> tuple[Day, ...]:
        rows = self._database.rows(
            "SELECT day, tokens, shared_s, sent_bytes, num_sessions FROM days ORDER BY day DESC LIMIT ?",
            (max(0, min(num_days, MAX_DAYS)),),
        )
        return tuple(_readable(reversed(rows)))


def _readable(rows: Iterable[Any]) -> Iterator[Day]:
    """Without rows that are no days, as damage leaves them where SQLite sees none."""
    for day, tokens, shared_s, sent_bytes, num_sessions in rows:
        with suppress(TypeError, ValueError, OverflowError):
            name = date.fromisoformat(day).isoformat()
            yield Day(name, int(tokens), float(min(shared_s, _MOST)), int(sent_bytes), int(num_sessions))
