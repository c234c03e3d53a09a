"""Models: those on this computer with their fetches and the disk, and all others with what of each fits here."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.catalogue_card import CatalogueCard
from meshnet_gui.gui.disk_card import DiskCard
from meshnet_gui.gui.hub_card import HubCard
from meshnet_gui.gui.segments import Segments
from meshnet_gui.gui.stored_card import StoredCard
from meshnet_gui.gui.swarm_models_card import SwarmModelsCard
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import centred, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

HERE, FIND = "here", "find"
_WIDTH = 1080


class ModelsTab(QWidget):
    """Two pages; a file or folder that is dropped on them is imported.

    ``serve_requested`` asks for the Node tab with a model chosen, ``chat_requested`` for the chat.
    """

    serve_requested = Signal(str)
    chat_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setAcceptDrops(True)
        self._to_choose = ""
        self._has_looked = False
        self.pages = Segments(tr("Models"), ((tr("On this computer"), HERE), (tr("Find a model"), FIND)))
        self.stored = StoredCard(commands, bridge)
        self.disk = DiskCard(commands, bridge)
        self.swarm_models = SwarmModelsCard(commands, bridge)
        self.catalogue = CatalogueCard(commands, bridge)
        self.hub = HubCard(commands, bridge)
        self.stack = QStackedWidget()
        self._lay_out()
        self._connect()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _local_path(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = _local_path(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.import_path(path)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        for card in (self.stored, self.disk, self.swarm_models, self.catalogue, self.hub):
            card.show_snapshot(snapshot)
        num = len(snapshot.fetches)
        self.pages.buttons[HERE].setText(
            tr("On this computer ({num2} on the way)", num2=num) if num else tr("On this computer")
        )
        if not self._has_looked and not snapshot.startup:
            self._has_looked = True
            if not snapshot.models and not num:
                self.show_page(FIND)
        self._choose_layers()

    def show_page(self, page: str) -> None:
        """``HERE`` or ``FIND``."""
        self.pages.choose(page)
        self.stack.setCurrentIndex((HERE, FIND).index(page))

    def look_for(self, text: str = "") -> None:
        """Leads to all models that there are."""
        self.show_page(FIND)
        self.catalogue.search_for(text)
        self.catalogue.search.setFocus()

    def import_path(self, path: Path) -> None:
        """Imports a file or a folder, and shows how it goes."""
        self.show_page(FIND)
        self.catalogue.import_path(path)

    def _added(self, name: str, layers_are_open: bool) -> None:
        self.show_page(HERE)
        self._to_choose = name if layers_are_open else ""
        self._choose_layers()

    def _choose_layers(self) -> None:
        """As soon as the snapshot has the new model."""
        if self._to_choose in self.stored.rows:
            self.stored.choose_layers(self._to_choose)
            self._to_choose = ""

    def _connect(self) -> None:
        self.pages.chosen.connect(self.show_page)
        self.stored.more_requested.connect(self.look_for)
        self.stored.serve_requested.connect(self.serve_requested)
        self.catalogue.added.connect(self._added)
        self.swarm_models.used.connect(lambda _: self.chat_requested.emit())

    def _lay_out(self) -> None:
        for cards in ((self.stored, self.disk), (self.swarm_models, self.catalogue, self.hub)):
            self.stack.addWidget(_page(cards))
        head = QWidget()
        at_each_zoom(head, lambda: head.setMaximumWidth(zoomed(_WIDTH)))
        head.setLayout(row(self.pages, 1))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(centred(head, (20, 12, 20, 0)))
        outer.addWidget(self.stack, 1)


def _local_path(dropped: QMimeData) -> Path | None:
    """One .gguf file or folder of this computer, which can be imported."""
    urls = dropped.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix.lower() == ".gguf" or path.is_dir() else None


def _page(cards: tuple[QWidget, ...]) -> QScrollArea:
    page = QWidget()
    page.setObjectName("scrolled")
    at_each_zoom(page, lambda: page.setMaximumWidth(zoomed(_WIDTH)))
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 12, 0, 20)
    layout.setSpacing(16)
    for card in cards:
        layout.addWidget(card)
    layout.addStretch(1)
    scroll = QScrollArea()
    scroll.setObjectName("plain")
    scroll.setWidgetResizable(True)
    scroll.setWidget(centred(page, (20, 0, 20, 0)))
    return scroll
