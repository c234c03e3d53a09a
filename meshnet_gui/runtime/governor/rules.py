"""Whether this computer shares, and why (or why not): a pure function of the settings and of what is so now.

What this computer cannot tell holds nothing back, and the rule says that it cannot be told. Knows no clock.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from meshnet_gui.amounts import bytes_text, duration_text, spoken_list
from meshnet_gui.runtime.snapshot import Conditions, RuleCheck, Verdict
from meshnet_gui.schedule import Schedule, clock_text
from meshnet_gui.settings import Settings

MAX_PAUSE_S = 7 * 24 * 3600.0  # a longer one was set by a clock that went wrong
IDLE_S = 300.0  # nobody uses the computer, where no rule says how long that takes
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MAX_NAMED = 3


def judge(settings: Settings, conditions: Conditions) -> Verdict:
    """What the switch, a pause for a time, the rules and the memory limits come to now. All checks are always there."""
    checks = (*_rules(settings, conditions), _memory(settings, conditions))
    if not settings.contributing:
        return Verdict(False, "Paused.", checks)
    if is_paused(settings, conditions.time):
        return Verdict(False, _paused_until(settings.paused_until, conditions.time), checks)
    counted = checks if settings.by_rules else checks[-1:]  # memory is a limit, and no rule
    against = next((check for check in counted if not check.allows), None)
    if against is not None:
        return Verdict(False, against.text, checks)
    return Verdict(True, "Sharing: your rules allow it." if settings.by_rules else "Sharing always.", checks)


def is_paused(settings: Settings, now: float) -> bool:
    """Whether a pause for a time goes on; ``now`` in seconds since 1970."""
    return now < settings.paused_until <= now + MAX_PAUSE_S


def is_in_use(settings: Settings, conditions: Conditions) -> bool:
    """Whether the memory limit is the one for somebody who uses the computer; also where nobody can tell."""
    return conditions.idle_s is None or conditions.idle_s < (settings.idle_minutes * 60 or IDLE_S)


def memory_limit_bytes(settings: Settings, conditions: Conditions) -> int:
    """The most that shards and session caches may take now; 0 while nobody knows how much memory there is."""
    in_use = is_in_use(settings, conditions)
    percent = settings.memory_in_use_percent if in_use else settings.memory_idle_percent
    return conditions.total_memory_bytes * percent // 100


def matching_apps(wanted: Iterable[str], running: Iterable[str]) -> tuple[str, ...]:
    """Those of the wanted programs that run, whatever the case and with or without ``.exe``."""
    there = {app_key(name) for name in running}
    return tuple(name for name in dict.fromkeys(wanted) if app_key(name) in there)


def app_key(name: str) -> str:
    """What is equal for two names of one program."""
    return name.strip().casefold().removesuffix(".exe")


def _rules(settings: Settings, conditions: Conditions) -> tuple[RuleCheck, ...]:
    """In the order in which their reasons are shown."""
    return (
        _schedule(settings, conditions),
        _apps(settings, conditions),
        _idle(settings, conditions),
        _battery(settings, conditions),
        _metered(settings, conditions),
        _busy(settings, conditions),
    )


def _idle(settings: Settings, conditions: Conditions) -> RuleCheck:
    rule, needed, idle_s = "idle_minutes", settings.idle_minutes * 60, conditions.idle_s
    after = duration_text(needed)
    if not needed:
        return RuleCheck(rule, True, "It does not matter whether you use this computer.")
    if idle_s is None:
        return RuleCheck(rule, True, "This computer cannot tell whether you use it, so that holds nothing back.")
    if idle_s < 60:
        return RuleCheck(rule, False, f"Waiting: you are using this computer; shares after {after} without use.")
    ago = duration_text(idle_s // 60 * 60)
    if idle_s < needed:
        return RuleCheck(rule, False, f"Waiting: you used this computer {ago} ago; shares after {after} without use.")
    return RuleCheck(rule, True, f"You used this computer {ago} ago.")


def _battery(settings: Settings, conditions: Conditions) -> RuleCheck:
    rule = "on_battery"
    if settings.on_battery:
        return RuleCheck(rule, True, "It does not matter whether this computer is plugged in.")
    if conditions.on_battery is None:
        return RuleCheck(rule, True, "This computer cannot tell whether it is plugged in, so that holds nothing back.")
    if conditions.on_battery:
        return RuleCheck(rule, False, "Waiting: this computer runs on battery.")
    return RuleCheck(rule, True, "This computer is plugged in.")


def _schedule(settings: Settings, conditions: Conditions) -> RuleCheck:
    rule = "schedule"
    if not settings.schedule:
        return RuleCheck(rule, True, "Any time will do.")
    schedule = Schedule.parse(settings.schedule)
    allows = schedule.allows(conditions.weekday, conditions.minute)
    change = schedule.next_change(conditions.weekday, conditions.minute)
    if change is None:
        return RuleCheck(rule, True, "Any time will do.")
    day, minute = change
    clock, name = clock_text(minute), WEEKDAYS[day]
    is_soon = (day * 1440 + minute - conditions.weekday * 1440 - conditions.minute) % 10080 < 1440
    if allows:
        return RuleCheck(
            rule,
            True,
            f"Your schedule allows sharing until {clock}."
            if is_soon
            else f"Your schedule allows sharing until {name}, {clock}.",
        )
    return RuleCheck(
        rule,
        False,
        f"Waiting for your schedule: shares from {clock} on."
        if is_soon
        else f"Waiting for your schedule: shares from {name}, {clock} on.",
    )


def _busy(settings: Settings, conditions: Conditions) -> RuleCheck:
    rule, most, busy = "busy_percent", settings.busy_percent, conditions.busy_percent
    if not most:
        return RuleCheck(rule, True, "It does not matter what other programs do.")
    if busy is None:
        return RuleCheck(rule, True, "This computer cannot tell how busy it is, so that holds nothing back.")
    if busy > most:
        return RuleCheck(
            rule, False, f"Waiting: other programs use {busy:.0f} % of the processor; shares below {most} %."
        )
    return RuleCheck(rule, True, f"Other programs use {busy:.0f} % of the processor.")


def _apps(settings: Settings, conditions: Conditions) -> RuleCheck:
    rule = "wait_for_apps"
    if not settings.wait_for_apps:
        return RuleCheck(rule, True, "No program is waited for.")
    running = matching_apps(settings.wait_for_apps, conditions.apps)
    if running:
        named = spoken_list([_plain(name) for name in running[:MAX_NAMED]])
        text = f"Waiting while {named} run." if len(running) > 1 else f"Waiting while {named} runs."
        return RuleCheck(rule, False, text)
    return RuleCheck(rule, True, "None of the programs runs that are waited for.")


def _metered(settings: Settings, conditions: Conditions) -> RuleCheck:
    rule = "on_metered"
    if settings.on_metered:
        return RuleCheck(rule, True, "It does not matter whether the network is paid by volume.")
    if conditions.metered is None:
        return RuleCheck(
            rule, True, "This computer cannot tell whether its network is metered: that holds nothing back."
        )
    if conditions.metered:
        return RuleCheck(rule, False, "Waiting: this network is paid by volume.")
    return RuleCheck(rule, True, "This network is not paid by volume.")


def _memory(settings: Settings, conditions: Conditions) -> RuleCheck:
    in_use = is_in_use(settings, conditions)
    rule = "memory_in_use_percent" if in_use else "memory_idle_percent"
    most, taken = memory_limit_bytes(settings, conditions), conditions.own_memory_bytes
    if not most:
        return RuleCheck(rule, True, "This computer cannot tell how much memory it has.")
    taken_text, most_text = bytes_text(taken), bytes_text(most)
    if taken <= most:
        return RuleCheck(rule, True, f"Layers and session caches take {taken_text} of {most_text}.")
    if in_use:
        text = f"Paused: layers and session caches take {taken_text}; the limit while you are here is {most_text}."
    else:
        text = f"Paused: layers and session caches take {taken_text}; the limit is {most_text}."
    return RuleCheck(rule, False, text)


def _paused_until(until: float, now: float) -> str:
    """By the clock on the wall, with the date where it is another day's."""
    end, here = time.localtime(until), time.localtime(now)
    clock = time.strftime("%H:%M", end)
    if (end.tm_year, end.tm_yday) == (here.tm_year, here.tm_yday):
        return f"Paused until {clock}."
    return f"Paused until {time.strftime('%Y-%m-%d', end)}, {clock}."


def _plain(name: str) -> str:
    """A program's name without what could turn the text around it."""
    return "".join(letter for letter in name if letter.isprintable())[:40]
