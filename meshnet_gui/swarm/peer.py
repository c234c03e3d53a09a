"""A peer as the directory knows it, whether by its own records or by being asked, and the hops that it offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from meshnet_gui.swarm.nearness import estimated_round_trip_s
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.swarm.routing import Candidate
from meshnet_gui.types import NodeStatus, ShardStatus, Span

LEAVING = ("draining", "stopping")
BUSY_S = 5.0  # a session that stepped within it is not evicted for another


@dataclass(frozen=True, slots=True)
class Peer:
    """``status`` is the last one heard (None before the first); ``error`` is why it is offline.

    A member of the swarm has a ``node_id``. While the overlay sees it, it is ``alive`` and says by records how it is;
    ``record`` is its newest one. ``by_hand`` are addresses at which somebody told us to look, and it answered.
    ``num_failures`` counts the probes in a row that failed; ``doubted``: the overlay lost it, and no probe has ended
    since.
    """

    address: str
    remembered: bool
    probed: bool = False
    online: bool = False
    status: NodeStatus | None = None
    round_trip_s: float | None = None
    error: str = ""
    node_id: str = ""
    record: NodeRecord | None = None
    alive: bool = False
    by_hand: tuple[str, ...] = ()
    num_failures: int = 0
    doubted: bool = False

    @property
    def name(self) -> str:
        """What a member calls itself."""
        return self.record.name if self.record is not None else ""

    @property
    def is_leaving(self) -> bool:
        """Whether it said so of itself; it may still serve."""
        return self.online and self.status is not None and self.status.state in LEAVING

    @property
    def is_heard_only(self) -> bool:
        """Whether it shares nothing, so that nobody would answer there: it is here all the same."""
        return self.alive and self.record is not None and self.record.state == "off"

    @property
    def addresses(self) -> tuple[str, ...]:
        """Where a member may be reached, the likeliest first."""
        said = self.record.addresses if self.record is not None else ()
        return tuple(dict.fromkeys((*said, *self.by_hand)))

    def shards_of(self, identity: str) -> tuple[ShardStatus, ...]:
        """Its shards of exactly this model that answer now."""
        if not self.online or self.status is None or self.status.state in LEAVING:
            return ()
        return tuple(shard for shard in self.status.ready_shards() if shard.identity == identity)

    def spans_of(self, identity: str) -> tuple[Span, ...]:
        """The layers of exactly this model that it is online and ready with."""
        return tuple(shard.span for shard in self.shards_of(identity))

    def expected_round_trip_s(self, own: Mapping[str, float | None]) -> float | None:
        """As measured, else estimated from the members that it and we (``own``, by node id) measured."""
        if self.round_trip_s is not None or self.record is None:
            return self.round_trip_s
        return estimated_round_trip_s(own, self.record.round_trips)

    def candidates(self, identity: str, round_trip_s: float | None) -> Iterator[Candidate]:
        """The hops that it could be for this model, one for each of its shards."""
        for shard in self.shards_of(identity):
            yield Candidate(
                self.address,
                shard.span,
                round_trip_s,
                _seconds_per_token(shard.decode_tps),
                _seconds_per_token(shard.prefill_tps),
                shard.queue_s,
                self._free_tokens(shard),
            )

    def decode_tps_of(self, identity: str) -> float:
        """Its measured speed for this model in tokens per second and layer, 0 where unknown."""
        return max((shard.decode_tps for shard in self.shards_of(identity)), default=0.0)

    def _free_tokens(self, shard: ShardStatus) -> int | None:
        record, status = self.record, self.status
        if status is None or not shard.kv_bytes_per_token:
            return None
        if self.alive and record is not None and record.max_sessions:
            return record.free_cache_bytes // shard.kv_bytes_per_token
        if not status.limit_bytes:
            return None
        busy = [session for session in status.sessions if session.state != "idle" or session.idle_s < BUSY_S]
        used = sum(session.num_bytes for session in busy) if status.sessions else status.used_bytes
        return max(0, status.limit_bytes - used) // shard.kv_bytes_per_token


def heard(peer: Peer, record: NodeRecord) -> Peer:
    """The peer after its newer record: its status says what the record does, and the rest as it was."""
    before = peer.status or NodeStatus()
    known = {(shard.identity, shard.span): shard for shard in before.shards}
    shards = tuple(_merged(known.get((offer.identity, offer.span)), offer) for offer in record.shards)
    status = replace(before, state=record.state, shards=shards, error="")
    first = next((shard for shard in shards if shard.state == "ready"), shards[0] if shards else None)
    if first is not None:
        status = replace(
            status,
            model_name=first.model_name,
            identity=first.identity,
            span=first.span,
            num_layers=first.num_layers,
            dtype=first.dtype,
            runner=first.runner,
        )
    return replace(peer, record=record, status=status if first else replace(status, span=None, identity=""))


def _merged(known: ShardStatus | None, offer: ShardOffer) -> ShardStatus:
    shard = known or ShardStatus(offer.state, offer.model_name, offer.identity, offer.span, offer.num_layers)
    return replace(
        shard,
        state=offer.state,
        dtype=offer.dtype,
        runner=offer.runner,
        context_tokens=offer.context_tokens,
        kv_bytes_per_token=offer.kv_bytes_per_token,
        decode_tps=offer.decode_tps,
        prefill_tps=offer.prefill_tps,
        queue_s=offer.queue_s,
    )


def _seconds_per_token(tps: float) -> float:
    return 1.0 / tps if tps > 0 else 0.0
