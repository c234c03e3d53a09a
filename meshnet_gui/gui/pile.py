"""Widgets below each other that stay where they are while others come after them."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget


class Pile(QWidget):
    """As high as its widgets want to be together; ``arranged`` follows whenever it has placed them.

    A ``QVBoxLayout`` that is told of a new widget first squeezes all of them into the height from before, and only then
    asks for more, one turn of the event loop and one parent after the other: what lies above moves up and back, and
    whatever is drawn in between is drawn so. Here only what follows a change ever moves, and piles in piles are right
    at once, up to the outermost. Of its height alone it never takes more or less than it needs.
    """

    arranged = Signal()

    def __init__(self, spacing: int, margin: int = 0) -> None:
        super().__init__()
        self.widgets: list[QWidget] = []
        self._spacing = spacing
        self._margin = margin
        self._shown: list[QWidget] = []
        self._is_arranging = False

    def insert(self, place: int, widget: QWidget) -> None:
        """Puts it before the one at ``place``, and shows it unless it was hidden. ``arrange`` places those after it."""
        is_wanted = not (widget.isHidden() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide))
        above = next((each for each in reversed(self.widgets[:place]) if not each.isHidden()), None)
        self.widgets.insert(place, widget)
        widget.setParent(self)
        widget.setGeometry(0, above.geometry().bottom() + 1 + self._spacing if above else self._margin, self.width(), 1)
        widget.setVisible(is_wanted)

    def append(self, widget: QWidget) -> None:
        self.insert(len(self.widgets), widget)

    def take(self, widget: QWidget) -> None:
        """The widget goes; it is the caller's to delete."""
        self.widgets.remove(widget)
        self._shown = [each for each in self._shown if each is not widget]
        widget.hide()

    def first_below(self, y: int) -> QWidget | None:
        """The first that is shown and reaches further down than ``y``."""
        place = bisect_right(self._shown, y, key=lambda each: each.y() + each.height())
        return self._shown[place] if place < len(self._shown) else None

    def arrange(self) -> None:
        """Places all of them, and lets the piles around this one do the same where it has become higher or lower."""
        if self._is_arranging:
            return
        self._is_arranging = True
        self._shown = [widget for widget in self.widgets if not widget.isHidden()]
        y = self._margin
        for widget in self._shown:
            y += _put(widget, y, self.width()) + self._spacing
        height = max(1, y - (self._spacing if self._shown else 0) + self._margin)
        is_new = height != self.height() or height != self.minimumHeight()
        if is_new:
            self.setFixedHeight(height)
        self._is_arranging = False
        around = self.parentWidget()
        if is_new and isinstance(around, Pile):
            around.arrange()
        self.arranged.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.arrange()


def _put(widget: QWidget, y: int, width: int) -> int:
    """The height that it has there: for some it follows from the width, once they have it."""
    place = widget.geometry()
    if (place.x(), place.y(), place.width()) != (0, y, width):
        widget.setGeometry(0, y, width, _wanted_height(widget, width))
    height = _wanted_height(widget, width)
    if height != widget.height():
        widget.resize(width, height)
    return height


def _wanted_height(widget: QWidget, width: int) -> int:
    low, high = widget.minimumHeight(), widget.maximumHeight()
    if low == high:
        return low
    height = widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
    return max(low, min(high, max(height, widget.minimumSizeHint().height())))
