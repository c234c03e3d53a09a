"""Routing against brute force: the least expected time, every layer exactly once."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence

import pytest

from meshnet_gui.swarm import routing
from meshnet_gui.swarm.routing import (
    HOP_S,
    NEAR_ENOUGH,
    PREFILL_OVER_DECODE,
    SESSIONS_AT_ONCE,
    TOKENS_PER_PREFILL,
    UNKNOWN_DECODE_S_PER_LAYER,
    UNKNOWN_ROUND_TRIP_S,
    Candidate,
    find_hops,
    find_route,
    missing_spans,
)
from meshnet_gui.types import Hop, Span

NUM_LAYERS = 6
Chain = tuple[tuple[Candidate, Span], ...]


def all_chains(candidates: Sequence[Candidate], span: Span, cuts: frozenset[int]) -> Iterator[Chain]:
    """Every way to cover ``span``, cut at ``cuts``."""
    for candidate in candidates:
        if candidate.span.start <= span.start < candidate.span.end:
            for end in range(span.start + 1, min(candidate.span.end, span.end) + 1):
                hop = candidate, Span(span.start, end)
                if end == span.end:
                    yield (hop,)
                elif end in cuts:
                    yield from ((hop, *rest) for rest in all_chains(candidates, Span(end, span.end), cuts))


def busy_s(candidate: Candidate, span: Span) -> float:
    return candidate.queue_s + candidate.penalty_s + candidate.decode_s_per_layer * span.num_layers


def latency_s(chain: Chain) -> float:
    return sum(HOP_S + (c.round_trip_s or 0.0) + busy_s(c, span) for c, span in chain)


def shared_s(chain: Chain) -> float:
    return max(latency_s(chain) / SESSIONS_AT_ONCE, max(busy_s(*hop) for hop in chain))


def random_candidates(chance: random.Random, most: int = 6) -> list[Candidate]:
    spans = list(itertools.combinations(range(NUM_LAYERS + 2), 2))  # some reach beyond the model
    return [
        Candidate(
            f"p{number}",
            Span(*chance.choice(spans)),
            chance.choice([0.0, 0.02, 0.1]),
            decode_s_per_layer=chance.choice([0.001, 0.01, 0.05]),
            queue_s=chance.choice([0.0, 0.0, 0.08]),
            penalty_s=chance.choice([0.0, 0.0, 0.3]),
        )
        for number in range(chance.randint(0, most))
    ]


def chain_of(hops: tuple[Hop, ...], candidates: Sequence[Candidate]) -> Chain:
    by_address = {c.address: c for c in candidates}
    return tuple((by_address[hop.address], hop.span) for hop in hops)


def assert_covers(chain: Chain, span: Span) -> None:
    assert [hop.start for _, hop in chain] == [span.start, *(hop.end for _, hop in chain[:-1])]
    assert chain[-1][1].end == span.end
    assert all(c.span.start <= hop.start < hop.end <= c.span.end for c, hop in chain)


@pytest.mark.parametrize("seed", range(40))
def test_route_takes_the_least_time_of_all_with_any_cut(seed: int) -> None:
    candidates = random_candidates(random.Random(seed))
    usable = [c for c in candidates if c.span.end <= NUM_LAYERS]
    chains = all_chains(usable, Span(0, NUM_LAYERS), frozenset(range(NUM_LAYERS)))
    expected = min(map(latency_s, chains), default=math.inf)
    route = find_route(candidates, NUM_LAYERS)
    if route is None:
        assert expected == math.inf
        return
    chain = chain_of(route.hops, candidates)
    assert_covers(chain, Span(0, NUM_LAYERS))
    assert latency_s(chain) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("seed", range(25))
def test_throughput_is_the_best_for_many_sessions_at_once(seed: int) -> None:
    candidates = random_candidates(random.Random(500 + seed), most=8)
    span = Span(1, 5)
    cuts = frozenset(end for c in candidates for end in (c.span.start, c.span.end))
    expected = min(map(shared_s, all_chains(candidates, span, cuts)), default=math.inf)
    hops = find_hops(candidates, span, mode="throughput")
    if hops is None:
        assert expected == math.inf
        return
    chain = chain_of(hops, candidates)
    assert_covers(chain, span)
    assert shared_s(chain) <= expected * (1 + 2 * NEAR_ENOUGH) + 1e-8


@pytest.mark.parametrize("seed", range(25))
def test_missing_spans_are_exactly_the_layers_that_nobody_serves(seed: int) -> None:
    candidates = random_candidates(random.Random(1000 + seed))
    served = {layer for c in candidates if c.span.end <= NUM_LAYERS for layer in range(c.span.start, c.span.end)}
    missing = missing_spans(candidates, NUM_LAYERS)
    assert {layer for span in missing for layer in range(span.start, span.end)} == set(range(NUM_LAYERS)) - served
    assert all(first.end < second.start for first, second in itertools.pairwise(missing))
    assert bool(missing) == (find_route(candidates, NUM_LAYERS) is None)


@pytest.mark.parametrize("mode", routing.MODES)
def test_same_peers_in_another_order_give_the_same_route(mode: str) -> None:
    chance = random.Random(5)
    for _ in range(30):
        candidates = random_candidates(chance)
        shuffled = chance.sample(candidates, len(candidates))
        assert find_route(candidates, NUM_LAYERS, mode=mode) == find_route(shuffled, NUM_LAYERS, mode=mode)


def test_overlapping_spans_are_cut() -> None:
    route = find_route([Candidate("a", Span(0, 4)), Candidate("b", Span(2, 6))], 6)
    assert str(route) == "a [0-4] -> b [4-6]"


def test_a_cut_moves_to_the_faster_node() -> None:
    slow = Candidate("slow", Span(0, 4), decode_s_per_layer=0.1)
    fast = Candidate("fast", Span(2, 6), decode_s_per_layer=0.01)
    assert str(find_route([slow, fast], 6)) == "slow [0-2] -> fast [2-6]"


def test_a_hop_more_is_taken_where_it_saves_more_than_it_costs() -> None:
    one = Candidate("one", Span(0, 6), 0.001, decode_s_per_layer=0.05)
    two = [Candidate(f"two{n}", Span(3 * n, 3 * n + 3), 0.01, decode_s_per_layer=0.005) for n in range(2)]
    assert str(find_route([one, *two], 6)) == "two0 [0-3] -> two1 [3-6]"
    assert str(find_route([one, *two[:1]], 6)) == "two0 [0-3] -> one [3-6]"


def test_a_busy_node_is_passed_by_only_while_it_is_busy() -> None:
    near, far = Candidate("near", Span(0, 6), 0.01), Candidate("far", Span(0, 6), 0.05)
    assert str(find_route([near, far], 6)) == "near [0-6]"
    busy = Candidate("near", Span(0, 6), 0.01, queue_s=0.06)
    assert str(find_route([busy, far], 6)) == "far [0-6]"


def test_a_node_without_room_for_the_session_is_left_out() -> None:
    full = Candidate("full", Span(0, 6), free_tokens=99)
    other = Candidate("other", Span(0, 6), 0.5, free_tokens=None)
    assert str(find_route([full, other], 6, num_tokens=99)) == "full [0-6]"
    assert str(find_route([full, other], 6, num_tokens=100)) == "other [0-6]"
    assert find_route([full], 6, num_tokens=100) is None


def test_a_long_prompt_goes_where_prefill_is_fast() -> None:
    decodes = Candidate("decodes", Span(0, 6), decode_s_per_layer=0.001, prefill_s_per_layer=0.01)
    prefills = Candidate("prefills", Span(0, 6), decode_s_per_layer=0.002, prefill_s_per_layer=0.0001)
    assert str(find_route([decodes, prefills], 6)) == "decodes [0-6]"
    assert str(find_route([decodes, prefills], 6, num_prefill_tokens=2000)) == "prefills [0-6]"


def test_the_replacement_of_one_hop_covers_its_layers_without_whom_it_replaces() -> None:
    candidates = [Candidate("lost", Span(2, 5), 0.0), Candidate("a", Span(0, 4), 0.1), Candidate("b", Span(3, 6), 0.2)]
    assert find_hops(candidates, Span(2, 5)) == (Hop("lost", Span(2, 5)),)
    assert find_hops(candidates, Span(2, 5), avoid=frozenset({"lost"})) == (Hop("a", Span(2, 4)), Hop("b", Span(4, 5)))
    assert find_hops(candidates, Span(2, 5), avoid=frozenset({"lost", "a"})) is None


def test_the_unknown_is_taken_as_typical() -> None:
    known = [
        Candidate(f"k{n}", Span(0, 6), 0.02, decode_s_per_layer=speed) for n, speed in enumerate((0.01, 0.02, 0.9))
    ]
    assert str(find_route([*known[1:], Candidate("unknown", Span(0, 6), 0.019)], 6)) == "k1 [0-6]"  # median 0.46
    assert str(find_route([*known, Candidate("unknown", Span(0, 6), None)], 6)) == "k0 [0-6]"
    alone = Candidate("alone", Span(0, 6), None)
    slower = 6 * UNKNOWN_DECODE_S_PER_LAYER + UNKNOWN_ROUND_TRIP_S + 0.001
    assert str(find_route([alone, Candidate("b", Span(0, 6), 0.0, queue_s=slower)], 6)) == "alone [0-6]"
    assert 0 < PREFILL_OVER_DECODE < 1
    assert TOKENS_PER_PREFILL > 0


@pytest.mark.parametrize("value", [math.nan, math.inf, 1e300])
def test_numbers_of_strangers_that_are_none_only_make_them_unattractive(value: float) -> None:
    odd = Candidate("odd", Span(0, 6), value, value, value, value, None, value)
    assert str(find_route([odd, Candidate("even", Span(0, 6), 1.0)], 6, num_prefill_tokens=1000)) == "even [0-6]"
    assert str(find_route([odd], 6, num_prefill_tokens=1000)) == "odd [0-6]"


def test_heads_with_different_salts_spread_over_equals() -> None:
    equals = [Candidate(f"p{n}", Span(0, 6)) for n in range(8)]
    chosen = {str(find_route(equals, 6, salt=f"head {n}")) for n in range(64)}
    assert len(chosen) == 8
    assert str(find_route(equals, 6)) == "p0 [0-6]"


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="a mode is one of latency, throughput"):
        find_hops([], Span(0, 6), mode="fast")


def test_nobody_is_no_route() -> None:
    assert find_route([], 6) is None
    assert missing_spans([], 6) == (Span(0, 6),)


@pytest.mark.parametrize("mode", routing.MODES)
def test_ten_thousand_candidates_over_eighty_layers_are_routed(mode: str) -> None:
    chance = random.Random(0)
    starts = [chance.randint(0, 72) for _ in range(10_000)]
    candidates = [
        Candidate(f"p{n}", Span(start, start + chance.randint(1, 8)), chance.random() / 5, chance.random() / 100)
        for n, start in enumerate(starts)
    ]
    route = find_route(candidates, 80, mode=mode)
    assert route is not None
    assert_covers(chain_of(route.hops, candidates), Span(0, 80))
