from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.main_window import TABS, MainWindow
from meshnet_gui.gui.theme import LIGHT, ThemeController, make_stylesheet
from meshnet_gui.gui.widgets import ColumnArea, IconButton, Switch
from meshnet_gui.gui.zoom import STEPS, next_step, zoom, zoomed_sheet
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def plain(theme: ThemeController) -> Iterator[ThemeController]:
    yield theme
    theme.set_zoom(100)


def test_steps_lead_from_the_smallest_to_the_largest_and_back_to_the_usual_size() -> None:
    assert next_step(100, 1) == 110
    assert next_step(100, -1) == 90
    assert next_step(120, 1) == 125
    assert next_step(STEPS[-1], 1) == STEPS[-1]
    assert next_step(STEPS[0], -1) == STEPS[0]
    assert next_step(175, 0) == 100


def test_lengths_grow_lines_stay_thin_and_a_focus_ring_moves_nothing() -> None:
    sheet = "A { padding: 6px 14px; border: 1px solid red; } A:focus { border: 2px solid red; padding: 5px 13px; }"
    assert zoomed_sheet(sheet, 100) == sheet
    assert zoomed_sheet(sheet, 125) == (
        "A { padding: 8px 18px; border: 1px solid red; } A:focus { border: 2px solid red; padding: 7px 17px; }"
    )


@pytest.mark.parametrize("percent", [50, 150, 300])
def test_the_stylesheet_stays_whole_at_every_zoom(percent: int) -> None:
    assert "$" not in make_stylesheet(LIGHT, 10, percent).replace("dollar sign", "")
    assert make_stylesheet(LIGHT, 10, percent).count("{") == make_stylesheet(LIGHT).count("{")


def test_a_zoom_reaches_texts_icons_and_switches_at_once(
    qapp: QApplication, plain: ThemeController, qtbot: QtBot
) -> None:
    button, switch = IconButton("close", "Close", "Close"), Switch("Sharing")
    for widget in (button, switch):
        qtbot.addWidget(widget)
        widget.show()
    height, points = button.sizeHint().height(), qapp.font().pointSizeF()
    plain.set_zoom(150)
    assert zoom() == 150
    assert qapp.font().pointSizeF() == pytest.approx(points * 1.5)
    assert button.iconSize().width() == 27
    assert (switch.width(), switch.height()) == (78, 48)
    qtbot.waitUntil(lambda: button.sizeHint().height() >= 1.3 * height, timeout=2000)
    plain.set_zoom(100)
    assert qapp.font().pointSizeF() == pytest.approx(points)
    assert button.iconSize().width() == 18


def test_the_keys_zoom_and_the_setting_keeps_it(
    window: MainWindow, commands: FakeCommands, plain: ThemeController, qtbot: QtBot
) -> None:
    qtbot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert plain.zoom == 110
    assert commands.calls[-1] == ("change_settings", {"zoom_percent": 110})
    qtbot.keyClick(window, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(window, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert plain.zoom == 90
    qtbot.keyClick(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert plain.zoom == 100
    assert commands.calls[-1] == ("change_settings", {"zoom_percent": 100})


def test_the_window_is_drawn_at_the_zoom_of_its_settings(window: MainWindow, plain: ThemeController) -> None:
    window.show_snapshot(replace(samples.WORKING, settings=replace(samples.WORKING.settings, zoom_percent=150)))
    assert plain.zoom == 150
    window.show_snapshot(samples.WORKING)
    assert plain.zoom == 100


def test_a_round_button_is_round_at_every_zoom() -> None:
    for percent in STEPS:
        sheet = make_stylesheet(LIGHT, zoom=percent)
        rule = next(line for line in sheet.splitlines() if 'QPushButton[kind="round"] {' in line.replace("]{", "] {"))
        lengths = {name: int(px) for name, px in re.findall(r"(border-radius|max-width): (\d+)px", rule)}
        assert 2 * lengths["border-radius"] <= lengths["max-width"] + 2, percent  # else Qt draws a square


@pytest.mark.parametrize("percent", [150, pytest.param(200, marks=pytest.mark.slow)])
def test_no_tab_has_to_be_scrolled_sideways_at_a_zoom(
    window: MainWindow, plain: ThemeController, qtbot: QtBot, percent: int
) -> None:
    window.show_snapshot(replace(samples.IN_SWARM, settings=replace(samples.IN_SWARM.settings, zoom_percent=percent)))
    window.resize(1180, 600)
    for tab in TABS:
        window.show_tab(tab)
        page = window.stack.currentWidget()
        assert page is not None
        areas = [each for each in page.findChildren(QScrollArea) if type(each) in (QScrollArea, ColumnArea)]
        for area in areas:
            inside = area.widget()
            if inside is None:
                continue  # what was in it stands elsewhere
            qtbot.waitUntil(
                lambda area=area, inside=inside: (
                    not area.isVisible() or inside.minimumSizeHint().width() <= area.viewport().width()
                ),
                timeout=2000,
            )


def test_fields_and_buttons_grow_with_the_zoom(window: MainWindow, plain: ThemeController, qtbot: QtBot) -> None:
    window.show_snapshot(samples.WORKING)
    grow = (window.chat.composer.send, window.swarm.swarm.form.invite, window.swarm.coverage.bar)
    window.show_tab("Swarm")
    before = [each.height() for each in grow]
    plain.set_zoom(150)
    qtbot.waitUntil(
        lambda: all(each.height() >= 1.35 * height for each, height in zip(grow, before, strict=True)), timeout=3000
    )
