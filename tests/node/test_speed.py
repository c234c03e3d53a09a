"""The measured speed of a shard: a moving mean, and a queue that is forgotten."""

from __future__ import annotations

import pytest

from meshnet_gui.node.speed import QUEUE_HALF_LIFE_S, Speed


class Clock:
    now = 10.0

    def __call__(self) -> float:
        return self.now


def test_nothing_measured_is_zero() -> None:
    speed = Speed()
    assert (speed.decode_tps, speed.prefill_tps, speed.queue_s) == (0.0, 0.0, 0.0)


def test_speed_follows_the_last_steps_and_one_odd_step_hardly_moves_it() -> None:
    speed = Speed()
    for _ in range(20):
        speed.computed(1, 10, 0.1)
    assert speed.decode_tps == pytest.approx(100)
    speed.computed(1, 10, 0.2)
    assert 85 < speed.decode_tps < 100
    for _ in range(60):
        speed.computed(1, 10, 0.2)
    assert speed.decode_tps == pytest.approx(50, rel=0.01)
    assert speed.prefill_tps == 0.0


def test_a_few_positions_are_neither_decode_nor_prefill_and_no_time_at_all_is_no_division_by_zero() -> None:
    speed = Speed()
    speed.computed(3, 10, 0.1)
    assert (speed.decode_tps, speed.prefill_tps) == (0.0, 0.0)
    speed.computed(64, 10, 0.0)
    assert 0 < speed.prefill_tps < 1e13


def test_queue_is_what_steps_waited_lately_and_halves_while_nobody_asks() -> None:
    clock = Clock()
    speed = Speed(clock)
    for _ in range(100):
        speed.waited(0.5)
    assert speed.queue_s == pytest.approx(0.5, rel=0.01)
    clock.now += QUEUE_HALF_LIFE_S
    assert speed.queue_s == pytest.approx(0.25, rel=0.01)
    clock.now += 100 * QUEUE_HALF_LIFE_S
    assert speed.queue_s < 1e-9
