from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.archive.tree import CUT_OFF, UNANSWERED, Attachment, ConversationInfo, ConversationTree, StoredMessage
from meshnet_gui.events import GenerationFailed, GenerationFinished, GenerationStarted, GenerationText, PrefillProgress
from meshnet_gui.gui.conversation import Conversation
from meshnet_gui.gui.exchange import PASTED
from meshnet_gui.types import Message
from tests.gui import samples


def answered(chat: Conversation, prompt: str, answer: str) -> None:
    chat.ask(prompt)
    answered_last(chat, answer)


def answered_last(chat: Conversation, answer: str) -> None:
    exchange = chat.exchanges[-1]
    exchange.generation_id = "done"
    chat.apply(GenerationFinished("done", replace(samples.RESULT, text=answer)))


def test_the_whole_conversation_is_sent_with_the_system_prompt_first() -> None:
    chat = Conversation()
    answered(chat, "Hi", "Hello")
    chat.ask("And now?")
    assert chat.messages("Be brief.") == (
        Message("system", "Be brief."),
        Message("user", "Hi"),
        Message("assistant", "Hello"),
        Message("user", "And now?"),
    )


def test_a_turn_that_never_got_an_answer_is_left_out() -> None:
    chat = Conversation()
    chat.ask("Lost")
    chat.fail("No route.")
    chat.ask("Again")
    assert chat.messages() == (Message("user", "Again"),)


def test_events_move_the_open_answer_along() -> None:
    chat = Conversation()
    exchange = chat.ask("Hi")
    exchange.generation_id = "g1"
    assert chat.apply(GenerationStarted("g1", samples.ROUTE, 40))
    assert chat.apply(PrefillProgress("g1", 20, 40))
    assert (exchange.phase, exchange.num_read) == ("reading", 20)
    assert chat.apply(GenerationText("g1", "He", 1))
    assert chat.apply(GenerationText("g1", "llo", 2))
    assert (exchange.phase, exchange.answer) == ("writing", "Hello")
    assert chat.apply(GenerationFinished("g1", samples.RESULT))
    assert not chat.running


def test_events_of_another_or_an_ended_answer_change_nothing() -> None:
    chat = Conversation()
    assert not chat.apply(GenerationText("g1", "x", 1))
    exchange = chat.ask("Hi")
    exchange.generation_id = "g2"
    assert not chat.apply(GenerationText("g1", "x", 1))
    chat.apply(GenerationFailed("g2", "Gone.", "", ""))
    assert not chat.apply(GenerationText("g2", "late", 2))
    assert exchange.answer == ""


def test_a_failure_keeps_what_was_written() -> None:
    chat = Conversation()
    exchange = chat.ask("Hi")
    exchange.generation_id = "g1"
    chat.apply(GenerationText("g1", "Hel", 1))
    chat.apply(GenerationFailed("g1", "Gone.", "Retry.", ""))
    assert (exchange.answer, exchange.error, exchange.hint) == ("Hel", "Gone.", "Retry.")


def test_retry_asks_the_same_question_without_the_broken_answer() -> None:
    chat = Conversation()
    answered(chat, "Hi", "Hello")
    chat.ask("More")
    chat.fail("Gone.")
    chat.retry()
    assert [exchange.prompt for exchange in chat.exchanges] == ["Hi", "More"]
    assert chat.running


def test_an_answer_that_broke_off_goes_on_under_its_id_and_keeps_its_text() -> None:
    chat = Conversation()
    exchange = chat.ask("Tell me a story.")
    exchange.generation_id = "g1"
    chat.apply(GenerationStarted("g1", samples.ROUTE, 5))
    chat.apply(GenerationText("g1", "Once upon", 2))
    assert not exchange.may_resume
    chat.apply(GenerationFailed("g1", "Nobody serves layers 15-30.", "Wait.", "Once upon"))
    assert exchange.may_resume
    assert chat.go_on() is exchange
    assert (exchange.phase, exchange.error, exchange.running) == ("waiting", "", True)
    chat.apply(GenerationStarted("g1", samples.ROUTE, 7))
    chat.apply(GenerationText("g1", " a time", 4))
    assert exchange.answer == "Once upon a time"
    assert not exchange.may_resume


@pytest.mark.parametrize(
    ("partial", "is_user_error", "may_resume"),
    [("Once", False, True), ("", False, False), ("Once", True, False)],
)
def test_only_what_broke_off_half_way_through_no_fault_of_the_question_can_go_on(
    partial: str, is_user_error: bool, may_resume: bool
) -> None:
    chat = Conversation()
    chat.ask("Hello?").generation_id = "g1"
    chat.apply(GenerationFailed("g1", "It broke.", "", partial, is_user_error))
    assert chat.exchanges[0].may_resume is may_resume


def test_what_never_began_cannot_go_on() -> None:
    chat = Conversation()
    chat.ask("Hello?")
    chat.fail("There is no route.")
    assert not chat.exchanges[0].may_resume


def test_an_edited_question_is_a_branch_beside_the_first_and_both_can_be_chosen() -> None:
    chat = Conversation()
    answered(chat, "Hi", "Hello")
    answered(chat, "A cat?", "Meow")
    chat.edit(1, "A dog?")
    answered_last(chat, "Woof")
    assert [each.prompt for each in chat.exchanges] == ["Hi", "A dog?"]
    assert chat.branches(chat.exchanges[1].question_id) == (2, 2)
    leaf = chat.choose(chat.exchanges[1].question_id, -1)
    assert [(each.prompt, each.answer) for each in chat.exchanges] == [("Hi", "Hello"), ("A cat?", "Meow")]
    assert leaf == chat.exchanges[1].answer_id
    assert chat.branches(chat.exchanges[1].question_id) == (1, 2)
    assert chat.messages_with("", "And?")[2:4] == (Message("user", "A cat?"), Message("assistant", "Meow"))


