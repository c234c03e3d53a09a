from __future__ import annotations

import math

import pytest

from meshnet_gui.gui.axis import duration_axis, number_axis, thinned


@pytest.mark.parametrize(
    ("highest", "ticks"),
    [
        (0.0, (0, 0.5, 1)),
        (3.2, (0, 1, 2, 3, 4)),
        (17.0, (0, 5, 10, 15, 20)),
        (40.0, (0, 10, 20, 30, 40)),
        (41.0, (0, 20, 40, 60)),
        (9.1e9, (0, 5e9, 10e9)),
    ],
)
def test_the_lines_are_round_and_reach_the_highest_value(highest: float, ticks: tuple[float, ...]) -> None:
    axis = number_axis(highest, most_ticks=4 if highest else 2)
    assert axis.ticks == pytest.approx(ticks)
    assert axis.top == axis.ticks[-1] >= highest


@pytest.mark.parametrize("highest", [math.nan, math.inf, -5.0, 1e-300, 1e300])
def test_no_number_breaks_an_axis(highest: float) -> None:
    for axis in (number_axis(highest), duration_axis(highest)):
        assert axis.top > 0
        assert 2 <= len(axis.ticks) <= 6


@pytest.mark.parametrize(
    ("highest_s", "ticks"),
    [
        (40, (0, 15, 30, 45, 60)),
        (3000, (0, 900, 1800, 2700, 3600)),
        (40_000, (0, 14_400, 28_800, 43_200)),
        (86_400, (0, 21_600, 43_200, 64_800, 86_400)),
    ],
)
def test_times_are_cut_at_whole_minutes_and_hours(highest_s: float, ticks: tuple[float, ...]) -> None:
    assert duration_axis(highest_s).ticks == ticks


def test_labels_that_would_touch_are_left_out_and_the_newest_stays() -> None:
    assert thinned([20, 20, 20, 20], [10, 30, 50, 70], gap=4) == (1, 3)
    assert thinned([20, 20], [10, 60], gap=4) == (0, 1)
    assert thinned([], [], gap=4) == ()
