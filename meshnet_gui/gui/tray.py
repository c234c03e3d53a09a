"""The tray icon: the node's state as a picture and a sentence, and a menu that is made anew each time it opens.

A desktop may have no tray, get one later, or start it again: this looks every few seconds and never relies on it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QActionGroup, QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from meshnet_gui.gui.assets import icon
from meshnet_gui.gui.pauses import pause_choices
from meshnet_gui.gui.position_switch import position_of
from meshnet_gui.gui.sharing_words import paused_until, reason_text
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.tray_words import picture_of, shown, state_text, tooltip_text
from meshnet_gui.runtime.snapshot import Snapshot

_LOOK_AGAIN_MS = 3000
_MESSAGE_MS = 10_000
_SIZES = (16, 22, 24, 32, 48, 64)
_FILES = {"sharing": "ready", "paused": "paused", "busy": "loading", "problem": "failed", "offline": "offline"}


class Tray(QObject):
    """``came`` and ``lost`` say that the tray is there, or went away after it had been there."""

    open_requested = Signal()
    settings_requested = Signal()
    quit_requested = Signal()
    position_chosen = Signal(str)
    pause_requested = Signal(float)  # seconds; 0 ends a pause
    came = Signal()
    lost = Signal()

    def __init__(self, parent: QObject | None = None, now: Callable[[], datetime] = datetime.now) -> None:
        super().__init__(parent)
        self._now = now
        self._icons: dict[str, QIcon] = {}
        self._snapshot: Snapshot | None = None
        self._offline = False
        self._picture = ""
        self._menu_is_open = False
        self.menu = QMenu()
        self.menu.aboutToShow.connect(self.rebuild_menu)
        self.menu.aboutToShow.connect(partial(self._note_menu, True))
        self.menu.aboutToHide.connect(partial(self._note_menu, False))
        self._positions = QActionGroup(self.menu)  # exclusive; what the menu drops leaves it
        self.icon = QSystemTrayIcon(self)
        self._draw("paused")
        self.icon.setToolTip("Meshnet")
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._activated)
        self.icon.messageClicked.connect(self._message_clicked)
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
            self.came.emit()
        elif not there and self.icon.isVisible():
            self.icon.hide()
            self.lost.emit()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._show()

    def show_offline(self, offline: bool) -> None:
        """Whether the system says that there is no network at all."""
        self._offline = offline
        if self._snapshot is not None:
            self._show()

    def tell(self, title: str, text: str) -> None:
        """A message beside the icon; nothing where the desktop shows none."""
        if self.available and QSystemTrayIcon.supportsMessages():
            self.icon.showMessage(title, text, self.icon.icon(), _MESSAGE_MS)

    def close(self) -> None:
        self._timer.stop()
        self.icon.hide()

    def rebuild_menu(self) -> None:
        self.menu.clear()
        snapshot = self._snapshot
        if snapshot is None:
            self._say(tr("Getting ready"))
        else:
            self._say(state_text(snapshot, offline=self._offline))
            self._say(shown(reason_text(snapshot, self._now())))
            self.menu.addSeparator()
            self._add_positions(snapshot)
            self._add_pauses(snapshot)
        self.menu.addSeparator()
        self.menu.addAction(tr("Open window")).triggered.connect(self.open_requested)
        self.menu.addAction(tr("Settings…")).triggered.connect(self.settings_requested)
        self.menu.addSeparator()
        self.menu.addAction(tr("Quit Meshnet")).triggered.connect(self.quit_requested)

    def _say(self, line: str) -> None:
        self.menu.addAction(line.replace("&", "&&")).setEnabled(False)

    def _add_positions(self, snapshot: Snapshot) -> None:
        now = position_of(snapshot.settings.contributing, snapshot.settings.by_rules)
        # as on the node panel's switch: what is not ready yet cannot be switched on
        can_choose = not snapshot.startup or snapshot.settings.contributing
        words = {"always": tr("Always"), "rules": tr("By my rules"), "paused": tr("Paused")}
        for position, text in words.items():
            action = self.menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(position == now)
            action.setEnabled(can_choose)
            action.triggered.connect(partial(self._choose, position))
            self._positions.addAction(action)

    def _add_pauses(self, snapshot: Snapshot) -> None:
        if not snapshot.settings.contributing:
            return
        self.menu.addSeparator()
        if paused_until(snapshot, self._now()):
            self.menu.addAction(tr("Resume now")).triggered.connect(partial(self._pause_for, 0.0))
            return
        for choice in pause_choices(self._now()):
            self.menu.addAction(choice.text).triggered.connect(partial(self._pause_for, choice.seconds))

    def _choose(self, position: str, _checked: bool = False) -> None:
        self.position_chosen.emit(position)

    def _pause_for(self, seconds: float, _checked: bool = False) -> None:
        self.pause_requested.emit(seconds)

    def _show(self) -> None:
        assert self._snapshot is not None
        self._draw(picture_of(self._snapshot, offline=self._offline))
        text = tooltip_text(self._snapshot, offline=self._offline)
        if text != self.icon.toolTip():  # each is a message to the desktop
            self.icon.setToolTip(text)

    def _draw(self, picture: str) -> None:
        """The picture is made when it is first needed, and set only when it is another one: twice a second is often."""
        if picture != self._picture:
            self._picture = picture
            if picture not in self._icons:
                self._icons[picture] = icon(f"tray-{_FILES[picture]}", sizes=_SIZES)
            self.icon.setIcon(self._icons[picture])

    def _note_menu(self, is_open: bool) -> None:
        self._menu_is_open = is_open

    def _message_clicked(self) -> None:
        """Where Qt draws a message itself, any click on the icon counts as one on it, also the one for the menu."""
        if not self._menu_is_open:
            self.open_requested.emit()

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.open_requested.emit()
