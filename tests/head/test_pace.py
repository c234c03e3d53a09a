"""Deadlines: short for a hop that was measured, with room for the work, and longer where it is asked again."""

from __future__ import annotations

import pytest

from meshnet_gui.head.pace import MAX_HOPS, Paces, Patience
from meshnet_gui.types import Hop, Span

HOP, SLOW = Hop("a", Span(0, 10)), Hop("b", Span(10, 20))
PATIENCE = Patience(floor_s=2.0, stranger_s=5.0, step_s=20.0, position_s=0.25)


class Watched:
    """Paces by hop."""

    def __init__(self) -> None:
        self.paces = Paces(PATIENCE)

    def deadline_s(self, hop: Hop, num_positions: int) -> float:
        return self.paces.deadline_s(self.paces.of(hop), hop.span.num_layers, num_positions)

    def took(self, hop: Hop, num_positions: int, seconds: float) -> None:
        self.paces.took(self.paces.of(hop), hop.span.num_layers, num_positions, seconds)


def paces() -> Watched:
    return Watched()


def test_nothing_measured_anywhere_gets_the_longest_deadline() -> None:
    assert paces().deadline_s(HOP, 1) == 20.25
    assert paces().deadline_s(HOP, 256) == 84.0


def test_quick_hop_gets_the_floor() -> None:
    made = paces()
    made.took(HOP, 1, 0.02)
    assert made.deadline_s(HOP, 1) == 2.0


def test_slow_hop_gets_several_times_what_it_took() -> None:
    made = paces()
    for _ in range(50):
        made.took(HOP, 1, 1.5)
    assert made.deadline_s(HOP, 1) == pytest.approx(4 * 1.5, rel=0.1)


def test_deadline_grows_with_the_positions_of_a_step_and_is_never_beyond_the_longest() -> None:
    made = paces()
    for _ in range(50):
        made.took(HOP, 100, 2.0)
    assert made.deadline_s(HOP, 200) == pytest.approx(16.0, rel=0.1)
    made.took(HOP, 100, 90.0)
    assert made.deadline_s(HOP, 200) == 70.0


def test_first_decode_after_a_prefill_is_not_given_the_longest_deadline() -> None:
    made = paces()
    made.took(HOP, 200, 0.2)
    assert made.deadline_s(HOP, 1) == 2.0


def test_a_stranger_is_given_several_times_what_the_others_take_for_as_many_layers() -> None:
    made = paces()
    for _ in range(50):
        made.took(HOP, 1, 1.0)
    assert made.deadline_s(Hop("c", Span(0, 10)), 1) == pytest.approx(16.0, rel=0.1)
    assert made.deadline_s(Hop("c", Span(0, 1)), 1) == 5.0


def test_each_deadline_that_passed_doubles_the_next_until_a_reply_comes() -> None:
    made = paces()
    made.took(HOP, 1, 0.02)
    waits = []
    for _ in range(5):
        waits.append(made.deadline_s(HOP, 1))
        made.paces.of(HOP).passed()
    assert waits == [2.0, 4.0, 8.0, 16.0, 20.25]
    made.took(HOP, 1, 0.02)
    assert made.deadline_s(HOP, 1) == 2.0


def test_hops_are_forgotten_in_the_order_in_which_they_came() -> None:
    made = paces()
    made.took(HOP, 1, 0.02)
    for number in range(MAX_HOPS):
        made.took(Hop(str(number), Span(0, 1)), 1, 0.02)
    made.took(SLOW, 1, 0.02)
    assert made.deadline_s(HOP, 1) > 2.0
    assert made.deadline_s(SLOW, 1) == 2.0
