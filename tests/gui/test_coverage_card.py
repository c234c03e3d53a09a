from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.coverage_card import CoverageCard
from meshnet_gui.gui.lanes import Lane
from meshnet_gui.types import Span
from tests.gui import samples, shots
from tests.gui.fakes import FakeCommands


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> CoverageCard:
    card = CoverageCard(commands, bridge)
    qtbot.addWidget(card)
    card.show_snapshot(samples.WORKING)
    card.show()
    return card


def test_the_coverage_is_also_there_in_words(card: CoverageCard) -> None:
    assert card.text.text() == "SmolLM2-135M-Instruct: all 30 layers are served."
    card.show_snapshot(samples.NO_ROUTE)
    assert "nobody serves layers 15-30" in card.text.text()
    assert card.bar.accessibleDescription() == "This computer serves 0-15; nobody serves layers 15-30"
    assert card.bar.gaps == (Span(15, 30),)
    card.bar.grab()


def test_the_precision_is_part_of_the_models_name(card: CoverageCard) -> None:
    model = replace(samples.MODEL, identity=samples.ROUNDED_IDENTITY)
    card.show_snapshot(replace(samples.NO_ROUTE, model=model, peers=(samples.STORED_PEER,)))
    assert card.text.text().startswith("SmolLM2-135M-Instruct in 4 bit: nobody serves")


def test_why_this_computer_serves_what_it_serves_is_said_where_it_is_known(card: CoverageCard) -> None:
    assert not card.why.isVisible()
    card.show_snapshot(samples.IN_SWARM)
    assert card.why.text() == samples.ASSIGNED
    assert card.why.isVisible()


def test_who_comes_and_goes_is_drawn_and_said(card: CoverageCard) -> None:
    card.show_snapshot(replace(samples.IN_SWARM, peers=(samples.MEMBER_ATTIC, samples.MEMBER_LEAVING)))
    assert "attic-mini gets layers 12-30 ready" in card.bar.accessibleDescription()
    assert "gaming PC is leaving layers 0-20" in card.bar.accessibleDescription()
    assert card.bar.gaps == (Span(15, 30),)
    card.bar.grab()


def test_layers_that_a_chat_does_not_need_from_others_are_no_alarm(card: CoverageCard) -> None:
    apart = replace(samples.ALONE, node=samples.OFF)
    card.show_snapshot(replace(apart, route=None, missing=(Span(0, 30),)))
    alarm = card.bar.grab().toImage()
    card.show_snapshot(apart)
    assert card.bar.accessibleDescription() == "nobody shares layers 0-30"
    assert card.bar.grab().toImage() != alarm


def test_of_a_crowd_the_copies_are_drawn_and_this_computer(card: CoverageCard) -> None:
    card.show_snapshot(replace(samples.IN_SWARM, peers=shots.crowd()))
    assert [lane.ours for lane in card.bar.lanes] == [True]
    assert card.bar.num_hidden == 400
    assert sum(each.num_copies * each.span.num_layers for each in card.bar.stretches) > 400
    assert "and 400 more computers" in card.bar.accessibleDescription()
    card.bar.grab()


def test_the_model_of_the_others_is_one_click_away(card: CoverageCard, commands: FakeCommands, qtbot: QtBot) -> None:
    assert not card.other.isVisible()
    alone = replace(samples.IN_SWARM, peers=(samples.OTHER,))
    card.show_snapshot(alone)
    assert "The others serve Gemma-3-270M" in card.other_text.text()
    commands.fail_with = UserError("That model cannot be loaded.")
    card.switch.click()
    assert commands.named("set_model") == [(samples.OTHER_MODEL.name,)]
    qtbot.waitUntil(lambda: card.other_text.text() == "That model cannot be loaded.", timeout=2000)
    card.show_snapshot(samples.IN_SWARM)
    assert not card.other.isVisible()


