"""The list of keyboard shortcuts, as a window beside the window."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from meshnet_gui.gui.dialog_column import lay_out_dialog
from meshnet_gui.gui.reading_order import OrderedDialog
from meshnet_gui.gui.shortcuts import listed
from meshnet_gui.gui.translation import tr, tr_marked
from meshnet_gui.gui.widgets import ColumnArea, PlainLabel
from meshnet_gui.gui.zoom import zoomed_size


class ShortcutDialog(OrderedDialog):
    """Each row is read out as what it does and its keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(zoomed_size(520, 640))
        self.area = ColumnArea()
        self.leave = QPushButton(tr("Close"))
        self.leave.clicked.connect(self.accept)
        self.area.setAccessibleName(tr("Keyboard shortcuts"))
        self.area.setWidget(_rows())
        lay_out_dialog(self, self.area, (1, self.leave))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.area.setFocus()  # the arrow keys scroll it


def _rows() -> QWidget:
    page = QWidget()
    page.setObjectName("scrolled")
    grid = QGridLayout(page)
    grid.setContentsMargins(0, 0, 12, 0)
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(7)
    grid.setColumnStretch(0, 1)
    line = 0
    for heading, shortcuts in listed():
        grid.setRowMinimumHeight(line, 14 if line else 0)
        grid.addWidget(PlainLabel(heading, "heading"), line + 1, 0, 1, 2)
        line += 2
        for shortcut in shortcuts:
            does, keys = PlainLabel(tr_marked(shortcut.does), wrap=True), PlainLabel(shortcut.shown(), "strong")
            does.setAccessibleName(f"{does.text()}: {keys.text()}")
            grid.addWidget(does, line, 0)
            grid.addWidget(keys, line, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            line += 1
    grid.setRowStretch(line, 1)
    return page
