"""The models on this disk, one row each, and the fetches of those that are only being added."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.catalogue_fits import Fitter
from meshnet_gui.gui.fetch_line import FetchLine
from meshnet_gui.gui.format import short_model
from meshnet_gui.gui.stored_row import StoredRow
from meshnet_gui.gui.translation import mark, tr, tr_marked
from meshnet_gui.gui.widgets import ElidedLabel, PlainLabel, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import FetchView, ModelView, Snapshot

NEW_AT_ONCE = 12
_EMPTY = mark(
    "No model is on this disk yet. A small one is there in a minute; of a large one this computer needs some layers."
)
_STARTING = mark("Looking which models are on this disk…")


class StoredCard(QFrame):
    """``serve_requested`` asks for the Node tab with a model chosen, ``more_requested`` for the other models."""

    serve_requested = Signal(str)
    more_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._fitter = Fitter()
        self.rows: dict[str, StoredRow] = {}
        self.adding: dict[str, AddingRow] = {}
        self.empty = PlainLabel(tr_marked(_EMPTY), "muted", wrap=True)
        self.more = QPushButton(tr("Find a model"))
        self.more.setProperty("kind", "primary")
        self.more.clicked.connect(self.more_requested)
        self._rows = QVBoxLayout()
        self._latest: Snapshot | None = None
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self._show_more)
        self._lay_out()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """A few new rows at a time: a window with a hundred models must not stand still for seconds."""
        self._latest = snapshot
        self._fitter.look(snapshot)
        self._show_adding([each for each in snapshot.fetches if not _is_here(each, snapshot.models)])
        self._keep({model.name for model in snapshot.models})
        place, left = len(self.adding), NEW_AT_ONCE
        for model in snapshot.models:
            left -= model.name not in self.rows
            if model.name in self.rows or left >= 0:
                self._row(model, place).show_model(model, snapshot, self._fitter.of_stored(model))
                place += 1
        if left < 0:
            self._again.start()
        nothing = not self.rows and not self.adding
        self.empty.setText(tr_marked(_STARTING) if snapshot.startup and nothing else tr_marked(_EMPTY))
        self.empty.setVisible(nothing)
        self.more.setVisible(nothing and not snapshot.startup)

    def _show_more(self) -> None:
        if self._latest is not None:
            self.show_snapshot(self._latest)

    def choose_layers(self, name: str) -> None:
        """Opens the choice of layers of a model that was just added."""
        if name in self.rows:
            self.rows[name].choose_layers()

    def _row(self, model: ModelView, place: int) -> StoredRow:
        if model.name not in self.rows:
            made = StoredRow(self._commands, self._bridge)
            made.serve_requested.connect(self.serve_requested)
            self.rows[model.name] = made
            self._rows.insertWidget(place, made)
        return self.rows[model.name]

    def _keep(self, names: set[str]) -> None:
        for name in [name for name in self.rows if name not in names]:
            self._rows.removeWidget(self.rows[name])
            self.rows.pop(name).deleteLater()

    def _show_adding(self, fetches: list[FetchView]) -> None:
        wanted = {fetch.model: fetch for fetch in fetches}
        for name in [name for name in self.adding if name not in wanted]:
            self._rows.removeWidget(self.adding[name])
            self.adding.pop(name).deleteLater()
        for name, fetch in wanted.items():
            if name not in self.adding:
                self.adding[name] = AddingRow(self._commands, self._bridge, name)
                self._rows.insertWidget(0, self.adding[name])
            self.adding[name].line.show_fetch(fetch)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 12)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel(tr("On this computer"), "heading"))
        layout.addWidget(self.empty)
        layout.addLayout(row(self.more, 1))
        self._rows.setSpacing(0)
        layout.addLayout(self._rows)


class AddingRow(QFrame):
    """A model that is not in the store yet: its small files are on their way."""

    def __init__(self, commands: Commands, bridge: Bridge, name: str) -> None:
        super().__init__()
        self.setProperty("listrow", "true")
        self.line = FetchLine(commands, bridge)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 12)
        layout.setSpacing(6)
        layout.addWidget(ElidedLabel(short_model(name), "strong"))
        layout.addWidget(self.line)


def _is_here(fetch: FetchView, models: tuple[ModelView, ...]) -> bool:
    return any(model.name == fetch.model for model in models)
