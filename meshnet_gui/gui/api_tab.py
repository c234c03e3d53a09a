"""Other programs: how they get to ask the swarm, and what they asked lately."""

from __future__ import annotations

from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from meshnet_gui.gui.api_card import ApiCard
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.requests_card import RequestsCard
from meshnet_gui.gui.widgets import ColumnArea, centred
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

_WIDTH = 1080


class ApiTab(QWidget):
    """Two cards below each other."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("page")
        self.api = ApiCard(commands, bridge)
        self.requests = RequestsCard()
        page = QWidget()
        page.setObjectName("scrolled")
        at_each_zoom(page, lambda: page.setMaximumWidth(zoomed(_WIDTH)))
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 20, 0, 20)
        layout.setSpacing(16)
        layout.addWidget(self.api)
        layout.addWidget(self.requests, 1)
        scroll: QScrollArea = ColumnArea()
        scroll.setWidget(centred(page, (20, 0, 20, 0)))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self.api.show_snapshot(snapshot)
        self.requests.show_view(snapshot.api)
