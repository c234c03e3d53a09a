"""The API key: hidden until somebody wants to see it, to be copied, and to be replaced after a question."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.question import Question
from meshnet_gui.gui.shown_text import ShownText
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import IconButton
from meshnet_gui.runtime.commands import Commands

SHOWN_S = 60
NUM_CHARS = 44
_HIDDEN = "mesh-" + "•" * 16


class KeyField(QWidget):
    """Holds the key only while it is shown."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self._commands = commands
        self._bridge = bridge
        self.key = ShownText(tr("API key"), NUM_CHARS)
        self.key.show_text(_HIDDEN)
        self.reveal = QPushButton(tr("Show"))
        self.reveal.setAccessibleName(tr("Show the API key"))
        self.copy = IconButton("copy", tr("Copy the API key"), tr("Copy"), kind="plain")
        self.renew = IconButton("retry", tr("Make a new API key"), tr("New key…"), kind="plain")
        self.question = Question(self)
        self.told = Told()
        self._timer = QTimer(self, singleShot=True, interval=SHOWN_S * 1000)
        self._timer.timeout.connect(self._hide_key)
        self.reveal.clicked.connect(self._toggle)
        self.copy.clicked.connect(lambda: self.with_key(self._copy))
        self.renew.clicked.connect(self._ask)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(Flow(self.key, self.reveal, self.copy, self.renew, spacing=10))
        layout.addWidget(self.told)

    @property
    def is_shown(self) -> bool:
        return self.key.text() != _HIDDEN

    def with_key(self, act: Callable[[str], None]) -> None:
        """Asks for the key, and for nothing else until it is there; says so where it cannot be had."""
        self._wait_for(self._commands.api_key, act)

    def copy_secret(self, text: str) -> None:
        """To the clipboard, and not into its history where that asks."""
        data = QMimeData()
        data.setText(text)
        data.setData("x-kde-passwordManagerHint", b"secret")
        QGuiApplication.clipboard().setMimeData(data)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._hide_key()

    def _wait_for(self, command: Callable[[], object], act: Callable[[str], None]) -> None:
        buttons = (self.reveal, self.copy, self.renew)
        for button in buttons:
            button.setEnabled(False)

        def done(key: str | None, error: MeshnetError | None) -> None:
            for button in buttons:
                button.setEnabled(True)
            self.told.tell_outcome(error)
            if error is None and key:
                act(key)

        self._bridge.watch(command(), done)  # type: ignore[arg-type]

    def _toggle(self) -> None:
        if self.is_shown:
            self._hide_key()
        else:
            self.with_key(self._show_key)

    def _show_key(self, key: str) -> None:
        self.key.show_text(key)
        self.reveal.setText(tr("Hide"))
        self.reveal.setAccessibleName(tr("Hide the API key"))
        self._timer.start()

    def _hide_key(self) -> None:
        self._timer.stop()
        self.key.show_text(_HIDDEN)
        self.reveal.setText(tr("Show"))
        self.reveal.setAccessibleName(tr("Show the API key"))

    def _copy(self, key: str) -> None:
        self.copy_secret(key)
        self.told.tell(tr("The key is on the clipboard."))

    def _ask(self) -> None:
        text = tr("Programs that have only the present key are let in no more, until you give them the new one.")
        self.question.ask(tr("Make a new API key?"), text, tr("Make a new key"), self._renew)

    def _renew(self) -> None:
        self._wait_for(self._commands.new_api_key, self._renewed)

    def _renewed(self, key: str) -> None:
        if self.is_shown:
            self._show_key(key)
        self.told.tell(tr("There is a new key. The old one is good for nothing any more."))
