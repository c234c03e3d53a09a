from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.archive.tree import StoredMessage
from meshnet_gui.errors import DiskFull, MachineError, NoRoute, UserError
from meshnet_gui.events import (
    GenerationFailed,
    GenerationFinished,
    GenerationNote,
    GenerationStarted,
    GenerationText,
    PrefillProgress,
)
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.chat_tab import ChatTab
from meshnet_gui.gui.exchange_rows import MAX_SHOWN
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.talk import MAX_RUNNING
from meshnet_gui.modelstore.starter import DOWNLOAD_BYTES
from meshnet_gui.settings import Settings
from meshnet_gui.types import Message, Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands, FakeConversations, FakeCore


@pytest.fixture
def chat(window: MainWindow) -> ChatTab:
    window.show_snapshot(samples.IDLE)
    return window.chat


def type_and_send(chat: ChatTab, qtbot: QtBot, text: str) -> None:
    qtbot.keyClicks(chat.composer.edit, text)
    qtbot.keyClick(chat.composer.edit, Qt.Key.Key_Return)


def say(core: FakeCore, *events: object) -> None:
    for event in events:
        core.events.publish(event)


def test_a_prompt_becomes_a_request_and_its_text_appears(
    chat: ChatTab, core: FakeCore, commands: FakeCommands, qtbot: QtBot
) -> None:
    type_and_send(chat, qtbot, "Hi")
    messages, sampling, max_tokens = commands.named("start_generation")[0]
    assert messages == (Message("user", "Hi"),)
    defaults = Settings()
    assert (sampling.temperature, sampling.repetition_penalty) == (defaults.temperature, defaults.repetition_penalty)
    assert (sampling.top_k, max_tokens) == (defaults.top_k, defaults.max_tokens)
    say(core, GenerationStarted("g1", samples.ROUTE, 41), GenerationText("g1", "The capital ", 2))
    qtbot.waitUntil(lambda: chat.rows[0][1].text == "The capital ", timeout=2000)
    say(core, GenerationText("g1", "is Paris.", 5))
    qtbot.waitUntil(lambda: chat.rows[0][1].text == "The capital is Paris.", timeout=2000)
    assert chat.composer.stop.isVisible()


def test_the_finished_answer_names_speed_and_route(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Hi")
    say(core, GenerationStarted("g1", samples.ROUTE, 41), GenerationFinished("g1", samples.RESULT))
    answer = chat.rows[0][1]
    qtbot.waitUntil(answer._foot.isVisible, timeout=2000)
    assert "12.3 tokens/s" in answer._facts.text()
    assert "127.0.0.1:51001 [0-15] → 127.0.0.1:51002 [15-30]" in answer._facts.text()
    assert chat.composer.send.isVisible()
    answer._copy.click()
    assert QGuiApplication.clipboard().text() == samples.ANSWER


def test_the_next_turn_sends_the_whole_conversation(
    chat: ChatTab, core: FakeCore, commands: FakeCommands, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.options.system.setPlainText("Be brief.")
    chat.send("Hi")
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="Hello")))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    chat.send("And?")
    assert [message.content for message in commands.named("start_generation")[1][0]] == [
        "Be brief.", "Hi", "Hello", "And?",
    ]  # fmt: skip
    assert commands.named("change_settings") == []
    assert conversations.tree().options == {"system_prompt": "Be brief."}


@pytest.mark.parametrize("way", ["button", "escape"])
def test_stop_reaches_the_core(chat: ChatTab, commands: FakeCommands, qtbot: QtBot, way: str) -> None:
    chat.send("Hi")
    if way == "button":
        chat.composer.stop.click()
    else:
        chat.activateWindow()
        chat.composer.edit.setFocus()
        qtbot.keyClick(chat.composer.edit, Qt.Key.Key_Escape)
    assert commands.named("stop_generation") == [("g1",)]


def test_a_stopped_answer_says_so_and_keeps_its_text(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Hi")
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="Half", finish="stopped")))
    qtbot.waitUntil(lambda: "Stopped by you." in chat.rows[0][1]._notes.text(), timeout=2000)
    assert chat.rows[0][1].text == "Half"


