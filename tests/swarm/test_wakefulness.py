"""Coming back from sleep or onto another network is noticed; an ordinary second is not."""

from __future__ import annotations

import asyncio

import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.swarm import wakefulness as wakefulness_module
from meshnet_gui.swarm.wakefulness import AWAY_S, TICK_S, Wakefulness, clock_with_sleep
from tests.fleet import in_loop, until


class Machine:
    """A computer whose clock and addresses are set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.addresses = ("192.168.1.5",)
        self.told: list[str] = []
        self.error: Exception | None = None

    async def back(self, why: str) -> None:
        self.told.append(why)
        if self.error is not None:
            raise self.error

    def made(self) -> Wakefulness:
        return Wakefulness(self.back, lambda: self.now, lambda: self.addresses)


def test_ordinary_ticks_and_short_stalls_are_nothing() -> None:
    machine = Machine()
    watch = machine.made()
    for stall_s in (0.0, 0.3, 1.0, AWAY_S - 0.1):
        machine.now += TICK_S + stall_s
        assert watch.look() == ""


def test_sleep_is_noticed_once() -> None:
    machine = Machine()
    watch = machine.made()
    machine.now += 3600.0
    assert "away for 3599 s" in watch.look()
    machine.now += TICK_S
    assert watch.look() == ""


def test_new_addresses_count_when_they_have_settled() -> None:
    machine = Machine()
    watch = machine.made()
    looks = []
    for addresses in ((), ("10.0.0.7",), ("10.0.0.7", "fd00::7"), ("fd00::7", "10.0.0.7"), ("10.0.0.7", "fd00::7")):
        machine.now += TICK_S
        machine.addresses = addresses
        looks.append(watch.look())
    assert looks == ["", "", "", "", "its network addresses changed"]
    machine.now += TICK_S
    assert watch.look() == ""


def test_address_that_is_away_for_a_moment_changes_nothing() -> None:
    machine = Machine()
    watch = machine.made()
    for addresses in ((), ("192.168.1.5",), ("192.168.1.5",), ("192.168.1.5",), ("192.168.1.5",)):
        machine.now += TICK_S
        machine.addresses = addresses
        assert watch.look() == ""


def test_waking_on_another_network_is_told_once() -> None:
    machine = Machine()
    watch = machine.made()
    machine.now, machine.addresses = machine.now + 100.0, ("10.0.0.7",)
    assert watch.look()
    for _ in range(5):
        machine.now += TICK_S
        assert watch.look() == ""


@in_loop
async def test_who_watches_is_told_and_a_failure_there_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wakefulness_module, "TICK_S", 0.001)
    machine = Machine()
    machine.error = MachineError("The swarm's network cannot be opened.")
    watch = machine.made()
    watch.start()
    for num in (1, 2):
        machine.now += 100.0
        await until(lambda: len(machine.told) == num)  # noqa: B023
    await watch.close()
    await watch.close()
    machine.now += 100.0
    await asyncio.sleep(0)
    assert len(machine.told) == 2


def test_clock_runs_forward() -> None:
    before = clock_with_sleep()
    assert clock_with_sleep() >= before
