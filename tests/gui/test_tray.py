from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.tray import Tray
from meshnet_gui.types import NodeStatus
from tests.gui import samples


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """Whether the desktop has a tray: the last entry counts."""
    answers = [True]
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: answers[-1])
    visible: dict[int, bool] = {}
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda self: visible.__setitem__(id(self), True))
    monkeypatch.setattr(QSystemTrayIcon, "hide", lambda self: visible.__setitem__(id(self), False))
    monkeypatch.setattr(QSystemTrayIcon, "isVisible", lambda self: visible.get(id(self), False))
    return answers


@pytest.fixture
def tray(qapp: object, there: list[bool]) -> Iterator[Tray]:
    tray = Tray()
    yield tray
    tray.close()


def texts(tray: Tray) -> list[str]:
    tray.menu.aboutToShow.emit()
    return [action.text() for action in tray.menu.actions() if not action.isSeparator()]


def action(tray: Tray, text: str) -> object:
    tray.menu.aboutToShow.emit()
    return next(each for each in tray.menu.actions() if each.text() == text)


@pytest.mark.parametrize("node", [samples.OFF, samples.LOADING, samples.READY, samples.FAILED])
def test_icon_and_tooltip_follow_the_state(tray: Tray, node: NodeStatus) -> None:
    before = tray.icon.icon().cacheKey()
    tray.show_snapshot(replace(samples.IDLE, node=node))
    assert node.state == "off" or tray.icon.icon().cacheKey() != before
    words = {"off": "Off", "loading": "Loading", "ready": "Ready", "failed": "Failed: Port 8000"}
    assert words[node.state] in tray.icon.toolTip()


def test_the_menu_shows_the_state_of_the_moment_it_opens(tray: Tray) -> None:
    assert texts(tray)[0] == "Getting ready"
    tray.show_snapshot(samples.IDLE)
    assert texts(tray) == [
        "Ready: layers 0-15 at http://127.0.0.1:51001",
        "Share this computer",
        "Open window",
        "Quit Meshnet",
    ]


@pytest.mark.parametrize(
    ("node", "words"), [(samples.JOINING, "Checking layers 12-30"), (samples.DRAINING, "Finishing")]
)
def test_a_node_that_is_not_quite_there_is_drawn_as_loading(tray: Tray, node: NodeStatus, words: str) -> None:
    tray.show_snapshot(replace(samples.IDLE, node=samples.LOADING))
    loading = tray.icon.icon().cacheKey()
    tray.show_snapshot(replace(samples.IN_SWARM, node=node))
    assert tray.icon.icon().cacheKey() == loading
    assert words in tray.icon.toolTip()


def test_a_node_that_was_on_before_is_starting_with_the_program(tray: Tray) -> None:
    tray.show_snapshot(replace(samples.IDLE, node=samples.LOADING))
    loading = tray.icon.icon().cacheKey()
    tray.show_snapshot(samples.STARTING_AGAIN)
    assert tray.icon.icon().cacheKey() == loading
    assert tray.icon.toolTip().endswith("Starting…")
    tray.show_snapshot(samples.STARTING)
    assert tray.icon.toolTip().endswith("Off")


def test_the_menu_says_who_else_is_in_the_swarm(tray: Tray) -> None:
    swarm = replace(samples.SWARM, name="R&D")
    tray.show_snapshot(replace(samples.IN_SWARM, swarm=swarm))
    assert texts(tray)[1] == "R&&D: 3 others here"


def test_the_menu_toggles_contribution(tray: Tray, qtbot: QtBot) -> None:
    tray.show_snapshot(samples.IDLE)
    share = action(tray, "Share this computer")
    assert share.isChecked()  # type: ignore[attr-defined]
    with qtbot.waitSignal(tray.toggled) as heard:
        share.trigger()  # type: ignore[attr-defined]
    assert heard.args == [False]


def test_the_menu_opens_and_quits(tray: Tray, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tray.open_requested):
        action(tray, "Open window").trigger()  # type: ignore[attr-defined]
    with qtbot.waitSignal(tray.quit_requested):
        action(tray, "Quit Meshnet").trigger()  # type: ignore[attr-defined]


def test_a_click_on_the_icon_opens_the_window(tray: Tray, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tray.open_requested):
        tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)


def test_a_tray_that_comes_late_is_found_and_one_that_goes_is_noticed(there: list[bool], qtbot: QtBot) -> None:
    there.append(False)
    tray = Tray()
    assert not tray.available
    there.append(True)
    tray.look()
    assert tray.available
    there.append(False)
    with qtbot.waitSignal(tray.lost):
        tray.look()
    assert not tray.available
    tray.close()