def test_prefill_shows_how_far_it_is(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Hi")
    say(core, GenerationStarted("g1", samples.ROUTE, 2048), PrefillProgress("g1", 768, 2048))
    state = chat.rows[0][1]._state
    qtbot.waitUntil(lambda: "768 of 2,048 tokens" in state._label.full_text, timeout=2000)
    assert (state._bar.value(), state._bar.maximum()) == (768, 2048)


def test_a_failure_keeps_the_text_and_offers_retry(
    chat: ChatTab, core: FakeCore, commands: FakeCommands, qtbot: QtBot
) -> None:
    chat.send("Hi")
    say(core, GenerationText("g1", "Half an", 2))
    say(core, GenerationFailed("g1", "127.0.0.1:51002 stopped answering.", "Try again.", "Half an"))
    answer = chat.rows[0][1]
    qtbot.waitUntil(answer._error.isVisible, timeout=2000)
    assert answer._error._text.text() == "127.0.0.1:51002 stopped answering."
    assert "Try again." in answer._error._hint.text()
    assert answer.text == "Half an"
    answer._error.button.click()
    assert [call[0] for call in commands.named("start_generation")] == [(Message("user", "Hi"),)] * 2
    assert len(chat.rows) == 1
    assert chat.rows[0][1].text == ""


def test_an_error_at_the_start_is_a_row_too(chat: ChatTab, commands: FakeCommands) -> None:
    commands.fail_with = NoRoute("Nobody serves layers 15-30.", "Add a peer.")
    chat.send("Hi")
    assert chat.rows[0][1]._error.isVisible()
    assert not chat.conversation.running


def test_only_the_last_answer_can_be_retried(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("One")
    say(core, GenerationFailed("g1", "Gone.", "", ""))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    chat.send("Two")
    assert not chat.rows[0][1]._error.button.isVisible()


def test_recovery_is_told_under_the_answer(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Hi")
    say(core, GenerationNote("g1", "A peer restarted; its cache was rebuilt."))
    qtbot.waitUntil(lambda: "rebuilt" in chat.rows[0][1]._notes.text(), timeout=2000)


def test_the_answer_of_a_chat_that_was_left_goes_on_and_is_there_when_one_comes_back(
    chat: ChatTab, core: FakeCore, commands: FakeCommands, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.send("Hi")
    first = chat.conversation.id
    chat.new_chat.click()
    assert (chat.rows, chat.conversation.exchanges) == ([], [])
    assert chat.welcome.isVisible()
    say(core, GenerationText("g1", "late", 1))
    assert commands.named("stop_generation") == []
    chat.send("Other")
    chat.open(first)
    qtbot.waitUntil(lambda: bool(chat.rows) and chat.rows[0][1].text == "late", timeout=2000)
    assert chat.conversation.running
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="late enough")))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    assert chat.rows[0][1].text == "late enough"
    assert [each.content for each in conversations.tree(first).messages] == ["Hi", "late enough"]


def test_an_answer_that_ends_while_another_chat_is_shown_is_kept(
    chat: ChatTab, core: FakeCore, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.send("Hi")
    first = chat.conversation.id
    chat.clear()
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="Hello")))
    qtbot.waitUntil(lambda: conversations.tree(first).messages[1].state == "complete", timeout=2000)
    chat.open(first)
    qtbot.waitUntil(lambda: bool(chat.rows) and chat.rows[0][1].text == "Hello", timeout=2000)
    assert not chat.conversation.running


def test_no_more_than_a_few_chats_are_answered_at_once(chat: ChatTab) -> None:
    for number in range(MAX_RUNNING):
        chat.send(f"Question {number}")
        chat.clear()
    chat.composer.set_text("One more")
    assert not chat.composer.send.isEnabled()
    assert "4 other chats are being answered" in chat.composer.send.toolTip()


def test_a_deleted_chat_is_not_shown_any_more_and_its_answer_stops(chat: ChatTab, commands: FakeCommands) -> None:
    chat.send("Hi")
    chat.drop(chat.conversation.id)
    assert commands.named("stop_generation") == [("g1",)]
    assert chat.rows == []
    chat.send("There")
    left = chat.conversation.id
    chat.clear()
    chat.drop(left)
    assert commands.named("stop_generation") == [("g1",), ("g2",)]


def test_a_stored_chat_is_shown_with_its_draft_and_its_options(
    chat: ChatTab, conversations: FakeConversations, commands: FakeCommands, qtbot: QtBot
) -> None:
    conversations.create("c", "Cats", {"temperature": 0.7, "seed": 5, "top_k": "many"})
    conversations.put_message("c", StoredMessage("q", "", "user", "A cat?", 1.0))
    conversations.put_message("c", StoredMessage("a", "q", "assistant", "Meow", 1.0))
    conversations.set_draft("c", "And a ")
    chat.open("c")
    qtbot.waitUntil(lambda: len(chat.rows) == 1, timeout=2000)
    assert chat.rows[0][1].text == "Meow"
    assert chat.composer.message() == "And a"
    chat.send("dog?")
    messages, sampling, _ = commands.named("start_generation")[0]
    assert [each.content for each in messages] == ["A cat?", "Meow", "dog?"]
    assert (sampling.temperature, sampling.seed, sampling.top_k) == (0.7, 5, 50)
    assert [each.content for each in conversations.tree("c").path()] == ["A cat?", "Meow", "dog?", ""]


def test_a_chat_that_is_gone_says_so_and_the_shown_one_stays(
    chat: ChatTab, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.send("Hi")
    chat.open("gone")
    qtbot.waitUntil(chat._problem.isVisible, timeout=2000)
    assert chat._problem.text() == "This chat is gone."
    assert len(chat.rows) == 1


def test_each_message_is_stored_and_the_answer_recorded_while_it_is_written(
    chat: ChatTab, core: FakeCore, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.send("What is the capital of France?")
    tree = conversations.tree()
    assert tree.info.title == "What is the capital of France?"
    assert [(each.role, each.content) for each in tree.messages] == [
        ("user", "What is the capital of France?"),
        ("assistant", ""),
    ]
    assert [each[0] for each in conversations.told] == ["g1"]
    assert tree.messages[1].state == "partial"
    say(core, GenerationStarted("g1", samples.ROUTE, 41), GenerationText("g1", "Par", 1))
    assert conversations.tree().messages[1].content == "Par"
    say(core, GenerationFinished("g1", samples.RESULT))
    qtbot.waitUntil(lambda: "tokens_per_s" in conversations.tree().messages[1].facts, timeout=2000)
    assert conversations.tree().messages[1].state == "complete"


def test_what_cannot_be_stored_is_said_and_the_chat_goes_on(
    chat: ChatTab, core: FakeCore, conversations: FakeConversations, qtbot: QtBot
) -> None:
    conversations.fail_with = MachineError("The disk is full.", "Free some space.")
    chat.send("Hi")
    qtbot.waitUntil(chat._problem.isVisible, timeout=2000)
    assert chat._problem.text().startswith("The disk is full.")
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="Hello")))
    qtbot.waitUntil(lambda: chat.rows[0][1].text == "Hello", timeout=2000)


