"""Plots by a painter of our own: a line over time, and bars; with axes, a cursor for mouse and keys, and in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy

from meshnet_gui.gui.axis import Axis, number_axis, thinned
from meshnet_gui.gui.marks import MarksWidget
from meshnet_gui.gui.theme import Colors, colors_of

MAX_POINTS = 2000
_SMALL = 0.9  # of the widget's font
_LINES = 7.0  # the least height, in lines of text
_TO_THE_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class Plot(MarksWidget):
    """What both kinds share. A subclass says where its marks are, what they mean in words, and draws them.

    The cursor stands at the mark nearest to the mouse; with the keyboard the arrow keys, Home and End move it. What it
    stands at is written above the plot and told to screen readers.
    """

    BEGINS_AT_END = True  # what is newest stands there

    def __init__(self, name: str, value_words: Callable[[float], str]) -> None:
        """``value_words`` writes a number of the vertical axis."""
        super().__init__(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._value_words = value_words
        self._summary = ""
        self._empty = ""
        self.axis = number_axis(0.0)

    # -- for subclasses -------------------------------------------------------------------------------------------

    def _place(self, index: int, box: QRectF) -> float:
        """The middle of a mark on the horizontal axis."""
        raise NotImplementedError

    def _paint_marks(self, painter: QPainter, box: QRectF, colors: Colors) -> None:
        raise NotImplementedError

    def _labels(self) -> tuple[tuple[float, str], ...]:
        """What is written below the horizontal axis, by its share of the width."""
        raise NotImplementedError

    def _changed(self, axis: Axis, summary: str, empty: str) -> None:
        self.axis, self._summary, self._empty = axis, summary, empty
        self.move_cursor(self.cursor_at)
        self.marks_changed()

    # -- for everybody --------------------------------------------------------------------------------------------

    def move_cursor(self, index: int | None) -> None:
        super().move_cursor(None if self._empty else index)

    def all_words(self) -> str:
        return self._empty or self._summary

    def box(self) -> QRectF:
        """The area between the axes."""
        metrics = QFontMetricsF(self._small_font())
        left = max(metrics.horizontalAdvance(self._value_words(tick)) for tick in self.axis.ticks) + 8
        line = metrics.height()
        return QRectF(left, line + 4, max(1.0, self.width() - left - 4), max(1.0, self.height() - 2 * line - 12))

    def sizeHint(self) -> QSize:
        height = QFontMetricsF(self._small_font()).height()
        return QSize(round(24 * height), round(height * (_LINES + 1)))

    def minimumSizeHint(self) -> QSize:
        height = QFontMetricsF(self._small_font()).height()
        return QSize(round(10 * height), round(height * _LINES))

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, box = colors_of(self), self.box()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._small_font())
        self._paint_axes(painter, box, colors)
        if self._empty:
            painter.setPen(QColor(colors.muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(box.adjusted(8, 0, -8, 0), flags, self._empty)
        else:
            self._paint_marks(painter, box, colors)
            self._paint_cursor(painter, box, colors)
        self.paint_focus(painter, colors)
        painter.end()

    def _paint_axes(self, painter: QPainter, box: QRectF, colors: Colors) -> None:
        metrics = painter.fontMetrics()
        for tick in self.axis.ticks:
            y = box.bottom() - box.height() * tick / self.axis.top
            painter.setPen(QColor(colors.border if tick == 0 else colors.hairline))
            painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
            painter.setPen(QColor(colors.muted))
            label = QRectF(0, y - metrics.height() / 2, box.left() - 6, metrics.height())
            painter.drawText(
                label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._value_words(tick)
            )
        labels = self._labels()
        widths = [metrics.horizontalAdvance(text) + 2.0 for _, text in labels]
        middles = [
            min(max(box.left() + box.width() * share, box.left() + width / 2), box.right() - width / 2)
            for (share, _), width in zip(labels, widths, strict=True)
        ]
        for index in thinned(widths, middles, gap=8):
            place = QRectF(middles[index] - widths[index] / 2, box.bottom() + 4, widths[index], metrics.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, labels[index][1])

    def _paint_cursor(self, painter: QPainter, box: QRectF, colors: Colors) -> None:
        if self.cursor_at is None:
            return
        x = self._place(self.cursor_at, box)
        painter.setPen(QPen(QColor(colors.muted), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        painter.setPen(QColor(colors.text))
        top = QRectF(0, 0, self.width() - 4, box.top() - 2)
        words = painter.fontMetrics().elidedText(self.readout, Qt.TextElideMode.ElideRight, round(top.width()))
        painter.drawText(top, _TO_THE_RIGHT, words)

    def mark_at(self, point: QPointF) -> int | None:
        """The one nearest to it, however far above or below."""
        x = point.x()
        num, box = self.num_marks(), self.box()
        if not num or self._empty:
            return None
        low, high = 0, num - 1
        while low < high:  # the first mark at or right of x
            middle = (low + high) // 2
            if self._place(middle, box) < x:
                low = middle + 1
            else:
                high = middle
        if low and x - self._place(low - 1, box) < self._place(low, box) - x:
            low -= 1
        return low

    def _small_font(self) -> QFont:
        font = self.font()
        font.setPointSizeF(max(7.0, font.pointSizeF() * _SMALL))
        return font


class LinePlot(Plot):
    """One number over time, up to now."""

    def __init__(
        self, name: str, value_words: Callable[[float], str], words: Callable[[float, float], str], span_s: float
    ) -> None:
        """``words`` says what a point means: the seconds that it is ago, and its value. ``span_s`` fills the width."""
        super().__init__(name, value_words)
        self._words = words
        self._span_s = span_s
        self._ticks: tuple[tuple[float, str], ...] = ()
        self._gap_s = 60.0
        self.points: tuple[tuple[float, float], ...] = ()

    def show_points(
        self,
        points: Sequence[tuple[float, float]],
        axis: Axis,
        *,
        ticks: Sequence[tuple[float, str]] = (),
        summary: str = "",
        empty: str = "",
        gap_s: float = 60.0,
    ) -> None:
        """``points`` are seconds ago and value, oldest first; the line breaks where two are ``gap_s`` apart.

        ``ticks`` are the labels of the time axis by seconds ago. ``summary`` says it all in a sentence; ``empty`` is
        shown in place of a plot that has nothing to show yet.
        """
        self.points = tuple(points[-MAX_POINTS:])
        self._ticks, self._gap_s = tuple(ticks), gap_s
        self._changed(axis, summary, empty)

    def num_marks(self) -> int:
        return len(self.points)

    def words_at(self, index: int) -> str:
        return self._words(*self.points[index])

    def _place(self, index: int, box: QRectF) -> float:
        return box.left() + box.width() * (1 - min(self.points[index][0], self._span_s) / self._span_s)

    def _labels(self) -> tuple[tuple[float, str], ...]:
        return tuple((1 - ago_s / self._span_s, text) for ago_s, text in self._ticks)

    def _paint_marks(self, painter: QPainter, box: QRectF, colors: Colors) -> None:
        fill = QColor(colors.accent)
        fill.setAlphaF(0.16)
        for stretch in self._stretches(box):
            area = QPolygonF([QPointF(stretch[0].x(), box.bottom()), *stretch, QPointF(stretch[-1].x(), box.bottom())])
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawPolygon(area)
            painter.setPen(QPen(QColor(colors.accent), 1.8))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(stretch)
        if self.cursor_at is not None:
            painter.setPen(QPen(QColor(colors.surface), 2))
            painter.setBrush(QColor(colors.accent))
            painter.drawEllipse(QPointF(self._place(self.cursor_at, box), self._height(self.cursor_at, box)), 4.5, 4.5)

    def _stretches(self, box: QRectF) -> list[list[QPointF]]:
        stretches: list[list[QPointF]] = []
        before = None
        for index, (ago_s, _) in enumerate(self.points):
            if before is None or before - ago_s > self._gap_s:
                stretches.append([])
            stretches[-1].append(QPointF(self._place(index, box), self._height(index, box)))
            before = ago_s
        return stretches

    def _height(self, index: int, box: QRectF) -> float:
        return box.bottom() - box.height() * min(1.0, max(0.0, self.points[index][1] / self.axis.top))


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: its height, what is written below it, and what it means in words."""

    value: float
    label: str
    words: str


