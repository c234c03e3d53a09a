"""Who is waited for is not blamed for the time in which this program itself stood still."""

from __future__ import annotations

import asyncio
import time

import pytest

from meshnet_gui.concurrency import deadline as module
from meshnet_gui.concurrency.deadline import MAX_ANEW, Deadline, within
from tests.fleet import in_loop


@pytest.fixture(autouse=True)
def soon_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STANDSTILL_S", 0.05)


def stand_still(seconds: float = 0.15) -> None:
    """As a process that is stopped does, or one that gets no processor."""
    time.sleep(seconds)


async def never(seconds: float) -> None:
    async with within(seconds):
        await asyncio.Event().wait()


@in_loop
async def test_it_ends_what_takes_too_long() -> None:
    with pytest.raises(TimeoutError):
        await never(0.01)


@in_loop
async def test_it_says_nothing_of_what_ended_before() -> None:
    rung: list[bool] = []
    deadline = Deadline(0.0, lambda: rung.append(True))
    deadline.cancel()
    await asyncio.sleep(0.01)
    assert rung == []


@in_loop
async def test_an_answer_that_came_while_the_program_stood_still_is_taken() -> None:
    loop = asyncio.get_running_loop()
    async with within(0.05):
        answer = loop.create_future()
        loop.call_later(0.06, answer.set_result, "here")  # due after the deadline was
        loop.call_soon(stand_still)
        assert await answer == "here"


@in_loop
async def test_whoever_does_not_answer_after_a_standstill_is_given_up_all_the_same() -> None:
    asyncio.get_running_loop().call_soon(stand_still)
    with pytest.raises(TimeoutError):
        await never(0.02)


@in_loop
async def test_a_program_that_always_stands_still_waits_no_longer_for_that() -> None:
    rung = asyncio.Event()
    Deadline(0.02, rung.set)
    for _ in range(MAX_ANEW + 1):
        assert not rung.is_set()
        stand_still()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    await asyncio.wait_for(rung.wait(), 5)
