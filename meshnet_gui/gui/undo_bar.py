"""A line that says what was just done, with a button that takes it back while the line is there."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import IconButton, PlainLabel

SHOWN_MS = 12_000


class UndoBar(QFrame):
    """``undone`` carries what was handed to ``offer``. It stays while the pointer or the keyboard is on it."""

    undone = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", "accent")
        self._what: object = None
        self._text = PlainLabel("", "caption", wrap=True)
        self.undo = QPushButton(tr("Undo"))
        self.dismiss = IconButton("close", tr("Close this message"), kind="bare")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 6, 6)
        layout.addWidget(self._text, 1)
        layout.addWidget(self.undo)
        layout.addWidget(self.dismiss)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._time_is_up)
        self.undo.clicked.connect(self._undo)
        self.dismiss.clicked.connect(self.hide)
        self.hide()

    def offer(self, text: str, what: object) -> None:
        """Shows the text; a line that was there before goes, and with it the way back from what it told of."""
        self._what = what
        self._text.setText(text)
        self.show()
        self._timer.start(SHOWN_MS)

    @property
    def text(self) -> str:
        return self._text.text()

    def _undo(self) -> None:
        self.hide()
        self.undone.emit(self._what)

    def _time_is_up(self) -> None:
        if self.underMouse() or self.undo.hasFocus() or self.dismiss.hasFocus():
            self._timer.start(SHOWN_MS)
        else:
            self.hide()
