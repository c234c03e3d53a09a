"""What our node says of itself to the swarm: its status as a record that others plan with.

A status changes with every step; a record is sent to everybody. So measured numbers stay as they were last said until
they have moved by a good part, while states, layers and addresses are said at once.
"""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.types import NodeStatus, ShardStatus

_OFFERED = {"loading": "joining", "joining": "joining", "ready": "ready", "draining": "draining"}
MOVED = 0.25  # of a measured number: less is not worth telling everybody
MIN_QUEUE_MOVE_S = 0.05
_MEASURED_OF_OFFER = ("decode_tps", "prefill_tps", "kv_bytes_per_token")


def offers_of(status: NodeStatus) -> tuple[ShardOffer, ...]:
    """The shards that a node has or is about to have.

    One that is still being loaded is announced as joining, so that not everybody fills the same gap.
    """
    return tuple(_offer(shard) for shard in status.shards if shard.state in _OFFERED)


def with_status(record: NodeRecord, status: NodeStatus) -> NodeRecord:
    """``record``, which says who and where we are, with what the node is and has now."""
    return replace(
        record,
        state=status.state,
        shards=offers_of(status),
        free_cache_bytes=status.free_cache_bytes,
        max_sessions=status.max_sessions,
    )


def settled(record: NodeRecord, said: NodeRecord | None) -> NodeRecord:
    """``record`` with the measured numbers that were ``said`` last, as far as they still hold.

    What comes out equals ``said`` (but for its sequence) where there is nothing to tell.
    """
    if said is None:
        return record
    before = {(offer.identity, offer.span): offer for offer in said.shards}
    shards = tuple(_settled_offer(offer, before.get((offer.identity, offer.span))) for offer in record.shards)
    free_is_near = _is_near(record.free_cache_bytes, said.free_cache_bytes)
    trips = dict(said.round_trips)
    return replace(
        record,
        shards=shards,
        free_cache_bytes=said.free_cache_bytes if free_is_near else record.free_cache_bytes,
        round_trips=tuple(
            (node_id, trips[node_id] if node_id in trips and _is_near(seconds, trips[node_id]) else seconds)
            for node_id, seconds in record.round_trips
        ),
    )


def _offer(shard: ShardStatus) -> ShardOffer:
    return ShardOffer(
        identity=shard.identity,
        model_name=shard.model_name,
        num_layers=shard.num_layers,
        span=shard.span,
        state=_OFFERED[shard.state],
        decode_tps=shard.decode_tps,
        prefill_tps=shard.prefill_tps,
        queue_s=shard.queue_s,
        kv_bytes_per_token=shard.kv_bytes_per_token,
        context_tokens=shard.context_tokens,
        dtype=shard.dtype,
        runner=shard.runner,
    )


def _settled_offer(offer: ShardOffer, said: ShardOffer | None) -> ShardOffer:
    if said is None:
        return offer
    kept = {
        name: getattr(said, name) for name in _MEASURED_OF_OFFER if _is_near(getattr(offer, name), getattr(said, name))
    }
    if abs(offer.queue_s - said.queue_s) < max(MIN_QUEUE_MOVE_S, MOVED * said.queue_s):
        kept["queue_s"] = said.queue_s
    return replace(offer, **kept)


def _is_near(now: float, before: float) -> bool:
    return abs(now - before) <= MOVED * abs(before)
