"""The switch of sharing with its reason and its pauses, and in words what the node does now and who can reach it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QProgressBar,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import drawn_state, error_text, own_state_text, shown_node
from meshnet_gui.gui.pauses import pause_choices
from meshnet_gui.gui.position_switch import PositionSwitch, position_of
from meshnet_gui.gui.reach import address_for_others, own_address, reach_text
from meshnet_gui.gui.shard_list import ShardList
from meshnet_gui.gui.sharing_words import paused_until, reason_text, what_follows
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, PlainLabel, StateDot, row, rule
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

if TYPE_CHECKING:
    from meshnet_gui.gui.rules_dialog import RulesDialog

_BUSY = ("loading", "joining", "draining", "stopping")


class SharingCard(QFrame):
    """The three positions, the reason for what is so now, pauses for a time, and the node's state and address."""

    limits_requested = Signal()

    def __init__(
        self,
        commands: Commands,
        bridge: Bridge,
        own: Callable[[], str] = own_address,
        chosen: Callable[[], dict[str, object]] = dict,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        """``chosen`` are the settings that are on screen and not applied yet: beginning to share applies them."""
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._own_address = own
        self._chosen = chosen
        self._now = now
        self._snapshot: Snapshot | None = None
        self._num_pending = 0
        self._address = ""
        self._told = ""
        self.switch = PositionSwitch()
        self.reason = PlainLabel("", "muted", wrap=True, selectable=True)
        self.follows = PlainLabel("", "caption", wrap=True)
        self.pause = IconButton("pause", tr("Pause sharing for a time"), tr("Pause…"), kind="")
        self.pauses = QMenu(self)
        self.rules = IconButton("sliders", tr("Rules of sharing"), tr("Rules…"))
        self._rules_dialog: RulesDialog | None = None
        self.limits = IconButton("disk", tr("Limits of what is given"), tr("Limits…"))
        self.resume = IconButton("play", tr("Resume now"), tr("Resume now"), kind="primary")
        self._pausing = QStackedWidget()
        self._dot = StateDot()
        self.state = PlainLabel("", "", wrap=True, selectable=True)
        self._busy = QProgressBar()
        self._busy.setObjectName("thin")
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setAccessibleName(tr("Loading"))
        self.shards = ShardList(commands, bridge)
        self._spot = QStackedWidget()
        self._copy = IconButton("copy", tr("Copy this node's address"), kind="bare")
        self.reach = PlainLabel("", "caption", wrap=True)
        self.address = ElidedLabel("", "muted", Qt.TextElideMode.ElideMiddle)
        self._problem = PlainLabel("", "error", wrap=True, selectable=True)
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        position = position_of(snapshot.settings.contributing, snapshot.settings.by_rules)
        if not self._num_pending:
            self.switch.show_position(position)
        for button in self.switch.buttons.values():
            button.setEnabled(not snapshot.startup or snapshot.settings.contributing)
        self._show_reason(snapshot, position)
        self._show_node(snapshot)
        if self._rules_dialog is not None and self._rules_dialog.isVisible():
            self._rules_dialog.show_snapshot(snapshot)

    def open_rules(self) -> None:
        """The rules and what they come to now, over the window."""
        from meshnet_gui.gui.rules_dialog import RulesDialog

        if self._rules_dialog is None:
            self._rules_dialog = RulesDialog(self._commands, self._bridge, self.window(), self._now)
        if self._snapshot is not None:
            self._rules_dialog.show_snapshot(self._snapshot)
        self._rules_dialog.open()

    def _show_reason(self, snapshot: Snapshot, position: str) -> None:
        now = self._now()
        is_timed = position != "paused" and paused_until(snapshot, now) > 0
        self.reason.setText(reason_text(snapshot, now))
        follows = what_follows(snapshot)
        self.follows.setText(follows)
        self.follows.setVisible(bool(follows))
        self.switch.setAccessibleDescription(f"{self.reason.text()} {follows}".strip())
        self._pausing.setCurrentIndex(1 if is_timed else 2 if position == "paused" else 0)

    def _show_node(self, snapshot: Snapshot) -> None:
        node = shown_node(snapshot)
        self._dot.set_state(drawn_state(snapshot))
        self.state.setText(own_state_text(snapshot))
        self.state.set_role("error" if node.state == "failed" else "")
        self.shards.show_node(node)
        if self._told and self._told == snapshot.node.error:
            self._problem.hide()  # the state says it too
        self._address = address_for_others(snapshot.node_address, self._own_address)
        self.state.setAccessibleDescription(own_state_text(snapshot, self._address))
        self.address.set_text(tr("at {address}", address=self._address))
        self._spot.setCurrentIndex(1 if drawn_state(snapshot) in _BUSY else 2 if self._address else 0)
        self.reach.setVisible(node.state in ("loading", "joining", "ready"))
        host = urlsplit(snapshot.node_address).hostname or snapshot.settings.host
        self.reach.setText(reach_text(host, snapshot.swarm.name if snapshot.swarm else ""))

    def _choose(self, position: str) -> None:
        changes = self._chosen() if position != "paused" else {}
        self._ask(self._commands.set_sharing(position, **changes))

    def _pause_for(self, seconds: float) -> None:
        self._ask(self._commands.pause_for(seconds))

    def _ask(self, future: Future[None]) -> None:
        self._num_pending += 1
        self._problem.hide()
        self._bridge.watch(future, self._done)

    def _done(self, _: object, error: MeshnetError | None) -> None:
        self._num_pending -= 1
        if self._num_pending:
            return
        if self._snapshot is not None and error is not None:
            settings = self._snapshot.settings
            self.switch.show_position(position_of(settings.contributing, settings.by_rules))
        if error is not None:
            self._told = sentence(str(error))
            self._problem.setText(error_text(error))
            self._problem.show()

    def _fill_pauses(self) -> None:
        self.pauses.clear()
        for choice in pause_choices(self._now()):
            self.pauses.addAction(choice.text).triggered.connect(partial(self._pause_for, choice.seconds))

    def _connect(self) -> None:
        self.switch.chosen.connect(self._choose)
        self.pauses.aboutToShow.connect(self._fill_pauses)
        self.pause.setMenu(self.pauses)
        self._fill_pauses()
        self.resume.clicked.connect(lambda: self._pause_for(0))
        self.rules.clicked.connect(self.open_rules)
        self.limits.clicked.connect(self.limits_requested)
        self._copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self._address))

    def _lay_out(self) -> None:
        for widget in (self._problem, self.reach, self.follows):
            widget.hide()
        policy = self.reach.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # so that nothing below it moves
        self.reach.setSizePolicy(policy)
        self.reason.setMinimumHeight(2 * self.reason.fontMetrics().lineSpacing() + 4)
        self.reason.setAlignment(Qt.AlignmentFlag.AlignTop)
        for line in (row(self.pause, 1), row(self.resume, 1), row()):  # who shares nothing has nothing to pause
            spot = QWidget()
            spot.setLayout(line)
            self._pausing.addWidget(spot)
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
        for shown in (QWidget(), busy, where_page):  # one spot for all, so that nothing below it moves
            self._spot.addWidget(shown)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel(tr("Share this computer"), "heading"))
        layout.addWidget(self.switch)
        layout.addWidget(self.reason)
        layout.addWidget(self.follows)
        layout.addLayout(row(self.rules, self.limits, 1))
        layout.addWidget(self._pausing)
        layout.addWidget(rule())
        layout.addLayout(state)
        for each in (self.shards, self._spot, self.reach, self._problem):
            layout.addWidget(each)