class BarPlot(Plot):
    """One number for each of many days, or whatever else the bars are labelled with."""

    def __init__(self, name: str, value_words: Callable[[float], str]) -> None:
        super().__init__(name, value_words)
        self.bars: tuple[Bar, ...] = ()

    def show_bars(self, bars: Sequence[Bar], axis: Axis, *, summary: str = "", empty: str = "") -> None:
        """Like ``LinePlot.show_points``; the newest bar comes last."""
        self.bars = tuple(bars[-MAX_POINTS:])
        self._changed(axis, summary, empty)

    def num_marks(self) -> int:
        return len(self.bars)

    def words_at(self, index: int) -> str:
        return self.bars[index].words

    def _place(self, index: int, box: QRectF) -> float:
        return box.left() + box.width() * (index + 0.5) / len(self.bars)

    def _labels(self) -> tuple[tuple[float, str], ...]:
        num = len(self.bars)
        return tuple(((index + 0.5) / num, bar.label) for index, bar in enumerate(self.bars) if bar.label)

    def _paint_marks(self, painter: QPainter, box: QRectF, colors: Colors) -> None:
        room = box.width() / max(1, len(self.bars))
        width = min(36.0, max(1.0, room * 0.7))
        for index, bar in enumerate(self.bars):
            if bar.value <= 0:
                continue
            height = max(2.0, box.height() * min(1.0, bar.value / self.axis.top))
            here = index == self.cursor_at
            painter.setPen(QPen(QColor(colors.text), 2) if here else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.accent))
            left = self._place(index, box) - width / 2
            radius = min(3.0, width / 3)
            painter.drawRoundedRect(QRectF(left, box.bottom() - height, width, height), radius, radius)
