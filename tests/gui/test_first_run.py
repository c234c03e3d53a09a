from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSpinBox
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import DiskFull, MachineError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.first_run import FirstRun, is_new
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.widgets import PlainLabel
from meshnet_gui.runtime.snapshot import Snapshot
from tests.gui import samples
from tests.gui.fakes import FakeCommands

NEW = samples.NO_MODEL


@pytest.fixture
def wizard(commands: FakeCommands, bridge: Bridge, qtbot: QtBot) -> FirstRun:
    wizard = FirstRun(commands, bridge)
    qtbot.addWidget(wizard)
    wizard.show_snapshot(NEW)
    wizard.show()
    qtbot.waitExposed(wizard)
    return wizard


def go_to(wizard: FirstRun, place: int) -> None:
    while wizard.stack.currentIndex() < place:
        wizard.next.click()


@pytest.mark.parametrize(
    ("snapshot", "expected"),
    [
        (NEW, True),
        (samples.STARTING, False),
        (replace(NEW, settings=replace(NEW.settings, welcomed=True)), False),
        (replace(NEW, settings=replace(NEW.settings, contributing=True)), False),
        (samples.IDLE, False),
        (replace(NEW, swarms=(samples.SWARM_OFF,)), False),
        (replace(NEW, fetches=(samples.FETCHING,)), False),
        (replace(NEW, importing="Reading (10%)"), False),
    ],
)
def test_only_who_has_set_up_nothing_is_asked(snapshot: Snapshot, expected: bool) -> None:
    assert is_new(snapshot) is expected


def test_the_pages_say_what_runs_here_and_what_others_can_see(wizard: FirstRun) -> None:
    def text(place: int) -> str:
        return " ".join(label.text() for label in wizard.pages[place].findChildren(PlainLabel))

    assert "Nothing is shared yet." in text(0)
    privacy = text(1)
    assert "your text and the answer can be reconstructed" in privacy
    assert "Whoever has the invite is a member" in privacy
    assert "nor can a member that only relays it" in privacy


def test_nothing_is_changed_before_the_last_page(wizard: FirstRun, commands: FakeCommands) -> None:
    box = wizard.give.fields["memory_in_use_percent"].widget
    assert isinstance(box, QSpinBox)
    go_to(wizard, 2)
    box.setValue(40)
    wizard.give.switch.buttons["rules"].click()
    wizard.give.fields["autostart"].widget.click()  # type: ignore[attr-defined]
    go_to(wizard, 4)
    wizard.show_snapshot(replace(NEW, num_generating=1))
    assert commands.calls == []
    wizard.next.click()
    chosen = {"memory_in_use_percent": 40, "autostart": True, "welcomed": True}
    assert commands.calls == [("set_sharing", "rules", chosen)]


def test_whoever_only_reads_shares_nothing_and_does_not_start_by_itself(
    wizard: FirstRun, commands: FakeCommands, qtbot: QtBot
) -> None:
    assert not wizard.give.fields["autostart"].value()
    assert wizard.give.position == "paused"
    go_to(wizard, 4)
    with qtbot.waitSignal(wizard.chat_requested, timeout=2000):
        wizard.next.click()
    assert commands.calls == [("change_settings", {"welcomed": True})]
    assert not wizard.isVisible()


def test_it_can_be_skipped_on_every_page_and_that_is_remembered(wizard: FirstRun, commands: FakeCommands) -> None:
    go_to(wizard, 2)
    wizard.give.switch.buttons["always"].click()
    go_to(wizard, 3)
    wizard.skip.click()
    assert commands.calls == [("change_settings", {"welcomed": True})]
    assert not wizard.isVisible()


def test_escape_is_a_skip_and_return_goes_on(wizard: FirstRun, commands: FakeCommands, qtbot: QtBot) -> None:
    qtbot.keyClick(wizard, Qt.Key.Key_Return)
    assert wizard.stack.currentIndex() == 1
    qtbot.keyClick(wizard, Qt.Key.Key_Escape)
    assert commands.named("change_settings") == [({"welcomed": True},)]


def test_one_can_go_back_and_what_was_chosen_stays(wizard: FirstRun) -> None:
    assert not wizard.back.isEnabled()
    go_to(wizard, 2)
    wizard.give.switch.buttons["always"].click()
    go_to(wizard, 4)
    for _ in range(2):
        wizard.back.click()
    assert (wizard.stack.currentIndex(), wizard.give.position) == (2, "always")
    assert wizard.place.text() == "3 of 5"


def test_the_starter_model_is_fetched_with_its_progress(wizard: FirstRun, commands: FakeCommands, qtbot: QtBot) -> None:
    go_to(wizard, 3)
    commands.hold = True
    wizard.model.get.click()
    assert commands.calls == [("fetch_starter",)]
    assert (wizard.model.get.isEnabled(), wizard.model.busy.isVisible()) == (False, True)
    wizard.show_snapshot(replace(NEW, startup="Fetching the starter model: 40 MB of 93 MB"))
    assert wizard.model.progress.text() == "Fetching the starter model: 40 MB of 93 MB"
    commands.held[0].set_result(samples.MODEL)
    wizard.show_snapshot(replace(NEW, model=samples.MODEL, models=(samples.MODEL,)))
    assert wizard.model.text.text() == "SmolLM2-135M-Instruct is on this computer, ready to chat."
    qtbot.waitUntil(lambda: not wizard.model.get.isVisible(), timeout=2000)


