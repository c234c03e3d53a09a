from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.crash_watch import MAX_REPORTS, CrashWatch


@pytest.fixture
def watch(qapp: object) -> Iterator[CrashWatch]:
    watch = CrashWatch()
    yield watch
    watch.close()


def fail() -> None:
    raise RuntimeError("the plan is gone")


def hook_is_called() -> None:
    try:
        fail()
    except RuntimeError:
        kind, error, trace = sys.exc_info()
        assert kind is not None
        assert error is not None
        sys.excepthook(kind, error, trace)


@pytest.mark.allow_warnings("something failed that nobody expected")
def test_an_exception_that_nobody_caught_is_reported(watch: CrashWatch, qtbot: QtBot) -> None:
    with qtbot.waitSignal(watch.crashed) as heard:
        hook_is_called()
    assert heard.args is not None
    assert heard.args[0].endswith("RuntimeError: the plan is gone")


@pytest.mark.allow_warnings("something failed that nobody expected")
def test_one_of_another_thread_is_reported_on_the_window_s(watch: CrashWatch, qtbot: QtBot) -> None:
    seen: list[object] = []
    watch.crashed.connect(lambda _: seen.append(threading.current_thread()))
    with qtbot.waitSignal(watch.crashed) as heard:
        thread = threading.Thread(target=fail, name="meshnet-demo")
        thread.start()
        thread.join()
    assert heard.args is not None
    assert "Thread: meshnet-demo" in heard.args[0]


@pytest.mark.allow_warnings("something failed that nobody expected")
def test_what_fails_again_and_again_is_reported_a_few_times_only(watch: CrashWatch) -> None:
    heard: list[str] = []
    watch.crashed.connect(heard.append)
    for _ in range(MAX_REPORTS + 5):
        hook_is_called()
    assert len(heard) == MAX_REPORTS


def test_the_hooks_are_put_back(qapp: object) -> None:
    before = sys.excepthook, threading.excepthook
    watch = CrashWatch()
    assert sys.excepthook is not before[0]
    watch.close()
    assert (sys.excepthook, threading.excepthook) == before
