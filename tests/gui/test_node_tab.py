from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QLabel, QScrollArea
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import DiskFull, PortInUse, UserError
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.node_tab import NodeTab
from meshnet_gui.gui.reach import NO_PASSWORD
from meshnet_gui.runtime.snapshot import FetchView
from meshnet_gui.types import NodeStatus, Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def tab(window: MainWindow) -> NodeTab:
    window.show_tab("Node")
    window.show_snapshot(samples.IDLE)
    return window.node


def position(tab: NodeTab, value: str) -> None:
    """A person presses one position of the switch."""
    tab.contribution.switch.buttons[value].click()


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


def test_who_can_reach_it_is_not_said_while_nobody_can(tab: NodeTab) -> None:
    assert tab.contribution.reach.isVisible()
    for node in (samples.OFF, samples.FAILED):
        tab.show_snapshot(replace(OFF, node=node))
        assert not tab.contribution.reach.isVisible()
    tab.show_snapshot(replace(samples.IDLE, node=samples.LOADING, node_address=""))
    assert tab.contribution.reach.isVisible()


def test_the_reach_is_applied_with_the_rest(tab: NodeTab, commands: FakeCommands) -> None:
    tab.shard.reach.who.setCurrentIndex(1)
    assert tab.shard.apply.isEnabled()
    tab.shard.reach.port.setValue(51001)
    tab.shard.apply.click()
    assert commands.calls == [("change_settings", {"host": "0.0.0.0", "port": 51001, "plain_http": True})]


def test_saved_threads_do_not_stumble_over_layers_that_are_not_known_yet(window: MainWindow) -> None:
    saved = replace(samples.SETTINGS, num_threads=2, port=51001)
    window.show_snapshot(replace(samples.IDLE, settings=saved))
    shard = window.node.shard
    assert (shard.threads.value(), shard.end.value(), shard.apply.isEnabled()) == (2, 30, False)


def test_nothing_moves_while_the_node_starts_and_something_is_told(tab: NodeTab, drain: Callable[[], None]) -> None:
    places = set()
    snapshots = (OFF, replace(samples.IDLE, node=samples.LOADING, node_address=""), samples.IDLE)
    for snapshot, said in itertools.product(snapshots, ("", "The disk is full.")):
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


def test_sessions_counters_and_what_was_dropped_need_no_scrolling(tab: NodeTab, drain: Callable[[], None]) -> None:
    tab.show_snapshot(samples.WORKING)
    tab.window().resize(1180, 800)
    drain()
    beside = tab._beside.verticalScrollBar()
    assert tab._beside.isVisible()
    assert (beside.maximum(), tab._main.height()) == (0, tab._beside.viewport().height())


def test_switching_on_serves_what_is_on_screen(tab: NodeTab, commands: FakeCommands) -> None:
    tab.show_snapshot(OFF)
    choose_precision(tab, "int4")
    tab.shard.sessions.setValue(3)
    position(tab, "always")
    assert commands.calls == [("set_sharing", "always", {"precision": "int4", "kv_max_sessions": 3})]


def test_switching_on_serves_the_layers_and_the_model_on_screen(tab: NodeTab, commands: FakeCommands) -> None:
    tab.show_snapshot(OFF)
    tab.shard.whole.click()
    tab.shard.end.setValue(10)
    position(tab, "rules")
    assert commands.calls == [("set_sharing", "rules", {"span": "0-10"})]
    position(tab, "paused")
    tab.shard.models.setCurrentIndex(1)
    position(tab, "always")
    assert commands.calls[1:] == [
        ("set_sharing", "paused"),
        ("set_sharing", "always", {"span": "0-10", "model": samples.OTHER_MODEL.name}),
    ]


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
    assert "30 of 30 layers, about 538 MB" in tab.shard.memory.size_text.text()
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
    assert "15 of 18 layers" in tab.shard.memory.size_text.text()
    tab.shard.threads.setValue(2)
    tab.shard.apply.click()
    assert commands.calls == [("serve", samples.OTHER_MODEL.name, Span(0, 15), {"num_threads": 2})]


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


