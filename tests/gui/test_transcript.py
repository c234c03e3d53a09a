from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.message_view import AnswerView
from meshnet_gui.gui.transcript import Transcript


def test_what_is_read_stays_to_the_pixel_when_rows_above_and_below_change_their_height(qtbot: QtBot) -> None:
    transcript = Transcript()
    qtbot.addWidget(transcript)
    transcript.resize(700, 400)
    transcript.show()
    answers = [AnswerView() for _ in range(4)]
    for answer in answers:
        transcript.add(answer)
        answer.show_exchange(Exchange("Hi", answer="A paragraph.\n\n" * 20, phase="done"))
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 1_000, timeout=5_000)
    QCoreApplication.processEvents()  # the rows' feet are told their height by the events of their own
    bar.setValue(bar.maximum() // 2)
    read = answers[2]

    def seen_at() -> int:
        return read.mapTo(transcript.viewport(), QPoint(0, 0)).y()

    before, height = seen_at(), bar.maximum()
    answers[0].show_exchange(Exchange("Hi", answer="A paragraph.\n\n" * 60, phase="done"))
    qtbot.waitUntil(lambda: bar.maximum() > height + 500, timeout=5_000)
    assert seen_at() == before
    height = bar.maximum()
    answers[3].show_exchange(Exchange("Hi", answer="```py\nx = 1\n```\n\n| a | b |\n|---|---|\n" * 40, phase="writing"))
    qtbot.waitUntil(lambda: bar.maximum() > height + 500, timeout=5_000)
    assert seen_at() == before
    answers[0].show_exchange(Exchange("Hi", answer="Short.", phase="done"))
    qtbot.waitUntil(lambda: answers[0].height() < 100 and bar.value() < answers[2].y(), timeout=5_000)
    assert seen_at() == before
