"""The compute thread: order, cancellation, exceptions and its end."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from meshnet_gui.concurrency.compute import ComputeThread


@pytest.fixture
def compute() -> Iterator[ComputeThread]:
    thread = ComputeThread()
    thread.start()
    yield thread
    thread.stop()


def run(coroutine: Awaitable[None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(10):
            await coroutine

    asyncio.run(bounded())


class Gate:
    """A call that is running until ``open``."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self._opened = threading.Event()

    def __call__(self) -> str:
        self.entered.set()
        assert self._opened.wait(10)
        return "through"

    def open(self) -> None:
        self._opened.set()


@asynccontextmanager
async def busy(compute: ComputeThread) -> AsyncIterator[Gate]:
    """The compute thread held by one call."""
    gate = Gate()
    task = asyncio.create_task(compute.run(gate))
    await asyncio.to_thread(gate.entered.wait, 10)
    try:
        yield gate
    finally:
        gate.open()
        await asyncio.wait([task])


async def waiting(compute: ComputeThread, function: Callable[[], object]) -> asyncio.Task[object]:
    task = asyncio.create_task(compute.run(function))
    await asyncio.sleep(0)
    return task


def test_calls_run_one_by_one_in_the_order_in_which_they_were_made(compute: ComputeThread) -> None:
    async def scenario() -> None:
        done: list[int] = []
        async with busy(compute):
            tasks = [await waiting(compute, lambda n=n: done.append(n)) for n in range(50)]
            assert compute.num_waiting == 50
            assert done == []
        await asyncio.gather(*tasks)
        assert done == list(range(50))

    run(scenario())


def test_result_and_exception_come_back_to_the_caller(compute: ComputeThread) -> None:
    async def scenario() -> None:
        assert await compute.run(divmod, 7, 3) == (2, 1)
        with pytest.raises(ZeroDivisionError):
            await compute.run(divmod, 7, 0)
        assert await compute.run(threading.current_thread) is not threading.current_thread()

    run(scenario())


@pytest.mark.parametrize("error", [StopIteration("x"), KeyboardInterrupt(), SystemExit(3)])
def test_awkward_exception_neither_hangs_the_caller_nor_ends_the_thread(
    compute: ComputeThread, error: BaseException
) -> None:
    def fail() -> None:
        raise error

    async def scenario() -> None:
        future = asyncio.ensure_future(compute.run(fail))
        with pytest.raises((RuntimeError, type(error))):
            await future
        assert await compute.run(int) == 0

    if isinstance(error, StopIteration):
        run(scenario())
        return
    with pytest.raises(type(error)):  # asyncio hands these two on to whoever runs the loop
        run(scenario())
    assert asyncio.run(compute.run(int)) == 0


def test_cancelled_call_that_had_not_begun_is_skipped(compute: ComputeThread) -> None:
    async def scenario() -> None:
        done: list[str] = []
        async with busy(compute):
            skipped = await waiting(compute, lambda: done.append("skipped"))
            kept = await waiting(compute, lambda: done.append("kept"))
            skipped.cancel()
            await asyncio.wait([skipped])
        await kept
        assert done == ["kept"]

    run(scenario())


def test_cancelled_call_that_runs_ends_and_the_next_one_follows(compute: ComputeThread) -> None:
    async def scenario() -> None:
        gate = Gate()
        task = await waiting(compute, gate)
        await asyncio.to_thread(gate.entered.wait, 10)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        gate.open()
        assert await compute.run(int) == 0

    run(scenario())


def test_stop_lets_the_running_call_end_and_cancels_the_waiting_ones() -> None:
    async def scenario() -> None:
        compute = ComputeThread()
        compute.start()
        gate = Gate()
        running = await waiting(compute, gate)
        await asyncio.to_thread(gate.entered.wait, 10)
        queued = [await waiting(compute, int) for _ in range(3)]
        stopping = asyncio.create_task(asyncio.to_thread(compute.stop))
        while not compute._stopping:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
        gate.open()
        await stopping
        assert await running == "through"
        await asyncio.wait(queued)
        assert all(task.cancelled() for task in queued)
        with pytest.raises(RuntimeError, match="has stopped"):
            await compute.run(int)

    run(scenario())


def test_stop_before_start_cancels_what_waits() -> None:
    async def scenario() -> None:
        compute = ComputeThread()
        queued = await waiting(compute, int)
        compute.stop()
        compute.stop()
        await asyncio.wait([queued])
        assert queued.cancelled()

    run(scenario())


def test_caller_whose_loop_has_closed_does_not_harm_the_thread(compute: ComputeThread) -> None:
    gate = Gate()

    async def leave_early() -> None:
        await waiting(compute, gate)
        await asyncio.to_thread(gate.entered.wait, 10)

    asyncio.run(leave_early())
    gate.open()
    assert asyncio.run(compute.run(int)) == 0


def test_thread_holds_neither_arguments_nor_result_while_it_waits(compute: ComputeThread) -> None:
    class Tensor:
        pass

    async def scenario() -> weakref.ref[Tensor]:
        return weakref.ref(await compute.run(lambda tensor: tensor, Tensor()))

    held = asyncio.run(scenario())
    asyncio.run(compute.run(int))  # the thread has let go of the call before
    gc.collect()
    assert held() is None
