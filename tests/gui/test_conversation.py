from __future__ import annotations

import pytest

from meshnet_gui.events import GenerationFailed, GenerationFinished, GenerationStarted, GenerationText, PrefillProgress
from meshnet_gui.gui.conversation import Conversation
from meshnet_gui.types import Message
from tests.gui import samples


def answered(chat: Conversation, prompt: str, answer: str) -> None:
    exchange = chat.ask(prompt)
    exchange.generation_id, exchange.answer, exchange.phase = "done", answer, "done"


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
