from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import UserError
from meshnet_gui.gui.coverage_bar import gaps_of, lanes_of
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.peers_tab import PeersTab, parse_address
from meshnet_gui.types import Span
from tests.gui import samples
from tests.gui.fakes import FakeCommands
from tests.gui.test_application import ROOT


@pytest.fixture
def tab(window: MainWindow) -> PeersTab:
    window.show_tab("Peers")
    window.show_snapshot(samples.WORKING)
    return window.peers


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20:8000", "http://192.168.1.20:8000"),
        (" http://box.lan:51001/ ", "http://box.lan:51001"),
        ("https://box:1", "https://box:1"),
        ("[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_an_address_may_be_typed_short(text: str, address: str) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Type an address"),
        ("box", "port is missing"),
        ("box:0", "port is missing"),
        ("box:99999", "from 1 to 65535"),
        ("box:abc", "from 1 to 65535"),
        ("ftp://box:80", "http://"),
        ("http://:80", "no host"),
        ("a b:80", "no host"),
        ("me@box:80", "no host"),
        ("box:80/path", "Only host and port"),
        ("http://[::1:80", "from 1 to 65535"),
    ],
)
def test_a_bad_address_gets_a_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_address(text)


def test_the_example_address_has_the_port_that_the_readme_uses(tab: PeersTab) -> None:
    assert tab.address.placeholderText() == "192.168.1.20:51001"
    assert tab.address.placeholderText() in (ROOT / "README.md").read_text(encoding="utf-8")


def test_adding_a_peer(tab: PeersTab, commands: FakeCommands, qtbot: QtBot) -> None:
    qtbot.keyClicks(tab.address, "192.168.1.20:8000")
    qtbot.keyClick(tab.address, Qt.Key.Key_Return)
    assert commands.named("add_peer") == [("http://192.168.1.20:8000",)]
    qtbot.waitUntil(lambda: tab.address.text() == "", timeout=2000)
    assert not tab.problem.isVisible()


def test_a_wrong_address_is_told_at_the_field_and_not_lost(tab: PeersTab, commands: FakeCommands, qtbot: QtBot) -> None:
    qtbot.keyClicks(tab.address, "nowhere")
    tab.add.click()
    assert "port is missing" in tab.problem.text()
    assert tab.problem.isVisible()
    assert tab.address.text() == "nowhere"
    assert commands.calls == []
    qtbot.keyClicks(tab.address, ":1")
    assert not tab.problem.isVisible()


