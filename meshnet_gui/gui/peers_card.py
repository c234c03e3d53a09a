"""The other computers, one row each, and a field for one that nobody finds by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from urllib.parse import urlsplit

from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QVBoxLayout

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.peer_row import PeerRow
from meshnet_gui.gui.reach import is_loopback
from meshnet_gui.gui.swarm_words import names_of, num_others
from meshnet_gui.gui.translation import mark, sentence, tr, tr_count, tr_marked
from meshnet_gui.gui.turns import Turns
from meshnet_gui.gui.widgets import Combo, IconButton, PlainLabel, restyle, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import PeerView, Snapshot

MAX_ROWS = 100
_AT_ONCE = 8
_NO_PEERS = mark(
    "No other computer yet. In a swarm they find each other by themselves. Without one: share another "
    "computer with "
    "everybody in this network, then add the address that its Node tab shows."
)
_NO_MEMBERS = mark("No other computer is here yet. Members appear by themselves as soon as they are on.")
_SILENT = mark("They are here, but nothing is known yet of what they serve.")
_BY_ADDRESS = mark("Is a computer on that does not appear? Add it by the address that its Node tab shows.")
_NOT_ENCRYPTED = mark(
    "That computer is asked without encryption: whoever is on the way could read and change the chat, and nobody "
    "checks who answers. A swarm is safe from that."
)
ORDERS = {
    "name": mark("By name"),
    "state": mark("By state"),
    "layers": mark("By layers"),
    "speed": mark("Fastest first"),
    "distance": mark("Nearest first"),
    "cache": mark("Most free cache first"),
}
_FIRST = ("online", "draining", "joining", "other_precision", "other_model", "not_ready", "probing", "offline")


_ORDER_OF: Mapping[str, Callable[[PeerView], float | None]] = {
    "name": lambda peer: 0.0,
    "state": lambda peer: float(_FIRST.index(peer.state)) if peer.state in _FIRST else None,
    "layers": lambda peer: _first_layer(peer),
    "speed": lambda peer: -peer.decode_tps if peer.decode_tps > 0 else None,
    "distance": lambda peer: peer.latency_ms,
    "cache": lambda peer: _cache(peer),
}


def parse_address(text: str, scheme: str = "http") -> str:
    """What a person typed as a base URL, by default of ``scheme``. Raises ValueError with a sentence for them."""
    text = text.strip()
    if not text:
        raise ValueError(tr("Type an address such as 192.168.1.20:51001."))
    url = text if "://" in text else f"{scheme}://{text}"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(tr("The port must be a number from 1 to 65535.")) from None
    if parts.scheme not in ("http", "https"):
        raise ValueError(tr("An address begins with http:// or https://, or with neither."))
    if not parts.hostname or any(c.isspace() for c in parts.netloc) or "@" in parts.netloc:
        raise ValueError(tr("That is no host name or IP address."))
    if not port:
        raise ValueError(tr("The port is missing, as in 192.168.1.20:51001."))
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(tr("Only host and port are needed, nothing after them."))
    return f"{parts.scheme}://{parts.netloc}"


def shown_peers(peers: Sequence[PeerView]) -> tuple[PeerView, ...]:
    """Whom to show where there are more than can be shown: those entered by hand, then who serves the model."""
    if len(peers) <= MAX_ROWS:
        return tuple(peers)
    by_use = sorted(peers, key=lambda peer: (not (peer.remembered and not peer.node_id), _FIRST.index(peer.state)))
    chosen = {peer.address for peer in by_use[:MAX_ROWS]}
    return tuple(peer for peer in peers if peer.address in chosen)


def in_order(peers: Sequence[PeerView], names: Mapping[str, str], key: str) -> list[PeerView]:
    """The peers in the order of ``ORDERS``; those that say nothing of it come last, equal ones by name."""

    def place(peer: PeerView) -> tuple[bool, float, str]:
        number = _ORDER_OF[key](peer)
        return number is None, number or 0.0, names.get(peer.address, peer.address).casefold()

    return sorted(peers, key=place)


def _first_layer(peer: PeerView) -> float | None:
    return None if peer.status is None or peer.status.span is None else float(peer.status.span.start)


def _cache(peer: PeerView) -> float | None:
    return None if peer.status is None or peer.state != "online" else -float(peer.status.free_cache_bytes)


def _empty_words(snapshot: Snapshot) -> str:
    if snapshot.swarm is None:
        return tr_marked(_NO_PEERS)
    return tr_marked(_SILENT) if num_others(snapshot.swarm) else tr_marked(_NO_MEMBERS)


class PeersCard(QFrame):
    """A row for every peer, which stays while its peer does, in a chosen order, and the field for an address.

    The first rows are there at once; those of a crowd follow in turns.
    """

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self._commands = commands
        self._bridge = bridge
        self._scheme = "http"
        self._may_be_plain = False
        self._plain = ""
        self.address = QLineEdit()
        self.address.setPlaceholderText("192.168.1.20:51001")
        self.address.setAccessibleName(tr("Address of a computer"))
        self.address.setMaxLength(300)
        self.add = IconButton("plus", tr("Add the computer at this address"), tr("Add"), kind="plain")
        self.problem = PlainLabel("", "error", wrap=True)
        self.allow = QPushButton(tr("Add it anyway"))
        self.allow.setAccessibleName(tr("Add it although it is not encrypted"))
        self.order = Combo(tr("Order of the computers"))
        for name, words in ORDERS.items():
            self.order.addItem(tr_marked(words), name)
        self.order.currentIndexChanged.connect(self._show_again)
        self._snapshot: Snapshot | None = None
        self.rows: dict[str, PeerRow] = {}
        self._wanted: list[tuple[PeerView, str]] = []
        self._drawing = Turns(self, self._draw_next)  # a hundred rows take longer than a window may stand still
        self.empty = PlainLabel("", "muted", wrap=True)
        self.more = PlainLabel("", "caption")
        self._rows = QVBoxLayout()
        self._lay_out()
        self.address.returnPressed.connect(self._add)
        self.address.textEdited.connect(lambda: self._say(""))
        self.add.clicked.connect(self._add)
        self.allow.clicked.connect(self._allow)

    def _show_again(self) -> None:
        if self._snapshot is not None:
            self.show_snapshot(self._snapshot)

    def _draw_next(self) -> bool:
        """Brings the rows up to date, those in sight and further down to one that had to be made; False if all are."""
        for index, (peer, name) in enumerate(self._wanted):
            is_new = peer.address not in self.rows
            if is_new:
                self.rows[peer.address] = PeerRow(self._commands, self._bridge, peer.address)
            peer_row = self.rows[peer.address]
            peer_row.show_peer(peer, name)
            self._put(peer_row, index)
            if is_new and index >= _AT_ONCE:
                return index + 1 < len(self._wanted)
        return False

    def _put(self, peer_row: PeerRow, index: int) -> None:
        """Where it belongs; a row that is there already, and what has the focus in it, stays as it is."""
        item = self._rows.itemAt(index)
        if item is None or item.widget() is not peer_row:
            self._rows.removeWidget(peer_row)
            self._rows.insertWidget(index, peer_row)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._scheme = "https" if snapshot.swarm else "http"
        self._may_be_plain = snapshot.settings.plain_http
        names = names_of(snapshot)
        wanted = {peer.address: peer for peer in shown_peers(snapshot.peers)}
        for address in [address for address in self.rows if address not in wanted]:
            self._rows.removeWidget(self.rows[address])
            self.rows.pop(address).deleteLater()
        ordered = in_order(list(wanted.values()), names, self.order.currentData())
        self._wanted = [(peer, names[peer.address]) for peer in ordered]
        self._drawing.begin()
        self.order.setVisible(len(wanted) > 1)
        num_hidden = len(snapshot.peers) - len(wanted)
        self.more.setText(
            tr("and {num_hidden}", num_hidden=tr_count(num_hidden, "{num} more computer", "{num} more computers"))
        )
        self.more.setVisible(num_hidden > 0)
        self.empty.setText(_empty_words(snapshot))
        self.empty.setVisible(not wanted)

    def _add(self) -> None:
        try:
            address = parse_address(self.address.text(), self._scheme)
        except ValueError as exc:
            self._say(str(exc))
            return
        if address in self.rows:
            self._say(tr("That computer is in the list already."))
            return
        if address.startswith("http:") and not self._may_be_plain and not is_loopback(urlsplit(address).hostname or ""):
            self._say(tr_marked(_NOT_ENCRYPTED))
            self._plain = address
            self.allow.show()
            return
        self._ask_core(address)

    def _allow(self) -> None:
        address, self._plain = self._plain, ""
        self._bridge.watch(self._commands.change_settings(plain_http=True), self._allowed)
        self._ask_core(address)

    def _allowed(self, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            self._say(sentence(str(error)))

    def _ask_core(self, address: str) -> None:
        self._say("")
        self.add.setEnabled(False)
        self._bridge.watch(self._commands.add_peer(address), self._added)

    def _added(self, _: object, error: MeshnetError | None) -> None:
        self.add.setEnabled(True)
        self._say(sentence(str(error)) if error else "")
        if error is None:
            self.address.clear()

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.allow.hide()
        self.address.setAccessibleDescription(problem)
        restyle(self.address, "invalid", "true" if problem else "false")

    def _lay_out(self) -> None:
        self.problem.hide()
        self.allow.hide()
        self.more.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(10)
        layout.addLayout(row(PlainLabel(tr("The other computers"), "heading"), 1, self.order))
        layout.addWidget(self.empty)
        self._rows.setSpacing(0)
        self._rows.addStretch(1)
        layout.addLayout(self._rows)
        layout.addWidget(self.more)
        layout.addWidget(PlainLabel(tr_marked(_BY_ADDRESS), "muted", wrap=True))
        layout.addLayout(row(self.address, self.add))
        layout.addWidget(self.problem)
        layout.addLayout(row(self.allow, 1))
