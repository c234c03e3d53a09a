"""A swarm in which time, volunteers and the network are made up, and only the decisions are real.

Nodes come, load, serve, look around, move and vanish as events on one clock. What they decide is ``swarm.assignment``
on a ``swarm.coverage`` that is up to a second old. Nothing is computed, sent or slept.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from meshnet_gui.swarm.assignment import LOOK_EVERY_S, Me, ModelShape, assign, is_anything_needed, may_leave
from meshnet_gui.swarm.coverage import DRAINING, JOINING, READY, Coverage, Holder
from meshnet_gui.types import Span

POLICIES = ("assigned", "at joining only", "static, spans return", "static, by hand")
"""Ours; ours without moves; who comes takes the span of who left, as if it came back; who comes takes any span."""
SEEN_AFTER_S = 3.0
"""How long a vanished node is still seen (the lease of the overlay)."""
VIEW_EVERY_S = 1.0
DRAIN_S = 5.0
COMES_WITHIN_S = 60.0
"""Within how long after a node left another comes."""
JITTER_S = 2.0
NODES_PER_VIEW = 1000
"""How many views of the swarm are made while its first nodes come; up to so many, each sees all before it."""
_HIDDEN = -1
_STATE_WORDS = {JOINING: "joining", READY: "ready", DRAINING: "draining"}


@dataclass(frozen=True, slots=True)
class World:
    """What is simulated. ``churn`` is the share of the nodes that leaves each minute; ``lost`` the share that goes at
    once after half of the time. The nodes together have room for ``copies`` of each of the models."""

    num_nodes: int
    num_layers: int = 80
    num_models: int = 1
    copies: float = 2.0
    churn: float = 0.01
    load_s: float = 120.0
    half_s: float = 3600.0
    lost: float = 0.1
    seed: int = 0

    @property
    def most_nodes(self) -> int:
        """Of all that ever come, with plenty of room for chance."""
        expected = self.num_nodes * (1 + self.churn * 2 * self.half_s / 60)
        return int(expected + 6 * expected**0.5 + 64)


@dataclass(slots=True)
class Half:
    """What was seen in one half of the time. ``healed_s`` is for each model of the ``num_broken`` that were not served
    whole when it began: after how long it was; who is not in it was not."""

    seconds: float = 0.0
    full_s: float = 0.0
    covered: float = 0.0
    longest_hole_s: float = 0.0
    moves: int = 0
    moves_undone: int = 0
    node_s: float = 0.0
    num_broken: int = 0
    healed_s: list[float] = field(default_factory=list)

    @property
    def moves_per_node_hour(self) -> float:
        return self.moves / self.node_s * 3600 if self.node_s else 0.0


class SimulatedSwarm:
    """One run of one policy. The same world has the same volunteers under every policy."""

    def __init__(self, world: World, policy: str) -> None:
        self.world, self.policy, self.now = world, policy, 0.0
        self._fate = random.Random(world.seed)  # who comes and goes when: the same under every policy
        self._chance = random.Random(world.seed + 1)  # what the nodes throw
        self._phase = random.Random(world.seed + 2)  # when they look
        size = world.most_nodes
        self.num_known = 0
        self.ids = np.array([f"{number:08d}" for number in range(size)], dtype=object)
        self.model = np.zeros(size, dtype=np.int64)
        self.capacity = np.zeros(size, dtype=np.int64)
        self.tps = np.zeros(size)
        self.place = np.zeros((size, 2))
        self.start = np.zeros(size, dtype=np.int64)
        self.end = np.zeros(size, dtype=np.int64)
        self.seen = np.full(size, _HIDDEN, dtype=np.int64)
        self.alive = np.zeros(size, dtype=bool)
        self.serving = np.zeros(size, dtype=bool)
        self._since = np.zeros(size)
        self._turn = np.zeros(size, dtype=np.int64)
        self._next_span: dict[int, Span] = {}
        self._members: list[list[int]] = [[] for _ in range(world.num_models)]
        self._shapes = ModelShape((1,) * world.num_layers)
        self._broken: set[int] = set()
        self._served = np.zeros((world.num_models, world.num_layers), dtype=np.int64)
        self._num_gaps = np.full(world.num_models, world.num_layers)
        self._all_gaps, self._num_full, self._num_alive = world.num_models * world.num_layers, 0, 0
        self._hole_since = np.zeros(world.num_models)
        self._views: list[tuple[float, Coverage] | None] = [None] * world.num_models
        self._stale = np.ones(world.num_models, dtype=bool)
        self._events: list[tuple[float, int, Callable[..., None], int, int]] = []
        self._num_events = 0
        self.halves = (Half(), Half())
        self._half = self.halves[0]

    # -- one run ------------------------------------------------------------------------------------------------

    def run(self, each_minute: Callable[[SimulatedSwarm], None] = lambda swarm: None) -> None:
        self._begin()
        end_s, minute = 2 * self.world.half_s, 60.0
        while self._events and self._events[0][0] < end_s:
            at, _, what, node, turn = heapq.heappop(self._events)
            while minute <= at:
                self._pass_time(minute)
                each_minute(self)
                minute += 60.0
            self._pass_time(at)
            if turn < 0 or (self.alive[node] and turn == self._turn[node]):
                what(node)
        self._pass_time(end_s)
        self._end_half()

    def coverage(self, model: int) -> Coverage:
        """What everybody sees of the model, up to a second old."""
        view = self._views[model]
        if view is None or (self._stale[model] and self.now - view[0] >= VIEW_EVERY_S):
            view = self.now, self._look(model)
            self._views[model], self._stale[model] = view, False
        return view[1]

    def holding(self, node: int) -> Holder | None:
        """What others see of the node."""
        if self.seen[node] == _HIDDEN:
            return None
        span = Span(int(self.start[node]), int(self.end[node]))
        return Holder(self.ids[node], span, _STATE_WORDS[int(self.seen[node])], float(self.tps[node]))

    def me(self, node: int) -> Me:
        return Me(
            self.ids[node],
            int(self.capacity[node]),
            float(self.tps[node]),
            self.holding(node),
            since=float(self._since[node]),
        )

    # -- volunteers ---------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        world = self.world
        for number, capacity in enumerate(_capacities(world, self._fate)):
            node = self._make(number % world.num_models, capacity)
            self._place(node, None)
            self._be_ready(node)
            if number % max(1, world.num_nodes // NODES_PER_VIEW) == 0:  # one after the other, before the clock starts
                self._views = [None] * world.num_models
            self._since[node] = -3600.0 * self._phase.random()
        self._at(self._fate.expovariate(1.0) * self._leave_every_s, self._somebody_leaves)
        self._at(world.half_s, self._many_leave)

    @property
    def _leave_every_s(self) -> float:
        return 60.0 / max(self.world.churn * self._num_alive, 1e-9)

    def _make(self, model: int, capacity: int) -> int:
        node, chance = self.num_known, self._fate
        self.num_known += 1
        self._members[model].append(node)
        self.model[node], self.capacity[node] = model, capacity
        self.tps[node] = 500.0 * chance.lognormvariate(0.0, 0.7)
        self.place[node] = chance.random(), chance.random()
        self._live(node, True)
        return node

    def _place(self, node: int, left: Span | None) -> None:
        """``left`` is the span of the one in whose place it comes."""
        if left is not None and self.policy == POLICIES[2]:
            span = left
        elif left is not None and self.policy == POLICIES[3]:
            start = self._chance.randint(0, self.world.num_layers - int(self.capacity[node]))
            span = Span(start, start + int(self.capacity[node]))
        else:
            model = int(self.model[node])
            found = assign(self.me(node), self.coverage(model), self._shapes, self.now, self._chance).span
            assert found is not None
            span = found
        self._take_up(node, span)

    def _take_up(self, node: int, span: Span) -> None:
        self.start[node], self.end[node] = span.start, span.end
        self._since[node] = self.now
        self._show(node, JOINING)

    def _show(self, node: int, state: int) -> None:
        self.seen[node] = state
        self._stale[self.model[node]] = True
        self._turn[node] += 1

    def _serve(self, node: int, serving: bool) -> None:
        if self.serving[node] == serving:
            return
        model = self.model[node]
        self.serving[node] = serving
        row = self._served[model]
        row[self.start[node] : self.end[node]] += 1 if serving else -1
        before, now = int(self._num_gaps[model]), int(np.count_nonzero(row == 0))
        self._num_gaps[model] = now
        self._all_gaps += now - before
        self._num_full += (not now) - (not before)
        if before and not now:
            self._half.longest_hole_s = max(self._half.longest_hole_s, self.now - float(self._hole_since[model]))
            if model in self._broken:
                self._broken.remove(model)
                self._half.healed_s.append(self._half.seconds)
        elif now and not before:
            self._hole_since[model] = self.now

    # -- what happens -------------------------------------------------------------------------------------------

    def _be_ready(self, node: int) -> None:
        self._show(node, READY)
        self._serve(node, True)
        if self.policy == POLICIES[0]:
            self._at(self.now + LOOK_EVERY_S * self._phase.random(), self._look_around, node)

    def _look_around(self, node: int) -> None:
        old = Span(int(self.start[node]), int(self.end[node]))
        coverage = self.coverage(int(self.model[node]))
        new: Span | None = None
        if is_anything_needed(coverage):
            new = assign(self.me(node), coverage, self._shapes, self.now, self._chance).span
        if new is None or new == old:
            self._at(self.now + LOOK_EVERY_S * (0.5 + self._phase.random()), self._look_around, node)
            return
        self._next_span[node] = new
        self._show(node, DRAINING)
        self._at(self.now + DRAIN_S, self._be_drained, node)

    def _be_drained(self, node: int) -> None:
        new, holding = self._next_span.pop(node), self.holding(node)
        assert holding is not None
        if not may_leave(holding, self.coverage(int(self.model[node]))):
            self._half.moves_undone += 1
            self._be_ready(node)
            return
        self._half.moves += 1
        self._serve(node, False)
        self._take_up(node, new)
        self._at(self.now + self.world.load_s, self._be_ready, node)

    def _somebody_leaves(self, _: int) -> None:
        node = self._fate.choice(np.flatnonzero(self.alive).tolist())
        self._vanish(node)
        newcomer = self._make(int(self.model[node]), int(self.capacity[node]))
        self._live(newcomer, False)
        left = Span(int(self.start[node]), int(self.end[node])) if self.end[node] else None
        self.start[newcomer], self.end[newcomer] = (left.start, left.end) if left else (0, 0)
        self._at(self.now + self._fate.random() * COMES_WITHIN_S, self._come, newcomer, always=True)
        self._at(self.now + self._fate.expovariate(1.0) * self._leave_every_s, self._somebody_leaves)

    def _live(self, node: int, alive: bool) -> None:
        self.alive[node] = alive
        self._num_alive += 1 if alive else -1

    def _vanish(self, node: int) -> None:
        self._serve(node, False)
        self._live(node, False)
        self._at(self.now + SEEN_AFTER_S, self._be_missed, node, always=True)

    def _be_missed(self, node: int) -> None:
        self._show(node, _HIDDEN)

    def _come(self, node: int) -> None:
        self._live(node, True)
        self._at(self.now + self._fate.random() * JITTER_S, self._settle, node)

    def _settle(self, node: int) -> None:
        left = Span(int(self.start[node]), int(self.end[node])) if self.end[node] else None
        self._place(node, left)
        self._at(self.now + self.world.load_s, self._be_ready, node)

    def _many_leave(self, _: int) -> None:
        self._end_half()
        self._half = self.halves[1]
        alive = np.flatnonzero(self.alive).tolist()
        for node in self._fate.sample(alive, round(len(alive) * self.world.lost)):
            self._vanish(node)
        self._broken = set(np.flatnonzero(self._num_gaps).tolist())
        self._half.num_broken = len(self._broken)

    # -- the clock ----------------------------------------------------------------------------------------------

    def _at(self, when: float, what: Callable[[int], None], node: int = -1, *, always: bool = False) -> None:
        """``what`` happens only if the node is alive then and has done nothing else meanwhile, unless ``always``."""
        turn = -1 if always or node < 0 else int(self._turn[node])
        heapq.heappush(self._events, (when, self._num_events, what, node, turn))
        self._num_events += 1

    def _pass_time(self, now: float) -> None:
        passed = now - self.now
        if passed > 0:
            half, world = self._half, self.world
            half.seconds += passed
            half.full_s += passed * self._num_full / world.num_models
            half.covered += passed * (1.0 - self._all_gaps / (world.num_models * world.num_layers))
            half.node_s += passed * self._num_alive
        self.now = now

    def _end_half(self) -> None:
        for model in np.flatnonzero(self._num_gaps):
            since = self._hole_since[model]
            self._half.longest_hole_s = max(self._half.longest_hole_s, self.now - since)

    def _look(self, model: int) -> Coverage:
        members = np.array(self._members[model], dtype=np.int64)
        nodes = members[self.seen[members] != _HIDDEN]
        return Coverage(
            self.world.num_layers,
            self.ids[nodes].tolist(),
            self.start[nodes],
            self.end[nodes],
            self.seen[nodes],
            self.tps[nodes],
        )


def _capacities(world: World, chance: random.Random) -> list[int]:
    """How many layers each node has room for: from half to one and a half times the mean, all together exactly
    ``copies`` of each model."""
    wanted = round(world.copies * world.num_layers * world.num_models)
    mean = wanted / world.num_nodes
    found = [max(1, round(mean * chance.uniform(0.5, 1.5))) for _ in range(world.num_nodes)]
    found = [min(capacity, world.num_layers) for capacity in found]
    while (over := sum(found) - wanted) != 0:
        node = chance.randrange(world.num_nodes)
        if over > 0 and found[node] > 1:
            found[node] -= 1
        elif over < 0 and found[node] < world.num_layers:
            found[node] += 1
    return found
