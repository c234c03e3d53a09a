"""A peer that computes for long is asked whether it is there; one that does not answer is not waited for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from meshnet_gui.errors import PeerMisbehaved, PeerUnreachable
from meshnet_gui.head.flight import Flight
from meshnet_gui.head.hop_client import HopClient, Patience
from meshnet_gui.head.transport import RawReply
from meshnet_gui.types import Hop, Span
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload
from tests.fleet import Call, Fleet, in_loop

HOP = Hop("a", Span(0, 6))
STEP = ForwardRequest(TensorPayload((1, 1), "int64", bytes(8)))
REPLY = RawReply(200, {}, b'{"text": "a", "token_id": 1}')
PATIENCE = Patience(doubt_s=0.01, alive_s=0.01)


async def ask(hook: Any, patience: Patience = PATIENCE) -> Any:
    return await HopClient(Fleet({}, hook=hook), patience=patience).forward(HOP, STEP, is_tail=True, hidden_size=32)


@in_loop
async def test_peer_that_is_there_is_waited_for_however_long_it_computes() -> None:
    num_asked, done = 0, asyncio.Event()

    async def slow(call: Call) -> RawReply:
        nonlocal num_asked
        if call.method == "POST":
            await done.wait()
            return REPLY
        num_asked += 1
        if num_asked == 3:
            done.set()
        if num_asked == 2:
            raise PeerMisbehaved("a", "which is an answer too")
        return RawReply(503, {}, b"")

    assert (await ask(slow)).token_id == 1


@in_loop
async def test_peer_that_does_not_answer_is_not_waited_for_and_that_is_its_fault() -> None:
    async def frozen(call: Call) -> RawReply:
        if call.method == "POST":
            await asyncio.Event().wait()
        raise PeerUnreachable("a", "a did not answer.") from TimeoutError()

    with pytest.raises(PeerUnreachable, match="left") as caught:
        await ask(frozen)
    assert isinstance(caught.value.__cause__, TimeoutError)


@in_loop
async def test_step_with_a_short_deadline_is_not_doubted() -> None:
    methods: list[str] = []

    async def quick(call: Call) -> RawReply:
        methods.append(call.method)
        await asyncio.sleep(0.05)
        return REPLY

    await ask(quick, Patience(step_s=0.0, position_s=2.0, doubt_s=0.0, alive_s=2.0))
    assert methods == ["POST"]


@in_loop
async def test_nothing_is_asked_after_the_end() -> None:
    asked = asyncio.Event()

    async def is_alive() -> bool:
        asked.set()
        await asyncio.Event().wait()
        return True

    flight = Flight()
    flight.doubt(is_alive, 0.0)
    await asked.wait()
    flight.end()
    await asyncio.sleep(0)
    assert flight._asking is not None
    assert flight._asking.cancelled()
    assert not flight.is_given_up


@in_loop
async def test_task_that_is_cancelled_by_somebody_else_too_is_cancelled() -> None:
    flights: list[Flight] = []

    async def fly() -> bool:
        flights.append(Flight())
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return flights[0].was_given_up()
        return False

    outcomes = []
    for num_others in (0, 1):
        flights.clear()
        task = asyncio.create_task(fly())
        await asyncio.sleep(0)
        flights[0].give_up()
        flights[0].give_up()
        for _ in range(num_others):
            task.cancel()
        outcomes.append(await task)
    assert outcomes == [True, False]
