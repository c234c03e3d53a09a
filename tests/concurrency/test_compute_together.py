"""Short calls on the compute thread: computed together, in turns with ordinary ones, and in the pauses of long ones."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from meshnet_gui.concurrency.compute import MAX_TOGETHER, ComputeThread, Gathering
from tests.concurrency.test_compute import Gate, busy, run

LONG_S = 10.0


class Steps:
    """Something that computes steps; ``log`` has what was computed together."""

    def __init__(self, log: list[Any] | None = None) -> None:
        self.log: list[Any] = [] if log is None else log

    def many(self, items: Sequence[Any]) -> list[Any]:
        self.log.append(list(items))
        return [item if isinstance(item, Exception) else f"{item}!" for item in items]


@contextmanager
def thread(gathering: Gathering | None = None) -> Iterator[ComputeThread]:
    compute = ComputeThread(gathering=gathering)
    compute.start()
    try:
        yield compute
    finally:
        compute.stop()


@pytest.fixture
def compute() -> Iterator[ComputeThread]:
    with thread(Gathering(lambda step_s: 0.0)) as compute:
        yield compute


async def asked(compute: ComputeThread, steps: Steps, *items: Any) -> list[asyncio.Task[Any]]:
    tasks = [asyncio.create_task(compute.run_together(steps.many, item)) for item in items]
    await asyncio.sleep(0)
    return tasks


def test_what_waits_is_computed_together_and_each_gets_its_own(compute: ComputeThread) -> None:
    async def scenario() -> None:
        steps = Steps()
        async with busy(compute):
            tasks = await asked(compute, steps, "a", "b", "c")
        assert await asyncio.gather(*tasks) == ["a!", "b!", "c!"]
        assert steps.log == [["a", "b", "c"]]

    run(scenario())


def test_no_more_than_the_most_are_computed_together(compute: ComputeThread) -> None:
    async def scenario() -> None:
        steps = Steps()
        async with busy(compute):
            tasks = await asked(compute, steps, *range(MAX_TOGETHER + 3))
        await asyncio.gather(*tasks)
        assert [len(together) for together in steps.log] == [MAX_TOGETHER, 3]

    run(scenario())


def test_steps_of_two_shards_are_never_mixed(compute: ComputeThread) -> None:
    async def scenario() -> None:
        log: list[Any] = []
        first, second = Steps(log), Steps(log)
        async with busy(compute):
            tasks = [*await asked(compute, first, 1), *await asked(compute, second, 2), *await asked(compute, first, 3)]
        assert await asyncio.gather(*tasks) == ["1!", "2!", "3!"]
        assert log == [[1, 3], [2]]

    run(scenario())


def test_one_that_fails_fails_alone(compute: ComputeThread) -> None:
    async def scenario() -> None:
        async with busy(compute):
            tasks = await asked(compute, Steps(), "a", ValueError("b"), StopIteration("c"), "d")
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(outcome) for outcome in found] == [str, ValueError, RuntimeError, str]

    run(scenario())


def test_a_failure_of_all_reaches_all(compute: ComputeThread) -> None:
    def fail(items: Sequence[int]) -> list[Any]:
        raise ZeroDivisionError

    async def scenario() -> None:
        async with busy(compute):
            tasks = [asyncio.create_task(compute.run_together(fail, item)) for item in range(2)]
            await asyncio.sleep(0)
        found = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(outcome) for outcome in found] == [ZeroDivisionError] * 2
        assert await compute.run(int) == 0

    run(scenario())


def test_a_cancelled_one_is_left_out(compute: ComputeThread) -> None:
    async def scenario() -> None:
        steps = Steps()
        async with busy(compute):
            tasks = await asked(compute, steps, "a", "b", "c")
            tasks[1].cancel()
            await asyncio.wait([tasks[1]])
        await asyncio.gather(tasks[0], tasks[2])
        assert steps.log == [["a", "c"]]

    run(scenario())


def test_short_and_ordinary_calls_take_turns(compute: ComputeThread) -> None:
    async def scenario() -> None:
        log: list[Any] = []
        steps = Steps(log)
        more: list[asyncio.Future[Any]] = []

        def long_call(name: str) -> None:
            log.append(name)

        async with busy(compute):
            long_calls = [asyncio.create_task(compute.run(long_call, name)) for name in ("x", "y")]
            more += await asked(compute, steps, 1, 2)
        await asyncio.gather(*long_calls, *more)
        assert log == [[1, 2], "x", "y"]

    run(scenario())


def test_ordinary_call_is_not_shut_out_by_steps_that_keep_coming(compute: ComputeThread) -> None:
    async def scenario() -> None:
        log: list[Any] = []
        gates = [Gate(), Gate()]

        def many(items: Sequence[int]) -> list[int]:
            log.append(list(items))
            gates[len(log) - 1]() if len(log) <= len(gates) else None
            return list(items)

        async def ask(item: int) -> asyncio.Task[int]:
            task = asyncio.create_task(compute.run_together(many, item))
            await asyncio.sleep(0)
            return task

        tasks: list[asyncio.Task[Any]] = [await ask(1)]
        await asyncio.to_thread(gates[0].entered.wait, LONG_S)
        tasks.append(asyncio.create_task(compute.run(log.append, "ordinary")))
        await asyncio.sleep(0)
        tasks.append(await ask(2))
        gates[0].open()
        gates[1].open()
        await asyncio.gather(*tasks)
        assert log == [[1], "ordinary", [2]]

    run(scenario())


def test_steps_of_other_sessions_go_between_the_parts_of_a_long_call(compute: ComputeThread) -> None:
    async def scenario() -> None:
        log: list[Any] = []
        steps, gate = Steps(log), Gate()

        def long_call() -> None:
            for part in ("first", "second", "third"):
                if part != "first":
                    compute.pause()
                log.append(part)
                if part == "first":
                    gate()

        running = asyncio.create_task(compute.run(long_call))
        await asyncio.to_thread(gate.entered.wait, LONG_S)
        tasks = await asked(compute, steps, "a", "b")
        gate.open()
        await asyncio.gather(running, *tasks)
        assert log == ["first", ["a", "b"], "second", "third"]

    run(scenario())


def test_long_call_whose_caller_has_gone_ends_at_its_next_pause(compute: ComputeThread) -> None:
    async def scenario() -> None:
        gate, reached = Gate(), threading.Event()

        def long_call() -> None:
            gate()
            compute.pause()
            reached.set()

        running = asyncio.create_task(compute.run(long_call))
        await asyncio.to_thread(gate.entered.wait, LONG_S)
        running.cancel()
        await asyncio.wait([running])
        gate.open()
        await compute.run(int)
        assert not reached.is_set()

    run(scenario())


def test_stop_ends_a_long_call_at_its_next_pause() -> None:
    async def scenario() -> None:
        with thread() as compute:
            gate = Gate()

            def long_call() -> None:
                gate()
                compute.pause()

            running = asyncio.create_task(compute.run(long_call))
            await asyncio.to_thread(gate.entered.wait, LONG_S)
            stopping = asyncio.create_task(asyncio.to_thread(compute.stop))
            while not compute._stopping:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
            gate.open()
            await stopping
            await asyncio.wait([running])
            assert running.cancelled()

    run(scenario())


def test_heads_that_were_served_together_are_waited_for() -> None:
    async def scenario() -> None:
        with thread(Gathering(lambda step_s: LONG_S)) as compute:
            steps = Steps()
            async with busy(compute):
                tasks = await asked(compute, steps, "a", "b")
            await asyncio.gather(*tasks)
            first = await asked(compute, steps, "a")
            await asyncio.sleep(0.01)  # it is waited for, however late
            second = await asked(compute, steps, "b")
            await asyncio.gather(*first, *second)
            assert steps.log == [["a", "b"], ["a", "b"]]

    run(scenario())


def test_single_session_never_waits() -> None:
    async def scenario() -> None:
        with thread(Gathering(lambda step_s: 1e6)) as compute:
            steps = Steps()
            for item in range(5):
                await compute.run_together(steps.many, item)
            assert len(steps.log) == 5

    run(scenario())


def test_ordinary_call_ends_the_waiting() -> None:
    async def scenario() -> None:
        with thread(Gathering(lambda step_s: 1e6)) as compute:
            steps = Steps()
            async with busy(compute):
                tasks = await asked(compute, steps, "a", "b")
            await asyncio.gather(*tasks)
            alone = await asked(compute, steps, "a")
            while not alone[0].done():
                await compute.run(int)
            assert steps.log == [["a", "b"], ["a"]]

    run(scenario())


def test_waiting_in_vain_is_tried_ever_more_seldom_and_at_once_again_when_it_pays() -> None:
    gathering = Gathering(lambda step_s: 1.0)
    waits = []
    for _ in range(12):
        waits.append(gathering.patience_s())
        if waits[-1]:
            gathering.waited(came=False)
    assert waits == [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    gathering.waited(came=True)
    assert gathering.patience_s() == 1.0


def test_patience_is_bounded_and_a_small_part_of_a_step() -> None:
    gathering = Gathering()
    gathering.computed(Steps.many, 2, 0, 0.01)
    assert gathering.patience_s() == pytest.approx(0.001)
    gathering.computed(Steps.many, 2, 0, 5.0)
    assert gathering.patience_s() == pytest.approx(0.002)


def test_another_shard_is_not_waited_for() -> None:
    first, second, gathering = Steps(), Steps(), Gathering()
    gathering.computed(first.many, 3, 1, 0.1)
    assert (gathering.num_expected(first.many), gathering.num_expected(second.many)) == (4, 1)


def test_thread_holds_neither_shard_nor_item_while_it_waits(compute: ComputeThread) -> None:
    class Item:
        pass

    async def scenario() -> tuple[weakref.ref[Any], weakref.ref[Any]]:
        steps, item = Steps(), Item()
        await compute.run_together(steps.many, item)
        return weakref.ref(steps), weakref.ref(item)

    held = asyncio.run(scenario())
    asyncio.run(compute.run(int))
    gc.collect()
    assert [reference() for reference in held] == [None, None]
