from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import DiskFull, MachineError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.node_tab import NodeTab
from meshnet_gui.gui.rules_dialog import RulesDialog
from meshnet_gui.gui.rules_preview import would_share
from meshnet_gui.runtime.snapshot import Conditions, SharingView
from meshnet_gui.settings import Settings
from tests.gui import samples
from tests.gui.fakes import FakeCommands

NOW = datetime(2026, 11, 30, 14, 40)  # a Monday
THERE = Conditions(idle_s=130.0, on_battery=False, busy_percent=22.0, metered=False)
BY_RULES = replace(
    samples.IDLE,
    settings=replace(samples.IDLE.settings, by_rules=True),
    sharing=SharingView("rules", True, conditions=THERE),
)


@pytest.fixture
def dialog(commands: FakeCommands, bridge: Bridge, qtbot: QtBot) -> RulesDialog:
    commands.answers["running_apps"] = ("firefox", "steam")
    dialog = RulesDialog(commands, bridge, now=lambda: NOW)
    qtbot.addWidget(dialog)
    dialog.show_snapshot(BY_RULES)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.apps.name.count() == 2, timeout=2000)
    commands.calls.clear()
    return dialog


def idle(dialog: RulesDialog) -> QSpinBox:
    box = dialog.fields["idle_minutes"].widget
    assert isinstance(box, QSpinBox)
    return box


@pytest.mark.parametrize(
    ("changes", "conditions", "reason"),
    [
        ({"idle_minutes": 10}, {"idle_s": 30.0}, "you are using this computer"),
        ({}, {"on_battery": True}, "runs on battery"),
        ({"schedule": ("mon 20:00-22:00",)}, {}, "shares from 20:00 on"),
        ({}, {"busy_percent": 80.0}, "other programs use 80 %"),
        ({"wait_for_apps": ("steam",)}, {}, "Waiting while steam runs."),
        ({}, {"metered": True}, "paid by volume"),
    ],
)
def test_each_rule_answers_whether_it_would_share_now_and_why(
    changes: dict[str, object], conditions: dict[str, object], reason: str
) -> None:
    def verdict(settings: Settings, now: Conditions) -> tuple[bool, str]:
        seen = would_share(settings, now, ("firefox", "Steam.exe"), NOW)
        return seen.shares, seen.reason

    assert verdict(Settings(), THERE)[0]
    edited = replace(Settings(), **changes)  # type: ignore[arg-type]
    shares, why = verdict(edited, replace(THERE, **conditions))  # type: ignore[arg-type]
    assert not shares
    assert reason in why


def test_the_preview_is_of_the_rules_whatever_the_switch_says() -> None:
    paused = replace(Settings(), contributing=False, paused_until=NOW.timestamp() + 3600)
    assert would_share(paused, THERE, (), NOW).shares


def test_the_preview_follows_each_edit_and_each_snapshot(dialog: RulesDialog) -> None:
    assert dialog.preview.answer.text() == "Would share now: yes"
    idle(dialog).setValue(10)
    assert dialog.preview.answer.text() == "Would share now: no"
    assert "you used this computer 2 min ago" in dialog.preview.reason.text()
    assert len([check for check in dialog.preview.checks if check.isVisible()]) == 7
    rested = replace(BY_RULES, sharing=SharingView("rules", True, conditions=replace(THERE, idle_s=900.0)))
    dialog.show_snapshot(rested)
    assert dialog.preview.answer.text() == "Would share now: yes"
    assert idle(dialog).value() == 10


def test_a_program_that_runs_now_counts_at_once(dialog: RulesDialog) -> None:
    dialog.apps._line.setText("Steam")
    dialog.apps.add.click()
    assert dialog.preview.reason.text() == "Waiting while Steam runs."


def test_rules_that_cannot_be_are_not_judged_and_not_saved(dialog: RulesDialog) -> None:
    dialog.schedule.text.setPlainText("someday")
    assert dialog.preview.answer.text() == "Would share now: not known"
    assert "nothing like mon-fri" in dialog.fields["schedule"].problem.text()
    assert not dialog.save.isEnabled()


def test_rules_are_saved_together_and_the_dialog_closes(
    dialog: RulesDialog, commands: FakeCommands, qtbot: QtBot
) -> None:
    assert not dialog.save.isEnabled()
    idle(dialog).setValue(10)
    dialog.schedule.text.setPlainText("22:00-07:00")
    assert not dialog.share.isVisible()
    dialog.save.click()
    assert commands.calls == [("change_settings", {"idle_minutes": 10, "schedule": ("22:00-07:00",)})]
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=2000)


def test_a_change_that_would_end_the_sharing_of_now_says_so(dialog: RulesDialog) -> None:
    idle(dialog).setValue(10)
    assert dialog.ends.text().startswith("Sharing would stop now. Waiting: you used this computer 2 min ago")


def test_where_the_switch_stands_elsewhere_it_can_be_put_on_the_rules(
    dialog: RulesDialog, commands: FakeCommands
) -> None:
    dialog.show_snapshot(samples.IDLE)
    assert dialog.note.text() == "These rules count while the switch stands on By my rules."
    idle(dialog).setValue(5)
    dialog.share.click()
    assert commands.calls == [("set_sharing", "rules", {"idle_minutes": 5})]


def test_rules_that_cannot_be_saved_stay_open_with_the_reason(
    dialog: RulesDialog, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.fail_with = DiskFull("The disk is full.")
    idle(dialog).setValue(10)
    dialog.save.click()
    qtbot.waitUntil(dialog.told.isVisible, timeout=2000)
    assert (dialog.told.text(), dialog.isVisible(), dialog.save.isEnabled()) == ("The disk is full.", True, True)


def test_cancel_forgets_what_was_edited(dialog: RulesDialog, commands: FakeCommands) -> None:
    idle(dialog).setValue(10)
    dialog.cancel.click()
    assert (commands.calls, idle(dialog).value(), dialog.changes()) == ([], 0, {})


def test_without_a_list_of_programs_names_can_still_be_typed(
    commands: FakeCommands, bridge: Bridge, qtbot: QtBot
) -> None:
    commands.fail_with = MachineError("No list.")
    dialog = RulesDialog(commands, bridge)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.told.isVisible, timeout=2000)
    assert "type the program's name" in dialog.told.text()


def test_the_card_opens_the_rules_and_hands_them_snapshots(
    commands: FakeCommands, bridge: Bridge, qtbot: QtBot
) -> None:
    commands.answers["running_apps"] = ("firefox",)
    tab = NodeTab(commands, bridge)
    qtbot.addWidget(tab)
    tab.show_snapshot(BY_RULES)
    tab.contribution.rules.click()
    dialog = tab.contribution._rules_dialog
    assert dialog is not None
    qtbot.waitUntil(lambda: dialog.apps.name.count() == 1, timeout=2000)
    tab.show_snapshot(replace(BY_RULES, settings=replace(BY_RULES.settings, idle_minutes=7)))
    assert (dialog.isVisible(), dialog.fields["idle_minutes"].value()) == (True, 7)
