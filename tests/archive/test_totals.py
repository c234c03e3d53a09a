from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from meshnet_gui.archive.database import Layout, open_database
from meshnet_gui.archive.totals import LAYOUT, MAX_DAYS, Day, Totals
from meshnet_gui.errors import MachineError

MONDAY = Day("2026-11-30", 10, 60.5, 1_000, 2)


def kept(folder: Path) -> tuple[Day, ...]:
    totals = Totals(folder)
    days = totals.days(MAX_DAYS)
    totals.close()
    return days


def keep(folder: Path, *days: Day) -> None:
    totals = Totals(folder)
    totals.add(days)
    totals.close()


def test_days_are_added_to_over_restarts(tmp_path: Path) -> None:
    keep(tmp_path, MONDAY)
    keep(tmp_path, MONDAY, Day("2026-12-01", 5))
    assert kept(tmp_path) == (Day("2026-11-30", 20, 121.0, 2_000, 4), Day("2026-12-01", 5))


def test_two_programs_may_add_at_once(tmp_path: Path) -> None:
    one, other = Totals(tmp_path), Totals(tmp_path)
    for totals in (one, other, one):
        totals.add([MONDAY])
    assert other.days(1)[0].tokens == 30
    one.close()
    other.close()


def test_the_last_days_come_oldest_first(tmp_path: Path) -> None:
    keep(tmp_path, *(Day(f"2026-11-{day:02}", day) for day in (9, 3, 21, 14)))
    totals = Totals(tmp_path)
    assert [day.tokens for day in totals.days(2)] == [14, 21]
    assert [len(totals.days(num)) for num in (-3, 0, 10**9)] == [0, 0, 4]
    totals.close()


def test_sums_stay_within_what_the_file_can_hold(tmp_path: Path) -> None:
    for _ in range(4):
        keep(tmp_path, Day("2026-11-30", 2**80, 1.0, 2**80, 2**62))
    assert kept(tmp_path)[0] == Day("2026-11-30", 2**62, 4.0, 2**62, 2**62)


def test_days_of_many_years_ago_are_forgotten(tmp_path: Path) -> None:
    keep(tmp_path, *(Day(f"{2000 + n // 336}-{n // 28 % 12 + 1:02}-{n % 28 + 1:02}", n) for n in range(MAX_DAYS + 50)))
    days = kept(tmp_path)
    assert (len(days), days[0].tokens, days[-1].tokens) == (MAX_DAYS, 50, MAX_DAYS + 49)


@pytest.mark.parametrize("content", [b"", b"\0" * 8192, b"SQLite format 3\0" + b"\1" * 5000])
def test_a_damaged_file_is_set_aside_and_counting_goes_on(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LAYOUT.file_name).write_bytes(content)
    totals = Totals(tmp_path)
    assert "It was kept as totals.sqlite3.bad-1" in totals.notice
    totals.add([MONDAY])
    totals.close()
    assert kept(tmp_path) == (MONDAY,)


def test_a_file_of_a_newer_version_is_only_read(tmp_path: Path) -> None:
    def second(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE days ADD COLUMN watts REAL")

    keep(tmp_path, MONDAY)
    open_database(tmp_path, Layout(LAYOUT.file_name, (*LAYOUT.steps, second))).close()
    totals = Totals(tmp_path)
    assert totals.days(7) == (MONDAY,)
    with pytest.raises(MachineError, match="only read"):
        totals.add([MONDAY])
    totals.close()


def test_damage_that_is_found_later_costs_what_was_counted_and_nothing_more(tmp_path: Path) -> None:
    keep(tmp_path, *(Day(f"{2000 + n // 336}-{n // 28 % 12 + 1:02}-{n % 28 + 1:02}", n) for n in range(1000)))
    path = tmp_path / LAYOUT.file_name
    content = bytearray(path.read_bytes())
    content[4096:] = bytes(len(content) - 4096)  # all but the page that says what is in the others
    path.write_bytes(content)
    totals = Totals(tmp_path)
    assert totals.notice == ""
    totals.add([MONDAY])
    assert "was damaged" in totals.notice
    assert totals.days(7) == (MONDAY,)
    totals.close()


def test_rows_that_are_no_days_are_left_out(tmp_path: Path) -> None:
    keep(tmp_path, MONDAY)
    with sqlite3.connect(tmp_path / LAYOUT.file_name) as connection:
        connection.executemany(
            "INSERT INTO days VALUES (?, ?, ?, ?, ?)",
            [("yesterday", 1, 1.0, 1, 1), ("2026-11-29", "many", 1.0, 1, 1), (b"2026", 1, 1.0, 1, 1)],
        )
        connection.execute("INSERT INTO days VALUES ('2026-11-28', 1, 9e999, 1, 1)")
    connection.close()
    assert kept(tmp_path) == (Day("2026-11-28", 1, 2.0**62, 1, 1), MONDAY)
