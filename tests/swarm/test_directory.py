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
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.probe import ProbeResult
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.types import NodeStatus, ShardStatus, Span
from tests.fleet import in_loop, until
from tests.swarm.records import OFFER, record

IDENTITY = "tiny@1:0123456789abcdef:float32"
READY = NodeStatus(state="ready", identity=IDENTITY, span=Span(0, 3), num_layers=6)
A, B = "http://a:1", "http://b:2"


class FakeProber:
    """Answers what ``answers`` holds; unreachable otherwise. ``gate`` holds every answer back.

    ``found`` says which member answers at an address; at those in ``refusing`` the computer says that nobody is there.
    """

    def __init__(self) -> None:
        self.answers: dict[str, NodeStatus | Exception] = {}
        self.gate: asyncio.Event | None = None
        self.asked: list[str] = []
        self.found: dict[str, str] = {}
        self.refusing: set[str] = set()

    async def probe(self, address: str, deadline_s: float = 3.0) -> ProbeResult:
        self.asked.append(address)
        if self.gate is not None:
            await self.gate.wait()
        answer = self.answers.get(address) or PeerUnreachable(address, f"{address} does not answer.")
        if isinstance(answer, Exception):
            raise answer from (ConnectionRefusedError() if address in self.refusing else None)
        member = address.removeprefix("node:") if address.startswith("node:") else ""
        return ProbeResult(answer, 0.25, self.found.get(address, member))


@asynccontextmanager
async def directory(
    on_change: Callable[[], None] = lambda: None, own_id: str = ""
) -> AsyncIterator[tuple[Directory, FakeProber]]:
    prober = FakeProber()
    made = Directory(prober, on_change, own_id)
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
async def test_members_that_left_take_no_place_of_those_that_are_entered_by_hand() -> None:
    async with directory() as (peers, _):
        for _ in range(MAX_PEERS):
            who = Identity.make()
            peers.member_heard(record(who))
            peers.member_gone(who.node_id)
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


# -- members ---------------------------------------------------------------------------------------------------------

ME, MATE, OTHER = Identity.make(), Identity.make(), Identity.make()
MATE_ADDRESS = f"node:{MATE.node_id}"
HAND = "https://10.0.0.9:51001"


def gone_of(peers: Directory) -> list[str]:
    gone: list[str] = []
    peers.subscribe_gone(gone.append)
    return gone


@in_loop
async def test_member_is_a_candidate_by_its_record_alone_and_its_round_trip_comes_later() -> None:
    async with directory() as (peers, prober):
        prober.gate = asyncio.Event()
        peers.member_heard(record(MATE, free_cache_bytes=1 << 20, max_sessions=8))
        first = Candidate(MATE_ADDRESS, Span(0, 3), None, 0.01, 0.0025, 0.0, 1024)
        assert peers.candidates(IDENTITY) == (first,)
        (peer,) = peers.peers()
        assert (peer.name, peer.node_id, peer.online, peer.probed) == ("attic", MATE.node_id, True, False)
        assert peers.addresses_of(MATE.node_id) == ("https://10.0.0.1:51001",)
        prober.answers[MATE_ADDRESS] = READY
        prober.gate.set()
        await until(lambda: peers.peers()[0].round_trip_s == 0.25)


@in_loop
async def test_member_that_nobody_measured_yet_is_as_far_as_the_landmarks_say() -> None:
    relay = Identity.make()
    async with directory() as (peers, prober):
        prober.answers[f"node:{relay.node_id}"] = NodeStatus(state="off")
        peers.member_heard(record(relay, shards=(), is_relay=True))
        await until(lambda: peers.landmarks() == ((relay.node_id, 0.25),))
        prober.gate = asyncio.Event()
        peers.member_heard(record(MATE, round_trips=((relay.node_id, 0.25),)))
        (candidate,) = peers.candidates(IDENTITY)
        assert candidate.round_trip_s is not None
        assert 0.0 <= candidate.round_trip_s < 0.25


@pytest.mark.parametrize("state", ["joining", "draining", "loading", "failed"])
@in_loop
async def test_member_that_is_not_ready_is_no_candidate(state: str) -> None:
    async with directory() as (peers, _):
        peers.member_heard(record(MATE, state=state, shards=(replace(OFFER, state=state),)))
        assert peers.candidates(IDENTITY) == ()
        assert peers.peers()[0].is_leaving == (state == "draining")
        peers.member_heard(record(MATE, sequence=2))
        assert len(peers.candidates(IDENTITY)) == 1
        peers.member_heard(record(MATE, sequence=3, state="draining"))  # its shards still say ready
        assert peers.candidates(IDENTITY) == ()


