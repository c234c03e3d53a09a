"""When a member joins the overlay anew by itself, and when it leaves well alone."""

from __future__ import annotations

import itertools

import pytest

from meshnet_gui.swarm.hearing import LATER_S, MAX_REJOINS, SOON_S, Hearing

A, B, C = "a" * 64, "b" * 64, "c" * 64


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def hearing(time: Time) -> Hearing:
    return Hearing(time)


def looks(hearing: Hearing, time: Time, neighbours: set[str], alive: set[str], num: int) -> list[bool]:
    said = []
    for _ in range(num):
        said.append(hearing.should_rejoin(neighbours, alive))
        time.now += SOON_S
    return said


def test_neighbours_that_are_heard_and_members_further_away_are_as_they_should_be(hearing: Hearing, time: Time) -> None:
    assert not any(looks(hearing, time, {A}, {A, B}, 100))


def test_neighbour_that_stays_unheard_is_a_reason_and_one_that_is_only_late_is_none(
    hearing: Hearing, time: Time
) -> None:
    assert looks(hearing, time, {A}, set(), 1) == [False]
    assert looks(hearing, time, {A}, {A}, 1) == [False]
    assert looks(hearing, time, {A}, set(), 2) == [False, True]


def test_where_most_are_heard_the_one_that_is_not_has_time_to_notice(hearing: Hearing, time: Time) -> None:
    said = looks(hearing, time, {A, B, C}, {A, B}, 30)
    assert LATER_S <= said.index(True) * SOON_S <= 2 * LATER_S + SOON_S


def test_not_everybody_joins_anew_in_the_same_moment(time: Time) -> None:
    many = [Hearing(time) for _ in range(40)]
    begun = time.now
    waits = set()
    while time.now < begun + 2 * LATER_S + 1:
        waits |= {(number, time.now) for number, one in enumerate(many) if one.should_rejoin({A, B, C}, {A, B})}
        time.now += 0.5
    assert len({number for number, _ in waits}) == 40
    assert len({at for _, at in waits}) > 5


def test_neighbour_that_never_says_that_it_is_there_does_not_keep_us_joining_for_ever(
    hearing: Hearing, time: Time
) -> None:
    said = looks(hearing, time, {A}, set(), 300)
    assert sum(said) == MAX_REJOINS
    at = [number for number, joins in enumerate(said) if joins]
    waits = [later - sooner for sooner, later in itertools.pairwise(at)]
    assert waits == sorted(waits)
    assert waits[-1] >= 8 * waits[0]  # ever more rarely
    assert not any(looks(hearing, time, {A}, {A}, 1))
    assert sum(looks(hearing, time, {A}, set(), 300)) == MAX_REJOINS  # it was heard meanwhile


def test_while_links_and_members_still_come_it_waits_for_them(hearing: Hearing, time: Time) -> None:
    neighbours: set[str] = set()
    said = []
    for number in range(7):
        neighbours = {*neighbours, f"{number:064x}"}
        said += looks(hearing, time, neighbours, set(), 1)
    assert not any(said)
    assert any(looks(hearing, time, neighbours, set(), 3))


def test_losing_all_links_is_a_reason_once(hearing: Hearing, time: Time) -> None:
    assert not any(looks(hearing, time, set(), set(), 10))  # a swarm of one
    assert not any(looks(hearing, time, {A}, {A}, 1))
    assert looks(hearing, time, set(), set(), 10) == [False, True, *[False] * 8]
    assert not any(looks(hearing, time, {A}, {A}, 1))
    assert not any(looks(hearing, time, set(), set(), 1))
    assert not any(looks(hearing, time, {A}, {A}, 3))  # back by itself
