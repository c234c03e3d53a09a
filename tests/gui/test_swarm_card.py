from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.swarm_card import ALONE, SwarmCard
from tests.gui import samples
from tests.gui.fakes import FakeCommands

NOBODY = replace(samples.NO_ROUTE, peers=())


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> SwarmCard:
    card = SwarmCard(commands, bridge)
    qtbot.addWidget(card)
    card.show_snapshot(samples.IN_SWARM)
    card.show()
    return card


def menu_texts(card: SwarmCard) -> list[str]:
    card.menu.aboutToShow.emit()
    return [action.text() for action in card.menu.actions() if not action.isSeparator()]


def choose(card: SwarmCard, text: str) -> None:
    card.menu.aboutToShow.emit()
    next(action for action in card.menu.actions() if action.text() == text).trigger()


def answer(card: SwarmCard, button: str) -> QMessageBox:
    box = card.question.box
    assert box is not None
    next(each for each in box.buttons() if each.text() == button).click()
    return box


def test_without_a_swarm_it_says_what_one_is_and_offers_two_ways_in(card: SwarmCard) -> None:
    card.show_snapshot(NOBODY)
    assert card.title.isVisible()
    assert "A swarm is a group of people" in card._text.text()
    assert "can read what you ask" in card._trust.text()
    assert card.form.isVisible()
    for widget in (card.invite, card.more, card.which, card.presence, card.view, card.cancel):
        assert not widget.isVisible()


def test_in_a_swarm_it_says_who_is_there_and_who_can_reach_this_computer(card: SwarmCard) -> None:
    assert card.presence.text() == "3 other computers are here."
    assert card.reach.text() == samples.UNREACHED
    assert card.which.currentText() == "Our house"
    assert not card.form.isVisible()
    assert not card.blocked.isVisible()
    assert "as 11111111" in card.presence.toolTip()


def test_a_blocked_network_is_explained(card: SwarmCard) -> None:
    card.show_snapshot(samples.CUT_OFF)
    assert card.blocked.isVisible()
    assert card.blocked.text.text() == f"{samples.BLOCKED} Meshnet goes on trying."
    card.show_snapshot(samples.OPENING)
    assert not card.blocked.isVisible()
    assert card._busy.isVisible()


def test_another_swarm_is_chosen_from_those_kept(card: SwarmCard, commands: FakeCommands, qtbot: QtBot) -> None:
    assert [card.which.itemText(i) for i in range(card.which.count())] == ["Our house", "Reading circle", ALONE]
    card.which.setCurrentIndex(1)
    card.which.activated.emit(1)
    assert commands.named("use_swarm") == [("Reading circle",)]
    qtbot.waitUntil(card.which.isEnabled, timeout=2000)
    assert card.which.currentText() == "Our house"  # until the core has changed
    card.which.activated.emit(2)
    assert commands.named("use_swarm")[-1] == ("",)


