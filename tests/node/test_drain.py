"""A shard that is to go: it says so, takes nobody new, and leaves when its sessions have moved, or after a while."""

from __future__ import annotations

import asyncio
import json

import pytest

from meshnet_gui.types import Span
from meshnet_gui.wire import codec
from meshnet_gui.wire.refusals import Draining
from tests.fleet import SESSION, Node, in_loop, running_node, until
from tests.node.fake_shards import SPEC, fake_loader, request

LOW, HIGH = Span(0, 3), Span(3, 6)
NEWCOMER = "f" * 32


def prefill(session: str = SESSION) -> dict[str, str]:
    return codec.encode_request(request("prefill", session=session))


async def draining_node(node: Node) -> asyncio.Task[bool]:
    """Holds one session and has begun to drain."""
    assert (await node.ask(headers=prefill(), body=bytes(8))).status == 200
    draining = asyncio.create_task(node.service.drain(30.0))
    await asyncio.sleep(0)
    return draining


@in_loop
async def test_new_session_is_sent_elsewhere_and_the_one_that_runs_goes_on_until_its_head_has_moved() -> None:
    async with running_node(SPEC, LOW, fake_loader) as node:
        draining = await draining_node(node)
        status = node.service.status()
        assert (status.state, [shard.state for shard in status.shards]) == ("draining", ["draining"])
        assert status.ready_shards() == ()
        refused = await node.ask(headers=prefill(NEWCOMER), body=bytes(8))
        assert (refused.status, json.loads(refused.body)["error"]) == (503, "draining")
        assert (await node.ask(headers={codec.SHAPE: "1,1", codec.DTYPE: "int64"}, body=bytes(8))).status == 503
        assert (await node.ask("GET", "/health")).status == 503
        served = await node.ask(headers=prefill(), body=bytes(8))
        assert (served.status, served.headers[codec.DRAINING]) == (200, "1")
        assert not draining.done()
        assert (await node.ask("DELETE", f"/session/{SESSION}")).status == 204
        assert await draining
        assert node.service.status().state == "off"


@in_loop
async def test_session_that_does_not_move_is_waited_for_no_longer_than_was_said() -> None:
    async with running_node(SPEC, LOW, fake_loader) as node:
        assert (await node.ask(headers=prefill(), body=bytes(8))).status == 200
        assert await node.service.drain(0.1)
        assert node.service.status().state == "off"


@in_loop
async def test_session_whose_answer_is_over_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.node.resident.MID_ANSWER_S", 0.01)
    async with running_node(SPEC, LOW, fake_loader) as node:
        assert (await node.ask(headers=prefill(), body=bytes(8))).status == 200
        assert await node.service.drain(3600.0)


@in_loop
async def test_session_of_our_own_chat_between_two_answers_is_not_waited_for() -> None:
    async with running_node(SPEC, LOW, fake_loader, ended_sessions=lambda: {SESSION[:8]}) as node:
        assert (await node.ask(headers=prefill(), body=bytes(8))).status == 200
        assert await node.service.drain(3600.0)


@in_loop
async def test_drain_is_taken_back_and_new_sessions_come_in_again() -> None:
    async with running_node(SPEC, LOW, fake_loader) as node:
        draining = await draining_node(node)
        node.service.go_on()
        assert not await draining
        assert node.service.status().state == "ready"
        reply = await node.ask(headers=prefill(NEWCOMER), body=bytes(8))
        assert (reply.status, codec.DRAINING in reply.headers) == (200, False)


@in_loop
async def test_one_shard_drains_while_another_one_serves() -> None:
    async with running_node(SPEC, LOW, fake_loader, max_shards=2) as node:
        await node.service.start(SPEC, HIGH, first=False)
        await node.service.forward(request("prefill", span=LOW))
        leaving = asyncio.create_task(node.service.stop_shard(str(SPEC.identity), LOW, 30.0))
        await until(lambda: [s.state for s in node.service.status().shards] == ["draining", "ready"])
        status = node.service.status()
        assert (status.state, status.span) == ("ready", HIGH)
        with pytest.raises(Draining, match="0-3 are about to leave"):
            await node.service.forward(request("prefill", span=LOW, session=NEWCOMER))
        assert not (await node.service.forward(request("prefill", span=HIGH, session=NEWCOMER))).draining
        assert (await node.service.forward(request("prefill", span=LOW))).draining
        await node.service.close_session(SESSION)
        assert await leaving
        assert [str(shard.span) for shard in node.service.status().shards] == ["3-6"]


@in_loop
async def test_free_cache_counts_what_idle_sessions_would_give_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_node(SPEC, LOW, fake_loader) as node:
        await node.service.forward(request("prefill"))
        status = node.service.status()
        assert status.free_cache_bytes == status.limit_bytes - status.used_bytes < status.limit_bytes
        monkeypatch.setattr("meshnet_gui.node.service.IN_USE_S", 0.0)
        assert node.service.status().free_cache_bytes == status.limit_bytes


@in_loop
async def test_speed_of_real_steps_is_in_the_status() -> None:
    async with running_node(SPEC, LOW, fake_loader) as node:
        assert node.service.status().shards[0].decode_tps == 0.0
        await node.service.forward(request("prefill"))
        assert node.service.status().shards[0].decode_tps > 0.0


@in_loop
async def test_paused_node_keeps_its_shards_for_this_process_until_it_is_resumed_or_stopped() -> None:
    async with running_node(SPEC, LOW, fake_loader) as node:
        assert await node.service.pause(30.0)
        status = node.service.status()
        assert (status.state, [shard.state for shard in status.shards]) == ("paused", ["ready"])
        assert (node.service.is_ready, node.service.is_serving, node.service.is_paused) == (False, False, True)
        assert (await node.service.forward(request("prefill"))).token_id == 7
        node.service.resume()
        assert (node.service.state, node.service.is_serving) == ("ready", True)
        assert await node.service.pause(0.0)
        await node.service.stop()
        assert (node.service.state, node.service.is_paused) == ("off", False)


@in_loop
async def test_pause_waits_like_a_drain_does_and_can_be_taken_back() -> None:
    async with running_node(SPEC, LOW, fake_loader) as node:
        assert (await node.ask(headers=prefill(), body=bytes(8))).status == 200
        pausing = asyncio.create_task(node.service.pause(30.0))
        await until(lambda: node.service.state == "draining")
        assert (await node.ask(headers=prefill(NEWCOMER), body=bytes(8))).status == 503
        node.service.go_on()
        assert not await pausing
        assert (node.service.state, node.service.is_paused) == ("ready", False)


@in_loop
async def test_pause_of_nothing_is_none() -> None:
    async with running_node(SPEC, LOW, fake_loader) as node:
        await node.service.stop()
        assert not await node.service.pause(30.0)
        assert node.service.state == "off"