def test_a_draft_is_kept_for_each_chat(chat: ChatTab, conversations: FakeConversations, qtbot: QtBot) -> None:
    chat.composer.set_text("not yet")
    qtbot.waitUntil(lambda: conversations.draft().result() == "not yet", timeout=2000)
    chat.send("Hi")
    first = chat.conversation.id
    chat.composer.set_text("a thought")
    chat.stop()
    chat.clear()
    assert conversations.tree(first).draft == "a thought"
    chat.composer.set_text("another")
    chat.save()
    assert conversations.draft().result() == "another"
    chat.open(first)
    qtbot.waitUntil(lambda: chat.composer.message() == "a thought", timeout=2000)


def test_what_was_sent_is_no_draft_of_the_next_new_chat(
    chat: ChatTab, core: FakeCore, conversations: FakeConversations, qtbot: QtBot
) -> None:
    qtbot.keyClicks(chat.composer.edit, "Hi")
    qtbot.waitUntil(lambda: conversations.draft().result() == "Hi", timeout=2000)
    qtbot.keyClick(chat.composer.edit, Qt.Key.Key_Return)
    chat.clear()
    assert conversations.draft().result() == ""
    qtbot.wait(0)
    assert chat.composer.message() == ""
    assert [conversations.tree(info.id).draft for info in conversations.list().result()] == [""]


def test_the_title_above_a_chat_follows_its_new_name(
    chat: ChatTab, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.send("Hi")
    chat.chats.rows.renamed.emit(chat.conversation.id, "Greetings")
    qtbot.waitUntil(lambda: chat.title.text() == "Greetings", timeout=2000)
    assert conversations.tree(chat.conversation.id).info.title == "Greetings"


def test_after_another_answer_one_can_type_and_after_another_version_go_on(
    chat: ChatTab, core: FakeCore, qtbot: QtBot
) -> None:
    chat.activateWindow()
    chat.send("Hi")
    say(core, GenerationFinished("g1", samples.RESULT))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    chat.rows[0][1].again.setFocus()
    qtbot.mouseClick(chat.rows[0][1].again, Qt.MouseButton.LeftButton)
    assert chat.window().focusWidget() is chat.composer.edit
    say(core, GenerationFinished("g2", samples.RESULT))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    back = chat.rows[0][1].branches.back
    back.setFocus()
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    assert chat.window().focusWidget() is chat.rows[0][1].branches.forth
    qtbot.mouseClick(chat.rows[0][1].branches.forth, Qt.MouseButton.LeftButton)
    assert chat.window().focusWidget() is chat.rows[0][1].branches.back


def test_the_draft_of_a_chat_that_had_not_begun_is_there_at_the_next_start(
    qtbot: QtBot, commands: FakeCommands, conversations: FakeConversations, bridge: Bridge
) -> None:
    conversations.set_draft("", "where was I")
    chat = ChatTab(commands, conversations, bridge)
    qtbot.addWidget(chat)
    qtbot.waitUntil(lambda: chat.composer.message() == "where was I", timeout=2000)


def test_an_edited_question_is_sent_as_a_branch_and_the_other_is_kept(
    chat: ChatTab, core: FakeCore, commands: FakeCommands, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.send("A cat?")
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="Meow")))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    chat.composer.set_text("unsent")
    chat.rows[0][0].edit.click()
    assert chat.composer.message() == "A cat?"
    assert chat.composer.editing_bar.isVisible()
    chat.composer.set_text("A dog?")
    chat.composer.submit()
    assert commands.named("start_generation")[1][0] == (Message("user", "A dog?"),)
    assert chat.composer.message() == "unsent"
    say(core, GenerationFinished("g2", replace(samples.RESULT, text="Woof")))
    qtbot.waitUntil(lambda: chat.rows[0][1].text == "Woof", timeout=2000)
    question = chat.rows[0][0]
    assert question.branches.place.text() == "2/2"
    question.branches.back.click()
    assert chat.rows[0][1].text == "Meow"
    assert chat.rows[0][0].branches.place.text() == "1/2"
    assert [each.content for each in conversations.tree().path()] == ["A cat?", "Meow"]
    assert [each.content for each in conversations.tree().messages] == ["A cat?", "Meow", "A dog?", "Woof"]


def test_escape_gives_an_edit_up_and_brings_back_what_was_written(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("A cat?")
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="Meow")))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    chat.composer.set_text("unsent")
    chat.edit(0)
    qtbot.keyClick(chat.composer.edit, Qt.Key.Key_Escape)
    assert chat.composer.message() == "unsent"
    assert not chat.composer.editing_bar.isVisible()
    chat.composer.submit()
    assert [each.prompt for each in chat.conversation.exchanges] == ["A cat?", "unsent"]