def test_a_model_of_the_others_that_is_not_here_is_added_and_used(
    card: CoverageCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    card.show_snapshot(replace(samples.IN_SWARM, peers=(samples.OTHER,), models=(samples.MODEL,)))
    assert card.switch.text() == "Use Gemma-3-270M"
    assert "needs only its small files" in card.other_text.text()
    commands.answers["add_model"] = replace(samples.OTHER_MODEL, name="gemma-3-270m")
    card.switch.click()
    assert commands.named("add_model") == [(samples.OTHER_MODEL.name,)]
    qtbot.waitUntil(lambda: commands.named("set_model") == [("gemma-3-270m",)], timeout=2000)
    commands.fail_with = UserError("Nobody hands it out.")
    card.switch.click()
    qtbot.waitUntil(lambda: card.other_text.text() == "Nobody hands it out.", timeout=2000)
    assert card.switch.isEnabled()


def test_what_the_route_uses_is_marked_and_said(card: CoverageCard) -> None:
    card.show_snapshot(samples.IN_SWARM)
    used = {lane.name: lane.in_route for lane in card.bar.lanes if lane.in_route is not None}
    assert samples.IN_SWARM.route is not None
    assert sorted(used.values()) == sorted(hop.span for hop in samples.IN_SWARM.route.hops)
    plain = card.bar.grab().toImage()
    card.show_snapshot(replace(samples.IN_SWARM, route=None))
    assert card.bar.grab().toImage() != plain


def test_mouse_and_arrow_keys_say_who_serves_a_piece(card: CoverageCard, qtbot: QtBot) -> None:
    card.show_snapshot(samples.IN_SWARM)
    card.resize(900, 400)
    pieces = card.bar.pieces()
    qtbot.keyClick(card.bar, Qt.Key.Key_Down)
    assert card.bar.readout == card.bar.words_at(0) == "Layers 0-15: 2 computers serve them"
    qtbot.keyClick(card.bar, Qt.Key.Key_Up)
    assert card.bar.cursor_at == 0  # the first stays the first
    (row, span), words = pieces[-1], card.bar.words_at(len(pieces) - 1)
    qtbot.mouseMove(card.bar, card.bar._box(row, span).center().toPoint())
    qtbot.waitUntil(lambda: card.bar.readout == words)
    assert card.bar.accessibleDescription() == words


def test_a_computer_that_serves_nothing_says_what_it_would_serve(
    qtbot: QtBot, commands: FakeCommands, bridge: Bridge
) -> None:
    now = [0.0]
    card = CoverageCard(commands, bridge, lambda: now[0])
    qtbot.addWidget(card)
    card.show()
    commands.answers["preview_placement"] = (
        "With the 8.0 GB of memory that it may use, this computer would run layers 10-22."
    )
    would = replace(samples.IN_SWARM, node=samples.OFF, assignment="")
    card.show_snapshot(would)
    qtbot.waitUntil(lambda: bool(card._preview))
    card.show_snapshot(would)
    assert "would run layers 10-22" in card.why.text()
    assert len(commands.named("preview_placement")) == 1  # not again with every snapshot
    now[0] = 11.0
    card.show_snapshot(would)
    assert len(commands.named("preview_placement")) == 2
    card.show_snapshot(samples.IN_SWARM)
    assert card.why.text() == samples.ASSIGNED


def test_of_thousands_of_stretches_only_as_many_are_painted_as_can_be_seen_and_no_gap_is_left_out(
    card: CoverageCard,
) -> None:
    spans = [Span(layer, layer + 1) for layer in range(5_000) if layer != 2_501] + [
        Span(layer, layer + 1) for layer in range(0, 5_000, 2)
    ]
    card.bar.resize(500, 100)
    card.bar.show_lanes(5_000, tuple(Lane("attic", span, ours=False) for span in spans))
    assert len(card.bar.stretches) == 5_000
    painted = list(card.bar._to_paint())
    assert len(painted) <= 501
    assert [each.span for each in painted if not each.num_copies] == [Span(2_501, 2_502)]
    assert card.bar.words_at(2_501) == "Layers 2501-2502: nobody serves them"
