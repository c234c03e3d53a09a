from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.archive.totals import Day, Totals
from meshnet_gui.errors import DiskFull
from meshnet_gui.runtime.snapshot import DayTotals
from meshnet_gui.runtime.tally import SAVE_EVERY_S, Counts, Tally
from tests.fleet import in_loop, until


class Times:
    """A clock and a calendar that the test sets."""

    def __init__(self) -> None:
        self.now = 50.0
        self.today = "2026-11-30"


@pytest.fixture
def times() -> Times:
    return Times()


def tally_of(times: Times, folder: Path | None, notices: list[str] | None = None) -> Tally:
    tell = [].append if notices is None else notices.append
    return Tally(folder, tell, lambda: times.today, lambda: times.now)


def look(tally: Tally, times: Times, after_s: float, counts: Counts, *, shares: bool = True) -> None:
    times.now += after_s
    tally.look(counts, shares=shares)


@in_loop
async def test_what_is_given_goes_to_the_day_on_which_it_was_given(times: Times) -> None:
    tally = tally_of(times, None)
    look(tally, times, 0, Counts(100, 1_000, 1))  # from before: it counts from here on
    look(tally, times, 2, Counts(130, 1_500, 2))
    look(tally, times, 3, Counts(130, 1_500, 2))
    times.today = "2026-12-01"
    look(tally, times, 1, Counts(131, 1_500, 2))
    assert await tally.days(30) == (
        DayTotals("2026-11-30", 30, 5.0, 500, 1),
        DayTotals("2026-12-01", 1, 1.0, 0, 0),
    )
    assert [day.tokens for day in await tally.days(1)] == [1]
    await tally.close()


@in_loop
async def test_time_counts_while_others_are_answered_and_not_while_the_computer_slept(times: Times) -> None:
    tally = tally_of(times, None)
    look(tally, times, 0, Counts())
    look(tally, times, 10, Counts(), shares=False)
    assert await tally.days(7) == ()  # a day on which nothing was given is none
    look(tally, times, 10, Counts())
    look(tally, times, 8 * 3600, Counts())
    assert [day.shared_s for day in await tally.days(7)] == [10.0]
    await tally.close()


@in_loop
async def test_the_sums_are_on_the_disk_after_a_minute_and_at_the_end(times: Times, tmp_path: Path) -> None:
    tally = tally_of(times, tmp_path)
    look(tally, times, 0, Counts())
    look(tally, times, 1, Counts(5))
    assert on_disk(tmp_path) == ()
    for _ in range(3):
        look(tally, times, SAVE_EVERY_S / 3, Counts(7))
    await until(lambda: on_disk(tmp_path))
    assert on_disk(tmp_path)[0].tokens == 7
    look(tally, times, 1, Counts(9))
    assert (await tally.days(1))[0].tokens == 9  # what is on the disk and what is not yet
    await tally.close()
    assert on_disk(tmp_path)[0].tokens == 9


def on_disk(folder: Path) -> tuple[Day, ...]:
    totals = Totals(folder)
    days = totals.days(10)
    totals.close()
    return days


@pytest.mark.allow_warnings("kept in memory for now")
@in_loop
async def test_on_a_full_disk_nothing_is_lost(times: Times, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Totals, days: object) -> None:
        raise DiskFull("The disk is full.", "Free some space.")

    tally = tally_of(times, tmp_path)
    look(tally, times, 0, Counts())
    with monkeypatch.context() as patched:
        patched.setattr(Totals, "add", refuse)
        look(tally, times, 59, Counts(3))
        look(tally, times, 59, Counts(4))
        assert (await tally.days(1))[0].tokens == 4
    await tally.close()
    assert on_disk(tmp_path)[0] == Day("2026-11-30", 4, 118.0)


@in_loop
async def test_the_owner_is_told_of_a_damaged_file(times: Times, tmp_path: Path) -> None:
    (tmp_path / "totals.sqlite3").write_bytes(b"\0" * 100)
    notices: list[str] = []
    tally = tally_of(times, tmp_path, notices)
    assert await tally.days(7) == ()
    assert len(notices) == 1
    assert "was damaged" in notices[0]
    await tally.close()


@in_loop
async def test_a_tally_that_was_never_used_makes_no_file(times: Times, tmp_path: Path) -> None:
    tally = tally_of(times, tmp_path / "nowhere")
    look(tally, times, 0, Counts())
    await tally.close()
    assert not (tmp_path / "nowhere").exists()


@in_loop
async def test_damage_that_is_found_later_is_told_once(times: Times, tmp_path: Path) -> None:
    notices: list[str] = []
    Totals(tmp_path).close()
    path = tmp_path / "totals.sqlite3"
    path.write_bytes(path.read_bytes()[:4096] + bytes(4096))
    tally = tally_of(times, tmp_path, notices)
    assert await tally.days(7) == await tally.days(7) == ()
    assert len(notices) == 1
    assert "was damaged" in notices[0]
    await tally.close()
