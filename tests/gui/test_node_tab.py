from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import BadModelFile, DiskFull, PortInUse, UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.node_tab import ContributionCard, NodeTab
from meshnet_gui.types import NodeStatus, Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def tab(window: MainWindow) -> NodeTab:
    window.show_tab("Node")
    window.show_snapshot(samples.IDLE)
    return window.node


OFF = replace(samples.IDLE, node=samples.OFF, node_address="", settings=samples.SETTINGS)


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (samples.OFF, "Off"),
        (samples.LOADING, "Loading layers 0-15…"),
        (samples.READY, "Ready: layers 0-15"),
        (replace(samples.READY, state="stopping"), "Stopping…"),
        (samples.FAILED, "Failed: Port 8000 is in use by another program."),
    ],
)
def test_the_state_is_written_beside_the_switch(tab: NodeTab, node: NodeStatus, words: str) -> None:
    tab.show_snapshot(replace(samples.IDLE, node=node))
    assert tab.contribution.state.text() == words


def test_the_address_is_shown_and_can_be_copied(tab: NodeTab) -> None:
    assert tab.contribution.address.full_text == "at http://127.0.0.1:51001"
    tab.contribution._copy.click()
    assert QGuiApplication.clipboard().text() == "http://127.0.0.1:51001"
    tab.show_snapshot(OFF)
    assert not tab.contribution.address.isVisible()


def test_who_can_reach_the_node_is_said_and_others_get_an_address_of_theirs(
    commands: FakeCommands, bridge: Bridge, qtbot: QtBot
) -> None:
    card = ContributionCard(commands, bridge, own=lambda: "192.168.1.20")
    qtbot.addWidget(card)
    card.show_snapshot(samples.IDLE)
    assert card.reach.text() == "Only programs on this computer can reach it."
    open_to_all = replace(samples.IDLE.settings, host="0.0.0.0")
    card.show_snapshot(replace(samples.IDLE, settings=open_to_all, node_address="http://0.0.0.0:51001"))
    assert card.reach.text() == "Everybody in this network can reach it. There is no password yet."
    assert card.address.full_text == "at http://192.168.1.20:51001"
    card._copy.click()
    assert QGuiApplication.clipboard().text() == "http://192.168.1.20:51001"


def test_the_reach_is_applied_with_the_rest(tab: NodeTab, commands: FakeCommands) -> None:
    tab.shard.reach.who.setCurrentIndex(1)
    assert tab.shard.apply.isEnabled()
    tab.shard.reach.port.setValue(51001)
    tab.shard.apply.click()
    assert commands.calls == [("change_settings", {"host": "0.0.0.0", "port": 51001})]


def test_saved_threads_do_not_stumble_over_layers_that_are_not_known_yet(window: MainWindow) -> None:
    saved = replace(samples.SETTINGS, num_threads=2, port=51001)
    window.show_snapshot(replace(samples.IDLE, settings=saved))
    shard = window.node.shard
    assert (shard.threads.value(), shard.end.value(), shard.apply.isEnabled()) == (2, 30, False)


def test_nothing_moves_while_the_node_starts_and_a_model_is_imported(tab: NodeTab, drain: Callable[[], None]) -> None:
    places = set()
    snapshots = (OFF, replace(samples.IDLE, node=samples.LOADING, node_address=""), samples.IDLE)
    for snapshot, said in itertools.product(snapshots, ("", "Imported Gemma-3-270M.")):
        tab.show_snapshot(snapshot)
        tab.shard._tell(said, "ok")
        drain()
        places.add((tab.shard.y(), tab.shard.height(), tab.shard.apply.y()))
    assert len(places) == 1


def test_the_cards_keep_their_width_beside_a_scroll_bar(tab: NodeTab, drain: Callable[[], None]) -> None:
    bar = tab.findChildren(QScrollArea)[0].verticalScrollBar()
    for height, scrolls in ((1000, False), (600, True)):
        tab.window().resize(1180, height)
        drain()
        assert bar.isVisible() is scrolls
        for card in (tab.contribution, tab.shard):
            assert card.minimumSizeHint().width() <= card.width() == 320


def test_the_switch_asks_the_core_and_stays_where_it_was_put(tab: NodeTab, commands: FakeCommands) -> None:
    tab.show_snapshot(OFF)
    commands.hold = True
    tab.contribution.switch.click()
    tab.show_snapshot(OFF)
    assert commands.named("set_contributing") == [(True,)]
    assert tab.contribution.switch.isChecked()


def test_the_switch_works_from_the_keyboard(tab: NodeTab, commands: FakeCommands, qtbot: QtBot) -> None:
    tab.contribution.switch.setFocus()
    qtbot.keyClick(tab.contribution.switch, Qt.Key.Key_Space)
    assert commands.named("set_contributing") == [(False,)]


def test_a_switch_that_fails_goes_back_and_says_why(tab: NodeTab, commands: FakeCommands, qtbot: QtBot) -> None:
    tab.show_snapshot(OFF)
    commands.fail_with = PortInUse("Port 8000 is in use.", "Choose another.")
    tab.contribution.switch.click()
    qtbot.waitUntil(tab.contribution._problem.isVisible, timeout=2000)
    assert tab.contribution._problem.text() == "Port 8000 is in use. Choose another."
    assert not tab.contribution.switch.isChecked()


def test_a_switch_put_back_while_the_first_wish_is_pending_keeps_the_last(tab: NodeTab, commands: FakeCommands) -> None:
    tab.show_snapshot(OFF)
    commands.hold = True
    tab.contribution.switch.click()
    tab.contribution.switch.click()
    commands.held[0].set_exception(PortInUse("Port 8000 is in use."))
    assert commands.named("set_contributing") == [(True,), (False,)]
    assert not tab.contribution.switch.isChecked()


