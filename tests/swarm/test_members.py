"""Who counts as a member: whoever proves it now, with what it said last; nobody by another's word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from meshnet_gui.swarm import members as members_module
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.members import ASK_AGAIN_S, INFO_KEY, MAX_REPLIES, Members
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.swarm.signed_record import sign_answer, sign_record
from tests.fleet import in_loop, until
from tests.swarm.records import SWARM, FakeOverlay, Handler, record

ME, A, B = Identity.make(), Identity.make(), Identity.make()


class Told:
    def __init__(self) -> None:
        self.records: list[NodeRecord] = []
        self.gone: list[str] = []
        self.now = 100.0


@asynccontextmanager
async def members(overlay: FakeOverlay) -> AsyncIterator[tuple[Members, Told]]:
    told = Told()
    made = Members(SWARM, ME.node_id, told.records.append, told.gone.append, clock=lambda: told.now)
    made.use(overlay)
    yield made, told
    await made.close()


def answering(who: Identity, **changes: object) -> Handler:
    async def answer(nonce: bytes) -> bytes:
        return sign_answer(sign_record(record(who, **changes), SWARM, who), nonce, who)

    return answer


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_module, "ASK_AGAIN_S", tuple(0.001 for _ in ASK_AGAIN_S))


@in_loop
async def test_whoever_appears_is_asked_and_then_followed_until_it_is_gone() -> None:
    overlay = FakeOverlay()
    await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A))
    async with members(overlay) as (them, told):
        them.on_alive(A.node_id)
        await until(lambda: told.records == [record(A)])
        them.on_record(A.node_id, sign_record(record(A, sequence=2, state="draining"), SWARM, A))
        assert [r.state for r in them.records()] == ["draining"]
        them.on_gone(A.node_id)
        them.on_gone(A.node_id)
        assert (told.gone, them.records()) == ([A.node_id], ())
        assert not sum(them.dropped.values())


@in_loop
async def test_who_does_not_answer_at_once_is_asked_again() -> None:
    overlay = FakeOverlay()
    async with members(overlay) as (them, told):
        them.on_alive(A.node_id)
        await until(lambda: len(overlay.asked) >= 2)
        await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A))
        await until(lambda: bool(told.records))


@in_loop
async def test_claim_that_nobody_proves_is_given_up_and_its_going_is_nobodys() -> None:
    overlay = FakeOverlay()
    async with members(overlay) as (them, told):
        them.on_alive(A.node_id)
        await until(lambda: them.dropped["silent"] == 1)
        them.on_gone(A.node_id)
        assert (told.records, told.gone, len(overlay.asked)) == ([], [], len(ASK_AGAIN_S) + 1)


@in_loop
async def test_impostor_who_answers_first_is_passed_over() -> None:
    overlay = FakeOverlay()
    kept: list[bytes] = []

    async def record_of_old(nonce: bytes) -> bytes:
        """Plays back what the member once answered to somebody else."""
        kept.append(nonce)
        return sign_answer(sign_record(record(A, state="draining"), SWARM, A), bytes(16), A)

    async def in_own_name(nonce: bytes) -> bytes:
        return await answering(B)(nonce)

    async def noise(nonce: bytes) -> bytes:
        return b"noise"

    for handler in (record_of_old, in_own_name, noise, answering(A)):
        await overlay.serve(f"{INFO_KEY}/{A.node_id}", handler)
    async with members(overlay) as (them, told):
        them.on_alive(A.node_id)
        await until(lambda: told.records == [record(A)])
        assert them.dropped["forged"] == 3
        assert kept != [bytes(16)]


@in_loop
async def test_replayed_duplicate_and_forged_records_change_nothing() -> None:
    overlay = FakeOverlay()
    await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A, sequence=5))
    async with members(overlay) as (them, told):
        old = sign_record(record(A, sequence=3), SWARM, A)
        them.on_record(A.node_id, old)  # before it is known at all
        them.on_alive(A.node_id)
        await until(lambda: len(told.records) == 1)
        them.on_record(A.node_id, old)
        them.on_record(A.node_id, sign_record(record(A, sequence=5), SWARM, A))
        them.on_record(A.node_id, sign_record(record(A, sequence=9), SWARM, B))  # B's own, under A's key
        them.on_record(A.node_id, sign_record(record(A, sequence=9), "b" * 64, A))
        them.on_record(A.node_id, b"x" * 200)
        them.on_record(B.node_id, sign_record(record(B), SWARM, B))
        assert told.records == [record(A, sequence=5)]
        assert them.dropped == {"unproven": 2, "stale": 1, "duplicate": 1, "forged": 3}
        await until(lambda: them.dropped["silent"] == 1)  # B was asked, and is not there
        assert told.records == [record(A, sequence=5)]


@in_loop
async def test_member_whose_id_somebody_claimed_before_it_came_is_found_by_what_it_publishes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(members_module, "ASK_AGAIN_S", (100.0, 100.0))
    monkeypatch.setattr(members_module, "LEAST_WAIT_S", 0.001)
    overlay = FakeOverlay()
    async with members(overlay) as (them, told):
        them.on_alive(A.node_id)
        await until(lambda: len(overlay.asked) == 1)
        await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A))
        them.on_record(A.node_id, sign_record(record(A), SWARM, A))
        await until(lambda: told.records == [record(A)])


@in_loop
async def test_replay_of_a_member_that_left_does_not_bring_it_back() -> None:
    overlay = FakeOverlay()
    serving = await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A))
    async with members(overlay) as (them, told):
        them.on_alive(A.node_id)
        await until(lambda: len(told.records) == 1)
        them.on_gone(A.node_id)
        await serving.close()
        them.on_alive(A.node_id)  # by whoever claims it
        them.on_record(A.node_id, sign_record(record(A, sequence=1), SWARM, A))
        await until(lambda: them.dropped["silent"] == 1)
        assert (them.records(), len(told.records)) == ((), 1)


@in_loop
async def test_member_that_starts_again_is_one_member_with_its_newest_record() -> None:
    overlay = FakeOverlay()
    first = await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A, boot=7, sequence=50))
    async with members(overlay) as (them, told):
        them.on_alive(A.node_id)
        await until(lambda: len(told.records) == 1)
        await first.close()
        await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A, boot=8, sequence=1))
        them.on_alive(A.node_id)
        await until(lambda: len(told.records) == 2)
        assert [(r.boot, r.sequence) for r in them.records()] == [(8, 1)]


@in_loop
async def test_its_own_answer_counts_although_its_counters_were_set_back() -> None:
    """A configuration that was restored from a copy: what is proved to be of now is newer than what was heard."""
    overlay = FakeOverlay()
    first = await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A, boot=7))
    async with members(overlay) as (them, told):
        them.on_alive(A.node_id)
        await until(lambda: len(told.records) == 1)
        await first.close()
        await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A, boot=2))
        them.on_alive(A.node_id)
        await until(lambda: [r.boot for r in them.records()] == [2])


@in_loop
async def test_flood_under_one_members_key_is_cut_and_does_not_drown_the_others() -> None:
    overlay = FakeOverlay()
    for who in (A, B):
        await overlay.serve(f"{INFO_KEY}/{who.node_id}", answering(who))
    async with members(overlay) as (them, told):
        for who in (A, B):
            them.on_alive(who.node_id)
        await until(lambda: len(told.records) == 2)
        for _ in range(100):
            them.on_record(A.node_id, b"x" * 200)
        for _ in range(200):
            them.on_record(ME.node_id, b"x" * 200)  # of nobody who is known
        assert (them.dropped["forged"], them.dropped["too_fast"]) == (20 + 100, 80 + 100)
        for who in (A, B):
            them.on_record(who.node_id, sign_record(record(who, sequence=2), SWARM, who))
        assert [r.node_id for r in told.records[2:]] == [B.node_id]
        told.now += 0.2
        them.on_record(A.node_id, sign_record(record(A, sequence=3), SWARM, A))
        assert [r.node_id for r in told.records[3:]] == [A.node_id]


@in_loop
async def test_looking_at_records_takes_a_share_of_the_loops_time_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_module, "SHARE", 1e-6)
    async with members(FakeOverlay()) as (them, told):
        for _ in range(10):
            them.on_record(A.node_id, b"x" * 200)
        assert (them.dropped["forged"], them.dropped["too_fast"]) == (1, 9)
        told.now += 1e7
        them.on_record(A.node_id, b"x" * 200)
        assert them.dropped["forged"] == 2


@in_loop
async def test_only_so_many_answers_to_one_question_are_looked_at() -> None:
    overlay = FakeOverlay()

    async def forged(nonce: bytes) -> bytes:
        return b"x" * 200

    for _ in range(MAX_REPLIES + 10):
        await overlay.serve(f"{INFO_KEY}/{A.node_id}", forged)
    async with members(overlay) as (them, _):
        them.on_alive(A.node_id)
        await until(lambda: them.dropped["silent"] == 1)
        assert them.dropped["forged"] == MAX_REPLIES * (len(ASK_AGAIN_S) + 1)


@in_loop
async def test_nobody_asks_more_than_a_bounded_number_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_module, "MAX_ASKING", 2)
    inside, most = 0, 0
    gate = asyncio.Event()

    async def slow(nonce: bytes) -> bytes:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await gate.wait()
        inside -= 1
        return b""

    overlay = FakeOverlay()
    others = [Identity.make().node_id for _ in range(5)]
    for node_id in others:
        await overlay.serve(f"{INFO_KEY}/{node_id}", slow)
    async with members(overlay) as (them, _):
        for node_id in (*others, ME.node_id):
            them.on_alive(node_id)
        await until(lambda: inside == 2)
        gate.set()
        await until(lambda: them.dropped["silent"] == 5)
        assert (most, f"{INFO_KEY}/{ME.node_id}" in overlay.asked) == (2, False)


@in_loop
async def test_claims_that_nobody_answers_do_not_keep_waiting_who_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_module, "MAX_ASKING", 2)
    monkeypatch.setattr(members_module, "MAX_MEMBERS", 10)
    overlay = FakeOverlay()

    async def never(nonce: bytes) -> bytes:
        await asyncio.Event().wait()
        return b""

    claimed = [Identity.make().node_id for _ in range(9)]
    for node_id in claimed:
        await overlay.serve(f"{INFO_KEY}/{node_id}", never)
    async with members(overlay) as (them, told):
        for node_id in (*claimed, A.node_id):
            them.on_alive(node_id)
        await overlay.serve(f"{INFO_KEY}/{A.node_id}", answering(A))
        await overlay.serve(f"{INFO_KEY}/{B.node_id}", answering(B))
        for who in (A, B):  # the one is waiting behind the claims, for the other there is no room
            them.on_record(who.node_id, sign_record(record(who), SWARM, who))
        await until(lambda: len(told.records) == 2)
        assert them.dropped["too_many"] == 0


@in_loop
async def test_more_members_than_can_be_kept_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members_module, "MAX_MEMBERS", 1)
    overlay = FakeOverlay()
    async with members(overlay) as (them, _):
        them.on_alive(A.node_id)
        them.on_alive(B.node_id)
        assert them.dropped["too_many"] == 1
