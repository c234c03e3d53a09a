"""One other computer in a line: what it is doing, what it serves, how quick and how far it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import bytes_text, number_text, spoken_list
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.format import PEER_STATE_WORDS, address_text, layers_text, model_text, precision_text, short_model
from meshnet_gui.gui.precision_field import ONE_ROUTE
from meshnet_gui.gui.swarm_words import RELAYED_MEANS, has_left, is_plain, road_text, speed_text
from meshnet_gui.gui.translation import mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, PlainLabel, StateDot, plain_tooltip
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import PeerView
from meshnet_gui.types import ShardStatus

_PLAIN_MEANS = mark(
    "What is sent to it is not encrypted, and nobody checks who it is: use it in your own network only."
)
_NOT_READY = {
    "off": mark("Not sharing"),
    "loading": mark("Loading"),
    "stopping": mark("Stopping"),
    "failed": mark("Failed"),
}
_COLUMNS = (5, 4, 2, 2, 2)  # how the width is shared out
_MIN_WIDTHS = (0, 0, 100, 92, 92)


class PeerRow(QFrame):
    """A peer's state, model, layers, speed and road, and two buttons."""

    def __init__(self, commands: Commands, bridge: Bridge, address: str) -> None:
        super().__init__()
        self.setProperty("listrow", "true")
        self._commands = commands
        self._bridge = bridge
        self._peer_address = address
        self._shown: tuple[PeerView, str] | None = None
        self._dot = StateDot("probing")
        self.name = ElidedLabel(address_text(address), "strong", Qt.TextElideMode.ElideMiddle)
        self.state = ElidedLabel("", "caption")
        self.model = ElidedLabel("")
        self.span = ElidedLabel("", "caption")
        self.speed = PlainLabel("", "")
        self.latency = PlainLabel("", "caption")
        self.cache = PlainLabel("", "")
        self.sessions = PlainLabel("", "caption")
        self.road = PlainLabel("", "")
        self.remembered = PlainLabel("", "caption")
        self.probe = IconButton("probe", tr("Ask {address} now", address=address_text(address)), tr("Ask now"))
        self.remove = IconButton("trash", tr("Remove {address}", address=address_text(address)), tr("Remove"))
        self.probe.clicked.connect(self._probe)
        self.remove.clicked.connect(self._remove)
        self._lay_out()

    def show_peer(self, peer: PeerView, name: str) -> None:
        if (peer, name) == self._shown:
            return
        self._shown = peer, name
        status = peer.status
        left = has_left(peer)
        self._dot.set_state("off" if left or _is_off(peer) else peer.state)
        self.name.set_text(name)
        words, precision = _state_words(peer), _other_precision(peer)
        why = "" if left else sentence(peer.error) or precision
        self.state.set_text(f"{words}: {why}" if why else words)
        means = (
            tr("It serves the model {precision}. {one_route}", precision=precision, one_route=tr_marked(ONE_ROUTE))
            if precision
            else ""
        )
        self.setToolTip(plain_tooltip(sentence(peer.error) if left else means))
        self.state.set_role("error-caption" if peer.state == "offline" and not left else "caption")
        names = dict.fromkeys(_model_name(peer, shard) for shard in status.ready_shards()) if status else {}
        self.model.set_text(" · ".join(names) or (short_model(status.model_name) if status else "") or "–")
        self.span.set_text(layers_text(status) if status and status.span else tr("no layers"))
        self.speed.setText(speed_text(peer) or "–")
        self.speed.setToolTip(plain_tooltip(_speed_means(peer)))
        self.latency.setText(_distance(peer))
        self.cache.setText(_free_cache(peer))
        self.sessions.setText(_sessions(peer))
        self._show_road(peer)
        self.probe.setEnabled(peer.state != "probing")
        self.probe.setVisible(not (_is_off(peer) and peer.node_id))
        self.remove.setVisible(not peer.node_id or peer.remembered)

    def _show_road(self, peer: PeerView) -> None:
        self.road.setText(road_text(peer))
        self.road.set_role("warn" if is_plain(peer) else "")
        means = (
            tr_marked(_PLAIN_MEANS) if is_plain(peer) else tr_marked(RELAYED_MEANS) if peer.road == "relayed" else ""
        )
        self.road.setToolTip(plain_tooltip(means))
        kept = tr("remembered") if peer.remembered else tr("this run only")
        self.remembered.setText(tr("member") if peer.node_id else kept)
        self.remembered.setToolTip(
            plain_tooltip(tr("Its id is {node_id}", node_id=peer.node_id) if peer.node_id else "")
        )

    def _probe(self) -> None:
        self.probe.setEnabled(False)
        self._bridge.watch(self._commands.probe_peer(self._peer_address), self._done)

    def _remove(self) -> None:
        self.remove.setEnabled(False)
        self._bridge.watch(self._commands.remove_peer(self._peer_address), self._done)

    def _done(self, _: object, error: MeshnetError | None) -> None:
        self._shown = None  # what a failure says stays until the next look at the peer
        self.probe.setEnabled(True)
        self.remove.setEnabled(True)
        if error is not None:
            self.state.set_role("error-caption")
            self.state.set_text(sentence(str(error)))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(2)
        pairs = (
            (self.name, self.state),
            (self.model, self.span),
            (self.speed, self.latency),
            (self.cache, self.sessions),
            (self.road, self.remembered),
        )
        for column, (upper, lower) in enumerate(pairs):
            grid.addWidget(upper, 0, column)
            grid.addWidget(lower, 1, column)
            grid.setColumnStretch(column, _COLUMNS[column])
            grid.setColumnMinimumWidth(column, _MIN_WIDTHS[column])
        for button in (self.probe, self.remove):
            policy = button.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # so that the columns of all rows stand below each other
            button.setSizePolicy(policy)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 10)
        layout.setSpacing(12)
        layout.addWidget(self._dot)
        layout.addLayout(grid, 1)
        layout.addWidget(self.probe)
        layout.addWidget(self.remove)


