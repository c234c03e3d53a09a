"""What ties the app to the desktop around it, beside its window and its tray: the network, and news for the user.

Begins once the window is there: none of it may hold the window up.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.network_watch import NetworkWatch
from meshnet_gui.gui.notifications import Notifications
from meshnet_gui.gui.tray import Tray
from meshnet_gui.runtime.commands import Commands


class Surroundings(QObject):
    """Listens to bridge and network from when it is made until ``close``."""

    def __init__(self, commands: Commands, bridge: Bridge, window: MainWindow, tray: Tray) -> None:
        super().__init__(window)
        self._window = window
        self._tray = tray
        self.network = NetworkWatch(self)
        self.network.metered.connect(commands.set_metered)
        self.network.offline.connect(tray.show_offline)
        self.notifications = Notifications(self._notify, self._is_hidden)
        bridge.snapshot.connect(self.notifications.see)
        bridge.generation.connect(self.notifications.hear)

    def begin(self) -> None:
        self.network.begin()

    def close(self) -> None:
        self.network.close()

    def _is_hidden(self) -> bool:
        return not self._window.isVisible() or self._window.isMinimized()

    def _notify(self, title: str, text: str) -> None:
        """By the tray; without one the window's entry in the task bar asks for attention."""
        if self._tray.available:
            self._tray.tell(title, text)
        else:
            QApplication.alert(self._window)
