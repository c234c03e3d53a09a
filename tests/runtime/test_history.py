from __future__ import annotations

import pytest

from meshnet_gui.runtime.history import EVERY_S, KEEP_S, History, Reading


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def take(history: History, clock: Clock, after_s: float, reading: Reading) -> None:
    clock.now += after_s
    history.take(reading)


def test_rates_are_averages_since_the_moment_before(clock: Clock) -> None:
    history = History(clock)
    history.take(Reading(num_tokens=500, sent_bytes=10))
    assert history.samples == ()  # one look makes no rate
    take(history, clock, 5.0, Reading(550, 1_010, free_bytes=7, cache_bytes=3, num_sessions=2))
    (sample,) = history.samples
    assert (sample.ago_s, sample.tokens_per_s, sample.sent_bytes_per_s) == (0.0, 10.0, 200.0)
    assert (sample.free_bytes, sample.cache_bytes, sample.num_sessions) == (7, 3, 2)


def test_ages_are_counted_from_the_newest_and_the_oldest_comes_first(clock: Clock) -> None:
    history = History(clock)
    for number in range(4):
        take(history, clock, 5.0, Reading(number))
    assert [sample.ago_s for sample in history.samples] == [10.0, 5.0, 0.0]


def test_a_moment_is_due_every_few_seconds_and_the_samples_stay_the_same_until_then(clock: Clock) -> None:
    history = History(clock)
    assert history.is_due()
    history.take(Reading())
    before = history.samples
    clock.now += EVERY_S - 0.1
    assert not history.is_due()
    assert history.samples is before
    clock.now += 0.1
    assert history.is_due()


def test_no_rate_is_made_of_the_time_in_which_the_computer_slept(clock: Clock) -> None:
    history = History(clock)
    history.take(Reading())
    take(history, clock, 7200.0, Reading(num_tokens=100_000))
    assert history.samples[-1].tokens_per_s == 0.0


def test_no_more_than_an_hour_is_kept(clock: Clock) -> None:
    history = History(clock)
    for number in range(800):
        take(history, clock, EVERY_S, Reading(number))
    assert len(history.samples) == KEEP_S / EVERY_S + 1
    assert history.samples[0].ago_s == KEEP_S
    take(history, clock, KEEP_S * 2, Reading(800))
    assert len(history.samples) == 1
