"""Tells when the window is there for the user: painted, and with its first events worked off."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget


class FirstPaint(QObject):
    """Calls ``tell`` once, in the turn of the event loop after ``widget`` was first painted."""

    def __init__(self, widget: QWidget, tell: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._tell = tell
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._widget.removeEventFilter(self)
            QTimer.singleShot(0, self, self._tell)
        return False