def test_nothing_to_apply_until_something_changes(tab: NodeTab) -> None:
    shard = tab.shard
    assert (shard.start.value(), shard.end.value(), shard.whole.isChecked()) == (0, 15, False)
    assert not shard.apply.isEnabled()
    shard.end.setValue(20)
    assert shard.apply.isEnabled()
    shard.end.setValue(15)
    assert not shard.apply.isEnabled()


def test_a_new_span_is_applied(tab: NodeTab, commands: FakeCommands) -> None:
    tab.shard.start.setValue(10)
    tab.shard.end.setValue(20)
    tab.shard.apply.click()
    assert commands.calls == [("set_span", Span(10, 20))]


def test_the_whole_model_is_no_span(tab: NodeTab, commands: FakeCommands) -> None:
    tab.shard.whole.click()
    assert not tab.shard.start.isEnabled()
    assert "30 of 30 layers, about 538 MB" in tab.shard.estimate.text()
    tab.shard.apply.click()
    assert commands.calls == [("set_span", None)]


def test_the_boxes_never_form_an_empty_span(tab: NodeTab) -> None:
    tab.shard.start.setValue(29)
    assert tab.shard.chosen_span() == Span(29, 30)
    tab.shard.end.setValue(1)
    assert tab.shard.chosen_span() == Span(0, 1)


def test_another_model_changes_the_limits_and_is_applied(tab: NodeTab, commands: FakeCommands) -> None:
    tab.shard.models.setCurrentIndex(1)
    assert tab.shard.end.maximum() == 18
    assert "15 of 18 layers" in tab.shard.estimate.text()
    tab.shard.threads.setValue(2)
    tab.shard.apply.click()
    assert commands.calls == [("change_settings", {"num_threads": 2}), ("set_model", samples.OTHER_MODEL.name)]


def test_a_choice_that_is_not_applied_survives_snapshots(tab: NodeTab) -> None:
    tab.shard.end.setValue(22)
    tab.show_snapshot(replace(samples.WORKING, num_generating=2))
    assert tab.shard.end.value() == 22


def test_a_choice_that_fails_says_why(tab: NodeTab, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = DiskFull("The disk is full.")
    tab.shard.end.setValue(22)
    tab.shard.apply.click()
    qtbot.waitUntil(lambda: tab.shard._problem.text() == "The disk is full.", timeout=2000)
    assert tab.shard.apply.isEnabled()


def test_importing_tells_its_end(tab: NodeTab, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.answers["import_model"] = samples.OTHER_MODEL
    tab.shard.import_file(Path("a.gguf"))
    qtbot.waitUntil(lambda: tab.shard._problem.text() == "Imported Gemma-3-270M.", timeout=2000)
    commands.fail_with = BadModelFile("a.gguf is cut off.", "Download it again.")
    tab.shard.import_file(Path("a.gguf"))
    qtbot.waitUntil(lambda: "cut off" in tab.shard._problem.text(), timeout=2000)
    assert tab.shard.import_model.isEnabled()


def test_without_a_model_everything_but_import_is_off(window: MainWindow) -> None:
    window.show_snapshot(samples.NO_MODEL)
    shard = window.node.shard
    assert not any(each.isEnabled() for each in (shard.models, shard.start, shard.whole, shard.apply))
    assert shard.import_model.isEnabled()
    assert "Import a .gguf file, or get the starter model" in shard.estimate.text()


def test_a_missing_model_is_told_once_and_without_a_terminal_command(
    tab: NodeTab, commands: FakeCommands, qtbot: QtBot
) -> None:
    tab.show_snapshot(samples.NO_MODEL)
    core_words = samples.NO_MODEL_FAILED.node.error
    text, hint = core_words.split(". ", 1)
    commands.fail_with = UserError(f"{text}.", hint)
    tab.contribution.switch.click()
    qtbot.waitUntil(tab.contribution._problem.isVisible, timeout=2000)
    assert tab.contribution._problem.text() == "There is no model on this computer yet."
    tab.show_snapshot(samples.NO_MODEL_FAILED)
    shown = [label.text() for label in tab.findChildren(QLabel) if label.isVisible()]
    assert len([words for words in shown if words.startswith("Failed: No model is on this computer yet.")]) == 1
    assert not tab.contribution._problem.isVisible()
    assert not any("meshnet " in words for words in shown)


def test_a_failure_is_told_once_in_the_tab(tab: NodeTab) -> None:
    tab.show_snapshot(replace(samples.IDLE, node=samples.FAILED))
    shown = [label.text() for label in tab.findChildren(QLabel) if label.isVisible()]
    assert len([words for words in shown if samples.FAILED.error in words]) == 1


def test_a_choice_that_fails_the_node_is_told_once(tab: NodeTab, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = PortInUse("Port 8000 is in use by another program.")
    tab.shard.reach.port.setValue(8000)
    tab.shard.apply.click()
    qtbot.waitUntil(lambda: tab.shard._problem.text() == samples.FAILED.error, timeout=2000)
    tab.show_snapshot(replace(samples.IDLE, node=samples.FAILED))
    assert tab.shard._problem.text() == ""


def test_the_memory_counts_what_the_span_holds(tab: NodeTab) -> None:
    assert tab.shard.estimate.text() == "15 of 30 layers, about 326 MB of memory"
    tab.shard.start.setValue(5)
    assert tab.shard.estimate.text() == "10 of 30 layers, about 142 MB of memory"
    tab.shard.models.setCurrentIndex(1)
    assert tab.shard.estimate.text() == "10 of 18 layers"


def test_the_layers_say_how_they_are_counted(tab: NodeTab) -> None:
    assert all("0 up to 15 means layers 0 to 14" in box.toolTip() for box in (tab.shard.start, tab.shard.end))
