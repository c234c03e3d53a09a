"""Who can reach this computer's node: the choice of it, and the address that others can use. Sends nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from PySide6.QtCore import Signal
from PySide6.QtNetwork import QAbstractSocket, QNetworkInterface
from PySide6.QtWidgets import QVBoxLayout, QWidget

from meshnet_gui.gui.translation import mark, tr, tr_marked
from meshnet_gui.gui.widgets import Combo, NumberBox, PlainLabel
from meshnet_gui.settings import Settings

ONLY_HERE = ""
EVERYBODY = "0.0.0.0"
NO_PASSWORD = mark("There is neither a password nor encryption: a swarm has both.")
_CHOICES = ((mark("Only this computer"), ONLY_HERE), (mark("Everybody in this network"), EVERYBODY))
_VIRTUAL = re.compile(r"docker|veth|br-|virbr|vmnet|vbox|tun|tap|utun|wg|zt|tailscale", re.IGNORECASE)


def is_loopback(host: str) -> bool:
    """Whether only programs on this computer get to ``host``."""
    return host in (ONLY_HERE, "localhost") or (_is_ip(host) and ip_address(host).is_loopback)


def is_wildcard(host: str) -> bool:
    """Whether ``host`` stands for every address of this computer, and so is none that others could use."""
    return _is_ip(host) and ip_address(host).is_unspecified


def reach_text(host: str, swarm: str = "") -> str:
    """Who can reach a node that listens at ``host``, in the swarm of that name or in none."""
    if swarm:
        return tr("Only members of {swarm} are let in.", swarm=swarm)
    if is_loopback(host):
        return tr("Only programs on this computer can reach it.")
    if is_wildcard(host):
        return tr("Everybody in this network can reach it. {no_password}", no_password=tr_marked(NO_PASSWORD))
    return tr("Whoever gets to {host} can reach it. {no_password}", host=host, no_password=tr_marked(NO_PASSWORD))


def own_address() -> str:
    """This computer's address in its network, from its own list of interfaces; empty where it is in none."""
    flag = QNetworkInterface.InterfaceFlag
    return best_address(
        [
            (interface.name(), entry.ip().toString())
            for interface in QNetworkInterface.allInterfaces()
            if interface.flags() & flag.IsRunning and not interface.flags() & flag.IsLoopBack
            for entry in interface.addressEntries()
            if entry.ip().protocol() == QAbstractSocket.NetworkLayerProtocol.IPv4Protocol
        ]
    )


def best_address(found: Sequence[tuple[str, str]]) -> str:
    """Of names of interfaces and their addresses: the first of a real network card, else of a virtual one."""
    usable = [(name, address) for name, address in found if not ip_address(address).is_link_local]
    real = [address for name, address in usable if not _VIRTUAL.match(name)]
    return next(iter([*real, *(address for _, address in usable)]), "")


def address_for_others(url: str, own: Callable[[], str] = own_address) -> str:
    """A node's base URL with this computer's own address in place of "every address"."""
    parts = urlsplit(url)
    mine = own() if url and is_wildcard(parts.hostname or "") else ""
    return f"{parts.scheme}://{mine}:{parts.port}" if mine else url


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


class ReachFields(QWidget):
    """Who can reach the node, and at which port. A host from the settings file that is no choice is one more."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._is_in_swarm = False
        self.who = Combo(tr("Who can reach it"))
        self.port = NumberBox(tr("Port"), 0, 65535)
        self.port.setSpecialValueText(tr("chosen by itself"))
        self.hint = PlainLabel("", "caption", wrap=True)
        self.hint.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel(tr("Who can reach it"), "caption"))
        for widget in (self.who, self.hint):
            layout.addWidget(widget)
        self.who.currentIndexChanged.connect(self._explain)
        self.who.currentIndexChanged.connect(self.changed)
        self.port.valueChanged.connect(self.changed)

    @property
    def host(self) -> str:
        return str(self.who.currentData() or ONLY_HERE)

    def show_swarm(self, *, is_in_one: bool) -> None:
        """In a swarm there is no choice to make: it listens everywhere, and only members are let in."""
        self._is_in_swarm = is_in_one
        self.setVisible(not is_in_one)

    def show_settings(self, settings: Settings) -> None:
        """Takes up what is saved."""
        known = any(settings.host == host for _, host in _CHOICES)
        self.blockSignals(True)
        self.who.clear()
        for words, host in (*_CHOICES, *(() if known else ((settings.host, settings.host),))):
            self.who.addItem(tr_marked(words), host)
        self.who.setCurrentIndex(self.who.findData(settings.host))
        self.port.setValue(settings.port)
        self.blockSignals(False)

    def changes(self, settings: Settings) -> dict[str, object]:
        """The settings that would become others."""
        chosen: dict[str, object] = {"port": self.port.value()}
        if not self._is_in_swarm:
            chosen = {"host": self.host, **chosen}
            if not is_loopback(self.host):
                chosen["plain_http"] = True  # what the hint says
        return {name: value for name, value in chosen.items() if value != getattr(settings, name)}

    def _explain(self) -> None:
        is_open = not is_loopback(self.host)
        self.hint.setText(tr_marked(NO_PASSWORD) if is_open else "")
        self.hint.setVisible(is_open)
