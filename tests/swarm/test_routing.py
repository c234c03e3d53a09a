"""Routing against brute force: fewest hops, then least time, every layer exactly once."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator

import pytest

from meshnet_gui.swarm.routing import Candidate, find_route, missing_spans
from meshnet_gui.types import Hop, Span

NUM_LAYERS = 6


def all_routes(candidates: list[Candidate], start: int = 0) -> Iterator[tuple[Hop, ...]]:
    """Every way to cover the layers from ``start`` on, with every possible cut."""
    if start == NUM_LAYERS:
        yield ()
        return
    for candidate in candidates:
        if candidate.span.start <= start < candidate.span.end <= NUM_LAYERS:
            for end in range(start + 1, candidate.span.end + 1):
                for rest in all_routes(candidates, end):
                    yield (Hop(candidate.address, Span(start, end)), *rest)


def cost(hops: tuple[Hop, ...], candidates: list[Candidate]) -> tuple[int, float]:
    seconds = {c.address: c.round_trip_s for c in candidates}
    return len(hops), round(sum(seconds[hop.address] for hop in hops), 9)


def random_candidates(chance: random.Random) -> list[Candidate]:
    spans = list(itertools.combinations(range(NUM_LAYERS + 2), 2))  # some reach beyond the model
    return [
        Candidate(f"p{number}", Span(*chance.choice(spans)), chance.choice([0.0, 0.5, 1.0, 2.0]))
        for number in range(chance.randint(0, 6))
    ]


@pytest.mark.parametrize("seed", range(150))
def test_route_is_the_best_of_all(seed: int) -> None:
    candidates = random_candidates(random.Random(seed))
    expected = min((cost(hops, candidates) for hops in all_routes(candidates)), default=None)
    route = find_route(candidates, NUM_LAYERS)
    if expected is None or route is None:
        assert expected is None
        assert route is None
        return
    assert cost(route.hops, candidates) == expected
    assert route.num_layers == NUM_LAYERS  # Route itself refuses gaps and overlaps
    served = {c.address: c.span for c in candidates}
    for hop in route.hops:
        own = served[hop.address]
        assert own.start <= hop.span.start < hop.span.end <= own.end


@pytest.mark.parametrize("seed", range(60))
def test_missing_spans_are_exactly_the_layers_that_nobody_serves(seed: int) -> None:
    candidates = random_candidates(random.Random(1000 + seed))
    served = {layer for c in candidates if c.span.end <= NUM_LAYERS for layer in range(c.span.start, c.span.end)}
    missing = missing_spans(candidates, NUM_LAYERS)
    assert {layer for span in missing for layer in range(span.start, span.end)} == set(range(NUM_LAYERS)) - served
    assert all(first.end < second.start for first, second in itertools.pairwise(missing))
    assert bool(missing) == (find_route(candidates, NUM_LAYERS) is None)


def test_same_peers_in_another_order_give_the_same_route() -> None:
    chance = random.Random(5)
    for _ in range(50):
        candidates = random_candidates(chance)
        shuffled = chance.sample(candidates, len(candidates))
        assert find_route(candidates, NUM_LAYERS) == find_route(shuffled, NUM_LAYERS)


def test_overlapping_spans_are_cut() -> None:
    route = find_route([Candidate("a", Span(0, 4)), Candidate("b", Span(2, 6))], 6)
    assert str(route) == "a [0-4] -> b [4-6]"


def test_nobody_is_no_route() -> None:
    assert find_route([], 6) is None
    assert missing_spans([], 6) == (Span(0, 6),)


def test_many_peers_with_many_different_spans_are_routed_in_no_time() -> None:
    chance = random.Random(0)
    candidates = [Candidate(f"p{n}", Span(0, 1 + n % 120), chance.random()) for n in range(256)]
    started = time.process_time()
    assert find_route(candidates, 120) is not None
    assert time.process_time() - started < 0.5
