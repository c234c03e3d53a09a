"""A core in front of which a window opens: what it answers before, while and after the real one is made."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any, cast

import pytest

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.events import EventBus
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.late_core import LateCore
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.runtime.snapshot import STARTING, Snapshot
from meshnet_gui.settings import Settings
from meshnet_gui.types import SamplingParams

SETTINGS = Settings(theme="dark")


class RealCore:
    """As much of a core as is asked for."""

    def __init__(self) -> None:
        self.events = EventBus()
        self.started: Future[None] = Future()
        self.stopped: list[float] = []

    @property
    def commands(self) -> RealCore:
        return self

    def snapshot(self) -> Snapshot:
        return Snapshot(SETTINGS, startup="real")

    def start(self) -> Future[None]:
        self.started.set_result(None)
        return self.started

    def stop(self, timeout_s: float, handover_s: float) -> None:
        self.stopped.append(timeout_s + handover_s)

    def start_generation(self, *_: Any) -> str:
        return "g1"

    def set_model(self, name: str) -> Future[None]:
        future: Future[None] = Future()
        if name == "none":
            future.set_exception(UserError("There is no such model."))
        else:
            future.set_result(None)
        return future


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    opened = threading.Event()
    yield opened
    opened.set()


def late(gate: threading.Event, real: RealCore, problem: Exception | None = None) -> LateCore:
    def make(plan: Plan, begin: Any) -> Core:
        assert gate.wait(10)
        if problem is not None:
            raise problem
        return cast(Core, real)

    return LateCore(Plan(SETTINGS), (SETTINGS, None, "a notice"), make)


def test_before_the_core_is_there_the_saved_settings_are_shown(gate: threading.Event) -> None:
    core = late(gate, RealCore())
    assert core.snapshot() == Snapshot(SETTINGS, startup=STARTING, notice="a notice")


def test_commands_wait_for_the_core_and_then_go_straight_to_it(gate: threading.Event) -> None:
    core = late(gate, RealCore())
    heard: list[object] = []
    core.events.subscribe(heard.append)
    started = core.start()
    good, bad = core.commands.set_model("a"), core.commands.set_model("none")
    with pytest.raises(MachineError, match="still starting"):
        core.commands.start_generation([], SamplingParams(), 1)
    assert not good.done()
    gate.set()
    started.result(10)
    assert good.result(10) is None
    assert isinstance(bad.exception(10), UserError)
    assert core.commands.start_generation([], SamplingParams(), 1) == "g1"
    assert core.snapshot().startup == "real"


def test_what_the_core_tells_is_heard_by_who_listened_before(gate: threading.Event) -> None:
    real = RealCore()
    core, heard = late(gate, real), list[object]()
    core.events.subscribe(heard.append)
    gate.set()
    core.start().result(10)
    real.events.publish("news")
    assert heard == ["news"]


def test_a_core_that_cannot_be_made_says_why(gate: threading.Event) -> None:
    gate.set()
    core = late(gate, RealCore(), UserError("MESHNET_KV_MAX_SESSIONS cannot be used."))
    assert isinstance(core.start().exception(10), UserError)
    assert isinstance(core.commands.set_model("a").exception(10), UserError)
    core.stop(1.0)


@pytest.mark.allow_warnings("the core could not be made")
def test_a_fault_of_ours_while_it_is_made_becomes_an_error_for_a_person(gate: threading.Event) -> None:
    gate.set()
    assert "ZeroDivisionError" in str(late(gate, RealCore(), ZeroDivisionError()).start().exception(10))


def test_a_core_that_is_made_after_the_end_is_not_started(gate: threading.Event) -> None:
    real = RealCore()
    core = late(gate, real)
    started = core.start()
    core.stop(1.0)
    gate.set()
    assert isinstance(started.exception(10), MachineError)
    assert not real.started.done()
    assert real.stopped == []


def test_a_core_that_is_there_is_stopped(gate: threading.Event) -> None:
    real = RealCore()
    gate.set()
    core = late(gate, real)
    core.start().result(10)
    core.stop(3.0)
    assert real.stopped == [pytest.approx(3.0)]
