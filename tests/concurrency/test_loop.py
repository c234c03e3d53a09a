"""The core loop thread: starts, runs coroutines from other threads, and ends in every phase."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError

import pytest

from meshnet_gui.concurrency.loop import LoopThread


async def _thread_name() -> str:
    await asyncio.sleep(0)
    return threading.current_thread().name


def test_coroutine_runs_on_the_named_thread_and_its_result_comes_back() -> None:
    with LoopThread("loop under test") as loop:
        assert loop.is_running
        assert loop.submit(_thread_name()).result(5) == "loop under test"
    assert not loop.is_running


def test_exception_of_a_coroutine_comes_back() -> None:
    async def fail() -> None:
        raise LookupError("nothing there")

    with LoopThread() as loop, pytest.raises(LookupError, match="nothing there"):
        loop.submit(fail()).result(5)


def test_stop_cancels_what_still_runs_and_waits_for_its_clean_up() -> None:
    ended = []

    async def work(started: threading.Event) -> None:
        try:
            started.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            ended.append("cleaned up")

    started = threading.Event()
    loop = LoopThread()
    loop.start()
    future = loop.submit(work(started))
    assert started.wait(5)
    loop.stop()
    assert ended == ["cleaned up"]
    with pytest.raises(CancelledError):
        future.result(5)


def test_stop_before_start_and_twice_does_nothing() -> None:
    loop = LoopThread()
    loop.stop()
    loop.stop()
    assert not loop.is_running


def test_submit_after_stop_is_an_error_and_leaves_no_coroutine_behind() -> None:
    loop = LoopThread()
    loop.start()
    loop.stop()
    coroutine = _thread_name()
    with pytest.raises(RuntimeError):
        loop.submit(coroutine)
    assert coroutine.cr_frame is None  # closed: nothing is left to be awaited


@pytest.mark.allow_warnings("did not end within")
def test_stop_returns_in_time_although_the_loop_is_blocked() -> None:
    entered, release = threading.Event(), threading.Event()

    async def block() -> None:
        entered.set()
        release.wait(5)

    loop = LoopThread()
    loop.start()
    loop.submit(block())
    assert entered.wait(5)
    loop.stop(timeout_s=0.01)
    assert loop.is_running
    release.set()
    loop.stop()
    assert not loop.is_running


def test_many_who_work_for_hours_leave_a_thread_for_others() -> None:
    over = threading.Event()

    async def in_a_thread(wait: bool) -> bool:
        return await asyncio.to_thread(over.wait, 60.0 if wait else 0.0)

    with LoopThread() as loop:
        busy = [loop.submit(in_a_thread(True)) for _ in range(40)]
        try:
            assert not loop.submit(in_a_thread(False)).result(5)
        finally:
            over.set()
        assert all(each.result(5) for each in busy)