def test_a_refused_change_is_told(card: SwarmCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = UserError("That swarm is gone.")
    card.which.activated.emit(1)
    qtbot.waitUntil(lambda: card.problem.text() == "That swarm is gone.", timeout=2000)
    assert card.problem.isVisible()


def test_between_swarms_the_kept_ones_can_be_chosen(card: SwarmCard) -> None:
    card.show_snapshot(replace(NOBODY, swarms=(samples.SWARM_OFF,)))
    assert card.which.isVisible()
    assert card.which.currentText() == ALONE
    assert "You are in no swarm now" in card._text.text()
    assert card.form.isVisible()
    assert menu_texts(card) == ["Join or start another swarm…"]


def test_the_invite_is_shown_on_demand_only(card: SwarmCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.answers["swarm_invite"] = samples.INVITE
    assert not card.view.isVisible()
    card.invite.click()
    qtbot.waitUntil(card.view.isVisible, timeout=2000)
    assert commands.named("swarm_invite") == [("Our house",)]
    assert card.view.text.toPlainText() == samples.INVITE


def test_an_invite_that_comes_when_its_swarm_is_no_longer_shown_is_dropped(
    card: SwarmCard, commands: FakeCommands, drain: Callable[[], None]
) -> None:
    commands.hold = True
    card.invite.click()
    card.show_snapshot(NOBODY)
    commands.held[0].set_result(samples.INVITE)
    drain()
    assert not card.view.isVisible()
    assert card.view.text.toPlainText() == ""


def test_a_change_of_the_swarm_hides_the_invite(card: SwarmCard) -> None:
    card.view.show_invite(samples.INVITE, samples.SWARM)
    card.show_snapshot(replace(samples.IN_SWARM, swarm=replace(samples.SWARM_OFF, state="alone")))
    assert not card.view.isVisible()


def test_removing_somebody_explains_first_and_then_shows_the_new_invite(
    card: SwarmCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.answers["swarm_invite"] = samples.INVITE
    choose(card, "Remove somebody…")
    assert card.question.box is not None
    assert "everybody who is to stay needs a new invite" in card.question.box.informativeText()
    answer(card, "Cancel")
    assert commands.calls == []
    choose(card, "Remove somebody…")
    answer(card, "Lock out")
    assert commands.named("rotate_swarm") == [("Our house",)]
    qtbot.waitUntil(card.view.isVisible, timeout=2000)


def test_leaving_asks_first_and_warns_the_last_one(card: SwarmCard, commands: FakeCommands) -> None:
    choose(card, "Leave Our house…")
    assert card.question.box is not None
    assert "last one" not in card.question.box.informativeText()
    answer(card, "Cancel")
    card.show_snapshot(samples.ALONE)
    choose(card, "Leave Our house…")
    assert "last one" in answer(card, "Leave").informativeText()
    assert commands.calls == [("leave_swarm", "Our house")]


def test_another_swarm_can_be_joined_beside_this_one(card: SwarmCard, commands: FakeCommands, qtbot: QtBot) -> None:
    choose(card, "Join or start another swarm…")
    assert card.form.isVisible()
    card.cancel.click()
    assert not card.form.isVisible()
    assert not card.cancel.isVisible()
    choose(card, "Join or start another swarm…")
    card.form.name.setText("Chess club")
    card.form.start.click()
    assert commands.named("create_swarm") == [("Chess club",)]
    qtbot.waitUntil(lambda: not card.form.isVisible(), timeout=2000)


def test_a_swarms_name_is_shown_as_it_is(card: SwarmCard) -> None:
    swarm = replace(samples.SWARM, name="<b>R&D</b>")
    card.show_snapshot(replace(samples.IN_SWARM, swarm=swarm, swarms=(swarm,)))
    assert card.which.currentText() == "<b>R&D</b>"
    assert menu_texts(card)[-1] == "Leave <b>R&&D</b>…"
    choose(card, "Leave <b>R&&D</b>…")
    assert "<b>R&D</b>" in answer(card, "Cancel").text()


def test_a_half_typed_invite_survives_the_next_snapshots(card: SwarmCard) -> None:
    card.show_snapshot(NOBODY)
    card.form.invite.setPlainText("meshnet1-half")
    card.show_snapshot(replace(NOBODY, swarms=(samples.SWARM_OFF,)))
    assert card.form.invite.toPlainText() == "meshnet1-half"


def test_who_does_not_help_yet_is_one_click_away_from_it(card: SwarmCard, commands: FakeCommands) -> None:
    assert not card.share.isVisible()
    off = replace(samples.IN_SWARM, node=samples.OFF, settings=samples.SETTINGS)
    card.show_snapshot(off)
    assert card.share.isVisible()
    card.share.click()
    assert commands.calls == [("set_contributing", True)]
    card.show_snapshot(replace(off, node=samples.LOADING, settings=replace(samples.SETTINGS, contributing=True)))
    assert not card.share.isVisible()
    card.show_snapshot(replace(off, model=None))
    assert not card.share.isVisible()


def test_once_it_helps_the_keyboard_is_at_the_invite(card: SwarmCard) -> None:
    off = replace(samples.IN_SWARM, node=samples.OFF, settings=samples.SETTINGS)
    card.show_snapshot(off)
    card.share.setFocus()
    card.show_snapshot(replace(off, node=samples.LOADING, settings=replace(samples.SETTINGS, contributing=True)))
    assert card.focusWidget() is card.invite


def test_this_computer_can_be_given_a_name(card: SwarmCard, commands: FakeCommands) -> None:
    choose(card, "Name of this computer…")
    assert card.name_dialog is not None
    card.name_dialog.setTextValue("  kitchen  laptop ")
    card.name_dialog.accept()
    assert commands.calls == [("change_settings", {"node_name": "kitchen laptop"})]


def test_an_open_list_of_swarms_is_not_made_anew_while_members_come_and_go(card: SwarmCard) -> None:
    told: list[None] = []
    card.which.model().rowsRemoved.connect(lambda *_: told.append(None))
    card.which.model().modelReset.connect(lambda: told.append(None))
    card.show_snapshot(replace(samples.IN_SWARM, swarm=replace(samples.SWARM, num_members=9)))
    assert told == []
    card.show_snapshot(replace(samples.IN_SWARM, swarms=(samples.SWARM,)))
    assert told
