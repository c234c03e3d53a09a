"""The settings dialog: every setting that has a title, made from its declaration; with search and ways back.

What concerns the window itself is applied at once. Everything else waits for Apply, and before that it is said what it
would end.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.amounts import spoken_list
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.dialog_column import lay_out_dialog
from meshnet_gui.gui.limit_words import facts_of, what_it_ends
from meshnet_gui.gui.question import Question
from meshnet_gui.gui.reading_order import OrderedDialog
from meshnet_gui.gui.setting_field import SettingField
from meshnet_gui.gui.setting_words import shown_group
from meshnet_gui.gui.shortcuts import add_shortcut
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import sentence, tr, tr_count
from meshnet_gui.gui.turns import Turns
from meshnet_gui.gui.update_state import UpdateState
from meshnet_gui.gui.widgets import ColumnArea, PlainLabel, row, rule
from meshnet_gui.gui.zoom import at_each_zoom, zoomed, zoomed_size
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot, UpdateView
from meshnet_gui.settings import Settings, groups

_SETTLE_MS = 300
AT_ONCE = "Window"  # the group whose settings are seen as soon as they are chosen
UPDATES = "check_for_updates"
_NAMED = re.compile(r"The setting (\w+) cannot be used: (.*)\.$", re.DOTALL)


class SettingsDialog(OrderedDialog):
    """Follows snapshots, except in fields that were edited and not applied yet; those stay, also when it is closed.

    The fields are made in turns, from the top, while the dialog can be seen and used.
    """

    introduction_requested = Signal()
    about_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setWindowTitle(tr("Settings"))
        self.resize(zoomed_size(940, 680))
        self._commands = commands
        self._bridge = bridge
        self._snapshot: Snapshot | None = None
        self._num_pending = 0
        self._question = Question(self)
        self.search = QLineEdit()
        self.groups = QListWidget()
        self.sections = {group: _Section(group, names) for group, names in groups().items()}
        self._fields: dict[str, SettingField] = {}
        self._filling = Turns(self, self._fill_next)
        self.nothing = PlainLabel("", "muted", wrap=True)
        self.ends = PlainLabel("", "warn", wrap=True)
        self.told = Told()
        self.reset_all = QPushButton(tr("Reset all…"))
        self.introduction = QPushButton(tr("Introduction…"))
        self.about = QPushButton(tr("About…"))
        self.updates: UpdateState | None = None  # made with the field that it stands below
        self.discard = QPushButton(tr("Discard"))
        self.apply = QPushButton(tr("Apply"))
        self._page = QWidget()
        self._scroll = ColumnArea()
        self._lay_out()
        self._connect()
        self._show_found()
        self._refresh()
        self._filling.take_turn()

    @property
    def fields(self) -> Mapping[str, SettingField]:
        """All of them; those that are still to come are made now."""
        self._filling.finish()
        return self._fields

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        for name, field in self._fields.items():
            saved = getattr(snapshot.settings, name)
            if field.is_edited and field.value() == saved:
                field.is_edited = False
            if not field.is_edited and field.value() != saved:
                field.show_value(saved)
        for name, fact in facts_of(snapshot, self.changes()).items():
            if name in self._fields:
                self._fields[name].tell_fact(fact)
        self._show_updates(snapshot.updates)
        self._refresh()

    def changes(self) -> dict[str, object]:
        """What was edited, is valid, and is not saved yet."""
        if self._snapshot is None:
            return {}
        saved = self._snapshot.settings
        edited = {name: field.value() for name, field in self._fields.items() if field.is_edited and not field.wrong()}
        return {name: value for name, value in edited.items() if value != getattr(saved, name)}

    def show_group(self, group: str) -> None:
        """Scrolls to a group and marks it in the list."""
        self.search.clear()
        self.groups.setCurrentRow(list(self.sections).index(group))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.search.setFocus()

    def _edited(self, name: str) -> None:
        field = self._fields[name]
        if name in groups()[AT_ONCE] and not field.wrong():
            self.told.tell("")
            future = self._commands.change_settings(**{name: field.value()})
            self._bridge.watch(future, partial(self._done_at_once, name))
        self._refresh()

    def _apply(self) -> None:
        changes = self.changes()
        if changes:
            self._ask(changes)

    def _ask(self, changes: dict[str, object]) -> None:
        self._num_pending += 1
        self.told.tell("")
        self._bridge.watch(self._commands.change_settings(**changes), partial(self._done, tuple(changes)))
        self._refresh()

    def _done_at_once(self, name: str, _: object, error: MeshnetError | None) -> None:
        if error is not None:
            self._tell((name,), error)
        elif name == "language":
            self.told.tell(tr("The window speaks the chosen language from its next start on."))

    def _done(self, names: tuple[str, ...], _: object, error: MeshnetError | None) -> None:
        self._num_pending -= 1
        if error is not None:
            self._tell(names, error)
        self._refresh()

    def _tell(self, names: tuple[str, ...], error: MeshnetError) -> None:
        """At the field that is wrong, where the error names one, else below all."""
        found = _NAMED.match(error.text)
        name = found[1] if found else names[0] if len(names) == 1 else ""
        if name in self.fields:
            self.fields[name].tell_problem(sentence(str(error)))
            self._scroll.ensureWidgetVisible(self.fields[name])
        else:
            self.told.tell_outcome(error)

    def _discard(self) -> None:
        for name, field in self._fields.items():
            if field.is_edited and self._snapshot is not None:
                field.show_value(getattr(self._snapshot.settings, name))
        self._refresh()

    def _ask_reset(self) -> None:
        text = tr("Everything in this dialog goes back to what it was when Meshnet was new. Chats and models stay.")
        self._question.ask(tr("Reset all settings?"), text, tr("Reset"), self._reset_all)

    def _reset_all(self) -> None:
        defaults = Settings()
        for name, field in self.fields.items():
            field.show_value(getattr(defaults, name))
        self._ask({name: getattr(defaults, name) for name in self.fields})

    def _refresh(self) -> None:
        changes = self.changes()
        wrong = [field for field in self._fields.values() if field.is_edited and field.wrong()]
        waiting = {name: value for name, value in changes.items() if name not in groups()[AT_ONCE]}
        is_known = self._snapshot is not None
        self.apply.setEnabled(bool(waiting) and not wrong and not self._num_pending)
        self.apply.setText(
            tr("Applying…") if self._num_pending else _apply_text(len(waiting)) if waiting else tr("Apply")
        )
        self.discard.setEnabled(bool(waiting or wrong) and not self._num_pending)
        self.reset_all.setEnabled(is_known and not self._num_pending)
        self._scroll.setEnabled(is_known)
        ends = what_it_ends(self._snapshot, waiting) if self._snapshot is not None else ""
        ends = _wrong_text(wrong) or ends
        self.ends.setText(ends)
        self.ends.setVisible(bool(ends))

    def _fill_next(self) -> bool:
        """Makes one more field; False where that was the last one."""
        section = next((each for each in self.sections.values() if each.waiting), None)
        if section is None:
            return False
        field = section.add_next()
        self._fields[field.name] = field
        field.edited.connect(partial(self._edited, field.name))
        if field.name == UPDATES:
            self.updates = UpdateState(self._commands, self._bridge)
            field.put_below(self.updates)
        if self._snapshot is not None:
            field.show_value(getattr(self._snapshot.settings, field.name))
        section.search(self.search.text())
        if any(each.waiting for each in self.sections.values()):
            return True
        self._filled(field)
        return False

    def _filled(self, last: SettingField) -> None:
        """All fields are there: what depends on all of them, and the group that was asked for."""
        self._show_found()
        if self._snapshot is not None:
            self.show_snapshot(self._snapshot)
        after = (last.reset, self.reset_all, self.introduction, self.discard, self.apply)
        for widget, following in pairwise(after):  # the buttons are older than the fields
            QWidget.setTabOrder(widget, following)
        QTimer.singleShot(0, self, self._arrive)  # when all have their places

    def _arrive(self) -> None:
        """To the chosen group, and with it while fields above it are still given their heights."""
        self._go_to(self.groups.currentRow())
        bar = self._scroll.verticalScrollBar()
        moving = bar.rangeChanged.connect(
            lambda *_: QTimer.singleShot(0, self, partial(self._go_to, self.groups.currentRow()))
        )
        QTimer.singleShot(_SETTLE_MS, self, lambda: bar.rangeChanged.disconnect(moving))

    def _show_updates(self, view: UpdateView) -> None:
        field = self._fields.get(UPDATES)
        if field is not None and self.updates is not None:
            self.updates.show_view(view)
            field.widget.setEnabled(bool(view.can_look))
            nobody = tr("This build names no place where new versions are published.")
            field.tell_fact(nobody if view.can_look is False else "")

    def _find(self) -> None:
        self._show_found()
        self._scroll.verticalScrollBar().setValue(0)

    def _show_found(self) -> None:
        """Shows what matches; a group without a match is not there."""
        for place, section in enumerate(self.sections.values()):
            is_there = section.search(self.search.text()) > 0
            section.setVisible(is_there)
            self.groups.item(place).setHidden(not is_there)
        is_found = any(section.num_found for section in self.sections.values())
        self.nothing.setText("" if is_found else tr("No setting has these words."))
        self.nothing.setVisible(not is_found)

    def _go_to(self, place: int) -> None:
        section = list(self.sections.values())[place] if place >= 0 else None
        if section is not None and section.isVisible():
            self._scroll.verticalScrollBar().setValue(section.y())

    def _connect(self) -> None:
        self.search.textChanged.connect(self._find)
        self.groups.currentRowChanged.connect(self._go_to)
        self.groups.itemClicked.connect(lambda item: self._go_to(self.groups.row(item)))
        self.apply.clicked.connect(self._apply)
        self.discard.clicked.connect(self._discard)
        self.reset_all.clicked.connect(self._ask_reset)
        self.introduction.clicked.connect(self.introduction_requested)
        self.about.clicked.connect(self.about_requested)
        add_shortcut("search_settings", self, self.search.setFocus)

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(tr("Search settings"))
        self.search.setAccessibleName(tr("Search settings"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaxLength(100)
        self.groups.setAccessibleName(tr("Groups of settings"))
        self.groups.setObjectName("groups")
        for group in self.sections:
            self.groups.addItem(QListWidgetItem(shown_group(group)))
        self.groups.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.groups.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        at_each_zoom(self.groups, lambda: self.groups.setFixedWidth(self.groups.sizeHintForColumn(0) + zoomed(40)))
        page = self._page
        page.setObjectName("scrolled")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(16)
        for section in self.sections.values():
            column.addWidget(section)
        column.addWidget(self.nothing)
        column.addStretch(1)
        self._scroll.setWidget(page)
        middle = row(spacing=12)
        side = QVBoxLayout()
        side.addWidget(self.groups, 1)
        side.addWidget(self.about, 0, Qt.AlignmentFlag.AlignLeft)
        middle.addLayout(side)
        middle.addWidget(self._scroll, 1)
        self.apply.setProperty("kind", "primary")
        for button in (self.reset_all, self.introduction, self.about):
            button.setProperty("kind", "quiet")
        self.about.setAutoDefault(False)  # Return in a field presses none
        buttons = (self.reset_all, self.introduction, 1, self.discard, self.apply)
        lay_out_dialog(self, middle, buttons, head=self.search, said=(self.ends, self.told))


class _Section(QFrame):
    """A group of settings as a card. ``waiting`` are the names of those that have no field yet."""

    def __init__(self, group: str, names: tuple[str, ...]) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self.waiting = deque(names)
        self.num_found = len(names)
        self._fields: list[SettingField] = []
        self._rules: list[QFrame] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(20, 16, 20, 12)
        self._column.setSpacing(0)
        self._column.addWidget(PlainLabel(shown_group(group), "heading"))
        if group == AT_ONCE:
            self._column.addWidget(PlainLabel(tr("What you choose here needs no Apply."), "caption", wrap=True))

    def add_next(self) -> SettingField:
        """Makes the field of the next setting."""
        field = SettingField(self.waiting.popleft())
        if self._fields:
            self._rules.append(rule())
            self._column.addWidget(self._rules[-1])
        self._fields.append(field)
        self._column.addWidget(field)
        return field

    def search(self, words: str) -> int:
        """Shows the settings that match, and says how many those are, counting those that are still to come."""
        found = [field for field in self._fields if field.matches(words)]
        for field in self._fields:
            field.setVisible(field in found)
        for field, line in zip(self._fields[1:], self._rules, strict=True):
            line.setVisible(field in found and field is not found[0])
        self.num_found = len(found) + len(self.waiting)
        return self.num_found


def _wrong_text(wrong: list[SettingField]) -> str:
    if not wrong:
        return ""
    return tr("Nothing can be applied before this is put right: {titles}.", titles=spoken_list(_titles(wrong)))


def _titles(fields: list[SettingField]) -> list[str]:
    return [field.title.text() for field in fields]


def _apply_text(num: int) -> str:
    return tr_count(num, "Apply {num} change", "Apply {num} changes")
