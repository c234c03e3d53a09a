"""The rules of sharing, with a preview beside them of what they come to now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.apps_field import AppsField
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.dialog_column import lay_out_dialog
from meshnet_gui.gui.drops import edited
from meshnet_gui.gui.limit_words import what_it_ends
from meshnet_gui.gui.position_switch import position_of
from meshnet_gui.gui.reading_order import OrderedDialog
from meshnet_gui.gui.rules_preview import RulesPreview, would_share
from meshnet_gui.gui.schedule_field import ScheduleField
from meshnet_gui.gui.setting_field import Editor, SettingField
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import ColumnArea, PlainLabel, restyle, rule
from meshnet_gui.gui.zoom import zoomed_size
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

RULES = ("idle_minutes", "on_battery", "on_metered", "busy_percent", "wait_for_apps", "schedule")
_AFTER = ("finish_first", "free_after_minutes", "keep_awake")


class RulesDialog(OrderedDialog):
    """Follows snapshots, except in fields that were edited. What is saved counts once the switch stands on rules."""

    def __init__(
        self,
        commands: Commands,
        bridge: Bridge,
        parent: QWidget | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setWindowTitle(tr("Rules of sharing"))
        self.resize(zoomed_size(720, 760))
        self._commands = commands
        self._bridge = bridge
        self._now = now
        self._snapshot: Snapshot | None = None
        self._running: tuple[str, ...] = ()
        self._num_pending = 0
        self.schedule, self.apps = ScheduleField(), AppsField()
        own = {
            "schedule": _editor(self.schedule, self.schedule.wrong),
            "wait_for_apps": _editor(self.apps),
        }
        self.fields = {name: SettingField(name, own.get(name)) for name in (*RULES, *_AFTER)}
        self.preview = RulesPreview()
        self.note = PlainLabel("", "caption", wrap=True)
        self.ends = PlainLabel("", "warn", wrap=True)
        self.told = Told()
        self.cancel = QPushButton(tr("Cancel"))
        self.save = QPushButton(tr("Save"))
        self.share = QPushButton(tr("Save and share by these rules"))
        self._lay_out()
        self._connect()
        self._refresh()

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        for name, field in self.fields.items():
            saved = getattr(snapshot.settings, name)
            if field.is_edited and field.value() == saved:
                field.is_edited = False
            if not field.is_edited and field.value() != saved:
                field.show_value(saved)
        self._refresh()

    def changes(self) -> dict[str, object]:
        """What was edited, is valid, and is not saved yet."""
        if self._snapshot is None:
            return {}
        changed = {name: field.value() for name, field in self.fields.items() if field.is_edited and not field.wrong()}
        return {name: value for name, value in changed.items() if value != getattr(self._snapshot.settings, name)}

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._bridge.watch(self._commands.running_apps(), self._show_running)

    def reject(self) -> None:
        for name, field in self.fields.items():
            if field.is_edited and self._snapshot is not None:
                field.show_value(getattr(self._snapshot.settings, name))
        super().reject()

    def _show_running(self, names: Sequence[str] | None, error: MeshnetError | None) -> None:
        self._running = tuple(names or ())
        self.apps.show_running(self._running)
        if error is not None:
            self.told.tell(tr("What runs now could not be found out; type the program's name."), "warn-caption")
        self._refresh()

    def _is_by_rules(self) -> bool:
        settings = self._snapshot.settings if self._snapshot else None
        return settings is not None and position_of(settings.contributing, settings.by_rules) == "rules"

    def _refresh(self) -> None:
        snapshot = self._snapshot
        changes = self.changes()
        wrong = any(field.wrong() for field in self.fields.values())
        if snapshot is None or wrong:
            self.preview.show_nothing(tr("Put right what is marked below.") if wrong else tr("Getting ready…"))
        else:
            settings = edited(snapshot.settings, changes)
            self.preview.show_verdict(would_share(settings, snapshot.sharing.conditions, self._running, self._now()))
        may_save = snapshot is not None and not wrong and not self._num_pending
        self.save.setEnabled(may_save and bool(changes))
        self.share.setEnabled(may_save)
        self.share.setVisible(not self._is_by_rules())
        restyle(self.save, "kind", "primary" if self._is_by_rules() else "")
        self.note.setVisible(snapshot is not None and not self._is_by_rules())
        ends = what_it_ends(snapshot, changes) if snapshot is not None and self._is_by_rules() else ""
        self.ends.setText(ends)
        self.ends.setVisible(bool(ends))

    def _save(self, *, by_rules: bool) -> None:
        changes = self.changes()
        command = self._commands.set_sharing("rules", **changes) if by_rules else None
        self._num_pending += 1
        self.told.tell("")
        self._bridge.watch(command or self._commands.change_settings(**changes), self._done)
        self._refresh()

    def _done(self, _: object, error: MeshnetError | None) -> None:
        self._num_pending -= 1
        self.told.tell_outcome(error)
        if error is None:
            self.accept()
        self._refresh()

    def _connect(self) -> None:
        for field in self.fields.values():
            field.edited.connect(self._refresh)
        self.cancel.clicked.connect(self.reject)
        self.save.clicked.connect(partial(self._save, by_rules=False))
        self.share.clicked.connect(partial(self._save, by_rules=True))

    def _lay_out(self) -> None:
        self.note.setText(tr("These rules count while the switch stands on {position}.", position=tr("By my rules")))
        page = QWidget()
        page.setObjectName("scrolled")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 12, 0)
        column.setSpacing(16)
        column.addWidget(self._card(tr("Share only if"), RULES))
        column.addWidget(self._card(tr("Around a pause"), _AFTER))
        column.addStretch(1)
        scroll = ColumnArea()
        scroll.setWidget(page)
        self.share.setProperty("kind", "primary")
        buttons = (1, self.cancel, self.save, self.share)
        lay_out_dialog(self, scroll, buttons, head=self.preview, said=(self.note, self.ends, self.told))

    def _card(self, title: str, names: tuple[str, ...]) -> QFrame:
        card = QFrame()
        card.setProperty("card", "true")
        column = QVBoxLayout(card)
        column.setContentsMargins(20, 16, 20, 12)
        column.setSpacing(0)
        column.addWidget(PlainLabel(title, "heading"))
        for place, name in enumerate(names):
            if place:
                column.addWidget(rule())
            column.addWidget(self.fields[name])
        return card


def _editor(widget: ScheduleField | AppsField, wrong: Callable[[], str] | None = None) -> Editor:
    return Editor(widget, widget.value, widget.show_value, widget.edited, wrong, is_wide=True)
