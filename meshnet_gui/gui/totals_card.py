"""What this computer gave by day: tokens, time and bytes, as bars over the last week, month or year."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QDate, QLocale
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import bytes_text, duration_text, number_text
from meshnet_gui.gui.axis import Axis, duration_axis, number_axis
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.plot import Bar, BarPlot
from meshnet_gui.gui.segments import Segments
from meshnet_gui.gui.translation import sentence, tr, tr_count
from meshnet_gui.gui.widgets import ElidedLabel, PlainLabel, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import DayTotals, Snapshot

YEAR = 365
_ANEW_S = 30.0  # while it is shown


@dataclass(frozen=True, slots=True)
class _Kind:
    """One number of a day: how it is read, written and measured."""

    value: Callable[[DayTotals], float]
    words: Callable[[float], str]
    axis: Callable[[float], Axis]


_KINDS = {
    "tokens": _Kind(lambda day: float(day.tokens), lambda number: number_text(round(number)), number_axis),
    "time": _Kind(lambda day: day.shared_s, duration_text, duration_axis),
    "bytes": _Kind(lambda day: float(day.sent_bytes), bytes_text, lambda highest: number_axis(highest, 1000.0)),
}


class TotalsCard(QFrame):
    """The bars, two choices, and the sums in a sentence. It asks the core when it is shown, and now and then after."""

    def __init__(
        self,
        commands: Commands,
        bridge: Bridge,
        today: Callable[[], date] = date.today,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands, self._bridge, self._today, self._clock = commands, bridge, today, clock
        self._days: dict[str, DayTotals] | None = None
        self._asked_at: float | None = None
        self._is_asking = False
        self.kind = Segments(
            tr("What to show"),
            [(tr("Tokens"), "tokens"), (tr("Time shared"), "time"), (tr("Data sent"), "bytes")],
        )
        self.span = Segments(
            tr("How far back"), [(tr("7 days"), "7"), (tr("30 days"), "30"), (tr("A year"), str(YEAR))]
        )
        self.plot = BarPlot(tr("What this computer gave by day"), lambda value: _KINDS[self.kind.value].words(value))
        self.summary = PlainLabel("", "", wrap=True)
        self.problem = PlainLabel("", "error", wrap=True)
        self.retry = QPushButton(tr("Try again"))
        self.retry.clicked.connect(self.ask)
        self._lay_out()
        for choice in (self.kind, self.span):
            choice.chosen.connect(self._show)
        self._show()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """The snapshot says nothing of days; it is the time to look whether to ask anew."""
        is_due = self._asked_at is None or self._clock() - self._asked_at >= _ANEW_S
        if self.isVisible() and is_due and not snapshot.startup:
            self.ask()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.ask()

    def ask(self) -> None:
        """Asks the core for the days of a year."""
        if self._is_asking:
            return
        self._is_asking, self._asked_at = True, self._clock()
        self.retry.setEnabled(False)
        self._bridge.watch(self._commands.totals(YEAR), self._answered)

    def _answered(self, days: tuple[DayTotals, ...] | None, error: MeshnetError | None) -> None:
        self._is_asking = False
        self.retry.setEnabled(True)
        self.problem.setText(sentence(error_text(error)) if error is not None else "")
        self.problem.setVisible(error is not None)
        self.retry.setVisible(error is not None)
        if error is None:
            self._days = {day.day: day for day in days or ()}
        self._show()

    def _show(self) -> None:
        num_days, kind = int(self.span.value), _KINDS[self.kind.value]
        if self._days is None:
            empty = "" if not self.problem.isHidden() else tr("Adding up…")
            self.summary.setText("")
            self.plot.show_bars((), kind.axis(0.0), empty=empty or tr("The totals could not be read."))
            return
        days = [self._days.get(day.isoformat(), DayTotals(day.isoformat())) for day in self._dates(num_days)]
        values = [kind.value(day) for day in days]
        bars = [_bar(day, kind, num_days) for day in days]
        summary = _summary(days, num_days)
        empty = "" if any(values) else _EMPTY[self.kind.value]()
        self.plot.show_bars(bars, kind.axis(max(values, default=0.0)), summary=summary, empty=empty)
        self.summary.setText(summary)

    def _dates(self, num_days: int) -> list[date]:
        today = self._today()
        return [today - timedelta(days=ago) for ago in range(num_days - 1, -1, -1)]

    def _lay_out(self) -> None:
        self.problem.hide()
        self.retry.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        head = row()
        head.addWidget(ElidedLabel(tr("What this computer gave"), "heading"), 1)
        head.addWidget(self.span)
        layout.addLayout(head)
        layout.addLayout(row(self.kind, 1))
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.summary)
        layout.addLayout(row(self.problem, self.retry))
        layout.setStretchFactor(self.plot, 1)


_EMPTY: dict[str, Callable[[], str]] = {
    "tokens": lambda: tr("No tokens were computed for others in these days."),
    "time": lambda: tr("This computer was not shared in these days."),
    "bytes": lambda: tr("Nothing was sent to others in these days."),
}


def _bar(day: DayTotals, kind: _Kind, num_days: int) -> Bar:
    moment = date.fromisoformat(day.day)
    qt_date, locale = QDate(moment.year, moment.month, moment.day), QLocale()
    short = QLocale.FormatType.ShortFormat
    if num_days <= 7:
        label = locale.dayName(qt_date.dayOfWeek(), short)
    elif num_days <= 31:
        label = locale.toString(qt_date.day())
    else:
        label = locale.monthName(qt_date.month(), short) if qt_date.day() == 1 else ""
    value = kind.value(day)
    return Bar(value, label, tr("{day}: {value}", day=locale.toString(qt_date, short), value=kind.words(value)))


def _summary(days: Sequence[DayTotals], num_days: int) -> str:
    tokens = sum(day.tokens for day in days)
    return tr_count(
        num_days,
        "In {num} day: {tokens} tokens, {sessions} sessions, {time} shared, {size} sent.",
        "In {num} days: {tokens} tokens, {sessions} sessions, {time} shared, {size} sent.",
        tokens=number_text(tokens),
        sessions=number_text(sum(day.num_sessions for day in days)),
        time=duration_text(sum(day.shared_s for day in days)),
        size=bytes_text(sum(day.sent_bytes for day in days)),
    )
