"""Coverage against brute force: copies, speed, and the fewest nodes that hold all that is held."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Collection

import numpy as np
import pytest

from meshnet_gui.swarm.coverage import MAX_JOINING_S, MOST_TPS, Coverage, Holder, spans_where
from meshnet_gui.types import Span

NUM_LAYERS = 8


def random_holders(chance: random.Random, most: int = 8) -> list[Holder]:
    spans = list(itertools.combinations(range(NUM_LAYERS + 1), 2))
    return [
        Holder(
            f"n{number}",
            Span(*chance.choice(spans)),
            chance.choice(["ready", "ready", "ready", "joining", "draining", "failed"]),
            chance.choice([0.0, 10.0, 40.0]),
        )
        for number in range(chance.randint(0, most))
    ]


def layers_of(holders: Collection[Holder]) -> set[int]:
    return {layer for h in holders for layer in range(h.span.start, h.span.end)}


@pytest.mark.parametrize("seed", range(15))
def test_copies_and_throughput_are_sums_over_the_holders(seed: int) -> None:
    holders = random_holders(random.Random(seed))
    coverage = Coverage.of(holders, NUM_LAYERS)
    counted = [h for h in holders if h.state in ("ready", "joining")]
    seen = [h for h in holders if h.state != "failed"]
    known = [h.decode_tps for h in seen if h.decode_tps]
    typical = float(np.median(known)) if known else 1.0
    for layer in range(NUM_LAYERS):
        here = [h for h in counted if layer in layers_of([h])]
        assert coverage.copies[layer] == len(here)
        expected = sum((h.decode_tps or typical) / h.span.num_layers for h in here)
        assert coverage.throughput[layer] == pytest.approx(expected, abs=1e-9)
    assert coverage.num_gaps == NUM_LAYERS - len(layers_of(counted))


@pytest.mark.parametrize("seed", range(15))
def test_without_one_holder_it_is_the_coverage_of_the_others(seed: int) -> None:
    holders = [h for h in random_holders(random.Random(100 + seed)) if h.decode_tps]
    for holder in holders:
        copies, throughput = Coverage.of(holders, NUM_LAYERS).without(holder)
        others = Coverage.of([h for h in holders if h != holder], NUM_LAYERS)
        assert (copies == others.copies).all()
        assert throughput == pytest.approx(others.throughput, abs=1e-9)


@pytest.mark.parametrize("seed", range(15))
def test_keepers_are_the_fewest_that_hold_all_that_is_held(seed: int) -> None:
    holders = random_holders(random.Random(200 + seed), most=7)
    ready = [h for h in holders if h.state == "ready"]
    coverage = Coverage.of(holders, NUM_LAYERS)
    keepers = [h for h in ready if (h.node_id, h.span) in coverage.keepers]
    assert len(keepers) == len(coverage.keepers)
    assert layers_of(keepers) == layers_of(ready)
    fewest = next(
        size
        for size in range(len(ready) + 1)
        if any(layers_of(some) == layers_of(ready) for some in itertools.combinations(ready, size))
    )
    assert len(keepers) == fewest
    assert coverage.num_spare == len(ready) - fewest


@pytest.mark.parametrize("seed", range(15))
def test_all_who_are_not_needed_may_leave_at_once(seed: int) -> None:
    holders = random_holders(random.Random(300 + seed))
    coverage = Coverage.of(holders, NUM_LAYERS)
    ready = [h for h in holders if h.state == "ready"]
    assert layers_of([h for h in ready if coverage.is_needed(h)]) == layers_of(ready)
    for holder in holders:
        if holder.state == "draining":
            assert coverage.is_needed(holder) == bool(layers_of([holder]) - layers_of(ready))


def test_the_order_of_the_records_makes_no_difference() -> None:
    chance = random.Random(4)
    for _ in range(20):
        holders = random_holders(chance)
        shuffled = chance.sample(holders, len(holders))
        assert Coverage.of(holders, NUM_LAYERS).keepers == Coverage.of(shuffled, NUM_LAYERS).keepers


def test_who_joins_for_ever_is_not_counted_on() -> None:
    joining = Holder("a", Span(0, 4), "joining", joining_s=MAX_JOINING_S)
    assert Coverage.of([joining], NUM_LAYERS).num_gaps == 4
    stuck = Holder("a", Span(0, 4), "joining", joining_s=MAX_JOINING_S + 1)
    assert Coverage.of([stuck], NUM_LAYERS).num_gaps == NUM_LAYERS


def test_a_span_beyond_the_model_is_left_out() -> None:
    assert Coverage.of([Holder("a", Span(0, NUM_LAYERS + 1))], NUM_LAYERS).num_gaps == NUM_LAYERS


@pytest.mark.parametrize("value", [math.nan, math.inf, -1.0, 1e300])
def test_speeds_that_cannot_be_do_not_break_the_sums(value: float) -> None:
    coverage = Coverage.of([Holder("a", Span(0, 8), decode_tps=value), Holder("b", Span(0, 8), decode_tps=8.0)], 8)
    assert np.isfinite(coverage.throughput).all()
    assert coverage.throughput.max() <= (MOST_TPS + 8) / 8


def test_spans_where_finds_the_runs() -> None:
    flags = np.array([True, False, True, True, False, True])
    assert spans_where(flags) == (Span(0, 1), Span(2, 4), Span(5, 6))
    assert spans_where(np.zeros(3, dtype=bool)) == ()