@in_loop
async def test_record_keeps_what_only_the_status_says() -> None:
    async with directory() as (peers, prober):
        shard = ShardStatus("ready", "tiny", IDENTITY, Span(0, 3), 6, shard_bytes=77)
        prober.answers[MATE_ADDRESS] = replace(READY, shards=(shard,), used_bytes=5, limit_bytes=9)
        peers.member_heard(record(MATE))
        await until(lambda: peers.peers()[0].probed)
        peers.member_heard(record(MATE, sequence=2, shards=(replace(OFFER, decode_tps=50.0),)))
        status = peers.peers()[0].status
        assert status is not None
        assert (status.shards[0].shard_bytes, status.shards[0].decode_tps, status.limit_bytes) == (77, 50.0, 9)


@in_loop
async def test_member_that_left_and_does_not_answer_is_gone_once_and_for_all_who_listen() -> None:
    async with directory() as (peers, prober):
        gone = gone_of(peers)
        prober.answers[MATE_ADDRESS] = READY
        peers.member_heard(record(MATE))
        await until(lambda: peers.peers()[0].probed)
        del prober.answers[MATE_ADDRESS]
        peers.member_gone(MATE.node_id)
        assert peers.candidates(IDENTITY) == ()
        await until(lambda: gone == [MATE_ADDRESS])
        peers.member_gone(MATE.node_id)
        peers.member_gone(OTHER.node_id)
        await peers.probe(MATE_ADDRESS)
        assert (gone, peers.peers()[0].online) == ([MATE_ADDRESS], False)


@in_loop
async def test_member_that_the_overlay_lost_but_that_answers_is_not_gone() -> None:
    async with directory() as (peers, prober):
        gone = gone_of(peers)
        prober.answers[MATE_ADDRESS] = READY
        peers.member_heard(record(MATE))
        peers.member_gone(MATE.node_id)
        await until(lambda: peers.peers()[0].online)
        assert (gone, len(peers.candidates(IDENTITY))) == ([], 1)


@in_loop
async def test_killed_and_restarted_member_is_one_entry_and_what_it_held_is_lost() -> None:
    async with directory() as (peers, prober):
        gone = gone_of(peers)
        prober.answers[MATE_ADDRESS] = READY
        peers.member_heard(record(MATE, boot=1, sequence=40))
        await until(lambda: peers.peers()[0].probed)
        peers.member_heard(record(MATE, boot=2, sequence=1, name="cellar"))
        assert [(peer.name, peer.online) for peer in peers.peers()] == [("cellar", True)]
        assert gone == [MATE_ADDRESS]


@in_loop
async def test_member_that_the_overlay_sees_may_miss_one_probe() -> None:
    async with directory() as (peers, prober):
        gone = gone_of(peers)
        peers.member_heard(record(MATE))
        await until(lambda: prober.asked == [MATE_ADDRESS])
        assert peers.peers()[0].online
        await peers.probe(MATE_ADDRESS)
        assert (peers.peers()[0].online, gone) == (False, [])  # it may only be slow
        prober.answers[MATE_ADDRESS] = READY
        await peers.probe(MATE_ADDRESS)
        assert peers.peers()[0].online


@in_loop
async def test_member_that_shares_nothing_is_here_though_nobody_answers_and_is_measured_once_it_shares() -> None:
    async with directory() as (peers, prober):
        gone = gone_of(peers)
        peers.member_heard(record(MATE, state="off", shards=()))
        for _ in range(3):
            await peers.probe(MATE_ADDRESS)
        peer = peers.get(MATE_ADDRESS)
        assert peer is not None
        assert (peer.online, peer.error, gone, prober.asked) == (True, "", [], [])
        prober.answers[MATE_ADDRESS] = READY
        peers.member_heard(record(MATE))
        await until(lambda: peers.peers()[0].round_trip_s == 0.25)
        peers.member_gone(MATE.node_id)
        assert not peers.peers()[0].online


@pytest.mark.parametrize("refused", [True, False])
@in_loop
async def test_plain_peer_is_gone_only_where_its_computer_says_so(refused: bool) -> None:
    async with directory() as (peers, prober):
        gone = gone_of(peers)
        prober.answers[A] = READY
        peers.add(A, remembered=False)
        await until(lambda: peers.peers()[0].online)
        del prober.answers[A]
        prober.refusing = {A} if refused else set()
        await peers.probe(A)
        assert (peers.peers()[0].online, gone) == (False, [A] if refused else [])


@in_loop
async def test_member_that_is_gone_for_long_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory_module, "PROBE_EVERY_S", 0.001)
    monkeypatch.setattr(directory_module, "FORGET_S", 0.003)
    async with directory() as (peers, _):
        peers.member_heard(record(MATE))
        peers.member_gone(MATE.node_id)
        await until(lambda: not peers.peers())


