"""Finding a model: one field that searches the catalogue as one types and the hub when asked, or names a repository."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.catalogue_fits import ALL, ALONE, SWARM, Fitter
from meshnet_gui.gui.catalogue_row import CatalogueRow
from meshnet_gui.gui.flow import Flow
from meshnet_gui.gui.format import short_model
from meshnet_gui.gui.hub_results import HubResults, NamedRow
from meshnet_gui.gui.segments import Segments
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.gui.widgets import IconButton, PlainLabel, row
from meshnet_gui.modelstore.catalogue import CatalogueModel, find
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import ModelView, Snapshot

PAGE = 12
_MAX_CHARS = 200
_SLICE_S = 0.02  # of judging the catalogue, before the window does something else
_REPOSITORY = re.compile(r"([A-Za-z0-9][\w.-]{0,95}/[\w.-]{1,96})(?:@([\w./-]{1,64}))?", re.ASCII)
_FILTERS = ((mark("All"), ALL), (mark("Fits this computer"), ALONE), (mark("With my swarm"), SWARM))
_NOTHING_FOUND = mark("Nothing in the list matches that. The hub has many more: search there.")
_NOTHING_FITS = mark("Nothing in the list fits that. A smaller model, or more computers in your swarm, would.")


def repository_in(text: str) -> tuple[str, str] | None:
    """Repository and revision where the text is ``owner/name`` or ``owner/name@revision``, else None."""
    match = _REPOSITORY.fullmatch(text.strip())
    return (match[1], match[2] or "") if match else None


class CatalogueCard(QFrame):
    """``added`` carries the name of a model that is in the store now, and whether its layers are still to be chosen."""

    added = Signal(str, bool)

    def __init__(
        self,
        commands: Commands,
        bridge: Bridge,
        search: Callable[[str], Sequence[CatalogueModel]] = find,
    ) -> None:
        """``search`` gives the models of the catalogue that match a text. It is first asked when the card is shown."""
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._find = search
        self._fitter = Fitter()
        self._snapshot: Snapshot | None = None
        self._num_shown = PAGE
        self._num_importing = 0
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Name of a model, or owner/name of any repository on the hub"))
        self.search.setAccessibleName(tr("Search models"))
        self.search.setMaxLength(_MAX_CHARS)
        self.search.setClearButtonEnabled(True)
        self.on_hub = IconButton("search", tr("Search the hub"), tr("Search the hub"), kind="plain")
        self.filter = Segments(tr("Show"), tuple((tr_marked(words), value) for words, value in _FILTERS))
        self.count = PlainLabel("", "caption")
        self.named = NamedRow(commands, bridge)
        self.results = HubResults(commands, bridge)
        self.rows: dict[str, CatalogueRow] = {}
        self.empty = PlainLabel("", "muted", wrap=True)
        self.more = QPushButton(tr("Show more"))
        self.more.setProperty("kind", "quiet")
        self.import_file = IconButton("folder", tr("Import a .gguf file"), tr("Import a .gguf file…"), kind="plain")
        self.import_folder = IconButton("folder", tr("Import a folder"), tr("Import a folder…"), kind="plain")
        self.told = Told()
        self._rows = QVBoxLayout()
        self._again = QTimer(self, singleShot=True)
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def search_for(self, text: str) -> None:
        """Searches as if somebody had typed it."""
        self.search.setText(text)

    def import_path(self, path: Path) -> None:
        """Imports a .gguf file or a folder with a model."""
        self._num_importing += 1
        self.told.tell(tr("Importing {name}…", name=path.name))
        self._bridge.watch(self._commands.import_model(path), self._imported)

    def _show(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        self._fitter.look(snapshot)
        self.results.show_snapshot(snapshot)
        self.named.show_snapshot(snapshot)
        if self._num_importing and snapshot.importing:
            self.told.tell(sentence(f"{snapshot.importing}…"))
        matching = self._matching()
        shown = matching[: self._num_shown]
        self._fill(shown, snapshot)
        self.more.setVisible(len(matching) > len(shown))
        self.count.setText(tr_count(len(matching), "{num} model", "{num} models"))
        self.empty.setVisible(not matching and self.named.isHidden() and not self._again.isActive())
        self.empty.setText(tr_marked(_NOTHING_FITS) if self.filter.value != ALL else tr_marked(_NOTHING_FOUND))

    def _matching(self) -> list[CatalogueModel]:
        found, wanted = self._find(self.search.text()), self.filter.value
        if wanted != ALL and not self._fitter.judge(found, _SLICE_S):
            self._again.start(0)
        return [model for model in found if self._fitter.is_shown(model, wanted)]

    def _fill(self, models: Sequence[CatalogueModel], snapshot: Snapshot) -> None:
        wanted = {model.id for model in models}
        for name, each in self.rows.items():
            if name not in wanted:
                each.hide()
        for place, model in enumerate(models):
            if model.id not in self.rows:
                made = CatalogueRow(self._commands, self._bridge, model)
                made.added.connect(lambda name: self.added.emit(name, False))
                self.rows[model.id] = made
            shown = self.rows[model.id]
            if self._rows.indexOf(shown) != place:
                self._rows.removeWidget(shown)
                self._rows.insertWidget(place, shown)
            shown.show_state(snapshot, self._fitter.of_catalogue(model))
            shown.show()

    def _typed(self) -> None:
        self._num_shown = PAGE
        text = self.search.text()
        named = repository_in(text)
        in_catalogue = named is not None and any(m.repository == named[0] for m in self._find(named[0]))
        self.named.offer(None if in_catalogue and named and not named[1] else named)
        self.results.close()
        self._show()

    def _entered(self) -> None:
        if repository_in(self.search.text()) is None:
            self._search_hub()
        elif self.named.row is not None and not self.named.row.add.isHidden():
            self.named.row.add.click()

    def _search_hub(self) -> None:
        text = self.search.text().strip()
        if text:
            self.results.search(text)
        else:
            self.search.setFocus()

    def _show_more(self) -> None:
        self._num_shown += PAGE
        self._show()

    def _filtered(self, _: str) -> None:
        self._num_shown = PAGE
        self._show()

    def _ask_for_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Import a model"), "", tr("Model files (*.gguf);;All files (*)"))
        if name:
            self.import_path(Path(name))

    def _ask_for_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Import the folder of a model"))
        if name:
            self.import_path(Path(name))

    def _imported(self, model: ModelView | None, error: MeshnetError | None) -> None:
        self._num_importing -= 1
        if model is None or error is not None:
            self.told.tell_outcome(error)
            return
        self.told.tell(tr("Imported {name}.", name=short_model(model.name)), "ok")
        self.added.emit(model.name, False)

    def _connect(self) -> None:
        self._again.timeout.connect(self._show)
        self.search.textChanged.connect(self._typed)
        self.search.returnPressed.connect(self._entered)
        self.on_hub.clicked.connect(self._search_hub)
        self.filter.chosen.connect(self._filtered)
        self.more.clicked.connect(self._show_more)
        self.import_file.clicked.connect(self._ask_for_file)
        self.import_folder.clicked.connect(self._ask_for_folder)
        for each in (self.named.added, self.results.added):
            each.connect(lambda name: self.added.emit(name, True))

    def _lay_out(self) -> None:
        self._rows.setSpacing(0)
        search = row(spacing=8)
        search.addWidget(self.search, 1)
        search.addWidget(self.on_hub)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel(tr("Find a model"), "heading"))
        layout.addLayout(search)
        layout.addWidget(self.named)
        layout.addWidget(self.results)
        layout.addLayout(row(self.filter, 1, self.count))
        layout.addWidget(self.empty)
        layout.addLayout(self._rows)
        layout.addLayout(row(1, self.more, 1))
        files = QWidget()
        line = row(spacing=8)
        line.addWidget(PlainLabel(tr("You have a model as a file, or as a folder?"), "muted", wrap=True), 1)
        line.addLayout(Flow(self.import_file, self.import_folder, at_end=True))
        files.setLayout(line)
        layout.addWidget(files)
        layout.addWidget(self.told)
        for widget in (self.more, self.empty):
            widget.hide()
