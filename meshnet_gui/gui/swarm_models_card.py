"""The models that members of the swarm serve: use one, and this computer needs no layer of it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import error_text, model_text
from meshnet_gui.gui.held_bar import HeldBar
from meshnet_gui.gui.model_words import IN_CHATS, swarm_model_text
from meshnet_gui.gui.translation import mark, tr, tr_marked
from meshnet_gui.gui.widgets import ElidedLabel, PlainLabel, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.fitting import is_same_model
from meshnet_gui.runtime.snapshot import ModelView, Snapshot, SwarmModelView
from meshnet_gui.types import Span, uncovered

MAX_ROWS = 50
_WHAT = mark("To chat with one of them this computer takes only its small files; the others compute.")
_NOBODY = mark(
    "Nobody in your swarm serves a model yet. Choose one below and share it: the others can then use it, too."
)


class SwarmModelsCard(QFrame):
    """A row for each. ``used`` carries the name of a model that was added and chosen."""

    used = Signal(str)

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self.rows: dict[str, SwarmModelRow] = {}
        self.text = PlainLabel(tr_marked(_WHAT), "muted", wrap=True)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 12)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel(tr("In your swarm now"), "heading"))
        layout.addWidget(self.text)
        layout.addLayout(self._rows)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        wanted = {model.identity: model for model in snapshot.swarm_models[:MAX_ROWS]}
        for identity in [each for each in self.rows if each not in wanted]:
            self._rows.removeWidget(self.rows[identity])
            self.rows.pop(identity).deleteLater()
        for identity, model in wanted.items():
            if identity not in self.rows:
                made = SwarmModelRow(self._commands, self._bridge)
                made.used.connect(self.used)
                self.rows[identity] = made
                self._rows.addWidget(made)
            self.rows[identity].show_model(model, snapshot)
        self.text.setText(tr_marked(_WHAT) if wanted else tr_marked(_NOBODY))
        self.setVisible(snapshot.swarm is not None)


class SwarmModelRow(QFrame):
    """One model of the swarm, its coverage, and a button that makes it the model of our chats."""

    used = Signal(str)

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("listrow", "true")
        self._commands = commands
        self._bridge = bridge
        self._model: SwarmModelView | None = None
        self.name = ElidedLabel("", "strong")
        self.text = ElidedLabel("", "caption")
        self.bar = HeldBar()
        self.state = PlainLabel("", "ok")
        self.use = QPushButton(tr("Use"))
        self.problem = PlainLabel("", "error", wrap=True, selectable=True)
        self.use.clicked.connect(self._use)
        self._lay_out()

    def show_model(self, model: SwarmModelView, snapshot: Snapshot) -> None:
        if self._model is None:
            self.name.set_text(model_text(model.name, model.identity))
            self.use.setAccessibleName(tr("Use {name}", name=model_text(model.name, model.identity)[:60]))
        self._model = model
        self.text.set_text(swarm_model_text(model))
        self.text.set_role("warn-caption" if model.missing else "caption")
        self.bar.setAccessibleName(tr("Layers that the swarm serves"))
        self.bar.show_layers(model.num_layers, uncovered(model.missing, Span(0, model.num_layers)))
        chosen = snapshot.model is not None and model.is_here and is_same_model(snapshot.model.identity, model.identity)
        self.state.setText(tr_marked(IN_CHATS) if chosen else tr("On this computer") if model.is_here else "")
        self.use.setVisible(not chosen)

    def _use(self) -> None:
        if self._model is None:
            return
        self.use.setEnabled(False)
        self._tell("")
        self._bridge.watch(self._commands.add_model(self._model.identity), self._added)

    def _added(self, model: ModelView | None, error: MeshnetError | None) -> None:
        if model is None or error is not None:
            self._used("", None, error)
            return
        self._bridge.watch(self._commands.set_model(model.name), partial(self._used, model.name))

    def _used(self, name: str, _: object, error: MeshnetError | None) -> None:
        self.use.setEnabled(True)
        self._tell(error_text(error) if error else "")
        if error is None and name:
            self.used.emit(name)

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _lay_out(self) -> None:
        head = row(spacing=10)
        head.addWidget(self.name, 1)
        head.addWidget(self.state)
        head.addWidget(self.use)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 12)
        layout.setSpacing(6)
        layout.addLayout(head)
        for widget in (self.text, self.bar, self.problem):
            layout.addWidget(widget)
        self.problem.hide()
