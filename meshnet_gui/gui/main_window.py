"""The window: a header with the tabs and the node's state, a line for notices, and the tabs themselves.

Only the chat is made with the window. Each other tab is made when it is first looked at, or asked for, or when the
window has been there for a moment, so that the window itself is there soon.
"""

from __future__ import annotations

import sys
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TypeVar

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QMenu, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from meshnet_gui.gui.assets import APP_SIZES, icon
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.chat_tab import ChatTab
from meshnet_gui.gui.dialogs import Dialogs
from meshnet_gui.gui.format import bringing, drawn_state, is_looking, is_starting
from meshnet_gui.gui.header import Header, Pill
from meshnet_gui.gui.reading_order import move_focus
from meshnet_gui.gui.shortcuts import add_shortcut
from meshnet_gui.gui.swarm_words import short_presence
from meshnet_gui.gui.theme import MODES, ThemeController
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.update_bar import UpdateBar
from meshnet_gui.gui.widgets import IconButton, IconLabel, PlainLabel
from meshnet_gui.gui.zoom import next_step
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.conversations import Conversations
from meshnet_gui.runtime.snapshot import Snapshot

if TYPE_CHECKING:  # imported when they are made
    from meshnet_gui.gui.api_tab import ApiTab
    from meshnet_gui.gui.log_tab import LogTab
    from meshnet_gui.gui.models_tab import ModelsTab
    from meshnet_gui.gui.node_tab import NodeTab
    from meshnet_gui.gui.swarm_tab import SwarmTab

TABS = (mark("Chat"), mark("Models"), mark("Node"), mark("Swarm"), mark("API"), mark("Log"))
_STATE_WORDS = {
    "off": mark("Not sharing"),
    "loading": mark("Loading"),
    "ready": mark("Sharing"),
    "joining": mark("Checking"),
    "draining": mark("Finishing"),
    "stopping": mark("Stopping"),
    "failed": mark("Failed"),
    "paused": mark("Paused"),
}
_WITH_LAYERS = {
    "ready": mark("Sharing {span}"),
    "loading": mark("Loading {span}"),
    "joining": mark("Checking {span}"),
}


_REST_AFTER_MS = 100  # a tab each: what the user does comes first


class _DrawsSnapshots(Protocol):
    def show_snapshot(self, snapshot: Snapshot) -> None: ...


_Tab = TypeVar("_Tab", bound=QWidget)


