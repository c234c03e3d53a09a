"""A drawn bar of pieces that mouse and arrow keys say more of; what the cursor stands at is told to screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from meshnet_gui.gui.theme import Colors
from meshnet_gui.gui.widgets import plain_tooltip

_BACK = (Qt.Key.Key_Left, Qt.Key.Key_Up)
_ON = (Qt.Key.Key_Right, Qt.Key.Key_Down)


class PiecesBar(QWidget):
    """A subclass says where its pieces are, what each means in words, and what all of them do."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.cursor_at: int | None = None
        self.setAccessibleName(name)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    # -- for subclasses -------------------------------------------------------------------------------------------

    def boxes(self) -> Sequence[QRectF]:
        """Where the pieces are, in the order in which the keys go through them."""
        raise NotImplementedError

    def words_at(self, index: int) -> str:
        """What a piece means."""
        raise NotImplementedError

    def all_words(self) -> str:
        """What the whole bar says."""
        raise NotImplementedError

    def pieces_changed(self) -> None:
        if self.cursor_at is not None and self.cursor_at >= len(self.boxes()):
            self.cursor_at = None
        self._describe()
        self.update()

    def paint_focus(self, painter: QPainter, colors: Colors) -> None:
        """A ring around the bar while it has the keyboard."""
        if self.hasFocus():
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    # -- for everybody --------------------------------------------------------------------------------------------

    @property
    def readout(self) -> str:
        """What the cursor stands at, in words; empty while there is none."""
        return self.words_at(self.cursor_at) if self.cursor_at is not None else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        self._move_cursor(next((index for index, box in enumerate(self.boxes()) if box.contains(at)), None))
        QToolTip.showText(event.globalPosition().toPoint(), plain_tooltip(self.readout), self)

    def leaveEvent(self, event: QEvent) -> None:
        self._move_cursor(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._move_cursor(None)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, boxes = Qt.Key(event.key()), self.boxes()
        step = 1 if key in _ON else -1 if key in _BACK else 0
        if not step or not boxes:
            super().keyPressEvent(event)
            return
        start = self.cursor_at if self.cursor_at is not None else (-1 if step > 0 else len(boxes))
        index = min(len(boxes) - 1, max(0, start + step))
        self._move_cursor(index)
        place = self.mapToGlobal(boxes[index].bottomLeft().toPoint())
        QToolTip.showText(place, plain_tooltip(self.readout), self)

    def _move_cursor(self, index: int | None) -> None:
        if index != self.cursor_at:
            self.cursor_at = index
            self._describe()
            self.update()

    def _describe(self) -> None:
        self.setAccessibleDescription(self.readout or self.all_words())
