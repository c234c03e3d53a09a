"""Requests to the API as a table that is updated in place, so that a selection and a sort order survive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from meshnet_gui.api.request_log import RequestLine
from meshnet_gui.gui.api_words import is_error, seconds_text, status_text, time_text, tokens_text
from meshnet_gui.gui.format import short_model
from meshnet_gui.gui.row_table import ROOT, SORT_ROLE, Heading, Index, RowModel
from meshnet_gui.gui.translation import mark
from meshnet_gui.gui.widgets import plain_tooltip


@dataclass(frozen=True, slots=True)
class Column(Heading):
    """A column with the words of a cell and the value to sort by."""

    words: Callable[[RequestLine], str]
    key: Callable[[RequestLine], Any]


COLUMNS = (
    Column(mark("Time"), time_text, lambda line: line.number, number=False),
    Column(mark("Request"), lambda line: f"{line.method} {line.path}", lambda line: line.path, number=False),
    Column(mark("Model"), lambda line: short_model(line.model), lambda line: line.model, number=False),
    Column(mark("Outcome"), status_text, lambda line: line.status, number=False),
    Column(
        mark("Prompt"),
        lambda line: tokens_text(line.num_prompt_tokens),
        lambda line: line.num_prompt_tokens,
        means=mark("Tokens of the prompt"),
    ),
    Column(
        mark("Reused"),
        lambda line: tokens_text(line.num_reused_tokens),
        lambda line: line.num_reused_tokens,
        means=mark("Tokens of the prompt that were still held from the turn before"),
    ),
    Column(
        mark("Answer"),
        lambda line: tokens_text(line.num_tokens),
        lambda line: line.num_tokens,
        means=mark("Tokens of the answer"),
    ),
    Column(mark("Took"), seconds_text, lambda line: line.seconds),
    Column(mark("From"), lambda line: line.client, lambda line: line.client, number=False),
)
MODEL, OUTCOME, FROM = 2, 3, 8


class RequestTable(RowModel):
    """One row per request. ``error_color`` is what an error is written in; its words say it, too."""

    def __init__(self) -> None:
        super().__init__(COLUMNS)
        self.error_color = ""
        self._lines: list[RequestLine] = []
        self._latest: Sequence[RequestLine] = ()

    def update_lines(self, lines: Sequence[RequestLine]) -> None:
        """Takes the newest list: rows that are gone leave, new ones are added, the others change where they are."""
        if lines is self._latest:
            return
        self._latest = lines
        wanted = {line.number: line for line in lines}
        for row in reversed(range(len(self._lines))):
            new = wanted.pop(self._lines[row].number, None)
            if new is None:
                self.beginRemoveRows(ROOT, row, row)
                del self._lines[row]
                self.endRemoveRows()
            elif new != self._lines[row]:
                self._lines[row] = new
                self.dataChanged.emit(self.index(row, 0), self.index(row, len(COLUMNS) - 1))
        if wanted:
            first = len(self._lines)
            self.beginInsertRows(ROOT, first, first + len(wanted) - 1)
            self._lines += wanted.values()
            self.endInsertRows()

    def line_at(self, row: int) -> RequestLine:
        return self._lines[row]

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line, column = self._lines[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.words(line)
        if role == SORT_ROLE:
            return column.key(line)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.side
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == OUTCOME and is_error(line) and self.error_color:
            return QColor(self.error_color)
        if role == Qt.ItemDataRole.ToolTipRole and not column.number:
            return plain_tooltip(line.model if index.column() == MODEL else column.words(line))
        return None