def test_escape_closes_the_options_and_one_can_type(chat: ChatTab, qtbot: QtBot) -> None:
    chat.activateWindow()
    chat.composer.options.click()
    assert chat.options.isVisible()
    qtbot.keyClick(chat.options.top_k, Qt.Key.Key_Escape)
    assert not chat.options.isVisible()
    assert chat.window().focusWidget() is chat.composer.edit


def test_another_answer_can_be_asked_for_and_the_first_is_kept(
    chat: ChatTab, core: FakeCore, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.send("A cat?")
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="Meow")))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    chat.rows[0][1].again.click()
    assert not chat.rows[0][0].edit.isEnabled()
    say(core, GenerationFinished("g2", replace(samples.RESULT, text="Purr")))
    qtbot.waitUntil(lambda: chat.rows[0][1].text == "Purr", timeout=2000)
    assert chat.rows[0][0].edit.isEnabled()
    assert chat.rows[0][1].branches.place.text() == "2/2"
    assert chat.conversation.branches(chat.conversation.exchanges[0].answer_id) == (2, 2)
    assert [each.content for each in conversations.tree().messages] == ["A cat?", "Meow", "Purr"]


def test_of_a_long_chat_the_last_rows_are_there_at_once_and_old_ones_when_asked_for(
    chat: ChatTab, conversations: FakeConversations, qtbot: QtBot
) -> None:
    conversations.create("c", "Long")
    for number in range(2 * (MAX_SHOWN + 20)):
        role = ("user", "assistant")[number % 2]
        parent = f"m{number - 1}" if number else ""
        conversations.put_message("c", StoredMessage(f"m{number}", parent, role, f"text {number}", 1.0))
    chat.open("c")
    qtbot.waitUntil(lambda: bool(chat.rows), timeout=2000)
    assert len(chat.rows) <= MAX_SHOWN // 2
    assert chat.rows[-1][1].text == f"text {2 * (MAX_SHOWN + 20) - 1}"
    qtbot.waitUntil(lambda: len(chat.rows) == MAX_SHOWN, timeout=10_000)
    earlier = chat._rows.earlier
    assert earlier.text() == "Show 20 earlier messages"
    earlier.click()
    qtbot.waitUntil(lambda: len(chat.rows) == MAX_SHOWN + 20, timeout=10_000)
    assert not earlier.isVisible()
    assert [answer.text for _, answer in chat.rows][:2] == ["text 1", "text 3"]


def test_a_wrong_seed_is_told_and_can_be_mended(chat: ChatTab, commands: FakeCommands) -> None:
    chat.options.seed.setText("-5")
    chat.send("Hi")
    assert "seed" in chat.rows[0][1]._error._text.text()
    chat.options.seed.setText("7")
    chat.retry()
    assert commands.named("start_generation")[0][1].seed == 7


def test_without_a_seed_each_answer_has_its_own(chat: ChatTab) -> None:
    assert chat.options.sampling().seed != chat.options.sampling().seed


def test_where_answers_are_made_can_be_chosen(chat: ChatTab, commands: FakeCommands) -> None:
    route = chat.options.route
    assert [route.itemText(i) for i in range(route.count())] == [
        "Where it is quicker",
        "On the swarm",
        "On this computer",
    ]
    route.setCurrentIndex(1)
    route.activated.emit(1)
    assert commands.calls == [("change_settings", {"route": "split"})]
    chat.show_snapshot(replace(samples.IDLE, settings=replace(samples.IDLE.settings, route="alone")))
    assert route.currentText() == "On this computer"


def test_a_chat_on_this_computer_alone_says_so(chat: ChatTab) -> None:
    chat.send("Hi")
    chat.show_snapshot(samples.ALONE)
    assert chat.composer.context.full_text == "SmolLM2-135M-Instruct · on this computer"


def test_options_belong_to_the_chat_and_go_back_to_the_settings(
    chat: ChatTab, commands: FakeCommands, conversations: FakeConversations, qtbot: QtBot
) -> None:
    chat.composer.options.click()
    assert chat.options.isVisible()
    chat.options.temperature.setValue(0.5)
    chat.options.temperature.editingFinished.emit()
    assert commands.named("change_settings") == []
    chat.send("Hi")
    assert conversations.tree().options == {"temperature": 0.5}
    assert chat.options.resets["temperature"].isEnabled()
    assert not chat.options.resets["top_p"].isEnabled()
    chat.options.resets["temperature"].click()
    assert chat.options.temperature.value() == Settings().temperature
    assert conversations.tree().options == {}


def test_options_of_a_chat_can_become_those_of_all(chat: ChatTab, commands: FakeCommands) -> None:
    chat.options.show_options({"top_k": 7, "seed": 3})
    chat.options.make_default.click()
    assert commands.named("change_settings") == [({"top_k": 7},)]


def test_another_chat_has_its_own_options(chat: ChatTab) -> None:
    chat.options.max_tokens.setValue(99)
    chat.options.max_tokens.editingFinished.emit()
    chat.send("Hi")
    chat.clear()
    assert chat.options.max_tokens.value() == Settings().max_tokens


def test_a_field_in_use_is_not_overwritten_by_a_snapshot(chat: ChatTab, qtbot: QtBot) -> None:
    chat.composer.options.click()
    chat.options.max_tokens.setFocus()
    chat.options.max_tokens.setValue(99)
    chat.show_snapshot(replace(samples.IDLE, settings=replace(samples.IDLE.settings, max_tokens=256)))
    assert chat.options.max_tokens.value() == (99 if chat.options.max_tokens.hasFocus() else 256)


