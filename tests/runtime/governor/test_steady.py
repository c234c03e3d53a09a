"""Verdicts that settle: a pause at once, its end only once it is sure, the user's will always."""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.runtime.governor.steady import BUSY_MARGIN, RESUME_AFTER_S, Steady
from meshnet_gui.runtime.snapshot import Conditions
from meshnet_gui.settings import Settings

RULES = Settings(contributing=True, by_rules=True, busy_percent=50)
QUIET = Conditions(idle_s=3600.0, on_battery=False, busy_percent=0.0, metered=False)


def busy(percent: float) -> Conditions:
    return replace(QUIET, busy_percent=percent)


def test_first_verdict_and_every_one_after_a_change_of_settings_counts_as_it_is() -> None:
    steady = Steady()
    assert steady.decide(RULES, QUIET, 0.0).shares
    assert not steady.decide(RULES, busy(90.0), 1.0).shares
    assert steady.decide(replace(RULES, by_rules=False), busy(90.0), 1.0).shares
    assert not steady.decide(replace(RULES, contributing=False), QUIET, 1.0).shares


def test_settings_that_have_nothing_to_do_with_sharing_are_no_change() -> None:
    steady = Steady()
    assert not steady.decide(RULES, busy(90.0), 0.0).shares
    assert not steady.decide(replace(RULES, theme="dark"), QUIET, 1.0).shares


def test_sharing_begins_again_after_a_while_without_a_break() -> None:
    steady = Steady()
    steady.decide(RULES, busy(90.0), 0.0)
    assert steady.decide(RULES, QUIET, 1.0).reason == f"Shares in {RESUME_AFTER_S:.0f} s, if nothing changes."
    steady.decide(RULES, busy(90.0), RESUME_AFTER_S)  # a break
    assert not steady.decide(RULES, QUIET, 1.0 + RESUME_AFTER_S).shares
    assert not steady.decide(RULES, QUIET, 2 * RESUME_AFTER_S).shares
    assert steady.decide(RULES, QUIET, 1.0 + 2 * RESUME_AFTER_S).shares


def test_others_must_let_go_of_more_than_they_took() -> None:
    steady = Steady()
    steady.decide(RULES, busy(51.0), 0.0)
    for second in range(1, 1000):
        verdict = steady.decide(RULES, busy(50.0 - BUSY_MARGIN / 2), float(second))
    assert verdict.reason == "Waiting: other programs use 45 % of the processor; shares below 40 %."
    steady.decide(RULES, busy(40.0), 1000.0)
    assert steady.decide(RULES, busy(40.0), 1000.0 + RESUME_AFTER_S).shares
    assert steady.decide(RULES, busy(50.0), 2000.0).shares


def test_after_a_sleep_the_next_verdict_counts_as_it_is() -> None:
    steady = Steady()
    steady.decide(RULES, busy(90.0), 0.0)
    steady.forget()
    assert steady.decide(RULES, QUIET, 1.0).shares
