"""Assignment: gaps first, no holes by leaving, few moves, and a sentence that says why."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from meshnet_gui.swarm.assignment import (
    LOOK_EVERY_S,
    STAY_S,
    Assignment,
    Me,
    ModelShape,
    assign,
    is_still_worth,
    may_leave,
)
from meshnet_gui.swarm.coverage import Coverage, Holder
from meshnet_gui.types import Span

NUM_LAYERS = 12
SHAPE = ModelShape((10,) * NUM_LAYERS)
NOW = 10_000.0


def decide(
    node_id: str, num_layers: int, holders: Sequence[Holder], chance: random.Random, shape: ModelShape = SHAPE
) -> Assignment:
    mine = next((h for h in holders if h.node_id == node_id), None)
    me = Me(node_id, num_layers * 10, mine.decode_tps if mine else 0.0, mine)
    return assign(me, Coverage.of(holders, shape.num_layers), shape, NOW, chance)


def decides_within(looks: int, node_id: str, num_layers: int, holders: Sequence[Holder]) -> Assignment:
    """The first decision that is another than to stay, or the last."""
    chance, mine = random.Random(0), next(h for h in holders if h.node_id == node_id)
    for _ in range(looks):
        found = decide(node_id, num_layers, holders, chance)
        if found.span != mine.span:
            break
    return found


def random_swarm(chance: random.Random) -> list[Holder]:
    holders = []
    for number in range(chance.randint(1, 14)):
        start = chance.randrange(NUM_LAYERS)
        span = Span(start, min(start + chance.randint(1, 5), NUM_LAYERS))
        state = chance.choice(["ready", "ready", "ready", "joining"])
        holders.append(Holder(f"n{number:02}", span, state, chance.choice([0.0, 50.0, 200.0])))
    return holders


def served(holders: Sequence[Holder]) -> set[int]:
    return {layer for h in holders if h.state == "ready" for layer in range(h.span.start, h.span.end)}


@pytest.mark.parametrize("seed", range(25))
def test_no_layer_is_lost_even_if_everybody_moves_at_once(seed: int) -> None:
    chance = random.Random(seed)
    holders = random_swarm(chance)
    after = []
    for holder in holders:
        new = decide(holder.node_id, holder.span.num_layers, holders, chance).span
        assert new is not None
        assert new.num_layers <= holder.span.num_layers
        if new == holder.span:
            after.append(holder)
    assert served(after) == served(holders)


@pytest.mark.parametrize("seed", range(15))
def test_a_newcomer_fills_as_much_of_the_gaps_as_it_can(seed: int) -> None:
    chance = random.Random(seed)
    holders, num_layers = random_swarm(chance), chance.randint(1, 5)
    held = {layer for h in holders for layer in range(h.span.start, h.span.end)}
    new = decide("new", num_layers, holders, chance).span
    assert new is not None
    most = max(len(set(range(s, s + num_layers)) - held) for s in range(NUM_LAYERS - num_layers + 1))
    assert len(set(range(new.start, new.end)) - held) == most
    assert new.num_layers == num_layers or new.end == NUM_LAYERS


@pytest.mark.parametrize("seed", range(10))
def test_newcomers_one_after_the_other_leave_no_gap_where_there_is_room_for_two_copies(seed: int) -> None:
    chance, holders = random.Random(seed), []
    while sum(h.span.num_layers for h in holders) < 2 * NUM_LAYERS:
        new = decide(f"n{len(holders):02}", chance.randint(1, 3), holders, chance).span
        assert new is not None
        holders.append(Holder(f"n{len(holders):02}", new, "joining"))
    coverage = Coverage.of(holders, NUM_LAYERS)
    assert coverage.num_gaps == 0
    assert coverage.num_singles <= 4


@pytest.mark.parametrize("seed", range(8))
def test_a_swarm_that_lost_nodes_fills_its_gaps_and_comes_to_rest(seed: int) -> None:
    chance = random.Random(seed)
    holders = {
        f"n{number:02}": Holder(f"n{number:02}", Span(start, start + 2))
        for number, start in enumerate([0, 2, 4, 6, 8, 10] * 3)
    }
    for gone in ("n00", "n06", "n12"):
        del holders[gone]
    num_moves = 0
    for _ in range(200):
        node_id = chance.choice(list(holders))
        new = decide(node_id, 2, list(holders.values()), chance).span
        assert new is not None
        if new != holders[node_id].span:
            num_moves += 1
            holders[node_id] = replace(holders[node_id], span=new)
    coverage = Coverage.of(list(holders.values()), NUM_LAYERS)
    assert coverage.num_singles == coverage.num_gaps == 0
    assert num_moves <= 4


def test_not_everybody_jumps_into_the_same_gap() -> None:
    holders = [Holder(f"n{n:03}", Span(n % 5 * 2, n % 5 * 2 + 2)) for n in range(200)]  # nobody has 10-12
    chance = random.Random(1)
    movers = [h for h in holders if decide(h.node_id, 2, holders, chance).span == Span(10, 12)]
    assert 1 <= len(movers) <= 10


def test_the_last_holder_stays_though_there_is_a_gap() -> None:
    holders = [Holder("a", Span(0, 6))]
    assert decides_within(20, "a", 6, holders) == Assignment(Span(0, 6), "Serving 0-6: nobody else serves 0-6.")


def test_a_gap_beside_is_filled_by_shifting_over_layers_that_others_have() -> None:
    holders = [Holder("a", Span(0, 7)), Holder("b", Span(2, 6)), Holder("c", Span(8, 12))]
    assert decides_within(50, "b", 4, holders) == Assignment(Span(4, 8), "Serving 4-8: nobody served 7-8.")


def test_nobody_moves_again_soon_for_anything_less_than_a_gap() -> None:
    holders = [Holder(f"n{n}", Span(0, 6)) for n in range(5)] + [Holder("z", Span(6, 12))]
    me = Me("n4", 60, holding=holders[4], since=NOW - STAY_S + 1)
    chance, coverage = random.Random(0), Coverage.of(holders, NUM_LAYERS)
    assert all(assign(me, coverage, SHAPE, NOW, chance).span == Span(0, 6) for _ in range(50))
    settled = replace(me, since=NOW - STAY_S)
    assert any(assign(settled, coverage, SHAPE, NOW, chance).span == Span(6, 12) for _ in range(50))


def test_a_copy_is_not_given_up_for_speed() -> None:
    holders = [
        *(Holder(f"n{n}", Span(0, 6), decode_tps=500.0) for n in range(2)),
        *(Holder(f"m{n}", Span(6, 12), decode_tps=5.0) for n in range(2)),
    ]
    for node_id in ("n0", "n1"):
        assert decides_within(50, node_id, 6, holders).span == Span(0, 6)


def test_slow_layers_are_helped_by_one_of_many_fast_nodes() -> None:
    holders = [
        *(Holder(f"n{n}", Span(0, 6), decode_tps=500.0) for n in range(6)),
        *(Holder(f"m{n}", Span(6, 12), decode_tps=5.0) for n in range(2)),
    ]
    found = decides_within(200, "n5", 6, holders)
    assert found == Assignment(Span(6, 12), "Serving 6-12: these layers had the least speed.")


def test_the_choice_of_the_owner_stands() -> None:
    me = Me("a", 10, chosen=Span(3, 9))
    found = assign(me, Coverage.of([], NUM_LAYERS), SHAPE, NOW, random.Random(0))
    assert found == Assignment(Span(3, 9), "Serving 3-9 because you chose it.")


def test_a_computer_that_can_hold_everything_does() -> None:
    holders = [Holder("b", Span(0, 6)), Holder("c", Span(0, 6))]
    assert decide("a", NUM_LAYERS, holders, random.Random(0)) == Assignment(
        Span(0, 12), "Serving 0-12: the whole model fits on this computer."
    )


def test_a_computer_too_small_for_a_layer_says_so() -> None:
    shape = ModelShape((2_500_000_000,) * 4)
    found = assign(Me("a", 1_200_000_000), Coverage.of([], 4), shape, NOW, random.Random(0))
    assert found.span is None
    assert found.sentence == (
        "This computer cannot help with this model: one layer takes 2.5 GB, and it has 1.2 GB for layers."
    )


def test_a_computer_too_small_for_layers_that_stay_together_says_so() -> None:
    shape = ModelShape((10,) * 4, cuts=frozenset())
    found = assign(Me("a", 30), Coverage.of([], 4), shape, NOW, random.Random(0))
    assert found.span is None
    assert "must stay together" in found.sentence


@pytest.mark.parametrize("seed", range(25))
def test_the_longest_spans_are_those_that_fit_and_lie_in_no_other(seed: int) -> None:
    chance = random.Random(seed)
    sizes = tuple(chance.randint(1, 9) for _ in range(8))
    cuts = frozenset(chance.sample(range(1, 8), chance.randint(0, 7))) if seed % 2 else None
    shape = ModelShape(sizes, chance.randint(0, 9), chance.randint(0, 9), cuts)
    memory, most = chance.randint(0, 60), chance.choice((None, 0, 1, 3, 8))
    ends = {0, 8} | (set(range(9)) if cuts is None else cuts)
    fitting = [
        (start, end)
        for start, end in itertools.combinations(sorted(ends), 2)
        if sum(sizes[start:end]) + shape.first_bytes * (start == 0) + shape.last_bytes * (end == 8) <= memory
        and (most is None or end - start <= most)
    ]
    longest = [
        (start, end)
        for start, end in fitting
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in fitting)
    ]
    assert list(zip(*(values.tolist() for values in shape.longest_spans(memory, most)), strict=True)) == longest


def test_who_drains_may_leave_once_others_hold_everything() -> None:
    mine = Holder("a", Span(2, 6), "draining")
    assert may_leave(mine, Coverage.of([mine, Holder("b", Span(0, 4)), Holder("c", Span(4, 8))], NUM_LAYERS))
    thin = Coverage.of([mine, Holder("b", Span(0, 4)), Holder("c", Span(4, 8), "joining")], NUM_LAYERS)
    assert not may_leave(mine, thin)


# -- layers that would have to be fetched ----------------------------------------------------------------------------


def newcomer(held: Sequence[Span], holders: Sequence[Holder], num_layers: int = 3, fetch_layer_s: float = 10.0) -> Span:
    me = Me("new", num_layers * 10, held=tuple(held), fetch_layer_s=fetch_layer_s)
    spans = {assign(me, Coverage.of(holders, NUM_LAYERS), SHAPE, NOW, random.Random(seed)).span for seed in range(20)}
    assert len(spans) == 1, "the dice decided"
    (span,) = spans
    assert span is not None
    return span


@pytest.mark.parametrize("start", [0, 3, 6, 9])
def test_of_spans_that_are_needed_alike_the_one_on_the_disk_is_taken(start: int) -> None:
    held = Span(start, start + 3)
    assert newcomer([held], []) == held
    everywhere = [Holder(f"{name}{at}", Span(at, at + 3)) for name in "ab" for at in (0, 3, 6, 9)]
    assert newcomer([held], everywhere) == held


def test_part_of_a_span_on_the_disk_counts_too() -> None:
    assert newcomer([Span(4, 5), Span(7, 9)], [Holder("a", Span(0, 6))]) == Span(6, 9)


def test_a_gap_is_filled_although_other_layers_are_on_the_disk() -> None:
    assert newcomer([Span(0, 3)], [Holder("a", Span(0, 9))], fetch_layer_s=1000.0) == Span(9, 12)


def test_a_little_less_relief_is_not_worth_a_fetch_and_much_less_is() -> None:
    def holders(tps: float) -> list[Holder]:
        return [
            Holder(f"{n}{at}", Span(at, at + 3), decode_tps=tps if at else 100.0) for n in "ab" for at in (0, 3, 6, 9)
        ]

    assert newcomer([Span(6, 9)], holders(101.0)) == Span(6, 9)
    assert newcomer([Span(6, 9)], holders(400.0)) == Span(0, 3)


@pytest.mark.parametrize("seed", range(20))
def test_whoever_has_all_layers_decides_as_if_there_were_no_disk(seed: int) -> None:
    chance = random.Random(seed)
    holders = random_swarm(chance)
    for holder in holders:
        me = Me(holder.node_id, 10 * holder.span.num_layers, holder.decode_tps, holder)
        with_all = replace(me, held=(Span(0, NUM_LAYERS),), fetch_layer_s=100.0)
        coverage = Coverage.of(holders, NUM_LAYERS)
        one, other = (assign(who, coverage, SHAPE, NOW, random.Random(seed)) for who in (me, with_all))
        assert one == other


def movers(fetch_layer_s: float, looks: int = 3000) -> int:
    """How often one of three spare nodes goes for a gap."""
    holders = [Holder(f"n{n}", Span(0, 6)) for n in range(4)] + [Holder("z", Span(6, 10))]
    me = Me("n3", 60, holding=holders[3], held=(Span(0, 6),), fetch_layer_s=fetch_layer_s)
    chance, coverage = random.Random(0), Coverage.of(holders, NUM_LAYERS)
    return sum(assign(me, coverage, SHAPE, NOW, chance).span == Span(6, 12) for _ in range(looks))


def test_for_a_gap_whoever_must_fetch_steps_back_in_proportion_to_the_time() -> None:
    at_once, fetched = movers(0.0), movers(2 * LOOK_EVERY_S / 6)  # 6 layers: two looks long
    assert 0.27 < fetched / at_once < 0.4


def test_a_gap_that_nobody_has_on_disk_is_gone_for_all_the_same() -> None:
    assert movers(3600.0 / 6) > 0


def slow_layers(fetch_layer_s: float) -> set[Span | None]:
    holders = [
        *(Holder(f"n{n}", Span(0, 6), decode_tps=500.0) for n in range(6)),
        *(Holder(f"m{n}", Span(6, 12), decode_tps=5.0) for n in range(2)),
    ]
    me = Me("n5", 60, 500.0, holders[5], held=(Span(0, 6),), fetch_layer_s=fetch_layer_s)
    chance, coverage = random.Random(0), Coverage.of(holders, NUM_LAYERS)
    return {assign(me, coverage, SHAPE, NOW, chance).span for _ in range(500)}


def test_for_speed_nobody_fetches_longer_than_a_node_stays() -> None:
    assert Span(6, 12) in slow_layers(fetch_layer_s=STAY_S / 100)
    assert slow_layers(fetch_layer_s=STAY_S / 6 + 1) == {Span(0, 6)}


def test_a_move_that_others_have_made_meanwhile_is_not_worth_it_any_more() -> None:
    holders = [*(Holder(f"n{n}", Span(0, 6)) for n in range(3)), Holder("z", Span(6, 10))]
    others = [Holder(name, Span(6, 12)) for name in "xy"]
    me = Me("n2", 60, holding=holders[2])
    before, after = (Coverage.of(found, NUM_LAYERS) for found in (holders, [*holders, *others]))
    assert is_still_worth(me, Span(6, 12), before, SHAPE)
    assert not is_still_worth(me, Span(6, 12), after, SHAPE)
