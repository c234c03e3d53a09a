from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import MachineError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.settings_dialog import SettingsDialog
from meshnet_gui.gui.update_state import UpdateState
from meshnet_gui.runtime.snapshot import Snapshot
from tests.gui import samples
from tests.gui.fakes import FakeCommands

KNOWN_AND_FAILED = replace(
    samples.UPDATE_IS_THERE,
    updates=replace(samples.UPDATE_IS_THERE.updates, state="failed", error="Nobody is there."),
)


@pytest.fixture
def dialog(commands: FakeCommands, bridge: Bridge, qtbot: QtBot) -> SettingsDialog:
    dialog = SettingsDialog(commands, bridge)
    qtbot.addWidget(dialog)
    return dialog


def shown(dialog: SettingsDialog, snapshot: Snapshot) -> UpdateState:
    assert dialog.fields
    dialog.show_snapshot(snapshot)
    assert dialog.updates is not None
    return dialog.updates


def test_a_build_that_knows_no_feed_has_the_setting_disabled_with_the_reason(dialog: SettingsDialog) -> None:
    state = shown(dialog, samples.IDLE)  # the core is not there yet
    field = dialog.fields["check_for_updates"]
    assert (field.widget.isEnabled(), state.isHidden(), field.fact.text()) == (False, True, "")
    state = shown(dialog, samples.KNOWS_NO_FEED)
    assert (field.widget.isEnabled(), state.isHidden()) == (False, True)
    assert field.fact.text() == "This build names no place where new versions are published."
    state = shown(dialog, samples.LOOKS_FOR_UPDATES)
    assert (field.widget.isEnabled(), state.isHidden(), field.fact.isHidden()) == (True, False, True)


def test_switching_it_on_needs_no_apply(dialog: SettingsDialog, commands: FakeCommands) -> None:
    off = replace(samples.LOOKS_FOR_UPDATES, settings=samples.IDLE.settings)
    shown(dialog, off)
    dialog.fields["check_for_updates"].widget.click()  # type: ignore[attr-defined]
    assert commands.named("change_settings") == [({"check_for_updates": True},)]


@pytest.mark.parametrize(
    ("snapshot", "says", "has_page"),
    [
        (samples.LOOKS_FOR_UPDATES, "", False),
        (samples.UP_TO_DATE, "This is the latest version, 0.1.0.", False),
        (samples.UPDATE_IS_THERE, "Version 0.2.0 of Meshnet is there. This is 0.1.0.", True),
        (samples.UPDATE_FAILED, samples.UPDATE_FAILED.updates.error, False),
        (KNOWN_AND_FAILED, "Version 0.2.0 of Meshnet is there. This is 0.1.0. Nobody is there.", True),
    ],
    ids=["unknown", "latest", "newer", "failed", "newer and failed"],
)
def test_it_says_what_is_known(dialog: SettingsDialog, snapshot: Snapshot, says: str, has_page: bool) -> None:
    state = shown(dialog, snapshot)
    assert (state.told.text(), not state.open.isHidden(), state.look.text()) == (says, has_page, "Look now")


def test_looking_now_is_busy_until_the_answer_and_asks_once(
    dialog: SettingsDialog, commands: FakeCommands, qtbot: QtBot
) -> None:
    state = shown(dialog, samples.UPDATE_FAILED)
    commands.hold = True
    state.look.click()
    state.look.click()
    assert (state.look.text(), state.told.text(), len(commands.held)) == ("Looking…", "", 1)
    looking = replace(samples.UPDATE_FAILED, updates=replace(samples.UPDATE_FAILED.updates, state="looking"))
    dialog.show_snapshot(looking)
    dialog.show_snapshot(samples.UP_TO_DATE)
    assert state.look.text() == "Looking…"
    commands.held[0].set_result(None)
    qtbot.waitUntil(lambda: state.look.text() == "Look now", timeout=2000)
    assert state.told.text() == "This is the latest version, 0.1.0."


def test_what_went_wrong_is_said_below_the_setting(
    dialog: SettingsDialog, commands: FakeCommands, qtbot: QtBot
) -> None:
    state = shown(dialog, samples.LOOKS_FOR_UPDATES)
    commands.fail_with = MachineError("Nobody is there.", "Try again later.")
    state.look.click()
    qtbot.waitUntil(lambda: state.told.text() == "Nobody is there. Try again later.", timeout=2000)
    assert state.told.property("role") == "error-caption"


def test_all_of_it_is_found_by_a_search_for_versions(dialog: SettingsDialog) -> None:
    shown(dialog, samples.UPDATE_IS_THERE)
    dialog.search.setText("new versions")
    assert dialog.sections["Window"].num_found == 1
