"""Which steps of a node are computed together."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.node.steps import compute_step
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload, TokenReply
from meshnet_gui.wire.refusals import KVCacheMiss
from tests.fleet import in_loop
from tests.node.fake_shards import request


class Recorder:
    """A shard that notes what it was asked at once; decodes of session ``f...`` are refused."""

    def __init__(self) -> None:
        self.log: list[Any] = []

    def forward(self, request: ForwardRequest, owner: str | None = None, pause: Any = None) -> TokenReply:
        self.log.append((request.cache, request.tensor.num_positions))
        return TokenReply("x", 7)

    def forward_many(self, requests: Any) -> list[Any]:
        self.log.append([owner for _, owner in requests])
        misses = ["f" in (request.session or "") for request, _ in requests]
        return [KVCacheMiss("no") if miss else TokenReply("x", 7) for miss in misses]


@in_loop
async def test_decodes_of_one_position_go_together_and_everything_else_alone() -> None:
    compute, shard = ComputeThread(), Recorder()
    one = request("decode", session="a" * 32)
    several = replace(one, tensor=TensorPayload((1, 3), "int64", bytes(24)))
    asked = [one, request("prefill"), several, request(), replace(one, session="b" * 32)]
    tasks = [
        asyncio.create_task(compute_step(compute, shard, step, f"client {number}")) for number, step in enumerate(asked)
    ]
    await asyncio.sleep(0)
    compute.start()
    await asyncio.gather(*tasks)
    await asyncio.to_thread(compute.stop)
    assert sorted(shard.log, key=str) == [("decode", 3), ("prefill", 1), (None, 1), ["client 0", "client 4"]]


@in_loop
async def test_each_gets_its_own_outcome() -> None:
    compute, shard = ComputeThread(), Recorder()
    steps = [request("decode", session=letter * 32) for letter in "afb"]
    tasks = [asyncio.create_task(compute_step(compute, shard, step, None)) for step in steps]
    await asyncio.sleep(0)
    compute.start()
    found = await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.to_thread(compute.stop)
    assert [type(outcome) for outcome in found] == [TokenReply, KVCacheMiss, TokenReply]
    assert len(shard.log) == 1
