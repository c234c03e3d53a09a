"""What the head keeps: everything once, in order, in its dtype, within its bound."""

from __future__ import annotations

import pytest

from meshnet_gui.head.history import Histories, History, HistoryBudget
from meshnet_gui.head.step import Step
from meshnet_gui.wire.messages import TensorPayload

WIDTH = 2


def hidden(first: int, num: int, dtype: str = "float32") -> Step:
    """Positions whose bytes say which they are."""
    size = WIDTH * (4 if dtype == "float32" else 2)
    data = b"".join(bytes([position]) * size for position in range(first, first + num))
    return Step(range(first, first + num), first, TensorPayload((1, num, WIDTH), dtype, data))


def history(*steps: Step, max_bytes: int = 10_000) -> History:
    made = History(HistoryBudget(max_bytes))
    for step in steps:
        made.add(step)
    return made


def spans(made: History, num_tokens: int, max_tokens: int) -> list[tuple[int, int]]:
    return [(step.past_len, step.num_held) for step in made.since(num_tokens, max_tokens)]


def test_steps_are_joined_up_to_the_longest_and_never_divided() -> None:
    made = history(hidden(0, 4), hidden(4, 4), *(hidden(i, 1) for i in range(8, 13)))
    assert spans(made, 0, 6) == [(0, 4), (4, 10), (10, 13)]
    assert spans(made, 8, 3) == [(8, 11), (11, 13)]
    assert spans(made, 0, 2)[0] == (0, 4)
    whole = next(iter(made.since(0, 100)))
    assert bytes(whole.tensor.data) == bytes(hidden(0, 13).tensor.data)
    assert (list(whole.ids), whole.mode) == (list(range(13)), "prefill")
    assert next(iter(made.since(4, 100))).mode == "decode"


def test_steps_of_another_dtype_go_by_themselves() -> None:
    made = history(hidden(0, 3), hidden(3, 2, "bfloat16"), hidden(5, 1, "bfloat16"), hidden(6, 1))
    assert spans(made, 0, 100) == [(0, 3), (3, 6), (6, 7)]
    assert [step.tensor.dtype for step in made.since(0, 100)] == ["float32", "bfloat16", "float32"]


def test_what_is_held_already_or_lies_beyond_changes_nothing() -> None:
    made = history(hidden(0, 3), hidden(0, 3), hidden(1, 2), hidden(7, 1))
    assert spans(made, 0, 100) == [(0, 3)]
    assert made.num_tokens == 3


def test_history_beyond_the_bound_is_given_up_as_a_whole_and_its_bytes_are_free_again() -> None:
    budget = HistoryBudget(hidden(0, 10).tensor.num_bytes)
    first, second = History(budget), History(budget)
    first.add(hidden(0, 6))
    second.add(hidden(0, 4))
    first.add(hidden(6, 1))
    assert (first.is_complete, second.is_complete) == (False, True)
    assert budget.used_bytes == second.num_tokens * 8
    first.add(hidden(0, 1))
    assert spans(first, 0, 100) == []


def test_cleared_histories_give_everything_back_and_begin_anew() -> None:
    budget = HistoryBudget(104)
    made = Histories(budget)
    made.before(0).add(hidden(0, 6))
    made.before(3).add(hidden(0, 6))
    made.before(3).add(hidden(6, 1))
    assert (made.before(0).is_complete, made.before(3).is_complete, budget.used_bytes) == (True, True, 104)
    made.clear()
    assert (budget.used_bytes, made.before(3).is_complete, made.before(0).num_tokens) == (0, True, 0)


@pytest.mark.parametrize("left", [5, 2, 1])
def test_step_is_cut_to_its_last_positions(left: int) -> None:
    first = 5 - left
    cut = hidden(0, 5).last(left)
    assert bytes(cut.tensor.data) == bytes(hidden(first, left).tensor.data)
    assert (list(cut.ids), cut.num_held, cut.tensor.num_positions) == (list(range(first, 5)), 5, left)
    ids = Step.of(range(5)).last(left)
    assert bytes(ids.tensor.data) == Step.of(range(first, 5)).tensor.data
    assert hidden(0, 5).last(9) == hidden(0, 5)


@pytest.mark.parametrize("num_made", [5, 2])
def test_what_a_hop_made_of_a_step_may_be_its_last_positions_only(num_made: int) -> None:
    made = hidden(0, 5).made(hidden(5 - num_made, num_made, "bfloat16").tensor)
    assert (made.past_len, made.num_held, len(made.ids)) == (5 - num_made, 5, num_made)
    assert made.tensor.dtype == "bfloat16"
