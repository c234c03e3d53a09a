"""Models of the hub that are in no list of ours: found by a search there, or named by their repository."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QProgressBar, QVBoxLayout

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.catalogue_fits import repository_of
from meshnet_gui.gui.catalogue_row import GatedMark
from meshnet_gui.gui.format import error_text
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import mark, tr, tr_count, tr_marked
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, PlainLabel, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import FoundModel, ModelView, Snapshot

MAX_ROWS = 20
_ADD = mark("What of it fits is said as soon as its small files are here; its layers come when you choose them.")


class HubModelRow(QFrame):
    """One repository. ``added`` carries the name under which the model is in the store now."""

    added = Signal(str)

    def __init__(self, commands: Commands, bridge: Bridge, repository: str, revision: str = "") -> None:
        super().__init__()
        self.setProperty("listrow", "true")
        self._commands = commands
        self._bridge = bridge
        self.repository = repository
        self._revision = revision
        self.name = ElidedLabel(f"{repository}@{revision}" if revision else repository, "strong")
        self.lock = GatedMark()
        self.lock.hide()
        self.text = ElidedLabel("", "caption")
        self.state = PlainLabel(tr("On this computer"), "ok")
        self.state.hide()
        self.add = IconButton("plus", tr("Add {repository}", repository=repository), tr("Add"), kind="plain")
        self.add.clicked.connect(self._add)
        self.told = Told()
        self._lay_out()

    def show_found(self, found: FoundModel) -> None:
        """What the hub says of it."""
        gated = tr("asks you to accept its terms") if found.gated else ""
        fetched = (
            tr("fetched {downloads} a month", downloads=tr_count(found.downloads, "{num} time", "{num} times"))
            if found.downloads
            else ""
        )
        parts = [fetched, found.licence or tr("licence not stated"), gated]
        words = " · ".join(filter(None, parts))
        self.text.set_text(words[:1].upper() + words[1:])
        self.lock.setVisible(found.gated)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        is_here = any(repository_of(model.identity) == self.repository for model in snapshot.models)
        is_here = is_here and not self._revision  # another commit of it is another model
        self.state.setVisible(is_here)
        self.add.setVisible(not is_here)

    def _add(self) -> None:
        self.add.setEnabled(False)
        self.told.tell(tr("Looking what it consists of…"))
        self._bridge.watch(self._commands.add_model(self.repository, self._revision), self._added)

    def _added(self, model: ModelView | None, error: MeshnetError | None) -> None:
        self.add.setEnabled(True)
        self.told.tell_outcome(error)
        if model is not None and error is None:
            self.added.emit(model.name)

    def _lay_out(self) -> None:
        head = row(spacing=8)
        head.addWidget(self.name, 1)
        for widget in (self.lock, self.state, self.add):
            head.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 10)
        layout.setSpacing(4)
        layout.addLayout(head)
        for widget in (self.text, self.told):
            layout.addWidget(widget)


class NamedRow(QFrame):
    """The repository that somebody typed, with the way to add it; hidden while nothing like one is typed."""

    added = Signal(str)

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self._commands = commands
        self._bridge = bridge
        self._snapshot: Snapshot | None = None
        self.row: HubModelRow | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def offer(self, named: tuple[str, str] | None) -> None:
        """Repository and revision, None for nothing."""
        if self.row is not None:
            self._layout.removeWidget(self.row)
            self.row.deleteLater()
            self.row = None
        if named is not None:
            self.row = HubModelRow(self._commands, self._bridge, *named)
            self.row.text.set_text(tr_marked(_ADD))
            self.row.added.connect(self.added)
            self._layout.addWidget(self.row)
            if self._snapshot is not None:
                self.row.show_snapshot(self._snapshot)
        self.setVisible(named is not None)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        if self.row is not None:
            self.row.show_snapshot(snapshot)


class HubResults(QFrame):
    """What a search on the hub found; hidden until somebody searches there."""

    added = Signal(str)

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self._commands = commands
        self._bridge = bridge
        self._asked = 0
        self._snapshot: Snapshot | None = None
        self.rows: list[HubModelRow] = []
        self.title = ElidedLabel("", "section")
        self.close_button = IconButton("close", tr("Close what the hub found"))
        self.close_button.clicked.connect(self.close)
        self.busy = QProgressBar()
        self.busy.setObjectName("thin")
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(tr("Searching the hub"))
        self.problem = PlainLabel("", "error", wrap=True, selectable=True)
        self._rows = QVBoxLayout()
        self._lay_out()

    def search(self, text: str) -> None:
        """Asks the hub; what an earlier question finds no longer counts."""
        self._asked += 1
        asked = self._asked
        self._empty()
        self.title.set_text(tr("On the hub: {what}", what=text))
        self.busy.show()
        self.show()
        self._bridge.watch(self._commands.search_hub(text), lambda found, error: self._found(asked, found, error))

    def close(self) -> bool:
        """Forgets what was found."""
        self._asked += 1
        self._empty()
        self.hide()
        return True

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        for each in self.rows:
            each.show_snapshot(snapshot)

    def _found(self, asked: int, found: Sequence[FoundModel] | None, error: MeshnetError | None) -> None:
        if asked != self._asked:
            return
        self.busy.hide()
        if error is not None or not found:
            self.problem.set_role("error" if error else "muted")
            self.problem.setText(error_text(error) if error else tr("The hub has nothing by that name."))
            self.problem.show()
            return
        for model in found[:MAX_ROWS]:
            made = HubModelRow(self._commands, self._bridge, model.repository)
            made.show_found(model)
            made.added.connect(self.added)
            if self._snapshot is not None:
                made.show_snapshot(self._snapshot)
            self.rows.append(made)
            self._rows.addWidget(made)

    def _empty(self) -> None:
        self.problem.hide()
        self.busy.hide()
        for each in self.rows:
            self._rows.removeWidget(each)
            each.deleteLater()
        self.rows.clear()

    def _lay_out(self) -> None:
        self._rows.setSpacing(0)
        head = row(spacing=8)
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.busy)
        layout.addWidget(self.problem)
        layout.addLayout(self._rows)
        self.hide()
