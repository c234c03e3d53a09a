from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.runtime.release import Release
from meshnet_gui.runtime.updates import DAY_S, FILE, Clocks, Updates

FEED = "https://api.forge.example/repos/own/meshnet/releases/latest"
PAGE = "https://forge.example/own/meshnet/releases/tag/v0.2.0"
NEWER = Release("0.2.0", PAGE)
HOUR_S = 3600.0


class Computer:
    """Its clocks; sleeping passes time until the end of a test's day, and then for ever."""

    def __init__(self, until_s: float = 0.0) -> None:
        self.now = 1000.0
        self.wall = 1_700_000_000.0
        self.until = self.now + until_s
        self.is_over = asyncio.Event()

    def pass_time(self, seconds: float) -> None:
        self.now += seconds
        self.wall += seconds

    async def sleep(self, seconds: float) -> None:
        if self.now + seconds > self.until:
            self.is_over.set()
            await asyncio.Event().wait()
        self.pass_time(seconds)
        await asyncio.sleep(0)

    def clocks(self) -> Clocks:
        return Clocks(lambda: self.now, lambda: self.wall, self.sleep, lambda: 60.0)


class Rig:
    """Updates with a feed that answers what the test says, and counts."""

    def __init__(self, folder: Path | None, computer: Computer, *, wants: bool = True, feed: str = FEED) -> None:
        self.asked_at: list[float] = []
        self.answer: Release | MachineError = NEWER
        self.wants = wants
        self.num_changes = 0
        self.computer = computer
        self.waits: Callable[[], Awaitable[object]] | None = None
        self.updates = Updates(
            feed, folder, lambda: self.wants, self._changed, self._ask, computer.clocks(), own_version="0.1.0"
        )

    def _changed(self) -> None:
        self.num_changes += 1

    async def _ask(self, feed: str) -> Release:
        assert feed == FEED
        self.asked_at.append(self.computer.now - 1000.0)
        if self.waits is not None:
            await self.waits()
        if isinstance(self.answer, MachineError):
            raise self.answer
        return self.answer

    async def run(self) -> None:
        """As long as the computer's day is."""
        self.updates.settle()
        try:
            await asyncio.wait_for(self.computer.is_over.wait(), 5)
        finally:
            await self.updates.close()


def run(folder: Path, seconds: float, *, computer: Computer | None = None, wants: bool = True) -> Rig:
    async def go() -> Rig:
        used = computer or Computer()
        used.until, used.is_over = used.now + seconds, asyncio.Event()
        rig = Rig(folder, used, wants=wants)
        if wants:
            await rig.run()
        else:
            rig.updates.settle()
            await asyncio.sleep(0)
            await rig.updates.close()
        return rig

    return asyncio.run(go())


def test_it_asks_after_a_while_and_then_once_a_day(tmp_path: Path) -> None:
    rig = run(tmp_path, 3 * DAY_S)
    assert rig.asked_at == [60.0, 60.0 + DAY_S, 60.0 + 2 * DAY_S]
    view = rig.updates.view()
    assert (view.state, view.version, view.page, view.tells) == ("asked", "0.2.0", PAGE, True)


def test_nobody_is_asked_unless_it_is_wanted(tmp_path: Path) -> None:
    assert run(tmp_path, DAY_S, wants=False).asked_at == []
    rig = Rig(tmp_path, Computer(), feed="")
    rig.updates.settle()
    assert not rig.updates.view().can_look
    with pytest.raises(UserError, match="names no place"):
        asyncio.run(rig.updates.look())
    assert rig.asked_at == []


def test_a_restart_asks_no_sooner_and_forgets_nothing(tmp_path: Path) -> None:
    computer = Computer()
    run(tmp_path, HOUR_S, computer=computer)
    again = run(tmp_path, HOUR_S, computer=computer)
    assert again.asked_at == []
    assert (again.updates.view().version, again.updates.view().state) == ("0.2.0", "")
    computer.wall += DAY_S  # it was off
    assert len(run(tmp_path, HOUR_S, computer=computer).asked_at) == 1


def test_a_clock_that_was_set_back_makes_it_ask_no_sooner_and_not_never(tmp_path: Path) -> None:
    computer = Computer()
    run(tmp_path, HOUR_S, computer=computer)
    computer.wall -= 400 * DAY_S
    assert run(tmp_path, HOUR_S, computer=computer).asked_at == []
    assert run(tmp_path, HOUR_S, computer=computer).asked_at == []
    computer.wall += DAY_S
    assert len(run(tmp_path, HOUR_S, computer=computer).asked_at) == 1


