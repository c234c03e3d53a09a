"""A drawn widget with marks that mouse and keys go through one by one; what the cursor stands at is told in words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from meshnet_gui.gui.theme import Colors


class MarksWidget(QWidget):
    """A subclass says how many marks there are, where, what each means in words, and what all of them do."""

    BACK = frozenset({Qt.Key.Key_Left})
    ON = frozenset({Qt.Key.Key_Right})
    BEGINS_AT_END = False  # where the arrow keys begin

    def __init__(self, name: str) -> None:
        super().__init__()
        self.cursor_at: int | None = None
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # -- for subclasses -------------------------------------------------------------------------------------------

    def num_marks(self) -> int:
        raise NotImplementedError

    def mark_at(self, point: QPointF) -> int | None:
        """The mark that the mouse means there."""
        raise NotImplementedError

    def words_at(self, index: int) -> str:
        """What a mark means."""
        raise NotImplementedError

    def all_words(self) -> str:
        """What the whole of them says."""
        raise NotImplementedError

    def marks_changed(self) -> None:
        """There are others now; a cursor at one that is gone leaves."""
        if self.cursor_at is not None and self.cursor_at >= self.num_marks():
            self.cursor_at = None
        self._describe()
        self.update()

    def paint_focus(self, painter: QPainter, colors: Colors) -> None:
        """A ring around all of it while it has the keyboard."""
        if self.hasFocus():
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    # -- for everybody --------------------------------------------------------------------------------------------

    @property
    def readout(self) -> str:
        """What the cursor stands at, in words; empty while there is none."""
        return self.words_at(self.cursor_at) if self.cursor_at is not None else ""

    def move_cursor(self, index: int | None) -> None:
        if index != self.cursor_at:
            self.cursor_at = index
            self._describe()
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.move_cursor(self.mark_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self.move_cursor(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.move_cursor(None)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, last = Qt.Key(event.key()), self.num_marks() - 1
        if key == Qt.Key.Key_Escape and self.cursor_at is not None:
            self.move_cursor(None)
        elif last >= 0 and (index := self._index_after(key, last)) is not None:
            self.move_cursor(index)
        else:
            super().keyPressEvent(event)

    def _index_after(self, key: Qt.Key, last: int) -> int | None:
        """Where a key leads; None where it leads nowhere."""
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return 0 if key == Qt.Key.Key_Home else last
        if key not in self.BACK | self.ON:
            return None
        if self.cursor_at is None:
            return last if self.BEGINS_AT_END or key in self.BACK else 0
        return min(last, max(0, self.cursor_at + (1 if key in self.ON else -1)))

    def _describe(self) -> None:
        self.setAccessibleDescription(self.readout or self.all_words())