def test_the_way_to_more_models_leads_to_the_models_tab(window: MainWindow) -> None:
    window.show_snapshot(samples.IDLE)
    window.show_tab("Node")
    window.node.shard.find_model.click()
    assert window.stack.currentWidget() is window.models


def test_beside_a_model_is_said_what_of_it_is_here(tab: NodeTab) -> None:
    tab.show_snapshot(samples.MODELS)
    shown = [tab.shard.models.itemText(place) for place in range(tab.shard.models.count())]
    assert shown == ["SmolLM2-135M-Instruct", "qwen3-8b · 16 of 36 layers here", "Gemma-3-270M"]


def test_what_a_start_would_fetch_is_said_while_the_layers_are_chosen(tab: NodeTab) -> None:
    tab.show_snapshot(replace(samples.MODELS, swarm=None))
    shard = tab.shard
    shard.choose_model(samples.QWEN.name)
    shard.whole.setChecked(False)
    shard.end.setValue(10)
    shard.start.setValue(2)
    assert not shard.to_fetch.isVisible()
    shard.end.setValue(18)
    assert shard.to_fetch.text().startswith("Layers 10-14 are not on this disk yet: about 1.5 GB are fetched first")
    shard.start.setValue(10)
    shard.end.setValue(12)
    assert shard.to_fetch.text().startswith("None of these layers is on this disk yet")
    shard.whole.setChecked(True)
    assert "10-14 and 20-36 are not" in shard.to_fetch.text()


def test_while_layers_are_fetched_for_the_node_it_says_how_far_that_is(window: MainWindow) -> None:
    node = replace(samples.LOADING, model_name=samples.QWEN.name, span=Span(0, 20))
    brings = replace(samples.MODELS, node=node, fetches=(samples.FETCHING,))
    window.show_snapshot(brings)
    assert window.node.contribution.state.text() == "Getting layers 0-20 first: 7.4 GB of 9.2 GB, 37 s left…"
    assert window.pill.text.full_text.startswith("Getting 0-20")
    window.show_snapshot(replace(brings, fetches=(FetchView(samples.QWEN.name, "waiting"),)))
    assert window.node.contribution.state.text() == "Getting layers 0-20 first…"
    for others in ((samples.PAUSED,), (replace(samples.FETCHING, model="another"),), ()):
        window.show_snapshot(replace(brings, fetches=others))
        assert window.node.contribution.state.text() == "Loading layers 0-20…"


def test_a_start_that_would_fetch_more_than_the_disk_has_says_so(tab: NodeTab) -> None:
    full = replace(samples.DISK, free_bytes=2_000_000_000)
    tab.show_snapshot(replace(samples.MODELS, swarm=None, disk=full))
    tab.shard.choose_model(samples.QWEN.name)
    tab.shard.whole.setChecked(True)
    assert tab.shard.to_fetch.text().endswith("That does not fit: 2.0 GB of the disk are free.")
    assert tab.shard.to_fetch.property("role") == "warn-caption"
    tab.shard.choose_model(samples.MODEL.name)
    assert not tab.shard.to_fetch.isVisible()


def test_layers_chosen_by_themselves_are_fetched_where_they_lack(tab: NodeTab) -> None:
    tab.show_snapshot(samples.MODELS)
    tab.shard.choose_model(samples.QWEN.name)
    assert tab.shard.to_fetch.text() == "Those of them that are not on this disk are fetched first."
    tab.shard.choose_model(samples.MODEL.name)
    assert not tab.shard.to_fetch.isVisible()


def test_a_choice_that_is_not_applied_outlives_a_fetch(tab: NodeTab) -> None:
    tab.show_snapshot(samples.MODELS)
    tab.shard.choose_model(samples.QWEN.name)
    more = replace(samples.QWEN, held=(Span(0, 20),), held_bytes=9_000_000_000)
    tab.show_snapshot(replace(samples.MODELS, models=(samples.MODEL, more, samples.OTHER_MODEL)))
    assert tab.shard.models.currentText() == "qwen3-8b · 20 of 36 layers here"


