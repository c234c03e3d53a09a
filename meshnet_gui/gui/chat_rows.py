"""The chats as rows of a list, under headings by date. Changes only what changed, so that the rest stays put."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from PySide6.QtCore import QAbstractListModel, QDate, QDateTime, QLocale, QModelIndex, QPersistentModelIndex, Qt, Signal

from meshnet_gui.archive.tree import MAX_TITLE_CHARS, ConversationInfo
from meshnet_gui.gui.translation import tr, tr_count
from meshnet_gui.gui.widgets import plain_tooltip

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_ROOT = QModelIndex()
_UNSHOWN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
_YEAR = re.compile("[^dM]*y+[^dM]*")


@dataclass(frozen=True, slots=True)
class Heading:
    """What the rows below have in common."""

    text: str


Row = Heading | ConversationInfo


def shown_title(info: ConversationInfo) -> str:
    """Without what would turn the text around it, or break its line."""
    return one_line(info.title)[:MAX_TITLE_CHARS] or tr("New chat")


def one_line(text: str) -> str:
    return " ".join(_UNSHOWN.sub(" ", text[: 8 * MAX_TITLE_CHARS]).split())


def heading_of(info: ConversationInfo, today: date) -> str:
    """The group of a chat: pinned, or how long ago it was used last."""
    return tr("Pinned") if info.pinned else _of_day(_day(info.updated_at), today)


def _of_day(day: date, today: date) -> str:
    days = (today - day).days
    if days <= 0:
        return tr("Today")
    if days == 1:
        return tr("Yesterday")
    if days <= 7:
        return tr("Previous 7 days")
    if days <= 30:
        return tr("Previous 30 days")
    if day.year == today.year:
        return QLocale().standaloneMonthName(day.month)
    return str(day.year)


def when_text(seconds: float, today: date) -> str:
    """Short: the time of today, the day of the week, or the date."""
    day = _day(seconds)
    moment, locale = QDateTime.fromSecsSinceEpoch(round(seconds)), QLocale()
    if day >= today:
        return locale.toString(moment.time(), QLocale.FormatType.ShortFormat)
    if day > today - timedelta(days=7):
        return locale.standaloneDayName(day.isoweekday(), QLocale.FormatType.ShortFormat)
    form = locale.dateFormat(QLocale.FormatType.ShortFormat)
    if day.year == today.year:
        form = _YEAR.sub("", form)
    return locale.toString(QDate(day.year, day.month, day.day), form)


def rows_of(infos: Sequence[ConversationInfo], today: date, query: str = "") -> list[Row]:
    """Chats in their order with a heading before each group; what was found is one group."""
    if query:
        return [Heading(tr_count(len(infos), "{num} chat found", "{num} chats found")), *infos] if infos else []
    rows: list[Row] = []
    headings: dict[date, str] = {}  # of thousands of chats, many are of one day
    shown = ""
    for info in infos:
        day = _day(info.updated_at)
        heading = tr("Pinned") if info.pinned else headings.get(day) or headings.setdefault(day, _of_day(day, today))
        if heading != shown:
            rows.append(Heading(heading))
            shown = heading
        rows.append(info)
    return rows


class ChatRows(QAbstractListModel):
    """``renamed`` carries an id and the title that was typed over its row."""

    renamed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Takes the newest rows: what is the same at both ends is not touched."""
        old, new = self._rows, list(rows)
        shared = min(len(old), len(new))
        start = next((i for i in range(shared) if old[i] != new[i]), shared)
        end = next((i for i in range(shared - start) if old[-1 - i] != new[-1 - i]), shared - start)
        last_old, last_new = len(old) - end, len(new) - end
        if last_old - start == last_new - start:
            self._rows = new
            if last_new > start:
                self.dataChanged.emit(self.index(start), self.index(last_new - 1))
            return
        if last_old > start:
            self.beginRemoveRows(_ROOT, start, last_old - 1)
            del self._rows[start:last_old]
            self.endRemoveRows()
        if last_new > start:
            self.beginInsertRows(_ROOT, start, last_new - 1)
            self._rows[start:start] = new[start:last_new]
            self.endInsertRows()

    def info_at(self, index: Index) -> ConversationInfo | None:
        """None for a heading, or for no row at all."""
        row = self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None
        return row if isinstance(row, ConversationInfo) else None

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Not valid where it is not shown."""
        found = (
            i for i, row in enumerate(self._rows) if isinstance(row, ConversationInfo) and row.id == conversation_id
        )
        return self.index(next(found, -1))

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.info_at(index) is None:
            return Qt.ItemFlag.ItemNeverHasChildren
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if isinstance(row, Heading):
            return row.text if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) else None
        if role == Qt.ItemDataRole.DisplayRole:
            return shown_title(row)
        if role == Qt.ItemDataRole.EditRole:
            return one_line(row.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(shown_title(row))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (shown_title(row), tr("pinned") if row.pinned else "", one_line(row.found))))
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        info = self.info_at(index)
        title = one_line(str(value))[:MAX_TITLE_CHARS]
        if info is None or role != Qt.ItemDataRole.EditRole or not title or title == one_line(info.title):
            return False
        self.renamed.emit(info.id, title)
        return True


def _day(seconds: float) -> date:
    try:
        return datetime.fromtimestamp(seconds).date()
    except (OverflowError, OSError, ValueError):
        return date(1970, 1, 1)
