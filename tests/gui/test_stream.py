"""A long answer at full speed in the app's window: how late its thread runs, and whether a reader is left in peace."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.bench.stream import CHARS_PER_TOKEN, run, streamed
from meshnet_gui.gui import streaming
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.streaming import measure_stream
from meshnet_gui.gui.transcript import Transcript


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "SETTLED_MS", 0)
    monkeypatch.setattr(streaming, "AFTERWARDS_MS", 50)
    monkeypatch.setattr(streaming, "TABS", ())
    monkeypatch.setattr(MainWindow, "_make_next", lambda window: None)  # only the chat is looked at


def uncoloured(num_tokens: int) -> list[str]:
    """Without the colours of code, which come some time after it and change what is seen."""
    text = "".join(streamed(num_tokens)).replace("```python", "```")
    return [text[at : at + CHARS_PER_TOKEN] for at in range(0, len(text), CHARS_PER_TOKEN)]


def test_an_answer_that_streams_leaves_the_reader_in_place(qtbot: QtBot) -> None:
    seen = measure_stream(uncoloured(2_400), 4_000, True)
    assert seen["off_px"], "nothing was drawn while the reader was scrolled up"
    assert set(seen["off_px"]) == {0}
    assert set(seen["changed"]) <= {0}
    assert seen["parts"][0] > 10


def test_a_reader_who_is_moved_is_seen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_the_place(transcript: Transcript) -> None:
        bar = transcript.verticalScrollBar()
        bar.setValue(bar.value() + 7)

    monkeypatch.setattr(Transcript, "_keep_position", lose_the_place)
    assert max(measure_stream(streamed(1_600), 4_000, True)["off_px"]) >= 7


@pytest.mark.slow
def test_twenty_thousand_tokens_at_200_a_second_never_hold_the_window_up(qtbot: QtBot) -> None:
    found = run(measure_stream, print)
    print(found.as_text())
    assert all(target.is_met(found.figures[target.figure]) for target in found.targets)
