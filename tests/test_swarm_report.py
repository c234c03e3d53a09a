"""The swarm on a terminal: who is there, and which layers nobody serves."""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.runtime.snapshot import ModelView, PeerView, Snapshot, SwarmView
from meshnet_gui.settings import Settings
from meshnet_gui.swarm_report import as_object, copies_of, lines
from meshnet_gui.types import NodeStatus, ShardStatus, Span

IDENTITY = "tiny@1:0123456789abcdef:float32"
MODEL = ModelView("tiny", IDENTITY, 6, 128, 1000)


def serving(span: Span, letter: str, **changes: object) -> PeerView:
    shard = ShardStatus("ready", "tiny", IDENTITY, span, 6)
    status = NodeStatus("ready", "tiny", IDENTITY, span, 6, shards=(shard,))
    peer = PeerView(f"node:{letter * 64}", "online", status, 1.25, False, "", letter * 64, "desk", "direct", 40.0)
    return replace(peer, **changes)  # type: ignore[arg-type]


def picture(*peers: PeerView) -> Snapshot:
    return Snapshot(Settings(), model=MODEL, peers=peers, swarm=SwarmView("home", "0" * 64, "connected"))


def test_each_computer_and_the_layers_that_nobody_serves_are_said() -> None:
    shown = picture(
        serving(Span(0, 3), "a"), serving(Span(2, 4), "b", road="relayed", name="\x1b[2Jbad", decode_tps=0.0)
    )
    assert list(lines(shown)) == [
        "home: 2 other computers there",
        "  desk (aaaaaaaa): online, layers 0-3 of tiny, 40 tokens/s a layer, direct, 1.2 ms",
        "  \ufffd[2Jbad (bbbbbbbb): online, layers 2-4 of tiny, relayed, 1.2 ms",
        "tiny: layers 0-2 on 1 computer, layers 2-3 on 2 computers, layers 3-4 on 1 computer, layers 4-6 on NONE",
    ]


def test_what_a_computer_has_handed_out_is_said() -> None:
    peer = serving(Span(0, 6), "a")
    assert peer.status is not None
    giving = replace(peer, status=replace(peer.status, weights_sent_bytes=1_500_000_000))
    assert list(lines(picture(giving)))[1].endswith("1.2 ms, 1.5 GB of weights handed out")
    (told,) = as_object(picture(giving))["peers"]  # type: ignore[misc, attr-defined]
    assert told["weights_sent_bytes"] == 1_500_000_000


def test_nobody_there_is_said_and_a_problem_with_it() -> None:
    alone = picture()
    swarm = SwarmView("home", "0" * 64, "blocked", problem="A firewall stops Meshnet.")
    assert list(lines(replace(alone, swarm=swarm))) == [
        "home: nobody else there",
        "A firewall stops Meshnet.",
        "tiny: layers 0-6 on NONE",
    ]


def test_who_is_offline_serves_nothing() -> None:
    assert list(copies_of(picture(serving(Span(0, 6), "a", state="offline")), MODEL)) == [(Span(0, 6), 0)]


def test_programs_get_the_same() -> None:
    told = as_object(picture(serving(Span(0, 6), "a")))
    assert (told["swarm"], told["copies"]) == ("home", [["0-6", 1]])
    assert told["peers"] == [
        {
            "node_id": "a" * 64,
            "name": "desk",
            "state": "online",
            "model": "tiny",
            "span": "0-6",
            "decode_tps": 40.0,
            "road": "direct",
            "latency_ms": 1.25,
            "weights_sent_bytes": 0,
        }
    ]
