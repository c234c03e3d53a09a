"""The models of the swarm: what of each is served, and using one with its small files only."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import SwarmError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.swarm_models_card import MAX_ROWS, SwarmModelsCard
from meshnet_gui.types import Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands

HERE, AWAY = samples.SWARM_MODELS


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> SwarmModelsCard:
    card = SwarmModelsCard(commands, bridge)
    qtbot.addWidget(card)
    card.show_snapshot(samples.MODELS)
    return card


def test_each_model_shows_what_of_it_is_served(card: SwarmModelsCard) -> None:
    here, away = (card.rows[model.identity] for model in samples.SWARM_MODELS)
    assert here.text.full_text == "All 36 layers on 3 other computers"
    assert here.state.text() == "On this computer"
    assert away.text.full_text == "Layers 40-56 of 56 missing · 5 other computers"
    assert away.bar.held == (Span(0, 40),)
    assert away.state.text() == ""


def test_one_is_added_and_taken_for_chats(card: SwarmModelsCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.answers["add_model"] = replace(samples.ADDED, name="mixtral-8x22b")
    with qtbot.waitSignal(card.used, timeout=2000) as used:
        card.rows[AWAY.identity].use.click()
    assert commands.calls == [("add_model", AWAY.identity), ("set_model", "mixtral-8x22b")]
    assert used.args == ["mixtral-8x22b"]


def test_why_one_cannot_be_used_is_told(card: SwarmModelsCard, commands: FakeCommands, qtbot: QtBot) -> None:
    row = card.rows[AWAY.identity]
    commands.fail_with = SwarmError("Nobody hands it out now.")
    row.use.click()
    qtbot.waitUntil(lambda: row.problem.text() == "Nobody hands it out now.", timeout=2000)
    assert row.use.isEnabled()
    assert commands.named("set_model") == []


def test_the_model_of_our_chats_needs_no_button(card: SwarmModelsCard) -> None:
    rounded = samples.QWEN_IDENTITY.replace(":bfloat16", ":int8_32")
    card.show_snapshot(replace(samples.MODELS, model=replace(samples.QWEN, identity=rounded)))
    assert card.rows[HERE.identity].state.text() == "Used in chats"
    assert not card.rows[HERE.identity].use.isVisible()


def test_rows_follow_the_swarm_and_are_bounded(card: SwarmModelsCard) -> None:
    many = tuple(replace(AWAY, identity=f"{AWAY.identity}{number}") for number in range(MAX_ROWS + 30))
    card.show_snapshot(replace(samples.MODELS, swarm_models=many))
    assert len(card.rows) == MAX_ROWS
    card.show_snapshot(replace(samples.MODELS, swarm_models=()))
    assert card.rows == {}
    assert "Nobody in your swarm serves a model yet" in card.text.text()
    card.show_snapshot(samples.IDLE)
    assert not card.isVisible()
