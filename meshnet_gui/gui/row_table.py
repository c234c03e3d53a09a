"""What the tables of the window share: columns, their titles, the order of rows, and one column that gives way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from meshnet_gui.gui.translation import tr_marked
from meshnet_gui.gui.zoom import at_each_zoom, zoomed

Index = QModelIndex | QPersistentModelIndex
SORT_ROLE = Qt.ItemDataRole.UserRole
ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's title, whether it holds numbers, and where the title does not say it what they mean."""

    title: str
    number: bool = field(default=True, kw_only=True)
    means: str = field(default="", kw_only=True)

    @property
    def side(self) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self.number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


class RowModel(QAbstractTableModel):
    """One row per thing under ``headings``; who inherits holds the rows and says what is in a cell."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        super().__init__()
        self._headings = headings

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._headings):
            return None
        heading = self._headings[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return tr_marked(heading.title)
        if role == Qt.ItemDataRole.ToolTipRole and heading.means:
            return tr_marked(heading.means)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return heading.side
        return None


def sorted_view(model: RowModel) -> QSortFilterProxyModel:
    """The rows in the order that the user chose, kept while they change."""
    proxy = QSortFilterProxyModel()
    proxy.setSourceModel(model)
    proxy.setSortRole(SORT_ROLE)
    proxy.setDynamicSortFilter(True)
    return proxy


class RowTable(QTableView):
    """Whole rows are selected, and titles sort. Gives the column ``elastic`` what the others leave.

    Never less than ``least_width`` at no zoom. ``least_height`` follows from the height of a line.
    """

    def __init__(
        self, rows: QSortFilterProxyModel, *, elastic: int, least_width: int, least_height: Callable[[int], int]
    ) -> None:
        super().__init__()
        self._elastic, self._least_width, self._least_height = elastic, least_width, least_height
        self.setModel(rows)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        at_each_zoom(self, self._fit_heights)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(elastic, QHeaderView.ResizeMode.Fixed)
        header.sectionResized.connect(lambda column, *_: None if column == elastic else self.fit())
        self.setSortingEnabled(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        others = self.horizontalHeader().length() - self.columnWidth(self._elastic)
        self.setColumnWidth(self._elastic, max(zoomed(self._least_width), self.viewport().width() - others))

    def fit_contents(self) -> None:
        """To be called when rows came or went: Qt looks anew only where a shown cell changes."""
        for column in range(self.model().columnCount()):
            if column != self._elastic:
                self.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    def _fit_heights(self) -> None:
        line = self.fontMetrics().height() + zoomed(18)
        self.verticalHeader().setDefaultSectionSize(line)
        self.setMinimumHeight(self._least_height(line))
