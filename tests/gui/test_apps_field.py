from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.apps_field import MAX_APPS, MAX_RUNNING, AppsField


@pytest.fixture
def field(qtbot: QtBot) -> AppsField:
    field = AppsField()
    qtbot.addWidget(field)
    field.show()
    qtbot.waitExposed(field)
    field.show_value(("steam", "blender"))
    return field


def test_a_program_is_chosen_from_what_runs_now(field: AppsField) -> None:
    field.show_running(("firefox", "steam"))
    assert [field.name.itemText(place) for place in range(field.name.count())] == ["firefox", "steam"]
    assert field.name.currentText() == ""
    field.name.setCurrentIndex(0)
    field.add.click()
    assert field.value() == ("steam", "blender", "firefox")


def test_a_program_is_typed_by_name_and_what_was_typed_outlives_the_list(field: AppsField, qtbot: QtBot) -> None:
    qtbot.keyClicks(field._line, " obs ")
    field.show_running(("firefox",))
    qtbot.keyClick(field._line, Qt.Key.Key_Return)
    assert (field.value(), field._line.text()) == (("steam", "blender", "obs"), "")


def test_the_same_program_is_not_added_twice(field: AppsField, qtbot: QtBot) -> None:
    qtbot.keyClicks(field._line, "STEAM")
    assert not field.add.isEnabled()


def test_a_program_is_removed_with_the_button_or_the_key(field: AppsField, qtbot: QtBot) -> None:
    assert not field.remove.isEnabled()
    field.list.setCurrentRow(0)
    field.remove.click()
    assert field.value() == ("blender",)
    field.list.setFocus()
    field.list.setCurrentRow(0)
    with qtbot.waitSignal(field.edited):
        qtbot.keyClick(field.list, Qt.Key.Key_Delete)
    assert field.value() == ()


def test_a_foreign_name_cannot_turn_the_text_around_it_and_lists_are_bounded(field: AppsField) -> None:
    field.show_value(("evil\u202egpj.exe",))
    assert field.list.item(0).text() == "evilgpj.exe"
    assert field.value() == ("evil\u202egpj.exe",)
    field.show_running(tuple(f"program {number}" for number in range(1000)))
    assert field.name.count() == MAX_RUNNING
    field.show_value(tuple(f"program {number}" for number in range(MAX_APPS)))
    field._line.setText("one more")
    assert not field.add.isEnabled()
