"""Pauses of sharing for a time: which ones there are to choose from, and until when each would last, in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from PySide6.QtCore import QLocale

from meshnet_gui.gui.amounts import clock_text, date_text
from meshnet_gui.gui.translation import tr

HOUR_S = 3600
_MORNING = time(8)
_WITHOUT_DAY = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class PauseChoice:
    """What a button says, and for how long it pauses."""

    text: str
    seconds: float


def pause_choices(now: datetime | None = None) -> tuple[PauseChoice, ...]:
    """One hour, four hours, and until tomorrow morning. ``now`` is local and without a time zone."""
    now = now or datetime.now()
    started = now.timestamp()

    def until(seconds: float) -> str:
        return until_text(started + seconds, now)

    morning = datetime.combine(now.date() + timedelta(days=1), _MORNING).timestamp() - started
    return (
        PauseChoice(tr("Pause for 1 hour (until {time})", time=until(HOUR_S)), HOUR_S),
        PauseChoice(tr("Pause for 4 hours (until {time})", time=until(4 * HOUR_S)), 4 * HOUR_S),
        PauseChoice(tr("Pause until tomorrow ({time})", time=until(morning)), morning),
    )


def until_text(timestamp: float, now: datetime | None = None) -> str:
    """``15:40``, or with its day where that is another one and far off: ``Tue 08:00``; as the language has it."""
    now = now or datetime.now()
    when = datetime.fromtimestamp(timestamp)
    clock = clock_text(when)
    if when.date() == now.date() or when - now < _WITHOUT_DAY:
        return clock
    return tr("{day} {time}", day=_day_text(when, now.date()), time=clock)


def _day_text(when: datetime, today: date) -> str:
    if when.date() - today < timedelta(days=7):
        return QLocale().dayName(when.isoweekday(), QLocale.FormatType.ShortFormat)
    return date_text(when)