def test_while_starting_nothing_can_be_sent_and_the_reason_is_shown(window: MainWindow) -> None:
    window.show_snapshot(samples.STARTING)
    chat = window.chat
    chat.composer.set_text("Hi")
    assert not chat.composer.send.isEnabled()
    assert "Loading the program" in chat.composer.send.toolTip()
    assert chat.welcome.status._busy.isVisible()


def test_missing_layers_are_named_and_can_be_served_here(window: MainWindow, commands: FakeCommands) -> None:
    window.show_snapshot(replace(samples.NO_ROUTE, node=samples.OFF))
    status = window.chat.welcome.status
    assert status._title.text() == "Nobody serves layers 15-30"
    status.serve.click()
    assert commands.calls == [("set_span", Span(15, 30)), ("set_contributing", True)]
    status.others.click()
    assert window.stack.currentWidget() is window.swarm


def test_closing_a_gap_keeps_the_layers_that_are_served_already(window: MainWindow, commands: FakeCommands) -> None:
    window.show_snapshot(samples.NO_ROUTE)
    status = window.chat.welcome.status
    assert status.serve.text() == "Serve layers 0-30 on this computer"
    status.serve.click()
    assert commands.named("set_span") == [(Span(0, 30),)]
    far = replace(samples.READY, span=Span(0, 5))
    window.show_snapshot(replace(samples.NO_ROUTE, node=far))
    assert not status.serve.isVisible()


def test_two_separate_gaps_cannot_be_served_by_one_span(window: MainWindow) -> None:
    window.show_snapshot(replace(samples.NO_ROUTE, missing=(Span(0, 5), Span(20, 30))))
    assert not window.chat.welcome.status.serve.isVisible()
    assert window.chat.welcome.status._title.text() == "Nobody serves layers 0-5 and 20-30"


def test_serving_layers_that_are_not_on_this_disk_says_what_is_fetched_first(window: MainWindow) -> None:
    lacking = replace(samples.MODELS, model=samples.QWEN, route=None, missing=(Span(8, 12),), node=samples.OFF)
    window.show_snapshot(lacking)
    assert window.chat.welcome.status._text.text().endswith("are not on this disk yet: about 768 MB are fetched first.")
    window.show_snapshot(replace(lacking, missing=(Span(2, 4),)))
    assert window.chat.welcome.status._text.text().endswith("bring in others who do.")


def test_without_a_model_the_chat_says_how_to_get_one(window: MainWindow) -> None:
    window.show_snapshot(samples.NO_MODEL)
    status = window.chat.welcome.status
    assert status.starter.isVisible()
    assert status.starter.property("kind") == "primary"
    assert status.find_model.isVisible()
    assert status.find_model.property("kind") == "plain"
    assert not status.use.isVisible()
    assert "a file that you have" in status._text.text()
    assert "terminal" not in status._text.text()
    assert f"{DOWNLOAD_BYTES / 1e6:.0f} MB" in status.starter.text()


def test_without_a_model_the_way_to_others_leads_to_the_catalogue(window: MainWindow) -> None:
    window.show_snapshot(samples.NO_MODEL)
    window.show_tab("Chat")
    window.chat.welcome.status.find_model.click()
    assert window.stack.currentWidget() is window.models
    assert window.models.stack.currentIndex() == 1


def test_who_joined_a_swarm_without_a_model_uses_the_swarms_with_one_click(
    window: MainWindow, commands: FakeCommands, qtbot: QtBot
) -> None:
    joined = replace(samples.NO_MODEL, swarm=samples.SWARM, swarm_models=samples.SWARM_MODELS)
    window.show_snapshot(joined)
    status = window.chat.welcome.status
    assert status.use.text() == "Use Qwen3-8B"
    assert status.starter.property("kind") == "plain"  # one button of the first rank is enough
    commands.answers["add_model"] = replace(samples.ADDED, name="qwen3-8b")
    status.use.click()
    assert commands.named("add_model") == [(samples.QWEN_IDENTITY,)]
    assert not status.use.isEnabled()
    qtbot.waitUntil(lambda: commands.named("set_model") == [("qwen3-8b",)], timeout=2000)
    commands.fail_with = MachineError("Nobody hands it out.")
    status.use.click()
    qtbot.waitUntil(lambda: status.problem.text() == "Nobody hands it out.", timeout=2000)
    assert status.use.isEnabled()


def test_the_starter_model_is_fetched_with_one_click(window: MainWindow, commands: FakeCommands, qtbot: QtBot) -> None:
    window.show_snapshot(samples.NO_MODEL)
    status = window.chat.welcome.status
    commands.hold = True
    status.starter.click()
    assert commands.named("fetch_starter") == [()]
    assert not status.starter.isEnabled()
    window.show_snapshot(replace(samples.NO_MODEL, startup="downloading the starter model (40%)"))
    assert status._text.text() == "Downloading the starter model (40%)"
    assert status._busy.isVisible()
    window.show_snapshot(samples.IDLE)
    commands.held[0].set_result(samples.MODEL)
    qtbot.waitUntil(status.starter.isEnabled, timeout=2000)
    assert not status.problem.isVisible()
    assert commands.named("set_model") == []