def test_without_a_model_everything_but_finding_one_is_off(window: MainWindow) -> None:
    window.show_snapshot(samples.NO_MODEL)
    shard = window.node.shard
    assert not any(each.isEnabled() for each in (shard.models, shard.start, shard.whole, shard.apply))
    assert shard.find_model.isEnabled()
    assert "Find one in the Models tab, or get the starter model" in shard.memory.size_text.text()


def test_a_missing_model_is_told_once_and_without_a_terminal_command(
    tab: NodeTab, commands: FakeCommands, qtbot: QtBot
) -> None:
    tab.show_snapshot(samples.NO_MODEL)
    core_words = samples.NO_MODEL_FAILED.node.error
    text, hint = core_words.split(". ", 1)
    commands.fail_with = UserError(f"{text}.", hint)
    position(tab, "always")
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
    assert tab.shard.memory.size_text.text() == "15 of 30 layers, about 326 MB of memory"
    tab.shard.start.setValue(5)
    assert tab.shard.memory.size_text.text() == "10 of 30 layers, about 142 MB of memory"
    tab.shard.models.setCurrentIndex(1)
    assert tab.shard.memory.size_text.text() == "10 of 18 layers"


def test_the_layers_say_how_they_are_counted(tab: NodeTab) -> None:
    assert all("0 up to 15 means layers 0 to 14" in box.toolTip() for box in (tab.shard.start, tab.shard.end))


# -- memory -----------------------------------------------------------------------------------------------------------


def test_the_worst_case_follows_the_choice_before_anything_is_loaded(tab: NodeTab) -> None:
    shard, worst = tab.shard, tab.shard.memory.worst_text
    assert worst.text() == "At worst 1.4 GB: 8 sessions × 8,192 tokens × 23.0 kB, limited to 1.1 GB"
    shard.start.setValue(5)
    assert worst.text() == "At worst 1.1 GB: 8 sessions × 8,192 tokens × 15.4 kB"
    shard.sessions.setValue(2)
    assert worst.text() == "At worst 393 MB: 2 sessions × 8,192 tokens × 15.4 kB"
    shard.cache_mb.setValue(100)
    assert worst.text() == "At worst 242 MB: 2 sessions × 8,192 tokens × 15.4 kB, limited to 100 MB"
    shard.models.setCurrentIndex(1)  # nothing is known of it
    assert worst.text() == ""


def test_limits_are_applied_with_the_rest(tab: NodeTab, commands: FakeCommands) -> None:
    tab.shard.more.click()
    assert tab.shard.sessions.isVisible()
    tab.shard.sessions.setValue(3)
    tab.shard.cache_mb.setValue(500)
    tab.shard.apply.click()
    assert commands.calls == [("change_settings", {"kv_max_sessions": 3, "kv_max_bytes": 500_000_000})]


def test_layers_that_do_not_fit_are_not_applied_and_the_ones_that_do_are_offered(
    tab: NodeTab, commands: FakeCommands
) -> None:
    tab.show_snapshot(samples.TIGHT)
    memory = tab.shard.memory
    assert not memory.problem.isVisible()  # the 15 layers that are there
    tab.shard.whole.click()
    assert memory.problem.text() == "Too large: 726 MB are needed to load them, 400 MB are free."
    assert not tab.shard.apply.isEnabled()
    assert memory.use.text() == "Use layers 0-9, which fit"
    memory.use.click()
    assert (tab.shard.chosen_span(), memory.problem.isVisible()) == (Span(0, 9), False)
    tab.shard.apply.click()
    assert commands.calls == [("set_span", Span(0, 9))]


