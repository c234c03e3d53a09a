"""What ties the app to the desktop around it, beside its window and its tray: the network, news, the start at sign-in.

Begins once the window is there: none of it may hold the window up.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from meshnet_gui.concurrency.background import in_background
from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.network_watch import NetworkWatch
from meshnet_gui.gui.notifications import Notifications
from meshnet_gui.gui.translation import sentence
from meshnet_gui.gui.tray import Tray
from meshnet_gui.runtime.autostart import is_set as autostart_is_set
from meshnet_gui.runtime.autostart import set_autostart
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

log = logging.getLogger(__name__)


class Surroundings(QObject):
    """Listens to bridge and network from when it is made until ``close``."""

    def __init__(
        self,
        commands: Commands,
        bridge: Bridge,
        window: MainWindow,
        tray: Tray,
        set_autostart: Callable[[bool], None] = set_autostart,
        is_autostart_set: Callable[[], bool] = autostart_is_set,
    ) -> None:
        super().__init__(window)
        self._commands = commands
        self._bridge = bridge
        self._set_autostart = set_autostart
        self._is_autostart_set = is_autostart_set
        self._starts_at_sign_in: bool | None = None
        self._window = window
        self._tray = tray
        self.network = NetworkWatch(self)
        self.network.metered.connect(commands.set_metered)
        self.network.offline.connect(tray.show_offline)
        self.notifications = Notifications(self._notify, self._is_hidden)
        bridge.snapshot.connect(self._see)
        bridge.generation.connect(self.notifications.hear)

    def begin(self, first: Snapshot) -> None:
        """``first`` is how the program began: what is another now was changed since."""
        self._see(first)
        self.network.begin()

    def close(self) -> None:
        self.network.close()

    def _see(self, snapshot: Snapshot) -> None:
        self.notifications.see(snapshot)
        wanted = snapshot.settings.autostart
        if wanted == self._starts_at_sign_in:
            return
        is_first, self._starts_at_sign_in = self._starts_at_sign_in is None, wanted
        if wanted or not is_first:  # who never asked for it has nothing to be removed
            done = partial(self._autostart_set, wanted, is_first)
            self._bridge.watch(in_background(partial(self._set_autostart, wanted), "meshnet-autostart"), done)
        else:
            self._bridge.watch(in_background(self._is_autostart_set, "meshnet-autostart"), self._autostart_found)

    def _autostart_found(self, is_set: bool, _: MeshnetError | None) -> None:
        """An installer has asked for the user, before the program could: the setting says so from now on."""
        if is_set and self._starts_at_sign_in is False:
            self._starts_at_sign_in = True
            self._bridge.watch(self._commands.change_settings(autostart=True), lambda *_: None)

    def _autostart_set(self, wanted: bool, is_first: bool, _: object, error: MeshnetError | None) -> None:
        """What the user has just asked for and cannot be had is told, and the setting says again what is so."""
        if error is None:
            return
        log.info("the start at sign-in could not be set: %s", type(error).__name__)
        if not is_first:
            self._window.show_failure(sentence(str(error)))
            self._starts_at_sign_in = not wanted
            self._bridge.watch(self._commands.change_settings(autostart=not wanted), lambda *_: None)

    def _is_hidden(self) -> bool:
        return not self._window.isVisible() or self._window.isMinimized()

    def _notify(self, title: str, text: str) -> None:
        """By the tray; without one the window's entry in the task bar asks for attention."""
        if self._tray.available:
            self._tray.tell(title, text)
        else:
            QApplication.alert(self._window)
