"""The swarm: which one this computer is in, who serves which layers, and the other computers."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.coverage_card import CoverageCard
from meshnet_gui.gui.peers_card import PeersCard
from meshnet_gui.gui.swarm_card import SwarmCard
from meshnet_gui.gui.widgets import centred
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot


class SwarmTab(QWidget):
    """Three cards below each other."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("page")
        self._snapshot: Snapshot | None = None
        self.swarm = SwarmCard(commands, bridge)
        self.coverage = CoverageCard(commands, bridge)
        self.peers = PeersCard(commands, bridge)
        page = QWidget()
        page.setObjectName("scrolled")
        at_each_zoom(page, lambda: page.setMaximumWidth(zoomed(1080)))
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 20, 0, 20)
        layout.setSpacing(16)
        for card in (self.swarm, self.coverage, self.peers):
            layout.addWidget(card)
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("plain")
        scroll.setWidgetResizable(True)
        scroll.setWidget(centred(page, (20, 0, 20, 0)))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def find_others(self) -> None:
        """Leads to what brings other computers: inviting somebody, or the two ways into a swarm."""
        if self.swarm.has_swarm:
            self.swarm.invite.setFocus()
        else:
            self.swarm.open_form()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        """Draws it, or keeps it until the tab is looked at: who serves what takes a while in a swarm of thousands."""
        self._snapshot = snapshot
        if self.isVisible():
            self._draw(snapshot)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._snapshot is not None:
            self._draw(self._snapshot)

    def _draw(self, snapshot: Snapshot) -> None:
        for card in (self.swarm, self.coverage, self.peers):
            card.show_snapshot(snapshot)
