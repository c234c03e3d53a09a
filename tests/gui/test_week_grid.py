from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.schedule_field import ScheduleField
from meshnet_gui.gui.week_grid import DAYS, HOURS, WeekGrid

LEFT = Qt.MouseButton.LeftButton
NOTHING = ((False,) * HOURS,) * DAYS


@pytest.fixture
def field(qtbot: QtBot) -> ScheduleField:
    field = ScheduleField()
    qtbot.addWidget(field)
    field.resize(600, 400)
    field.show()
    qtbot.waitExposed(field)
    return field


def at(grid: WeekGrid, day: int, hour: int) -> QPoint:
    return grid.cell_rect(day, hour).center().toPoint()


def chosen(grid: WeekGrid) -> set[tuple[int, int]]:
    return {(day, hour) for day, hours in enumerate(grid.hours()) for hour, is_on in enumerate(hours) if is_on}


def test_the_text_is_drawn_as_hours(field: ScheduleField) -> None:
    field.show_value(("mon 22:00-01:00", "sun 12:30-14:00"))
    assert chosen(field.grid) == {(0, 22), (0, 23), (1, 0), (6, 13)}
    assert field.grid._partly[6][12]
    assert field.wrong() == ""


def test_no_entry_is_at_all_times(field: ScheduleField) -> None:
    assert (field.value(), len(chosen(field.grid))) == ((), DAYS * HOURS)


def test_a_click_takes_an_hour_out_and_the_text_follows(field: ScheduleField, qtbot: QtBot) -> None:
    field.show_value(("mon 08:00-11:00",))
    qtbot.mouseClick(field.grid, LEFT, pos=at(field.grid, 0, 9))
    assert field.value() == ("mon 08:00-09:00", "mon 10:00-11:00")
    qtbot.mouseClick(field.grid, LEFT, pos=at(field.grid, 0, 9))
    assert field.value() == ("mon 08:00-11:00",)


def test_dragging_paints_what_the_first_hour_became(field: ScheduleField, qtbot: QtBot) -> None:
    field.show_value(("mon 08:00-09:00",))
    grid = field.grid
    qtbot.mousePress(grid, LEFT, pos=at(grid, 2, 5))
    for hour in (6, 7):
        qtbot.mouseMove(grid, at(grid, 2, hour))
    qtbot.mouseRelease(grid, LEFT, pos=at(grid, 2, 7))
    qtbot.mouseMove(grid, at(grid, 2, 9))
    assert field.value() == ("mon 08:00-09:00", "wed 05:00-08:00")


def test_the_grid_is_painted_from_the_keyboard(field: ScheduleField, qtbot: QtBot) -> None:
    field.show_value(("mon 08:00-09:00",))
    grid = field.grid
    grid.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Space):
        qtbot.keyClick(grid, key)
    qtbot.keyClick(grid, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert field.value() == ("mon 08:00-09:00", "tue 22:00-00:00")
    assert grid.accessibleDescription() == "Tuesday 23:00 to 24:00: shares"


def test_moving_about_in_the_grid_changes_nothing(field: ScheduleField, qtbot: QtBot) -> None:
    field.show_value(("mon 08:30-09:00",))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home):
        qtbot.keyClick(field.grid, key)
    assert field.value() == ("mon 08:30-09:00",)


def test_a_line_that_is_no_time_is_marked_and_the_grid_stays(field: ScheduleField) -> None:
    field.show_value(("mon 08:00-09:00",))
    field.text.setPlainText("someday")
    assert field.wrong() == "'someday' is nothing like mon-fri 22:00-07:00"
    assert field.text.property("invalid") == "true"
    assert chosen(field.grid) == {(0, 8)}
    field.text.setPlainText("tue 08:00-09:00")
    assert (field.wrong(), chosen(field.grid)) == ("", {(1, 8)})


def test_usual_hours_are_taken_from_a_menu(field: ScheduleField, qtbot: QtBot) -> None:
    night = next(action for action in field.usual.menu().actions() if action.text() == "At night")
    with qtbot.waitSignal(field.edited):
        night.trigger()
    assert field.value() == ("22:00-07:00",)
    assert (0, 22) in chosen(field.grid)


def test_a_week_without_an_hour_is_no_schedule(field: ScheduleField, qtbot: QtBot) -> None:
    field.show_value(("mon 08:00-09:00",))
    qtbot.mouseClick(field.grid, LEFT, pos=at(field.grid, 0, 8))
    assert "no time at all" in field.wrong()
    qtbot.mouseClick(field.grid, LEFT, pos=at(field.grid, 0, 8))
    assert (field.wrong(), field.value()) == ("", ("mon 08:00-09:00",))
