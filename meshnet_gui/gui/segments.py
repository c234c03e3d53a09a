"""A few choices side by side, one of which holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from meshnet_gui.gui.widgets import row


class Segments(QWidget):
    """``chosen`` carries the value of the button that a person pressed. The tabulator key reaches every one of them."""

    chosen = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        """``choices`` are words and values; the first holds at the start."""
        super().__init__()
        self.setAccessibleName(name)
        self.buttons: dict[str, QPushButton] = {}
        for words, value in choices:
            button = QPushButton(words)
            button.setProperty("kind", "segment")
            button.setCheckable(True)
            button.setAccessibleName(f"{name}: {words}")
            button.clicked.connect(partial(self._press, value))
            self.buttons[value] = button
        self.choose(choices[0][1])
        self.setLayout(row(*self.buttons.values(), spacing=4))

    @property
    def value(self) -> str:
        return next(value for value, button in self.buttons.items() if button.isChecked())

    def choose(self, value: str) -> None:
        """Changes the choice as if nobody had pressed anything."""
        for each, button in self.buttons.items():
            button.setChecked(each == value)

    def _press(self, value: str) -> None:
        self.choose(value)
        self.chosen.emit(value)
