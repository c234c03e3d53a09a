"""A drain: what runs comes to its end, and then the program does, once."""

from __future__ import annotations

import asyncio

import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.runtime import leaving
from meshnet_gui.runtime.leaving import Leaving


class Program:
    def __init__(self) -> None:
        self.busy = True
        self.num_let_go = 0
        self.num_ended = 0
        self.error: Exception | None = None
        self.ended = asyncio.Event()

    async def let_go(self) -> None:
        self.num_let_go += 1
        if self.error is not None:
            raise self.error

    def end(self) -> None:
        self.num_ended += 1
        self.ended.set()

    def leaving(self) -> Leaving:
        return Leaving(self.let_go, lambda: self.busy, self.end)


def test_the_end_comes_once_and_only_when_nothing_is_busy_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "LOOK_EVERY_S", 0.001)

    async def drain() -> None:
        program = Program()
        drained = program.leaving()
        assert not drained.has_begun
        drained.begin()
        drained.begin()
        assert drained.has_begun
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(program.ended.wait(), 0.05)
        program.busy = False
        await asyncio.wait_for(program.ended.wait(), 5)
        assert (program.num_let_go, program.num_ended) == (1, 1)
        await drained.close()

    asyncio.run(drain())


def test_what_never_ends_is_not_waited_for_longer_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "LONGEST_S", 0.01)

    async def drain() -> None:
        program = Program()
        program.leaving().begin()
        await asyncio.wait_for(program.ended.wait(), 5)

    asyncio.run(drain())


@pytest.mark.parametrize("error", [MachineError("It cannot.")])
def test_a_node_that_cannot_be_let_go_does_not_keep_the_program_from_its_end(error: Exception) -> None:
    async def drain() -> None:
        program = Program()
        program.busy, program.error = False, error
        drained = program.leaving()
        drained.begin()
        await asyncio.wait_for(program.ended.wait(), 5)
        await drained.close()

    asyncio.run(drain())
