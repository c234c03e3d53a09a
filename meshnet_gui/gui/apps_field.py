"""Programs during which nothing is shared: chosen from what runs now, or typed by the names of their files."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.shortcuts import add_shortcut
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import Combo, IconButton, plain_tooltip, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed

MAX_APPS = 64
MAX_RUNNING = 300
_MAX_CHARS = 100
_ROWS = 3


class AppsField(QWidget):
    """``edited`` follows each program that a person adds or removes."""

    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setObjectName("programs")
        self.list.setAccessibleName(tr("Programs that are waited for"))
        at_each_zoom(self.list, self._fit)
        self.name = Combo(tr("Program, by the name of its file"))
        self.name.setEditable(True)
        self.name.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.name.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.name.setMinimumContentsLength(12)
        self.name.setMaxVisibleItems(12)
        line = self.name.lineEdit()
        assert isinstance(line, QLineEdit)
        self._line = line
        line.setMaxLength(_MAX_CHARS)
        line.setPlaceholderText(tr("Choose what runs now, or type a name"))
        self.add = QPushButton(tr("Add"))
        self.add.setAutoDefault(False)
        self.remove = IconButton("trash", tr("Remove the chosen program"), kind="bare")
        below = row(spacing=8)
        below.addWidget(self.name, 1)
        below.addWidget(self.add)
        below.addWidget(self.remove)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.list)
        layout.addLayout(below)
        self.setFocusProxy(self._line)
        self.add.clicked.connect(self._add)
        line.returnPressed.connect(self._add)
        line.textChanged.connect(self._refresh)
        self.remove.clicked.connect(self._remove)
        self.list.itemSelectionChanged.connect(self._refresh)
        add_shortcut("remove_app", self.list, self._remove, Qt.ShortcutContext.WidgetShortcut)
        self._refresh()

    def _fit(self) -> None:
        self.list.setFixedHeight((self.list.fontMetrics().height() + zoomed(10)) * _ROWS + 6)

    def value(self) -> tuple[str, ...]:
        return tuple(str(self.list.item(place).data(Qt.ItemDataRole.UserRole)) for place in range(self.list.count()))

    def show_value(self, names: object) -> None:
        """As if nobody had edited it."""
        self.list.clear()
        for name in names if isinstance(names, tuple) else ():
            self._append(str(name))
        self._refresh()

    def show_running(self, names: Sequence[str]) -> None:
        """What runs now, to choose from; what was typed stays."""
        typed = self._line.text()
        self.name.blockSignals(True)
        self.name.clear()
        self.name.addItems([_plain(name) for name in names[:MAX_RUNNING]])
        self.name.setCurrentIndex(-1)
        self._line.setText(typed)
        self.name.blockSignals(False)
        self._refresh()

    def _add(self) -> None:
        name = self._line.text().strip()
        if self._can_add(name):
            self._append(name)
            self._line.clear()
            self._refresh()
            self.edited.emit()

    def _remove(self) -> None:
        chosen = self.list.selectedItems()
        if chosen:
            self.list.takeItem(self.list.row(chosen[0]))
            self._refresh()
            self.edited.emit()

    def _append(self, name: str) -> None:
        item = QListWidgetItem(_plain(name))
        item.setData(Qt.ItemDataRole.UserRole, name)
        item.setToolTip(plain_tooltip(_plain(name)))
        self.list.addItem(item)

    def _can_add(self, name: str) -> bool:
        is_new = name.casefold() not in {each.casefold() for each in self.value()}
        return bool(name) and is_new and self.list.count() < MAX_APPS

    def _refresh(self) -> None:
        self.add.setEnabled(self._can_add(self._line.text().strip()))
        self.remove.setEnabled(bool(self.list.selectedItems()))


def _plain(name: str) -> str:
    """A program's name without what could turn the text around it."""
    return "".join(letter for letter in name if letter.isprintable())[:_MAX_CHARS]
