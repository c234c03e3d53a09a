from __future__ import annotations

import pytest

from meshnet_gui.engine.growth import CacheGrowth


def test_nothing_measured_estimates_nothing() -> None:
    assert CacheGrowth().estimate(100) == 0


@pytest.mark.parametrize(("num_tokens", "expected"), [(1, 130), (10, 220), (64, 760), (1000, 10_120)])
def test_a_line_with_a_constant_is_continued(num_tokens: int, expected: int) -> None:
    growth = CacheGrowth()
    for measured in (5, 65):
        growth.observe(measured, 120 + 10 * measured)
    assert growth.estimate(num_tokens) == expected


def test_a_full_window_does_not_grow() -> None:
    growth = CacheGrowth()
    for num_tokens in (4, 64, 300, 1000):
        growth.observe(num_tokens, 10 * min(num_tokens, 200))
    assert growth.estimate(900) == 2000
    assert growth.estimate(5000) == 2000
    assert growth.estimate(32) == 320


def test_later_measurements_replace_earlier_ones() -> None:
    growth = CacheGrowth()
    growth.observe(100, 1)
    growth.observe(101, 1010)
    assert growth.estimate(202) == 2020
