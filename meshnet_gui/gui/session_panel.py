"""The session caches of one node, our own or a peer's: how full it is, every session, what was dropped and why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import bytes_text, duration_text, number_text
from meshnet_gui.gui.answer_words import held_text
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import (
    EVICTION_WORDS,
    NODE_STATE_WORDS,
    ago_text,
    bringing,
    compute_text,
    error_text,
    layers_text,
    weights_text,
)
from meshnet_gui.gui.peers_card import shown_peers
from meshnet_gui.gui.row_table import RowTable, sorted_view
from meshnet_gui.gui.session_model import COLUMNS, SessionTable
from meshnet_gui.gui.swarm_words import names_of
from meshnet_gui.gui.translation import mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.gui.widgets import Combo, ElidedLabel, IconButton, PlainLabel, StateDot, UsageBar, rule
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import PeerView, Snapshot
from meshnet_gui.types import EvictionRecord, NodeStatus

_COUNTERS = (
    ("requests", mark("Requests")),
    ("tokens", mark("Tokens")),
    ("reused_tokens", mark("Reused")),
    ("cache_misses", mark("Cache misses")),
    ("refusals", mark("Refusals")),
    ("evictions", mark("Dropped")),
)
_HANDED_OUT = ("weights_sent", mark("Handed out"))
_SHOWN_EVICTIONS = 20
_BETWEEN = {
    "loading": mark("The shard is being loaded…"),
    "joining": mark("The shard is being checked before others may use it…"),
    "draining": mark("Running chats move to other computers, then this one stops."),
    "stopping": mark("The shard is being unloaded…"),
    "paused": mark("Sharing is paused: no chats of others run here."),
}
_FETCHED_FIRST = mark("The layers are being fetched first. They are loaded and served when all of them are here.")
_SOON = mark("Nothing is served yet: this computer is getting ready.")
_OWN_NODE = ""
_ELASTIC = 1
_ELASTIC_MIN_WIDTH = 130


class SessionPanel(QFrame):
    """Shows what ``Snapshot`` says of the chosen node and lets the user drop what is theirs to drop."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._snapshot: Snapshot | None = None
        self._table_of: str | None = None
        self._chosen_by_user = False
        self._said = ""
        self.chooser = Combo(tr("Show the session caches of"))
        at_each_zoom(self.chooser, lambda: self.chooser.setMinimumWidth(zoomed(210)))
        self.chooser.currentIndexChanged.connect(self._show)
        self.chooser.activated.connect(self._note_choice)
        self._dot = StateDot()
        self.state = ElidedLabel("", "muted")
        self.usage = _Usage()
        self.model = SessionTable()
        self.proxy = sorted_view(self.model)
        self.table = _make_table(self.proxy)
        self.table.selectionModel().selectionChanged.connect(self._selection_changed)
        self.evict = IconButton("trash", tr("Evict the selected session"), tr("Evict"), kind="danger")
        self.evict.clicked.connect(self._evict)
        self._hint = ElidedLabel("", "caption")
        self.empty = PlainLabel("", "muted", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget()
        self.evictions = _Evictions()
        self.counters = _Counters()
        self._lay_out()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._fill_chooser(snapshot)
        if not self._chosen_by_user:
            self.chooser.setCurrentIndex(max(0, self.chooser.findData(_most_telling(snapshot))))
        self._show()

    @property
    def address(self) -> str:
        """The chosen node's address; empty for our own."""
        return str(self.chooser.currentData() or _OWN_NODE)

    def _note_choice(self) -> None:
        self._chosen_by_user = True

    def _fill_chooser(self, snapshot: Snapshot) -> None:
        names = names_of(snapshot)
        wanted = [(tr("This computer"), _OWN_NODE)]
        wanted += [(names[peer.address], peer.address) for peer in shown_peers(snapshot.peers) if peer.status]
        present = [(self.chooser.itemText(i), self.chooser.itemData(i)) for i in range(self.chooser.count())]
        if wanted == present:
            return
        chosen = self.address
        self.chooser.blockSignals(True)
        self.chooser.clear()
        for name, address in wanted:
            self.chooser.addItem(name, address)
        self.chooser.setCurrentIndex(max(0, self.chooser.findData(chosen)))
        self.chooser.blockSignals(False)

    def _show(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        peer = next((peer for peer in snapshot.peers if peer.address == self.address), None)
        status = peer.status if peer and peer.status else snapshot.node
        stale = peer is not None and peer.state == "offline"
        self._fill_table(status, snapshot.own_sessions)
        self._dot.set_state("offline" if stale else status.state)
        is_brought = peer is None and bringing(snapshot) is not None
        self.state.set_text(_state_words(status, peer, is_brought=is_brought))
        self.usage.show_status(status)
        self.evictions.show_records(status.evictions)
        self.counters.show_status(status)
        is_starting = peer is None and snapshot.settings.contributing and status.state == "off"
        empty = (
            tr_marked(_FETCHED_FIRST)
            if is_brought
            else tr_marked(_SOON)
            if is_starting
            else _empty_words(status, own=peer is None)
        )
        self.empty.setText(empty)
        self._stack.setCurrentIndex(0 if status.sessions else 1)
        for widget in (self.usage, self.table, self.evictions, self.counters):
            widget.setEnabled(not stale)
        self._refresh_evict()

    def _fill_table(self, status: NodeStatus, own: frozenset[str]) -> None:
        if self._table_of != self.address:
            self._table_of, self._said = self.address, ""
            self.model.update_sessions((), status.model_of, frozenset())
        selected = self._selected()
        self.model.update_sessions(status.sessions, status.model_of, own)
        self.table.fit_contents()
        if self._selected() != selected:
            self.table.clearSelection()  # Qt would select a neighbour, and Evict would then mean another session

    def _selection_changed(self) -> None:
        self._said = ""
        self._refresh_evict()

    def _refresh_evict(self) -> None:
        session_id = self._selected()
        snapshot = self._snapshot
        online = self.address == _OWN_NODE or (snapshot is not None and _is_online(snapshot, self.address))
        foreign = self.address != _OWN_NODE and (snapshot is None or session_id not in snapshot.own_sessions)
        self.evict.setEnabled(bool(session_id) and online and not foreign)
        if self._said:
            self._hint.set_text(self._said)
        elif session_id and foreign:
            self._hint.set_text(tr("Only sessions of your own chats can be dropped on a peer."))
        else:
            self._hint.set_text("" if session_id or not self.model.rowCount() else tr("Select a session to evict it."))

    def _selected(self) -> str:
        rows = self.table.selectionModel().selectedRows()
        return self.model.session_at(self.proxy.mapToSource(rows[0]).row()).short_id if rows else ""

    def _evict(self) -> None:
        session_id = self._selected()
        if session_id:
            self.evict.setEnabled(False)
            ended = partial(self._evicted, session_id)
            self._bridge.watch(self._commands.evict_session(self.address, session_id), ended)

    def _evicted(self, session_id: str, done: object, error: MeshnetError | None) -> None:
        if error is None and self._selected() == session_id:
            self.table.clearSelection()  # a chat that goes on brings it back, as another cache under the same id
        if error is not None:
            self._said = error_text(error)
        else:
            self._said = (
                tr("{session_id} was dropped.", session_id=session_id) if done else tr("That session was gone already.")
            )
        self._refresh_evict()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(PlainLabel(tr("Session caches"), "heading"))
        top.addStretch(1)
        top.addWidget(self.chooser)
        state = QHBoxLayout()
        state.setSpacing(8)
        state.addWidget(self._dot)
        state.addWidget(self.state, 1)
        empty = QFrame()
        empty_layout = QVBoxLayout(empty)
        empty_layout.addWidget(self.empty)
        self._stack.addWidget(self.table)
        self._stack.addWidget(empty)
        actions = QHBoxLayout()
        actions.addWidget(self._hint, 1)
        actions.addWidget(self.evict)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addLayout(state)
        layout.addWidget(self.usage)
        layout.addWidget(self._stack, 5)
        layout.addLayout(actions)
        layout.addWidget(rule())
        layout.addWidget(PlainLabel(tr("Dropped lately"), "section"))
        layout.addWidget(self.evictions, 3)
        layout.addWidget(rule())
        layout.addWidget(self.counters)


class _Usage(QWidget):
    """Two bars: bytes of the budget, and sessions of the most that are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.bytes_bar = UsageBar(tr("Memory used by session caches"))
        self.sessions_bar = UsageBar(tr("Sessions kept"))
        self.bytes_text = PlainLabel("", "caption")
        self.sessions_text = PlainLabel("", "caption")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(5)
        pairs = ((self.bytes_text, self.bytes_bar), (self.sessions_text, self.sessions_bar))
        for column, (text, bar) in enumerate(pairs):
            grid.addWidget(text, 0, column)
            grid.addWidget(bar, 1, column)
            grid.setColumnStretch(column, 1)

    def show_status(self, status: NodeStatus) -> None:
        used = tr(
            "{used_bytes} of {limit_bytes}",
            used_bytes=bytes_text(status.used_bytes),
            limit_bytes=bytes_text(status.limit_bytes),
        )
        kept = tr(
            "{sessions} of {max_sessions}",
            sessions=len(status.sessions),
            max_sessions=tr_count(status.max_sessions, "{num} session", "{num} sessions"),
        )
        self.bytes_text.setText(used if status.limit_bytes else tr("No memory reserved"))
        self.sessions_text.setText(kept if status.max_sessions else tr("No sessions"))
        self.bytes_bar.set_usage(status.used_bytes, status.limit_bytes, used)
        self.sessions_bar.set_usage(len(status.sessions), status.max_sessions, kept)


class _Evictions(QScrollArea):
    """What was dropped, newest first, with the reason in words."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plain")
        self.setWidgetResizable(True)
        at_each_zoom(self, lambda: self.setMinimumHeight(zoomed(58)))
        self.setAccessibleName(tr("Dropped sessions"))
        self._list = QWidget()
        self._list.setObjectName("scrolled")
        self._grid = QGridLayout(self._list)
        self._grid.setContentsMargins(0, 0, 8, 0)
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(3, 1)
        self._lines: list[tuple[PlainLabel, ...]] = []
        self._none = PlainLabel(tr("Nothing was dropped."), "caption")
        self._grid.addWidget(self._none, 0, 0, 1, 4)
        self._grid.setRowStretch(_SHOWN_EVICTIONS + 1, 1)
        self.setWidget(self._list)

    def show_records(self, records: Sequence[EvictionRecord]) -> None:
        shown = sorted(records, key=lambda record: record.ago_s)[:_SHOWN_EVICTIONS]
        while len(self._lines) < len(shown):
            self._add_line()
        self._none.setVisible(not shown)
        for number, line in enumerate(self._lines):
            words = _eviction_words(shown[number]) if number < len(shown) else ()
            for label, text in zip(line, words, strict=False):
                label.setText(text)
            for label in line:
                label.setVisible(bool(words))

    def words(self) -> list[str]:
        """The visible lines as text."""
        return [" ".join(label.text() for label in line) for line in self._lines if not line[0].isHidden()]

    def _add_line(self) -> None:
        line = (PlainLabel("", "mono"), PlainLabel(""), PlainLabel("", "muted"), PlainLabel("", "muted"))
        for column, label in enumerate(line):
            self._grid.addWidget(label, len(self._lines) + 1, column)
        self._lines.append(line)


class _Counters(QWidget):
    """Numbers since the shard was loaded, and how much of weights was handed out since the program started."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = {key: PlainLabel("0", "number") for key, _ in (*_COUNTERS, _HANDED_OUT)}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        for column, (key, name) in enumerate((*_COUNTERS, _HANDED_OUT)):
            grid.addWidget(self.numbers[key], 0, column)
            grid.addWidget(PlainLabel(tr_marked(name), "caption"), 1, column)
            self.numbers[key].setAccessibleName(tr_marked(name))
            grid.setColumnStretch(column, 1)
        self.numbers[_HANDED_OUT[0]].setToolTip(tr("Layers that members of the swarm have fetched from it"))

    def show_status(self, status: NodeStatus) -> None:
        for key, _ in _COUNTERS:
            self.numbers[key].setText(number_text(status.counters.get(key, 0)))
        self.numbers[_HANDED_OUT[0]].setText(bytes_text(status.weights_sent_bytes))
        reused = status.counters.get("reused_tokens", 0)
        held = held_text(reused, reused + status.counters.get("prefilled_tokens", 0))
        self.numbers["reused_tokens"].setToolTip(
            held or tr("Tokens of the prompt that were still held from the turn before")
        )
        for key, label in self.numbers.items():
            label.setAccessibleDescription(held if held and key == "reused_tokens" else label.text())


def _make_table(rows: QSortFilterProxyModel) -> RowTable:
    table = RowTable(rows, elastic=_ELASTIC, least_width=_ELASTIC_MIN_WIDTH, least_height=lambda line: zoomed(140))
    table.setAccessibleName(tr("Sessions"))
    table.horizontalHeader().setAccessibleName(tr("Sort the sessions by"))
    table.sortByColumn(len(COLUMNS) - 2, Qt.SortOrder.AscendingOrder)
    return table


def _most_telling(snapshot: Snapshot) -> str:
    """Which node to show before the user has chosen one: our own, or while it is off the first peer that is there."""
    if snapshot.node.state != "off":
        return _OWN_NODE
    return next((peer.address for peer in snapshot.peers if peer.state == "online" and peer.status), _OWN_NODE)


def _is_online(snapshot: Snapshot, address: str) -> bool:
    return any(peer.address == address and peer.state != "offline" for peer in snapshot.peers)


def _state_words(status: NodeStatus, peer: PeerView | None, *, is_brought: bool) -> str:
    if peer is not None and peer.state == "offline":
        return tr("Offline: {error} Last known state below.", error=sentence(peer.error) or tr("no answer"))
    parts = [tr("Getting its layers…") if is_brought else tr_marked(NODE_STATE_WORDS.get(status.state, status.state))]
    parts += [layers_text(status)] if status.span else []
    parts += [weights] if (weights := weights_text(status.identity)) else []
    parts += [compute_text(status.dtype, status.device)] if status.dtype else []
    parts += [tr("idle sessions end after {ttl_s}", ttl_s=duration_text(status.ttl_s))] if status.ttl_s else []
    parts += [] if status.supports_kv_cache else [tr("this model keeps no session cache")]
    return " · ".join(parts)


def _empty_words(status: NodeStatus, *, own: bool) -> str:
    whose = tr("this computer") if own else tr("this peer")
    if status.state == "off":
        return (
            tr("The node is off. It serves layers while this computer shares: see “Share this computer”.")
            if own
            else tr("This peer's node is off.")
        )
    if status.state in _BETWEEN:
        return tr_marked(_BETWEEN[status.state])
    if status.state == "failed":
        return (
            tr("The node failed, so it keeps no sessions.")
            if own
            else sentence(status.error) or tr("This peer's node failed.")
        )
    if not status.supports_kv_cache:
        return tr("This model's layers keep no session cache: every step computes the whole text again.")
    return tr("No sessions yet. A session appears when somebody's chat runs through {whose}.", whose=whose)


def _eviction_words(record: EvictionRecord) -> tuple[str, ...]:
    size = f"{tr_count(record.num_tokens, '{num} token', '{num} tokens')} · {bytes_text(record.num_bytes)}"
    return record.short_id, tr_marked(EVICTION_WORDS.get(record.reason, record.reason)), size, ago_text(record.ago_s)
