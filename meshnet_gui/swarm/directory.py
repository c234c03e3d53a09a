"""The directory: all peers, plain ones and members of the swarm, and what each last said of itself.

One entry for each, by its address: ``node:`` and the node id for a member, however often it was killed and started or
moved; a base URL for a plain peer. Plain peers are asked every other second. Members say by themselves how they are,
and are asked seldom, a bounded number of them at a time. Whoever is said to have gone is asked at once: the overlay
can lose sight of a member that still answers.

Threads: the core loop only.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from heapq import nsmallest
from typing import Protocol

from meshnet_gui.errors import PeerError, UserError
from meshnet_gui.swarm.peer import Peer, heard
from meshnet_gui.swarm.probe import PROBE_DEADLINE_S, ProbeResult, normal_address, was_refused
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.swarm.roads import MEMBER
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.swarm.turns import Turns

log = logging.getLogger(__name__)

__all__ = ["Directory", "Peer"]

PROBE_EVERY_S = 2.0  # of whoever does not say by itself how it is
MEMBER_EVERY_S = 10.0  # of members that do
NEWCOMER_SPREAD_S = 0.005  # per member: not all ask a newcomer in the same moment
CONFIRM_S = 1.0  # within it a member that is said to have gone can show that it has not
FORGET_S = 120.0  # an entry of a member that is gone and was not entered by hand
MAX_PROBES = 16  # at once
MAX_PROBES_PER_S = 10.0  # of members that say by themselves how they are: the more, the seldomer each is asked
MAX_PEERS = 256  # entered by hand
MAX_MEMBERS = 10_000
NUM_LANDMARKS = 8
PATIENCE = 2  # so many probes of a member that the overlay sees may fail before it counts as offline


class CanProbe(Protocol):
    """``swarm.probe.Prober``, or a fake of it."""

    async def probe(self, address: str, deadline_s: float = ...) -> ProbeResult: ...


class Directory:
    """Known peers by address. ``on_change`` is called when one of them came, went or changed in what is shown."""

    def __init__(self, prober: CanProbe, on_change: Callable[[], None] = lambda: None, own_id: str = "") -> None:
        self._prober = prober
        self._on_change = on_change
        self.own_id = own_id
        self._peers: dict[str, Peer] = {}
        self._gone_listeners: list[Callable[[str], None]] = []
        self._turns = Turns(self._take_turn, MAX_PROBES)

    def peers(self) -> tuple[Peer, ...]:
        return tuple(self._peers.values())

    def get(self, address: str) -> Peer | None:
        return self._peers.get(address)

    def candidates(self, identity: str) -> tuple[Candidate, ...]:
        """The peers that could be a hop for this model, once for each of their shards of it."""
        own = {peer.node_id: peer.round_trip_s for peer in self._measured()}
        return tuple(
            candidate
            for peer in self._peers.values()
            for candidate in peer.candidates(identity, peer.expected_round_trip_s(own))
        )

    def landmarks(self) -> tuple[tuple[str, float], ...]:
        """Round trips to a few members that everybody measures: of those that can be reached from anywhere, the
        first by id. By them others estimate how far we are."""
        relays = (peer for peer in self._measured() if peer.record is not None and peer.record.is_relay)
        chosen = nsmallest(NUM_LANDMARKS, ((peer.node_id, peer.round_trip_s or 0.0) for peer in relays))
        return tuple((node_id, round(seconds, 4)) for node_id, seconds in chosen)

    def _measured(self) -> Iterator[Peer]:
        return (peer for peer in self._peers.values() if peer.node_id and peer.round_trip_s is not None)

    def addresses_of(self, node_id: str) -> tuple[str, ...]:
        """The base URLs at which a member may be reached directly."""
        peer = self._peers.get(f"{MEMBER}{node_id}")
        return peer.addresses if peer is not None else ()

    def subscribe_gone(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Calls ``listener(address)`` when it is certain that nobody answers there any more; returns how to end it."""
        self._gone_listeners.append(listener)
        return lambda: self._gone_listeners.remove(listener)

    async def close(self) -> None:
        """Ends every probe."""
        await self._turns.close()

    # -- by hand ----------------------------------------------------------------------------------------------------

    def add(self, address: str, *, remembered: bool) -> str:
        """Takes a peer in and begins to probe it; returns its normal address. Raises UserError."""
        address = normal_address(address)
        known = self._known_at(address)
        if known is not None:
            if remembered and not known.remembered:
                self._peers[known.address] = replace(known, remembered=True)
            self._on_change()
            return address
        if sum(1 for peer in self._peers.values() if peer.by_hand or not peer.node_id) >= MAX_PEERS:
            raise UserError(f"There are already {MAX_PEERS} peers.", "Remove one first.")
        self._peers[address] = Peer(address, remembered)
        self._turns.put(address)
        self._on_change()
        return address

    def remove(self, address: str) -> None:
        """Forgets a peer; an unknown one is no error. A member that the overlay sees is only not remembered then."""
        known = self._known_at(address)
        if known is not None and known.alive:
            self._peers[known.address] = replace(known, remembered=False, by_hand=())
        elif known is not None:
            self._forget(known.address)
        self._on_change()

    def remembered(self, without: str = "") -> tuple[str, ...]:
        """The addresses to save, without those of a peer that is about to be removed."""
        dropped = self._known_at(without) if without else None
        kept = [peer for peer in self._peers.values() if peer.remembered and peer is not dropped]
        return tuple(dict.fromkeys(address for peer in kept for address in (peer.by_hand or (peer.address,))))

    def _known_at(self, address: str) -> Peer | None:
        by_hand = (peer for peer in self._peers.values() if address in peer.by_hand)
        return self._peers.get(address) or next(by_hand, None)

    # -- by the overlay ---------------------------------------------------------------------------------------------

    def member_heard(self, record: NodeRecord) -> None:
        """A member is there and says this of itself."""
        address = f"{MEMBER}{record.node_id}"
        known = self._peers.get(address)
        if record.node_id == self.own_id or (known is None and len(self._peers) >= MAX_MEMBERS):
            return
        before = known or Peer(address, False, node_id=record.node_id)
        if before.record is not None and before.record.boot != record.boot and before.online:
            self._tell_gone(address)  # it was started again: what it held is lost
        is_new = not before.alive or not before.online or before.is_heard_only
        peer = heard(before, record)
        self._put(replace(peer, alive=True, online=True, error="", num_failures=0, doubted=False))
        if is_new:
            self._turns.put(
                address, random.uniform(0.0, min(NEWCOMER_SPREAD_S * len(self._peers), self._member_every_s()))
            )

    def member_gone(self, node_id: str) -> None:
        """The overlay sees a member no more. Until it answers a probe it counts as offline."""
        peer = self._peers.get(f"{MEMBER}{node_id}")
        if peer is not None and peer.alive:
            self._put(replace(peer, alive=False, online=False, error="It left the swarm.", doubted=True))
            self._turns.put(peer.address)

    def forget_members(self) -> None:
        """The swarm is no more ours. What was entered by hand stays, to be looked for in the next one."""
        for peer in [peer for peer in self._peers.values() if peer.node_id]:
            self._forget(peer.address)
            if peer.remembered:
                for address in peer.by_hand:
                    self.add(address, remembered=True)
        self._on_change()

    # -- probing ----------------------------------------------------------------------------------------------------

    async def probe(self, address: str) -> Peer | None:
        """Probes a known peer now; None where it was removed meanwhile."""
        known = self._known_at(address)
        return await self._probe(known.address) if known is not None else None

    def probe_all(self) -> None:
        """Everybody's turn is now, as after a sleep: what was known may be old."""
        for address in self._peers:
            self._turns.put(address)

    async def _take_turn(self, address: str) -> float | None:
        """One probe at its time; the seconds until the next one."""
        try:
            peer = await self._probe(address)
        except Exception:  # one odd answer must not leave the peer as it was for ever
            log.exception("probing %s failed", address)
            peer = self._peers.get(address)
        if peer is None or peer.address != address:
            return None
        if peer.node_id and not peer.online and not peer.by_hand and peer.num_failures * PROBE_EVERY_S > FORGET_S:
            self._forget(address)
            self._on_change()
            return None
        return self._member_every_s() if peer.alive and peer.online else PROBE_EVERY_S

    def _member_every_s(self) -> float:
        return max(MEMBER_EVERY_S, len(self._peers) / MAX_PROBES_PER_S)

    async def _probe(self, address: str) -> Peer | None:
        before = self._peers.get(address)
        if before is None:
            return None
        if before.is_heard_only:
            return before
        is_doubted = bool(before.node_id) and not before.online
        try:
            result = await self._prober.probe(address, CONFIRM_S if is_doubted else PROBE_DEADLINE_S)
        except PeerError as exc:
            return await self._failed(address, exc)
        if result.node_id and not before.node_id:
            return self._adopt(address, result)
        return self._answered(address, result)

    def _answered(self, address: str, result: ProbeResult) -> Peer | None:
        peer = self._peers.get(address)
        if peer is None:
            return None
        return self._put(
            replace(
                peer,
                online=True,
                probed=True,
                status=result.status,
                round_trip_s=result.round_trip_s,
                error="",
                num_failures=0,
                doubted=False,
            )
        )

    async def _failed(self, address: str, error: PeerError) -> Peer | None:
        peer = self._peers.get(address)
        if peer is None:
            return None
        num_failures = peer.num_failures + 1
        if peer.alive and num_failures < PATIENCE:
            return self._put(replace(peer, num_failures=num_failures))
        is_certain = peer.doubted or (peer.online and was_refused(error))
        peer = self._put(
            replace(
                peer,
                online=False,
                probed=True,
                round_trip_s=None,
                error=str(error),
                num_failures=num_failures,
                doubted=False,
            )
        )
        if is_certain:
            self._tell_gone(address)
        if peer.by_hand and not peer.alive:
            return await self._look_by_hand(peer)
        return peer

    async def _look_by_hand(self, peer: Peer) -> Peer | None:
        """Where a member was found by hand, another may be now."""
        for address in peer.by_hand:
            try:
                result = await self._prober.probe(address, CONFIRM_S)
            except PeerError:
                continue
            if result.node_id not in ("", peer.node_id) and peer.address in self._peers:
                self._peers[peer.address] = replace(peer, by_hand=tuple(a for a in peer.by_hand if a != address))
                self._peers[address] = Peer(address, peer.remembered)
                self._adopt(address, result)
        return self._peers.get(peer.address)

    def _adopt(self, address: str, result: ProbeResult) -> Peer | None:
        """The member that answered at an address that was entered by hand: one entry with what is known of it."""
        entered = self._peers.pop(address, None)
        if entered is None:
            return None
        if result.node_id == self.own_id:
            self._peers[address] = entered
            return self._put(replace(entered, probed=True, online=False, error="This is this computer's own node."))
        member = f"{MEMBER}{result.node_id}"
        known = self._peers.get(member) or Peer(member, False, node_id=result.node_id)
        by_hand = tuple(dict.fromkeys((*known.by_hand, address)))
        self._peers[member] = replace(known, by_hand=by_hand, remembered=known.remembered or entered.remembered)
        self._turns.put(member, PROBE_EVERY_S)
        return self._answered(member, result)

    # -- state ------------------------------------------------------------------------------------------------------

    def _put(self, peer: Peer) -> Peer:
        before = self._peers.get(peer.address)
        self._peers[peer.address] = peer
        if before is None or before.online != peer.online or (peer.probed and not before.probed):
            log.info("peer %s is %s", peer.address[:13] if peer.node_id else peer.address, _word(peer))
        if not peer.node_id or before is None or _shown(before) != _shown(peer):
            self._on_change()
        return peer

    def _forget(self, address: str) -> None:
        self._peers.pop(address, None)
        self._turns.drop(address)

    def _tell_gone(self, address: str) -> None:
        for listener in list(self._gone_listeners):
            try:
                listener(address)
            except Exception:
                log.exception("a listener failed on a peer that is gone")


def _word(peer: Peer) -> str:
    return "online" if peer.online else "offline"


def _shown(peer: Peer) -> object:
    """What others act on or show of a member; numbers that drift are looked up when they are needed."""
    status = peer.status
    shards = [(shard.identity, shard.span, shard.state) for shard in status.shards] if status is not None else []
    state = status.state if status is not None else ""
    return peer.online, peer.probed, peer.remembered, peer.error, peer.name, peer.addresses, state, shards
