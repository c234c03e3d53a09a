"""Paints the rows of the list of chats: title, date, what a search found, and the marks of pin, focus and menu."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from meshnet_gui.archive.tree import MAX_TITLE_CHARS, ConversationInfo
from meshnet_gui.gui.assets import pixmap
from meshnet_gui.gui.chat_rows import ROW_ROLE, Heading, one_line, shown_title, when_text
from meshnet_gui.gui.theme import Colors, colors_of
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.zoom import zoomed

Index = QModelIndex | QPersistentModelIndex
_PAD_X, _PAD_Y, _GAP, _MARK = 10, 7, 6, 16
_SMALL = 0.9


class ChatRowPainter(QStyledItemDelegate):
    """``open_id`` is the chat that is shown beside the list; ``with_pieces``: rows have a second line."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self._view = view
        self.open_id = ""
        self.with_pieces = False
        self.today = date.today()
        self._icons: dict[tuple[str, float, str], QPixmap] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The same for all, headings too, so that ten thousand rows need no measuring."""
        height = QFontMetrics(self._view.font()).height()
        if self.with_pieces:
            height += QFontMetrics(_small(self._view.font())).height() + 2
        return QSize(80, height + 2 * _PAD_Y)

    def menu_area(self, area: QRect) -> QRect:
        """Where a click opens a row's menu."""
        return QRect(area.right() - zoomed(_MARK) - 2 * _GAP, area.top(), zoomed(_MARK) + 2 * _GAP, area.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row, colors = index.data(ROW_ROLE), colors_of(self._view)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area: QRect = option.rect
        if isinstance(row, Heading):
            self._paint_heading(painter, area, row, colors)
        elif isinstance(row, ConversationInfo):
            self._paint_chat(painter, area, row, option.state, colors)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        edit = QLineEdit(parent)
        edit.setMaxLength(MAX_TITLE_CHARS)
        edit.setAccessibleName(tr("Title of the chat"))
        return edit

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit) and not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            index.model().setData(index, editor.text())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        area: QRect = option.rect
        height = min(max(editor.sizeHint().height(), 10), area.height())
        editor.setGeometry(area.left(), area.center().y() - height // 2 + 1, area.width(), height)

    def _paint_heading(self, painter: QPainter, area: QRect, row: Heading, colors: Colors) -> None:
        font = _small(self._view.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.setPen(QColor(colors.muted))
        words = area.adjusted(_PAD_X, 0, -_PAD_X, -3)
        text = painter.fontMetrics().elidedText(row.text, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, text)

    def _paint_chat(
        self, painter: QPainter, area: QRect, info: ConversationInfo, state: QStyle.StateFlag, colors: Colors
    ) -> None:
        is_open = info.id == self.open_id
        is_pointed_at = bool(state & QStyle.StateFlag.State_MouseOver)
        has_focus = bool(state & QStyle.StateFlag.State_HasFocus) and self._view.hasFocus()
        box = area.adjusted(1, 1, -1, -1)
        if is_open or is_pointed_at or has_focus:
            ground = colors.accent_soft if is_open else colors.raised
            painter.setPen(QPen(QColor(colors.accent), 2) if has_focus else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ground))
            painter.drawRoundedRect(box, 8, 8)
        ink = QColor(colors.accent_ink if is_open else colors.text)
        line = QRect(area.left() + _PAD_X, area.top() + _PAD_Y, area.width() - 2 * _PAD_X, 0)
        line.setHeight(QFontMetrics(self._view.font()).height())
        if self.with_pieces:
            self._paint_piece(painter, line, info, colors)
        if is_pointed_at or has_focus:
            mark = self.menu_area(area)
            self._paint_icon(painter, "more", mark.left() + _GAP, line, ink)
            line.setRight(mark.left())
        else:
            line.setRight(self._paint_when(painter, line, info, colors))
        if info.pinned:
            self._paint_icon(painter, "pin", line.left(), line, QColor(colors.accent_ink if is_open else colors.muted))
            line.setLeft(line.left() + zoomed(_MARK) + _GAP)
        font = QFont(self._view.font())
        font.setWeight(QFont.Weight.DemiBold if is_open else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(ink)
        title = painter.fontMetrics().elidedText(shown_title(info), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)

    def _paint_when(self, painter: QPainter, line: QRect, info: ConversationInfo, colors: Colors) -> int:
        """Where the title has to end."""
        painter.setFont(_small(self._view.font()))
        painter.setPen(QColor(colors.muted))
        text = when_text(info.updated_at, self.today)
        width = painter.fontMetrics().horizontalAdvance(text)
        if width > line.width() // 2:
            return line.right()
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return line.right() - width - _GAP

    def _paint_piece(self, painter: QPainter, line: QRect, info: ConversationInfo, colors: Colors) -> None:
        painter.setFont(_small(self._view.font()))
        painter.setPen(QColor(colors.muted))
        below = line.translated(0, line.height() + 2)
        below.setHeight(painter.fontMetrics().height())
        piece = painter.fontMetrics().elidedText(one_line(info.found), Qt.TextElideMode.ElideRight, below.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, piece)

    def _paint_icon(self, painter: QPainter, name: str, left: int, line: QRect, ink: QColor) -> None:
        wanted = (name, self._view.devicePixelRatioF(), ink.name())
        if wanted not in self._icons:
            self._icons[wanted] = pixmap(name, zoomed(_MARK), wanted[1], wanted[2])
        painter.drawPixmap(left, line.center().y() - zoomed(_MARK) // 2, self._icons[wanted])


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * _SMALL)
    return small
