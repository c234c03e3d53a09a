"""What the members of the active swarm hand out, for the models of this computer: asked for, agreed on, as sources.

Threads: the core loop, but for ``MemberWeights.ask``, which any thread calls.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from meshnet_gui.concurrency.http_client import Reply
from meshnet_gui.modelstore.fetch.sources import Source
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.runtime.presence import Presence
from meshnet_gui.runtime.served import Stored
from meshnet_gui.swarm.agreement import agree, liars_about
from meshnet_gui.swarm.node_id import short_id
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.swarm.weight_files import ModelFiles, model_files
from meshnet_gui.swarm.weight_source import member_sources
from meshnet_gui.swarm.weights import CONNECT_DEADLINE_S, Offer, find_offers
from meshnet_gui.types import ModelIdentity

log = logging.getLogger(__name__)

LOOK_EVERY_S = 0.1


@dataclass(frozen=True)
class Found:
    """A model as members hand it out: its tensors, and its small files with the headers of its weight files."""

    manifest: TensorManifest
    files: ModelFiles


@dataclass(frozen=True)
class Given:
    """Members as sources, and the digests that they agree on by tensor.

    What they ``disputed`` comes from the hub, which tells who of ``offers`` has lied.
    """

    sources: tuple[Source, ...] = ()
    expected: Mapping[str, str] | None = None
    offers: tuple[Offer, ...] = ()
    disputed: frozenset[str] = frozenset()


class MemberWeights:
    """The members' side of a fetch. ``presence`` is ours in the active swarm; None while there is none."""

    def __init__(self, presence: Callable[[], Presence | None]) -> None:
        self._presence = presence
        self._loop: asyncio.AbstractEventLoop | None = None
        self._liars: set[str] = set()  # of this run of the program

    async def find(self, stored: Stored) -> Found | None:
        """The model itself, from whoever hands it out; None where nobody does. Raises PeerError and SwarmError."""
        identity = next((o.identity for o in await self._offers(None, stored) if Stored.of(o.identity) == stored), None)
        presence = self._presence()
        if identity is None or presence is None:
            return None
        offers = await self._offers(identity, stored)
        if not offers:
            return None
        agreed = await asyncio.to_thread(agree, offers, None, has_hub=False)
        return Found(agreed.manifest, await model_files(presence.roads, offers, agreed))

    async def give(self, spec: ModelSpec, known: TensorManifest, *, has_hub: bool) -> Given:
        """Who hands out pieces of a model of ours. Raises SwarmError where they contradict each other."""
        offers = await self._offers(spec.identity, Stored.of(spec.identity))
        if not offers:
            return Given()
        agreed = await asyncio.to_thread(agree, offers, known, has_hub=has_hub)
        sources = await asyncio.to_thread(member_sources, offers, agreed, self.ask)
        return Given(sources, agreed.expected, offers, agreed.disputed)

    def note_givers(self, given: Given, names: Collection[str]) -> None:
        """After a fetch: who gave other bytes than it had offered, as members are shown, is asked no more."""
        for offer in given.offers:
            if offer.name in names:
                log.warning("node %s handed out other bytes than it had offered", short_id(offer.node_id))
                self._liars.add(offer.node_id)

    async def note_liars(self, given: Given, right: TensorManifest) -> None:
        """After a fetch: who signed another digest of something disputed than the hub's bytes have is asked no more."""
        digests = {name: right.by_name[name].sha256 for name in given.disputed if right.by_name[name].sha256}
        for node_id in await asyncio.to_thread(liars_about, given.offers, digests):
            log.warning("node %s signed digests that the hub's files do not have", short_id(node_id))
            self._liars.add(node_id)

    async def note_signers(self, spec: ModelSpec, wrong: Mapping[str, str]) -> None:
        """Who hands out tensors with one of these digests, which are not the hub's, is asked no more."""
        for offer in await self._offers(spec.identity, Stored.of(spec.identity)):
            said = offer.manifest.by_name if offer.manifest is not None else {}
            if any(name in said and said[name].sha256 == sha256 for name, sha256 in wrong.items()):
                log.warning("node %s hands out weights that are not the hub's", short_id(offer.node_id))
                self._liars.add(offer.node_id)

    def finds_for_s(self) -> float:
        """How long it may still take until the members are found who are there."""
        presence = self._presence()
        return presence.finds_for_s() if presence is not None else 0.0

    def ask(
        self, node_id: str, path: str, headers: Mapping[str, str], deadline_s: float, max_bytes: int, /
    ) -> Future[Reply]:
        """Begins a GET at a member. Any thread."""
        loop, presence = self._loop, self._presence()
        if loop is None or presence is None:
            failed: Future[Reply] = Future()
            failed.set_exception(ConnectionError("the swarm was left"))
            return failed
        asking = presence.roads.ask(
            node_id,
            "GET",
            path,
            headers,
            b"",
            connect_deadline_s=CONNECT_DEADLINE_S,
            deadline_s=deadline_s,
            max_bytes=max_bytes,
        )
        return asyncio.run_coroutine_threadsafe(asking, loop)

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _offers(self, identity: ModelIdentity | None, stored: Stored) -> tuple[Offer, ...]:
        self._loop = asyncio.get_running_loop()
        presence = self._presence()
        if presence is None:
            return ()
        for _ in range(round(presence.finds_for_s() / LOOK_EVERY_S)):
            if presence.members.records():
                break
            await asyncio.sleep(LOOK_EVERY_S)
        records = [record for record in presence.members.records() if record.node_id not in self._liars]
        members = {record.node_id: record.name for record in _serving_first(records, stored)}
        return await find_offers(presence.roads, members, identity, road_of=presence.roads.road)


def _serving_first(records: Sequence[NodeRecord], stored: Stored) -> list[NodeRecord]:
    """Those who serve the model before all others: not everybody can be asked."""
    return sorted(
        records, key=lambda record: not any(Stored.parse(offer.identity) == stored for offer in record.shards)
    )
