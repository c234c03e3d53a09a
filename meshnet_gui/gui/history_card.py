"""The node's last hour: tokens a second, what is handed to others, and free memory, each as a line over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from meshnet_gui.gui.amounts import bytes_text, clock_text, number_text
from meshnet_gui.gui.axis import number_axis
from meshnet_gui.gui.plot import LinePlot
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import PlainLabel, row
from meshnet_gui.runtime.snapshot import Sample, Snapshot

HOUR_S = 3600.0
_GAP_S = 30.0
_MB = 1e6
_Value = Callable[[Sample], float]


class HistoryCard(QFrame):
    """Three plots below each other. They follow the snapshot's samples and are drawn anew only when these change."""

    def __init__(self, now: Callable[[], datetime] = datetime.now) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._shown: tuple[Sample, ...] | None = None
        self.tokens = TimeLine(
            tr("Tokens per second"), _tokens_text, lambda sample: sample.tokens_per_s, now, least=1.0, tells_most=True
        )
        self.sent = TimeLine(
            tr("Sent to others"), _rate_text, lambda sample: sample.sent_bytes_per_s, now, least=1000.0, tells_most=True
        )
        self.memory = TimeLine(
            tr("Free memory"), bytes_text, lambda sample: float(sample.free_bytes), now, least=_MB, tells_most=False
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel(tr("The last hour"), "heading"))
        for line in (self.tokens, self.sent, self.memory):
            layout.addWidget(line, 1)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.recent is self._shown:
            return
        self._shown = snapshot.recent
        for line in (self.tokens, self.sent, self.memory):
            line.show_samples(snapshot.recent)


class TimeLine(QWidget):
    """A title, the newest value, and the plot."""

    def __init__(
        self,
        title: str,
        words: Callable[[float], str],
        value: _Value,
        now: Callable[[], datetime],
        *,
        least: float,
        tells_most: bool,
    ) -> None:
        """``least`` is the lowest top of the axis; ``tells_most``: the highest value is told, else the lowest."""
        super().__init__()
        self._title, self._words, self._value, self._now = title, words, value, now
        self._least, self._tells_most = least, tells_most
        self.newest = PlainLabel("", "strong")
        self.plot = LinePlot(title, words, self._reading, HOUR_S)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row(PlainLabel(title, "section"), 1, self.newest))
        layout.addWidget(self.plot, 1)
        self.show_samples(())

    def show_samples(self, samples: Sequence[Sample]) -> None:
        points = [(sample.ago_s, self._value(sample)) for sample in samples]
        values = [value for _, value in points]
        self.newest.setText(self._words(values[-1]) if values else "")
        self.plot.show_points(
            points,
            number_axis(max(values, default=0.0), self._least, most_ticks=3),
            ticks=_ticks(),
            summary=self._summary(values),
            empty="" if values else tr("Nothing was measured yet."),
            gap_s=_GAP_S,
        )

    def _summary(self, values: Sequence[float]) -> str:
        if not values:
            return ""
        newest = self._words(values[-1])
        if self._tells_most:
            return tr("Now {value}, at most {most} in the last hour.", value=newest, most=self._words(max(values)))
        return tr("Now {value}, at least {least} in the last hour.", value=newest, least=self._words(min(values)))

    def _reading(self, ago_s: float, value: float) -> str:
        moment = self._now() - timedelta(seconds=ago_s)
        return tr("{time}: {value}", time=clock_text(moment), value=self._words(value))


def _ticks() -> tuple[tuple[float, str], ...]:
    past = tuple((60.0 * minutes, tr("{minutes} min ago", minutes=minutes)) for minutes in (60, 45, 30, 15))
    return (*past, (0.0, tr("now")))


def _tokens_text(tokens_per_s: float) -> str:
    decimals = 1 if 0 < tokens_per_s < 10 and tokens_per_s != round(tokens_per_s) else 0
    return tr("{number} tokens/s", number=number_text(float(tokens_per_s), decimals))


def _rate_text(bytes_per_s: float) -> str:
    return tr("{amount}/s", amount=bytes_text(bytes_per_s))
