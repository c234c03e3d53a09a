from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pytestqt.qtbot import QtBot

from meshnet_gui.gui.history_card import HistoryCard
from meshnet_gui.runtime.snapshot import Sample
from tests.gui import samples

RECENT = (
    Sample(600.0, 2.5, 0.0, 4_000_000_000, 0, 0),
    Sample(5.0, 20.0, 3_000_000.0, 2_000_000_000, 55_000_000, 3),
    Sample(0.0, 12.0, 1_000_000.0, 3_000_000_000, 55_000_000, 3),
)


def card(qtbot: QtBot) -> HistoryCard:
    made = HistoryCard(lambda: datetime(2026, 11, 30, 15, 40))
    qtbot.addWidget(made)
    made.show()
    return made


def test_speed_sending_and_free_memory_are_drawn_with_their_newest_value(qtbot: QtBot) -> None:
    made = card(qtbot)
    made.show_snapshot(replace(samples.WORKING, recent=RECENT))
    assert [line.newest.text() for line in (made.tokens, made.sent, made.memory)] == [
        "12 tokens/s",
        "1.0 MB/s",
        "3.0 GB",
    ]
    assert made.tokens.plot.accessibleDescription().startswith("Now 12 tokens/s, at most 20 tokens/s")
    assert "at least 2.0 GB" in made.memory.plot.accessibleDescription()


def test_before_anything_was_measured_the_plots_say_so(qtbot: QtBot) -> None:
    made = card(qtbot)
    made.show_snapshot(replace(samples.WORKING, recent=()))
    assert made.tokens.newest.text() == ""
    assert made.tokens.plot.accessibleDescription() == "Nothing was measured yet."


def test_the_same_samples_are_not_drawn_again(qtbot: QtBot) -> None:
    made = card(qtbot)
    made.show_snapshot(replace(samples.WORKING, recent=RECENT))
    made.tokens.newest.setText("untouched")
    made.show_snapshot(replace(samples.WORKING, recent=RECENT, notice="else"))
    assert made.tokens.newest.text() == "untouched"
