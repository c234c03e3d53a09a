from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSystemTrayIcon
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.tray import Tray
from meshnet_gui.gui.tray_words import PICTURES
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.types import NodeStatus
from tests.gui import samples

NOW = datetime(2026, 11, 30, 14, 40)
WAITS = replace(
    samples.IN_SWARM, settings=replace(samples.IN_SWARM.settings, **samples.RULES), sharing=samples.SHARING_WAITS
)


@pytest.fixture(autouse=True)
def clock_of_24_hours(english: None) -> None:
    QLocale.setDefault(QLocale("en_GB"))


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
    tray = Tray(now=lambda: NOW)
    yield tray
    tray.close()


def texts(tray: Tray) -> list[str]:
    tray.menu.aboutToShow.emit()
    return [action.text() for action in tray.menu.actions() if not action.isSeparator()]


def action(tray: Tray, text: str) -> QAction:
    tray.menu.aboutToShow.emit()
    return next(each for each in tray.menu.actions() if each.text() == text)


@pytest.mark.parametrize(
    ("node", "picture", "words"),
    [
        (samples.OFF, "paused", "Off"),
        (samples.LOADING, "busy", "Loading layers 0-15"),
        (samples.JOINING, "busy", "Checking layers 12-30"),
        (samples.DRAINING, "busy", "Finishing"),
        (samples.READY, "sharing", "Ready: layers 0-15"),
        (samples.FAILED, "problem", "Failed: Port 8000"),
    ],
)
def test_icon_and_tooltip_follow_the_state(tray: Tray, node: NodeStatus, picture: str, words: str) -> None:
    tray.show_snapshot(replace(samples.IDLE, node=node))
    assert tray.icon.icon().cacheKey() == tray._icons[picture].cacheKey()
    assert tray.icon.toolTip().startswith(f"Meshnet – {words}")


def test_every_state_has_a_picture_of_its_own(tray: Tray) -> None:
    images = []
    for picture in PICTURES:
        tray._draw(picture)
        images.append(bytes(tray.icon.icon().pixmap(32).toImage().constBits()))
    assert len(set(images)) == len(PICTURES)


def test_the_icon_is_another_one_while_there_is_no_network(tray: Tray) -> None:
    tray.show_snapshot(samples.IN_SWARM)
    tray.show_offline(True)
    assert (tray._picture, tray.icon.toolTip().splitlines()[0]) == ("offline", "Meshnet – No network")
    tray.show_offline(False)
    assert tray._picture == "sharing"
    tray.show_snapshot(samples.CUT_OFF)
    assert tray._picture == "offline"


def test_a_node_that_was_on_before_is_starting_with_the_program(tray: Tray) -> None:
    tray.show_snapshot(samples.STARTING_AGAIN)
    assert (tray._picture, tray.icon.toolTip().splitlines()[0]) == ("busy", "Meshnet – Starting…")
    tray.show_snapshot(samples.STARTING)
    assert (tray._picture, tray.icon.toolTip().splitlines()[0]) == ("paused", "Meshnet – Off")


def test_the_tooltip_counts_sessions_and_others_and_gives_the_reason(tray: Tray) -> None:
    tray.show_snapshot(WAITS)
    assert tray.icon.toolTip().splitlines()[1:] == ["3 sessions · Our house: 3 others here", WAITS.sharing.reason]


def test_what_others_sent_is_plain_text_on_one_short_line(tray: Tray) -> None:
    swarm = replace(samples.SWARM, name="<b>R&D</b>\u202e\n" + "x" * 10_000)
    tray.show_snapshot(replace(samples.IN_SWARM, swarm=swarm))
    lines = tray.icon.toolTip().splitlines()
    assert len(lines) == 3
    assert "‹b›R&D‹/b› x" in lines[1]
    assert not set("<>\u202e") & set(tray.icon.toolTip())
    assert max(map(len, lines)) < 160


