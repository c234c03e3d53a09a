"""Speed and remaining time."""

from __future__ import annotations

import pytest

from meshnet_gui.modelstore.fetch.pace import Pace


def paced(*steps: tuple[float, int]) -> Pace:
    pace = Pace()
    for now, num_bytes in steps:
        pace.update(num_bytes, now)
    return pace


def test_a_steady_stream_shows_its_speed_from_the_first_second():
    assert paced((0, 0), (0.5, 500), (1, 1000)).bytes_per_s == pytest.approx(1000)
    assert paced(*[(n / 4, n * 250) for n in range(100)]).bytes_per_s == pytest.approx(1000)


def test_the_past_counts_less_and_less():
    steps = [(n / 4, n * 250) for n in range(80)]
    stopped = [(20 + n / 4, steps[-1][1]) for n in range(80)]
    assert paced(*steps, *stopped).bytes_per_s < 60


def test_the_remaining_time_follows_or_nobody_knows():
    assert paced((0, 0), (1, 100)).eta_s(1000) == pytest.approx(10)
    assert paced((0, 0)).eta_s(1000) is None
    assert paced((5, 10), (5, 10)).eta_s(1000) is None
