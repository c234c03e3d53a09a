"""The list of chats as Qt shows it: only the rows in sight are painted, however many there are."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView

from meshnet_gui.gui.chat_row_painter import ChatRowPainter
from meshnet_gui.gui.chat_rows import ChatRows


class ChatView(QListView):
    """The rows. ``opened`` and ``delete_requested`` carry an index, ``menu_requested`` the place of a menu, too."""

    opened = Signal(QModelIndex)
    menu_requested = Signal(QModelIndex, QPoint)
    delete_requested = Signal(QModelIndex)

    def __init__(self, rows: ChatRows) -> None:
        super().__init__()
        self.setObjectName("chats")
        self.painter_of_rows = ChatRowPainter(self)
        self.setModel(rows)
        self.setItemDelegate(self.painter_of_rows)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setFrameShape(QListView.Shape.NoFrame)

    def rename(self, index: QModelIndex) -> None:
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
            self.edit(index)

    def is_editing(self) -> bool:
        return self.state() == QAbstractItemView.State.EditingState

    def go_to_first(self) -> None:
        """The first chat, not its heading."""
        rows = self.model()
        first = next(
            (i for i in range(rows.rowCount()) if rows.flags(rows.index(i, 0)) & Qt.ItemFlag.ItemIsEnabled), -1
        )
        if first >= 0:
            self.setCurrentIndex(rows.index(first, 0))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.flags() & Qt.ItemFlag.ItemIsEnabled:
            area = self.painter_of_rows.menu_area(self.visualRect(index))
            if area.contains(event.position().toPoint()):
                self.menu_requested.emit(index, area.bottomLeft())
            else:
                self.opened.emit(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_keyboard = event.reason() == event.Reason.Keyboard
        index = self.currentIndex() if by_keyboard else self.indexAt(event.pos())
        place = self.visualRect(index).center() if by_keyboard else event.pos()
        if index.isValid():
            self.menu_requested.emit(index, place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if not index.isValid() or self.is_editing():
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(index)
        elif event.key() == Qt.Key.Key_F2:
            self.rename(index)
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_requested.emit(index)
        else:
            super().keyPressEvent(event)
