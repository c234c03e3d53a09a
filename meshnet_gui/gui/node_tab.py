"""This computer's contribution: the switch, what it serves, and the session-cache panel beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import drawn_state, error_text, own_state_text, shown_node
from meshnet_gui.gui.reach import address_for_others, own_address, reach_text
from meshnet_gui.gui.session_panel import SessionPanel
from meshnet_gui.gui.shard_card import ShardCard
from meshnet_gui.gui.shard_list import ShardList
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, PlainLabel, StateDot, Switch, row, rule
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
        self.contribution = ContributionCard(commands, bridge, chosen=self.shard.chosen_settings)
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


class ContributionCard(QFrame):
    """The big switch, and in words what the node does now and who can reach it."""

    def __init__(
        self,
        commands: Commands,
        bridge: Bridge,
        own: Callable[[], str] = own_address,
        chosen: Callable[[], dict[str, object]] = dict,
    ) -> None:
        """``chosen`` are the settings that are on screen and not applied yet: switching on applies them."""
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._own_address = own
        self._chosen = chosen
        self._num_pending = 0
        self._address = ""
        self._told = ""
        self.switch = Switch("Share this computer")
        self.switch.clicked.connect(self._toggle)
        self._dot = StateDot()
        self.state = PlainLabel("", "", wrap=True, selectable=True)
        self._busy = QProgressBar()
        self._busy.setObjectName("thin")
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setAccessibleName("Loading")
        self.shards = ShardList(commands, bridge)
        self._spot = QStackedWidget()
        self._copy = IconButton("copy", "Copy this node's address", kind="bare")
        self.reach = PlainLabel("", "caption", wrap=True)
        self.address = ElidedLabel("", "muted", Qt.TextElideMode.ElideMiddle)
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._address))
        self._problem = PlainLabel("", "error", wrap=True, selectable=True)
        self._lay_out()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        if not self._num_pending:
            self.switch.setChecked(snapshot.settings.contributing)
        self.switch.setEnabled(not snapshot.startup or snapshot.settings.contributing)
        node = shown_node(snapshot)
        self._dot.set_state(drawn_state(snapshot))
        self.state.setText(own_state_text(snapshot))
        self.state.set_role("error" if node.state == "failed" else "")
        self.shards.show_node(node)
        if self._told and self._told == snapshot.node.error:
            self._problem.hide()  # the state says it too
        self._address = address_for_others(snapshot.node_address, self._own_address)
        self.switch.setAccessibleDescription(own_state_text(snapshot, self._address))
        self.address.set_text(f"at {self._address}")
        busy = drawn_state(snapshot) in ("loading", "joining", "draining", "stopping")
        self._spot.setCurrentIndex(1 if busy else 2 if self._address else 0)
        self.reach.setVisible(node.state in ("loading", "joining", "ready"))
        host = urlsplit(snapshot.node_address).hostname or snapshot.settings.host
        self.reach.setText(reach_text(host, snapshot.swarm.name if snapshot.swarm else ""))

    def _toggle(self, on: bool) -> None:
        self._num_pending += 1
        self._problem.hide()
        changes = self._chosen() if on else {}
        self._bridge.watch(self._commands.set_contributing(on, **changes), partial(self._toggled, on))

    def _toggled(self, on: bool, _: object, error: MeshnetError | None) -> None:
        self._num_pending -= 1
        if error is not None and not self._num_pending:
            self.switch.setChecked(not on)
            self._told = str(error)
            self._problem.setText(error_text(error))
            self._problem.show()

    def _lay_out(self) -> None:
        self._problem.hide()
        policy = self.reach.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # so that nothing below it moves
        self.reach.setSizePolicy(policy)
        self.reach.hide()
        title = PlainLabel("Share this computer", "heading")
        title.setBuddy(self.switch)
        text = PlainLabel("Serve some of the model's layers.", "muted", wrap=True)
        state = row(spacing=8)
        state.addWidget(self._dot, 0, Qt.AlignmentFlag.AlignTop)
        state.addWidget(self.state, 1)
        where_page = QWidget()
        where = row(spacing=6)
        where.setContentsMargins(20, 0, 0, 0)
        where.addWidget(self.address, 1)
        where.addWidget(self._copy)
        where_page.setLayout(where)
        busy = QWidget()
        busy.setLayout(row(self._busy))
        for page in (QWidget(), busy, where_page):  # one spot for all, so that nothing below it moves
            self._spot.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addLayout(row(title, 1, self.switch))
        layout.addWidget(text)
        layout.addWidget(rule())
        layout.addLayout(state)
        for widget in (self.shards, self._spot, self.reach, self._problem):
            layout.addWidget(widget)
