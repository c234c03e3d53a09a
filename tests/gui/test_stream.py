"""A long answer at full speed in the app's window: how late its thread runs, and whether a reader is left in peace."""

from __future__ import annotations

import threading
import time

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from meshnet_gui.events import GenerationFinished, GenerationStarted, GenerationText
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.message_view import AnswerView
from meshnet_gui.gui.transcript import Transcript
from meshnet_gui.types import GenerationResult
from tests.gui import samples
from tests.gui.fakes import FakeCore

TICK_MS, CHARS_PER_TOKEN = 10, 4
PIECE = (
    "Some **bold** words, `code`, and a [link](https://example.org) in a paragraph of usual length.\n\n"
    "| layer | peer | ms |\n|---|---|---|\n" + "| 12 | gaming PC | 3.4 |\n" * 12 + "\n"
    "```python\n" + "def step(x: int) -> int:\n    return x + 1  # one more\n" * 10 + "```\n\n"
)


class Stream(threading.Thread):
    """The core's side: token after token on a thread of its own, as fast as is asked for, and a snapshot a second."""

    def __init__(self, core: FakeCore, num_tokens: int, tokens_per_s: float) -> None:
        super().__init__(daemon=True)
        self._core, self._num, self._rate = core, num_tokens, tokens_per_s
        self.text = (PIECE * (num_tokens * CHARS_PER_TOKEN // len(PIECE) + 1))[: num_tokens * CHARS_PER_TOKEN]

    def run(self) -> None:
        publish, started, told = self._core.events.publish, time.perf_counter(), 0
        publish(GenerationStarted("g1", samples.ROUTE, 41))
        for index in range(self._num):
            time.sleep(max(0.0, index / self._rate - (time.perf_counter() - started)))
            piece = self.text[index * CHARS_PER_TOKEN : (index + 1) * CHARS_PER_TOKEN]
            publish(GenerationText("g1", piece, index + 1))
            if time.perf_counter() - started > told:
                self._core.publish(samples.WORKING)
                told += 1
        route = samples.ROUTE
        result = GenerationResult(self.text, tuple(range(self._num)), 41, "eos", route, self._rate, 0.4, 0, True)
        publish(GenerationFinished("g1", result))


class Ticks:
    """By how many milliseconds each tick of a 10 ms timer of the window's thread came late."""

    def __init__(self, window: MainWindow) -> None:
        self.late_ms: list[float] = []
        self._last = 0.0
        self._timer = QTimer(window)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start(TICK_MS)

    def _tick(self) -> None:
        now = time.perf_counter()
        if self._last:
            self.late_ms.append(max(0.0, (now - self._last) * 1000 - TICK_MS))
        self._last = now


class Painted(QObject):
    """Where what a reader looks at was each time that the window was drawn (in between layouts are half done)."""

    def __init__(self, transcript: Transcript, answer: AnswerView) -> None:
        super().__init__(transcript)
        self.places: list[QPoint] = []
        self._viewport, self._answer = transcript.viewport(), answer
        self._seen: QWidget | None = None
        transcript.widget().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            if self._seen is None:
                self._seen = next(part for part in self._answer.sections if self._top_of(part).y() >= 0)
            self.places.append(self._top_of(self._seen))
        return False

    def _top_of(self, part: QWidget) -> QPoint:
        return part.mapTo(self._viewport, QPoint(0, 0))


def test_an_answer_that_streams_leaves_the_reader_in_place(qtbot: QtBot, window: MainWindow, core: FakeCore) -> None:
    stream(qtbot, window, core, num_tokens=2_000, tokens_per_s=4_000)


@pytest.mark.slow
def test_twenty_thousand_tokens_at_200_a_second_never_hold_the_window_up(
    qtbot: QtBot, window: MainWindow, core: FakeCore
) -> None:
    late_ms = stream(qtbot, window, core, num_tokens=20_000, tokens_per_s=200)
    assert max(late_ms) <= 100


def stream(qtbot: QtBot, window: MainWindow, core: FakeCore, *, num_tokens: int, tokens_per_s: float) -> list[float]:
    """One answer: the reader follows its first half, then scrolls up and stays, then goes back to the end."""
    window.show_snapshot(samples.WORKING)
    window.show_tab("Chat")
    window.resize(1180, 800)
    window.show()
    window.chat.send("Tell me all of it.")
    transcript, exchange = window.chat.transcript, window.chat.conversation.exchanges[-1]
    bar, patience_ms = transcript.verticalScrollBar(), round(3000 * num_tokens / tokens_per_s) + 10_000
    ticks, source = Ticks(window), Stream(core, num_tokens, tokens_per_s)
    source.start()
    qtbot.waitUntil(lambda: exchange.num_tokens >= num_tokens // 2, timeout=patience_ms)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 1_000)
    answer = window.chat.rows[-1][1]
    bar.setValue(bar.maximum() // 2)
    painted = Painted(transcript, answer)
    qtbot.waitUntil(lambda: not exchange.running, timeout=patience_ms)
    assert painted.places, "nothing was drawn while the reader was scrolled up"
    assert len(set(painted.places)) == 1
    transcript.follow()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    assert answer.text == source.text
    late = sorted(ticks.late_ms)
    print(
        f"late: max {late[-1]:.0f} ms, 99 % {late[len(late) * 99 // 100]:.1f} ms, {len(late)} ticks, "
        f"{len(answer.sections)} parts"
    )
    source.join()
    return ticks.late_ms