def test_layers_of_which_none_fits_are_said_so(tab: NodeTab) -> None:
    tab.show_snapshot(replace(samples.IDLE, free_bytes=50_000_000))
    tab.shard.end.setValue(14)
    assert "Not one of these layers fits." in tab.shard.memory.problem.text()
    assert not tab.shard.memory.use.isVisible()


def test_while_nothing_is_shared_any_choice_may_be_saved(tab: NodeTab) -> None:
    tab.show_snapshot(replace(OFF, free_bytes=50_000_000))
    tab.shard.whole.setChecked(False)
    tab.shard.end.setValue(20)
    assert tab.shard.memory.problem.isVisible()
    assert tab.shard.apply.isEnabled()


# -- precision --------------------------------------------------------------------------------------------------------


def choose_precision(tab: NodeTab, precision: str) -> None:
    choice = tab.shard.precision.choice
    choice.setCurrentIndex(choice.findData(precision))


def test_the_forecast_follows_the_precision_before_anything_is_loaded(tab: NodeTab) -> None:
    memory = tab.shard.memory
    choose_precision(tab, "int8")
    assert memory.size_text.text() == "15 of 30 layers, about 61.7 MB of memory"
    assert memory.worst_text.text().startswith("At worst 1.1 GB")
    tab.shard.whole.click()
    assert memory.size_text.text() == "30 of 30 layers, about 156 MB of memory"
    assert tab.shard.precision.choice.currentText() == "8 bit · 156 MB · 97.8% alike"


def test_a_precision_is_applied_as_a_setting_and_a_running_node_loads_anew(
    tab: NodeTab, commands: FakeCommands
) -> None:
    choose_precision(tab, "int4")
    assert tab.shard.apply.text() == "Apply and reload"
    tab.shard.apply.click()
    assert commands.calls == [("change_settings", {"precision": "int4"})]
    tab.show_snapshot(OFF)
    choose_precision(tab, "int4")
    assert tab.shard.apply.text() == "Apply"


def test_what_computes_is_applied_with_the_rest_and_smaller_caches_are_forecast(
    tab: NodeTab, commands: FakeCommands
) -> None:
    tab.shard.more.click()
    tab.shard.start.setValue(5)
    for box, value in ((tab.shard.compute.kv_precision, "int8"), (tab.shard.compute.dtype, "bfloat16")):
        assert box.isVisible()
        box.setCurrentIndex(box.findData(value))
    assert tab.shard.memory.worst_text.text() == "At worst 413 MB: 8 sessions × 8,192 tokens × 4.1 kB"
    tab.shard.start.setValue(0)
    tab.shard.apply.click()
    assert commands.calls == [("change_settings", {"dtype": "bfloat16", "kv_precision": "int8"})]


def test_a_named_gpu_is_not_judged_by_the_main_memory(tab: NodeTab) -> None:
    tab.show_snapshot(samples.NO_ROOM)
    tab.shard.whole.click()
    assert tab.shard.memory.problem.isVisible()
    tab.shard.compute.device.setCurrentIndex(tab.shard.compute.device.findData("cuda"))
    assert not tab.shard.memory.problem.isVisible()


def test_model_and_precision_are_chosen_at_once(tab: NodeTab, commands: FakeCommands) -> None:
    choose_precision(tab, "int8")
    tab.shard.end.setValue(10)
    tab.shard.apply.click()
    assert commands.calls == [("serve", samples.MODEL.name, Span(0, 10), {"precision": "int8"})]


def test_layers_that_are_there_in_another_precision_need_room_too(tab: NodeTab) -> None:
    tab.show_snapshot(samples.NO_ROOM)
    assert not tab.shard.memory.problem.isVisible()
    choose_precision(tab, "bf16")
    assert "Too large" in tab.shard.memory.problem.text()
    assert not tab.shard.apply.isEnabled()


def test_layers_that_are_too_many_may_fit_in_fewer_bits(tab: NodeTab) -> None:
    tab.show_snapshot(samples.TIGHT)
    tab.shard.whole.click()
    assert tab.shard.memory.problem.isVisible()
    choose_precision(tab, "int4")
    assert not tab.shard.memory.problem.isVisible()
    assert tab.shard.apply.isEnabled()