def _state_words(peer: PeerView) -> str:
    if has_left(peer):
        return tr("Has left")
    words = _NOT_READY.get(peer.status.state, "") if peer.state == "not_ready" and peer.status else ""
    return tr_marked(words or PEER_STATE_WORDS.get(peer.state, peer.state))


def _is_off(peer: PeerView) -> bool:
    """Whether it is there and shares nothing: as it should be, and nothing to be measured."""
    return peer.state == "not_ready" and peer.status is not None and peer.status.state == "off"


def _distance(peer: PeerView) -> str:
    if _is_off(peer) or has_left(peer):
        return ""
    return (
        tr("{latency_ms} ms away", latency_ms=number_text(peer.latency_ms, 1))
        if peer.latency_ms is not None
        else tr("distance unknown")
    )


def _serves(peer: PeerView) -> bool:
    return peer.status is not None and peer.state in ("online", "draining") and not has_left(peer)


def _free_cache(peer: PeerView) -> str:
    """What it has left for the session caches of new chats."""
    if not _serves(peer) or peer.status is None:
        return "–"
    return tr("{amount} free", amount=bytes_text(peer.status.free_cache_bytes))


def _sessions(peer: PeerView) -> str:
    if not _serves(peer) or peer.status is None:
        return ""
    return tr_count(len(peer.status.sessions), "{num} session", "{num} sessions")


def _speed_means(peer: PeerView) -> str:
    if not speed_text(peer):
        return tr("Not measured yet.")
    return tr(
        "So many tokens pass its layers in a second, as it measured ({decode_tps} for a single layer).",
        decode_tps=number_text(peer.decode_tps, 0),
    )


def _other_precision(peer: PeerView) -> str:
    """How a peer serves the chosen model where that is what keeps it out of a route; else empty."""
    if peer.state != "other_precision" or peer.status is None:
        return ""
    return spoken_list(list(dict.fromkeys(precision_text(shard.identity) for shard in peer.status.ready_shards())))


def _model_name(peer: PeerView, shard: ShardStatus) -> str:
    """With its precision; that of weights as stored is said only where it matters."""
    if peer.state == "other_precision":
        return f"{short_model(shard.model_name)} {precision_text(shard.identity)}"
    return model_text(shard.model_name, shard.identity)
