"""Whether this computer would share now under rules that are being edited, and what each rule says to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from meshnet_gui.gui.translation import sentence, tr
from meshnet_gui.gui.widgets import IconLabel, PlainLabel, restyle, row
from meshnet_gui.runtime.governor.rules import judge, matching_apps
from meshnet_gui.runtime.snapshot import Conditions, RuleCheck, Verdict
from meshnet_gui.settings import Settings


def would_share(settings: Settings, conditions: Conditions, running: Sequence[str], now: datetime) -> Verdict:
    """The verdict as if the switch stood on *by my rules* and no pause went on. ``running`` are all programs."""
    by_rules = replace(settings, contributing=True, by_rules=True, paused_until=0.0)
    apps = matching_apps(settings.wait_for_apps, (*conditions.apps, *running))
    minute = now.hour * 60 + now.minute
    clock = replace(conditions, time=now.timestamp(), weekday=now.weekday(), minute=minute)
    return judge(by_rules, replace(clock, apps=apps))


class RulesPreview(QFrame):
    """A card that says yes or no, why, and what every single rule says."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", "true")
        self.answer = PlainLabel("", "heading", wrap=True)
        self.reason = PlainLabel("", "", wrap=True)
        self.checks: list[_Check] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(20, 14, 20, 14)
        self._layout.setSpacing(6)
        for label in (self.answer, self.reason):
            self._layout.addWidget(label)

    def show_verdict(self, verdict: Verdict) -> None:
        self.answer.setText(tr("Would share now: yes") if verdict.shares else tr("Would share now: no"))
        self.reason.setText(sentence(verdict.reason))
        restyle(self, "card", "accent" if verdict.shares else "warn")
        while len(self.checks) < len(verdict.checks):
            self.checks.append(_Check())
            self._layout.addWidget(self.checks[-1])
        for place, line in enumerate(self.checks):
            line.setVisible(place < len(verdict.checks))
        for line, check in zip(self.checks, verdict.checks, strict=False):
            line.show_check(check)

    def show_nothing(self, why: str) -> None:
        """While the rules are none."""
        self.answer.setText(tr("Would share now: not known"))
        self.reason.setText(why)
        restyle(self, "card", "true")
        for line in self.checks:
            line.hide()


class _Check(QWidget):
    """One rule: a mark and its sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.mark = IconLabel("check", "ok", 14)
        self.text = PlainLabel("", "caption", wrap=True)
        layout = row(self.mark, spacing=8)
        layout.addWidget(self.text, 1)
        self.setLayout(layout)

    def show_check(self, check: RuleCheck) -> None:
        self.mark.icon_name, self.mark.tone = ("check", "ok") if check.allows else ("close", "warn")
        self.mark.setAccessibleName(tr("allows it") if check.allows else tr("holds it back"))
        self.mark.update()
        self.text.setText(sentence(check.text))
