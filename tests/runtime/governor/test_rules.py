"""Every rule of sharing at its edge, as a table: settings, what is so now, and what is said."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.runtime.governor.rules import (
    IDLE_S,
    MAX_PAUSE_S,
    is_in_use,
    judge,
    matching_apps,
    memory_limit_bytes,
)
from meshnet_gui.runtime.snapshot import Conditions
from meshnet_gui.settings import Settings

NOW = time.mktime((2026, 11, 30, 14, 40, 0, 0, 0, -1))  # a Monday, by the clock on the wall
GB = 10**9
QUIET = Conditions(
    time=NOW,
    weekday=0,
    minute=14 * 60 + 40,
    idle_s=3600.0,
    on_battery=False,
    busy_percent=3.0,
    metered=False,
    own_memory_bytes=GB,
    total_memory_bytes=16 * GB,
)
BY_RULES = Settings(contributing=True, by_rules=True, idle_minutes=10, schedule=("mon-fri 09:00-17:00",))


def test_paused_by_the_switch_shares_nothing_whatever_the_rules_say() -> None:
    verdict = judge(replace(BY_RULES, contributing=False), QUIET)
    assert (verdict.shares, verdict.reason) == (False, "Paused.")
    assert all(check.allows for check in verdict.checks)


def test_always_shares_although_every_rule_is_against_it() -> None:
    against = replace(QUIET, idle_s=0.0, on_battery=True, metered=True, busy_percent=100.0)
    verdict = judge(replace(BY_RULES, by_rules=False), against)
    assert (verdict.shares, verdict.reason) == (True, "Sharing always.")
    assert len([check for check in verdict.checks if not check.allows]) == 4


@pytest.mark.parametrize("position", [{"by_rules": True}, {"by_rules": False}])
def test_a_pause_for_a_time_says_when_it_ends_and_ends_then(position: dict[str, bool]) -> None:
    settings = replace(BY_RULES, paused_until=NOW + 3600, **position)
    assert judge(settings, QUIET).reason == "Paused until 15:40."
    assert not judge(settings, replace(QUIET, time=NOW + 3599)).shares
    assert judge(settings, replace(QUIET, time=NOW + 3600)).shares


def test_a_pause_until_another_day_says_which() -> None:
    assert judge(replace(BY_RULES, paused_until=NOW + 86400), QUIET).reason == "Paused until 2026-12-01, 14:40."


def test_a_pause_that_a_wrong_clock_made_longer_than_any_is_none() -> None:
    assert judge(replace(BY_RULES, paused_until=NOW + MAX_PAUSE_S + 1), QUIET).shares


@pytest.mark.parametrize(
    ("settings", "conditions", "reason"),
    [
        ({}, {}, "Sharing: your rules allow it."),
        ({}, {"idle_s": 130.0}, "Waiting: you used this computer 2 min ago; shares after 10 min without use."),
        ({}, {"idle_s": 5.0}, "Waiting: you are using this computer; shares after 10 min without use."),
        ({}, {"idle_s": 599.9}, "Waiting: you used this computer 9 min ago; shares after 10 min without use."),
        ({}, {"idle_s": 600.0}, "Sharing: your rules allow it."),
        ({"idle_minutes": 0}, {"idle_s": 0.0}, "Sharing: your rules allow it."),
        ({}, {"on_battery": True}, "Waiting: this computer runs on battery."),
        ({"on_battery": True}, {"on_battery": True}, "Sharing: your rules allow it."),
        ({}, {"minute": 17 * 60}, "Waiting for your schedule: shares from 09:00 on."),
        ({}, {"weekday": 5}, "Waiting for your schedule: shares from Monday, 09:00 on."),
        ({"schedule": ()}, {"weekday": 5}, "Sharing: your rules allow it."),
        ({}, {"busy_percent": 50.0}, "Sharing: your rules allow it."),
        (
            {},
            {"busy_percent": 50.6},
            "Waiting: other programs use 51 % of the processor; shares below 50 %.",
        ),
        ({"busy_percent": 0}, {"busy_percent": 100.0}, "Sharing: your rules allow it."),
        ({"wait_for_apps": ("game", "vlc")}, {"apps": ("Game.exe",)}, "Waiting while game runs."),
        ({"wait_for_apps": ("game", "vlc")}, {"apps": ("vlc", "game")}, "Waiting while game and vlc run."),
        ({"wait_for_apps": ("game",)}, {"apps": ("editor",)}, "Sharing: your rules allow it."),
        ({}, {"apps": ("game",)}, "Sharing: your rules allow it."),
        ({}, {"metered": True}, "Waiting: this network is paid by volume."),
        ({"on_metered": True}, {"metered": True}, "Sharing: your rules allow it."),
    ],
)
def test_each_rule_says_why_it_waits(settings: dict[str, Any], conditions: dict[str, Any], reason: str) -> None:
    verdict = judge(replace(BY_RULES, **settings), replace(QUIET, **conditions))
    assert verdict.reason == reason
    assert verdict.shares is reason.startswith("Sharing")


@pytest.mark.parametrize("what", ["idle_s", "on_battery", "busy_percent", "metered"])
def test_what_cannot_be_told_holds_nothing_back_and_says_so(what: str) -> None:
    verdict = judge(BY_RULES, replace(QUIET, **{what: None}))
    assert verdict.shares
    assert len([check for check in verdict.checks if "cannot tell" in check.text]) == 1


def test_every_rule_has_its_check_in_every_position() -> None:
    rules = {"schedule", "wait_for_apps", "idle_minutes", "on_battery", "on_metered", "busy_percent"}
    for position in (Settings(), BY_RULES, replace(BY_RULES, by_rules=False)):
        checks = judge(position, QUIET).checks
        assert {check.rule for check in checks[:-1]} == rules
        assert all(check.text.endswith(".") for check in checks)


@pytest.mark.parametrize("by_rules", [True, False])
def test_memory_beyond_the_limit_of_now_pauses_in_every_position(by_rules: bool) -> None:
    settings = replace(BY_RULES, by_rules=by_rules, memory_in_use_percent=50, memory_idle_percent=90, idle_minutes=0)
    taken = replace(QUIET, own_memory_bytes=9 * GB)
    assert judge(settings, taken).shares
    used = judge(settings, replace(taken, idle_s=1.0))
    assert used.reason == "Paused: layers and session caches take 9.0 GB; the limit while you are here is 8.0 GB."
    assert used.checks[-1].rule == "memory_in_use_percent"
    full = judge(settings, replace(taken, own_memory_bytes=15 * GB))
    assert full.reason == "Paused: layers and session caches take 15.0 GB; the limit is 14.4 GB."


def test_memory_counts_as_in_use_where_nobody_can_tell_and_until_the_idle_time_is_over() -> None:
    settings = Settings(memory_in_use_percent=50, memory_idle_percent=100)
    assert memory_limit_bytes(settings, replace(QUIET, idle_s=None)) == 8 * GB
    assert is_in_use(settings, replace(QUIET, idle_s=IDLE_S - 1))
    assert memory_limit_bytes(settings, replace(QUIET, idle_s=IDLE_S)) == 16 * GB
    assert is_in_use(replace(settings, idle_minutes=30), replace(QUIET, idle_s=IDLE_S))


def test_unknown_memory_holds_nothing_back() -> None:
    assert judge(BY_RULES, replace(QUIET, total_memory_bytes=0)).shares


def test_names_of_programs_are_the_same_in_any_case_and_with_or_without_exe() -> None:
    assert matching_apps(("Game.EXE", "vlc", "vlc"), ("game", "VLC.exe")) == ("Game.EXE", "vlc")
    assert matching_apps((), ("game",)) == ()


def test_a_programs_name_cannot_turn_the_reason_around() -> None:
    name = "ga\u202eme" + "x" * 300
    verdict = judge(replace(BY_RULES, wait_for_apps=(name[:300],)), replace(QUIET, apps=(name[:300],)))
    assert "\u202e" not in verdict.reason
    assert len(verdict.reason) < 80
