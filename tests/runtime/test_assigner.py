"""Which layers our node takes up, when it looks anew, and how it moves without leaving a hole."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.forecast import MARGIN_BYTES
from meshnet_gui.modelstore.sizes import ModelSizes, Weights
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime import assigner as assigner_module
from meshnet_gui.runtime.assigner import RETRY_S, Assigner, Sight, Situation
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.assignment import LOOK_EVERY_S, STAY_S
from meshnet_gui.swarm.coverage import MAX_JOINING_S
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.types import NodeStatus, ShardStatus, Span
from tests.fleet import in_loop, tiny_spec

SPEC = tiny_spec("llama", Path("nowhere"))
ME = "e" * 64
SIZES = ModelSizes((Weights(10_000_000),) * 6, Weights(1000), Weights(0, 10), tied=False)
NUM_LOOKS = int(MAX_JOINING_S / LOOK_EVERY_S) - 2  # so long a fetch counts
TWO_LAYERS = MARGIN_BYTES + 100_000_000


def other(name: str, span: Span, state: str = "ready") -> NodeRecord:
    offer = ShardOffer(str(SPEC.identity), SPEC.name, 6, span, state, decode_tps=500.0)
    return NodeRecord(name * 64, name, 1, 1, 1, "0.1", state, (offer,))


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assigner_module, "FIRST_LOOK_S", (0.0, 0.0))
    monkeypatch.setattr(assigner_module, "SEEN_S", 0.0)


@dataclass
class World:
    """A node without shards: what it was told to do, and what everybody else does."""

    settings: Settings = field(default_factory=lambda: Settings(contributing=True))
    records: Sequence[NodeRecord] | None = ()
    memory_bytes: int = TWO_LAYERS
    now: float = 1000.0
    swarm_id: str = "one"
    state: str = "off"
    span: Span | None = None
    told: list[str] = field(default_factory=list)
    on_withdraw: Callable[[], None] = lambda: None
    on_fetch: Callable[[], None] = lambda: None
    spec: ModelSpec = SPEC
    fetch_bytes_per_s: float = 1e12

    def __post_init__(self) -> None:
        async def sizes(spec: ModelSpec) -> ModelSizes:
            return SIZES

        async def cuts(spec: ModelSpec) -> frozenset[int] | None:
            return None

        situation = Situation(
            lambda: self.settings,
            self._sight,
            sizes,
            lambda: self.memory_bytes,
            cuts,
            lambda: self.fetch_bytes_per_s,
        )
        self.assigner = Assigner(situation, lambda: self.spec, self.status, random.Random(1), lambda: self.now)

    @property
    def service(self) -> Any:
        return self

    def _sight(self) -> Sight | None:
        return None if self.records is None else Sight(self.swarm_id, ME, self.records)

    def status(self) -> NodeStatus:
        if self.span is None:
            return NodeStatus(state=self.state)
        shard = ShardStatus(self.state, SPEC.name, str(SPEC.identity), self.span, 6, decode_tps=500.0)
        return NodeStatus(state=self.state, shards=(shard,))

    async def settle(self) -> None:
        """As ``OwnNode`` does it."""
        self.span = await self.assigner.span(self.spec)
        self.state = "ready"
        self.told.append(f"serve {self.span}")

    async def bring(self, spec: ModelSpec, span: Span) -> None:
        self.told.append(f"fetch {span}")
        self.on_fetch()
        self.spec = replace(spec, held=frozenset({*(spec.held or ()), *spec.pieces(span)}))

    def withdraw(self, identity: str, span: Span) -> bool:
        assert (identity, span) == (str(SPEC.identity), self.span)
        self.state = "draining"
        self.told.append("withdraw")
        self.on_withdraw()
        return True

    def take_back(self, identity: str, span: Span) -> None:
        self.state = "ready"
        self.told.append("take back")

    async def look_often(self, times: int = 60) -> None:
        """The dice let it move at one of many looks only."""
        for _ in range(times):
            self.now += 30.0
            await self.assigner.look(self)


@in_loop
async def test_without_a_swarm_the_whole_model_is_served_and_nothing_said() -> None:
    world = World(records=None)
    assert await world.assigner.span(SPEC) == Span(0, 6)
    assert world.assigner.sentence == ""


@in_loop
async def test_what_the_owner_chose_is_served_although_others_have_it() -> None:
    world = World(Settings(contributing=True, span="1-3"), [other("a", Span(0, 6))])
    await world.settle()
    await world.look_often()
    assert world.told == ["serve 1-3"]
    assert world.assigner.sentence == "Serving 1-3 because you chose it."


@in_loop
async def test_first_choice_fills_the_gap_and_is_kept_until_there_is_a_reason() -> None:
    world = World(records=[other("a", Span(0, 4))])
    await world.settle()
    assert world.span == Span(4, 6)
    assert "nobody served 4-6" in world.assigner.sentence
    world.records = ()
    await world.settle()
    assert world.told == ["serve 4-6", "serve 4-6"]


@in_loop
async def test_what_would_be_served_is_said_without_deciding_anything() -> None:
    world = World(records=[other("a", Span(0, 4))])
    text = await world.assigner.preview()
    assert text.endswith("this computer would run layers 4-6.")
    assert (world.assigner.sentence, world.told) == ("", [])
    assert await World(records=None).assigner.preview() == ""
    assert "cannot help with this model" in await World(memory_bytes=MARGIN_BYTES).assigner.preview()


@in_loop
async def test_node_that_is_about_to_join_counts_so_that_not_both_take_the_same_gap() -> None:
    world = World(records=[other("a", Span(0, 2)), other("b", Span(4, 6), "joining")])
    await world.settle()
    assert world.span == Span(2, 4)


@in_loop
async def test_whole_model_is_served_where_it_fits() -> None:
    world = World(records=[other("a", Span(0, 6))], memory_bytes=2**40)
    await world.settle()
    assert world.span == Span(0, 6)


@in_loop
async def test_computer_that_cannot_help_says_why() -> None:
    world = World(memory_bytes=MARGIN_BYTES)
    with pytest.raises(MachineError, match="cannot help with this model: one layer takes"):
        await world.settle()


@in_loop
async def test_node_that_nobody_misses_drains_and_moves_into_a_gap() -> None:
    world = World(records=[other("a", Span(0, 2)), other("b", Span(2, 4))])
    await world.settle()
    world.records = [other("a", Span(4, 6)), other("b", Span(2, 4))]
    assert world.span == Span(4, 6)
    await world.look_often()
    assert world.told == ["serve 4-6", "withdraw", "serve 0-2"]
    assert world.assigner.sentence == "Serving 0-2: nobody else serves 0-2."


@in_loop
async def test_last_copy_stays_whatever_is_missing_elsewhere() -> None:
    world = World(records=[other("a", Span(0, 2)), other("b", Span(2, 4))])
    await world.settle()
    world.records = []
    await world.look_often()
    assert world.told == ["serve 4-6"]


@in_loop
async def test_move_is_taken_back_where_the_other_holder_left_meanwhile() -> None:
    world = World(records=[other("a", Span(0, 2)), other("b", Span(2, 4))])
    await world.settle()
    world.records = [other("a", Span(4, 6)), other("b", Span(2, 4))]

    def leave() -> None:
        world.records = [other("b", Span(2, 4))]

    world.on_withdraw = leave
    await world.look_often()
    assert world.told == ["serve 4-6", "withdraw", "take back"]
    assert world.assigner.sentence == "Serving 4-6: nobody else serves 4-6."
    assert await world.assigner.span(SPEC) == Span(4, 6)


@in_loop
async def test_node_that_just_came_does_not_move_for_a_little_more_speed() -> None:
    world = World(records=[other("a", Span(0, 2)), other("b", Span(2, 4))])
    await world.settle()
    world.records = [other("a", Span(0, 4)), *(other(name, Span(4, 6)) for name in "bcd")]
    await world.look_often(int(STAY_S / 30.0) - 1)
    assert world.told == ["serve 4-6"]
    await world.look_often(200)
    assert world.told[1:2] == ["withdraw"]


@in_loop
async def test_failed_node_tries_again_later_and_ever_more_seldom_with_a_new_decision() -> None:
    world = World(records=[other("a", Span(0, 4))])
    await world.settle()
    world.state, world.records = "failed", [other("a", Span(2, 6))]

    async def fail() -> None:
        world.told.append("try")
        assert await world.assigner.span(SPEC) == Span(0, 2)

    world.settle = fail  # type: ignore[method-assign]
    tries = []
    for minute in range(50):
        world.now = 5000.0 + minute * RETRY_S
        before = len(world.told)
        world.span = None
        await world.assigner.look(world)
        if len(world.told) > before:
            tries.append(minute)
    assert tries[:4] == [1, 3, 7, 15]
    assert tries[4] - tries[3] == tries[5] - tries[4] == 15


@in_loop
async def test_layers_that_do_not_fit_any_more_give_way_to_fewer_and_served_ones_stay() -> None:
    world = World(memory_bytes=10 * TWO_LAYERS)
    await world.settle()
    assert world.span == Span(0, 6)
    world.memory_bytes = TWO_LAYERS
    assert await world.assigner.span(SPEC) == Span(0, 6)
    world.span, world.state = None, "off"  # as in a pause that freed the memory
    assert (await world.assigner.span(SPEC)).num_layers == 2
    assert await world.assigner.span(SPEC) == await world.assigner.span(SPEC)


@in_loop
async def test_another_model_is_decided_about_anew() -> None:
    world = World(records=[other("a", Span(0, 4))])
    await world.settle()
    other_model = replace(SPEC, identity=replace(SPEC.identity, revision="2"))
    assert (await world.assigner.span(other_model)).num_layers == 2
    assert "nobody served" in world.assigner.sentence


@in_loop
async def test_another_swarm_is_decided_about_anew() -> None:
    world = World(records=[other("a", Span(0, 4))])
    await world.settle()
    world.swarm_id, world.records = "two", [other("a", Span(2, 6))]
    await world.settle()
    assert world.told == ["serve 4-6", "serve 0-2"]


# -- layers that must be fetched -------------------------------------------------------------------------------------


def in_pieces(span: Span) -> ModelSpec:
    return replace(SPEC, held=frozenset(SPEC.pieces(span)), weight_bytes=6_000_000)


async def settled_at_the_end(**more: Any) -> World:
    """A node that holds and serves layers 4-6, which others have, too; 0-2 are a gap."""
    world = World(records=[other("a", Span(0, 2)), other("b", Span(2, 4))], spec=in_pieces(Span(4, 6)), **more)
    await world.settle()
    world.records = [other("a", Span(4, 6)), other("b", Span(2, 4))]
    return world


@in_loop
async def test_what_a_move_needs_is_fetched_before_the_node_drains() -> None:
    world = await settled_at_the_end()
    await world.look_often()
    assert world.told == ["serve 4-6", "fetch 0-2", "withdraw", "serve 0-2"]


@in_loop
async def test_a_move_whose_gap_was_filled_during_the_fetch_is_left_off() -> None:
    world = await settled_at_the_end()

    def filled() -> None:
        world.records = [*(other(name, Span(0, 2)) for name in "cd"), other("a", Span(4, 6)), other("b", Span(2, 4))]

    world.on_fetch = filled
    await world.look_often()
    assert world.told == ["serve 4-6", "fetch 0-2"]


def fetching(name: str, served: Span, fetched: Span) -> NodeRecord:
    record = other(name, served)
    return replace(record, shards=(*record.shards, *other(name, fetched, "joining").shards))


@in_loop
async def test_nobody_fetches_for_a_gap_that_somebody_fetches_for_already() -> None:
    world = await settled_at_the_end()
    gap = world.records
    world.records = [other("a", Span(4, 6)), fetching("b", Span(2, 4), Span(0, 2))]
    await world.look_often(NUM_LOOKS)
    assert world.told == ["serve 4-6"]
    world.records = gap
    await world.look_often(NUM_LOOKS)
    assert world.told[:2] == ["serve 4-6", "fetch 0-2"]


@in_loop
async def test_of_two_who_fetch_for_one_gap_the_first_to_have_it_moves() -> None:
    world = await settled_at_the_end()
    at: list[float] = []

    def another_fetches() -> None:
        at.append(world.now)
        world.records = [other("a", Span(4, 6)), fetching("b", Span(2, 4), Span(0, 2))]

    world.on_fetch, world.on_withdraw = another_fetches, lambda: at.append(world.now)
    await world.look_often(NUM_LOOKS)
    assert world.told == ["serve 4-6", "fetch 0-2", "withdraw", "serve 0-2"]
    assert at[0] == at[1]  # not only when the other is given up


@in_loop
async def test_a_fetch_that_fails_is_tried_again_ever_more_seldom_and_the_node_serves_on() -> None:
    world = await settled_at_the_end()
    tries: list[float] = []

    def fail() -> None:
        tries.append(world.now)
        raise MachineError("no way to the hub")

    world.on_fetch = fail
    for _ in range(400):
        world.now += 10.0
        with suppress(MachineError):
            await world.assigner.look(world)
    apart = [later - earlier for earlier, later in itertools.pairwise(tries)]
    assert [gap >= least for gap, least in zip(apart, (60.0, 120.0, 240.0, 480.0), strict=False)] == [True] * 4
    assert set(world.told) == {"serve 4-6", "fetch 0-2"}


@in_loop
async def test_nobody_moves_for_speed_where_the_fetch_takes_longer_than_a_node_stays() -> None:
    world = World(records=[other("a", Span(0, 2)), other("b", Span(2, 4))], spec=in_pieces(Span(4, 6)))
    await world.settle()
    world.records = [other("a", Span(0, 4)), *(other(name, Span(4, 6)) for name in "bcd")]
    world.fetch_bytes_per_s = 1_000_000 / STAY_S  # one layer
    await world.look_often(200)
    assert world.told == ["serve 4-6"]
