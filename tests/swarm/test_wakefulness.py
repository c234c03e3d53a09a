"""Coming back from sleep or onto another network is noticed; an ordinary second is not."""

from __future__ import annotations

import asyncio

import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.swarm import wakefulness as wakefulness_module
from meshnet_gui.swarm.wakefulness import LONG_S, SLEPT_S, STOOD_STILL_S, TICK_S, Away, Wakefulness, clock_with_sleep
from tests.fleet import in_loop, until


class Machine:
    """A computer whose clocks and addresses are set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept_s = 0.0
        self.addresses = ("192.168.1.5",)
        self.told: list[Away] = []
        self.error: Exception | None = None

    async def back(self, away: Away) -> None:
        self.told.append(away)
        if self.error is not None:
            raise self.error

    def made(self) -> Wakefulness:
        return Wakefulness(self.back, lambda: self.now, lambda: self.now - self.slept_s, lambda: self.addresses)


def test_ordinary_ticks_and_short_stalls_are_nothing() -> None:
    machine = Machine()
    watch = machine.made()
    for stall_s in (0.0, 0.3, 1.0, STOOD_STILL_S - 0.1):
        machine.now += TICK_S + stall_s
        assert watch.look() is None


@pytest.mark.parametrize("slept_s", [SLEPT_S + 1.0, 3600.0])
def test_sleep_is_noticed_once_and_concerns_every_connection(slept_s: float) -> None:
    machine = Machine()
    watch = machine.made()
    machine.now += TICK_S + slept_s
    machine.slept_s += slept_s
    away = watch.look()
    assert away is not None
    assert ("was away" in away.why, away.all_of_them) == (True, True)
    machine.now += TICK_S
    assert watch.look() is None


def test_program_that_stood_still_for_some_seconds_has_lost_no_more_than_the_overlay() -> None:
    machine = Machine()
    watch = machine.made()
    machine.now += TICK_S + STOOD_STILL_S + 2.0
    away = watch.look()
    assert away is not None
    assert ("stood still" in away.why, away.all_of_them) == (True, False)


def test_where_there_is_one_clock_a_long_jump_is_a_sleep() -> None:
    machine = Machine()
    watch = machine.made()
    machine.now += TICK_S + LONG_S + 1.0
    away = watch.look()
    assert away is not None
    assert away.all_of_them


def test_new_addresses_count_when_they_have_settled() -> None:
    machine = Machine()
    watch = machine.made()
    looks = []
    for addresses in ((), ("10.0.0.7",), ("10.0.0.7", "fd00::7"), ("fd00::7", "10.0.0.7"), ("10.0.0.7", "fd00::7")):
        machine.now += TICK_S
        machine.addresses = addresses
        looks.append(watch.look())
    assert looks == [None, None, None, None, Away("its network addresses changed", all_of_them=True)]
    machine.now += TICK_S
    assert watch.look() is None


def test_further_network_leaves_the_connections_over_the_first() -> None:
    machine = Machine()
    watch = machine.made()
    machine.addresses = ("192.168.1.5", "10.0.0.7")
    looks = []
    for _ in range(4):
        machine.now += TICK_S
        looks.append(watch.look())
    assert looks == [None, None, Away("its network addresses changed", all_of_them=False), None]


def test_address_that_is_away_for_a_moment_changes_nothing() -> None:
    machine = Machine()
    watch = machine.made()
    for addresses in ((), ("192.168.1.5",), ("192.168.1.5",), ("192.168.1.5",), ("192.168.1.5",)):
        machine.now += TICK_S
        machine.addresses = addresses
        assert watch.look() is None


def test_waking_on_another_network_is_told_once() -> None:
    machine = Machine()
    watch = machine.made()
    machine.now, machine.addresses = machine.now + 100.0, ("10.0.0.7",)
    assert watch.look()
    for _ in range(5):
        machine.now += TICK_S
        assert watch.look() is None


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
