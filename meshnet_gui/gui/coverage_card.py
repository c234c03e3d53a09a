"""Which layers of the chosen model are served, and by whom, and why this computer serves what it does."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import sentences_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.coverage_bar import CoverageBar
from meshnet_gui.gui.format import error_text, short_model
from meshnet_gui.gui.lanes import lanes_of
from meshnet_gui.gui.swarm_words import coverage_text, names_of, other_model, other_model_text, runs_alone
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import IconLabel, PlainLabel, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import ModelView, Snapshot

_PREVIEW_EVERY_S = 10.0
_GET_IT = mark("To chat with them, this computer needs only its small files.")


class CoverageCard(QFrame):
    """The bar, the same in words, and the way over where all others serve another model."""

    def __init__(self, commands: Commands, bridge: Bridge, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._other = ""
        self._is_here = False
        self._clock = clock
        self._preview = ""
        self._asked_at: float | None = None
        self.bar = CoverageBar()
        self.text = PlainLabel("", "muted", wrap=True)
        self.other = QFrame()
        self.other.setProperty("card", "warn")
        self.other_text = PlainLabel("", "", wrap=True)
        self.switch = QPushButton("")
        self.switch.clicked.connect(self._switch)
        self.why = PlainLabel("", "muted", wrap=True)
        self._why_row = QWidget()
        self._lay_out()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        lanes = lanes_of(snapshot, names_of(snapshot))
        num_layers = snapshot.model.num_layers if snapshot.model else 0
        self.bar.show_lanes(num_layers, lanes, may_lack=runs_alone(snapshot))
        self.bar.setVisible(snapshot.model is not None)
        self.text.setText(coverage_text(snapshot, lanes))
        self._ask_for_preview(snapshot)
        why = snapshot.assignment or self._preview
        self.why.setText(sentence(why))
        self._why_row.setVisible(bool(why))
        self._show_other(snapshot)

    def _ask_for_preview(self, snapshot: Snapshot) -> None:
        """Asks now and then what this computer would serve, while it is looked at and serves nothing."""
        would = snapshot.swarm is not None and snapshot.model is not None and not snapshot.assignment
        if not would or snapshot.startup:
            self._preview, self._asked_at = "", None
        elif self.isVisible() and (self._asked_at is None or self._clock() - self._asked_at >= _PREVIEW_EVERY_S):
            self._asked_at = self._clock()
            self._bridge.watch(self._commands.preview_placement(), self._previewed)

    def _previewed(self, text: str | None, error: MeshnetError | None) -> None:
        self._preview = "" if error is not None else text or ""

    def _show_other(self, snapshot: Snapshot) -> None:
        name = other_model(snapshot)
        is_here = any(model.name == name for model in snapshot.models)
        self.other.setVisible(bool(name))
        if (name, is_here) != (self._other, self._is_here):
            self._other, self._is_here = name, is_here
            self.switch.setEnabled(True)
            model = short_model(name)[:40].replace("&", "&&")
            self.switch.setText(tr("Change to {model}", model=model) if is_here else tr("Use {model}", model=model))
            said = [other_model_text(name), "" if is_here else tr_marked(_GET_IT)] if name else []
            self.other_text.setText(sentences_text(said))

    def _switch(self) -> None:
        self.switch.setEnabled(False)
        if self._is_here:
            self._bridge.watch(self._commands.set_model(self._other), self._switched)
        else:
            self._bridge.watch(self._commands.add_model(self._other), self._added)

    def _added(self, model: ModelView | None, error: MeshnetError | None) -> None:
        if model is None or error is not None:
            self._switched(None, error)
        else:
            self._bridge.watch(self._commands.set_model(model.name), self._switched)

    def _switched(self, _: object, error: MeshnetError | None) -> None:
        self.switch.setEnabled(True)
        if error is not None:
            self.other_text.setText(error_text(error))

    def _lay_out(self) -> None:
        other = row(spacing=12)
        other.setContentsMargins(14, 10, 14, 10)
        other.addWidget(IconLabel("alert", "warn", 20), 0, Qt.AlignmentFlag.AlignTop)
        other.addWidget(self.other_text, 1)
        other.addWidget(self.switch)
        self.other.setLayout(other)
        why = row(spacing=8)
        why.addWidget(IconLabel("info", "muted", 16), 0, Qt.AlignmentFlag.AlignTop)
        why.addWidget(self.why, 1)
        self._why_row.setLayout(why)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel(tr("Who serves which layers"), "heading"))
        for widget in (self.text, self.other, self.bar, self._why_row):
            layout.addWidget(widget)
