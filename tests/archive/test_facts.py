from __future__ import annotations

import json
from typing import Any

import pytest

from meshnet_gui.archive.facts import MAX_HOPS, AnswerFacts, facts_of
from meshnet_gui.types import GenerationResult, Hop, HopTime, Recovered, Route, Span

LAPTOP, PC = Hop("node:aa", Span(0, 12)), Hop("node:bb", Span(12, 24))
GONE = Hop("node:cc", Span(12, 24))
RECOVERED = Recovered(GONE, (PC,), 1.2)
RESULT = GenerationResult(
    text="Hi",
    token_ids=(1, 2),
    num_prompt_tokens=5,
    finish="eos",
    route=Route((LAPTOP, PC)),
    tokens_per_s=12.34567,
    first_token_s=0.5,
    num_recoveries=1,
    cached=True,
    hop_times=(HopTime(LAPTOP, 3.0), HopTime(GONE, 0.25), HopTime(PC, 1.0)),
    recoveries=(RECOVERED,),
)
NAMES = {"node:aa": "kitchen laptop", "node:bb": "gaming PC"}


def test_facts_survive_json_and_come_back() -> None:
    written = facts_of(RESULT, names=NAMES, notes=["A note."])
    facts = AnswerFacts.read(json.loads(json.dumps(written)))
    assert (facts.tokens_per_s, facts.first_token_s, facts.num_tokens, facts.finish) == (12.346, 0.5, 2, "eos")
    assert facts.notes == ("A note.",)
    assert [(hop.address, hop.name, hop.left) for hop in facts.hops] == [
        ("node:aa", "kitchen laptop", False),
        ("node:cc", "", True),
        ("node:bb", "gaming PC", False),
    ]
    assert facts.recoveries[0].lost.address == "node:cc"
    assert facts.recoveries[0].taken_over_by[0].name == "gaming PC"
    assert facts.recoveries[0].seconds == 1.2


def test_shares_are_parts_of_the_time_at_all_hops() -> None:
    assert AnswerFacts.read(facts_of(RESULT)).shares() == pytest.approx((3 / 4.25, 0.25 / 4.25, 1 / 4.25))
    assert AnswerFacts.read(facts_of(route=RESULT.route)).shares() == ()


def test_an_answer_that_broke_off_says_why_and_where_it_ran() -> None:
    facts = AnswerFacts.read(facts_of(route=RESULT.route, num_tokens=7, recoveries=[RECOVERED], error="E.", hint="H."))
    assert (facts.error, facts.hint, facts.num_tokens, facts.finish) == ("E.", "H.", 7, "")
    assert [hop.span for hop in facts.hops] == ["0-12", "12-24"]
    assert len(facts.recoveries) == 1


HOSTILE: list[dict[str, Any]] = [
    {},
    {"tokens_per_s": "fast", "first_token_s": float("nan"), "num_tokens": -3, "finish": ["eos"], "hops": {"a": 1}},
    {
        "tokens_per_s": float("inf"),
        "num_tokens": 10**400,
        "cached": 0,
        "hops": [1, None, {"address": 3, "span": "0-1"}],
    },
    {"hops": [{"address": "x", "span": "9-3"}], "recoveries": [{"lost": 1}, 7], "notes": [1, None], "error": 5},
]


@pytest.mark.parametrize("facts", HOSTILE)
def test_what_does_not_fit_is_left_out(facts: dict[str, Any]) -> None:
    assert AnswerFacts.read(facts) == AnswerFacts()


def test_what_is_too_long_is_cut() -> None:
    hop = {"address": "x" * 10_000, "span": "0-1", "name": "y" * 10_000}
    facts = AnswerFacts.read({"hops": [hop] * 5_000, "error": "z" * 10**6, "notes": ["n"] * 10_000})
    assert len(facts.hops) == MAX_HOPS
    assert len(facts.hops[0].address) == len(facts.hops[0].name) == 300
    assert len(facts.error) == 2_000
    assert len(facts.notes) == 32
