from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import PeerUnreachable
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.session_model import COLUMNS, SessionTable
from meshnet_gui.gui.session_panel import SessionPanel
from meshnet_gui.gui.widgets import PlainLabel
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.types import NodeStatus, Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands


@pytest.fixture
def panel(window: MainWindow) -> SessionPanel:
    window.show_tab("Node")
    window.show_snapshot(samples.WORKING)
    return window.node.sessions


def with_node(node: NodeStatus) -> Snapshot:
    return replace(samples.WORKING, node=node)


def cells(panel: SessionPanel, row: int) -> list[str]:
    return [str(panel.proxy.index(row, column).data()) for column in range(len(COLUMNS))]


def select(panel: SessionPanel, short_id: str) -> None:
    for row in range(panel.proxy.rowCount()):
        if str(panel.proxy.index(row, 0).data()).startswith(short_id):
            panel.table.selectRow(row)
            return
    raise AssertionError(f"no row {short_id}")


def choose(panel: SessionPanel, address: str) -> None:
    """As a click in the list does."""
    index = panel.chooser.findData(address)
    panel.chooser.setCurrentIndex(index)
    panel.chooser.activated.emit(index)


def selected(panel: SessionPanel) -> str:
    return panel._selected()


def test_a_session_that_comes_gets_the_room_that_its_words_need(panel: SessionPanel, qtbot: QtBot) -> None:
    first = replace(samples.BUSY.sessions[0], short_id="a", state="idle")
    panel.show_snapshot(with_node(replace(samples.BUSY, sessions=(first,))))
    qtbot.waitUntil(lambda: panel.table.columnWidth(0) < 100)
    later = replace(samples.BUSY.sessions[1], short_id="a much longer name of a session")
    panel.show_snapshot(with_node(replace(samples.BUSY, sessions=(first, later))))
    qtbot.waitUntil(lambda: panel.table.columnWidth(0) >= panel.table.sizeHintForColumn(0) > 100)


def test_a_row_shows_everything_about_a_session(panel: SessionPanel) -> None:
    select(panel, "b81e02d4")
    row = panel.table.selectionModel().selectedRows()[0].row()
    assert cells(panel, row) == [
        "b81e02d4",
        "0-15 · SmolLM2-135M-Instruct",
        "1,893",
        "43.6 MB",
        "idle",
        "6m 52s",
        "37s",
        "9m 23s",
    ]


def test_own_sessions_are_marked(panel: SessionPanel) -> None:
    ids = {cells(panel, row)[0] for row in range(3)}
    assert "3fa91c07 · you" in ids


def test_usage_is_shown_in_bytes_and_sessions(panel: SessionPanel) -> None:
    assert panel.usage.bytes_text.text() == "55.3 MB of 1.1 GB"
    assert panel.usage.sessions_text.text() == "3 of 8 sessions"
    panel.show_snapshot(with_node(samples.FULL))
    assert panel.usage.bytes_bar.property("level") == "full"
    assert panel.usage.sessions_bar.value() == panel.usage.sessions_bar.maximum()


def test_selection_and_sort_survive_updates(panel: SessionPanel) -> None:
    panel.table.sortByColumn(2, Qt.SortOrder.DescendingOrder)
    select(panel, "07cc5a9e")
    grown = [replace(s, num_tokens=9_999) if s.short_id == "07cc5a9e" else s for s in samples.SESSIONS]
    panel.show_snapshot(with_node(replace(samples.BUSY, sessions=tuple(reversed(grown)))))
    assert selected(panel) == "07cc5a9e"
    assert cells(panel, 0)[0] == "07cc5a9e"
    assert cells(panel, 0)[2] == "9,999"


def test_a_session_that_is_gone_leaves_and_a_new_one_appears(panel: SessionPanel) -> None:
    select(panel, "b81e02d4")
    new = samples.session("ffff0000", 5)
    panel.show_snapshot(with_node(replace(samples.BUSY, sessions=(samples.SESSIONS[0], new))))
    assert {cells(panel, row)[0][:8] for row in range(2)} == {"3fa91c07", "ffff0000"}
    assert selected(panel) == ""
    assert not panel.evict.isEnabled()


def test_numbers_sort_as_numbers(panel: SessionPanel) -> None:
    panel.table.sortByColumn(2, Qt.SortOrder.AscendingOrder)
    assert [cells(panel, row)[2] for row in range(3)] == ["96", "412", "1,893"]


def test_any_session_of_the_own_node_can_be_evicted(panel: SessionPanel, commands: FakeCommands) -> None:
    assert not panel.evict.isEnabled()
    select(panel, "b81e02d4")
    panel.evict.click()
    assert commands.named("evict_session") == [("", "b81e02d4")]