def test_a_refusal_of_the_core_is_told_at_the_field(tab: PeersTab, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = UserError("That is this computer itself.")
    tab.address.setText("127.0.0.1:1")
    tab.add.click()
    qtbot.waitUntil(lambda: tab.problem.text() == "That is this computer itself.", timeout=2000)
    assert tab.address.text() == "127.0.0.1:1"


def test_a_known_peer_is_not_added_twice(tab: PeersTab, commands: FakeCommands) -> None:
    tab.address.setText("127.0.0.1:51002")
    tab.add.click()
    assert "already" in tab.problem.text()
    assert commands.calls == []


def test_each_peer_shows_state_model_span_and_distance(tab: PeersTab) -> None:
    row = tab.rows[samples.SECOND]
    assert row.name.full_text == "127.0.0.1:51002"
    assert row.state.full_text == "Online"
    assert row.model.full_text == "SmolLM2-135M-Instruct"
    assert row.span.full_text == "layers 15-30 of 30"
    assert row.latency.text() == "0.8 ms"
    states = [tab.rows[peer.address].state.full_text for peer in samples.WORKING.peers]
    assert states == [
        "Online",
        "Other model: It serves Gemma-3-270M.",
        "Not ready",
        "Offline: No answer for 3 min.",
        "Checking…",
    ]
    assert tab.rows[samples.NOT_READY.address].remembered.text() == "this run only"


def test_probe_and_remove(tab: PeersTab, commands: FakeCommands) -> None:
    row = tab.rows[samples.OFFLINE.address]
    row.probe.click()
    row.remove.click()
    assert commands.calls == [("probe_peer", samples.OFFLINE.address), ("remove_peer", samples.OFFLINE.address)]


def test_rows_are_kept_while_snapshots_come_and_go_with_their_peer(tab: PeersTab) -> None:
    row = tab.rows[samples.SECOND]
    tab.show_snapshot(replace(samples.WORKING, peers=(samples.ONLINE,)))
    assert tab.rows == {samples.SECOND: row}
    tab.show_snapshot(replace(samples.WORKING, peers=()))
    assert tab.rows == {}
    assert tab._empty.isVisible()


def test_coverage_counts_only_who_is_ready_with_this_model() -> None:
    lanes = lanes_of(samples.WORKING)
    assert [(lane.name, lane.span, lane.ours) for lane in lanes] == [
        ("This computer", Span(0, 15), True),
        ("127.0.0.1:51002", Span(15, 30), False),
    ]


@pytest.mark.parametrize(
    ("spans", "gaps"),
    [
        ((), (Span(0, 30),)),
        ((Span(0, 30),), ()),
        ((Span(10, 20), Span(12, 15)), (Span(0, 10), Span(20, 30))),
        ((Span(0, 15), Span(10, 29)), (Span(29, 30),)),
    ],
)
def test_gaps_are_what_no_span_holds(spans: tuple[Span, ...], gaps: tuple[Span, ...]) -> None:
    assert gaps_of(30, spans) == gaps


def test_the_coverage_is_also_there_in_words(tab: PeersTab) -> None:
    assert tab._coverage_text.text() == "SmolLM2-135M-Instruct: all 30 layers are served."
    tab.show_snapshot(samples.NO_ROUTE)
    assert "nobody serves layers 15-30" in tab._coverage_text.text()
    assert tab.coverage.accessibleDescription() == "This computer serves 0-15; nobody serves layers 15-30"
    tab.coverage.grab()


def test_a_models_name_from_a_peer_is_never_read_as_markup(tab: PeersTab) -> None:
    name = "<b>bold<img src=x>" * 20
    status = replace(samples.PEER_STATUS, model_name=name, shards=(replace(samples.SHARD, model_name=name),))
    tab.show_snapshot(replace(samples.WORKING, peers=(replace(samples.ONLINE, status=status),)))
    model = tab.rows[samples.SECOND].model
    assert model.textFormat() == Qt.TextFormat.PlainText
    assert "img" in model.full_text
    assert model.toolTip()
    assert "<img" not in model.toolTip()


def test_many_peers_stay_quick(tab: PeersTab, window: MainWindow) -> None:
    peers = tuple(replace(samples.ONLINE, address=f"http://10.0.0.{number}:51001") for number in range(1, 101))
    started = time.perf_counter()
    window.show_snapshot(replace(samples.WORKING, peers=peers))
    window.grab()
    assert time.perf_counter() - started < 2
    assert len(tab.rows) == 100
    started = time.perf_counter()
    for latency_ms in range(10):
        window.show_snapshot(
            replace(samples.WORKING, peers=tuple(replace(each, latency_ms=float(latency_ms)) for each in peers))
        )
        window.grab()
    assert time.perf_counter() - started < 2


def test_a_peers_name_is_never_read_as_markup(tab: PeersTab) -> None:
    evil = replace(samples.ONLINE, error="<b>bold</b><img src='http://x/'>")
    tab.show_snapshot(replace(samples.WORKING, peers=(evil,)))
    state = tab.rows[samples.SECOND].state
    assert state.textFormat() == Qt.TextFormat.PlainText
    assert "<b>bold</b>" in state.full_text
    assert "<b>" not in state.toolTip()


def test_a_peer_s_several_shards_are_named(tab: PeersTab) -> None:
    row = tab.rows[samples.SECOND]
    tab.show_snapshot(replace(samples.WORKING, peers=(replace(samples.ONLINE, status=samples.TWO_SHARDS),)))
    assert row.model.full_text == "SmolLM2-135M-Instruct · Gemma-3-270M"
    assert row.span.full_text == "0-15 of SmolLM2-135M-Instruct, 0-6 of Gemma-3-270M"
    twice = replace(samples.TWO_SHARDS, shards=(samples.SHARD, replace(samples.SHARD, span=Span(20, 30))))
    snapshot = replace(samples.WORKING, peers=(replace(samples.ONLINE, status=twice),))
    tab.show_snapshot(snapshot)
    assert row.span.full_text == "layers 0-15 and 20-30 of 30"
    assert [str(lane.span) for lane in lanes_of(snapshot)] == ["0-15", "0-15", "20-30"]


def test_a_peer_with_the_same_model_in_another_precision_says_which(tab: PeersTab) -> None:
    tab.show_snapshot(replace(samples.WORKING, peers=(samples.ROUNDED_PEER,)))
    (row,) = tab.rows.values()
    assert row.model.full_text == "SmolLM2-135M-Instruct in 4 bit"
    assert row.state.full_text == "Other precision: in 4 bit"


def test_a_peer_with_the_weights_as_stored_says_so_where_others_are_chosen(tab: PeersTab) -> None:
    model = replace(samples.MODEL, identity=samples.ROUNDED_IDENTITY)
    tab.show_snapshot(replace(samples.NO_ROUTE, model=model, peers=(samples.STORED_PEER,)))
    (row,) = tab.rows.values()
    assert row.state.full_text == "Other precision: as stored"
    assert row.model.full_text == "SmolLM2-135M-Instruct as stored"
    assert "It serves the model as stored. All peers of a route need the same one." in row.toolTip()
    assert tab._coverage_text.text().startswith("SmolLM2-135M-Instruct in 4 bit: nobody serves")
    tab.show_snapshot(samples.WORKING)
    assert tab.rows[samples.SECOND].toolTip() == ""