def test_the_menu_is_made_of_the_state_of_the_moment_it_opens(tray: Tray) -> None:
    assert texts(tray) == ["Getting ready", "Open window", "Settings…", "Quit Meshnet"]
    tray.show_snapshot(samples.IDLE)
    assert texts(tray) == [
        "Ready: layers 0-15",
        "Shares for as long as Meshnet runs.",
        "Always",
        "By my rules",
        "Paused",
        "Pause for 1 hour (until 15:40)",
        "Pause for 4 hours (until 18:40)",
        "Pause until tomorrow (Tue 08:00)",
        "Open window",
        "Settings…",
        "Quit Meshnet",
    ]


def test_the_menu_of_a_pause_for_a_time_ends_it(tray: Tray, qtbot: QtBot) -> None:
    settings = replace(samples.IDLE.settings, paused_until=NOW.timestamp() + 3600)
    tray.show_snapshot(replace(samples.IDLE, settings=settings))
    assert not any(text.startswith("Pause for") for text in texts(tray))
    assert "Paused until 15:40. Then this computer shares again." in texts(tray)
    with qtbot.waitSignal(tray.pause_requested) as heard:
        action(tray, "Resume now").trigger()
    assert heard.args == [0.0]


def test_a_pause_of_an_hour_is_asked_for(tray: Tray, qtbot: QtBot) -> None:
    tray.show_snapshot(samples.IDLE)
    with qtbot.waitSignal(tray.pause_requested) as heard:
        action(tray, "Pause for 1 hour (until 15:40)").trigger()
    assert heard.args == [3600.0]


def test_who_does_not_share_has_no_pause_to_choose(tray: Tray) -> None:
    tray.show_snapshot(samples.NO_ROUTE)
    assert action(tray, "Paused").isChecked()
    assert not any(text.startswith("Pause ") or text == "Resume now" for text in texts(tray))


@pytest.mark.parametrize(
    ("snapshot", "position"),
    [(samples.IDLE, "Always"), (WAITS, "By my rules"), (samples.NO_ROUTE, "Paused")],
)
def test_the_position_of_the_switch_is_checked(tray: Tray, snapshot: Snapshot, position: str) -> None:
    tray.show_snapshot(snapshot)
    tray.menu.aboutToShow.emit()
    assert [each.text() for each in tray.menu.actions() if each.isChecked()] == [position]


@pytest.mark.parametrize(("text", "position"), [("Always", "always"), ("By my rules", "rules"), ("Paused", "paused")])
def test_a_position_is_chosen_in_the_menu(tray: Tray, qtbot: QtBot, text: str, position: str) -> None:
    tray.show_snapshot(samples.IDLE)
    with qtbot.waitSignal(tray.position_chosen) as heard:
        action(tray, text).trigger()
    assert heard.args == [position]


def test_nothing_can_be_switched_on_before_the_program_has_started(tray: Tray) -> None:
    tray.show_snapshot(samples.STARTING)
    assert not action(tray, "Always").isEnabled()


def test_the_menu_opens_and_quits(tray: Tray, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tray.open_requested):
        action(tray, "Open window").trigger()
    with qtbot.waitSignal(tray.settings_requested):
        action(tray, "Settings…").trigger()
    with qtbot.waitSignal(tray.quit_requested):
        action(tray, "Quit Meshnet").trigger()


def test_a_click_on_a_message_opens_the_window_and_one_for_the_menu_does_not(tray: Tray, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tray.open_requested):
        tray.icon.messageClicked.emit()
    with qtbot.assertNotEmitted(tray.open_requested):
        tray.menu.aboutToShow.emit()
        tray.icon.messageClicked.emit()
    tray.menu.aboutToHide.emit()
    with qtbot.waitSignal(tray.open_requested):
        tray.icon.messageClicked.emit()


def test_a_click_on_the_icon_opens_the_window(tray: Tray, qtbot: QtBot) -> None:
    with qtbot.waitSignal(tray.open_requested):
        tray.icon.activated.emit(QSystemTrayIcon.ActivationReason.Trigger)


def test_a_tray_that_comes_late_is_found_and_one_that_goes_is_noticed(there: list[bool], qtbot: QtBot) -> None:
    there.append(False)
    tray = Tray()
    assert not tray.available
    there.append(True)
    with qtbot.waitSignal(tray.came):
        tray.look()
    assert tray.available
    there.append(False)
    with qtbot.waitSignal(tray.lost):
        tray.look()
    assert not tray.available
    tray.close()
