"""What is sensed: in bounded time, each at its pace, and unknown where nobody answers."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

from meshnet_gui.runtime.governor import senses as module
from meshnet_gui.runtime.governor.senses import EVERY_S, SMOOTH_S, Observer, Senses
from meshnet_gui.runtime.governor.this_computer import on_battery, this_computer
from tests.fleet import in_loop

NOW = time.mktime((2026, 11, 30, 14, 40, 0, 0, 0, -1))


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def raising() -> float:
    raise OSError("no display")


@in_loop
async def test_conditions_are_what_the_senses_say() -> None:
    made = Senses(lambda: 7.0, lambda: True, lambda: 20.0, lambda: ("game.exe", "vlc"), 10**9, lambda: NOW, Clock())
    observer = Observer(made)
    observer.metered = True
    seen = await observer.look(("Game", "chess"), 123)
    assert (seen.time, seen.weekday, seen.minute) == (NOW, 0, 14 * 60 + 40)
    assert (seen.idle_s, seen.on_battery, seen.busy_percent, seen.metered) == (7.0, True, 20.0, True)
    assert (seen.apps, seen.own_memory_bytes, seen.total_memory_bytes) == (("Game",), 123, 10**9)


@in_loop
async def test_what_fails_cannot_be_told_and_spoils_nothing_else() -> None:
    seen = await Observer(Senses(raising, lambda: True, raising, raising)).look(("game",), 0)
    assert (seen.idle_s, seen.on_battery, seen.busy_percent, seen.apps) == (None, True, None, ())


@in_loop
async def test_nothing_is_known_where_nobody_can_be_asked() -> None:
    seen = await Observer(Senses()).look((), 0)
    assert (seen.idle_s, seen.on_battery, seen.busy_percent, seen.metered) == (None, None, None, None)


@in_loop
async def test_who_does_not_answer_is_not_waited_for_and_not_asked_again_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 0.05)
    answers, asked, clock = threading.Event(), [], Clock()

    def slow() -> float:
        asked.append(1)
        assert answers.wait(10)
        return 5.0

    observer = Observer(Senses(idle_s=slow, on_battery=lambda: False, clock=clock))
    for _ in range(3):
        seen = await observer.look((), 0)
        assert (seen.idle_s, seen.on_battery) == (None, False)
        clock.now += 60.0
    assert len(asked) == 1
    answers.set()
    monkeypatch.setattr(module, "ANSWER_S", 10.0)
    assert (await observer.look((), 0)).idle_s == 5.0


@in_loop
async def test_each_sense_is_asked_at_its_own_pace_and_programs_only_where_some_are_waited_for() -> None:
    num_idle, num_apps, clock = [], [], Clock()
    made = Senses(
        idle_s=lambda: num_idle.append(1) or 0.0,  # type: ignore[func-returns-value]
        apps=lambda: num_apps.append(1) or (),  # type: ignore[func-returns-value]
        clock=clock,
    )
    observer = Observer(made)
    await observer.look((), 0)
    await observer.look((), 0)
    assert (len(num_idle), len(num_apps)) == (1, 0)
    clock.now += EVERY_S
    await observer.look(("game",), 0)
    await observer.look(("game",), 0)
    assert (len(num_idle), len(num_apps)) == (2, 1)
    await observer.look(("chess",), 0)  # just chosen
    assert len(num_apps) == 2
    observer.forget()
    await observer.look(("chess",), 0)
    assert (len(num_idle), len(num_apps)) == (3, 3)


@in_loop
async def test_a_moments_work_of_others_is_smoothed_away_and_lasting_work_is_not() -> None:
    clock, percents = Clock(), iter([0.0, 100.0, *[100.0] * 40])
    observer = Observer(Senses(busy_percent=lambda: next(percents), clock=clock))
    seen = []
    for _ in range(42):
        seen.append((await observer.look((), 0)).busy_percent or 0.0)
        clock.now += EVERY_S
    assert seen[1] == pytest.approx(100 * EVERY_S / SMOOTH_S)
    assert seen[-1] > 95


@pytest.mark.parametrize(("battery", "expected"), [(None, False), (True, False), (False, True), ("unknown", None)])
def test_computer_without_a_battery_is_plugged_in(
    monkeypatch: pytest.MonkeyPatch, battery: object, expected: bool | None
) -> None:
    class Battery:
        power_plugged = None if battery == "unknown" else battery

    monkeypatch.setattr("psutil.sensors_battery", lambda: None if battery is None else Battery(), raising=False)
    assert on_battery() is expected


def test_system_that_knows_no_batteries_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("psutil.sensors_battery", raising=False)
    assert on_battery() is None


def test_this_computer_has_all_senses() -> None:
    made = this_computer()
    assert made.total_memory_bytes > 2**28
    assert "pytest" in made.apps() or any("python" in name for name in made.apps())
    made.busy_percent()
    busy = made.busy_percent()
    assert busy is None or 0 <= busy <= 100


@in_loop
async def test_two_who_look_at_once_get_the_same_answer() -> None:
    num_asked: list[int] = []
    let_go = threading.Event()

    def slow() -> float:
        num_asked.append(1)
        assert let_go.wait(10)
        return 5.0

    observer = Observer(Senses(idle_s=slow))
    looks = [asyncio.ensure_future(observer.look((), 0)) for _ in range(3)]
    await asyncio.sleep(0)
    let_go.set()
    assert [seen.idle_s for seen in await asyncio.gather(*looks)] == [5.0] * 3
    assert len(num_asked) == 1
