"""The window over a real database: what was chatted is there again after a restart."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from meshnet_gui.events import EventBus, GenerationFinished, GenerationStarted, GenerationText
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.runtime.kept import KeptConversations
from meshnet_gui.runtime.snapshot import SnapshotTaken
from tests.gui import samples
from tests.gui.fakes import FakeCommands


class Run:
    """One life of the program."""

    def __init__(self, qtbot, theme, folder) -> None:
        self.bus, self.commands = EventBus(), FakeCommands()
        self.conversations = KeptConversations(self.bus, folder)
        self.bridge = Bridge(self.bus)
        self.window = MainWindow(self.commands, self.conversations, self.bridge, theme)
        qtbot.addWidget(self.window, before_close_func=lambda each: each.allow_close())
        self.window.show()
        self.bus.publish(SnapshotTaken(samples.IDLE))
        self.window.show_snapshot(samples.IDLE)
        qtbot.waitExposed(self.window)
        self.chat = self.window.chat

    def titles(self) -> list[str]:
        rows = self.chat.chats.rows
        infos = (rows.info_at(rows.index(number)) for number in range(rows.rowCount()))
        return [info.title for info in infos if info is not None]

    def end(self) -> None:
        self.chat.save()
        self.conversations.close()
        self.bridge.close()


@pytest.fixture
def life(qtbot, theme, tmp_path):
    runs: list[Run] = []

    def begin() -> Run:
        runs.append(Run(qtbot, theme, tmp_path))
        return runs[-1]

    yield begin
    for run in runs:
        run.end()


def test_a_chat_is_listed_and_opened_after_a_restart(qtbot, life):
    first = life()
    first.chat.send("Why is the sky blue?")
    qtbot.waitUntil(lambda: bool(first.commands.named("start_generation")))
    first.bus.publish(GenerationStarted("g1", samples.ROUTE, 41))
    first.bus.publish(GenerationText("g1", samples.RESULT.text, 64))
    first.bus.publish(GenerationFinished("g1", samples.RESULT))
    qtbot.waitUntil(lambda: first.titles() == ["Why is the sky blue?"])
    qtbot.waitUntil(lambda: not first.chat.conversation.running)
    first.chat.composer.edit.setPlainText("and at night")
    first.end()

    second = life()
    qtbot.waitUntil(lambda: second.titles() == ["Why is the sky blue?"])
    view = second.chat.chats.view
    view.setCurrentIndex(second.chat.chats.rows.index(1))
    QTest.keyClick(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(second.chat.rows) == 1)
    (exchange,) = second.chat.conversation.exchanges
    assert (exchange.prompt, exchange.answer) == ("Why is the sky blue?", samples.RESULT.text)
    assert second.chat.composer.edit.toPlainText() == "and at night"


def test_an_answer_that_was_being_written_at_the_end_is_there_as_far_as_it_came(qtbot, life):
    first = life()
    first.chat.send("Tell me a story")
    qtbot.waitUntil(lambda: bool(first.commands.named("start_generation")))
    first.bus.publish(GenerationStarted("g1", samples.ROUTE, 41))
    first.bus.publish(GenerationText("g1", "Once upon a time", 4))
    first.end()
    second = life()
    qtbot.waitUntil(lambda: second.titles() == ["Tell me a story"])
    second.chat.open(second.chat.chats.rows.info_at(second.chat.chats.rows.index(1)).id)
    qtbot.waitUntil(lambda: len(second.chat.rows) == 1)
    assert second.chat.conversation.exchanges[0].answer == "Once upon a time"


def test_a_chat_that_is_deleted_comes_back_by_undo(qtbot, life):
    run = life()
    run.chat.send("Why?")
    qtbot.waitUntil(lambda: run.titles() == ["Why?"])
    run.bus.publish(GenerationFinished("g1", samples.RESULT))
    qtbot.waitUntil(lambda: not run.chat.conversation.running)
    view = run.chat.chats.view
    view.setCurrentIndex(run.chat.chats.rows.index(1))
    QTest.keyClick(view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: run.titles() == [] and run.chat.rows == [])
    run.chat.chats.undo_bar.undo.click()
    qtbot.waitUntil(lambda: run.titles() == ["Why?"] and len(run.chat.rows) == 1)
