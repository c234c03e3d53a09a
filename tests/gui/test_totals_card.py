from __future__ import annotations

from datetime import date

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MachineError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.totals_card import TotalsCard
from meshnet_gui.runtime.snapshot import DayTotals
from tests.gui import samples
from tests.gui.fakes import FakeCommands

DAYS = (
    DayTotals("2026-09-01", 1_000_000, 3600.0, 0, 1),
    DayTotals("2026-11-28", 5_000, 7200.0, 2_000_000, 4),
    DayTotals("2026-11-30", 9_214, 5400.0, 1_000_000, 6),
)


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> TotalsCard:
    made = TotalsCard(commands, bridge, lambda: date(2026, 11, 30), lambda: 0.0)
    qtbot.addWidget(made)
    return made


def test_the_days_are_asked_for_when_the_card_is_looked_at_and_summed_in_a_sentence(
    card: TotalsCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.answers["totals"] = DAYS
    assert not commands.named("totals")
    card.show()
    qtbot.waitUntil(lambda: "14,214 tokens" in card.summary.text())
    assert card.summary.text() == "In 7 days: 14,214 tokens, 10 sessions, 3 h 30 min shared, 3.0 MB sent."
    assert len(card.plot.bars) == 7  # days without anything among them
    card.span.buttons["365"].click()
    assert "1,014,214 tokens" in card.summary.text()


def test_time_and_bytes_can_be_shown_too(card: TotalsCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.answers["totals"] = DAYS
    card.show()
    qtbot.waitUntil(lambda: bool(card.summary.text()))
    card.kind.buttons["time"].click()
    assert [bar.value for bar in card.plot.bars][-3:] == [7200.0, 0.0, 5400.0]
    card.kind.buttons["bytes"].click()
    assert [bar.value for bar in card.plot.bars][-1] == 1_000_000


def test_nothing_given_yet_is_said_plainly(card: TotalsCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.answers["totals"] = ()
    card.show()
    qtbot.waitUntil(lambda: "No tokens were computed" in card.plot.accessibleDescription())


def test_totals_that_cannot_be_read_say_why_and_can_be_tried_again(
    card: TotalsCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.fail_with = MachineError("The totals cannot be read.", "Look at the log.")
    card.show()
    qtbot.waitUntil(lambda: card.problem.isVisible())
    assert "The totals cannot be read." in card.problem.text()
    commands.fail_with, commands.answers["totals"] = None, DAYS
    card.retry.click()
    qtbot.waitUntil(lambda: not card.problem.isVisible())
    assert "14,214 tokens" in card.summary.text()


def test_it_asks_again_only_now_and_then(card: TotalsCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.answers["totals"] = DAYS
    card.show()
    qtbot.waitUntil(lambda: bool(card.summary.text()))
    for _ in range(5):
        card.show_snapshot(samples.WORKING)
    assert len(commands.named("totals")) == 1
