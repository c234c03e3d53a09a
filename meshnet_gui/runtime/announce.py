"""What our node says of itself to the swarm: its status as a record that others plan with."""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.types import NodeStatus, ShardStatus, Span

_OFFERED = {"loading": "joining", "joining": "joining", "ready": "ready", "draining": "draining"}


def offers_of(status: NodeStatus) -> tuple[ShardOffer, ...]:
    """The shards that a node has or is about to have.

    One that is still being loaded is announced as joining, so that not everybody fills the same gap.
    """
    return tuple(_offer(shard) for shard in status.shards if shard.state in _OFFERED)


def coming_offer(spec: ModelSpec, span: Span) -> ShardOffer:
    """Layers that are still on their way to this disk."""
    return ShardOffer(str(spec.identity), spec.name, spec.num_layers, span, "joining")


def with_status(record: NodeRecord, status: NodeStatus, coming: ShardOffer | None = None) -> NodeRecord:
    """``record``, which says who and where we are, with what the node is and has now.

    ``coming`` is what it fetches while it serves something else, for nobody else to fetch for the same gap. To others
    a paused node is one that is off.
    """
    if status.state == "paused":
        status = NodeStatus()
    offers = offers_of(status)
    is_new = coming is not None and (coming.identity, coming.span) not in {(o.identity, o.span) for o in offers}
    return replace(
        record,
        state=status.state,
        shards=(*offers, coming) if coming is not None and is_new else offers,
        free_cache_bytes=status.free_cache_bytes,
        max_sessions=status.max_sessions,
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