def test_another_precision_is_not_offered_beside_what_is_there(tab: NodeTab) -> None:
    tab.shard.end.setValue(7)
    assert tab.shard.also.isVisible()
    choose_precision(tab, "int8")
    assert not tab.shard.also.isVisible()


def test_a_chosen_precision_survives_snapshots_until_another_is_saved(tab: NodeTab) -> None:
    choose_precision(tab, "int8")
    tab.show_snapshot(replace(samples.WORKING, num_generating=2))
    assert tab.shard.precision.precision == "int8"
    tab.show_snapshot(replace(samples.IDLE, settings=replace(samples.IDLE.settings, precision="int4")))
    assert (tab.shard.precision.precision, tab.shard.apply.isEnabled()) == ("int4", False)


def test_a_precision_that_cannot_be_served_shows_as_a_failure_with_its_hint(tab: NodeTab) -> None:
    failed = replace(samples.FAILED, error=samples.NO_PRECISION)
    tab.show_snapshot(replace(samples.IDLE, node=failed, node_address=""))
    assert tab.contribution.state.text() == f"Failed: {samples.NO_PRECISION}"


# -- several shards ---------------------------------------------------------------------------------------------------


def test_a_lone_shard_needs_no_list(tab: NodeTab) -> None:
    assert not tab.contribution.shards.isVisible()
    assert tab.shard._facts.text() == "Loaded: 325 MB · float32 · at worst 1.4 GB"


def test_several_shards_are_listed_and_all_but_the_first_can_be_stopped(tab: NodeTab, commands: FakeCommands) -> None:
    tab.show_snapshot(replace(samples.WORKING, node=samples.TWO_SHARDS))
    first, second = tab.contribution.shards.rows.values()
    assert tab.contribution.state.text() == "Ready: layers 0-15 and 1 shard more"
    assert second.name.full_text == "Gemma-3-270M layers 0-6"
    assert second.state.text() == "604 MB, at worst 1.7 GB"
    assert (first.stop.isVisible(), second.stop.isVisible()) == (False, True)
    assert tab.shard._facts.text() == "Loaded: 929 MB · float32 · at worst 2.0 GB"
    second.stop.click()
    assert commands.calls == [("stop_shard", samples.OTHER_MODEL.identity, Span(0, 6))]
    tab.show_snapshot(samples.WORKING)
    assert not tab.contribution.shards.isVisible()


@pytest.mark.parametrize(
    ("node", "words", "may_stop"),
    [(samples.SECOND_LOADING, "Loading…", False), (samples.ONE_FAILED, samples.NO_MEMORY, True)],
)
def test_a_shard_that_is_not_there_says_why(tab: NodeTab, node: NodeStatus, words: str, may_stop: bool) -> None:
    tab.show_snapshot(replace(samples.WORKING, node=node))
    row = list(tab.contribution.shards.rows.values())[1]
    assert (row.state.text(), row.stop.isEnabled()) == (words, may_stop)
    assert tab.contribution.state.text() == "Ready: layers 0-15"


def test_a_stop_that_fails_says_why(tab: NodeTab, commands: FakeCommands, qtbot: QtBot) -> None:
    tab.show_snapshot(replace(samples.WORKING, node=samples.TWO_SHARDS))
    commands.fail_with = UserError("It is gone already.")
    row = list(tab.contribution.shards.rows.values())[1]
    row.stop.click()
    qtbot.waitUntil(lambda: row.state.text() == "It is gone already.", timeout=2000)
    assert row.stop.isEnabled()