def test_a_session_that_comes_back_under_its_id_is_not_the_one_that_was_selected(
    panel: SessionPanel, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.answers["evict_session"] = True
    select(panel, "3fa91c07")
    panel.evict.click()
    qtbot.waitUntil(lambda: selected(panel) == "", timeout=2000)
    panel.show_snapshot(samples.WORKING)
    assert selected(panel) == ""
    assert not panel.evict.isEnabled()
    assert panel._hint.full_text == "3fa91c07 was dropped."
    select(panel, "3fa91c07")
    assert panel.evict.isEnabled()
    assert panel._hint.full_text == ""


def test_evicting_one_session_leaves_another_selected_meanwhile(
    panel: SessionPanel, commands: FakeCommands, qtbot: QtBot
) -> None:
    commands.hold = True
    select(panel, "3fa91c07")
    panel.evict.click()
    select(panel, "b81e02d4")
    commands.held[0].set_result(True)
    qtbot.waitUntil(lambda: "was dropped" in panel._hint.full_text, timeout=2000)
    assert selected(panel) == "b81e02d4"


def test_on_a_peer_only_own_sessions_can_be_evicted(panel: SessionPanel, commands: FakeCommands) -> None:
    choose(panel, samples.SECOND)
    select(panel, "b81e02d4")
    assert not panel.evict.isEnabled()
    assert "own chats" in panel._hint.full_text
    select(panel, "3fa91c07")
    panel.evict.click()
    assert commands.named("evict_session") == [(samples.SECOND, "3fa91c07")]


def test_a_failed_eviction_is_told_in_place(panel: SessionPanel, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = PeerUnreachable(samples.SECOND, "127.0.0.1:51002 does not answer.")
    select(panel, "b81e02d4")
    panel.evict.click()
    qtbot.waitUntil(lambda: "does not answer" in panel._hint.full_text, timeout=2000)
    assert panel.evict.isEnabled()
    panel.show_snapshot(samples.WORKING)
    assert "does not answer" in panel._hint.full_text


def test_a_session_that_was_gone_already_is_told(panel: SessionPanel, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.answers["evict_session"] = False
    select(panel, "b81e02d4")
    panel.evict.click()
    qtbot.waitUntil(lambda: "gone already" in panel._hint.full_text, timeout=2000)


def test_an_offline_peer_shows_its_last_known_state_greyed(panel: SessionPanel) -> None:
    choose(panel, samples.OFFLINE.address)
    assert panel.state.full_text == "Offline: No answer for 3 min. Last known state below."
    assert panel.proxy.rowCount() == 2
    assert not panel.table.isEnabled()


def test_the_chosen_peer_stays_chosen_and_a_removed_one_falls_back(panel: SessionPanel) -> None:
    choose(panel, samples.SECOND)
    panel.show_snapshot(replace(samples.WORKING, peers=(samples.OFFLINE, samples.ONLINE)))
    assert panel.address == samples.SECOND
    panel.show_snapshot(replace(samples.WORKING, peers=()))
    assert panel.address == ""
    assert panel.proxy.rowCount() == 3


def test_evictions_have_their_reason_in_words(panel: SessionPanel) -> None:
    lines = panel.evictions.words()
    assert lines[0] == "c2d17f60 ended by its head 211 tokens · 4.9 MB 44 s ago"
    reasons = ("ended by its head", "timed out", "made room", "evicted by you", "replaced")
    assert all(reason in line for reason, line in zip(reasons, lines, strict=True))
    panel.show_snapshot(with_node(samples.READY))
    assert panel.evictions.words() == []


def test_a_peers_failure_is_told_where_its_sessions_would_be(panel: SessionPanel) -> None:
    broken = replace(samples.ONLINE, status=samples.FAILED, state="not_ready")
    panel.show_snapshot(replace(samples.WORKING, peers=(broken,)))
    choose(panel, samples.SECOND)
    assert panel.empty.text() == samples.FAILED.error


def test_counters_are_shown(panel: SessionPanel) -> None:
    assert "Dropped" in [label.text() for label in panel.counters.findChildren(PlainLabel)]
    assert {key: label.text() for key, label in panel.counters.numbers.items()} == {
        "requests": "1,873",
        "tokens": "9,214",
        "reused_tokens": "4,120",
        "cache_misses": "3",
        "refusals": "1",
        "evictions": "5",
        "weights_sent": "2.5 GB",
    }


def test_prompt_tokens_that_were_still_held_are_a_counter_that_says_of_how_many(panel: SessionPanel) -> None:
    reused = panel.counters.numbers["reused_tokens"]
    assert reused.toolTip() == reused.accessibleDescription() == "4,120 of 11,461 prompt tokens were still held"
    panel.show_snapshot(replace(samples.WORKING, node=replace(samples.BUSY, counters={"prefilled_tokens": 9})))
    assert (reused.text(), reused.accessibleDescription()) == ("0", "0")


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (samples.OFF, "see “Share this computer”"),
        (samples.LOADING, "being loaded"),
        (samples.READY, "No sessions yet"),
        (samples.FAILED, "The node failed, so it keeps no sessions."),
        (replace(samples.READY, supports_kv_cache=False), "keep no session cache"),
    ],
)
def test_a_state_without_sessions_says_what_it_is(panel: SessionPanel, node: NodeStatus, words: str) -> None:
    choose(panel, "")
    settings = replace(samples.SETTINGS, contributing=node.state != "off")
    panel.show_snapshot(replace(with_node(node), settings=settings))
    assert panel.empty.isVisible()
    assert words in panel.empty.text()


def test_what_a_node_without_sessions_says_is_in_the_windows_language(
    panel: SessionPanel, speak: Callable[[str], None]
) -> None:
    speak("pseudo")
    choose(panel, "")
    for state in ("off", "loading", "joining", "draining", "stopping", "paused", "ready", "failed"):
        panel.show_snapshot(with_node(replace(samples.OFF, state=state)))
        assert panel.empty.text().startswith("["), state


def test_layers_that_are_still_fetched_are_not_said_to_be_loaded(panel: SessionPanel) -> None:
    choose(panel, "")
    node = replace(samples.LOADING, model_name=samples.QWEN.name, span=Span(0, 20))
    panel.show_snapshot(replace(samples.MODELS, node=node, fetches=(samples.FETCHING,)))
    assert panel.empty.text().startswith("The layers are being fetched first.")
    assert panel.state.full_text.startswith("Getting its layers…")
    panel.show_snapshot(replace(samples.MODELS, node=node, fetches=()))
    assert "being loaded" in panel.empty.text()
    assert panel.state.full_text.startswith("Loading…")


def test_the_model_agrees_with_qts_own_checks(qtmodeltester: object) -> None:
    table = SessionTable()
    table.update_sessions(samples.SESSIONS, samples.READY.model_of, frozenset())
    qtmodeltester.check(table)  # type: ignore[attr-defined]
    table.update_sessions(samples.SESSIONS[1:], samples.READY.model_of, frozenset())
    table.update_sessions((*samples.SESSIONS, samples.session("aa", 1)), samples.READY.model_of, frozenset())
    assert table.rowCount() == 4


def test_text_from_a_peer_is_never_read_as_markup(panel: SessionPanel) -> None:
    name = "<img src=x><b>bold"
    evil = replace(samples.PEER_STATUS, model_name=name, shards=(replace(samples.SHARD, model_name=name),))
    peer = replace(samples.ONLINE, status=evil)
    panel.show_snapshot(replace(samples.WORKING, peers=(peer,)))
    choose(panel, samples.SECOND)
    assert "<b>bold" in str(panel.proxy.index(0, 1).data())
    tip = str(panel.model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole))
    assert "<img" not in tip
    assert "&lt;img" in tip


