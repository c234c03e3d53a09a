"""What follows each change is done at once, and however many there are it leaves the loop time for the rest."""

from __future__ import annotations

import asyncio
import time

from meshnet_gui.runtime.paced import Paced
from tests.fleet import in_loop, until


class Work:
    def __init__(self, least_s: float = 0.02, takes_s: float = 0.0) -> None:
        self.times: list[float] = []
        self._takes_s = takes_s
        self.paced = Paced(self._work, least_s)

    def _work(self) -> None:
        self.times.append(time.monotonic())
        time.sleep(self._takes_s)


@in_loop
async def test_the_first_change_is_followed_at_once_and_the_last_one_never_forgotten() -> None:
    work = Work()
    work.paced.ask()
    assert len(work.times) == 1
    for _ in range(1000):
        work.paced.ask()
    assert len(work.times) == 1
    await until(lambda: len(work.times) == 2)
    await asyncio.sleep(0.03)
    assert len(work.times) == 2


@in_loop
async def test_work_that_takes_long_is_done_the_seldomer() -> None:
    work = Work(least_s=0.0, takes_s=0.01)
    while len(work.times) < 3:
        work.paced.ask()
        await asyncio.sleep(0)
    assert all(after - before >= 0.1 for before, after in zip(work.times, work.times[1:], strict=False))


@in_loop
async def test_what_was_put_off_can_be_done_now_or_never() -> None:
    work = Work(least_s=60.0)
    work.paced.finish()
    assert not work.times
    work.paced.ask()
    work.paced.ask()
    work.paced.finish()
    assert len(work.times) == 2
    work.paced.finish()
    work.paced.ask()
    work.paced.close()
    work.paced.finish()
    assert len(work.times) == 2
