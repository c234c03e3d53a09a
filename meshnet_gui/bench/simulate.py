"""``meshnet simulate``: the decisions of a swarm at sizes that nobody has at hand, over made-up volunteers and time.

Each placement policy lives through the same fate: an hour of churn, then a tenth of the nodes lost at once and
another hour. Meanwhile heads look for routes, knowing only the nodes near enough to have been measured, and decisions
are timed as a node makes them: from the records of everybody.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.simulated_swarm import POLICIES, Half, SimulatedSwarm, World
from meshnet_gui.errors import UserError
from meshnet_gui.swarm.assignment import ModelShape, assign
from meshnet_gui.swarm.coverage import READY, Coverage, Holder
from meshnet_gui.swarm.nearness import estimated_round_trip_s
from meshnet_gui.swarm.routing import HOP_S, Candidate, find_route
from meshnet_gui.types import Hop, Span

LAYERS_PER_NODE = 1.6
"""On average: what makes two copies of 80 layers on 100 nodes."""
ENOUGH_NODES = 1000
"""Smaller swarms are simulated several times, so that chance does not decide."""
MOST_DECISION_MS = 50.0
NUM_SAMPLES = 60
NUM_MEASURED = 128
"""To how many nodes of a model a head knows the round trip."""
NUM_LANDMARKS = 8
"""To how many well-known nodes (the rendezvous, say) everybody measures the round trip and tells it."""
ERROR = 0.1
"""How far what a head knows of round trips and speeds is off, as a share (standard deviation)."""
_FIGURE = dict(zip(POLICIES, ("assigned", "join_only", "static_return", "static_by_hand"), strict=True))
_COLUMNS = (
    "placement",
    "whole, % of time",
    "layers served, %",
    "longest gap, s",
    "moves / node / h",
    "| tenth lost: whole, %",
    "layers served, %",
    "gaps closed",
    "after s (median)",
    "moves / node / h",
)


@dataclass(slots=True)
class Samples:
    """What was measured along the way: milliseconds of one decision each, and how good routes were."""

    decision_ms: list[float] = field(default_factory=list)
    route_ms: list[float] = field(default_factory=list)
    over_best: list[float] = field(default_factory=list)
    num_hops: list[int] = field(default_factory=list)
    num_broken: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random(1))


def run(world: World, say: Say, num_runs: int = 0) -> Report:
    """``num_runs`` 0: as many as make about ``ENOUGH_NODES`` nodes. Raises UserError for a world that cannot be."""
    check(world)
    num_runs = num_runs or max(1, ENOUGH_NODES // world.num_nodes)
    samples = Samples()
    halves: dict[str, list[tuple[Half, Half]]] = {policy: [] for policy in POLICIES}
    for number in range(num_runs):
        for policy in POLICIES:
            say(f"run {number + 1} of {num_runs}: {policy}")
            swarm = SimulatedSwarm(replace(world, seed=world.seed + number), policy)
            every = max(1, round(2 * world.half_s / 60 * num_runs / NUM_SAMPLES))
            swarm.run(_sampler(samples, every) if policy == POLICIES[0] else lambda swarm: None)
            halves[policy].append(swarm.halves)
    return report(world, num_runs, {policy: _merged(runs) for policy, runs in halves.items()}, samples)


def models_for(num_nodes: int, num_layers: int, copies: float) -> int:
    """As many as leave each node some layers: beyond that, one model would be held more often than asked for."""
    return max(1, round(num_nodes * LAYERS_PER_NODE / (copies * num_layers)))


def check(world: World) -> None:
    """Raises UserError where the nodes cannot together have room for the models as asked."""
    mean = world.copies * world.num_layers * world.num_models / world.num_nodes
    if mean < 1:
        most = int(world.copies * world.num_layers)
        raise UserError(
            f"{world.num_nodes} nodes of at least one layer each have room for more than {world.copies:g} copies.",
            f"Say more copies, or at least {-(-world.num_nodes // most)} models.",
        )
    if mean > world.num_layers:
        raise UserError(f"{world.num_nodes} nodes cannot hold that many copies.", "Say fewer copies or more nodes.")


def report(world: World, num_runs: int, halves: dict[str, tuple[Half, Half]], samples: Samples) -> Report:
    figures: dict[str, float] = {}
    rows: list[Sequence[str]] = [_COLUMNS]
    for policy, (before, after) in halves.items():
        name = _FIGURE[policy]
        figures |= {
            f"{name}_whole_share": before.full_s / before.seconds,
            f"{name}_moves_per_node_hour": before.moves_per_node_hour,
            f"{name}_whole_share_after_loss": after.full_s / after.seconds,
            f"{name}_moves_per_node_hour_after_loss": after.moves_per_node_hour,
        }
        rows.append((policy, *_cells(before)[:4], f"| {_cells(after)[0]}", _cells(after)[1], *_cells(after)[4:]))
    figures |= _spread("decision", samples.decision_ms) | _spread("route", samples.route_ms)
    if samples.over_best:
        figures |= {
            "route_over_best_median": statistics.median(samples.over_best),
            "route_over_best_p95": float(np.quantile(samples.over_best, 0.95)),
            "route_hops_median": statistics.median(samples.num_hops),
            "routes_to_somebody_gone": samples.num_broken,
        }
    settings = circumstances(
        nodes=world.num_nodes,
        layers=world.num_layers,
        models=world.num_models,
        copies=world.copies,
        churn_percent_per_minute=100 * world.churn,
        load_s=world.load_s,
        minutes=round(2 * world.half_s / 60),
        lost_percent=100 * world.lost,
        runs=num_runs,
        seed=world.seed,
    )
    targets = [Target(name, MOST_DECISION_MS, at_least=False) for name in figures if name.endswith("_ms_max")]
    return Report("simulate", figures, rows, targets, settings)


def _cells(half: Half) -> tuple[str, ...]:
    return (
        f"{100 * half.full_s / half.seconds:.2f}",
        f"{100 * half.covered / half.seconds:.3f}",
        f"{half.longest_hole_s:.0f}",
        f"{half.moves_per_node_hour:.3f}",
        f"{len(half.healed_s)} of {half.num_broken}",
        f"{statistics.median(half.healed_s):.0f}" if half.healed_s else "",
        f"{half.moves_per_node_hour:.3f}",
    )


def _spread(name: str, values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {}
    p50, p99 = np.quantile(values, (0.5, 0.99))
    return {f"{name}_ms_p50": float(p50), f"{name}_ms_p99": float(p99), f"{name}_ms_max": max(values)}


def _merged(runs: Sequence[tuple[Half, Half]]) -> tuple[Half, Half]:
    return _sum([first for first, _ in runs]), _sum([second for _, second in runs])


def _sum(halves: Sequence[Half]) -> Half:
    total = Half()
    for half in halves:
        total.seconds += half.seconds
        total.full_s += half.full_s
        total.covered += half.covered
        total.moves += half.moves
        total.moves_undone += half.moves_undone
        total.node_s += half.node_s
        total.num_broken += half.num_broken
        total.healed_s += half.healed_s
        total.longest_hole_s = max(total.longest_hole_s, half.longest_hole_s)
    return total


# -- along the way ------------------------------------------------------------------------------------------------


def _sampler(samples: Samples, every: int) -> Callable[[SimulatedSwarm], None]:
    minutes = iter(range(10**9))

    def look(swarm: SimulatedSwarm) -> None:
        if next(minutes) % every == 0:
            model = samples.chance.randrange(swarm.world.num_models)
            _time_decision(swarm, model, samples)
            _try_route(swarm, model, samples)

    return look


def _time_decision(swarm: SimulatedSwarm, model: int, samples: Samples) -> None:
    """Of a newcomer and of a node that serves: all records there are -> those of its model -> coverage -> span."""
    known = np.flatnonzero(swarm.alive[: swarm.num_known])
    records = [(int(swarm.model[node]), swarm.holding(int(node))) for node in known]
    ours = [int(node) for node in known if swarm.model[node] == model]
    me = swarm.me(samples.chance.choice(ours))
    shape = ModelShape((1,) * swarm.world.num_layers)
    for who in (me, replace(me, holding=None)):
        started = time.thread_time()
        holders: list[Holder] = [holder for at, holder in records if at == model and holder is not None]
        assign(who, Coverage.of(holders, shape.num_layers), shape, swarm.now, samples.chance)
        samples.decision_ms.append((time.thread_time() - started) * 1000)


def _try_route(swarm: SimulatedSwarm, model: int, samples: Samples) -> None:
    """By what a head knows, against what it would choose if it knew everything."""
    chance, world = samples.chance, swarm.world
    nodes = [int(n) for n in np.flatnonzero((swarm.seen == READY) & (swarm.model == model))]
    here = np.array([chance.random(), chance.random()])
    trips = _round_trips(swarm.place[nodes], here)
    truth = [
        Candidate(str(node), Span(int(swarm.start[node]), int(swarm.end[node])), float(trip), 1.0 / swarm.tps[node])
        for node, trip in zip(nodes, trips, strict=True)
    ]
    measured = set(chance.sample(nodes, min(NUM_MEASURED, len(nodes))))
    landmarks = swarm.place[:NUM_LANDMARKS]
    own = {str(number): float(trip) for number, trip in enumerate(_round_trips(landmarks, here))}
    told = {node: enumerate(_round_trips(landmarks, swarm.place[node])) for node in nodes}
    known = [
        replace(
            c,
            round_trip_s=_off(c.round_trip_s or 0.0, chance)
            if int(c.address) in measured
            else estimated_round_trip_s(own, ((str(n), float(trip)) for n, trip in told[int(c.address)])),
            decode_s_per_layer=_off(c.decode_s_per_layer, chance),
        )
        for c in truth
    ]
    started = time.thread_time()
    found = find_route(known, world.num_layers)
    samples.route_ms.append((time.thread_time() - started) * 1000)
    best = find_route([c for c in truth if swarm.serving[int(c.address)]], world.num_layers)
    if found is None or best is None:
        return
    samples.num_broken += not all(swarm.serving[int(hop.address)] for hop in found.hops)
    by_address = {c.address: c for c in truth}
    samples.over_best.append(_seconds(found.hops, by_address) / _seconds(best.hops, by_address))
    samples.num_hops.append(len(found.hops))


def _round_trips(places: NDArray[np.float64], here: NDArray[np.float64]) -> NDArray[np.float64]:
    """Seconds: a few milliseconds, and 150 more from one side of the world to the other."""
    return 0.004 + 0.15 * np.asarray(np.linalg.norm(places - here, axis=1), dtype=np.float64)


def _off(value: float, chance: random.Random) -> float:
    return value * max(0.1, chance.gauss(1.0, ERROR))


def _seconds(hops: Sequence[Hop], candidates: dict[str, Candidate]) -> float:
    """What a token truly takes."""
    return sum(
        HOP_S + (c.round_trip_s or 0.0) + c.decode_s_per_layer * hop.span.num_layers
        for hop in hops
        for c in (candidates[hop.address],)
    )