def test_each_session_names_the_model_that_it_runs_through(panel: SessionPanel) -> None:
    choose(panel, "")
    panel.show_snapshot(with_node(samples.TWO_SHARDS))
    shown = {str(panel.proxy.index(row, 0).data())[:8]: str(panel.proxy.index(row, 1).data()) for row in range(3)}
    assert shown["07cc5a9e"] == "0-6 · Gemma-3-270M"
    assert shown["b81e02d4"] == "0-15 · SmolLM2-135M-Instruct"
    assert "0-15 of SmolLM2-135M-Instruct, 0-6 of Gemma-3-270M" in panel.state.full_text


def test_a_session_through_two_shards_has_two_rows(panel: SessionPanel) -> None:
    choose(panel, "")
    twice = (samples.SESSIONS[0], replace(samples.SESSIONS[0], span=Span(0, 6), shard=1))
    for sessions in (twice, twice[1:], twice):
        panel.show_snapshot(with_node(replace(samples.TWO_SHARDS, sessions=sessions)))
        assert panel.proxy.rowCount() == len(sessions)


def test_while_our_node_is_off_a_peer_is_shown_until_the_user_chooses(panel: SessionPanel) -> None:
    panel.show_snapshot(with_node(samples.OFF))
    assert panel.address == samples.SECOND
    panel.show_snapshot(with_node(samples.READY))
    assert panel.address == ""
    choose(panel, samples.SECOND)
    panel.show_snapshot(with_node(samples.READY))
    assert panel.address == samples.SECOND


def test_a_node_that_is_being_switched_on_is_not_said_to_be_off(panel: SessionPanel) -> None:
    choose(panel, "")
    panel.show_snapshot(replace(with_node(samples.OFF), settings=replace(samples.SETTINGS, contributing=True)))
    assert "getting ready" in panel.empty.text()