@in_loop
async def test_address_of_a_member_entered_by_hand_becomes_the_member(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory_module, "PROBE_EVERY_S", 0.001)
    async with directory() as (peers, prober):
        prober.answers |= {HAND: READY, MATE_ADDRESS: READY}
        prober.found[HAND] = MATE.node_id
        assert peers.add(HAND, remembered=True) == HAND
        await until(lambda: [peer.address for peer in peers.peers()] == [MATE_ADDRESS])
        peers.member_heard(record(MATE))
        peers.add(HAND, remembered=False)  # it is known by that name already
        (peer,) = peers.peers()
        assert (peer.remembered, peers.remembered()) == (True, (HAND,))
        assert peers.addresses_of(MATE.node_id) == ("https://10.0.0.1:51001", HAND)
        assert peers.remembered(without=MATE_ADDRESS) == peers.remembered(without=HAND) == ()
        peers.remove(MATE_ADDRESS)  # the overlay sees it still
        assert (peers.peers()[0].remembered, peers.remembered()) == (False, ())
        peers.member_gone(MATE.node_id)
        peers.remove(MATE_ADDRESS)
        assert peers.peers() == ()


@in_loop
async def test_address_at_which_another_member_answers_later_is_that_members(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory_module, "PROBE_EVERY_S", 0.001)
    async with directory() as (peers, prober):
        prober.answers[HAND], prober.found[HAND] = READY, MATE.node_id
        peers.add(HAND, remembered=True)
        await until(lambda: [peer.address for peer in peers.peers()] == [MATE_ADDRESS])
        prober.found[HAND] = OTHER.node_id
        prober.answers[f"node:{OTHER.node_id}"] = READY
        await until(lambda: peers.addresses_of(OTHER.node_id) == (HAND,))
        assert (peers.addresses_of(MATE.node_id), peers.remembered()[-1]) == ((), HAND)


@in_loop
async def test_own_address_entered_by_hand_is_no_peer() -> None:
    async with directory(own_id=ME.node_id) as (peers, prober):
        prober.answers[HAND], prober.found[HAND] = READY, ME.node_id
        peers.add(HAND, remembered=True)
        await until(lambda: peers.peers()[0].probed)
        assert "own node" in peers.peers()[0].error
        peers.member_heard(record(ME))
        assert (len(peers.peers()), peers.candidates(IDENTITY)) == (1, ())


@in_loop
async def test_leaving_a_swarm_forgets_its_members_but_not_what_was_entered_by_hand() -> None:
    async with directory() as (peers, prober):
        prober.answers[HAND], prober.found[HAND] = READY, MATE.node_id
        peers.add(HAND, remembered=True)
        peers.add(A, remembered=False)
        await until(lambda: peers.get(MATE_ADDRESS) is not None)
        peers.member_heard(record(OTHER))
        del prober.answers[HAND]
        peers.forget_members()
        assert sorted(peer.address for peer in peers.peers()) == [A, HAND]


@in_loop
async def test_numbers_that_drift_do_not_redraw_everything_but_states_do() -> None:
    changes: list[int] = []
    async with directory(lambda: changes.append(1)) as (peers, prober):
        prober.answers[MATE_ADDRESS] = replace(READY, shards=(ShardStatus("ready", "tiny", IDENTITY, Span(0, 3), 6),))
        peers.member_heard(record(MATE))
        await until(lambda: peers.peers()[0].probed)
        num = len(changes)
        for sequence in range(2, 50):
            peers.member_heard(record(MATE, sequence=sequence, shards=(replace(OFFER, decode_tps=100.0 + sequence),)))
        assert len(changes) == num
        peers.member_heard(record(MATE, sequence=50, state="draining"))
        assert len(changes) == num + 1


@in_loop
async def test_many_members_are_asked_a_bounded_number_at_a_time() -> None:
    async with directory() as (peers, prober):
        prober.gate = asyncio.Event()
        for number in range(1000):
            peers.member_heard(replace(record(MATE), node_id=f"{number:064x}"))
        await until(lambda: len(prober.asked) == directory_module.MAX_PROBES)
        await asyncio.sleep(0)
        assert len(prober.asked) == directory_module.MAX_PROBES
        assert len(peers.candidates(IDENTITY)) == 1000


@in_loop
async def test_the_more_members_the_seldomer_each_is_asked() -> None:
    async with directory() as (peers, prober):
        prober.gate = asyncio.Event()
        peers.member_heard(record(MATE))
        for number in range(999):
            peers.member_heard(replace(record(MATE), node_id=f"{number:064x}"))
        prober.gate.set()
        prober.answers[MATE_ADDRESS] = READY
        assert await peers._take_turn(MATE_ADDRESS) == 1000 / directory_module.MAX_PROBES_PER_S
