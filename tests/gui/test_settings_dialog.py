from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSpinBox
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import DiskFull, UserError
from meshnet_gui.gui import settings_dialog
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.settings_dialog import SettingsDialog
from meshnet_gui.gui.turns import Turns
from meshnet_gui.runtime.snapshot import Conditions, SharingView
from meshnet_gui.settings import Settings, groups, setting_names, title_of
from tests.gui import samples
from tests.gui.fakes import FakeCommands

SAVED = samples.WORKING.settings


@pytest.fixture
def dialog(commands: FakeCommands, bridge: Bridge, qtbot: QtBot) -> SettingsDialog:
    dialog = SettingsDialog(commands, bridge)
    qtbot.addWidget(dialog)
    dialog.show_snapshot(samples.WORKING)
    dialog.show()
    qtbot.waitExposed(dialog)
    qtbot.waitUntil(lambda: not dialog._filling.is_waiting, timeout=5000)
    return dialog


@pytest.fixture
def slow_dialog(
    monkeypatch: pytest.MonkeyPatch, commands: FakeCommands, bridge: Bridge, qtbot: QtBot
) -> SettingsDialog:
    """As on a slow computer, where a turn of the event loop is over after a single field."""
    monkeypatch.setattr(settings_dialog, "Turns", partial(Turns, turn_s=0.0))
    dialog = SettingsDialog(commands, bridge)
    qtbot.addWidget(dialog)
    dialog.show_snapshot(samples.WORKING)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def test_the_fields_come_in_turns_while_the_dialog_can_be_used(slow_dialog: SettingsDialog, qtbot: QtBot) -> None:
    all_names = {name for name in setting_names() if title_of(name)}
    assert 0 < len(slow_dialog._fields) < len(all_names)
    slow_dialog.search.setText("battery")
    slow_dialog.show_snapshot(replace(samples.WORKING, settings=replace(SAVED, kv_max_sessions=3)))
    qtbot.waitUntil(lambda: not slow_dialog._filling.is_waiting, timeout=5000)
    assert set(slow_dialog._fields) == all_names
    assert {name for name, field in slow_dialog._fields.items() if field.isVisible()} == {"on_battery"}
    assert slow_dialog._fields["kv_max_sessions"].value() == 3
    assert not slow_dialog.changes()
    slow_dialog._fields["upload_bytes_per_s"].go_back()
    spin(slow_dialog, "kv_max_sessions").setValue(4)
    assert slow_dialog.changes() == {"kv_max_sessions": 4}


def test_a_group_is_scrolled_to_as_soon_as_its_fields_are_there(slow_dialog: SettingsDialog, qtbot: QtBot) -> None:
    slow_dialog.show_group("Network")
    bar = slow_dialog._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: not slow_dialog._filling.is_waiting, timeout=5000)
    qtbot.waitUntil(lambda: bar.value() == min(bar.maximum(), slow_dialog.sections["Network"].y()), timeout=2000)
    assert not slow_dialog.fields["node_name"].visibleRegion().isEmpty()


def test_the_buttons_come_after_the_fields_for_the_tabulator_key(dialog: SettingsDialog) -> None:
    chain, widget = [], dialog.search.nextInFocusChain()
    while widget is not dialog.search:
        chain.append(widget)
        widget = widget.nextInFocusChain()
    fields = [chain.index(field.reset) for field in dialog.fields.values()]
    buttons = [chain.index(each) for each in (dialog.reset_all, dialog.introduction, dialog.discard, dialog.apply)]
    assert fields + buttons == sorted(fields + buttons)


def spin(dialog: SettingsDialog, name: str) -> QSpinBox:
    box = dialog.fields[name].widget
    assert isinstance(box, QSpinBox)
    return box


def typed(dialog: SettingsDialog, qtbot: QtBot, name: str, text: str) -> None:
    line = dialog.fields[name].widget
    assert isinstance(line, QLineEdit)
    line.selectAll()
    qtbot.keyClicks(line, text)


