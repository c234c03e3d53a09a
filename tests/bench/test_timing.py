from __future__ import annotations

import threading
from itertools import count

import pytest

from meshnet_gui.bench.timing import (
    Stopwatch,
    Turns,
    last_over_first,
    percentile,
    quarters,
    tokens_per_s,
    typical_tokens_per_s,
    undisturbed,
)


def test_tokens_per_second_counts_every_step():
    assert tokens_per_s([0.1, 0.3]) == pytest.approx(5.0)


def test_the_typical_rate_is_not_moved_by_a_disturbed_step():
    assert typical_tokens_per_s([0.1] * 9 + [5.0]) == pytest.approx(10.0)


def test_quarters_are_equal_and_leave_out_the_first_steps_that_do_not_come_out_even():
    assert [list(part) for part in quarters([9, 1, 2, 3, 4])] == [[1], [2], [3], [4]]


def test_too_few_steps_have_no_quarters():
    with pytest.raises(ValueError, match="3 steps have no quarters"):
        quarters([1.0, 1.0, 1.0])


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [([0.1] * 40, 1.0), ([0.1] * 30 + [0.2] * 10, 0.5), ([0.2] * 10 + [0.1] * 30, 2.0)],
)
def test_last_over_first_is_one_when_flat_and_below_when_it_decays(seconds: list[float], expected: float):
    assert last_over_first(seconds) == pytest.approx(expected)


def test_last_over_first_forgives_single_disturbed_steps():
    assert last_over_first([0.1] * 39 + [3.0]) == pytest.approx(1.0)


def test_each_step_is_taken_from_its_quickest_round():
    assert undisturbed([[1.0, 5.0, 3.0], [2.0, 2.0, 9.0]]) == (1.0, 2.0, 3.0)


@pytest.mark.parametrize(("percent", "expected"), [(0, 1), (50, 50), (99, 99), (99.5, 100), (100, 100)])
def test_a_percentile_is_the_nearest_rank(percent: float, expected: float):
    assert percentile(list(range(100, 0, -1)), percent) == expected


def test_no_values_have_no_percentile():
    with pytest.raises(ValueError, match="no values"):
        percentile([], 99.0)


def test_a_pause_belongs_to_no_step():
    ticks = count()
    watch = Stopwatch(pause=lambda num_steps: [next(ticks) for _ in range(100)], clock=lambda: float(next(ticks)))
    watch.restart()
    for _ in range(3):
        watch.step()
    assert watch.seconds == [1.0, 1.0, 1.0]


def run_in_turns(turns: Turns, steps: tuple[int, int]) -> str:
    """What two workers of so many steps each do, in order."""
    order: list[str] = []

    def work(worker: int) -> None:
        turns.wait(worker)
        for number in range(1, steps[worker] + 1):
            order.append("ab"[worker])
            turns.after_step(worker, number)
        turns.end(worker)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in (1, 0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10.0)
    return "".join(order)


def test_two_workers_run_in_turn():
    assert run_in_turns(Turns(2, patience_s=5.0), (6, 6)) == "aabbaabbaabb"


@pytest.mark.parametrize(("steps", "expected"), [((2, 5), "aabbbbb"), ((5, 2), "aabbaaa"), ((3, 0), "aaa")])
def test_who_ended_is_not_waited_for(steps: tuple[int, int], expected: str):
    assert run_in_turns(Turns(2, patience_s=5.0), steps) == expected


def test_a_side_that_hangs_ends_the_wait():
    with pytest.raises(TimeoutError, match="hangs"):
        Turns(2, patience_s=0.01).wait(1)
