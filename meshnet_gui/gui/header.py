"""The line on top of the window. Where it is narrow or its letters are large, it gives up what is said elsewhere, too.

First the program's name goes, then the room around the names of the tabs, then the end of the node's state, and last
the first of the buttons, whose choice the settings have as well; all tabs are always in sight.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QSizePolicy, QTabBar, QWidget

from meshnet_gui.gui.assets import pixmap
from meshnet_gui.gui.widgets import ElidedLabel, PlainLabel, StateDot, restyle, row
from meshnet_gui.gui.zoom import zoomed

_SHORTEST_PILL_CHARS = 14
_AROUND = 16 + 14 + 10  # at both ends, and before the state
_SPARED = 12  # pixels at 100 % on either side of a tab's name, as in the stylesheet


class Header(QFrame):
    """``tabs`` and what stands at the right end."""

    def __init__(self, tabs: QTabBar, pill: QWidget, *buttons: QWidget) -> None:
        super().__init__()
        self.setObjectName("header")
        self._tabs, self._pill, self._buttons = tabs, pill, buttons
        self._logo = PlainLabel()
        self._logo.setPixmap(pixmap("app", 28, self.devicePixelRatioF()))
        self._brand = PlainLabel("Meshnet", "brand")
        tabs.setObjectName("tabs")
        tabs.setDrawBase(False)
        tabs.setExpanding(False)
        tabs.setUsesScrollButtons(False)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 10, 14, 10)
        layout.setSpacing(10)
        layout.addWidget(self._logo)
        layout.addWidget(self._brand)
        layout.addWidget(tabs)
        layout.addStretch(1)
        for widget in (pill, *buttons):
            layout.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # other words, other letters
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        brand = self._brand.sizeHint().width() + 10
        needed = self._logo.sizeHint().width() + 10 + self._width_of(*self._buttons) + self._full_tabs() + 44
        shortest = _SHORTEST_PILL_CHARS * self.fontMetrics().averageCharWidth()
        room = self.width() - needed
        self._brand.setVisible(room >= brand + self._pill.sizeHint().width())
        is_compact = room < shortest
        self._logo.setVisible(not is_compact)
        if is_compact != bool(self._tabs.property("compact")):
            restyle(self._tabs, "compact", is_compact)
            QApplication.sendEvent(self._tabs, QEvent(QEvent.Type.StyleChange))
        least = self._tabs.sizeHint().width() + self._pill.minimumSizeHint().width() + _AROUND
        self._buttons[0].setVisible(not is_compact or least + self._width_of(*self._buttons) <= self.width())

    def _full_tabs(self) -> int:
        """The width of the tabs with all the room around their names."""
        spared = self._tabs.count() * (2 * zoomed(_SPARED) + 4) if self._tabs.property("compact") else 0
        return self._tabs.sizeHint().width() + spared

    def _width_of(self, *widgets: QWidget) -> int:
        return sum(widget.sizeHint().width() + 10 for widget in widgets)


class Pill(QFrame):
    """A state and a few words, which end in … where there is no room for them.

    ``clicked`` is for who wants to know more; by keyboard the tab itself is reached.
    """

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("pill")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.dot = StateDot()
        self.text = _Words()
        layout = row(self.dot, self.text, spacing=7)
        layout.setContentsMargins(10, 5, 12, 5)
        self.setLayout(layout)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # else the release does not come here


class _Words(ElidedLabel):
    """As wide as its words, or less."""

    def __init__(self) -> None:
        super().__init__("", "caption")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def set_text(self, text: str) -> None:
        super().set_text(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.full_text) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())
