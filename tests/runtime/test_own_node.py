"""Our own node, switched on, off and to other layers, with shards that need no weights."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.own_node import OwnNode, Wishes
from meshnet_gui.settings import Settings, node_limits
from meshnet_gui.types import Span
from tests.fleet import SESSION, in_loop, until
from tests.node.fake_shards import SPEC, fake_loader, request


@dataclass
class Owner:
    """What the owner wants, and which spans were loaded for it."""

    settings: Settings = field(default_factory=lambda: Settings(contributing=True, span="0-3"))
    loaded: list[str] = field(default_factory=list)
    node: Any = None

    def load(self, spec: ModelSpec, span: Span) -> Any:
        self.loaded.append(str(span))
        return fake_loader(spec, span)

    def want(self, **changes: Any) -> asyncio.Task[None]:
        self.settings = Settings(**{"contributing": True, "span": "0-3", **changes})
        return asyncio.create_task(self.node.settle())

    @property
    def state(self) -> str:
        return str(self.node.service.state)


@asynccontextmanager
async def owned(**wishes: Any) -> AsyncIterator[Owner]:
    owner, compute = Owner(), ComputeThread()
    compute.start()
    wanted = Wishes(
        lambda: owner.settings, lambda s: node_limits(s, {}), lambda: SPEC, lambda name: SPEC, lambda: False, **wishes
    )
    owner.node = OwnNode(compute, wanted, lambda settings: owner.load, lambda: None)
    try:
        await owner.node.settle()
        yield owner
    finally:
        await owner.node.close_server()
        await asyncio.to_thread(compute.stop)


@in_loop
async def test_switched_off_it_answers_those_who_are_there_until_they_have_moved() -> None:
    async with owned() as owner:
        await owner.node.service.forward(request("prefill"))
        off = owner.want(contributing=False)
        await until(lambda: owner.state == "draining")
        assert owner.node.is_on
        assert owner.node.url
        await owner.node.service.close_session(SESSION)
        await off
        assert (owner.state, owner.node.is_on, owner.node.url) == ("off", False, "")


@in_loop
async def test_layers_that_are_fetched_beside_what_is_served_are_known_while_they_come() -> None:
    goes_on, seen = asyncio.Event(), asyncio.Event()

    async def bring(spec: ModelSpec, span: Span) -> None:
        seen.set()
        await goes_on.wait()

    async with owned(bring=bring) as owner:
        assert owner.node.coming is None
        bringing = asyncio.create_task(owner.node.bring(replace(SPEC, held=frozenset()), Span(3, 6)))
        await seen.wait()
        assert (owner.node.coming.span, owner.node.coming.state) == (Span(3, 6), "joining")
        goes_on.set()
        await bringing
        assert owner.node.coming is None


@in_loop
async def test_switched_on_again_while_it_drains_it_goes_on_with_what_it_has() -> None:
    async with owned() as owner:
        await owner.node.service.forward(request("prefill"))
        off = owner.want(contributing=False)
        await until(lambda: owner.state == "draining")
        await asyncio.gather(off, owner.want())
        assert (owner.state, owner.node.is_on, owner.loaded) == ("ready", True, ["0-3"])
        assert SESSION in owner.node.service.ready_shard().kv_sessions


@in_loop
async def test_other_layers_are_loaded_only_after_the_sessions_have_moved() -> None:
    async with owned() as owner:
        await owner.node.service.forward(request("prefill"))
        moving = owner.want(span="3-6")
        await until(lambda: owner.state == "draining")
        assert owner.loaded == ["0-3"]
        await owner.node.service.close_session(SESSION)
        await moving
        assert (owner.state, owner.loaded) == ("ready", ["0-3", "3-6"])


@in_loop
async def test_a_program_that_ends_waits_for_those_who_are_there_and_no_longer_when_it_is_in_a_hurry() -> None:
    async with owned() as owner:
        await owner.node.service.forward(request("prefill"))
        leaving = asyncio.create_task(owner.node.leave(3600.0))
        await until(lambda: owner.state == "draining")
        owner.node.service.in_a_hurry = True
        await leaving
        assert not owner.node.is_on


@in_loop
async def test_sessions_move_before_others_reach_the_node_in_another_way_and_its_shards_stay() -> None:
    async with owned() as owner:
        await owner.node.service.forward(request("prefill"))
        moving = asyncio.create_task(owner.node.let_sessions_move())
        await until(lambda: owner.state == "draining")
        await owner.node.service.close_session(SESSION)
        await moving
        assert (owner.state, owner.loaded) == ("ready", ["0-3"])


@in_loop
async def test_switched_off_meanwhile_it_does_not_serve_on() -> None:
    async with owned() as owner:
        await owner.node.service.forward(request("prefill"))
        moving = asyncio.create_task(owner.node.let_sessions_move())
        await until(lambda: owner.state == "draining")
        off = owner.want(contributing=False)
        await asyncio.sleep(0)
        await owner.node.service.close_session(SESSION)
        await asyncio.gather(moving, off)
        assert owner.state == "off"


@in_loop
async def test_why_there_is_nothing_to_serve_is_told() -> None:
    async def cannot(spec: ModelSpec) -> Span:
        raise MachineError("This computer cannot help with this model.", "Choose a smaller one.")

    with pytest.raises(MachineError, match="cannot help"):
        async with owned(span=cannot):
            pass
