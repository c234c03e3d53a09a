"""The directory: a probe decides who is online, and what is known of a peer survives until it is removed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from meshnet_gui.errors import PeerMisbehaved, PeerUnreachable, UserError
from meshnet_gui.swarm import directory as directory_module
from meshnet_gui.swarm.directory import MAX_PEERS, Directory
from meshnet_gui.swarm.probe import ProbeResult
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.types import NodeStatus, ShardStatus, Span
from tests.fleet import in_loop, until

IDENTITY = "tiny@1:0123456789abcdef:float32"
READY = NodeStatus(state="ready", identity=IDENTITY, span=Span(0, 3), num_layers=6)
A, B = "http://a:1", "http://b:2"


class FakeProber:
    """Answers what ``answers`` holds; unreachable otherwise. ``gate`` holds every answer back."""

    def __init__(self) -> None:
        self.answers: dict[str, NodeStatus | Exception] = {}
        self.gate: asyncio.Event | None = None
        self.asked: list[str] = []

    async def probe(self, address: str) -> ProbeResult:
        self.asked.append(address)
        if self.gate is not None:
            await self.gate.wait()
        answer = self.answers.get(address) or PeerUnreachable(address, f"{address} does not answer.")
        if isinstance(answer, Exception):
            raise answer
        return ProbeResult(answer, 0.25)


@asynccontextmanager
async def directory(on_change: Callable[[], None] = lambda: None) -> AsyncIterator[tuple[Directory, FakeProber]]:
    prober = FakeProber()
    made = Directory(prober, on_change)
    yield made, prober
    await made.close()


@in_loop
async def test_new_peer_is_probed_at_once_and_known_by_its_normal_address() -> None:
    changes: list[int] = []
    async with directory(lambda: changes.append(1)) as (peers, prober):
        prober.answers[A] = READY
        assert peers.add(" a:1/ ", remembered=True) == A
        assert not peers.peers()[0].probed
        await until(lambda: peers.peers()[0].online)
        (peer,) = peers.peers()
        assert (peer.address, peer.status, peer.round_trip_s, peer.error) == (A, READY, 0.25, "")
        assert len(changes) == 2


@in_loop
async def test_peer_that_comes_back_is_online_again_without_being_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory_module, "PROBE_EVERY_S", 0.001)
    async with directory() as (peers, prober):
        peers.add(A, remembered=False)
        await until(lambda: peers.peers()[0].probed)
        assert (peers.peers()[0].online, peers.peers()[0].error) == (False, f"{A} does not answer.")
        prober.answers[A] = READY
        await until(lambda: peers.peers()[0].online)
        prober.answers[A] = PeerMisbehaved(A, "It is a web page.")
        await until(lambda: not peers.peers()[0].online)
        peer = peers.peers()[0]
        assert (peer.error, peer.round_trip_s, peer.status) == ("It is a web page.", None, READY)


@in_loop
async def test_peer_is_a_candidate_once_for_each_of_its_ready_shards_of_the_model() -> None:
    def shard(identity: str, span: Span, state: str = "ready") -> ShardStatus:
        return ShardStatus(state, "tiny", identity, span, 6)

    shards = (
        shard("other@1:0123456789abcdef:float32", Span(0, 6)),
        shard(IDENTITY, Span(4, 6)),
        shard(IDENTITY, Span(0, 2)),
        shard(IDENTITY, Span(2, 4), "loading"),
    )
    async with directory() as (peers, prober):
        prober.answers[A] = replace(READY, identity=shards[0].identity, shards=shards)
        peers.add(A, remembered=False)
        await until(lambda: peers.peers()[0].online)
        assert peers.candidates(IDENTITY) == (Candidate(A, Span(4, 6), 0.25), Candidate(A, Span(0, 2), 0.25))


@in_loop
async def test_only_ready_online_peers_with_this_identity_are_candidates() -> None:
    async with directory() as (peers, prober):
        prober.answers |= {
            A: READY,
            B: replace(READY, identity="other@1:0123456789abcdef:float32"),
            "http://c:3": replace(READY, state="loading"),
            "http://d:4": replace(READY, span=None),
        }
        for address in [*prober.answers, "http://e:5"]:
            peers.add(address, remembered=False)
        await until(lambda: all(peer.probed for peer in peers.peers()))
        assert [(c.address, c.span, c.round_trip_s) for c in peers.candidates(IDENTITY)] == [(A, Span(0, 3), 0.25)]


@in_loop
async def test_peer_that_is_removed_while_it_is_probed_stays_removed() -> None:
    async with directory() as (peers, prober):
        prober.gate = asyncio.Event()
        prober.answers[A] = READY
        peers.add(A, remembered=True)
        asked = asyncio.create_task(peers.probe(A))
        await until(lambda: len(prober.asked) == 2)
        peers.remove(A)
        peers.remove(A)
        prober.gate.set()
        assert await asked is None
        assert (peers.peers(), peers.remembered()) == ((), ())


@in_loop
async def test_same_peer_twice_is_one_entry_and_is_remembered_if_either_was() -> None:
    async with directory() as (peers, _):
        peers.add("a:1", remembered=False)
        assert peers.remembered() == ()
        peers.add("http://A:1/", remembered=True)
        peers.add("a:1", remembered=False)
        assert (len(peers.peers()), peers.remembered()) == (1, (A,))


@in_loop
async def test_number_of_peers_is_bounded_and_one_that_left_makes_room() -> None:
    async with directory() as (peers, _):
        for number in range(MAX_PEERS):
            peers.add(f"10.0.0.1:{number + 1}", remembered=False)
        with pytest.raises(UserError, match="already 256 peers"):
            peers.add("10.0.0.2:1", remembered=True)
        peers.add("10.0.0.1:1", remembered=True)
        peers.remove("http://10.0.0.1:1")
        peers.add("10.0.0.2:1", remembered=True)


@in_loop
async def test_close_ends_every_probe() -> None:
    made = Directory(FakeProber())
    made.add(A, remembered=False)
    made.add(B, remembered=False)
    await made.close()
    assert [task for task in asyncio.all_tasks() if task.get_name().startswith("probe")] == []


@pytest.mark.allow_warnings("probing http://a:1 failed")
@in_loop
async def test_unexpected_failure_of_one_probe_does_not_end_the_probing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory_module, "PROBE_EVERY_S", 0.001)
    async with directory() as (peers, prober):
        prober.answers[A] = ZeroDivisionError()
        peers.add(A, remembered=False)
        await until(lambda: len(prober.asked) > 1)
        prober.answers[A] = READY
        await until(lambda: peers.peers()[0].online)
