"""Members on a real overlay: each learns of the others what their keys have signed, through relays and their deaths."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from meshnet_gui.swarm import announcer as announcer_module
from meshnet_gui.swarm import members as members_module
from meshnet_gui.swarm import overlay as overlay_module
from meshnet_gui.swarm.announcer import Announcer
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.members import INFO_KEY, Members
from meshnet_gui.swarm.overlay import NODE_KEY, RECORD_KEY, Overlay
from meshnet_gui.swarm.overlay_config import OverlaySettings
from meshnet_gui.swarm.signed_record import open_record, sign_record
from tests.fleet import in_loop, until
from tests.swarm.records import OFFER, record
from tests.swarm_members import Heard, member, overlay

LONG_S = 100.0
SWARM = member().swarm_id


class Party:
    """One member with all that finds it and is found by it."""

    def __init__(self, identity: Identity, *rendezvous: int, port: int = 0) -> None:
        self.identity = identity
        self.gone: list[str] = []
        self.members = Members(SWARM, identity.node_id, lambda record: None, self.gone.append)
        settings = OverlaySettings(tuple(f"127.0.0.1:{known}" for known in rendezvous), "127.0.0.1", port, "")
        self.overlay = Overlay(member(identity=identity), settings, self.members)
        self.members.use(self.overlay)
        self.announcer = Announcer(self.overlay, identity, SWARM, record(identity))

    def states(self) -> dict[str, str]:
        return {known.node_id: known.state for known in self.members.records()}

    async def open(self) -> None:
        await self.announcer.start()
        await self.overlay.open()

    async def close(self) -> None:
        await self.announcer.close()
        await self.overlay.close()
        await self.members.close()


@asynccontextmanager
async def party(*rendezvous: int, identity: Identity | None = None, port: int = 0) -> AsyncIterator[Party]:
    made = Party(identity or Identity.make(), *rendezvous, port=port)
    try:
        await made.open()
        yield made
    finally:
        await made.close()


@in_loop
async def test_members_know_of_each_other_what_they_say_and_when_they_leave() -> None:
    async with party() as first:
        async with party(first.overlay.port) as second:
            ids = first.identity.node_id, second.identity.node_id
            await until(lambda: first.states() == {ids[1]: "ready"} and second.states() == {ids[0]: "ready"})
            offer = replace(OFFER, state="draining")
            second.announcer.announce(record(second.identity, state="draining", shards=(offer,)))
            await until(lambda: first.states() == {ids[1]: "draining"})
        await until(lambda: first.gone == [ids[1]])
        assert first.states() == {}
        assert not first.members.dropped["forged"] + first.members.dropped["silent"]


@in_loop
async def test_member_that_claims_anothers_id_convinces_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a member, so the overlay carries what it says: token, answers, records, all under the other's id."""
    monkeypatch.setattr(members_module, "ASK_AGAIN_S", (0.01, 0.01, LONG_S, LONG_S))
    monkeypatch.setattr(announcer_module, "AFTER_JOINING_S", (0.2,) * 100)
    victim = Identity.make()
    old = sign_record(record(victim), SWARM, victim)
    async with overlay(member()) as evil:

        async def answer(nonce: bytes) -> bytes:
            return secrets.token_bytes(64) + old

        await evil.serve(f"{INFO_KEY}/{victim.node_id}", answer)
        session = evil._session
        assert session is not None
        token = session.liveliness().declare_token(f"{NODE_KEY}/{victim.node_id}")
        async with party(evil.port) as first:
            await until(lambda: first.members.dropped["forged"] >= 2)
            await evil.put(f"{RECORD_KEY}/{victim.node_id}", old)
            await until(lambda: first.members.dropped["forged"] >= 3)
            assert first.states() == {}
            async with party(evil.port, identity=victim) as second:  # the real one comes, and is believed beside it
                await until(lambda: victim.node_id in first.states())
                second.announcer.announce(record(victim, state="draining"))
                await until(lambda: first.states()[victim.node_id] == "draining")
                await evil.put(f"{RECORD_KEY}/{victim.node_id}", old)
                forged = sign_record(record(victim, boot=2**60), SWARM, Identity.make())
                await evil.put(f"{RECORD_KEY}/{victim.node_id}", forged)
                await until(lambda: first.members.dropped["stale"] == 1 and first.members.dropped["forged"] >= 4)
                assert first.states() == {victim.node_id: "draining"}
        del token


@in_loop
async def test_whoever_listens_hears_records_that_only_their_nodes_can_have_signed() -> None:
    heard = Heard()
    async with overlay(member(), heard=heard) as listening, party(listening.port) as first:
        await until(lambda: bool(heard.alive))
        first.announcer.again()
        await until(lambda: bool(heard.records))
        node_id, signed = heard.records[-1]
        assert node_id == open_record(signed, SWARM).node_id == first.identity.node_id


@pytest.mark.slow
@in_loop
async def test_relay_that_dies_parts_those_who_share_nothing_else_and_joins_them_when_it_is_back() -> None:
    relay, port = Identity.make(), 0
    async with party(identity=relay) as middle:
        port = middle.overlay.port
        async with party(port) as first, party(port) as second, party(second.overlay.port) as neighbour:
            everybody = {p.identity.node_id for p in (middle, first, second, neighbour)}
            for each in (first, second, neighbour):
                await until(lambda: each.states().keys() == everybody - {each.identity.node_id})  # noqa: B023
            await middle.close()
            await until(lambda: first.states() == {})
            near = {second.identity.node_id, neighbour.identity.node_id}
            await until(lambda: {*second.states(), *neighbour.states()} == near)  # next to each other: they go on
            async with party(identity=Identity(relay._key, boot=2), port=port):
                for each in (first, second, neighbour):
                    await until(lambda: each.states().keys() == everybody - {each.identity.node_id})  # noqa: B023


@pytest.mark.slow
@in_loop
async def test_after_a_sleep_the_others_are_there_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlay_module, "REJOIN_S", 0.5)
    async with party() as first, party(first.overlay.port) as second:
        await until(lambda: bool(first.states()) and bool(second.states()))
        asked = second.members.dropped.copy()
        second.announcer.announce(record(second.identity, state="joining"))
        await second.overlay.reopen()
        second.announcer.again()
        await until(lambda: first.states() == {second.identity.node_id: "joining"})
        await until(lambda: second.states() == {first.identity.node_id: "ready"})
        assert second.gone == []
        assert second.members.dropped["forged"] == asked["forged"]