class MainWindow(QMainWindow):
    """Draws snapshots. ``close_requested`` asks the application what closing means; ``allow_close`` lets it happen."""

    close_requested = Signal()
    quit_requested = Signal()

    def __init__(
        self, commands: Commands, conversations: Conversations, bridge: Bridge, theme: ThemeController
    ) -> None:
        super().__init__()
        self.setWindowTitle("Meshnet")
        self.setWindowIcon(icon("app", sizes=APP_SIZES))
        self.setMinimumSize(QSize(820, 600))
        self.resize(1180, 800)
        self._commands = commands
        self._bridge = bridge
        self._theme = theme
        self._may_close = False
        self._num_saving = 0  # until then snapshots still carry the old choices
        self.chat = ChatTab(commands, conversations, bridge)
        self._snapshot: Snapshot | None = None
        self._drawing: list[_DrawsSnapshots] = [self.chat]
        self.tabs = QTabBar()
        self.stack = QStackedWidget()
        self.notice = _Notice()
        self.update_bar = UpdateBar(commands)
        self.pill = _NodePill()
        self.appearance = IconButton("palette", tr("Appearance"))
        self.open_settings = IconButton("sliders", tr("Settings"))
        self.dialogs = Dialogs(commands, bridge, self)
        self.themes = self._make_theme_menu()
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        if not self._num_saving:
            if snapshot.settings.theme != self._theme.mode:
                self._theme.set_mode(snapshot.settings.theme)
            self._theme.set_zoom(snapshot.settings.zoom_percent)
        self.themes[self._theme.mode].setChecked(True)
        self._snapshot = snapshot
        for tab in self._drawing:
            tab.show_snapshot(snapshot)
        self.pill.show_snapshot(snapshot)
        self.dialogs.show_snapshot(snapshot)
        self.notice.show_text(sentence(snapshot.notice))
        self.update_bar.show_snapshot(snapshot)

    def show_failure(self, text: str) -> None:
        """A failure of the whole program, which stays in sight."""
        self.notice.show_failure(text)

    def show_tab(self, name: str) -> None:
        self.tabs.setCurrentIndex(TABS.index(name))

    def bring_to_front(self) -> None:
        """Shows the window wherever it was hidden, minimised or covered."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def allow_close(self) -> None:
        """From here closing the window is only that."""
        self._may_close = True

    def focusNextPrevChild(self, forwards: bool) -> bool:
        return move_focus(self, forwards) or super().focusNextPrevChild(forwards)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
        else:
            event.ignore()
            self.close_requested.emit()

    @cached_property
    def models(self) -> ModelsTab:
        from meshnet_gui.gui.models_tab import ModelsTab

        tab = ModelsTab(self._commands, self._bridge)
        tab.serve_requested.connect(self._serve)
        tab.chat_requested.connect(partial(self.show_tab, "Chat"))
        self._draw(tab)
        return self._place("Models", tab)

    @cached_property
    def node(self) -> NodeTab:
        from meshnet_gui.gui.node_tab import NodeTab

        tab = NodeTab(self._commands, self._bridge)
        tab.models_requested.connect(self._find_model)
        tab.contribution.limits_requested.connect(partial(self.dialogs.open_settings, "Limits"))
        self._draw(tab)
        return self._place("Node", tab)

    @cached_property
    def swarm(self) -> SwarmTab:
        from meshnet_gui.gui.swarm_tab import SwarmTab

        tab = SwarmTab(self._commands, self._bridge)
        self._draw(tab)
        return self._place("Swarm", tab)

    @cached_property
    def api(self) -> ApiTab:
        from meshnet_gui.gui.api_tab import ApiTab

        tab = ApiTab(self._commands, self._bridge)
        tab.api.settings_requested.connect(partial(self.dialogs.open_settings, "API"))
        self._draw(tab)
        return self._place("API", tab)

    @cached_property
    def log(self) -> LogTab:
        from meshnet_gui.gui.log_tab import LogTab

        return self._place("Log", LogTab())

    def _draw(self, tab: _DrawsSnapshots) -> None:
        """It is shown every snapshot from now on, the latest one at once."""
        self._drawing.append(tab)
        if self._snapshot is not None:
            tab.show_snapshot(self._snapshot)

    def _place(self, name: str, tab: _Tab) -> _Tab:
        """Puts a tab that has just been made where its place is."""
        index = TABS.index(name)
        is_shown = self.stack.currentIndex() == index
        holder = self.stack.widget(index)
        assert holder is not None
        self.stack.removeWidget(holder)
        holder.deleteLater()
        self.stack.insertWidget(index, tab)
        if is_shown:
            self.stack.setCurrentIndex(index)
        return tab

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(_REST_AFTER_MS, self, self._make_next)

    def _make_next(self) -> None:
        """Makes the next tab that is not there yet, while the window can be seen; what it is made of, a turn before."""
        waiting = [name.lower() for name in TABS[1:] if name.lower() not in vars(self)]
        if waiting and self.isVisible():
            module = f"meshnet_gui.gui.{waiting[0]}_tab"
            if module in sys.modules:
                getattr(self, waiting[0])
            else:
                import_module(module)
            QTimer.singleShot(_REST_AFTER_MS, self, self._make_next)

    def _show_page(self, index: int) -> None:
        getattr(self, TABS[index].lower())
        self.stack.setCurrentIndex(index)
        if self.stack.currentWidget() is self.chat and not self.tabs.hasFocus():
            self.chat.composer.edit.setFocus()

    def _show_others(self) -> None:
        self.show_tab("Swarm")
        self.swarm.find_others()

    def _find_model(self) -> None:
        self.show_tab("Models")
        self.models.look_for()

    def _serve(self, model: str) -> None:
        self.show_tab("Node")
        self.node.shard.choose_model(model)

    def _choose_theme(self, mode: str) -> None:
        self._theme.set_mode(mode)
        self._save(theme=mode)

    def zoom(self, direction: int) -> None:
        """Draws everything a step larger (1) or smaller (-1), or in its usual size (0), from now on."""
        self._theme.set_zoom(next_step(self._theme.zoom, direction))
        self._save(zoom_percent=self._theme.zoom)

    def _save(self, **changes: object) -> None:
        self._num_saving += 1
        self._bridge.watch(self._commands.change_settings(**changes), lambda _, error: self._told(error))

    def _told(self, error: Exception | None) -> None:
        self._num_saving -= 1
        if error is not None:
            self.notice.show_failure(sentence(str(error)))

    def _make_theme_menu(self) -> dict[str, QAction]:
        menu = QMenu(self)
        group = QActionGroup(self)
        actions = {}
        for mode, words in zip(MODES, (tr("Like the system"), tr("Light"), tr("Dark")), strict=True):
            action = menu.addAction(words)
            action.setCheckable(True)
            action.triggered.connect(partial(self._choose_theme, mode))
            group.addAction(action)
            actions[mode] = action
        self.appearance.setMenu(menu)
        return actions

    def _lay_out(self) -> None:
        self.stack.addWidget(self.chat)
        for _ in TABS[1:]:
            self.stack.addWidget(QWidget())  # a place for a tab that is made later
        page = QWidget()
        page.setObjectName("page")
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_header())
        layout.addWidget(self.notice)
        layout.addWidget(self.update_bar)
        layout.addWidget(self.stack, 1)
        self.setCentralWidget(page)

    def _make_header(self) -> Header:
        self.tabs.setAccessibleName(tr("Tabs"))
        for name in TABS:
            self.tabs.addTab(tr_marked(name))
        return Header(self.tabs, self.pill, self.appearance, self.open_settings)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_page)
        self.chat.others_requested.connect(self._show_others)
        self.chat.models_requested.connect(self._find_model)
        self.dialogs.chat_requested.connect(partial(self.show_tab, "Chat"))
        self.pill.clicked.connect(partial(self.show_tab, "Node"))
        self.open_settings.clicked.connect(lambda: self.dialogs.open_settings())
        self._connect_keys()

    def _connect_keys(self) -> None:
        for number, name in enumerate(TABS, start=1):
            add_shortcut(f"tab{number}", self, partial(self.show_tab, name))
        add_shortcut("settings", self, self.dialogs.open_settings)
        add_shortcut("shortcuts", self, self.dialogs.open_shortcuts)
        add_shortcut("zoom_in", self, partial(self.zoom, 1))
        add_shortcut("zoom_out", self, partial(self.zoom, -1))
        add_shortcut("zoom_reset", self, partial(self.zoom, 0))
        add_shortcut("close", self, self.close)
        add_shortcut("quit", self, self.quit_requested.emit)


class _NodePill(Pill):
    """The node's state and who else is there, always in sight."""

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self.dot.set_state(drawn_state(snapshot))
        others = sum(peer.state == "other_precision" for peer in snapshot.peers)
        parts = [_state_words(snapshot), short_presence(snapshot)]
        if others:
            parts.append(tr("{others} in another precision", others=others))
        self.text.set_text(" · ".join(parts))


