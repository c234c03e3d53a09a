"""The hours of a week as a grid of seven days: painted with the mouse, or with the arrow keys and space."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from meshnet_gui.gui.theme import colors_of
from meshnet_gui.gui.translation import tr

DAYS, HOURS = 7, 24
_GAP = 1.0
_EACH = 3  # so many hours from one label to the next
_MOVES = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
Week = tuple[tuple[bool, ...], ...]
ALWAYS: Week = ((True,) * HOURS,) * DAYS


class WeekGrid(QWidget):
    """``painted`` follows each change by a person. Shift with an arrow key carries the cursor's state along."""

    painted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Hours of the week at which to share"))
        self.setMouseTracking(True)
        self._hours = [list(day) for day in ALWAYS]
        self._partly: Week = ((False,) * HOURS,) * DAYS
        self.cursor_at = (0, 0)
        self._brush: bool | None = None
        self._tell_cursor()

    def hours(self) -> Week:
        return tuple(tuple(day) for day in self._hours)

    def show_hours(self, hours: Sequence[Sequence[bool]], partly: Sequence[Sequence[bool]]) -> None:
        """``partly`` are hours of which some minutes belong to it; they are drawn, and go with the next painting."""
        self._hours = [list(day) for day in hours]
        self._partly = tuple(tuple(day) for day in partly)
        self._tell_cursor()
        self.update()

    def sizeHint(self) -> QSize:
        letter = self.fontMetrics()
        return QSize(self._left() + HOURS * letter.height(), self._top() + DAYS * (letter.height() + 6) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._left() + HOURS * 8, self.sizeHint().height())

    def cell_rect(self, day: int, hour: int) -> QRectF:
        """Where an hour is drawn."""
        wide = (self.width() - self._left() - 2) / HOURS
        high = (self.height() - self._top() - 2) / DAYS
        left, top = self._left() + hour * wide, self._top() + day * high
        return QRectF(left + _GAP, top + _GAP, wide - 2 * _GAP, high - 2 * _GAP)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._cell_at(event.position())
        if at is not None and event.button() == Qt.MouseButton.LeftButton:
            self._brush = not self._hours[at[0]][at[1]]
            self._paint_cell(at)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._cell_at(event.position())
        if at is None:
            return
        self.setToolTip(self._words(at))
        if self._brush is not None and at != self.cursor_at:
            self._paint_cell(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._brush = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        day, hour = self.cursor_at
        if key in _MOVES:
            self._brush = self._hours[day][hour] if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else None
            down, right = _MOVES[key]
            self._go(((day + down) % DAYS, (hour + right) % HOURS))
            self._brush = None
        elif key == Qt.Key.Key_Space:
            self._brush = not self._hours[day][hour]
            self._paint_cell(self.cursor_at)
            self._brush = None
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._go((day, 0 if key == Qt.Key.Key_Home else HOURS - 1))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, painter = colors_of(self), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_labels(painter, QColor(colors.muted))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        for day in range(DAYS):
            for hour in range(HOURS):
                cell = self.cell_rect(day, hour)
                painter.setBrush(QColor(colors.accent if self._hours[day][hour] else colors.track))
                painter.drawRoundedRect(cell, 2, 2)
                if self._partly[day][hour]:
                    painter.setBrush(QColor(colors.accent))
                    painter.drawRoundedRect(cell.adjusted(0, cell.height() / 2, 0, 0), 2, 2)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.text), 2))  # around the cell: on it, it would be hard to see
            painter.drawRoundedRect(self.cell_rect(*self.cursor_at).adjusted(-1, -1, 1, 1), 3, 3)
        painter.end()

    def _paint_labels(self, painter: QPainter, color: QColor) -> None:
        painter.setPen(color)
        middle = Qt.AlignmentFlag.AlignVCenter
        for day in range(DAYS):
            place = self.cell_rect(day, 0)
            place.setLeft(0)
            place.setRight(self._left() - 6)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | middle, _day_name(day))
        for hour in range(0, HOURS, _EACH):
            place = self.cell_rect(0, hour)
            painter.drawText(QPointF(place.left(), self._top() - 5), f"{hour:02}")

    def _paint_cell(self, at: tuple[int, int]) -> None:
        if self._brush is None:
            return
        self._hours[at[0]][at[1]] = self._brush
        self._partly = ((False,) * HOURS,) * DAYS
        self._go(at, paints=False)
        self.painted.emit()

    def _go(self, at: tuple[int, int], *, paints: bool = True) -> None:
        self.cursor_at = at
        self._tell_cursor()
        self.update()
        if paints:
            self._paint_cell(at)

    def _tell_cursor(self) -> None:
        """For who does not see it."""
        self.setAccessibleDescription(self._words(self.cursor_at))

    def _words(self, at: tuple[int, int]) -> str:
        day, hour = at
        name = QLocale().dayName(day + 1, QLocale.FormatType.LongFormat)
        values = {"day": name, "start": f"{hour:02}:00", "end": f"{hour + 1:02}:00"}
        if self._hours[day][hour]:
            return tr("{day} {start} to {end}: shares", **values)
        return tr("{day} {start} to {end}: does not share", **values)

    def _cell_at(self, place: QPointF) -> tuple[int, int] | None:
        hour = int((place.x() - self._left()) * HOURS // max(1, self.width() - self._left() - 2))
        day = int((place.y() - self._top()) * DAYS // max(1, self.height() - self._top() - 2))
        return (day, hour) if 0 <= hour < HOURS and 0 <= day < DAYS else None

    def _left(self) -> int:
        return max(self.fontMetrics().horizontalAdvance(_day_name(day)) for day in range(DAYS)) + 10

    def _top(self) -> int:
        return self.fontMetrics().height() + 4


def _day_name(day: int) -> str:
    return QLocale().dayName(day + 1, QLocale.FormatType.ShortFormat)
