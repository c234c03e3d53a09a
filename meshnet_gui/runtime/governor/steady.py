"""Lets a verdict settle, so that a computer whose conditions waver does not switch back and forth. Knows no clock."""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.runtime.governor.rules import judge
from meshnet_gui.runtime.snapshot import Conditions, Verdict
from meshnet_gui.settings import Settings

RESUME_AFTER_S = 20.0  # so long the rules must allow it without a break
BUSY_MARGIN = 10  # per cent of the processor that others must have let go before sharing begins again
_OF_THE_USER = (
    "contributing",
    "by_rules",
    "paused_until",
    "idle_minutes",
    "on_battery",
    "schedule",
    "busy_percent",
    "wait_for_apps",
    "on_metered",
    "memory_in_use_percent",
    "memory_idle_percent",
)


class Steady:
    """Remembers what was decided last: a pause comes at once, its end only once it is sure, the user's will always."""

    def __init__(self) -> None:
        self._wanted: tuple[object, ...] | None = None
        self._shares = False
        self._allowed_since: float | None = None

    def decide(self, settings: Settings, conditions: Conditions, now_s: float) -> Verdict:
        """``now_s`` is a monotonic clock's."""
        wanted = tuple(getattr(settings, name) for name in _OF_THE_USER)
        verdict = judge(settings, conditions)
        is_new, self._wanted = wanted != self._wanted, wanted
        if is_new or not verdict.shares or self._shares:
            return self._settled(verdict)
        wary = judge(_wary(settings), conditions)
        if not wary.shares:
            self._allowed_since = None
            return wary
        self._allowed_since = now_s if self._allowed_since is None else self._allowed_since
        left_s = self._allowed_since + RESUME_AFTER_S - now_s
        if left_s <= 0:
            return self._settled(verdict)
        return replace(verdict, shares=False, reason=f"Shares in {left_s:.0f} s, if nothing changes.")

    def forget(self) -> None:
        """After a sleep nothing is known of the time before: the next verdict counts as it is."""
        self._wanted = self._allowed_since = None

    def _settled(self, verdict: Verdict) -> Verdict:
        self._shares, self._allowed_since = verdict.shares, None
        return verdict


def _wary(settings: Settings) -> Settings:
    """With a little more asked of others than the user does."""
    return replace(settings, busy_percent=max(1, settings.busy_percent - BUSY_MARGIN) if settings.busy_percent else 0)
