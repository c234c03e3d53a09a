from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import PortInUse
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.reach import NO_PASSWORD
from meshnet_gui.gui.sharing_card import SharingCard
from meshnet_gui.gui.tray_words import tooltip_text
from meshnet_gui.runtime.snapshot import SharingView, Snapshot
from tests.gui import samples
from tests.gui.fakes import FakeCommands

NOW = datetime(2026, 11, 30, 14, 40)
NEVER = replace(samples.IDLE, node=samples.OFF, node_address="", settings=samples.SETTINGS)
OFF = replace(NEVER, settings=replace(samples.SETTINGS, shared_before=True))
BY_RULES = replace(samples.IDLE, settings=replace(samples.IDLE.settings, by_rules=True))
BROKEN = replace(
    samples.IDLE, node=samples.FAILED, sharing=SharingView("always", shares=True, reason="Sharing always.")
)
WAITING = "Waiting: you used this computer 2 minutes ago; shares after 10 idle minutes."


@pytest.fixture(autouse=True)
def clock_of_24_hours() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_GB"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def card(commands: FakeCommands, bridge: Bridge, qtbot: QtBot) -> SharingCard:
    card = SharingCard(commands, bridge, own=lambda: "192.168.1.20", now=lambda: NOW)
    qtbot.addWidget(card)
    card.resize(320, 420)
    card.show()
    qtbot.waitExposed(card)
    card.show_snapshot(samples.IDLE)
    return card


def until(snapshot: Snapshot, seconds: float) -> Snapshot:
    """The same with a pause for a time that ends after ``seconds``."""
    return replace(snapshot, settings=replace(snapshot.settings, paused_until=NOW.timestamp() + seconds))


@pytest.mark.parametrize(("snapshot", "position"), [(samples.IDLE, "always"), (BY_RULES, "rules"), (OFF, "paused")])
def test_the_switch_has_three_positions_and_stands_where_it_was_put(
    card: SharingCard, snapshot: Snapshot, position: str
) -> None:
    card.show_snapshot(snapshot)
    assert (list(card.switch.buttons), card.switch.value) == (["always", "rules", "paused"], position)


@pytest.mark.parametrize("position", ["always", "rules", "paused"])
def test_the_switch_asks_the_core_and_stays_where_it_was_put(
    card: SharingCard, commands: FakeCommands, position: str
) -> None:
    commands.hold = True
    card.switch.buttons[position].click()
    card.show_snapshot(OFF)
    card.show_snapshot(samples.IDLE)
    assert commands.named("set_sharing") == [(position,)]
    assert card.switch.value == position


def test_the_switch_works_from_the_keyboard(card: SharingCard, commands: FakeCommands, qtbot: QtBot) -> None:
    card.switch.buttons["rules"].setFocus()
    qtbot.keyClick(card.switch.buttons["rules"], Qt.Key.Key_Space)
    assert commands.named("set_sharing") == [("rules",)]


def test_a_switch_that_fails_goes_back_and_says_why(card: SharingCard, commands: FakeCommands, qtbot: QtBot) -> None:
    card.show_snapshot(OFF)
    commands.fail_with = PortInUse("Port 8000 is in use.", "Choose another.")
    card.switch.buttons["always"].click()
    qtbot.waitUntil(card._problem.isVisible, timeout=2000)
    assert card._problem.text() == "Port 8000 is in use. Choose another."
    assert card.switch.value == "paused"


def test_a_switch_put_back_while_the_first_wish_is_pending_keeps_the_last(
    card: SharingCard, commands: FakeCommands
) -> None:
    commands.hold = True
    card.switch.buttons["rules"].click()
    card.switch.buttons["paused"].click()
    commands.held[0].set_exception(PortInUse("Port 8000 is in use."))
    assert commands.named("set_sharing") == [("rules",), ("paused",)]
    assert card.switch.value == "paused"


def test_beginning_to_share_applies_what_is_on_screen(bridge: Bridge, commands: FakeCommands, qtbot: QtBot) -> None:
    card = SharingCard(commands, bridge, chosen=lambda: {"span": "0-10"})
    qtbot.addWidget(card)
    for position in ("paused", "rules"):
        card.switch.buttons[position].click()
    assert commands.calls == [("set_sharing", "paused"), ("set_sharing", "rules", {"span": "0-10"})]


@pytest.mark.parametrize(
    ("snapshot", "words"),
    [
        (samples.IDLE, "Shares for as long as Meshnet runs."),
        (BY_RULES, "Shares while your rules allow it."),
        (OFF, "You paused sharing. Nobody else is served by this computer."),
        (replace(BY_RULES, sharing=SharingView("rules", reason=WAITING)), WAITING),
        (until(samples.IDLE, 3600), "Paused until 15:40. Then this computer shares again."),
        (until(BY_RULES, 3600), "Paused until 15:40. Then your rules decide again."),
        (until(samples.IDLE, -1), "Shares for as long as Meshnet runs."),
        (until(OFF, 3600), "You paused sharing. Nobody else is served by this computer."),
        (BROKEN, "Not shared: the node has failed."),
        (replace(BROKEN, sharing=SharingView("rules", reason=WAITING)), WAITING),
    ],
)
def test_the_reason_is_always_shown(card: SharingCard, snapshot: Snapshot, words: str) -> None:
    card.show_snapshot(snapshot)
    assert (card.reason.text(), card.reason.isVisible()) == (words, True)