def test_another_choice_may_be_served_beside_what_is_there(tab: NodeTab, commands: FakeCommands, qtbot: QtBot) -> None:
    assert not tab.shard.also.isVisible()
    tab.shard.models.setCurrentIndex(1)
    tab.shard.end.setValue(6)
    tab.shard.also.click()
    assert commands.calls == [("serve_also", samples.OTHER_MODEL.name, Span(0, 6))]
    qtbot.waitUntil(lambda: tab.shard.models.currentData() == samples.MODEL.name, timeout=2000)  # the first one again


def test_what_is_served_already_or_one_too_many_is_not_offered_beside(tab: NodeTab) -> None:
    tab.show_snapshot(replace(samples.WORKING, node=samples.TWO_SHARDS))
    tab.shard.models.setCurrentIndex(1)
    tab.shard.end.setValue(6)
    assert not tab.shard.also.isVisible()
    tab.shard.end.setValue(7)
    assert tab.shard.also.isVisible()
    one = replace(samples.WORKING.limits, max_shards=1)
    tab.show_snapshot(replace(samples.WORKING, limits=one))
    assert not tab.shard.also.isVisible()


def test_the_precision_that_is_served_stands_beside_the_layers(tab: NodeTab) -> None:
    tab.show_snapshot(replace(samples.IDLE, node=samples.ROUNDED))
    assert tab.shard._facts.text() == "Loaded: 42.5 MB · 4-bit weights · at worst 1.4 GB"
    shown = [label.text() for label in tab.sessions.findChildren(QLabel)]
    assert any("layers 0-15 of 30 · 4-bit weights · float32" in words for words in shown)


def test_what_is_loaded_is_said_in_full(tab: NodeTab, drain: Callable[[], None]) -> None:
    loaded = replace(samples.ROUNDED, shard_bytes=1_080_000_000, device="cuda")
    tab.show_snapshot(replace(samples.IDLE, node=loaded))
    drain()
    facts = tab.shard._facts
    assert facts.text().endswith("at worst 1.4 GB")
    assert facts.height() >= facts.heightForWidth(facts.width())


# -- lists ------------------------------------------------------------------------------------------------------------


def test_a_list_shows_every_entry(tab: NodeTab) -> None:
    tab.shard.more.click()
    combos = [combo for combo in tab.findChildren(QComboBox) if combo.isVisible()]
    assert len(combos) == 7
    for combo in combos:
        combo.showPopup()
        view = combo.view()
        for each in range(combo.count()):
            entry = view.visualRect(view.model().index(each, 0))
            assert entry.height() >= combo.fontMetrics().height()
            seen = entry.top() >= 0 and entry.bottom() < view.viewport().height()
            assert seen, (combo.accessibleName(), each)
        combo.hidePopup()


def test_in_a_swarm_the_layers_are_chosen_by_themselves(tab: NodeTab, commands: FakeCommands) -> None:
    shard = tab.shard
    tab.show_snapshot(samples.IN_SWARM)
    assert (shard.whole.text(), shard.whole.isChecked()) == ("Chosen by itself", True)
    assert (shard.start.value(), shard.end.value(), shard.start.isEnabled()) == (0, 15, False)
    assert shard.memory.size_text.text() == samples.ASSIGNED
    assert not shard.apply.isEnabled()
    moved = replace(samples.READY, span=Span(12, 30))
    tab.show_snapshot(replace(samples.IN_SWARM, node=moved, assignment="It moved."))
    assert (shard.start.value(), shard.end.value()) == (12, 30)
    assert shard.memory.size_text.text() == "It moved."


def test_in_a_swarm_layers_may_still_be_chosen_by_hand_the_whole_model_too(
    tab: NodeTab, commands: FakeCommands
) -> None:
    shard = tab.shard
    tab.show_snapshot(samples.IN_SWARM)
    shard.whole.click()
    shard.start.setValue(0)
    shard.end.setValue(30)
    assert "30 of 30 layers" in shard.memory.size_text.text()
    shard.apply.click()
    assert commands.named("set_span") == [(Span(0, 30),)]
    shard.whole.click()
    assert shard.chosen_span() is None


