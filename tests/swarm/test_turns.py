"""Turns: everybody's comes, nobody's twice at once, and not too many together."""

from __future__ import annotations

import asyncio
from collections import Counter

from meshnet_gui.swarm.turns import Turns
from tests.fleet import in_loop, until


@in_loop
async def test_name_comes_up_again_until_its_work_says_otherwise() -> None:
    seen: Counter[str] = Counter()

    async def work(name: str) -> float | None:
        seen[name] += 1
        return 0.001 if seen[name] < 5 else None

    turns = Turns(work, 4)
    turns.put("a")
    turns.put("b", 0.01)
    await until(lambda: seen == {"a": 5, "b": 5})
    turns.put("a")
    await until(lambda: seen["a"] == 6)
    await turns.close()
    await turns.close()


@in_loop
async def test_no_more_than_so_many_at_once_and_never_one_name_twice() -> None:
    inside: list[str] = []
    most = 0
    gate = asyncio.Event()
    num_done = 0

    async def work(name: str) -> float | None:
        nonlocal most, num_done
        assert name not in inside
        inside.append(name)
        most = max(most, len(inside))
        await gate.wait()
        inside.remove(name)
        num_done += 1
        return None

    turns = Turns(work, 3)
    for name in "abcdefg":
        turns.put(name)
    await until(lambda: len(inside) == 3)
    turns.put("a")  # while it is being worked on: once more afterwards
    gate.set()
    await until(lambda: num_done == 8)
    assert most == 3
    await turns.close()


@in_loop
async def test_one_that_is_being_worked_on_does_not_hold_up_the_others() -> None:
    gate = asyncio.Event()
    seen: list[str] = []

    async def work(name: str) -> float | None:
        seen.append(name)
        if name == "slow":
            await gate.wait()
        return None

    turns = Turns(work, 2)
    turns.put("slow")
    await until(lambda: seen == ["slow"])
    turns.put("slow")
    turns.put("quick", 0.001)
    await until(lambda: seen == ["slow", "quick"])
    await turns.close()


@in_loop
async def test_later_turn_takes_the_place_of_the_earlier_and_dropping_ends_both() -> None:
    seen: list[str] = []

    async def work(name: str) -> float | None:
        seen.append(name)
        return 0.001

    turns = Turns(work, 2)
    turns.put("a", 100.0)
    turns.put("a")
    await until(lambda: bool(seen))
    turns.drop("a")
    turns.drop("unknown")
    turns.put("b")
    await until(lambda: "b" in seen)
    num = seen.count("a")
    await until(lambda: seen.count("b") > 3)
    assert seen.count("a") == num
    await turns.close()


@in_loop
async def test_close_ends_work_that_is_under_way() -> None:
    began = asyncio.Event()

    async def work(name: str) -> float | None:
        began.set()
        await asyncio.Event().wait()
        return None

    turns = Turns(work, 2)
    turns.put("a")
    await began.wait()
    await turns.close()
    assert len(asyncio.all_tasks()) == 1
