from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.archive.tree import Attachment
from meshnet_gui.gui.attachments import MAX_MESSAGE_CHARS
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.composer import Composer
from meshnet_gui.gui.exchange import PASTED


@pytest.fixture
def composer(qtbot: QtBot, bridge: Bridge) -> Composer:
    composer = Composer(bridge.watch)
    qtbot.addWidget(composer)
    composer.resize(700, 120)
    composer.show()
    composer.set_state(running=False, blocked="")
    return composer


def heard(composer: Composer) -> list[tuple[str, object]]:
    sent: list[tuple[str, object]] = []
    composer.sent.connect(lambda text, attachments: sent.append((text, attachments)))
    return sent


def paste(composer: Composer, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    composer.edit.insertFromMimeData(data)


def test_enter_sends_and_shift_enter_breaks_the_line(composer: Composer, qtbot: QtBot) -> None:
    sent = heard(composer)
    qtbot.keyClicks(composer.edit, "one")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "two")
    assert sent == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == [("one\ntwo", ())]
    assert composer.message() == ""


def test_nothing_is_sent_or_lost_while_blocked(composer: Composer, qtbot: QtBot) -> None:
    sent = heard(composer)
    composer.set_text("hello")
    composer.set_state(running=False, blocked="Nobody serves layers 15-30")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == []
    assert composer.message() == "hello"
    assert not composer.send.isEnabled()
    assert "Nobody serves layers 15-30" in composer.send.toolTip()


def test_an_empty_message_cannot_be_sent(composer: Composer) -> None:
    composer.set_text("   \n ")
    assert not composer.send.isEnabled()


def test_stop_takes_the_place_of_send_while_an_answer_runs(composer: Composer, qtbot: QtBot) -> None:
    composer.set_state(running=True, blocked="")
    assert composer.stop.isVisible()
    assert not composer.send.isVisible()
    with qtbot.waitSignal(composer.stop_requested):
        composer.stop.click()


def test_a_click_meant_for_stop_does_not_send_the_draft(qtbot: QtBot, bridge: Bridge) -> None:
    now = [100.0]
    composer = Composer(bridge.watch, lambda: now[0])
    qtbot.addWidget(composer)
    composer.show()
    sent = heard(composer)
    composer.set_state(running=True, blocked="")
    composer.set_text("draft")
    composer.set_state(running=False, blocked="")
    now[0] += 0.3
    qtbot.mouseClick(composer.send, Qt.MouseButton.LeftButton)
    assert (sent, composer.message()) == ([], "draft")
    now[0] += 0.2
    qtbot.mouseClick(composer.send, Qt.MouseButton.LeftButton)
    assert sent == [("draft", ())]


def test_enter_sends_at_once_when_an_answer_has_ended(composer: Composer, qtbot: QtBot) -> None:
    sent = heard(composer)
    composer.set_state(running=True, blocked="")
    composer.set_text("next")
    composer.set_state(running=False, blocked="")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert sent == [("next", ())]


def test_a_click_anywhere_in_the_box_means_the_field(composer: Composer, qtbot: QtBot) -> None:
    for place in (QPoint(4, composer.height() // 2), composer.context.geometry().center()):
        composer.options.setFocus()
        composer.activateWindow()
        qtbot.mouseClick(composer.childAt(place) or composer, Qt.MouseButton.LeftButton)
        assert composer.focusWidget() is composer.edit


def test_a_huge_paste_is_attached_whole_and_at_once(composer: Composer) -> None:
    sent = heard(composer)
    text = "x" * 100_000
    started = time.perf_counter()
    paste(composer, text)
    composer.grab()
    assert time.perf_counter() - started < 1
    assert composer.edit.toPlainText() == ""
    composer.set_text("Summarise:")
    composer.submit()
    assert sent == [("Summarise:", (Attachment(PASTED, text),))]


def test_an_attachment_can_be_removed(composer: Composer) -> None:
    paste(composer, "line\n" * 5000)
    assert composer.send.isEnabled()
    composer.attachments.rows[0].remove.click()
    assert not composer.send.isEnabled()


def test_an_absurd_paste_is_refused_in_words(composer: Composer) -> None:
    paste(composer, "x" * (MAX_MESSAGE_CHARS + 1))
    assert composer.message() == ""
    assert "1,000,000" in composer._problem.text()
    assert composer._problem.isVisible()


def test_an_ordinary_paste_lands_in_the_field_as_plain_text(composer: Composer) -> None:
    data = QMimeData()
    data.setHtml("<b>bold</b>")
    data.setText("bold")
    composer.edit.insertFromMimeData(data)
    assert composer.edit.toPlainText() == "bold"


def test_the_field_grows_with_its_lines_up_to_a_limit(composer: Composer) -> None:
    low = composer.edit.height()
    composer.set_text("\n".join("abcd"))
    high = composer.edit.height()
    composer.set_text("\n" * 50)
    assert low < high < composer.edit.height() < 12 * low
