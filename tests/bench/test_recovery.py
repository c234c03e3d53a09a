from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.bench.fleet import Place
from meshnet_gui.bench.own_head import Answer
from meshnet_gui.bench.recovery import FREEZE, KILL, LOST_AT, NEVER_S, NUM_TOKENS, Blow, Lost, judge, report
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import GenerationResult, Hop, ModelIdentity, Route, Span

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)
ROUTE = Route((Hop("a", Span(0, 2)), Hop("b", Span(2, 4))))
STEP_S, WAIT_S = 0.1, 0.75


def answer(lost_s: float = 0.0, failure: str = "", last_id: int = 0) -> Answer:
    """A token every ``STEP_S``, the one after ``LOST_AT`` later by ``lost_s``; half of that later a note."""
    times = [STEP_S * n + (lost_s if n > LOST_AT else 0.0) for n in range(1, NUM_TOKENS + 1)]
    result = GenerationResult("", (*range(NUM_TOKENS - 1), last_id), 5, "length", ROUTE, 1.0, 1.0, 1, True)
    notes = [(0.01, "before"), (STEP_S * LOST_AT + lost_s / 2, "a hop was lost")] if lost_s else []
    if failure:
        return Answer(ROUTE, 5, None, failure, 99.0, times[:LOST_AT], notes)
    return Answer(ROUTE, 5, result, ended_at=99.0, times=times, notes=notes)


class FakeFleet:
    def __init__(self) -> None:
        self.done: list[str] = []

    def at(self, address: str) -> Place:
        return Place(0, Span(0, 2), address=address)

    def kill(self, place: Place) -> None:
        self.done.append(f"killed {place.address}")

    def freeze(self, place: Place) -> None:
        self.done.append(f"froze {place.address}")


def blow(what: str = KILL) -> Blow:
    fleet: Any = FakeFleet()
    made = Blow(fleet, what, 1)
    made.at = STEP_S * LOST_AT
    return made


def test_the_hop_is_hit_once_at_its_token() -> None:
    fleet: Any = FakeFleet()
    for what in (KILL, FREEZE):
        made = Blow(fleet, what, 1)
        for num_tokens in range(1, NUM_TOKENS):
            made.on_token(num_tokens, ROUTE)
        assert made.place is not None
        assert made.at > 0
    assert fleet.done == ["killed b", "froze b"]


def test_what_is_lost_is_the_wait_beyond_a_usual_step_and_the_note_says_when_it_was_found_out() -> None:
    found = judge(answer(), answer(lost_s=WAIT_S), blow(), prefill=3.0, twice=0)
    assert (found.time_lost, found.detected, found.ratio) == pytest.approx((WAIT_S, WAIT_S / 2, 0.25))
    assert not found.differs


def test_another_text_and_a_wait_that_nobody_was_told_of_show() -> None:
    found = judge(answer(), answer(last_id=9), blow(), prefill=3.0, twice=4)
    assert (found.differs, found.detected, found.twice) == (True, None, 4)


def test_an_answer_that_broke_off_lost_no_time_but_everything() -> None:
    found = judge(answer(), answer(failure="A peer left."), blow(), prefill=3.0, twice=0)
    assert (found.time_lost, found.ratio, found.failure) == (None, None, "A peer left.")
    assert found.detected == pytest.approx(99.0 - STEP_S * LOST_AT)


def test_figures_are_the_median_of_what_was_lost_and_the_worst_of_what_was_found_out() -> None:
    rounds = [
        Lost(KILL, 0, 0.1, 0.4, 1.0, 0, False),
        Lost(KILL, 1, 0.3, 0.2, 1.0, 2, False),
        Lost(KILL, 2, 0.2, 0.9, 1.0, 1, True),
        Lost(FREEZE, 0, 2.0, None, 1.0, 0, False, "A peer left."),
    ]
    found = report(SPEC, rounds, STEP_S)
    assert found.figures == {
        "time_lost_over_full_reprefill": 0.4,
        "worst_time_lost_over_full_reprefill": 0.9,
        "time_lost_s": 0.4,
        "full_reprefill_s": 1.0,
        "other_hops_prefilled_tokens": 3,
        "detect_kill_s": 0.3,
        "detect_freeze_s": 2.0,
        "texts_differing": 1,
        "failed": 1,
        "step_s": STEP_S,
    }
    assert len({len(row) for row in found.rows}) == 1


def test_what_was_never_found_out_misses_its_target() -> None:
    found = report(SPEC, [Lost(KILL, 0, None, None, 1.0, 0, False, "x")], STEP_S)
    missed = {target.figure for target in found.targets if not target.is_met(found.figures[target.figure])}
    assert missed == {"time_lost_over_full_reprefill", "detect_kill_s", "failed"}
    assert found.figures["detect_kill_s"] == NEVER_S
