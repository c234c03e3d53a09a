"""The chats of this computer beside the one that is shown: found, chosen, renamed, pinned, deleted and brought back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from meshnet_gui.archive.tree import ConversationInfo
from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.chat_files import ChatFiles
from meshnet_gui.gui.chat_rows import ChatRows, one_line, rows_of, shown_title
from meshnet_gui.gui.chat_view import ChatView
from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.gui.undo_bar import UndoBar
from meshnet_gui.gui.widgets import IconButton, PlainLabel, row
from meshnet_gui.runtime.conversations import Conversations

SEARCH_AFTER_MS = 30
LOOK_AT_DATE_MS = 60_000
MAX_FOUND = 200


class ChatList(QWidget):
    """``chosen`` and ``deleted`` carry an id, ``noticed`` what is wrong with the file of chats, "" where nothing is.

    Call ``refresh`` after any change that was made elsewhere.
    """

    chosen = Signal(str)
    new_requested = Signal()
    deleted = Signal(str)
    renamed = Signal(str, str)
    noticed = Signal(str)

    def __init__(self, conversations: Conversations, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("sidebar")
        self._conversations = conversations
        self._bridge = bridge
        self._infos: tuple[ConversationInfo, ...] = ()
        self._is_loaded = self._is_asking = self._is_stale = False
        self._query = ""
        self.current_id = ""
        self.rows = ChatRows()
        self.view = ChatView(self.rows)
        self.new_chat = IconButton("plus", tr("New chat"), tr("New chat"), kind="")
        self.more = IconButton("more", tr("Import and export chats"), kind="quiet")
        self.search = QLineEdit(placeholderText=tr("Search chats"))
        self.notice = PlainLabel("", "warn-caption", wrap=True)
        self.problem = PlainLabel("", "error-caption", wrap=True)
        self.retry = QPushButton(tr("Try again"))
        self.empty = PlainLabel("", "muted", wrap=True)
        self.undo_bar = UndoBar()
        self._pages = QStackedWidget()
        self.files = ChatFiles(self, conversations, bridge, self._tell, self.refresh)
        self._search_soon = QTimer(self, singleShot=True, interval=SEARCH_AFTER_MS)
        self._told_for = QTimer(self, singleShot=True, interval=12_000)
        self._dates = QTimer(self, interval=LOOK_AT_DATE_MS)
        self._lay_out()
        self._connect()
        self._show_rows()
        self._dates.start()
        self.refresh()

    def refresh(self) -> None:
        """Asks for the chats anew; what comes while one asks is asked for once more."""
        if self._is_asking:
            self._is_stale = True
            return
        self._is_asking, self._is_stale = True, False
        self.retry.hide()
        query = self._query
        asked = self._conversations.search(query, MAX_FOUND) if query else self._conversations.list()
        self._bridge.watch(asked, partial(self._take_infos, query))
        self._bridge.watch(self._conversations.notice(), self._take_notice)

    def show_current(self, conversation_id: str) -> None:
        """Marks the chat that is shown beside the list; "" is one that has not begun."""
        self.current_id = self.view.painter_of_rows.open_id = conversation_id
        self.view.viewport().update()
        index = self.rows.index_of(conversation_id)
        if index.isValid() and not self.view.hasFocus():
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index)

    def focus_search(self) -> None:
        """For a shortcut of the window."""
        self.search.setFocus()
        self.search.selectAll()

    # -- what comes ---------------------------------------------------------------------------------------------------

    def _take_notice(self, text: str | None, error: MeshnetError | None) -> None:
        shown = "" if error is not None else text or ""  # what cannot be asked, the list says by itself
        self.notice.setText(sentence(shown))
        self.notice.setVisible(bool(shown))
        self.noticed.emit(self.notice.text())

    def _take_infos(self, query: str, infos: tuple[ConversationInfo, ...] | None, error: MeshnetError | None) -> None:
        self._is_asking = False
        if error is not None:
            self._tell(sentence(str(error)), True)
            self.retry.setVisible(not self._is_loaded)
            self.empty.setText("" if not self._is_loaded else self.empty.text())
        elif query == self._query:
            self._infos, self._is_loaded = infos or (), True
            self.retry.hide()
            self._show_rows()
        if self._is_stale or query != self._query:
            self.refresh()

    def _show_rows(self) -> None:
        """Not under the fingers of somebody who types a title."""
        if self.view.is_editing():
            QTimer.singleShot(200, self, self._show_rows)
            return
        today, painter = date.today(), self.view.painter_of_rows
        painter.today = today
        place, current = self.view.verticalScrollBar().value(), self.rows.info_at(self.view.currentIndex())
        if painter.with_pieces != bool(self._query):
            painter.with_pieces = bool(self._query)
            self.rows.show_rows([])  # rows of another height
        self.rows.show_rows(rows_of(self._infos, today, self._query))
        if current is not None and self.rows.info_at(self.view.currentIndex()) != current:
            self.view.setCurrentIndex(self.rows.index_of(current.id))
        self.view.verticalScrollBar().setValue(place)
        if not self._is_loaded:
            self.empty.setText(tr("Looking for your chats..."))
        elif self._query:
            self.empty.setText(tr("No chat has “{query}” in it.", query=one_line(self._query)[:80]))
        else:
            self.empty.setText(tr("Your chats will be listed here."))
        self._pages.setCurrentIndex(0 if self._infos else 1)

    def _look_at_date(self) -> None:
        if date.today() != self.view.painter_of_rows.today:
            self._show_rows()

    def _tell(self, text: str, is_error: bool) -> None:
        self.problem.set_role("error-caption" if is_error else "caption")
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
        self._told_for.stop() if is_error else self._told_for.start()

    # -- what is asked for --------------------------------------------------------------------------------------------

    def _search(self) -> None:
        query = self.search.text().strip()
        if query != self._query:
            self._query = query
            self.refresh()

    def _typed(self, text: str) -> None:
        self._search_soon.start(0 if not text.strip() else SEARCH_AFTER_MS)

    def _choose(self, index: QModelIndex) -> None:
        info = self.rows.info_at(index)
        if info is not None:
            self.chosen.emit(info.id)

    def _rename(self, conversation_id: str, title: str) -> None:
        self._do(self._conversations.rename(conversation_id, title), lambda: self.renamed.emit(conversation_id, title))

    def _pin(self, info: ConversationInfo) -> None:
        self._do(self._conversations.pin(info.id, not info.pinned))

    def _delete(self, info: ConversationInfo) -> None:
        self._do(self._conversations.delete(info.id), partial(self._deleted, info))

    def _deleted(self, info: ConversationInfo) -> None:
        self.undo_bar.offer(tr("“{title}” was deleted.", title=shown_title(info)), info)
        self.deleted.emit(info.id)

    def _restore(self, info: ConversationInfo) -> None:
        self._do(self._conversations.restore(info.id), lambda: self.chosen.emit(info.id))

    def _do(self, future: Future[Any], then: Callable[[], None] | None = None) -> None:
        def done(_: object, error: MeshnetError | None) -> None:
            self._tell(sentence(str(error)) if error is not None else "", True)
            if error is None and then is not None:
                then()
            self.refresh()

        self._bridge.watch(future, done)

    def menu_of(self, info: ConversationInfo) -> QMenu:
        """What can be done with a chat."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def add(text: str, call: Callable[[], None], key: Qt.Key | None = None) -> None:
            action = QAction(text, menu)
            if key is not None:
                action.setShortcut(key)
                action.setShortcutVisibleInContextMenu(True)
            action.triggered.connect(call)
            menu.addAction(action)

        add(tr("Rename"), lambda: self.view.rename(self.rows.index_of(info.id)), Qt.Key.Key_F2)
        add(tr("Unpin") if info.pinned else tr("Pin"), lambda: self._pin(info))
        add(tr("Export as Markdown..."), lambda: self.files.export_markdown(info))
        add(tr("Export as JSON..."), lambda: self.files.export_json(info))
        menu.addSeparator()
        add(tr("Delete"), lambda: self._delete(info), Qt.Key.Key_Delete)
        return menu

    def _open_menu(self, index: QModelIndex, place: QPoint) -> None:
        info = self.rows.info_at(index)
        if info is not None:
            self.menu_of(info).popup(self.view.viewport().mapToGlobal(place))

    def _delete_at(self, index: QModelIndex) -> None:
        info = self.rows.info_at(index)
        if info is not None:
            self._delete(info)

    # -- building -----------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.search.setClearButtonEnabled(True)
        self.search.setMaxLength(200)
        self.search.setAccessibleName(tr("Search chats"))
        self.view.setAccessibleName(tr("Chats"))
        self.empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.empty.setContentsMargins(12, 24, 12, 0)
        menu = QMenu(self.more)
        menu.addAction(tr("Import chats..."), self.files.import_json)
        menu.addAction(tr("Export all chats..."), self.files.export_all)
        self.more.setMenu(menu)
        for each in (self.notice, self.problem, self.retry):
            each.hide()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self.empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 12, 6, 10)
        layout.setSpacing(8)
        head = row(self.new_chat, self.more)
        head.setStretch(0, 1)
        layout.addLayout(head)
        layout.addWidget(self.search)
        for widget in (self.notice, self.problem, self.retry):
            layout.addWidget(widget)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.undo_bar)

    def _connect(self) -> None:
        self.new_chat.clicked.connect(self.new_requested)
        self.retry.clicked.connect(self.refresh)
        self.search.textChanged.connect(self._typed)
        self.search.returnPressed.connect(self._search)
        self._search_soon.timeout.connect(self._search)
        self._told_for.timeout.connect(self.problem.hide)
        self._dates.timeout.connect(self._look_at_date)
        self.view.opened.connect(self._choose)
        self.view.menu_requested.connect(self._open_menu)
        self.view.delete_requested.connect(self._delete_at)
        self.rows.renamed.connect(self._rename)
        self.undo_bar.undone.connect(self._restore)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down leads from the search to what it found, Escape ends it."""
        if event.key() == Qt.Key.Key_Down and self.search.hasFocus() and self._infos:
            self.view.setFocus()
            self.view.go_to_first()
        elif event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        else:
            super().keyPressEvent(event)