def test_another_answer_is_a_branch_and_what_followed_the_first_comes_back_with_it() -> None:
    chat = Conversation()
    answered(chat, "Hi", "Hello")
    answered(chat, "More", "Much more")
    chat.regenerate(0)
    answered_last(chat, "Good day")
    assert [each.answer for each in chat.exchanges] == ["Good day"]
    chat.choose(chat.exchanges[0].answer_id, -1)
    assert [each.answer for each in chat.exchanges] == ["Hello", "Much more"]
    assert chat.choose(chat.exchanges[0].answer_id, -1) == chat.exchanges[1].answer_id  # there is none before it


def test_no_branch_is_chosen_while_an_answer_is_written() -> None:
    chat = Conversation()
    answered(chat, "Hi", "Hello")
    running = chat.regenerate()
    chat.choose(running.answer_id, -1)
    assert chat.current is running


def test_a_broken_answer_with_text_stays_as_a_branch_and_an_empty_one_is_replaced() -> None:
    chat = Conversation()
    exchange = chat.ask("Hi")
    chat.fail("There is no route.")
    assert chat.retry().answer_id == exchange.answer_id
    chat.exchanges[0].answer = "Hel"
    chat.fail("Gone.")
    again = chat.retry()
    assert chat.branches(again.answer_id) == (2, 2)
    assert chat.branches(again.question_id) == (1, 1)


def test_a_stored_chat_comes_back_with_its_failures_and_branches() -> None:
    chat = Conversation()
    answered(chat, "Hi", "Hello")
    chat.ask("More")
    chat.fail("Gone.", "Retry.")
    chat.retry().answer = "Half"
    tree = ConversationTree(
        ConversationInfo(chat.id, chat.title, 1, 2), tuple(chat._messages.values()), chat.exchanges[-1].answer_id
    )
    again = Conversation(tree)
    assert again.is_kept
    assert [each.prompt for each in again.exchanges] == ["Hi", "More"]
    assert (again.exchanges[0].phase, again.exchanges[0].answer) == ("done", "Hello")
    assert (again.exchanges[1].phase, again.exchanges[1].error) == ("failed", CUT_OFF)
    assert not again.exchanges[1].may_resume
    assert again.ask("And?").question_id in again._messages
    assert again._messages[again.exchanges[-1].question_id].parent_id == again.exchanges[1].answer_id


def test_a_question_that_a_crash_left_without_an_answer_can_be_asked_again() -> None:
    question = StoredMessage("q", "", "user", "Hi", 1.0)
    chat = Conversation(ConversationTree(ConversationInfo("c", "Hi", 1, 1), (question,), "q"))
    assert chat.exchanges[0].error == UNANSWERED
    exchange = chat.retry()
    assert chat.answer(exchange).parent_id == "q"
    assert chat.messages() == (Message("user", "Hi"),)


def test_a_chat_from_elsewhere_need_not_take_turns() -> None:
    messages = tuple(
        StoredMessage(str(i), str(i - 1) if i else "", role, f"m{i}", 1.0)
        for i, role in enumerate(("assistant", "user", "user", "assistant", "assistant"))
    )
    chat = Conversation(ConversationTree(ConversationInfo("c", "", 1, 1), messages, "4"))
    assert [(each.prompt, each.answer) for each in chat.exchanges] == [
        ("", "m0"), ("m1", ""), ("m2", "m3"), ("", "m4"),
    ]  # fmt: skip
    assert [each.content for each in chat.messages_with("", "Hm")] == ["m0", "m2", "m3", "m4", "Hm"]


def test_attachments_are_sent_after_the_question_under_their_names() -> None:
    chat = Conversation()
    chat.ask("Compare.", (Attachment("a.txt", "one"), Attachment(PASTED, "two")))
    assert chat.messages() == (Message("user", "Compare.\n\nFile a.txt:\none\n\ntwo"),)
    chat.exchanges[0].answer, chat.exchanges[0].phase = "Same.", "done"
    chat.regenerate()
    assert chat.messages()[0].content.endswith("two")


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("a\0b\x1b[31m", "ab[31m"),
        ("half \ud83d emoji", "half ? emoji"),
        ("one\r\ntwo\rthree\tfour", "one\ntwo\nthree\tfour"),
        ("\U0001f600 and 漢字 and \u202e", "\U0001f600 and 漢字 and \u202e"),
    ],
)
def test_what_no_tokenizer_takes_is_left_out_of_a_question(text: str, tidied: str) -> None:
    chat = Conversation()
    chat.ask(text, (Attachment(PASTED, text),))
    assert chat.exchanges[0].prompt == tidied
    assert chat.question(chat.exchanges[0]).attachments[0].text == tidied


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        ("What is the capital of France?", "What is the capital of France?"),
        ("\n\n  Two   lines\nand more", "Two lines"),
        ("word " * 40, "word word word word word word word word word word word…"),
        ("x" * 100_000, "x" * 59 + "…"),
        ("", "notes.txt"),
    ],
)
def test_a_chat_is_called_after_its_first_question(prompt: str, title: str) -> None:
    chat = Conversation()
    chat.ask(prompt, (Attachment("notes.txt", "x"),))
    chat.ask("Another")
    assert chat.title == title


def test_a_chat_that_begins_with_a_paste_alone_is_called_after_what_was_pasted() -> None:
    chat = Conversation()
    chat.ask("", (Attachment(PASTED, "\n Dear all,\nplease"),))
    assert chat.title == "Dear all,"
