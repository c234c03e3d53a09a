"""A node with several shards: which one answers, which one makes room, and what stays when one fails or stops."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.errors import BadModelFile, MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node import service as service_module
from meshnet_gui.node.resident import IN_USE_S
from meshnet_gui.types import Span
from meshnet_gui.wire import codec
from meshnet_gui.wire.messages import Target
from meshnet_gui.wire.refusals import BadRequest, Busy, WrongModel
from tests.fleet import SESSION, Node, in_loop, running_node, until
from tests.node.fake_shards import OTHER, SPEC, FakeShard, fake_loader, request

LOW, MIDDLE, HIGH = Span(0, 2), Span(2, 4), Span(4, 6)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def a_node(clock: Clock | None = None, max_shards: int = 2, **options: Any) -> AbstractAsyncContextManager[Node]:
    """A node that serves layers 0-2 of the one model."""
    return running_node(SPEC, LOW, fake_loader, max_shards=max_shards, clock=clock or Clock(), **options)


def served(node: Node) -> list[tuple[str, str, str]]:
    return [(shard.model_name, str(shard.span), shard.state) for shard in node.service.status().shards]


def shard_of(node: Node, span: Span, spec: ModelSpec = SPEC) -> FakeShard:
    found: Any = node.service.ready_shard(Target(str(spec.identity), span.start, span.end))
    return found


# -- which one answers ------------------------------------------------------------------------------------------------


@in_loop
async def test_a_request_reaches_the_shard_of_its_model_and_layers() -> None:
    async with a_node(max_shards=3) as node:
        await node.service.start(SPEC, HIGH, first=False)
        await node.service.start(OTHER, LOW, first=False)
        for spec, span in ((SPEC, LOW), (SPEC, HIGH), (OTHER, LOW), (SPEC, Span(5, 6)), (OTHER, Span(0, 1))):
            await node.service.forward(request(spec=spec, span=span))
        counts = [shard_of(node, LOW).num_steps, shard_of(node, HIGH).num_steps, shard_of(node, LOW, OTHER).num_steps]
        assert counts == [1, 2, 2]
        assert node.service.status().counters["requests"] == 5


@in_loop
async def test_a_request_for_layers_or_a_model_that_no_shard_has_is_refused_with_what_there_is() -> None:
    async with a_node() as node:
        await node.service.start(SPEC, HIGH, first=False)
        with pytest.raises(BadRequest, match="layers 1-5 are not all here: this node has 0-2 and 4-6"):
            await node.service.forward(request(span=Span(1, 5)))
        with pytest.raises(WrongModel, match=str(SPEC.identity)):
            await node.service.forward(request(spec=OTHER))


@in_loop
async def test_a_stateless_request_that_names_no_model_is_the_first_shard_s_or_goes_by_its_layers() -> None:
    async with a_node() as node:
        await node.service.start(OTHER, MIDDLE, first=False)
        await node.service.forward(request(spec=None))
        await node.service.forward(request(spec=None, span=MIDDLE))
        assert (shard_of(node, LOW).num_steps, shard_of(node, MIDDLE, OTHER).num_steps) == (1, 1)


@in_loop
async def test_a_session_stays_with_its_shard_although_another_one_could_take_it() -> None:
    async with a_node() as node:
        await node.service.forward(request("prefill", span=Span(0, 1)))
        await node.service.start(SPEC, Span(0, 1), first=False)
        await node.service.forward(request("prefill", span=Span(0, 1)))
        await node.service.forward(request("prefill", span=Span(0, 1), session="f" * 32))
        low: Any = node.service._residents[0].shard
        narrow: Any = node.service._residents[1].shard
        assert (low.num_steps, narrow.num_steps) == (2, 1)


@in_loop
async def test_one_session_may_pass_through_two_shards_of_a_node_and_is_closed_in_both() -> None:
    async with a_node() as node:
        await node.service.start(SPEC, HIGH, first=False)
        for span in (LOW, HIGH):
            await node.service.forward(request("prefill", span=span))
        assert [session.span for session in node.service.status().sessions] == [LOW, HIGH]
        assert (await node.ask("DELETE", f"/session/{SESSION}")).status == 204
        assert node.service.status().sessions == ()
        assert (await node.ask("DELETE", f"/session/{SESSION}")).status == 404


@in_loop
async def test_a_body_is_bounded_by_the_shard_that_it_is_for() -> None:
    async with a_node() as node:
        await node.service.start(OTHER, LOW, first=False)
        shard_of(node, LOW).limits = replace(FakeShard.limits, max_positions=1)
        stateless = {codec.SHAPE: "1,100", codec.DTYPE: "int64", codec.START_LAYER: "0"}
        small = await node.ask(headers=stateless | {codec.MODEL: str(SPEC.identity)}, body=bytes(800))
        large = await node.ask(headers=stateless | {codec.MODEL: str(OTHER.identity)}, body=bytes(800))
        assert (small.status, large.status) == (413, 200)


# -- who makes room ---------------------------------------------------------------------------------------------------


@in_loop
async def test_the_least_recently_used_idle_shard_makes_room() -> None:
    clock = Clock()
    async with a_node(clock) as node:
        clock.now += 60
        await node.service.start(SPEC, HIGH)
        clock.now += 60
        await node.service.forward(request(span=LOW))
        clock.now += IN_USE_S
        await node.service.start(OTHER, LOW)
        assert served(node) == [(OTHER.name, "0-2", "ready"), (SPEC.name, "0-2", "ready")]


@pytest.mark.parametrize("cache", ["prefill", None])
@in_loop
async def test_a_shard_that_stepped_lately_makes_room_for_nobody(cache: Any) -> None:
    clock = Clock()
    async with a_node(clock, max_shards=1) as node:
        await node.service.forward(request(cache))
        with pytest.raises(MachineError, match="holds 1 shard at most, and none of them is idle"):
            await node.service.start(SPEC, HIGH)
        assert served(node)[-1] == (SPEC.name, "0-2", "ready")
        assert node.service.is_ready
        clock.now += IN_USE_S
        await node.service.start(SPEC, HIGH)
        assert served(node) == [(SPEC.name, "4-6", "ready")]


@in_loop
async def test_a_shard_with_a_running_step_makes_room_for_nobody() -> None:
    clock = Clock()
    async with a_node(clock, max_shards=1) as node:
        shard = shard_of(node, LOW)
        shard.gate.clear()
        running = asyncio.create_task(node.service.forward(request()))
        assert await asyncio.to_thread(shard.entered.wait, 10)
        clock.now += 1000
        with pytest.raises(MachineError, match="none of them is idle"):
            await node.service.start(SPEC, HIGH)
        shard.gate.set()
        await running


@in_loop
async def test_a_shard_that_is_to_be_kept_makes_no_room() -> None:
    async with a_node() as node:
        await node.service.start(SPEC, HIGH, first=False)
        await node.service.start(OTHER, LOW, first=False, keep=[(str(SPEC.identity), LOW)])
        assert [each[1] for each in served(node)] == ["0-2", "0-2"]
        kept = [(str(SPEC.identity), LOW), (str(OTHER.identity), LOW)]
        with pytest.raises(MachineError, match="holds 2 shards at most"):
            await node.service.start(SPEC, MIDDLE, keep=kept)


def memory(free: int) -> Callable[[ModelSpec, Span, int], None]:
    """A computer with room for ``free`` bytes of weights; each fake shard takes 1000 of them that look free."""

    def check(spec: ModelSpec, span: Span, more: int) -> None:
        if free + more < 1000:
            raise MachineError(f"Layers {span} need 1000 bytes, and {free + more} are free.")

    return check


@in_loop
async def test_a_span_that_does_not_fit_beside_the_others_takes_the_place_of_an_idle_one() -> None:
    clock = Clock()
    async with a_node(clock, max_shards=8, check_memory=memory(2500)) as node:
        clock.now += 60
        await node.service.start(SPEC, HIGH)
        assert len(served(node)) == 2
        await node.service.start(SPEC, MIDDLE)
        assert [span for _, span, _ in served(node)] == ["2-4", "4-6"]


@in_loop
async def test_a_span_that_would_not_fit_even_alone_unloads_nothing() -> None:
    check = memory(2500)

    def picky(spec: ModelSpec, span: Span, more: int) -> None:
        if span == Span(0, 6):
            raise MachineError("Layers 0-6 need 9 GB of memory, and 1 GB is free.")
        check(spec, span, more)

    async with a_node(max_shards=8, check_memory=picky) as node:
        await node.service.start(SPEC, HIGH, first=False)
        with pytest.raises(MachineError, match="9 GB"):
            await node.service.start(SPEC, Span(0, 6), first=False)
        assert [each[1:] for each in served(node)] == [("0-2", "ready"), ("4-6", "ready"), ("0-6", "failed")]
        assert "9 GB" in node.service.status().shards[-1].error


# -- failing and stopping ---------------------------------------------------------------------------------------------


@pytest.mark.allow_warnings("loading 4-6")
@pytest.mark.parametrize("error", [BadModelFile("The file is truncated."), ZeroDivisionError("x")])
@in_loop
async def test_a_load_that_fails_keeps_the_others_and_may_be_tried_again(error: Exception) -> None:
    async with a_node() as node:

        def fail(spec: ModelSpec, span: Span) -> Any:
            raise error

        node.service._load = fail
        with pytest.raises(MachineError):
            await node.service.start(SPEC, HIGH)
        status = node.service.status()
        assert [shard.state for shard in status.shards] == ["failed", "ready"]
        assert (status.state, status.span, status.error) == ("ready", LOW, "")
        assert (await node.ask("GET", "/health")).status == 200
        await node.service.forward(request(span=LOW))
        node.service._load = fake_loader
        await node.service.start(SPEC, HIGH)
        assert [shard.state for shard in node.service.status().shards] == ["ready", "ready"]


@in_loop
async def test_a_shard_that_could_not_be_loaded_takes_no_place_and_is_dismissed_by_stopping_it() -> None:
    async with a_node() as node:

        def fail(spec: ModelSpec, span: Span) -> Any:
            raise BadModelFile("The file is truncated.")

        node.service._load = fail
        with pytest.raises(BadModelFile):
            await node.service.start(OTHER, LOW, first=False)
        node.service._load = fake_loader
        await node.service.start(SPEC, HIGH, first=False)
        assert [each[2] for each in served(node)] == ["ready", "failed", "ready"]
        assert await node.service.stop_shard(str(OTHER.identity), LOW)
        assert [each[1] for each in served(node)] == ["0-2", "4-6"]


@in_loop
async def test_a_lower_number_unloads_the_idlest_but_none_in_use() -> None:
    clock = Clock()
    async with a_node(clock, max_shards=3) as node:
        await node.service.start(SPEC, MIDDLE, first=False)
        await node.service.start(SPEC, HIGH, first=False)
        clock.now += 60
        await node.service.forward(request(span=MIDDLE))
        node.service.max_shards = 1
        await node.service.make_fewer(keep=[(str(SPEC.identity), LOW)])
        assert [each[1] for each in served(node)] == ["0-2", "2-4"]


@in_loop
async def test_another_shard_may_be_put_first() -> None:
    async with a_node() as node:
        await node.service.start(OTHER, HIGH, first=False)
        assert node.service.put_first(str(OTHER.identity), HIGH)
        assert (node.service.status().model_name, node.service.status().span) == (OTHER.name, HIGH)
        assert not node.service.put_first(str(OTHER.identity), MIDDLE)


@in_loop
async def test_loading_a_second_shard_leaves_the_first_one_ready() -> None:
    entered, go_on = threading.Event(), threading.Event()

    def slow(spec: ModelSpec, span: Span) -> Any:
        entered.set()
        assert go_on.wait(10)
        return fake_loader(spec, span)

    async with a_node() as node:
        node.service._load = slow
        starting = asyncio.create_task(node.service.start(SPEC, HIGH, first=False))
        assert await asyncio.to_thread(entered.wait, 10)
        assert (node.service.state, [each[2] for each in served(node)]) == ("ready", ["ready", "loading"])
        step = asyncio.create_task(node.service.forward(request(span=LOW)))  # waits for the compute thread
        with pytest.raises(Busy, match="layers 4-6 are being loaded"):
            await node.service.forward(request(span=HIGH))
        go_on.set()
        await asyncio.gather(starting, step)
        assert [each[2] for each in served(node)] == ["ready", "ready"]


@in_loop
async def test_one_shard_is_stopped_and_the_others_go_on() -> None:
    async with a_node() as node:
        await node.service.start(OTHER, LOW, first=False)
        assert await node.service.stop_shard(str(SPEC.identity), LOW)
        assert not await node.service.stop_shard(str(SPEC.identity), LOW)
        assert served(node) == [(OTHER.name, "0-2", "ready")]
        assert node.service.status().model_name == OTHER.name
        await node.service.forward(request(spec=OTHER))
        await node.service.stop()
        assert (node.service.state, served(node)) == ("off", [])
        with pytest.raises(Busy):
            node.service.ready_shard()


@in_loop
async def test_a_stopped_shard_is_freed_at_once_although_others_stay_and_sweeps_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service_module, "SWEEP_EVERY_S", 0.001)
    gc.disable()
    try:
        async with a_node() as node:
            await node.service.start(OTHER, LOW, first=False)
            shard = weakref.ref(shard_of(node, LOW, OTHER))
            await node.service.forward(request("prefill", spec=OTHER))
            num_sweeps = 0

            def sweep() -> None:
                nonlocal num_sweeps
                num_sweeps += 1

            monkeypatch.setattr(shard_of(node, LOW).kv_sessions, "sweep", sweep)
            await until(lambda: num_sweeps > 1)
            monkeypatch.setattr(service_module, "SWEEP_EVERY_S", 1000)  # asleep, as it is nearly always
            seen = num_sweeps
            await until(lambda: num_sweeps > seen)
            await node.service.stop_shard(str(OTHER.identity), LOW)
            assert shard() is None
    finally:
        gc.enable()


# -- what is shown ----------------------------------------------------------------------------------------------------


def spans(items: Iterable[Any]) -> list[Span]:
    return [item.span for item in items]


@in_loop
async def test_status_adds_up_sessions_and_says_the_worst_case() -> None:
    async with a_node() as node:
        await node.service.start(OTHER, HIGH, first=False)
        await node.service.forward(request("prefill"))
        await node.service.forward(request("prefill", spec=OTHER))
        node.service.evict_session(SESSION[:8])
        await node.service.forward(request("prefill", spec=OTHER))
        status = node.service.status()
        assert (status.span, spans(status.shards), spans(status.sessions)) == (LOW, [LOW, HIGH], [HIGH])
        assert (status.used_bytes, [record.reason for record in status.evictions]) == (10, ["user", "user"])
        assert [shard.kv_bytes_per_token for shard in status.shards] == [10, 10]
        full = 8 * 256 * 10
        assert [shard.worst_case_bytes for shard in status.shards] == [1000 + full, 1000 + full]
        assert status.worst_case_bytes == 2 * 1000 + full


@in_loop
async def test_limits_change_in_place_and_the_sessions_that_fit_stay() -> None:
    async with a_node() as node:
        await node.service.start(OTHER, HIGH, first=False)
        for session in ("a" * 32, "b" * 32):
            await node.service.forward(request("prefill", session=session))
        shard = shard_of(node, LOW)
        node.service.set_cache_limits(60.0, 1, 1 << 20)
        status = node.service.status()
        assert (status.ttl_s, status.max_sessions, status.limit_bytes) == (60.0, 1, 1 << 20)
        assert [session.short_id for session in status.sessions] == ["b" * 8]
        assert shard_of(node, LOW) is shard