def test_a_failure_is_quiet_and_not_tried_again_on_the_same_day(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> Rig:
        rig = Rig(tmp_path, Computer(DAY_S / 2))
        rig.answer = MachineError("Nobody is there.")
        await rig.run()
        return rig

    with caplog.at_level("INFO", logger="meshnet_gui"):
        rig = asyncio.run(go())
    assert len(rig.asked_at) == 1
    assert (rig.updates.view().state, rig.updates.view().error) == ("", "")
    assert "Nobody is there." in caplog.text


def test_looking_by_hand_says_what_came_of_it(tmp_path: Path) -> None:
    async def go() -> None:
        rig = Rig(tmp_path, Computer(), wants=False)
        rig.answer = MachineError("Nobody is there.")
        with pytest.raises(MachineError):
            await rig.updates.look()
        assert (rig.updates.view().state, rig.updates.view().error) == ("failed", "Nobody is there.")
        rig.answer = Release("0.1.0")
        await rig.updates.look()
        assert (rig.updates.view().state, rig.updates.view().version, rig.updates.view().error) == ("asked", "", "")
        rig.answer = NEWER
        await rig.updates.look()
        assert (rig.updates.view().version, rig.updates.view().tells) == ("0.2.0", False)

    asyncio.run(go())


def test_whoever_looks_meanwhile_hears_the_same_answer(tmp_path: Path) -> None:
    async def go() -> None:
        rig = Rig(tmp_path, Computer())
        goes_on, was_asked = asyncio.Event(), asyncio.Event()

        async def wait() -> None:
            was_asked.set()
            await goes_on.wait()

        rig.waits = wait
        both = [asyncio.create_task(rig.updates.look()) for _ in range(2)]
        await was_asked.wait()
        assert rig.updates.view().state == "looking"
        goes_on.set()
        await asyncio.gather(*both)
        assert len(rig.asked_at) == 1

    asyncio.run(go())


def test_switching_it_off_ends_the_watch_and_the_line(tmp_path: Path) -> None:
    async def go() -> None:
        rig = Rig(tmp_path, Computer(HOUR_S))
        rig.updates.settle()
        await asyncio.wait_for(rig.computer.is_over.wait(), 5)
        rig.wants = False
        rig.updates.settle()
        assert not rig.updates.view().tells
        assert rig.updates.view().version == "0.2.0"
        await rig.updates.close()

    asyncio.run(go())


def test_a_version_is_told_until_it_is_dismissed_and_the_next_one_anew(tmp_path: Path) -> None:
    async def go() -> None:
        rig = Rig(tmp_path, Computer())
        await rig.updates.dismiss()  # nothing is there
        await rig.updates.look()
        assert rig.updates.view().tells
        await rig.updates.dismiss()
        assert not rig.updates.view().tells
        after_restart = Rig(tmp_path, Computer())
        assert (after_restart.updates.view().tells, after_restart.updates.view().version) == (False, "0.2.0")
        after_restart.answer = Release("0.3.0")
        await after_restart.updates.look()
        assert after_restart.updates.view().tells

    asyncio.run(go())


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[1]",
        b"\0" * 100,
        json.dumps({"looked_at": float("nan"), "version": "9", "page": "", "dismissed": ""}).encode(),
        json.dumps({"looked_at": 1, "version": "9" * 1000, "page": "", "dismissed": ""}).encode(),
    ],
)
def test_a_damaged_file_is_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert Rig(tmp_path, Computer()).updates.view().version == ""


def test_a_page_in_the_file_is_believed_no_more_than_one_of_the_feed(tmp_path: Path) -> None:
    said = {"looked_at": 1, "version": "0.2.0", "page": "https://evil.example/x", "dismissed": ""}
    (tmp_path / FILE).write_text(json.dumps(said))
    view = Rig(tmp_path, Computer()).updates.view()
    assert (view.version, view.page) == ("0.2.0", "")


def test_a_disk_that_takes_nothing_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    rig = Rig(tmp_path / "file", Computer())
    asyncio.run(rig.updates.look())
    assert rig.updates.view().version == "0.2.0"
