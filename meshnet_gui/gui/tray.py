"""The tray icon: the node's state as a picture and a sentence, and a menu that is made anew each time it opens.

A desktop may have no tray, or get one later: this looks again every few seconds and never relies on it.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from meshnet_gui.gui.assets import icon
from meshnet_gui.gui.format import drawn_state, own_state_text
from meshnet_gui.gui.reach import address_for_others
from meshnet_gui.gui.swarm_words import short_presence
from meshnet_gui.runtime.snapshot import Snapshot

_LOOK_AGAIN_MS = 3000
_SIZES = (16, 22, 24, 32, 48, 64)
_PICTURES = {
    "off": "off",
    "loading": "loading",
    "joining": "loading",
    "ready": "ready",
    "draining": "loading",
    "stopping": "loading",
    "failed": "failed",
    "paused": "off",
}


class Tray(QObject):
    """``lost`` says that the tray went away after it had been there."""

    open_requested = Signal()
    quit_requested = Signal()
    toggled = Signal(bool)
    lost = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icons: dict[str, QIcon] = {
            name: icon(f"tray-{name}", sizes=_SIZES) for name in dict.fromkeys(_PICTURES.values())
        }
        self._snapshot: Snapshot | None = None
        self.menu = QMenu()
        self.menu.aboutToShow.connect(self.rebuild_menu)
        self.icon = QSystemTrayIcon(self._icons["off"], self)
        self.icon.setToolTip("Meshnet")
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self.rebuild_menu()
        self.look()
        self._timer.start(_LOOK_AGAIN_MS)

    @property
    def available(self) -> bool:
        """Whether the icon can be seen, so that a hidden window can be found again."""
        return self.icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    def look(self) -> None:
        """Shows the icon once there is a tray; says so when the tray has gone."""
        there = QSystemTrayIcon.isSystemTrayAvailable()
        if there and not self.icon.isVisible():
            self.icon.show()
        elif not there and self.icon.isVisible():
            self.icon.hide()
            self.lost.emit()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self.icon.setIcon(self._icons[_PICTURES.get(drawn_state(snapshot), "off")])
        self.icon.setToolTip(f"Meshnet – {self._state_line()}")

    def close(self) -> None:
        self._timer.stop()
        self.icon.hide()

    def rebuild_menu(self) -> None:
        self.menu.clear()
        self.menu.addAction(self._state_line().replace("&", "&&")).setEnabled(False)
        others = self._others_line()
        if others:
            self.menu.addAction(others.replace("&", "&&")).setEnabled(False)
        self.menu.addSeparator()
        share = self.menu.addAction("Share this computer")
        share.setCheckable(True)
        share.setChecked(self._snapshot is not None and self._snapshot.settings.contributing)
        share.setEnabled(self._snapshot is not None)
        share.triggered.connect(self.toggled)
        self.menu.addAction("Open window").triggered.connect(self.open_requested)
        self.menu.addSeparator()
        self.menu.addAction("Quit Meshnet").triggered.connect(self.quit_requested)

    def _state_line(self) -> str:
        if self._snapshot is None:
            return "Getting ready"
        return own_state_text(self._snapshot, address_for_others(self._snapshot.node_address))

    def _others_line(self) -> str:
        """The swarm and who is there; empty without one."""
        swarm = self._snapshot.swarm if self._snapshot else None
        return f"{swarm.name}: {short_presence(self._snapshot)}" if swarm and self._snapshot else ""

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.open_requested.emit()
