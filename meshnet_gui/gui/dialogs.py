"""The windows beside the window: the settings, and the first start's questions. Made when they are first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

if TYPE_CHECKING:
    from meshnet_gui.gui.settings_dialog import SettingsDialog


class Dialogs(QObject):
    """Opens them over ``owner`` and hands them snapshots while they are open; they go when ``owner`` is hidden."""

    chat_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge, owner: QWidget) -> None:
        super().__init__(owner)
        self._commands = commands
        self._bridge = bridge
        self._owner = owner
        self._snapshot: Snapshot | None = None
        self.settings: SettingsDialog | None = None
        owner.installEventFilter(self)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        if self.settings is not None and self.settings.isVisible():
            self.settings.show_snapshot(snapshot)

    def open_settings(self, group: str = "") -> None:
        """Brings the settings to the front, at a group where one is named."""
        from meshnet_gui.gui.settings_dialog import SettingsDialog

        if self.settings is None:
            self.settings = SettingsDialog(self._commands, self._bridge, self._owner)
        if self._snapshot is not None:
            self.settings.show_snapshot(self._snapshot)
        self.settings.show()
        self.settings.raise_()
        self.settings.activateWindow()
        if group:
            self.settings.show_group(group)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._owner and event.type() == QEvent.Type.Hide:
            for dialog in (self.settings,):
                if dialog is not None:
                    dialog.hide()
        return super().eventFilter(watched, event)
