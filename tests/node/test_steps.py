"""Which steps of a node are computed together."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.node.steps import MeasuredSteps
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload, TokenReply
from meshnet_gui.wire.refusals import KVCacheMiss
from tests.fleet import in_loop
from tests.node.fake_shards import request


class Recorder:
    """A shard that notes what it was asked at once; decodes of session ``f...`` are refused. Steps take a second."""

    span = Span(2, 6)

    def __init__(self) -> None:
        self.log: list[Any] = []
        self.now = 100.0

    def clock(self) -> float:
        return self.now

    def forward(self, request: ForwardRequest, owner: str | None = None, pause: Any = None) -> TokenReply:
        self.log.append((request.cache, request.tensor.num_positions))
        self.now += 1.0
        if request.tensor.num_positions > 16:
            pause()
        return TokenReply("x", 7)

    def forward_many(self, requests: Any) -> list[Any]:
        self.log.append([owner for _, owner in requests])
        self.now += 1.0
        misses = ["f" in (request.session or "") for request, _ in requests]
        return [KVCacheMiss("no") if miss else TokenReply("x", 7) for miss in misses]


@in_loop
async def test_decodes_of_one_position_go_together_and_everything_else_alone() -> None:
    compute, shard = ComputeThread(), Recorder()
    one = request("decode", session="a" * 32)
    several = replace(one, tensor=TensorPayload((1, 3), "int64", bytes(24)))
    steps = MeasuredSteps(shard)
    asked = [one, request("prefill"), several, request(), replace(one, session="b" * 32)]
    tasks = [asyncio.create_task(steps.compute(compute, step, f"client {number}")) for number, step in enumerate(asked)]
    await asyncio.sleep(0)
    compute.start()
    await asyncio.gather(*tasks)
    await asyncio.to_thread(compute.stop)
    assert sorted(shard.log, key=str) == [("decode", 3), ("prefill", 1), (None, 1), ["client 0", "client 4"]]


@in_loop
async def test_each_gets_its_own_outcome() -> None:
    compute, shard = ComputeThread(), Recorder()
    steps = MeasuredSteps(shard)
    asked = [request("decode", session=letter * 32) for letter in "afb"]
    tasks = [asyncio.create_task(steps.compute(compute, step, None)) for step in asked]
    await asyncio.sleep(0)
    compute.start()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.to_thread(compute.stop)
    assert [type(outcome) for outcome in found] == [TokenReply, KVCacheMiss, TokenReply]
    assert len(shard.log) == 1


@in_loop
async def test_speed_is_that_of_one_session_alone_by_the_layers_that_it_ran() -> None:
    compute, shard = ComputeThread(), Recorder()
    steps = MeasuredSteps(shard, shard.clock)
    prompt = replace(request("prefill"), tensor=TensorPayload((1, 32), "int64", bytes(256)))
    compute.start()
    await steps.compute(compute, request("decode", session="a" * 32), None)
    assert (steps.speed.decode_tps, steps.speed.prefill_tps) == (4.0, 0.0)
    await steps.compute(compute, replace(prompt, start_layer=4), None)
    assert (steps.speed.decode_tps, steps.speed.prefill_tps) == (4.0, 64.0)
    await asyncio.to_thread(compute.stop)


@in_loop
async def test_steps_that_are_computed_together_tell_what_they_waited_and_not_how_fast_one_is() -> None:
    compute, shard = ComputeThread(), Recorder()
    steps = MeasuredSteps(shard, shard.clock)
    tasks = [asyncio.create_task(steps.compute(compute, request("decode", session=c * 32), None)) for c in "ab"]
    await asyncio.sleep(0)
    shard.now += 5.0
    compute.start()
    await asyncio.gather(*tasks)
    await asyncio.to_thread(compute.stop)
    assert shard.log == [[None, None]]
    assert steps.speed.decode_tps == 0.0
    assert steps.speed.queue_s > 0.1


@in_loop
async def test_a_long_step_is_not_slower_for_the_others_that_it_lets_in() -> None:
    compute, shard = ComputeThread(), Recorder()
    steps = MeasuredSteps(shard, shard.clock)
    prompt = replace(request("prefill"), tensor=TensorPayload((1, 32), "int64", bytes(256)))

    def others() -> None:
        shard.now += 50.0

    compute.pause = others  # type: ignore[method-assign]
    compute.start()
    await steps.compute(compute, prompt, None)
    await asyncio.to_thread(compute.stop)
    assert steps.speed.prefill_tps == 32.0 * 4
