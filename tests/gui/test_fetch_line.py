"""A fetch is followed and steered in its line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MachineError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.fetch_line import FetchLine
from meshnet_gui.gui.held_bar import HeldBar
from meshnet_gui.types import Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def line(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> FetchLine:
    line = FetchLine(commands, bridge)
    qtbot.addWidget(line)
    line.show_fetch(samples.FETCHING)
    return line


def test_without_a_fetch_there_is_no_line(line: FetchLine) -> None:
    assert line.isVisible()
    line.show_fetch(None)
    assert not line.isVisible()
    line.show_fetch(samples.FETCHING)
    assert line.isVisible()


@pytest.mark.parametrize(
    ("fetch", "buttons"),
    [
        (samples.FETCHING, ["Pause", "Cancel"]),
        (samples.WAITING, ["Pause", "Cancel"]),
        (samples.CHECKING, ["Cancel"]),
        (samples.PAUSED, ["Go on", "Cancel"]),
        (samples.FETCH_FAILED, ["Try again", "Cancel"]),
        (samples.ADDING, []),
    ],
)
def test_each_state_offers_what_can_be_done(line: FetchLine, fetch: samples.FetchView, buttons: list[str]) -> None:
    line.show_fetch(fetch)
    offered = [each.text() for each in (line.pause, line.resume, line.again, line.cancel) if each.isVisible()]
    assert offered == buttons


def test_the_bar_shows_the_share_and_is_busy_where_nobody_knows_it(line: FetchLine) -> None:
    assert (line.bar.maximum(), line.bar.value()) == (1000, 804)
    assert "48.3 MB/s" in line.bar.accessibleDescription()
    line.show_fetch(samples.ADDING)
    assert line.bar.maximum() == 0
    line.show_fetch(replace(samples.ADDING, state="failed", text="There is no such repository."))
    assert line.bar.maximum() == 1000


@pytest.mark.parametrize(
    ("fetch", "button", "command"),
    [
        (samples.FETCHING, "pause", "pause_fetch"),
        (samples.PAUSED, "resume", "resume_fetch"),
        (samples.FETCH_FAILED, "again", "resume_fetch"),
        (samples.FETCHING, "cancel", "cancel_fetch"),
    ],
)
def test_a_button_asks_once_for_what_it_says(
    line: FetchLine, commands: FakeCommands, fetch: samples.FetchView, button: str, command: str
) -> None:
    commands.hold = True
    line.show_fetch(fetch)
    getattr(line, button).click()
    getattr(line, button).click()
    assert commands.named(command) == [(samples.QWEN.name,)]
    assert not line.cancel.isEnabled()


def test_a_refusal_is_told_and_can_be_tried_again(line: FetchLine, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = MachineError("The disk is full.", "Free some space.")
    line.pause.click()
    qtbot.waitUntil(lambda: line.text.text() == "The disk is full. Free some space.", timeout=2000)
    assert line.pause.isEnabled()


def test_who_was_left_out_is_said_below_and_only_then(line: FetchLine) -> None:
    assert not line.left_out.isVisible()
    line.show_fetch(samples.LEFT_OUT)
    assert line.left_out.isVisible()
    assert line.left_out.text() == (
        "Left out: Amber gave other bytes than it should have. Birch is much slower than the others. "
        "What is missing comes from elsewhere."
    )
    line.show_fetch(replace(samples.FETCHING, dropped=("One", "Two.", "Three", "Four")))
    assert line.left_out.text().startswith("Left out: One. Two. And 2 others.")
    failed = replace(samples.FETCH_FAILED, dropped=("Amber is gone.", "The hub does not answer."))
    line.show_fetch(failed)
    assert line.left_out.text() == "Left out: Amber is gone."
    line.show_fetch(replace(failed, dropped=("The hub does not answer",)))
    assert not line.left_out.isVisible()


def test_screen_readers_hear_which_model_a_button_means(line: FetchLine) -> None:
    assert line.pause.accessibleName() == "Pause: qwen3-8b"


def test_held_layers_are_drawn_and_said(qtbot: QtBot) -> None:
    bar = HeldBar()
    qtbot.addWidget(bar)
    bar.resize(400, 8)
    bar.show_layers(36, (Span(0, 9),))
    one = bar.grab().toImage()
    assert bar.accessibleDescription() == "layers 0-9 of 36"
    bar.show_layers(36, (Span(0, 9),), (Span(9, 18),))
    assert bar.accessibleDescription() == "layers 0-9 of 36; layers 9-18 on the way"
    two = bar.grab().toImage()
    assert one.pixelColor(50, 4) == two.pixelColor(50, 4)
    assert one.pixelColor(150, 4) != two.pixelColor(150, 4)
    assert one.pixelColor(300, 4) == two.pixelColor(300, 4)
    bar.show_layers(36, ())
    assert bar.accessibleDescription() == "none of 36"
