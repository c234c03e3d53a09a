from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from meshnet_gui.errors import UserError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.peer_row import PeerRow
from meshnet_gui.gui.peers_card import MAX_ROWS, PeersCard, parse_address, shown_peers
from meshnet_gui.runtime.snapshot import PEER_STATES
from meshnet_gui.types import Span
from tests.gui import samples, shots
from tests.gui.fakes import FakeCommands
from tests.gui.test_application import ROOT


@pytest.fixture
def card(qtbot: QtBot, commands: FakeCommands, bridge: Bridge) -> PeersCard:
    card = PeersCard(commands, bridge)
    qtbot.addWidget(card)
    card.show_snapshot(samples.WORKING)
    card.show()
    return card


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


def test_the_example_address_is_the_one_of_the_documentation(card: PeersCard) -> None:
    assert card.address.placeholderText() == "192.168.1.20:51001"
    assert card.address.placeholderText() in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def test_adding_a_peer(card: PeersCard, commands: FakeCommands, qtbot: QtBot) -> None:
    card.show_snapshot(replace(samples.WORKING, settings=replace(samples.SETTINGS, plain_http=True)))
    qtbot.keyClicks(card.address, "192.168.1.20:8000")
    qtbot.keyClick(card.address, Qt.Key.Key_Return)
    assert commands.named("add_peer") == [("http://192.168.1.20:8000",)]
    qtbot.waitUntil(lambda: card.address.text() == "", timeout=2000)
    assert not card.problem.isVisible()


