"""Faults: they decay, open a circuit, and count only where they are the peer's own."""

from __future__ import annotations

import pytest

from meshnet_gui.swarm import penalties
from meshnet_gui.swarm.penalties import HALF_LIFE_S, OPEN_S, PROOF_S, TRIAL_S, Penalties
from meshnet_gui.swarm.routing import Candidate, find_hops
from meshnet_gui.types import Hop, Span

A, B, C = "node:a", "node:b", "node:c"


def open_ones(faults: Penalties) -> set[str]:
    return {address for address in faults._records if faults.state(address) == "open"}


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def faults(clock: Clock) -> Penalties:
    return Penalties(clock)


def test_who_never_failed_has_no_penalty(faults: Penalties) -> None:
    faults.succeeded(A)
    assert faults.penalty_s(A) == 0
    assert faults.state(A) == "closed"


def test_one_fault_opens_the_circuit_until_its_time_is_over(faults: Penalties, clock: Clock) -> None:
    faults.note(A)
    assert open_ones(faults) == {A}
    clock.now += OPEN_S - 0.01
    assert faults.state(A) == "open"
    clock.now += 0.02
    assert faults.state(A) == "half-open"
    assert open_ones(faults) == frozenset()


def test_each_further_fault_keeps_it_open_twice_as_long(faults: Penalties, clock: Clock) -> None:
    for open_s in (OPEN_S, 2 * OPEN_S, 4 * OPEN_S):
        faults.note(A)
        clock.now += open_s - 0.01
        assert faults.state(A) == "open"
        clock.now += 0.02
        assert faults.state(A) == "half-open"


def test_it_is_never_open_for_longer_than_the_bound(faults: Penalties, clock: Clock) -> None:
    for _ in range(2000):
        faults.note(A)
    clock.now += penalties.MOST_OPEN_S + 0.01
    assert faults.state(A) == "half-open"


def test_only_one_request_tries_who_is_half_open(faults: Penalties, clock: Clock) -> None:
    faults.note(A)
    clock.now += OPEN_S + 1
    faults.chosen([A, B])
    assert faults.state(A) == "open"
    clock.now += TRIAL_S + 0.01  # nobody said how the trial ended
    assert faults.state(A) == "half-open"


def test_a_trial_that_works_closes_the_circuit_and_the_penalty_decays(faults: Penalties, clock: Clock) -> None:
    faults.note(A)
    clock.now += OPEN_S + 1
    faults.chosen([A])
    faults.succeeded(A)
    assert faults.state(A) == "closed"
    soon = faults.penalty_s(A)
    assert 0 < soon < penalties.OPEN_PENALTY_S
    clock.now += HALF_LIFE_S
    assert faults.penalty_s(A) == pytest.approx(soon / 2)
    clock.now += 10 * HALF_LIFE_S
    assert faults.penalty_s(A) == 0


def test_when_everything_fails_at_once_nobody_is_penalised(faults: Penalties, clock: Clock) -> None:
    for address in (A, B, C):
        faults.note(address)
        clock.now += 0.5
    assert [faults.penalty_s(address) for address in (A, B, C)] == [0, 0, 0]
    clock.now += PROOF_S
    faults.succeeded(B)  # the network is back
    assert [faults.penalty_s(address) for address in (A, B, C)] == [0, 0, 0]


def test_several_that_fail_while_another_answers_are_penalised(faults: Penalties, clock: Clock) -> None:
    faults.note(A)
    faults.note(B)
    assert open_ones(faults) == frozenset()
    clock.now += 1
    faults.succeeded(C)
    assert open_ones(faults) == {A, B}


def test_a_fault_after_an_answer_from_elsewhere_stands_beside_an_older_one(faults: Penalties) -> None:
    faults.note(A)
    faults.succeeded(C)
    faults.note(B)
    assert open_ones(faults) == {A, B}


def test_an_outage_leaves_an_earlier_penalty_as_it_was(faults: Penalties, clock: Clock) -> None:
    faults.note(A)
    faults.succeeded(C)
    before = faults.penalty_s(A)
    faults.note(A)
    faults.note(B)
    assert faults.penalty_s(A) == before
    assert faults.penalty_s(B) == 0


def test_our_own_node_is_neither_blamed_nor_a_proof(faults: Penalties) -> None:
    faults.note("local")
    faults.note(A)
    faults.note(B)
    faults.succeeded("local")
    assert open_ones(faults) == frozenset()


def test_who_started_anew_begins_clean(faults: Penalties) -> None:
    faults.note(A)
    faults.forget(A)
    assert faults.penalty_s(A) == 0
    assert faults.state(A) == "closed"


def test_many_addresses_do_not_grow_the_records_without_bound(faults: Penalties, clock: Clock) -> None:
    for number in range(penalties.MAX_ADDRESSES + 100):
        faults.note(f"node:{number}")
        faults.succeeded(C)
        clock.now += 0.001
    assert len(open_ones(faults)) <= penalties.MAX_ADDRESSES
    assert faults.state("node:0") == "closed"


def test_a_route_goes_around_an_open_circuit_while_somebody_else_can(faults: Penalties) -> None:
    near = Candidate(A, Span(0, 4), 0.001)
    far = Candidate(B, Span(0, 4), 0.4)
    faults.note(A)
    assert find_hops(faults.weigh([near, far]), Span(0, 4)) == (Hop(B, Span(0, 4)),)
    assert find_hops(faults.weigh([near]), Span(0, 4)) == (Hop(A, Span(0, 4)),)
