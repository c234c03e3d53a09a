"""The local API: its switch, where it is and how it is, its key, and what a program has to be told."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QGridLayout, QPlainTextEdit, QPushButton, QVBoxLayout

from meshnet_gui.concurrency.loopback import is_loopback
from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.api_example import ANY_MODEL, example
from meshnet_gui.gui.api_words import DOTS, base_url, state_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.key_field import NUM_CHARS, KeyField
from meshnet_gui.gui.shown_text import ShownText
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import IconButton, NumberBox, PlainLabel, StateDot, Switch, of_lines, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

_WHAT = mark(
    "Other programs on this computer can ask the swarm: chat tools, editors, scripts, whatever speaks OpenAI's API. "
    "They need the address and the key."
)
_TO_OTHERS = mark(
    "Other computers can use it too, at this address. What is asked and answered goes over the network unencrypted."
)
_OLLAMA = mark("Tools made for Ollama take the address without /v1 at its end.")
_MAX_PORT = 65535
_EXAMPLE_LINES = 4


class ApiCard(QFrame):
    """``settings_requested``: the user wants what is set elsewhere."""

    settings_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._saved_port: int | None = None
        self._is_saving = False
        self._model = ANY_MODEL
        self._example_for = ("", "")
        self.switch = Switch(tr("Local API"))
        self.dot = StateDot()
        self.state = PlainLabel("", "muted", wrap=True)
        self.problem = PlainLabel("", "error", wrap=True, selectable=True)
        self.again = QPushButton(tr("Try again"))
        self.warning = PlainLabel(tr_marked(_TO_OTHERS), "warn", wrap=True)
        self.address = ShownText(tr("Address"), NUM_CHARS)
        self.copy_address = IconButton("copy", tr("Copy the address"), tr("Copy"), kind="plain")
        self.port = NumberBox(tr("Port of the API"), 0, _MAX_PORT)
        self.port.setSpecialValueText(tr("Any free one"))
        self.apply = QPushButton(tr("Apply"))
        self.key = KeyField(commands, bridge)
        self.example = QPlainTextEdit()
        self.copy_example = IconButton("copy", tr("Copy the example with the key in it"), tr("Copy"), kind="plain")
        self.more = IconButton("sliders", tr("Settings of the API"), tr("More settings…"), kind="plain")
        self.told = Told()
        self._dress()
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Follows what is saved, but never overwrites a port that is not applied yet."""
        view, settings = snapshot.api, snapshot.settings
        if not self._is_saving:
            self.switch.setChecked(settings.api_on)
        self.dot.set_state(DOTS.get(view.state, "off"))
        self.state.setText(state_text(view))
        self.problem.setText(sentence(view.error))
        for widget in (self.problem, self.again):
            widget.setVisible(view.state == "failed")
        self.warning.setVisible(view.state == "on" and not is_loopback(settings.api_host))
        if settings.api_port != self._saved_port:
            self._saved_port = settings.api_port
            self.port.setValue(settings.api_port)
        self._model = snapshot.model.name if snapshot.model else ANY_MODEL
        self.address.show_text(base_url(view, settings.api_port))
        self._show_example()
        self._refresh()

    def _show_example(self) -> None:
        if self._example_for != (self.address.text(), self._model):  # else a selection in it would go each time
            self._example_for = (self.address.text(), self._model)
            self.example.setPlainText(example(*self._example_for, key=tr("KEY")))

    def _refresh(self) -> None:
        self.apply.setVisible(self.port.value() != self._saved_port)

    def _switch(self, on: bool) -> None:
        self._save(api_on=on)

    def _apply(self) -> None:
        self.port.interpretText()
        self._save(api_port=self.port.value())

    def _save(self, **changes: object) -> None:
        self._is_saving = True
        self.apply.setEnabled(False)
        self._bridge.watch(self._commands.change_settings(**changes), self._saved)

    def _saved(self, _: object, error: MeshnetError | None) -> None:
        self._is_saving = False
        self.apply.setEnabled(True)
        self.told.tell_outcome(error)

    def _copy_address(self) -> None:
        QGuiApplication.clipboard().setText(self.address.text())
        self.told.tell(tr("The address is on the clipboard."))

    def _copy_example(self) -> None:
        self.key.with_key(self._copy_example_with)

    def _copy_example_with(self, key: str) -> None:
        self.key.copy_secret(example(*self._example_for, key=key))
        self.told.tell(tr("The example is on the clipboard, with the key in it."))

    def _dress(self) -> None:
        self.example.setObjectName("log")
        self.example.setReadOnly(True)
        self.example.setTabChangesFocus(True)
        self.example.document().setDocumentMargin(1)
        self.example.setAccessibleName(tr("An example for a terminal"))
        of_lines(self.example, _EXAMPLE_LINES)
        self.address.setAccessibleDescription(tr("The address that a program needs"))
        for widget in (self.problem, self.again, self.warning, self.apply):
            widget.hide()

    def _lay_out(self) -> None:
        head = row(PlainLabel(tr("Local API"), "heading"), self.switch, 1, self.more, spacing=10)
        state = row(self.dot, self.state)
        state.setStretch(1, 1)
        trouble = row(self.problem, self.again, spacing=12)
        trouble.setStretch(0, 1)
        fields = QGridLayout()
        fields.setHorizontalSpacing(16)
        fields.setVerticalSpacing(10)
        fields.setColumnStretch(1, 1)
        port = PlainLabel(tr("Port"), "")
        port.setBuddy(self.port)
        where, key = PlainLabel(tr("Address"), ""), PlainLabel(tr("Key"), "")
        where.setBuddy(self.address)
        key.setBuddy(self.key.key)
        for number, label in enumerate((where, port, key)):
            fields.addWidget(label, number, 0)
        fields.addLayout(Flow(self.address, self.copy_address, spacing=10), 0, 1)
        fields.addLayout(row(self.port, self.apply, 1), 1, 1)
        fields.addWidget(self.key, 2, 1)
        sample = row(PlainLabel(tr("For a terminal, to try it"), "section"), 1, self.copy_example)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addLayout(head)
        layout.addLayout(state)
        layout.addWidget(PlainLabel(tr_marked(_WHAT), "muted", wrap=True))
        layout.addLayout(trouble)
        layout.addWidget(self.warning)
        layout.addLayout(fields)
        layout.addLayout(sample)
        layout.addWidget(self.example)
        layout.addWidget(PlainLabel(tr_marked(_OLLAMA), "caption", wrap=True))
        layout.addWidget(self.told)

    def _connect(self) -> None:
        self.switch.clicked.connect(self._switch)
        self.port.valueChanged.connect(self._refresh)
        self.apply.clicked.connect(self._apply)
        self.again.clicked.connect(lambda: self._save(api_on=True))
        self.copy_address.clicked.connect(self._copy_address)
        self.copy_example.clicked.connect(self._copy_example)
        self.more.clicked.connect(self.settings_requested)
