from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.main_window import TABS, MainWindow
from meshnet_gui.gui.theme import ThemeController
from tests.gui import samples


@pytest.fixture
def plain(theme: ThemeController) -> Iterator[ThemeController]:
    yield theme
    theme.set_zoom(100)


@pytest.mark.parametrize(("percent", "width"), [(100, 820), (150, 1180), (200, 1180), (200, 820)])
def test_all_tabs_are_in_sight_at_every_zoom_and_width(
    window: MainWindow, plain: ThemeController, qtbot: QtBot, percent: int, width: int
) -> None:
    window.show_snapshot(samples.IN_SWARM)
    plain.set_zoom(percent)
    window.resize(width, 600)
    tabs = window.tabs
    qtbot.waitUntil(lambda: tabs.rect().contains(tabs.tabRect(tabs.count() - 1)), timeout=3000)
    assert tabs.geometry().right() < window.pill.x()


def test_a_state_without_room_ends_in_dots_and_is_whole_in_its_tooltip(window: MainWindow, qtbot: QtBot) -> None:
    window.show_snapshot(samples.IN_SWARM)
    window.resize(820, 600)
    window.pill.text.set_text("Sharing 0-15 · 3 others here, and a long word more that does not fit in a narrow window")
    qtbot.waitUntil(lambda: window.pill.text.text().endswith("…"), timeout=2000)
    assert "does not fit" in window.pill.text.toolTip()
    assert window.pill.text.accessibleName() == window.pill.text.full_text


def test_a_click_on_the_state_leads_to_where_it_is_changed(window: MainWindow, qtbot: QtBot) -> None:
    window.show_snapshot(samples.IN_SWARM)
    assert window.tabs.currentIndex() != TABS.index("Node")
    qtbot.mouseClick(window.pill.text, Qt.MouseButton.LeftButton)
    assert window.tabs.currentIndex() == TABS.index("Node")
