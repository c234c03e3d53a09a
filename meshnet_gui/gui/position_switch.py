"""The switch of sharing: always, by my rules, or paused; side by side, or one below the other where it is narrow."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout

from meshnet_gui.gui.segments import Segments
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import plain_tooltip


class PositionSwitch(Segments):
    """``chosen`` carries ``always``, ``rules`` or ``paused``. Tab reaches each position, space takes it."""

    def __init__(self) -> None:
        self._is_narrow = False
        super().__init__(
            tr("Share this computer"),
            ((tr("Always"), "always"), (tr("By my rules"), "rules"), (tr("Paused"), "paused")),
        )
        self.setObjectName("positions")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        meanings = {
            "always": tr("Share for as long as Meshnet runs"),
            "rules": tr("Share while your rules allow it: when this computer is idle, at some hours, on mains"),
            "paused": tr("Share nothing until you say so"),
        }
        for value, button in self.buttons.items():
            button.setToolTip(plain_tooltip(meanings[value]))
            button.setAccessibleDescription(meanings[value])
        self._row().setContentsMargins(3, 3, 3, 3)

    def show_position(self, value: str) -> None:
        """Where the switch stands; nothing follows from it."""
        if value != self.value:
            self.choose(value)

    def minimumSizeHint(self) -> QSize:
        """As narrow as its longest word, one below the other."""
        widest = max(button.sizeHint().width() for button in self.buttons.values())
        return QSize(widest + 6, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        across = sum(button.sizeHint().width() for button in self.buttons.values()) + 6 + 2 * self._row().spacing()
        is_narrow = self.width() < across
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            directions = QBoxLayout.Direction
            self._row().setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
            self.updateGeometry()

    def _row(self) -> QBoxLayout:
        layout = self.layout()
        assert isinstance(layout, QBoxLayout)
        return layout


def position_of(contributing: bool, by_rules: bool) -> str:
    """The position that the settings stand for."""
    return ("rules" if by_rules else "always") if contributing else "paused"
