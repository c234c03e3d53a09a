"""This computer's contribution: the switch, what it serves, and the session-cache panel beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.session_panel import SessionPanel
from meshnet_gui.gui.shard_card import ShardCard
from meshnet_gui.gui.sharing_card import SharingCard
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

_SIDE_WIDTH = 320
_GAP = 16
_SCROLL_BAR = 12  # as wide as the stylesheet makes it; it comes and goes in the gap and takes nothing from the cards


class NodeTab(QWidget):
    """Left what this computer gives, right what it holds for others. ``models_requested`` asks for more models."""

    models_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("page")
        self.shard = ShardCard(commands, bridge)
        self.shard.models_requested.connect(self.models_requested)
        self.contribution = SharingCard(commands, bridge, chosen=self.shard.chosen_settings)
        self.sessions = SessionPanel(commands, bridge)
        side = QWidget()
        side.setObjectName("scrolled")
        side.setFixedWidth(_SIDE_WIDTH)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self.contribution)
        column.addWidget(self.shard)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("plain")
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFixedWidth(_SIDE_WIDTH + _SCROLL_BAR)
        scroll.setWidget(side)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 20)
        layout.setSpacing(_GAP - _SCROLL_BAR)
        layout.addWidget(scroll)
        layout.addWidget(self.sessions, 1)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self.contribution.show_snapshot(snapshot)
        self.shard.show_snapshot(snapshot)
        self.sessions.show_snapshot(snapshot)
