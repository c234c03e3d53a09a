"""The node service's states, with shards that need no weights."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import weakref
from typing import Any

import pytest

from meshnet_gui.errors import BadModelFile, MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Span
from meshnet_gui.wire import codec
from meshnet_gui.wire.messages import ForwardRequest, TokenReply
from meshnet_gui.wire.refusals import Busy, KVCacheMiss
from tests.fleet import SESSION, Node, in_loop, running_node
from tests.node.fake_shards import SPEC, FakeShard, fake_loader, request

STATELESS = {codec.SHAPE: "1,1", codec.DTYPE: "int64"}


def headers(cache: str) -> dict[str, str]:
    return codec.encode_request(request(cache))


@in_loop
async def test_states_follow_each_other_and_each_change_is_told() -> None:
    told: list[str] = []
    node = Node(fake_loader)
    node.service._on_change = lambda: told.append(node.service.state)
    node.compute.start()
    await node.service.start(SPEC, Span(0, 3))
    await node.service.start(SPEC, Span(2, 6))
    await node.service.stop()
    await node.service.stop()
    node.compute.stop()
    assert told == ["loading", "ready", "stopping", "loading", "ready", "stopping", "off", "off"]


@in_loop
async def test_only_a_ready_node_is_healthy_and_serves() -> None:
    node = Node(fake_loader)
    assert (await node.ask("GET", "/health")).status == 503
    refused = await node.ask(headers=STATELESS, body=bytes(8))
    assert (refused.status, refused.headers["retry-after"], json.loads(refused.body)["error"]) == (503, "1", "busy")
    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        health = await node.ask("GET", "/health")
        assert (health.status, json.loads(health.body)) == (200, {"ready": True, "state": "ready"})
        reply = await node.ask(headers=STATELESS, body=bytes(8))
        assert (reply.status, json.loads(reply.body)) == (200, {"text": "x", "token_id": 7})
        await node.service.stop()
        assert (await node.ask("GET", "/health")).status == 503
        assert (await node.ask(headers=STATELESS, body=bytes(8))).status == 503


@pytest.mark.allow_warnings("loading 0-3")
@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (BadModelFile("The file is truncated.", "Import it again."), BadModelFile, "The file is truncated."),
        (ZeroDivisionError("x"), MachineError, "ZeroDivisionError"),
    ],
)
@in_loop
async def test_failed_load_is_told_and_the_next_one_may_succeed(
    error: Exception, kind: type[Exception], text: str
) -> None:
    def fail(spec: ModelSpec, span: Span) -> Any:
        raise error

    async with running_node(SPEC, Span(0, 1), fake_loader) as node:
        node.service._load = fail
        with pytest.raises(kind):
            await node.service.start(SPEC, Span(0, 3))
        status = node.service.status()
        assert (status.state, status.span, status.model_name) == ("failed", Span(0, 3), SPEC.name)
        assert text in status.error
        assert (await node.ask("GET", "/health")).status == 503
        node.service._load = fake_loader
        await node.service.start(SPEC, Span(0, 3))
        assert (node.service.status().state, node.service.status().error) == ("ready", "")


class SlowLoader:
    """Loads when it is told to."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.go_on = threading.Event()

    def __call__(self, spec: ModelSpec, span: Span) -> Any:
        self.entered.set()
        assert self.go_on.wait(10)
        return FakeShard(span)


async def until(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, 10)


@in_loop
async def test_stop_during_a_load_ends_in_off() -> None:
    loader = SlowLoader()
    node = Node(loader)
    node.compute.start()
    starting = asyncio.create_task(node.service.start(SPEC, Span(0, 3)))
    await until(loader.entered)
    assert (node.service.status().state, node.service.status().span) == ("loading", Span(0, 3))
    stopping = asyncio.create_task(node.service.stop())
    loader.go_on.set()
    await asyncio.gather(starting, stopping)
    assert node.service.status().state == "off"
    node.compute.stop()


@in_loop
async def test_load_that_is_cancelled_does_not_show_as_loading_for_ever() -> None:
    loader = SlowLoader()
    node = Node(loader)
    node.compute.start()
    starting = asyncio.create_task(node.service.start(SPEC, Span(0, 3)))
    await until(loader.entered)
    starting.cancel()
    await asyncio.wait([starting])
    assert node.service.status().state == "off"
    loader.go_on.set()
    await node.service.start(SPEC, Span(2, 4))
    assert node.service.status().span == Span(2, 4)
    await node.service.stop()
    node.compute.stop()


@in_loop
async def test_stop_lets_the_running_step_end_and_refuses_newcomers() -> None:
    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        shard: Any = node.service.ready_shard()
        shard.gate.clear()
        running = asyncio.create_task(node.ask(headers=STATELESS, body=bytes(8)))
        await until(shard.entered)
        stopping = asyncio.create_task(node.service.stop())
        await asyncio.sleep(0)
        assert node.service.status().state == "stopping"
        assert (await node.ask(headers=STATELESS, body=bytes(8))).status == 503
        shard.gate.set()
        assert (await running).status == 200
        await stopping


