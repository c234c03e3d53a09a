from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale

from meshnet_gui.gui.pauses import pause_choices, until_text


@pytest.fixture(autouse=True)
def german_clock() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    yield
    QLocale.setDefault(before)


def test_a_pause_says_until_when_it_lasts() -> None:
    choices = pause_choices(datetime(2026, 11, 30, 14, 40))
    assert [choice.text for choice in choices] == [
        "Pause for 1 hour (until 15:40)",
        "Pause for 4 hours (until 18:40)",
        "Pause until tomorrow (Di. 08:00)",
    ]
    assert [choice.seconds for choice in choices] == [3600, 4 * 3600, 17 * 3600 + 20 * 60]


def test_shortly_before_midnight_the_next_day_is_meant() -> None:
    choices = pause_choices(datetime(2026, 12, 31, 23, 30))
    assert [choice.text for choice in choices] == [
        "Pause for 1 hour (until 00:30)",
        "Pause for 4 hours (until 03:30)",
        "Pause until tomorrow (08:00)",
    ]
    assert choices[2].seconds == 8.5 * 3600


def test_far_off_ends_have_their_day() -> None:
    now = datetime(2026, 11, 30, 14, 40)
    assert until_text(datetime(2026, 12, 3, 9).timestamp(), now) == "Do. 09:00"
    assert until_text(datetime(2027, 1, 20, 9).timestamp(), now) == "20.01.27 09:00"


def test_the_time_is_written_as_the_language_has_it() -> None:
    QLocale.setDefault(QLocale("en_US"))
    assert pause_choices(datetime(2026, 11, 30, 14, 40))[0].text == "Pause for 1 hour (until 3:40\u202fPM)"
