"""When to share, by the days of the week: ``mon-fri 22:00-07:00``, ``sat,sun``, ``12:00-13:30``.

An entry is some days, a time of day, or both; it holds from its beginning on each of its days, over midnight where it
ends earlier than it begins. All is by the clock on the wall, so a night that is an hour longer or shorter changes
nothing. Knows no clock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_MINUTES = 24 * 60
WEEK_MINUTES = 7 * DAY_MINUTES
MAX_ENTRIES = 100  # a week of single hours, every other one, makes fewer
_TIMES = re.compile(r"([0-9]{1,2}):([0-9]{2})\s*-\s*([0-9]{1,2}):([0-9]{2})")


@dataclass(frozen=True, slots=True)
class Schedule:
    """The minutes of a week, from Monday 00:00 on, in which to share. ``spans`` are half-open, in order and apart."""

    spans: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, entries: Sequence[str]) -> Schedule:
        """No entry at all means at all times. Raises ValueError with a reason for a person."""
        if len(entries) > MAX_ENTRIES:
            raise ValueError(f"there are more than {MAX_ENTRIES} entries")
        if not entries:
            return cls(((0, WEEK_MINUTES),))
        return cls(_joined(span for entry in entries for span in _spans_of(entry)))

    def allows(self, weekday: int, minute: int) -> bool:
        """Whether it is a time to share; ``weekday`` counts from Monday = 0, ``minute`` from midnight."""
        now = (weekday * DAY_MINUTES + minute) % WEEK_MINUTES
        return any(start <= now < end for start, end in self.spans)

    def next_change(self, weekday: int, minute: int) -> tuple[int, int] | None:
        """When that is over or begins, as weekday and minute; None where it never changes."""
        now = (weekday * DAY_MINUTES + minute) % WEEK_MINUTES
        edges = {edge % WEEK_MINUTES for span in self.spans for edge in span if not self._is_inside(edge)}
        if not edges:
            return None
        return divmod((now + min((edge - now - 1) % WEEK_MINUTES + 1 for edge in edges)) % WEEK_MINUTES, DAY_MINUTES)

    def hours(self) -> tuple[tuple[bool, ...], ...]:
        """For each day, Monday first, whether all of each hour is a time to share."""
        return tuple(tuple(self._has_hour(day * 24 + hour) for hour in range(24)) for day in range(7))

    def _is_inside(self, edge: int) -> bool:
        """Whether the week goes on without a break there: Sunday's midnight, with times to share on both sides."""
        return edge in (0, WEEK_MINUTES) and self.spans[0][0] == 0 and self.spans[-1][1] == WEEK_MINUTES

    def _has_hour(self, hour: int) -> bool:
        return any(start <= hour * 60 and (hour + 1) * 60 <= end for start, end in self.spans)


def what_is_wrong(entries: Sequence[str]) -> str:
    """Why these entries are no schedule; empty where they are one."""
    try:
        Schedule.parse(entries)
    except ValueError as reason:
        return str(reason)
    return ""


def entries_of(hours: Sequence[Sequence[bool]]) -> tuple[str, ...]:
    """The entries for whole hours of each day, Monday first; days that are alike share theirs.

    All hours make no entry: that is at all times. Raises ValueError where there is no hour at all, which no entry says.
    """
    if all(all(day) for day in hours):
        return ()
    if not any(any(day) for day in hours):
        raise ValueError("there is no time at all at which to share: choose an hour, or pause sharing")
    days_of: dict[tuple[int, int], list[int]] = {}
    for start, end in _joined(_chosen_hours(hours)):
        day, begins = divmod(start, DAY_MINUTES)
        while end - day * DAY_MINUTES > DAY_MINUTES + begins:  # longer than a day: a whole day each time
            days_of.setdefault((begins, begins), []).append(day)
            day += 1
        days_of.setdefault((begins, (end - day * DAY_MINUTES) % DAY_MINUTES), []).append(day)
    return tuple(_entry(days, *times) for times, days in sorted(days_of.items(), key=lambda item: (item[1], item[0])))


def clock_text(minute: int) -> str:
    """``1320`` -> ``22:00``."""
    return f"{minute // 60:02}:{minute % 60:02}"


def _chosen_hours(hours: Sequence[Sequence[bool]]) -> Iterable[tuple[int, int]]:
    for day, chosen in enumerate(hours):
        for hour, is_chosen in enumerate(chosen):
            if is_chosen:
                start = day * DAY_MINUTES + hour * 60
                yield start, start + 60


def _entry(days: Sequence[int], start: int, end: int) -> str:
    words = "" if len(days) == len(DAYS) else _days_text(days)
    if (start, end) == (0, 0):
        return words or "mon-sun"
    return f"{words} {clock_text(start)}-{clock_text(end)}".strip()


def _days_text(days: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for day in days:
        if runs and day == runs[-1][-1] + 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    return ",".join(DAYS[run[0]] if len(run) == 1 else f"{DAYS[run[0]]}-{DAYS[run[-1]]}" for run in runs)


def _joined(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """In order, those that meet or overlap as one; what goes beyond Sunday goes on at Monday."""
    pieces: list[tuple[int, int]] = []
    for start, end in spans:
        pieces.append((start, min(end, WEEK_MINUTES)))
        if end > WEEK_MINUTES:
            pieces.append((0, end - WEEK_MINUTES))
    joined: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return tuple(joined)


def _spans_of(entry: str) -> Iterable[tuple[int, int]]:
    text = entry.strip().lower()
    times = _TIMES.search(text)
    if times is not None and text[times.end() :].strip():
        raise ValueError(f"{entry[:40]!r} goes on after its times")
    days = _days(text[: times.start()].strip() if times is not None else text, entry, has_times=times is not None)
    start, end = (_minute(times[1], times[2], entry), _minute(times[3], times[4], entry)) if times else (0, DAY_MINUTES)
    if start == DAY_MINUTES:
        raise ValueError(f"{entry[:40]!r} begins at 24:00: take 00:00 of the next day")
    length = (end - start) % DAY_MINUTES or DAY_MINUTES
    return [(day * DAY_MINUTES + start, day * DAY_MINUTES + start + length) for day in days]


def _minute(hour: str, minute: str, entry: str) -> int:
    value = int(hour) * 60 + int(minute)
    if int(minute) > 59 or value > DAY_MINUTES:
        raise ValueError(f"{entry[:40]!r} has a time that no clock shows")
    return value


def _days(text: str, entry: str, *, has_times: bool) -> Iterable[int]:
    if not text and has_times:
        return range(7)
    days: set[int] = set()
    for part in text.split(","):
        names = [name.strip() for name in part.split("-")]
        if len(names) > 2 or any(name not in DAYS for name in names):
            raise ValueError(f"{entry[:40]!r} is nothing like mon-fri 22:00-07:00")
        first, last = DAYS.index(names[0]), DAYS.index(names[-1])
        days.update(day % 7 for day in range(first, last + 1 + (7 if last < first else 0)))
    return sorted(days)
