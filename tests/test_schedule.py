"""Times to share by the days of the week: read, asked, drawn as hours and written again."""

from __future__ import annotations

import itertools
import random

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.schedule import MAX_ENTRIES, Schedule, entries_of, what_is_wrong
from meshnet_gui.settings import Settings

MON, FRI, SAT, SUN = 0, 4, 5, 6


def at(hour: int, minute: int = 0) -> int:
    return hour * 60 + minute


NIGHTS = Schedule.parse(("mon-fri 22:00-07:00",))


@pytest.mark.parametrize(
    ("day", "minute", "allows"),
    [
        (MON, at(6), False),  # Sunday's night is no night of the schedule
        (MON, at(21, 59), False),
        (MON, at(22), True),
        (1, at(6, 59), True),
        (1, at(7), False),
        (SAT, at(6, 59), True),  # Friday's night goes on
        (SAT, at(7), False),
        (SAT, at(22), False),
    ],
)
def test_a_night_belongs_to_the_day_that_it_begins_on(day: int, minute: int, allows: bool) -> None:
    assert NIGHTS.allows(day, minute) is allows


@pytest.mark.parametrize(
    ("entries", "now", "change"),
    [
        (("mon-fri 22:00-07:00",), (MON, at(21)), (MON, at(22))),
        (("mon-fri 22:00-07:00",), (MON, at(22)), (1, at(7))),
        (("mon-fri 22:00-07:00",), (SAT, at(8)), (MON, at(22))),
        (("sat,sun",), (SUN, at(23, 59)), (MON, 0)),
        (("sun 22:00-07:00",), (SUN, at(23)), (MON, at(7))),  # over the week's end without a change at midnight
        (("mon", "tue"), (MON, at(12)), (2, 0)),  # two entries that meet are one time
        (("mon 08:00-09:00",), (MON, at(8)), (MON, at(9))),
        (("mon 08:00-09:00",), (MON, at(9)), (MON, at(8))),  # a week later
        ((), (MON, 0), None),
        (("mon-sun",), (MON, 0), None),
        (("sun-sat 08:00-08:00",), (MON, 0), None),
    ],
)
def test_next_change(entries: tuple[str, ...], now: tuple[int, int], change: tuple[int, int] | None) -> None:
    assert Schedule.parse(entries).next_change(*now) == change


@pytest.mark.parametrize(
    "entries", [("mon-fri 22:00-07:00",), ("sun 22:00-07:00", "wed 10:15-10:16"), ("12:00-13:30",), ("fri-mon",)]
)
def test_between_two_changes_the_answer_stays_and_at_a_change_it_turns(entries: tuple[str, ...]) -> None:
    schedule = Schedule.parse(entries)
    for now, following in itertools.pairwise(range(7 * 1440)):
        day, minute = divmod(now, 1440)
        turns = schedule.allows(day, minute) is not schedule.allows(*divmod(following, 1440))
        assert turns is (schedule.next_change(day, minute) == divmod(following, 1440))


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        (("",), "is nothing like"),
        (("never",), "is nothing like"),
        (("mon-tue-wed 10:00-11:00",), "is nothing like"),
        (("mon 25:00-26:00",), "no clock shows"),
        (("mon 10:60-11:00",), "no clock shows"),
        (("mon 24:00-01:00",), "begins at 24:00"),
        (("mon 10:00-11:00 and more",), "goes on after its times"),
        (("mon",) * (MAX_ENTRIES + 1), "more than"),
    ],
)
def test_what_is_no_schedule_is_refused_with_a_reason_and_by_the_settings(
    entries: tuple[str, ...], reason: str
) -> None:
    assert reason in what_is_wrong(entries)
    with pytest.raises(UserError, match=reason):
        Settings(schedule=entries)


@pytest.mark.parametrize("text", ["MON-FRI 22:00 - 07:00", "mon - fri 22:00-7:00", " mon-fri  22:00-07:00 "])
def test_spaces_and_case_do_not_matter(text: str) -> None:
    assert Schedule.parse((text,)) == NIGHTS


def test_hours_of_a_schedule_make_a_schedule_with_the_same_hours() -> None:
    chance = random.Random(6)
    for share in (0.02, 0.1, 0.5, 0.9, 0.99):
        for _ in range(40):
            hours = tuple(tuple(chance.random() < share for _ in range(24)) for _ in range(7))
            if any(map(any, hours)):
                entries = entries_of(hours)
                assert what_is_wrong(entries) == ""
                assert Schedule.parse(entries).hours() == hours


def test_hours_are_written_as_a_person_would() -> None:
    night = [[day < 5 if hour >= 22 else hour < 7 and 1 <= day < 6 for hour in range(24)] for day in range(7)]
    assert entries_of(night) == ("mon-fri 22:00-07:00",)
    assert entries_of([[True] * 24] * 7) == ()
    assert entries_of([[day >= 5] * 24 for day in range(7)]) == ("sat-sun",)


def test_no_hour_at_all_is_no_schedule() -> None:
    with pytest.raises(ValueError, match="no time at all"):
        entries_of([[False] * 24] * 7)
