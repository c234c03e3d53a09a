"""The other participants: who is there, who serves what, adding and removing by address."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.coverage_bar import CoverageBar
from meshnet_gui.gui.format import (
    PEER_STATE_WORDS,
    address_text,
    layers_text,
    model_text,
    precision_text,
    short_model,
    spans_text,
)
from meshnet_gui.gui.precision_field import ONE_ROUTE
from meshnet_gui.gui.widgets import (
    ElidedLabel,
    IconButton,
    PlainLabel,
    StateDot,
    card,
    centred,
    plain_tooltip,
    restyle,
    row,
)
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import PeerView, Snapshot
from meshnet_gui.types import ShardStatus

_NO_PEERS = (
    "No peers yet. On another computer share its node with everybody in this network, then add the address that its "
    "Node tab shows."
)


def parse_address(text: str) -> str:
    """What a person typed as a base URL. Raises ValueError with a sentence for them."""
    text = text.strip()
    if not text:
        raise ValueError("Type an address such as 192.168.1.20:51001.")
    url = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError("The port must be a number from 1 to 65535.") from None
    if parts.scheme not in ("http", "https"):
        raise ValueError("An address begins with http:// or https://, or with neither.")
    if not parts.hostname or any(c.isspace() for c in parts.netloc) or "@" in parts.netloc:
        raise ValueError("That is no host name or IP address.")
    if not port:
        raise ValueError("The port is missing, as in 192.168.1.20:51001.")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError("Only host and port are needed, nothing after them.")
    return f"{parts.scheme}://{parts.netloc}"


class PeersTab(QWidget):
    """Coverage on top, then the field for a new peer, then one row per peer."""

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("page")
        self._commands = commands
        self._bridge = bridge
        self.coverage = CoverageBar()
        self._coverage_text = PlainLabel("", "muted", wrap=True)
        self.address = QLineEdit()
        self.address.setPlaceholderText("192.168.1.20:51001")
        self.address.setAccessibleName("Address of a peer")
        self.address.setMaxLength(300)
        self.add = IconButton("plus", "Add this peer", "Add peer", kind="primary")
        self.problem = PlainLabel("", "error", wrap=True)
        self.rows: dict[str, PeerRow] = {}
        self._empty = PlainLabel("", "muted", wrap=True)
        self._lay_out()
        self.address.returnPressed.connect(self._add)
        self.address.textEdited.connect(lambda: self._say(""))
        self.add.clicked.connect(self._add)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self.coverage.show_snapshot(snapshot)
        self._coverage_text.setText(_coverage_words(snapshot))
        wanted = {peer.address: peer for peer in snapshot.peers}
        for address in [address for address in self.rows if address not in wanted]:
            self._rows.removeWidget(self.rows[address])
            self.rows.pop(address).deleteLater()
        for address, peer in wanted.items():
            if address not in self.rows:
                self.rows[address] = PeerRow(self._commands, self._bridge, address)
                self._rows.insertWidget(self._rows.count() - 1, self.rows[address])
            self.rows[address].show_peer(peer)
        self._empty.setVisible(not wanted)

    def focus_address(self) -> None:
        self.address.setFocus()

    def _add(self) -> None:
        try:
            address = parse_address(self.address.text())
        except ValueError as exc:
            self._say(str(exc))
            return
        if address in self.rows:
            self._say("That peer is in the list already.")
            return
        self.add.setEnabled(False)
        self._bridge.watch(self._commands.add_peer(address), self._added)

    def _added(self, _: object, error: MeshnetError | None) -> None:
        self.add.setEnabled(True)
        self._say(str(error) if error else "")
        if error is None:
            self.address.clear()

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.address.setAccessibleDescription(problem)
        restyle(self.address, "invalid", "true" if problem else "false")

    def _lay_out(self) -> None:
        self.problem.hide()
        page = QWidget()
        page.setObjectName("scrolled")
        page.setMaximumWidth(1080)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 20, 0, 20)
        layout.setSpacing(16)
        layout.addWidget(self._coverage_card())
        layout.addWidget(self._peers_card())
        layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setObjectName("plain")
        scroll.setWidgetResizable(True)
        scroll.setWidget(centred(page, (20, 0, 20, 0)))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def _coverage_card(self) -> QFrame:
        frame = card()
        layout = QVBoxLayout(frame)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel("Who serves which layers", "heading"))
        layout.addWidget(self._coverage_text)
        layout.addWidget(self.coverage)
        return frame

    def _peers_card(self) -> QFrame:
        frame = card()
        layout = QVBoxLayout(frame)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addWidget(PlainLabel("Peers", "heading"))
        layout.addLayout(row(self.address, self.add))
        layout.addWidget(self.problem)
        self._empty.setText(_NO_PEERS)
        layout.addWidget(self._empty)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._rows.addStretch(1)
        layout.addLayout(self._rows)
        return frame


class PeerRow(QFrame):
    """One peer: its state, what it serves, how far it is, and two buttons."""

    def __init__(self, commands: Commands, bridge: Bridge, address: str) -> None:
        super().__init__()
        self.setProperty("listrow", "true")
        self._commands = commands
        self._bridge = bridge
        self._peer_address = address
        self._dot = StateDot("probing")
        self.name = ElidedLabel(address_text(address), "strong", Qt.TextElideMode.ElideMiddle)
        self.state = ElidedLabel("", "caption")
        self.model = ElidedLabel("")
        self.span = ElidedLabel("", "caption")
        self.latency = PlainLabel("", "")
        self.remembered = PlainLabel("", "caption")
        self.probe = IconButton("probe", f"Probe {address_text(address)} now", "Probe")
        self.remove = IconButton("trash", f"Remove {address_text(address)}", "Remove")
        self.probe.clicked.connect(self._probe)
        self.remove.clicked.connect(self._remove)
        self._lay_out()

    def show_peer(self, peer: PeerView) -> None:
        status = peer.status
        self._dot.set_state(peer.state)
        words, precision = PEER_STATE_WORDS.get(peer.state, peer.state), _other_precision(peer)
        why = peer.error or precision
        self.state.set_text(f"{words}: {why}" if why else words)
        self.setToolTip(plain_tooltip(f"It serves the model {precision}. {ONE_ROUTE}" if precision else ""))
        self.state.set_role("error-caption" if peer.state == "offline" else "caption")
        names = dict.fromkeys(_model_name(peer, shard) for shard in status.ready_shards()) if status else {}
        self.model.set_text(" · ".join(names) or (short_model(status.model_name) if status else "") or "–")
        self.span.set_text(layers_text(status) if status and status.span else "no layers")
        self.latency.setText(f"{peer.latency_ms:.1f} ms" if peer.latency_ms is not None else "–")
        self.remembered.setText("remembered" if peer.remembered else "this run only")
        self.probe.setEnabled(peer.state != "probing")

    def _probe(self) -> None:
        self.probe.setEnabled(False)
        self._bridge.watch(self._commands.probe_peer(self._peer_address), self._done)

    def _remove(self) -> None:
        self.remove.setEnabled(False)
        self._bridge.watch(self._commands.remove_peer(self._peer_address), self._done)

    def _done(self, _: object, error: MeshnetError | None) -> None:
        self.probe.setEnabled(True)
        self.remove.setEnabled(True)
        if error is not None:
            self.state.set_role("error-caption")
            self.state.set_text(str(error))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(2)
        pairs = ((self.name, self.state, 5), (self.model, self.span, 4), (self.latency, self.remembered, 0))
        for column, (upper, lower, stretch) in enumerate(pairs):
            grid.addWidget(upper, 0, column)
            grid.addWidget(lower, 1, column)
            grid.setColumnStretch(column, stretch)
        grid.setColumnMinimumWidth(2, 100)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 10)
        layout.setSpacing(12)
        layout.addWidget(self._dot)
        layout.addLayout(grid, 1)
        layout.addWidget(self.probe)
        layout.addWidget(self.remove)


def _other_precision(peer: PeerView) -> str:
    """How a peer serves the chosen model where that is what keeps it out of a route; else empty."""
    if peer.state != "other_precision" or peer.status is None:
        return ""
    return " and ".join(dict.fromkeys(precision_text(shard.identity) for shard in peer.status.ready_shards()))


def _model_name(peer: PeerView, shard: ShardStatus) -> str:
    """With its precision; that of weights as stored is said only where it matters."""
    if peer.state == "other_precision":
        return f"{short_model(shard.model_name)} {precision_text(shard.identity)}"
    return model_text(shard.model_name, shard.identity)


def _coverage_words(snapshot: Snapshot) -> str:
    if snapshot.model is None:
        return "No model is on this computer yet, so there is nothing to cover."
    name = model_text(snapshot.model.name, snapshot.model.identity)
    if snapshot.missing:
        return f"{name}: nobody serves {spans_text(snapshot.missing)}, so it cannot answer yet."
    return f"{name}: all {snapshot.model.num_layers} layers are served."
