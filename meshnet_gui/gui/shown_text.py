"""A text to be read, selected and copied, in one line: an address, a key."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QLineEdit

from meshnet_gui.gui.zoom import at_each_zoom, zoomed

_SPARE = 28  # pixels at 100 % for what the stylesheet puts around the text


class ShownText(QLineEdit):
    """As wide as ``num_chars`` letters where there is room."""

    def __init__(self, name: str, num_chars: int) -> None:
        super().__init__()
        self.setObjectName("mono")
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self._num_chars = num_chars
        at_each_zoom(self, self.updateGeometry)

    def show_text(self, text: str) -> None:
        """A selection in it stays where nothing changes."""
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)

    def sizeHint(self) -> QSize:
        wide = self._num_chars * self.fontMetrics().averageCharWidth() + zoomed(_SPARE)
        return QSize(wide, super().sizeHint().height())