def test_a_wrong_address_is_told_at_the_field_and_not_lost(
    card: PeersCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    qtbot.keyClicks(card.address, "nowhere")
    card.add.click()
    assert "port is missing" in card.problem.text()
    assert card.problem.isVisible()
    assert card.address.text() == "nowhere"
    assert commands.calls == []
    qtbot.keyClicks(card.address, ":1")
    assert not card.problem.isVisible()


def test_a_refusal_of_the_core_is_told_at_the_field(card: PeersCard, commands: FakeCommands, qtbot: QtBot) -> None:
    commands.fail_with = UserError("That is this computer itself.")
    card.address.setText("127.0.0.1:1")
    card.add.click()
    qtbot.waitUntil(lambda: card.problem.text() == "That is this computer itself.", timeout=2000)
    assert card.address.text() == "127.0.0.1:1"


def test_a_known_peer_is_not_added_twice(card: PeersCard, commands: FakeCommands) -> None:
    card.address.setText("127.0.0.1:51002")
    card.add.click()
    assert "already" in card.problem.text()
    assert commands.calls == []


def test_each_peer_shows_state_model_span_and_distance(card: PeersCard) -> None:
    row = card.rows[samples.SECOND]
    assert row.name.full_text == "127.0.0.1:51002"
    assert row.state.full_text == "Online"
    assert row.model.full_text == "SmolLM2-135M-Instruct"
    assert row.span.full_text == "layers 15-30 of 30"
    assert row.latency.text() == "0.8 ms away"
    states = [card.rows[peer.address].state.full_text for peer in samples.WORKING.peers]
    assert states == [
        "Online",
        "Other model: It serves Gemma-3-270M.",
        "Loading",
        "Offline: No answer for 3 min.",
        "Checking…",
    ]
    assert card.rows[samples.NOT_READY.address].remembered.text() == "this run only"


def test_probe_and_remove(card: PeersCard, commands: FakeCommands) -> None:
    row = card.rows[samples.OFFLINE.address]
    row.probe.click()
    row.remove.click()
    assert commands.calls == [("probe_peer", samples.OFFLINE.address), ("remove_peer", samples.OFFLINE.address)]


def test_rows_are_kept_while_snapshots_come_and_go_with_their_peer(card: PeersCard) -> None:
    row = card.rows[samples.SECOND]
    card.show_snapshot(replace(samples.WORKING, peers=(samples.ONLINE,)))
    assert card.rows == {samples.SECOND: row}
    card.show_snapshot(replace(samples.WORKING, peers=()))
    assert card.rows == {}
    assert card.empty.isVisible()


def test_a_models_name_from_a_peer_is_never_read_as_markup(card: PeersCard) -> None:
    name = "<b>bold<img src=x>" * 20
    status = replace(samples.PEER_STATUS, model_name=name, shards=(replace(samples.SHARD, model_name=name),))
    card.show_snapshot(replace(samples.WORKING, peers=(replace(samples.ONLINE, status=status),)))
    model = card.rows[samples.SECOND].model
    assert model.textFormat() == Qt.TextFormat.PlainText
    assert "img" in model.full_text
    assert model.toolTip()
    assert "<img" not in model.toolTip()


def test_many_peers_stay_quick(card: PeersCard, qtbot: QtBot) -> None:
    peers = tuple(replace(samples.ONLINE, address=f"http://10.0.0.{number}:51001") for number in range(1, 101))
    started = time.process_time()
    card.show_snapshot(replace(samples.WORKING, peers=peers))
    card.grab()
    assert time.process_time() - started < 2
    qtbot.waitUntil(lambda: len(card.rows) == 100, timeout=5000)
    started = time.process_time()
    for latency_ms in range(10):
        card.show_snapshot(
            replace(samples.WORKING, peers=tuple(replace(each, latency_ms=float(latency_ms)) for each in peers))
        )
        card.grab()
    assert time.process_time() - started < 2


def test_a_peers_name_is_never_read_as_markup(card: PeersCard) -> None:
    evil = replace(samples.ONLINE, error="<b>bold</b><img src='http://x/'>")
    card.show_snapshot(replace(samples.WORKING, peers=(evil,)))
    state = card.rows[samples.SECOND].state
    assert state.textFormat() == Qt.TextFormat.PlainText
    assert "<b>bold</b>" in state.full_text
    assert "<b>" not in state.toolTip()


def test_a_peer_s_several_shards_are_named(card: PeersCard) -> None:
    row = card.rows[samples.SECOND]
    card.show_snapshot(replace(samples.WORKING, peers=(replace(samples.ONLINE, status=samples.TWO_SHARDS),)))
    assert row.model.full_text == "SmolLM2-135M-Instruct · Gemma-3-270M"
    assert row.span.full_text == "0-15 of SmolLM2-135M-Instruct, 0-6 of Gemma-3-270M"
    twice = replace(samples.TWO_SHARDS, shards=(samples.SHARD, replace(samples.SHARD, span=Span(20, 30))))
    snapshot = replace(samples.WORKING, peers=(replace(samples.ONLINE, status=twice),))
    card.show_snapshot(snapshot)
    assert row.span.full_text == "layers 0-15 and 20-30 of 30"


def test_a_peer_with_the_same_model_in_another_precision_says_which(card: PeersCard) -> None:
    card.show_snapshot(replace(samples.WORKING, peers=(samples.ROUNDED_PEER,)))
    (row,) = card.rows.values()
    assert row.model.full_text == "SmolLM2-135M-Instruct in 4 bit"
    assert row.state.full_text == "Other precision: in 4 bit"


def test_a_peer_with_the_weights_as_stored_says_so_where_others_are_chosen(card: PeersCard) -> None:
    model = replace(samples.MODEL, identity=samples.ROUNDED_IDENTITY)
    card.show_snapshot(replace(samples.NO_ROUTE, model=model, peers=(samples.STORED_PEER,)))
    (row,) = card.rows.values()
    assert row.state.full_text == "Other precision: as stored"
    assert row.model.full_text == "SmolLM2-135M-Instruct as stored"
    assert "It serves the model as stored. All peers of a route need the same one." in row.toolTip()
    card.show_snapshot(samples.WORKING)
    assert card.rows[samples.SECOND].toolTip() == ""


def test_a_member_shows_its_name_speed_and_road_and_cannot_be_removed(card: PeersCard) -> None:
    card.show_snapshot(samples.IN_SWARM)
    laptop, gaming, attic, plain = (card.rows[peer.address] for peer in samples.IN_SWARM.peers)
    assert [row.name.full_text for row in (laptop, gaming, plain)] == [
        "kitchen laptop",
        "gaming PC",
        "192.168.1.40:51001",
    ]
    assert [row.road.text() for row in (laptop, gaming, plain)] == ["direct", "relayed", "not encrypted"]
    assert [row.remembered.text() for row in (laptop, plain)] == ["member", "remembered"]
    assert (laptop.speed.text(), attic.speed.text()) == ("83 tokens/s", "–")
    assert "goes through another computer" in gaming.road.toolTip()
    assert "not encrypted" in plain.road.toolTip()
    assert samples.LAPTOP in laptop.remembered.toolTip()
    assert [row.remove.isHidden() for row in (laptop, gaming, attic, plain)] == [True, True, True, False]


def test_members_that_come_and_go_say_so(card: PeersCard) -> None:
    card.show_snapshot(replace(samples.IN_SWARM, peers=(samples.MEMBER_ATTIC, samples.MEMBER_LEAVING)))
    assert [row.state.full_text for row in card.rows.values()] == ["Joining", "Leaving"]


def test_a_member_that_is_gone_has_left_and_why_is_in_the_tooltip(card: PeersCard) -> None:
    peer = replace(samples.MEMBER_LEFT, error=f"<b>{samples.UNANSWERED}</b>")
    card.show_snapshot(replace(samples.IN_SWARM, peers=(peer,)))
    (row,) = card.rows.values()
    assert row.state.full_text == "Has left"
    assert row.state.property("role") == "caption"
    assert "does not answer" in row.toolTip()
    assert "<b>" not in row.toolTip()
    assert (row.latency.text(), row.road.text()) == ("", "")


def test_a_member_that_is_here_and_does_not_answer_has_not_left(card: PeersCard) -> None:
    card.show_snapshot(replace(samples.IN_SWARM, peers=(replace(samples.MEMBER_LEFT, alive=True),)))
    (row,) = card.rows.values()
    assert row.state.full_text == f"Offline: {samples.UNANSWERED}"
    assert row.state.property("role") == "error-caption"
    assert row.toolTip() == ""


def test_a_member_is_asked_and_removed_by_its_address(card: PeersCard, commands: FakeCommands) -> None:
    remembered = replace(samples.MEMBER_LAPTOP, remembered=True)
    card.show_snapshot(replace(samples.IN_SWARM, peers=(remembered,)))
    (row,) = card.rows.values()
    row.probe.click()
    row.remove.click()
    address = f"node:{samples.LAPTOP}"
    assert commands.calls == [("probe_peer", address), ("remove_peer", address)]


def test_in_a_swarm_an_address_is_asked_by_encrypted_ways(
    card: PeersCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    card.show_snapshot(samples.IN_SWARM)
    card.address.setText("192.168.1.20:51001")
    card.add.click()
    qtbot.waitUntil(card.add.isEnabled, timeout=2000)
    card.show_snapshot(replace(samples.IN_SWARM, settings=replace(samples.SETTINGS, plain_http=True)))
    card.address.setText("http://192.168.1.21:51001")
    card.add.click()
    assert commands.named("add_peer") == [("https://192.168.1.20:51001",), ("http://192.168.1.21:51001",)]


def test_of_a_crowd_those_that_matter_have_a_row(card: PeersCard, qtbot: QtBot) -> None:
    away = tuple(replace(peer, state="offline") for peer in shots.crowd()[:150])
    card.show_snapshot(replace(samples.IN_SWARM, peers=(*away, samples.OFFLINE, *samples.IN_SWARM.peers)))
    qtbot.waitUntil(lambda: len(card.rows) == MAX_ROWS, timeout=5000)
    assert card.more.text() == "and 55 more computers"
    assert {samples.OFFLINE.address, *(peer.address for peer in samples.IN_SWARM.peers)} <= card.rows.keys()


def test_the_rows_of_a_crowd_come_in_turns_from_the_top_and_in_their_order(card: PeersCard, qtbot: QtBot) -> None:
    crowd = shots.crowd()[:60]
    card.show_snapshot(replace(samples.IN_SWARM, peers=()))
    card.show_snapshot(replace(samples.IN_SWARM, peers=crowd))
    at_once = list(card.rows)
    names = sorted(peer.name for peer in crowd)
    assert 0 < len(at_once) < len(crowd)
    assert [card.rows[address].name.full_text for address in at_once] == names[: len(at_once)]
    card.show_snapshot(replace(samples.IN_SWARM, peers=crowd[1:]))  # in the middle of it somebody leaves
    qtbot.waitUntil(lambda: len(card.rows) == len(crowd) - 1, timeout=5000)
    shown = [card._rows.itemAt(index).widget() for index in range(len(crowd) - 1)]
    assert [each.name.full_text for each in shown if isinstance(each, PeerRow)] == [
        n for n in names if n != crowd[0].name
    ]


def test_every_state_of_a_peer_has_its_place_in_a_crowd() -> None:
    peers = tuple(
        replace(samples.MEMBER_LAPTOP, address=f"node:{number}", state=PEER_STATES[number % len(PEER_STATES)])
        for number in range(MAX_ROWS + 20)
    )
    assert len(shown_peers(peers)) == MAX_ROWS


def test_a_failure_stays_until_the_peer_is_heard_of_again(
    card: PeersCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    row = card.rows[samples.SECOND]
    commands.fail_with = UserError("That computer does not answer.")
    row.probe.click()
    qtbot.waitUntil(lambda: row.state.full_text == "That computer does not answer.", timeout=2000)
    card.show_snapshot(samples.WORKING)
    assert row.state.full_text == "Online"


def test_a_computer_that_is_not_encrypted_is_added_only_after_a_warning(
    card: PeersCard, commands: FakeCommands, qtbot: QtBot
) -> None:
    card.address.setText("192.168.1.20:800")
    card.add.click()
    assert commands.calls == []
    assert "without encryption" in card.problem.text()
    qtbot.keyClicks(card.address, "0")
    assert not card.allow.isVisible()
    card.add.click()
    assert card.allow.isVisible()
    card.allow.click()
    assert commands.calls == [
        ("change_settings", {"plain_http": True}),
        ("add_peer", "http://192.168.1.20:8000"),
    ]
    assert not card.allow.isVisible()


def test_an_empty_list_says_what_that_means(card: PeersCard) -> None:
    card.show_snapshot(replace(samples.WORKING, peers=()))
    assert "add the address that its Node tab shows" in card.empty.text()
    card.show_snapshot(samples.ALONE)
    assert "Members appear by themselves" in card.empty.text()
    card.show_snapshot(replace(samples.IN_SWARM, peers=()))
    assert "nothing is known yet" in card.empty.text()


@pytest.mark.parametrize(
    ("node", "words"),
    [("off", "Not sharing"), ("failed", "Failed"), ("stopping", "Stopping"), ("dreaming", "Not ready")],
)
def test_a_peer_that_is_not_ready_says_what_it_does(card: PeersCard, node: str, words: str) -> None:
    peer = replace(samples.MEMBER_LAPTOP, state="not_ready", status=replace(samples.OFF, state=node))
    card.show_snapshot(replace(samples.IN_SWARM, peers=(peer,)))
    (row,) = card.rows.values()
    assert row.state.full_text == words


def test_a_member_that_shares_nothing_is_there_without_alarm_and_cannot_be_asked(card: PeersCard) -> None:
    peer = replace(
        samples.MEMBER_LAPTOP, state="not_ready", status=samples.OFF, road="", latency_ms=None, decode_tps=0.0
    )
    card.show_snapshot(replace(samples.IN_SWARM, peers=(peer,)))
    (row,) = card.rows.values()
    assert (row.latency.text(), row.road.text(), row.remembered.text()) == ("", "", "member")
    assert row.probe.isHidden()
    card.show_snapshot(replace(samples.IN_SWARM, peers=(samples.MEMBER_LAPTOP,)))
    (row,) = card.rows.values()
    assert not row.probe.isHidden()
    assert row.road.text() == "direct"


def test_the_computers_stand_in_the_chosen_order_through_updates(card: PeersCard) -> None:
    peers = (samples.MEMBER_LAPTOP, samples.MEMBER_GAMING, samples.MEMBER_ATTIC)
    card.show_snapshot(replace(samples.IN_SWARM, peers=peers))

    def shown() -> list[str]:
        widgets = [card._rows.itemAt(index).widget() for index in range(len(peers))]
        return [each.name.full_text for each in widgets if isinstance(each, PeerRow)]

    assert shown() == ["attic-mini", "gaming PC", "kitchen laptop"]
    card.order.setCurrentIndex(card.order.findData("speed"))
    assert shown()[0] == "gaming PC"  # by one layer's speed
    card.order.setCurrentIndex(card.order.findData("distance"))
    assert shown() == ["kitchen laptop", "attic-mini", "gaming PC"]
    nearer = replace(samples.MEMBER_GAMING, latency_ms=0.1)
    card.show_snapshot(replace(samples.IN_SWARM, peers=(samples.MEMBER_LAPTOP, nearer, samples.MEMBER_ATTIC)))
    assert shown() == ["gaming PC", "kitchen laptop", "attic-mini"]


def test_a_row_says_how_much_cache_is_free_and_how_many_sessions_it_has(card: PeersCard) -> None:
    status = replace(samples.PEER_STATUS, free_cache_bytes=1_100_000_000)
    peer = replace(samples.MEMBER_GAMING, status=status)
    card.show_snapshot(replace(samples.IN_SWARM, peers=(peer,)))
    row = card.rows[peer.address]
    assert row.cache.text() == "1.1 GB free"
    assert row.sessions.text() == f"{len(status.sessions)} session" + ("s" if len(status.sessions) != 1 else "")
    card.show_snapshot(replace(samples.IN_SWARM, peers=(replace(peer, state="offline"),)))
    assert row.cache.text() == "–"
