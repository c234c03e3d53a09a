"""When a member joins the overlay anew by itself, and when it leaves well alone."""

from __future__ import annotations

from meshnet_gui.swarm.hearing import MAX_REJOINS, Hearing

A, B = "a" * 64, "b" * 64


def looks(hearing: Hearing, neighbours: set[str], alive: set[str], num: int) -> list[bool]:
    return [hearing.should_rejoin(neighbours, alive) for _ in range(num)]


def test_neighbours_that_are_heard_and_members_further_away_are_as_they_should_be() -> None:
    assert not any(looks(Hearing(), {A}, {A, B}, 10))


def test_neighbour_that_stays_unheard_is_a_reason_and_one_that_is_only_late_is_none() -> None:
    hearing = Hearing()
    assert looks(hearing, {A, B}, {A}, 1) == [False]
    assert looks(hearing, {A, B}, {A, B}, 1) == [False]
    assert looks(hearing, {A, B}, {A}, 2) == [False, True]


def test_neighbour_that_never_says_that_it_is_there_does_not_keep_us_joining_for_ever() -> None:
    hearing = Hearing()
    assert sum(looks(hearing, {A}, set(), 100)) == MAX_REJOINS
    assert not any(looks(hearing, {A}, {A}, 1))
    assert sum(looks(hearing, {A}, set(), 100)) == MAX_REJOINS  # it was heard meanwhile


def test_losing_all_links_is_a_reason_once() -> None:
    hearing = Hearing()
    assert not any(looks(hearing, set(), set(), 10))  # a swarm of one
    assert not any(looks(hearing, {A}, {A}, 1))
    assert looks(hearing, set(), set(), 10) == [False, True, *[False] * 8]
    assert not any(looks(hearing, {A}, {A}, 1))
    assert not any(looks(hearing, set(), set(), 1))
    assert not any(looks(hearing, {A}, {A}, 3))  # back by itself
