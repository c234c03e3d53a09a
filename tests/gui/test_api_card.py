"""The local API in the window: its switch, its state, its key, and what a program has to be told."""

from __future__ import annotations

import json
import shlex
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MachineError
from meshnet_gui.gui.api_card import ApiCard
from meshnet_gui.gui.api_example import example
from meshnet_gui.gui.bridge import Bridge
from tests.gui import samples
from tests.gui.fakes import FakeCommands

KEY = "mesh-Zx4mQ0s7bGJH0m2rT8dPq1wKc5vYn9Ea"


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> ApiCard:
    commands.answers |= {"api_key": KEY, "new_api_key": "mesh-another"}
    card = ApiCard(commands, bridge)
    qtbot.addWidget(card)
    card.show_snapshot(samples.WITH_API)
    card.show()
    return card


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_switch_asks_for_the_setting_and_says_what_stands_in_its_way(
    card: ApiCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    assert card.switch.isChecked()
    commands.fail_with = MachineError("The settings could not be saved.")
    card.switch.click()
    assert commands.named("change_settings") == [({"api_on": False},)]
    qtbot.waitUntil(lambda: card.told.text() == "The settings could not be saved.")
    card.show_snapshot(samples.WITH_API)
    assert card.switch.isChecked()


def test_state_says_how_many_requests_run_and_wait(card: ApiCard) -> None:
    assert card.state.text() == "On · 2 requests run · 1 waits"
    card.show_snapshot(samples.IDLE)
    assert card.state.text() == "Off"
    assert not card.problem.isVisible()


def test_taken_port_is_said_and_can_be_tried_again(card: ApiCard, commands: FakeCommands) -> None:
    card.show_snapshot(replace(samples.WITH_API, api=samples.API_FAILED))
    assert "Port 11700 is taken" in card.problem.text()
    card.again.click()
    assert commands.named("change_settings") == [({"api_on": True},)]


def test_port_is_applied_and_survives_snapshots_until_then(card: ApiCard, commands: FakeCommands) -> None:
    assert not card.apply.isVisible()
    card.port.setValue(8080)
    card.show_snapshot(samples.WITH_API)
    assert card.port.value() == 8080
    card.apply.click()
    assert commands.named("change_settings") == [({"api_port": 8080},)]
    card.show_snapshot(replace(samples.WITH_API, settings=replace(samples.WITH_API.settings, api_port=8080)))
    assert not card.apply.isVisible()


def test_address_is_what_a_tool_takes(card: ApiCard) -> None:
    card.copy_address.click()
    assert clipboard() == card.address.text() == "http://127.0.0.1:11700/v1"


def test_key_is_hidden_until_it_is_asked_for_and_again_afterwards(card: ApiCard, qtbot: QtBot) -> None:
    assert KEY not in card.key.key.text()
    card.key.reveal.click()
    qtbot.waitUntil(lambda: card.key.key.text() == KEY)
    assert card.key.reveal.text() == "Hide"
    card.key.reveal.click()
    assert KEY not in card.key.key.text()
    card.key.reveal.click()
    qtbot.waitUntil(lambda: card.key.key.text() == KEY)
    card.hide()
    assert KEY not in card.key.key.text()


def test_key_is_copied_without_being_shown(card: ApiCard, qtbot: QtBot) -> None:
    card.key.copy.click()
    qtbot.waitUntil(lambda: clipboard() == KEY)
    assert not card.key.is_shown


def test_new_key_is_made_only_after_a_question(card: ApiCard, commands: FakeCommands, qtbot: QtBot) -> None:
    for answer, made in (("Cancel", 0), ("Make a new key", 1)):
        card.key.renew.click()
        box = card.key.question.box
        assert isinstance(box, QMessageBox)
        next(button for button in box.buttons() if button.text() == answer).click()
        qtbot.waitUntil(lambda: card.key.question.box is None)
        assert len(commands.named("new_api_key")) == made
    qtbot.waitUntil(lambda: "new key" in card.key.told.text())


def test_key_that_cannot_be_had_is_a_sentence(card: ApiCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = MachineError("The API key could not be read: denied.")
    card.key.reveal.click()
    qtbot.waitUntil(lambda: "denied" in card.key.told.text())
    assert card.key.reveal.isEnabled()


def test_example_is_copied_with_the_key_in_it_and_shown_without(card: ApiCard, qtbot: QtBot) -> None:
    assert samples.MODEL.name in card.example.toPlainText()
    card.copy_example.click()
    qtbot.waitUntil(lambda: f"Bearer {KEY}" in clipboard())
    assert KEY not in card.example.toPlainText()


def test_name_of_a_model_cannot_leave_its_quotes() -> None:
    hostile = example("http://127.0.0.1:1/v1", "a'; echo b; '\n", "KEY")
    words = shlex.split(hostile)
    assert json.loads(words[-1])["model"] == "a'; echo b; '\n"
    assert words[0] == "curl"
    assert len([word for word in words if word.strip()]) == 8


def test_other_computers_are_warned_of_only_where_they_get_in(card: ApiCard) -> None:
    assert not card.warning.isVisible()
    to_others = replace(samples.WITH_API.settings, api_host="0.0.0.0", api_to_others=True)
    card.show_snapshot(replace(samples.WITH_API, settings=to_others))
    assert "unencrypted" in card.warning.text()
    assert card.warning.isVisible()
