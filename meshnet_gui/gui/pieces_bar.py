"""A drawn bar of pieces that mouse and arrow keys say more of, in a tooltip beside them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip

from meshnet_gui.gui.marks import MarksWidget
from meshnet_gui.gui.widgets import plain_tooltip


class PiecesBar(MarksWidget):
    """A subclass says where its pieces are, what each means in words, and what all of them do."""

    BACK = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})
    ON = frozenset({Qt.Key.Key_Right, Qt.Key.Key_Down})

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def boxes(self) -> Sequence[QRectF]:
        """Where the pieces are, in the order in which the keys go through them."""
        raise NotImplementedError

    def num_marks(self) -> int:
        return len(self.boxes())

    def mark_at(self, point: QPointF) -> int | None:
        return next((index for index, box in enumerate(self.boxes()) if box.contains(point)), None)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        QToolTip.showText(event.globalPosition().toPoint(), plain_tooltip(self.readout), self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if self.cursor_at is not None:
            place = self.mapToGlobal(self.boxes()[self.cursor_at].bottomLeft().toPoint())
            QToolTip.showText(place, plain_tooltip(self.readout), self)
