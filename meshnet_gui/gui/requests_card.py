"""The latest requests of other programs, and what came of each."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout

from meshnet_gui.concurrency.loopback import is_loopback
from meshnet_gui.gui.request_model import FROM, RequestTable
from meshnet_gui.gui.row_table import RowTable, sorted_view
from meshnet_gui.gui.theme import colors_of
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import PlainLabel, centred
from meshnet_gui.runtime.snapshot import ApiView

_ELASTIC = 1
_ELASTIC_MIN_WIDTH = 190
_MIN_LINES = 6


class RequestsCard(QFrame):
    """A table that keeps its order and its selection while requests come."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self.model = RequestTable()
        self.proxy = sorted_view(self.model)
        self.table = _make_table(self.proxy)
        self.empty = PlainLabel("", "muted", wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.table)
        self._stack.addWidget(centred(self.empty, (20, 20, 20, 20)))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 16)
        layout.setSpacing(12)
        layout.addWidget(PlainLabel(tr("Latest requests"), "heading"))
        layout.addWidget(self._stack, 1)
        self._take_colors()

    def show_view(self, view: ApiView) -> None:
        selected = self._selected()
        self.model.update_lines(view.requests)
        self.table.fit_contents()
        if self._selected() != selected:
            self.table.clearSelection()  # Qt would select a neighbour
        self.empty.setText(
            tr("No program has asked yet. What is asked and answered is never written here.")
            if view.state == "on"
            else tr("While the local API is on, the requests of other programs are listed here.")
        )
        self.table.setColumnHidden(FROM, all(is_loopback(line.client) for line in view.requests))
        self._stack.setCurrentIndex(0 if view.requests else 1)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_stack"):
            self._take_colors()

    def _take_colors(self) -> None:
        self.model.error_color = colors_of(self).error

    def _selected(self) -> int:
        rows = self.table.selectionModel().selectedRows()
        return self.model.line_at(self.proxy.mapToSource(rows[0]).row()).number if rows else -1


def _make_table(rows: QSortFilterProxyModel) -> RowTable:
    table = RowTable(
        rows, elastic=_ELASTIC, least_width=_ELASTIC_MIN_WIDTH, least_height=lambda line: _MIN_LINES * line
    )
    table.setAccessibleName(tr("Latest requests"))
    table.horizontalHeader().setAccessibleName(tr("Sort the requests by"))
    table.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    return table