def test_a_starter_model_that_came_along_is_set_up_and_not_fetched(window: MainWindow) -> None:
    starter = window.chat.welcome.status.starter
    window.show_snapshot(samples.NO_MODEL)
    assert starter.text() == "Get the starter model (93 MB)"
    window.show_snapshot(replace(samples.NO_MODEL, has_starter=True))
    assert (starter.text(), starter.accessibleName()) == ("Set up the starter model", "Set up the starter model")


def test_a_starter_model_that_does_not_come_is_told_in_the_card(
    window: MainWindow, commands: FakeCommands, qtbot: QtBot
) -> None:
    window.show_snapshot(samples.NO_MODEL)
    status = window.chat.welcome.status
    commands.fail_with = MachineError("The starter model could not be fetched.", "Or: meshnet models import PATH.")
    status.starter.click()
    qtbot.waitUntil(status.problem.isVisible, timeout=2000)
    assert status.problem.text() == "The starter model could not be fetched."
    commands.hold = True
    status.starter.click()
    assert not status.problem.isVisible()


def test_a_starter_model_is_chosen_where_the_chosen_model_is_gone(
    window: MainWindow, commands: FakeCommands, qtbot: QtBot
) -> None:
    window.show_snapshot(replace(samples.NO_MODEL, settings=replace(samples.SETTINGS, model="gone")))
    commands.answers["fetch_starter"] = samples.MODEL
    window.chat.welcome.status.starter.click()
    qtbot.waitUntil(lambda: commands.named("set_model") == [(samples.MODEL.name,)], timeout=2000)