def test_every_setting_with_a_title_has_a_field_with_its_help(dialog: SettingsDialog) -> None:
    assert list(dialog.sections) == list(groups())
    assert set(dialog.fields) == {name for name in setting_names() if title_of(name)}
    assert all(field.title.text() and field.help.text() for field in dialog.fields.values())
    assert all(field.widget.accessibleName() for field in dialog.fields.values())


def test_a_field_shows_what_is_saved_in_the_unit_that_a_person_reads(dialog: SettingsDialog) -> None:
    saved = replace(SAVED, kv_max_bytes=2_500_000_000, upload_bytes_per_s=0, memory_idle_percent=70, language="de")
    dialog.show_snapshot(replace(samples.WORKING, settings=saved))
    assert all(field.value() == getattr(saved, name) for name, field in dialog.fields.items())
    cache = dialog.fields["kv_max_bytes"].widget
    assert (cache.number.text(), cache.unit.currentText()) == ("2.50", "GB")  # type: ignore[attr-defined]
    assert dialog.fields["upload_bytes_per_s"].widget.number.text() == "No limit"  # type: ignore[attr-defined]
    assert spin(dialog, "memory_idle_percent").text() == "70 %"
    language = dialog.fields["language"].widget
    assert isinstance(language, QComboBox)
    assert language.currentText() == "Deutsch"


def test_the_bounds_and_choices_are_those_of_the_declaration(dialog: SettingsDialog) -> None:
    box = spin(dialog, "memory_in_use_percent")
    assert (box.minimum(), box.maximum()) == (1, 100)
    theme = dialog.fields["theme"].widget
    assert isinstance(theme, QComboBox)
    assert [theme.itemData(place) for place in range(theme.count())] == ["system", "light", "dark"]


def test_what_was_not_edited_is_never_changed(dialog: SettingsDialog) -> None:
    dialog.show_snapshot(replace(samples.WORKING, settings=replace(SAVED, kv_max_bytes=1_234_567_891, top_p=0.123456)))
    assert dialog.changes() == {}


def test_changes_wait_for_apply_and_are_sent_together(
    dialog: SettingsDialog, commands: FakeCommands, qtbot: QtBot
) -> None:
    assert not dialog.apply.isEnabled()
    spin(dialog, "idle_minutes").setValue(10)
    typed(dialog, qtbot, "node_name", "attic-mini")
    assert (commands.calls, dialog.apply.text()) == ([], "Apply 2 changes")
    dialog.apply.click()
    assert commands.calls == [("change_settings", {"idle_minutes": 10, "node_name": "attic-mini"})]


def test_bytes_are_read_in_their_unit_and_kept_within_the_bounds(
    dialog: SettingsDialog, commands: FakeCommands
) -> None:
    cache = dialog.fields["kv_max_bytes"].widget
    cache.unit.setCurrentIndex(1)  # type: ignore[attr-defined]
    cache.number.setValue(500)  # type: ignore[attr-defined]
    assert dialog.changes() == {"kv_max_bytes": 500_000_000}
    cache.number.setValue(0.01)  # type: ignore[attr-defined]
    assert dialog.changes() == {"kv_max_bytes": 2**20}


def test_an_edit_outlives_snapshots_and_is_done_when_it_is_saved(dialog: SettingsDialog) -> None:
    spin(dialog, "idle_minutes").setValue(10)
    dialog.show_snapshot(replace(samples.WORKING, num_generating=3))
    assert dialog.changes() == {"idle_minutes": 10}
    dialog.show_snapshot(replace(samples.WORKING, settings=replace(SAVED, idle_minutes=10)))
    assert dialog.changes() == {}
    dialog.show_snapshot(replace(samples.WORKING, settings=replace(SAVED, idle_minutes=20)))
    assert spin(dialog, "idle_minutes").value() == 20


def test_lists_have_one_item_a_line(dialog: SettingsDialog) -> None:
    area = dialog.fields["wait_for_apps"].widget
    assert isinstance(area, QPlainTextEdit)
    area.setPlainText(" steam \n\nblender\n")
    assert dialog.changes() == {"wait_for_apps": ("steam", "blender")}