def test_a_starter_model_that_came_along_is_set_up_without_a_word_of_a_download(wizard: FirstRun) -> None:
    go_to(wizard, 3)
    assert wizard.model.get.text() == "Get the starter model (93 MB)"
    wizard.show_snapshot(replace(NEW, has_starter=True))
    assert wizard.model.get.text() == "Set up the starter model"
    assert wizard.model.text.text().endswith("It came with Meshnet.")


def test_a_starter_model_that_cannot_be_fetched_says_why_and_can_be_tried_again(
    wizard: FirstRun, commands: FakeCommands, qtbot: QtBot
) -> None:
    go_to(wizard, 3)
    commands.fail_with = MachineError("The starter model could not be downloaded.", "Check the network.")
    wizard.model.get.click()
    qtbot.waitUntil(wizard.model.told.isVisible, timeout=2000)
    assert wizard.model.told.text() == "The starter model could not be downloaded. Check the network."
    assert wizard.model.get.isEnabled()


def test_the_last_page_says_where_there_is_no_model_to_chat_with(wizard: FirstRun) -> None:
    go_to(wizard, 4)
    assert "nothing to chat with yet" in wizard.pages[4].text.text()  # type: ignore[union-attr]
    assert wizard.next.text() == "Done"
    wizard.show_snapshot(samples.IDLE)
    assert "Ask your first question" in wizard.pages[4].text.text()  # type: ignore[union-attr]
    assert wizard.next.text() == "Start chatting"


def test_choices_that_cannot_be_saved_keep_it_open_with_the_reason(
    wizard: FirstRun, commands: FakeCommands, qtbot: QtBot
) -> None:
    go_to(wizard, 4)
    commands.fail_with = DiskFull("The disk is full.")
    wizard.next.click()
    qtbot.waitUntil(wizard.told.isVisible, timeout=2000)
    assert (wizard.told.text(), wizard.isVisible(), wizard.next.isEnabled()) == ("The disk is full.", True, True)


def test_the_window_asks_once_and_only_where_it_is_offered(window: MainWindow, qtbot: QtBot) -> None:
    window.show_snapshot(NEW)
    assert window.dialogs.first_run is None
    window.dialogs.offer_first_run()
    wizard = window.dialogs.first_run
    assert wizard is not None
    assert wizard.isVisible()
    wizard.skip.click()
    window.show_snapshot(NEW)
    assert not wizard.isVisible()


def test_it_waits_until_the_program_has_started_and_the_window_is_seen(window: MainWindow) -> None:
    window.show_snapshot(samples.STARTING)
    window.dialogs.offer_first_run()
    assert window.dialogs.first_run is None
    window.hide()
    window.show_snapshot(NEW)
    assert window.dialogs.first_run is None
    window.show()
    window.show_snapshot(NEW)
    assert window.dialogs.first_run is not None


def test_where_something_was_set_up_before_it_is_never_offered(window: MainWindow) -> None:
    window.dialogs.offer_first_run()
    window.show_snapshot(samples.IDLE)
    window.show_snapshot(NEW)
    assert window.dialogs.first_run is None


def test_it_is_opened_again_from_the_settings_and_begins_anew(window: MainWindow, commands: FakeCommands) -> None:
    window.show_snapshot(samples.IDLE)
    window.dialogs.open_settings()
    assert window.dialogs.settings is not None
    window.dialogs.settings.introduction.click()
    wizard = window.dialogs.first_run
    assert wizard is not None
    go_to(wizard, 2)
    assert wizard.give.position == "always"
    wizard.reject()
    window.dialogs.open_first_run()
    assert (wizard.isVisible(), wizard.stack.currentIndex()) == (True, 0)


def test_the_first_chat_is_where_it_ends(window: MainWindow, qtbot: QtBot) -> None:
    window.show_snapshot(samples.IDLE)
    window.show_tab("Node")
    window.dialogs.open_first_run()
    wizard = window.dialogs.first_run
    assert wizard is not None
    go_to(wizard, 4)
    with qtbot.waitSignal(wizard.chat_requested, timeout=2000):
        wizard.next.click()
    assert window.stack.currentWidget() is window.chat


def test_the_card_opens_the_limits_in_the_settings(window: MainWindow, qtbot: QtBot) -> None:
    window.show_snapshot(samples.IDLE)
    window.node.contribution.limits.click()
    dialog = window.dialogs.settings
    assert dialog is not None
    qtbot.waitUntil(lambda: not dialog.fields["num_threads"].visibleRegion().isEmpty(), timeout=5000)
