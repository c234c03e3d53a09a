"""The window: a header with the tabs and the node's state, a line for notices, and the tabs themselves."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QMenu, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from meshnet_gui.gui.assets import APP_SIZES, icon, pixmap
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.chat_tab import ChatTab
from meshnet_gui.gui.dialogs import Dialogs
from meshnet_gui.gui.format import bringing, drawn_state, is_looking, is_starting
from meshnet_gui.gui.log_tab import LogTab
from meshnet_gui.gui.models_tab import ModelsTab
from meshnet_gui.gui.node_tab import NodeTab
from meshnet_gui.gui.swarm_tab import SwarmTab
from meshnet_gui.gui.swarm_words import short_presence
from meshnet_gui.gui.theme import MODES, ThemeController
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import IconButton, IconLabel, PlainLabel, StateDot, row
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.conversations import Conversations
from meshnet_gui.runtime.snapshot import Snapshot

TABS = ("Chat", "Models", "Node", "Swarm", "Log")
_STATE_WORDS = {
    "off": "Not sharing",
    "loading": "Loading",
    "ready": "Sharing",
    "joining": "Checking",
    "draining": "Finishing",
    "stopping": "Stopping",
    "failed": "Failed",
}


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
        self._saving_theme = False
        self.chat = ChatTab(commands, conversations, bridge)
        self.models = ModelsTab(commands, bridge)
        self.node = NodeTab(commands, bridge)
        self.swarm = SwarmTab(commands, bridge)
        self.log = LogTab()
        self.tabs = QTabBar()
        self.stack = QStackedWidget()
        self.notice = _Notice()
        self.pill = _NodePill()
        self.appearance = IconButton("palette", "Appearance")
        self.open_settings = IconButton("sliders", tr("Settings"))
        self.dialogs = Dialogs(commands, bridge, self)
        self.themes = self._make_theme_menu()
        self._lay_out()
        self._connect()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.settings.theme != self._theme.mode and not self._saving_theme:
            self._theme.set_mode(snapshot.settings.theme)
        self.themes[self._theme.mode].setChecked(True)
        for tab in (self.chat, self.models, self.node, self.swarm):
            tab.show_snapshot(snapshot)
        self.pill.show_snapshot(snapshot)
        self.dialogs.show_snapshot(snapshot)
        self.notice.show_text(snapshot.notice)

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

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._may_close:
            event.accept()
        else:
            event.ignore()
            self.close_requested.emit()

    def _show_page(self, index: int) -> None:
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
        self._saving_theme = True  # until then snapshots still carry the old choice
        self._bridge.watch(self._commands.change_settings(theme=mode), lambda _, error: self._told(error))

    def _told(self, error: Exception | None) -> None:
        self._saving_theme = False
        if error is not None:
            self.notice.show_failure(str(error))

    def _make_theme_menu(self) -> dict[str, QAction]:
        menu = QMenu(self)
        group = QActionGroup(self)
        actions = {}
        for mode, words in zip(MODES, ("Like the system", "Light", "Dark"), strict=True):
            action = menu.addAction(words)
            action.setCheckable(True)
            action.triggered.connect(partial(self._choose_theme, mode))
            group.addAction(action)
            actions[mode] = action
        self.appearance.setMenu(menu)
        return actions

    def _lay_out(self) -> None:
        for tab in (self.chat, self.models, self.node, self.swarm, self.log):
            self.stack.addWidget(tab)
        page = QWidget()
        page.setObjectName("page")
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_header())
        layout.addWidget(self.notice)
        layout.addWidget(self.stack, 1)
        self.setCentralWidget(page)

    def _make_header(self) -> QFrame:
        header = QFrame()
        header.setObjectName("header")
        logo = PlainLabel()
        logo.setPixmap(pixmap("app", 28, self.devicePixelRatioF()))
        self.tabs.setObjectName("tabs")
        self.tabs.setAccessibleName("Tabs")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for name in TABS:
            self.tabs.addTab(name)
        layout = QHBoxLayout(header)
        layout.setContentsMargins(20, 10, 14, 10)
        layout.setSpacing(10)
        layout.addWidget(logo)
        layout.addWidget(PlainLabel("Meshnet", "brand"))
        layout.addSpacing(20)
        layout.addWidget(self.tabs)
        layout.addStretch(1)
        layout.addWidget(self.pill)
        layout.addWidget(self.appearance)
        layout.addWidget(self.open_settings)
        return header

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._show_page)
        self.chat.others_requested.connect(self._show_others)
        self.chat.models_requested.connect(self._find_model)
        self.models.serve_requested.connect(self._serve)
        self.models.chat_requested.connect(partial(self.show_tab, "Chat"))
        self.node.models_requested.connect(self._find_model)
        self.open_settings.clicked.connect(lambda: self.dialogs.open_settings())
        QShortcut(QKeySequence("Ctrl+,"), self, self.dialogs.open_settings)
        for number, name in enumerate(TABS, start=1):
            QShortcut(QKeySequence(f"Ctrl+{number}"), self, partial(self.show_tab, name))
        QShortcut(QKeySequence.StandardKey.Close, self, self.close)
        QShortcut(QKeySequence.StandardKey.Quit, self, self.quit_requested.emit)


class _NodePill(QFrame):
    """The node's state and who else is there, always in sight."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("pill")
        self._dot = StateDot()
        self.text = PlainLabel("", "caption")
        layout = row(self._dot, self.text, spacing=7)
        layout.setContentsMargins(10, 5, 12, 5)
        self.setLayout(layout)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        node = snapshot.node
        span = f" {node.span}" if node.span and node.state in ("ready", "loading", "joining") else ""
        self._dot.set_state(drawn_state(snapshot))
        peers = short_presence(snapshot)
        others = sum(peer.state == "other_precision" for peer in snapshot.peers)
        peers += f", {others} in another precision" if others else ""
        self.text.setText(f"{_state_words(snapshot)}{span} · {peers}")


def _state_words(snapshot: Snapshot) -> str:
    if is_starting(snapshot):
        return "Starting"
    if bringing(snapshot) is not None:
        return "Getting"
    return "Choosing layers" if is_looking(snapshot) else _STATE_WORDS.get(snapshot.node.state, snapshot.node.state)


class _Notice(QFrame):
    """One line under the header; a notice that was dismissed stays away, a failure comes back."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("notice", "true")
        self._dismissed = ""
        self._failed = False
        self.text = PlainLabel("", "", wrap=True, selectable=True)
        self._close = IconButton("close", "Dismiss this notice")
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
