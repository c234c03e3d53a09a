from __future__ import annotations

import threading

import pytest

from meshnet_gui.concurrency.background import in_background


def test_the_call_runs_on_a_thread_of_its_own_and_its_result_is_the_future_s() -> None:
    assert in_background(lambda: threading.current_thread().name, "reading").result(5) == "reading"


def test_nobody_waits_for_a_call_that_never_ends() -> None:
    halt, seen = threading.Event(), list[bool]()

    def wait() -> None:
        seen.append(threading.current_thread().daemon)
        halt.wait(30)

    future = in_background(wait, "reading")
    assert not future.done()
    halt.set()
    future.result(5)
    assert seen == [True]


def test_what_the_call_raises_is_the_future_s() -> None:
    def fail() -> None:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        in_background(fail, "reading").result(5)
