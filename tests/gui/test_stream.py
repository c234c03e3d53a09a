"""A long answer at full speed: how late the window's thread runs, and whether a reader is left in peace."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.bridge import BATCH_MS
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.message_view import AnswerView
from meshnet_gui.gui.transcript import Transcript

NUM_TOKENS, TOKENS_PER_S, CHARS_PER_TOKEN, TICK_MS = 20_000, 200, 4, 10
PIECE = (
    "Some **bold** words, `code`, and a [link](https://example.org) in a paragraph of usual length.\n\n"
    "| layer | peer | ms |\n|---|---|---|\n" + "| 12 | gaming PC | 3.4 |\n" * 12 + "\n"
    "```python\n" + "def step(x: int) -> int:\n    return x + 1  # one more\n" * 10 + "```\n\n"
)


@pytest.mark.slow
@pytest.mark.parametrize("scrolled_up", [False, True])
def test_twenty_thousand_tokens_never_hold_the_window_up_and_leave_the_reader_in_place(
    qtbot: QtBot, scrolled_up: bool
) -> None:
    transcript, answer = Transcript(), AnswerView()
    qtbot.addWidget(transcript)
    transcript.resize(900, 700)
    transcript.show()
    transcript.add(answer)
    text = (PIECE * (NUM_TOKENS * CHARS_PER_TOKEN // len(PIECE) + 1))[: NUM_TOKENS * CHARS_PER_TOKEN]
    exchange, late, last, started = Exchange("Hi", phase="writing"), [0.0], [0.0], time.perf_counter()

    def tick() -> None:
        now = time.perf_counter()
        late.append((now - last[0]) * 1000 - TICK_MS if last[0] else 0.0)
        last[0] = now

    def batch() -> None:
        num = min(NUM_TOKENS, int((time.perf_counter() - started) * TOKENS_PER_S))
        exchange.num_tokens, exchange.answer = num, text[: num * CHARS_PER_TOKEN]
        answer.show_exchange(exchange)

    timers = [QTimer(transcript), QTimer(transcript)]
    for timer, action, interval in zip(timers, (tick, batch), (TICK_MS, BATCH_MS), strict=True):
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(action)
        timer.start(interval)
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 2_000, timeout=60_000)
    if scrolled_up:
        bar.setValue(600)
    place = answer.mapTo(transcript.viewport(), QPoint(0, 0)).y()
    qtbot.waitUntil(lambda: exchange.num_tokens == NUM_TOKENS, timeout=300_000)
    print(f"late: max {max(late):.0f} ms, ticks {len(late)}, parts {len(answer.sections)}")
    assert max(late) <= 100
    if scrolled_up:
        assert answer.mapTo(transcript.viewport(), QPoint(0, 0)).y() == place
    else:
        assert bar.value() == bar.maximum()
