from __future__ import annotations

import pytest

from meshnet_gui.amounts import bytes_text, duration_text, spoken_list


@pytest.mark.parametrize(
    ("num_bytes", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1.0 kB"),
        (1_500_000, "1.5 MB"),
        (99_949_000, "99.9 MB"),
        (325_000_000, "325 MB"),
        (999_600_000, "1.0 GB"),
        (2**62, "4611686.0 TB"),
    ],
)
def test_bytes_are_written_in_decimal_units(num_bytes: int, text: str) -> None:
    assert bytes_text(num_bytes) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-1, "0 s"),
        (0.9, "0 s"),
        (59.9, "59 s"),
        (60, "1 min"),
        (75, "1 min 15 s"),
        (3600, "1 h"),
        (3725, "1 h 2 min"),
        (90_000, "1 d 1 h"),
    ],
)
def test_durations_have_at_most_two_units(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_lists_end_with_and() -> None:
    assert [spoken_list(range(num)) for num in range(4)] == ["", "0", "0 and 1", "0, 1 and 2"]