def test_a_value_that_cannot_be_is_told_at_its_field_and_keeps_the_rest_from_being_applied(
    dialog: SettingsDialog, qtbot: QtBot
) -> None:
    typed(dialog, qtbot, "host", "a b")
    field = dialog.fields["host"]
    assert field.problem.text() == "That cannot be: 'a b' is no host name or address."
    assert not dialog.apply.isEnabled()
    assert dialog.ends.text() == "Nothing can be applied before this is put right: Listening address."
    typed(dialog, qtbot, "host", "::1")
    assert field.problem.text() == ""
    assert dialog.apply.isEnabled()


def test_an_error_of_the_core_is_told_at_the_field_that_it_names(
    dialog: SettingsDialog, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.fail_with = UserError("The setting schedule cannot be used: it is no schedule.")
    spin(dialog, "idle_minutes").setValue(10)
    spin(dialog, "busy_percent").setValue(10)
    dialog.apply.click()
    qtbot.waitUntil(lambda: dialog.fields["schedule"].problem.isVisible(), timeout=2000)
    assert dialog.changes() == {"idle_minutes": 10, "busy_percent": 10}


def test_another_error_is_told_below_and_nothing_is_lost(
    dialog: SettingsDialog, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.fail_with = DiskFull("The settings could not be saved: the disk is full.", "Free some space.")
    spin(dialog, "idle_minutes").setValue(10)
    spin(dialog, "busy_percent").setValue(10)
    dialog.apply.click()
    qtbot.waitUntil(dialog.told.isVisible, timeout=2000)
    assert dialog.told.text() == "The settings could not be saved: the disk is full. Free some space."
    assert dialog.apply.isEnabled()


def test_another_language_says_when_it_is_spoken(dialog: SettingsDialog, qtbot: QtBot) -> None:
    language = dialog.fields["language"].widget
    assert isinstance(language, QComboBox)
    language.setCurrentIndex(language.findData("de"))
    qtbot.waitUntil(dialog.told.isVisible, timeout=2000)
    assert dialog.told.text() == "The window speaks the chosen language from its next start on."
    theme = dialog.fields["theme"].widget
    assert isinstance(theme, QComboBox)
    theme.setCurrentIndex(2)
    assert not dialog.told.isVisible()


def test_what_concerns_the_window_is_applied_at_once(dialog: SettingsDialog, commands: FakeCommands) -> None:
    theme = dialog.fields["theme"].widget
    assert isinstance(theme, QComboBox)
    theme.setCurrentIndex(2)
    spin(dialog, "zoom_percent").setValue(150)
    dialog.fields["autostart"].widget.click()  # type: ignore[attr-defined]
    assert commands.calls == [
        ("change_settings", {"theme": "dark"}),
        ("change_settings", {"zoom_percent": 150}),
        ("change_settings", {"autostart": True}),
    ]
    assert not dialog.apply.isEnabled()


def test_what_is_applied_at_once_holds_nothing_else_up_and_tells_what_goes_wrong(
    dialog: SettingsDialog, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.hold = True
    spin(dialog, "zoom_percent").setValue(150)
    spin(dialog, "idle_minutes").setValue(10)
    assert dialog.apply.isEnabled()
    commands.held[0].set_exception(DiskFull("The disk is full."))
    qtbot.waitUntil(dialog.fields["zoom_percent"].problem.isVisible, timeout=2000)
    assert dialog.fields["zoom_percent"].problem.text() == "The disk is full."


def test_what_a_change_would_end_is_said_before_it_is_applied(dialog: SettingsDialog) -> None:
    spin(dialog, "kv_max_sessions").setValue(1)
    assert dialog.ends.text() == "This would end 2 sessions (53.1 MB). 1 of them is in use."
    dialog.discard.click()
    assert (dialog.ends.text(), dialog.changes()) == ("", {})
    dialog.fields["kv_ttl_s"].widget.setValue(30)  # type: ignore[attr-defined]
    assert dialog.ends.text() == "1 session has been idle for longer and would end (43.6 MB)."


def test_a_limit_that_would_end_sharing_says_so(dialog: SettingsDialog) -> None:
    there = Conditions(idle_s=0, own_memory_bytes=2 * 10**9, total_memory_bytes=8 * 10**9)
    dialog.show_snapshot(replace(samples.WORKING, sharing=SharingView("always", True, conditions=there)))
    assert dialog.fields["memory_in_use_percent"].fact.text() == "6.4 GB of 8.0 GB here."
    spin(dialog, "memory_in_use_percent").setValue(20)
    assert dialog.ends.text().startswith("Sharing would stop now. Paused: layers and session caches take 2.0 GB;")


def test_one_setting_goes_back_to_its_default(dialog: SettingsDialog, commands: FakeCommands) -> None:
    dialog.show_snapshot(replace(samples.WORKING, settings=replace(SAVED, kv_max_sessions=3)))
    field = dialog.fields["kv_max_sessions"]
    assert not dialog.fields["kv_max_bytes"].reset.isEnabled()
    field.reset.click()
    assert (field.value(), field.reset.isEnabled()) == (8, False)
    dialog.apply.click()
    assert commands.calls == [("change_settings", {"kv_max_sessions": 8})]


def test_all_settings_go_back_after_a_question_and_nothing_else_does(
    dialog: SettingsDialog, commands: FakeCommands
) -> None:
    dialog.reset_all.click()
    assert commands.calls == []
    box = dialog._question.box
    assert box is not None
    next(button for button in box.buttons() if button.text() == "Reset").click()
    [(changes,)] = commands.named("change_settings")
    assert set(changes) == set(dialog.fields)
    assert all(value == getattr(Settings(), name) for name, value in changes.items())
    assert "contributing" not in changes
    assert "model" not in changes


def test_a_search_finds_titles_and_helps_in_every_group(dialog: SettingsDialog) -> None:
    dialog.search.setText("BATTERY")
    assert {name for name, field in dialog.fields.items() if field.isVisible()} == {"on_battery"}
    assert [group for group, section in dialog.sections.items() if section.isVisible()] == ["Rules"]
    dialog.search.setText("memory caches")
    assert dialog.fields["kv_max_bytes"].isVisible()
    dialog.search.setText("no such thing")
    assert dialog.nothing.isVisible()
    dialog.search.clear()
    assert all(field.isVisible() for field in dialog.fields.values())


def test_a_group_is_scrolled_to(dialog: SettingsDialog) -> None:
    dialog.show_group("Network")
    assert dialog._scroll.verticalScrollBar().value() > 0
    assert not dialog.fields["node_name"].visibleRegion().isEmpty()


def test_every_field_is_reached_with_the_tabulator_key(dialog: SettingsDialog, qtbot: QtBot) -> None:
    reached, widget = set(), dialog.search.nextInFocusChain()
    while widget is not dialog.search:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            reached |= {name for name, field in dialog.fields.items() if field.isAncestorOf(widget)}
        widget = widget.nextInFocusChain()
    assert reached == set(dialog.fields)


def test_before_the_first_snapshot_nothing_can_be_changed(commands: FakeCommands, bridge: Bridge, qtbot: QtBot) -> None:
    dialog = SettingsDialog(commands, bridge)
    qtbot.addWidget(dialog)
    assert not dialog._scroll.isEnabled()
    assert not dialog.reset_all.isEnabled()


def test_a_key_opens_the_settings_over_the_window_and_they_go_with_it(window: MainWindow, qtbot: QtBot) -> None:
    window.show_snapshot(samples.IDLE)
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = window.dialogs.settings
    assert dialog is not None
    assert dialog.isVisible()
    window.show_snapshot(replace(samples.IDLE, settings=replace(samples.IDLE.settings, idle_minutes=7)))
    assert dialog.fields["idle_minutes"].value() == 7
    window.hide()
    assert not dialog.isVisible()
