"""What is left out of a conversation that is too long. One letter counts as one token."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from meshnet_gui.head.overflow import fitting_prompt, most_prompt_tokens
from meshnet_gui.types import Message

CHAT = (
    Message("system", "s" * 10),
    Message("user", "a" * 20),
    Message("assistant", "b" * 20),
    Message("user", "c" * 20),
    Message("assistant", "d" * 20),
    Message("user", "e" * 20),
    Message("assistant", "f" * 20),
    Message("user", "g" * 10),
)


def encode(messages: Sequence[Message]) -> list[int]:
    return [ord(letter) for message in messages for letter in message.content]


def kept(most_tokens: int, overflow: str, messages: Sequence[Message] = CHAT) -> tuple[str, int]:
    ids, num_left_out = fitting_prompt(messages, encode, most_tokens, overflow)
    return "".join(dict.fromkeys(map(chr, ids))), num_left_out


@pytest.mark.parametrize("overflow", ["stop", "drop_oldest", "drop_middle"])
def test_nothing_is_left_out_of_a_chat_that_fits(overflow: str) -> None:
    assert kept(140, overflow) == ("sabcdefg", 0)


def test_a_chat_that_must_stay_whole_comes_back_whole_to_be_refused() -> None:
    assert kept(139, "stop") == ("sabcdefg", 0)


@pytest.mark.parametrize(
    ("most_tokens", "oldest", "middle"),
    [(139, ("scdefg", 2), ("sabefg", 2)), (100, ("scdefg", 2), ("sabefg", 2)), (99, ("sefg", 4), ("sabg", 4))],
)
def test_as_few_whole_turns_as_need_be_are_left_out(
    most_tokens: int, oldest: tuple[str, int], middle: tuple[str, int]
) -> None:
    assert kept(most_tokens, "drop_oldest") == oldest
    assert kept(most_tokens, "drop_middle") == middle


def test_system_prompt_and_last_question_always_stay() -> None:
    assert kept(20, "drop_oldest") == ("sg", 6)
    assert kept(19, "drop_oldest") == ("sabcdefg", 0)  # even they are too much: refused, not cut


def test_the_first_turn_goes_too_where_it_alone_is_left() -> None:
    assert kept(20, "drop_middle") == ("sg", 6)
    assert kept(60, "drop_middle") == ("sabg", 4)


def test_a_question_without_an_answer_is_a_turn_of_its_own() -> None:
    chat = (Message("user", "a" * 20), Message("user", "b" * 20), Message("user", "c" * 20))
    assert kept(40, "drop_oldest", chat) == ("bc", 1)


def test_a_single_question_that_is_too_long_stays_as_it_is() -> None:
    assert kept(5, "drop_oldest", CHAT[-1:]) == ("g", 0)


@pytest.mark.parametrize(("context", "longest", "most"), [(1000, 100, 900), (1000, 900, 750), (8, 512, 6), (2, 5, 1)])
def test_room_is_kept_for_the_answer_and_at_most_a_quarter_of_the_context(
    context: int, longest: int, most: int
) -> None:
    assert most_prompt_tokens(context, longest) == most
