"""The windows beside the window: settings, first start, shortcuts, about. Made when they are first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

if TYPE_CHECKING:
    from meshnet_gui.gui.about_dialog import AboutDialog
    from meshnet_gui.gui.first_run import FirstRun
    from meshnet_gui.gui.settings_dialog import SettingsDialog
    from meshnet_gui.gui.shortcut_dialog import ShortcutDialog


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
        self.first_run: FirstRun | None = None
        self.shortcuts: ShortcutDialog | None = None
        self.about: AboutDialog | None = None
        self._offers_first_run = False
        owner.installEventFilter(self)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        for dialog in (self.settings, self.first_run):
            if dialog is not None and dialog.isVisible():
                dialog.show_snapshot(snapshot)
        self._welcome()

    def offer_first_run(self) -> None:
        """From here on who has set up nothing yet is asked the questions of the first start, once."""
        self._offers_first_run = True
        self._welcome()

    def open_first_run(self) -> None:
        """The questions of the first start, from the first page on."""
        from meshnet_gui.gui.first_run import FirstRun

        self._offers_first_run = False
        if self.first_run is None:
            self.first_run = FirstRun(self._commands, self._bridge, self._owner)
            self.first_run.chat_requested.connect(self.chat_requested)
        if not self.first_run.isVisible():
            self.first_run.start_over()
        if self._snapshot is not None:
            self.first_run.show_snapshot(self._snapshot)
        self.first_run.show()
        self.first_run.raise_()
        self.first_run.activateWindow()

    def open_settings(self, group: str = "") -> None:
        """Brings the settings to the front, at a group where one is named."""
        from meshnet_gui.gui.settings_dialog import SettingsDialog

        if self.settings is None:
            self.settings = SettingsDialog(self._commands, self._bridge, self._owner)
            self.settings.introduction_requested.connect(self.open_first_run)
            self.settings.about_requested.connect(self.open_about)
        if self._snapshot is not None:
            self.settings.show_snapshot(self._snapshot)
        self.settings.show()
        self.settings.raise_()
        self.settings.activateWindow()
        if group:
            self.settings.show_group(group)

    def open_shortcuts(self) -> None:
        """The list of keyboard shortcuts."""
        from meshnet_gui.gui.shortcut_dialog import ShortcutDialog

        if self.shortcuts is None:
            self.shortcuts = ShortcutDialog(self._owner)
        self.shortcuts.show()
        self.shortcuts.raise_()
        self.shortcuts.activateWindow()

    def open_about(self) -> None:
        """What this program is, and under which licences."""
        from meshnet_gui.gui.about_dialog import AboutDialog
        from meshnet_gui.runtime.shipped import notices

        if self.about is None:
            self.about = AboutDialog(notices(), self._owner)
        self.about.show()
        self.about.raise_()
        self.about.activateWindow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._owner and event.type() == QEvent.Type.Hide:
            for dialog in (self.settings, self.first_run, self.shortcuts, self.about):
                if dialog is not None:
                    dialog.hide()
        return super().eventFilter(watched, event)

    def _welcome(self) -> None:
        if not self._offers_first_run or self._snapshot is None or not self._owner.isVisible():
            return
        settings = self._snapshot.settings
        if settings.welcomed or settings.contributing or self._snapshot.models:
            self._offers_first_run = False
            return
        from meshnet_gui.gui.first_run import is_new

        if is_new(self._snapshot):
            self.open_first_run()
