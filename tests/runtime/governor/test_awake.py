"""Keeping awake: asked once, let go again, and no matter where the system refuses."""

from __future__ import annotations

import threading

import pytest

from meshnet_gui.runtime.governor.awake import TRY_AGAIN_S, Awake
from tests.fleet import in_loop
from tests.runtime.governor.holds import FakeHold


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@in_loop
async def test_it_is_taken_once_and_let_go() -> None:
    hold = FakeHold()
    awake = Awake(lambda: hold)
    await awake.want(False)
    assert hold.num_tries == 0
    await awake.want(True)
    await awake.want(True)
    assert (awake.is_on, hold.is_held, hold.num_tries) == (True, True, 1)
    await awake.want(False)
    assert (awake.is_on, hold.is_held) == (False, False)
    await awake.want(True)
    assert hold.is_held
    await awake.close()
    await awake.close()
    assert not hold.is_held


@pytest.mark.parametrize("hold", [FakeHold(active=False), FakeHold(error=RuntimeError("no bus"))])
def test_system_that_refuses_is_asked_again_only_after_a_while(hold: FakeHold) -> None:
    @in_loop
    async def scenario() -> None:
        clock = Clock()
        awake = Awake(lambda: hold, clock)
        for _ in range(3):
            await awake.want(True)
        assert (awake.is_on, hold.is_held, hold.num_tries) == (False, False, 1)
        clock.now += TRY_AGAIN_S
        await awake.want(True)
        assert hold.num_tries == 2
        await awake.close()

    scenario()


@in_loop
async def test_it_begins_and_ends_on_one_thread() -> None:
    threads: list[int] = []

    class Noting(FakeHold):
        def __enter__(self) -> FakeHold:
            threads.append(threading.get_ident())
            return super().__enter__()

        def __exit__(self, kind: None, exc: None, tb: None) -> None:
            threads.append(threading.get_ident())

    awake = Awake(Noting)
    await awake.want(True)
    await awake.close()
    assert len(threads) == 2
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()


@in_loop
async def test_real_library_takes_and_gives_back_or_says_no() -> None:
    awake = Awake()
    await awake.want(True)
    await awake.close()
    assert not awake.is_on