def _state_words(snapshot: Snapshot) -> str:
    if is_starting(snapshot):
        return tr("Starting")
    if bringing(snapshot) is not None:
        span = snapshot.node.span
        return tr("Getting {span}", span=span) if span is not None else tr("Getting")
    if is_looking(snapshot):
        return tr("Choosing layers")
    node = snapshot.node
    if node.span is not None and node.state in _WITH_LAYERS:
        return tr_marked(_WITH_LAYERS[node.state], span=node.span)
    return tr_marked(_STATE_WORDS.get(node.state, node.state))


class _Notice(QFrame):
    """One line under the header; a notice that was dismissed stays away, a failure comes back."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("notice", "true")
        self._dismissed = ""
        self._failed = False
        self.text = PlainLabel("", "", wrap=True, selectable=True)
        self._close = IconButton("close", tr("Dismiss this notice"))
        self._close.clicked.connect(self._dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 6, 14, 6)
        layout.setSpacing(10)
        layout.addWidget(IconLabel("alert", "warn"))
        layout.addWidget(self.text, 1)
        layout.addWidget(self._close)
        self.hide()

    def show_text(self, text: str) -> None:
        if not self._failed:
            self.text.setText(text)
            self.setVisible(bool(text) and text != self._dismissed)

    def show_failure(self, text: str) -> None:
        self._failed = True
        self.text.setText(text)
        self.show()

    def _dismiss(self) -> None:
        self._dismissed, self._failed = self.text.text(), False
        self.hide()