def test_a_pause_for_a_time_is_chosen_from_a_menu_that_says_until_when(
    card: SharingCard, commands: FakeCommands
) -> None:
    card.pauses.aboutToShow.emit()
    assert [each.text() for each in card.pauses.actions()] == [
        "Pause for 1 hour (until 15:40)",
        "Pause for 4 hours (until 18:40)",
        "Pause until tomorrow (Tue 08:00)",
    ]
    card.pauses.actions()[0].trigger()
    assert commands.named("pause_for") == [(3600,)]


def test_a_pause_for_a_time_ends_with_a_button_and_leaves_the_switch_alone(
    card: SharingCard, commands: FakeCommands
) -> None:
    assert (card.pause.isVisible(), card.resume.isVisible()) == (True, False)
    card.show_snapshot(until(BY_RULES, 3600))
    assert (card.pause.isVisible(), card.resume.isVisible(), card.switch.value) == (False, True, "rules")
    card.resume.click()
    assert commands.calls == [("pause_for", 0)]


def test_while_sharing_is_paused_there_is_no_second_pause(card: SharingCard) -> None:
    for snapshot, is_there in ((OFF, False), (NEVER, False), (samples.IDLE, True)):
        card.show_snapshot(snapshot)
        assert card.pause.isVisible() is is_there


def test_who_never_shared_is_told_how_to_begin_and_not_that_it_was_paused(card: SharingCard) -> None:
    card.show_snapshot(NEVER)
    words = "This computer has not shared yet. Choose “Always” or “By my rules” to begin."
    assert (card.reason.text(), card.switch.value) == (words, "paused")
    assert {card.switch.buttons[each].text() for each in ("always", "rules")} == {"Always", "By my rules"}
    assert words in tooltip_text(NEVER)


def test_a_pause_that_fails_says_why(card: SharingCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = PortInUse("The settings could not be saved.")
    card.pauses.actions()[1].trigger()
    qtbot.waitUntil(card._problem.isVisible, timeout=2000)
    assert card._problem.text() == "The settings could not be saved."


@pytest.mark.parametrize(
    ("sharing", "words"),
    [
        (SharingView(), ""),
        (SharingView(finishing=True, frees_in_s=600), "Running sessions finish first."),
        (SharingView(frees_in_s=510), "The layers stay in memory for 9 min more."),
        (SharingView(frees_in_s=30), "The layers stay in memory for 30 s more."),
        (SharingView("always", shares=True, keeps_awake=True), "This computer is kept awake meanwhile."),
    ],
)
def test_what_a_pause_waits_for_and_frees_is_said(card: SharingCard, sharing: SharingView, words: str) -> None:
    card.show_snapshot(replace(samples.IDLE, sharing=sharing))
    assert (card.follows.text(), card.follows.isVisible()) == (words, bool(words))


def test_nothing_can_be_switched_on_before_the_program_has_started(card: SharingCard) -> None:
    card.show_snapshot(samples.STARTING)
    assert not any(button.isEnabled() for button in card.switch.buttons.values())
    card.show_snapshot(samples.STARTING_AGAIN)
    assert all(button.isEnabled() for button in card.switch.buttons.values())


def test_where_it_is_narrow_the_positions_stand_one_below_the_other(card: SharingCard, qtbot: QtBot) -> None:
    def tops() -> int:
        return len({button.y() for button in card.switch.buttons.values()})

    card.resize(400, 420)
    qtbot.waitUntil(lambda: tops() == 1, timeout=2000)
    for button in card.switch.buttons.values():
        button.setText(button.text() * 3)
    card.resize(330, 420)
    qtbot.waitUntil(lambda: tops() == 3, timeout=2000)


def test_who_can_reach_the_node_is_said_and_others_get_an_address_of_theirs(card: SharingCard) -> None:
    assert card.reach.text() == "Only programs on this computer can reach it."
    open_to_all = replace(samples.IDLE.settings, host="0.0.0.0")
    card.show_snapshot(replace(samples.IDLE, settings=open_to_all, node_address="http://0.0.0.0:51001"))
    assert card.reach.text() == f"Everybody in this network can reach it. {NO_PASSWORD}"
    assert card.address.full_text == "at http://192.168.1.20:51001"
    card._copy.click()
    assert QGuiApplication.clipboard().text() == "http://192.168.1.20:51001"