def test_after_an_example_and_after_stop_one_can_type_at_once(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.activateWindow()
    chat.composer.set_text("Hi")
    for button in (chat.composer.send, chat.composer.stop):
        button.setFocus()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert chat.window().focusWidget() is chat.composer.edit
    say(core, GenerationFinished("g1", samples.RESULT))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    chat.clear()
    for button in (chat.welcome.chips[0], chat.composer.stop):
        button.setFocus()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert chat.window().focusWidget() is chat.composer.edit


def test_an_example_is_sent_with_one_click(chat: ChatTab, commands: FakeCommands) -> None:
    chat.welcome.chips[0].click()
    assert commands.named("start_generation")[0][0] == (Message("user", "What is the capital of France?"),)


def test_the_view_follows_the_end_only_for_a_reader_who_is_there(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Hi")
    say(core, GenerationText("g1", "para\n\n" * 200, 200))
    bar = chat.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 1000 and bar.value() == bar.maximum(), timeout=2000)
    bar.setValue(10)
    top = bar.maximum()
    say(core, GenerationText("g1", "more\n\n" * 200, 400))
    qtbot.waitUntil(lambda: bar.maximum() > top, timeout=2000)
    assert bar.value() == 10
    assert chat.transcript.latest.isVisible()
    chat.transcript.latest.click()
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize("width", [820, 1180])
def test_the_column_stays_over_the_composer_when_the_scroll_bar_comes(
    chat: ChatTab, core: FakeCore, qtbot: QtBot, drain: Callable[[], None], width: int
) -> None:
    def left_edges() -> tuple[int, int]:
        column = chat.transcript._column
        assert abs(column.width() - chat.composer.width()) <= 1
        return column.mapTo(chat, QPoint(0, 0)).x(), chat.composer.mapTo(chat, QPoint(0, 0)).x()

    chat.window().resize(width, 800)
    chat.send("Hi")
    drain()
    before = left_edges()
    assert before[0] == before[1]
    say(core, GenerationText("g1", "para\n\n" * 200, 200))
    qtbot.waitUntil(chat.transcript.verticalScrollBar().isVisible, timeout=2000)
    drain()
    assert left_edges() == before


def test_a_hundred_thousand_characters_never_freeze_the_window(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Hi")
    text = ("Some **bold** words and `code`, again and again. " * 8 + "\n\n") * 260
    assert len(text) > 100_000
    worst, said = 0.0, 0
    while said < len(text):
        say(core, GenerationText("g1", text[said : said + 2000], said))
        said += 2000
        started = time.perf_counter()
        wanted = min(said, len(text))
        qtbot.waitUntil(lambda wanted=wanted: len(chat.rows[0][1].text) >= wanted, timeout=5000)
        chat.grab()
        worst = max(worst, time.perf_counter() - started)
    assert chat.rows[0][1].text == text
    assert worst < 1


def test_one_endless_line_does_not_freeze_the_window(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("x" * 100_000)
    started = time.perf_counter()
    say(core, GenerationText("g1", "y" * 100_000, 1))
    qtbot.waitUntil(lambda: len(chat.rows[0][1].text) == 100_000, timeout=5000)
    chat.grab()
    assert time.perf_counter() - started < 2


def break_off(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Tell me a story.")
    failed = GenerationFailed("g1", "Nobody serves layers 15-30.", "Wait until somebody does.", "Once upon")
    say(core, GenerationStarted("g1", samples.ROUTE, 5), GenerationText("g1", "Once upon", 2), failed)
    qtbot.waitUntil(lambda: chat.rows[0][1]._error.isVisible(), timeout=2000)


def test_an_answer_that_broke_off_can_be_gone_on_with(
    chat: ChatTab, core: FakeCore, commands: FakeCommands, qtbot: QtBot
) -> None:
    break_off(chat, core, qtbot)
    answer = chat.rows[0][1]
    assert answer._error.resume.isVisible()
    answer._error.resume.click()
    assert commands.named("resume_generation") == [("g1",)]
    assert not answer._error.isVisible()
    assert answer._state._label.full_text == "Going on…"
    assert chat.composer.stop.isVisible()
    say(core, GenerationStarted("g1", samples.ROUTE, 7), GenerationText("g1", " a time.", 4))
    qtbot.waitUntil(lambda: answer.text == "Once upon a time.", timeout=2000)
    result = replace(samples.RESULT, text="Once upon a time.")
    say(core, GenerationFinished("g1", result))
    qtbot.waitUntil(lambda: answer._foot.isVisible(), timeout=2000)
    assert answer.text == "Once upon a time."


def test_an_answer_that_cannot_go_on_yet_says_so_and_keeps_its_buttons(
    chat: ChatTab, core: FakeCore, commands: FakeCommands, qtbot: QtBot
) -> None:
    break_off(chat, core, qtbot)
    commands.fail_with = NoRoute("Still nobody serves layers 15-30.")
    error = chat.rows[0][1]._error
    error.resume.click()
    qtbot.waitUntil(error.isVisible, timeout=2000)
    assert error._text.text() == "Nobody serves layers 15-30."
    assert "Still nobody serves" in chat._problem.text()
    assert error.resume.isVisible()
    assert chat.rows[0][1].text == "Once upon"


def test_an_older_answer_cannot_be_gone_on_with(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    break_off(chat, core, qtbot)
    chat.send("Another one.")
    assert not chat.rows[0][1]._error.resume.isVisible()


def test_the_hops_of_an_answer_go_by_their_names(window: MainWindow, core: FakeCore, qtbot: QtBot) -> None:
    window.show_snapshot(samples.IN_SWARM)
    window.chat.send("Hi")
    say(core, GenerationStarted("g1", samples.SWARM_ROUTE, 5), GenerationText("g1", "Hello", 2))
    label = window.chat.rows[0][1]._state._label
    qtbot.waitUntil(lambda: "gaming PC (relayed) [12-20] → kitchen laptop [20-30]" in label.text(), timeout=2000)


def test_notes_and_failures_name_members_as_all_else_does(window: MainWindow, core: FakeCore, qtbot: QtBot) -> None:
    window.show_snapshot(samples.IN_SWARM)
    window.chat.send("Hi")
    known = samples.MEMBER_LAPTOP.node_id[:8]
    say(core, GenerationNote("g1", f"Peer {known} (layers 20-30) left. Peer 0123abcd goes on."))
    notes = window.chat.rows[0][1]._notes
    qtbot.waitUntil(lambda: bool(notes.text()), timeout=2000)
    assert notes.text() == "kitchen laptop (layers 20-30) left. Peer 0123abcd goes on."
    say(core, GenerationFailed("g1", f"Node {known} cannot be reached.", "Is it on?", ""))
    error = window.chat.rows[0][1]._error._text
    qtbot.waitUntil(lambda: error.text() == "kitchen laptop cannot be reached.", timeout=2000)


def test_of_many_recoveries_the_last_are_told(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Hi")
    say(core, *(GenerationNote("g1", f"Recovered {number}.") for number in range(9)))
    notes = chat.rows[0][1]._notes
    qtbot.waitUntil(lambda: notes.text().endswith("Recovered 8."), timeout=2000)
    assert notes.text().splitlines()[:2] == ["5 earlier notes.", "Recovered 5."]


def test_while_an_answer_comes_nobody_says_that_it_cannot(chat: ChatTab, core: FakeCore, qtbot: QtBot) -> None:
    chat.send("Hi")
    say(core, GenerationStarted("g1", samples.ROUTE, 5), GenerationText("g1", "Hello", 2))
    qtbot.waitUntil(lambda: chat.rows[0][1].text == "Hello", timeout=2000)
    chat.show_snapshot(replace(samples.NO_ROUTE, num_generating=1))
    assert chat.composer.context.full_text == "SmolLM2-135M-Instruct"
    say(core, GenerationFinished("g1", samples.RESULT))
    qtbot.waitUntil(lambda: not chat.composer.stop.isVisible(), timeout=2000)
    assert chat.composer.context.full_text == "Nobody serves layers 15-30"


def test_missing_layers_lead_to_the_others(window: MainWindow) -> None:
    status = window.chat.welcome.status
    window.show_snapshot(samples.NO_ROUTE)
    assert status.others.text() == "Start or join a swarm"
    status.others.click()
    assert window.swarm.swarm.form.isVisible()
    gap = replace(samples.IN_SWARM, route=None, missing=(Span(20, 30),))
    window.show_snapshot(gap)
    assert status.others.text() == "Invite somebody"
    assert status._title.text() == "Nobody serves layers 20-30 yet"
    assert "the chat opens by itself" in status._text.text()


def test_what_the_route_means_is_said_beside_it(window: MainWindow) -> None:
    window.show_snapshot(replace(samples.IN_SWARM, route_note=samples.ROUTE_NOTE))
    assert window.chat.welcome.status._text.text().endswith(f"kitchen laptop [20-30]. {samples.ROUTE_NOTE}")


def test_what_no_tokenizer_takes_is_not_sent(
    chat: ChatTab, commands: FakeCommands, conversations: FakeConversations
) -> None:
    chat.composer.edit.insertPlainText("a\0b\ud83dc")
    chat.composer.submit()
    sent = commands.named("start_generation")[0][0][0].content
    assert sent.encode("utf-8").decode() == sent
    assert "\0" not in sent
    assert conversations.tree().messages[0].content == sent


def test_a_stored_chat_with_a_hostile_title_and_ten_megabytes_is_shown(
    chat: ChatTab, conversations: FakeConversations, qtbot: QtBot
) -> None:
    conversations.create("c", "<img src=http://localhost/x>\u202egnp.\n" + "x" * 10_000_000)
    conversations.put_message("c", StoredMessage("q", "", "user", "<b>" + "y" * 10_000_000, 1.0))
    conversations.put_message("c", StoredMessage("a", "q", "assistant", "Fine.", 1.0))
    chat.open("c")
    qtbot.waitUntil(lambda: len(chat.rows) == 1, timeout=5000)
    assert chat.title.full_text.startswith("<img src=http://localhost/x> gnp.")
    assert len(chat.title.full_text) < 2_000
    assert chat.rows[0][1].text == "Fine."
    chat.edit(0)
    assert [len(each.text) for each in chat.composer.attachments.items] == [10_000_003]
    chat.composer.submit()
    assert "1,000,000" in chat.composer._problem.text()


def test_the_meter_counts_the_whole_prompt_and_follows_the_answer(
    chat: ChatTab, core: FakeCore, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.answers["count_tokens"] = 8100
    chat.options.system.setPlainText("Be brief.")
    chat.composer.set_text("Hi")
    meter = chat.composer.meter
    qtbot.waitUntil(lambda: meter.label.text() == "8,100 of 8,192 tokens", timeout=5000)
    assert commands.named("count_tokens")[-1] == ((Message("system", "Be brief."), Message("user", "Hi")),)
    assert "nearly full" in chat.composer._warning.text()
    chat.options.overflow.setCurrentIndex(1)
    chat.options.overflow.activated.emit(1)
    assert "oldest messages will be left out" in chat.composer._warning.text()
    chat.composer.submit()
    assert commands.named("start_generation")[0][3] == "drop_oldest"
    say(core, GenerationStarted("g1", samples.ROUTE, 4000), GenerationText("g1", "Hello", 5))
    qtbot.waitUntil(lambda: meter.label.text() == "4,005 of 8,192 tokens", timeout=5000)


def test_files_dropped_anywhere_on_the_chat_are_attached(chat: ChatTab, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "notes.txt").write_text("some notes")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "notes.txt"))])
    drop = QDropEvent(
        QPointF(300, 300),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    chat.dropEvent(drop)
    qtbot.waitUntil(lambda: len(chat.composer.attachments.items) == 1, timeout=5000)
    chat.composer.set_text("Summarise.")
    chat.composer.submit()
    assert chat.conversation.exchanges[0].sent_text == "Summarise.\n\nFile notes.txt:\nsome notes"


def test_what_could_not_be_stored_is_there_once_there_is_room(
    chat: ChatTab, core: FakeCore, conversations: FakeConversations, qtbot: QtBot
) -> None:
    conversations.fail_with = DiskFull("The disk is full.")
    chat.send("Hi")
    say(core, GenerationFinished("g1", replace(samples.RESULT, text="Hello")))
    qtbot.waitUntil(lambda: not chat.conversation.running and "full" in chat._problem.text(), timeout=2000)
    conversations.fail_with = None
    chat.send("And?")
    say(core, GenerationFinished("g2", replace(samples.RESULT, text="That is all.")))
    qtbot.waitUntil(lambda: not chat.conversation.running, timeout=2000)
    said = [message.content for message in conversations.tree().path()]
    assert said == ["Hi", "Hello", "And?", "That is all."]
    qtbot.waitUntil(chat._problem.isHidden, timeout=2000)


def test_a_chat_that_is_gone_is_not_tried_again(
    chat: ChatTab, core: FakeCore, conversations: FakeConversations, qtbot: QtBot
) -> None:
    conversations.fail_with = UserError("This chat is gone.")
    chat.send("Hi")
    qtbot.waitUntil(lambda: "gone" in chat._problem.text(), timeout=2000)
    assert not chat._keeper._again.isActive()


def test_what_is_wrong_with_the_file_of_chats_is_seen_with_and_without_their_list(
    chat: ChatTab, conversations: FakeConversations, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: Future[str] = Future()
    said.set_result("The file chats.sqlite3 is of a newer version of Meshnet, so it is only read.")
    monkeypatch.setattr(conversations, "notice", lambda: said)
    chat.window().resize(820, 600)
    chat.chats.refresh()
    qtbot.waitUntil(lambda: "only read" in chat._chats_notice.text())
    assert chat._chats_notice.isVisible()
    chat.list_button.click()
    assert chat.chats.notice.isVisible()
    assert not chat._chats_notice.isVisible()
    chat.list_button.click()
    assert chat._chats_notice.isVisible()


def test_the_list_of_chats_hides_in_a_narrow_window_unless_it_is_wanted(chat: ChatTab) -> None:
    window = chat.window()
    window.resize(1180, 800)
    assert chat.chats.isVisible()
    assert not chat.new_chat.isVisible()
    window.resize(820, 600)
    assert not chat.chats.isVisible()
    assert chat.new_chat.isVisible()
    chat.list_button.click()
    assert chat.chats.isVisible()
    window.resize(1180, 800)
    chat.list_button.click()
    assert not chat.chats.isVisible()
    chat.search_chats()
    assert chat.chats.isVisible()