def test_outside_a_swarm_no_span_is_the_whole_model(tab: NodeTab) -> None:
    tab.show_snapshot(replace(samples.IDLE, settings=samples.SETTINGS, node=samples.READY))
    assert tab.shard.whole.text() == "The whole model"
    assert (tab.shard.start.value(), tab.shard.end.value()) == (0, 30)


def test_a_choice_by_itself_is_never_too_large(tab: NodeTab) -> None:
    tab.show_snapshot(replace(samples.IN_SWARM, free_bytes=1, node=samples.OFF, assignment=""))
    assert tab.shard.memory.fits
    assert "as many as fit this computer" in tab.shard.memory.size_text.text()


def test_in_a_swarm_only_members_are_let_in(tab: NodeTab, commands: FakeCommands) -> None:
    open_host = replace(samples.IN_SWARM.settings, host="0.0.0.0")
    tab.show_snapshot(replace(samples.IN_SWARM, settings=open_host, node_address="https://0.0.0.0:51001"))
    assert tab.contribution.reach.text() == "Only members of Our house are let in."
    assert not tab.shard.reach.isVisible()
    tab.shard.reach.port.setValue(51001)
    tab.shard.apply.click()
    assert commands.calls == [("change_settings", {"port": 51001})]
    tab.show_snapshot(replace(samples.IDLE, settings=replace(samples.IDLE.settings, host="0.0.0.0")))
    assert tab.shard.reach.isVisible()
    assert tab.shard.reach.hint.text() == NO_PASSWORD


@pytest.mark.parametrize(
    ("node", "state", "empty"),
    [
        (samples.JOINING, "Checking layers 12-30 before others use them…", "is being checked"),
        (replace(samples.DRAINING, sessions=()), "Finishing: running chats move to other computers", "move to other"),
    ],
    ids=["joining", "draining"],
)
def test_checking_and_finishing_are_told_apart_from_serving(
    tab: NodeTab, node: NodeStatus, state: str, empty: str
) -> None:
    tab.show_snapshot(replace(samples.IN_SWARM, node=node))
    assert tab.contribution.state.text().startswith(state)
    assert tab.contribution._spot.currentIndex() == 1
    assert empty in tab.sessions.empty.text()


def test_before_layers_are_chosen_it_says_that_it_looks(tab: NodeTab) -> None:
    looking = replace(samples.IN_SWARM, node=samples.OFF, node_address="", assignment="")
    tab.show_snapshot(looking)
    assert tab.contribution.state.text() == "Looking which layers are needed…"
    assert tab.contribution._spot.currentIndex() == 1
    tab.show_snapshot(replace(looking, settings=replace(looking.settings, contributing=False)))
    assert tab.contribution.state.text() == "Off"


def test_what_was_chosen_by_itself_has_its_memory_in_every_precision(tab: NodeTab) -> None:
    settings = replace(samples.IN_SWARM.settings, precision="int8")
    node = replace(samples.READY, identity=samples.IDENTITY.replace("float32", "int8_rtn32"))
    tab.show_snapshot(replace(samples.IN_SWARM, settings=settings, node=node))
    assert (tab.shard.start.value(), tab.shard.end.value()) == (0, 15)
    assert "MB" in tab.shard.precision.choice.currentText()


def test_a_smaller_limit_says_what_it_would_end_before_it_is_applied(tab: NodeTab, commands: FakeCommands) -> None:
    tab.show_snapshot(samples.WORKING)
    assert not tab.shard.drops.isVisible()
    tab.shard.more.setChecked(True)
    tab.shard.sessions.setValue(2)
    assert tab.shard.drops.text() == "This would end 1 session (43.6 MB)."
    assert tab.shard.drops.isVisible()
    tab.shard.threads.setValue(1)
    assert "3 sessions (55.3 MB) would move to other computers or end" in tab.shard.drops.text()
    assert commands.calls == []
    tab.shard.threads.setValue(0)
    tab.shard.sessions.setValue(8)
    assert not tab.shard.drops.isVisible()