@in_loop
async def test_flood_is_refused_and_the_admitted_are_served() -> None:
    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        shard: Any = node.service.ready_shard()
        shard.gate.clear()
        asked = [asyncio.create_task(node.ask(headers=STATELESS, body=bytes(8))) for _ in range(40)]
        await until(shard.entered)
        shard.gate.set()
        replies = await asyncio.gather(*asked)
        assert sorted(reply.status for reply in replies) == [200] * 32 + [503] * 8
        assert node.service.status().counters["refusals"] == 8
        assert (await node.ask(headers=STATELESS, body=bytes(8))).status == 200


@in_loop
async def test_unloaded_shard_is_freed_at_once_although_it_is_part_of_a_cycle() -> None:
    gc.disable()
    try:
        async with running_node(SPEC, Span(0, 3), fake_loader) as node:
            shard = weakref.ref(node.service.ready_shard())
            await node.service.stop()
            assert shard() is None
    finally:
        gc.enable()


@in_loop
async def test_counters_tell_what_happened_since_the_load() -> None:
    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        await node.ask(headers=STATELESS, body=bytes(8))
        await node.ask(headers=headers("prefill"), body=bytes(8))
        await node.ask(headers=headers("decode"), body=bytes(8))
        await node.ask(headers={}, body=b"")
        counters = node.service.status().counters
        assert counters == {
            "requests": 3,
            "tokens": 2,
            "cache_misses": 1,
            "refusals": 1,
            "evictions": 0,
            "prefilled_tokens": 2,
            "reused_tokens": 0,
        }
        await node.service.start(SPEC, Span(0, 3))
        assert sum(node.service.status().counters.values()) == 0


@in_loop
async def test_closed_session_is_gone_and_another_one_is_unknown() -> None:
    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        await node.ask(headers=headers("prefill"), body=bytes(8))
        assert (await node.ask("DELETE", f"/session/{SESSION[:8]}")).status == 404
        assert (await node.ask("DELETE", f"/session/{SESSION}")).status == 204
        assert (await node.ask("DELETE", f"/session/{SESSION}")).status == 404
        status = node.service.status()
        assert (status.sessions, [e.reason for e in status.evictions]) == ((), ["closed"])


@pytest.mark.parametrize("held_before", [False, True])
@in_loop
async def test_session_that_is_closed_while_its_prefill_runs_does_not_come_back(held_before: bool) -> None:
    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        shard: Any = node.service.ready_shard()
        if held_before:
            await node.ask(headers=headers("prefill"), body=bytes(8))
        shard.gate.clear()
        shard.entered.clear()
        prefill = asyncio.create_task(node.ask(headers=headers("prefill"), body=bytes(8)))
        await until(shard.entered)
        closing = asyncio.create_task(node.ask("DELETE", f"/session/{SESSION}"))
        await asyncio.sleep(0)
        shard.gate.set()
        await prefill
        assert (await closing).status == 204
        assert node.service.status().sessions == ()


@in_loop
async def test_user_evicts_a_session_by_what_the_panel_shows() -> None:
    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        await node.ask(headers=headers("prefill"), body=bytes(8))
        assert node.service.evict_session(SESSION[:8])
        assert not node.service.evict_session(SESSION[:8])
        assert [e.reason for e in node.service.status().evictions] == ["user"]


def test_node_that_is_off_refuses_in_plain_words() -> None:
    node = Node(fake_loader)
    with pytest.raises(Busy, match="not ready"):
        node.service.ready_shard()
    assert not node.service.evict_session("01234567")
    node.service.fail("Port 80 is taken.")
    assert (node.service.status().state, node.service.status().error) == ("failed", "Port 80 is taken.")


@in_loop
async def test_cancelled_request_is_skipped_if_its_step_had_not_begun() -> None:
    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        shard: Any = node.service.ready_shard()
        shard.gate.clear()
        first = asyncio.create_task(node.service.forward(request()))
        await until(shard.entered)
        second = asyncio.create_task(node.service.forward(request("prefill")))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.wait([second])
        shard.gate.set()
        await first
        with pytest.raises(KVCacheMiss):
            await node.service.forward(request("decode"))
        assert node.service.status().sessions == ()


@pytest.mark.allow_warnings("a step failed")
@in_loop
async def test_step_that_fails_is_a_500_and_the_node_lives_on() -> None:
    def fail(request: ForwardRequest, owner: str | None = None) -> TokenReply:
        raise ZeroDivisionError

    async with running_node(SPEC, Span(0, 3), fake_loader) as node:
        shard: Any = node.service.ready_shard()
        shard.forward, good = fail, shard.forward
        assert (await node.ask(headers=STATELESS, body=bytes(8))).status == 500
        shard.forward = good
        assert (await node.ask(headers=STATELESS, body=bytes(8))).status == 200
