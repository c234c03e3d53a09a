"""Items through stages: in order, one at a time in each, several on the way; the first error ends all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from meshnet_gui.head.stages import Stage, pass_through
from tests.fleet import in_loop


class Watched:
    """Stages that note who is inside; each item's work in each stage ends when it is told to."""

    def __init__(self, num_stages: int) -> None:
        self.inside: list[set[int]] = [set() for _ in range(num_stages)]
        self.most_inside = 0
        self.begun: list[tuple[int, int]] = []
        self.open = asyncio.Event()

    def stages(self) -> list[Stage[int]]:
        def stage(index: int) -> Stage[int]:
            async def work(item: int) -> int:
                self.begun.append((index, item))
                self.inside[index].add(item)
                assert len(self.inside[index]) == 1
                self.most_inside = max(self.most_inside, sum(map(len, self.inside)))
                try:
                    await self.open.wait()
                    await asyncio.sleep(0)
                finally:
                    self.inside[index].discard(item)
                return item

            return work

        return [stage(index) for index in range(len(self.inside))]


async def settle() -> None:
    """Lets everything run that can."""
    for _ in range(50):
        await asyncio.sleep(0)


@in_loop
async def test_items_keep_their_order_and_every_stage_works_at_once() -> None:
    watched, done = Watched(3), list[int]()
    watched.open.set()
    await pass_through(range(7), watched.stages(), done.append)
    assert done == list(range(7))
    assert [item for index, item in watched.begun if index == 2] == done
    assert watched.most_inside == 3


@in_loop
async def test_a_stage_that_stands_still_holds_up_those_before_it() -> None:
    entered: list[int] = []
    stands = asyncio.Event()

    async def quick(item: int) -> int:
        entered.append(item)
        return item

    async def still(item: int) -> int:
        await stands.wait()
        return item

    done: list[int] = []
    task = asyncio.create_task(pass_through(range(100), [quick, still], done.append))
    await settle()
    assert entered == [0, 1, 2]
    stands.set()
    await task
    assert done == entered == list(range(100))


def failing(at: int) -> Callable[[int], object]:
    async def work(item: int) -> int:
        if item == at:
            raise ValueError(f"item {item}")
        return item

    return work


@in_loop
async def test_an_error_is_raised_as_it_is_and_nobody_works_on() -> None:
    watched, done = Watched(1), list[int]()
    watched.open.set()
    with pytest.raises(ValueError, match="item 2"):
        await pass_through(range(9), [*watched.stages(), failing(2)], done.append)  # type: ignore[list-item]
    begun = len(watched.begun)
    await settle()
    assert (done, watched.inside[0], len(watched.begun)) == ([0, 1], set(), begun)
    assert begun < 9


@in_loop
async def test_what_the_receiver_raises_ends_it_too() -> None:
    watched = Watched(2)
    watched.open.set()

    def refuse(item: int) -> None:
        raise KeyError(item)

    with pytest.raises(KeyError):
        await pass_through(range(9), watched.stages(), refuse)
    assert watched.inside == [set(), set()]


@in_loop
async def test_cancelling_ends_every_stage_before_it_returns() -> None:
    watched = Watched(2)
    task = asyncio.create_task(pass_through(range(9), watched.stages(), lambda item: None))
    await settle()
    assert watched.inside == [{0}, set()]
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert watched.inside == [set(), set()]


@in_loop
async def test_nothing_passes_through_at_once() -> None:
    await pass_through([], Watched(2).stages(), lambda item: None)
