"""Who serves what of a model in the swarm, and what its layers need here, as the assignment looks at them.

Others' clocks say nothing here: for how long somebody has been joining is counted from when it was first seen so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from meshnet_gui.modelstore.forecast import FLOAT32_LOAD_FACTOR, LOAD_FACTOR, MARGIN_BYTES
from meshnet_gui.modelstore.sizes import ModelSizes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.swarm.assignment import ModelShape
from meshnet_gui.swarm.coverage import Holder
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.types import NodeStatus, ShardStatus, Span


class Survey:
    """The holders of a model among the members' records. Threads: the core loop only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._joining_since: dict[tuple[str, str, Span], float] = {}

    def holders(self, records: Iterable[NodeRecord], spec: ModelSpec) -> list[Holder]:
        """One for each shard of exactly this model that somebody has or is about to have."""
        identity, now = str(spec.identity), self._clock()
        found, joining = [], {}
        for record in records:
            for offer in record.shards:
                if offer.identity != identity or offer.span.end > spec.num_layers:
                    continue
                key = record.node_id, identity, offer.span
                if offer.state == "joining":
                    joining[key] = self._joining_since.get(key, now)
                joining_s = now - joining.get(key, now)
                found.append(Holder(record.node_id, offer.span, offer.state, offer.decode_tps, joining_s))
        self._joining_since = joining
        return found


def own_holder(node_id: str, status: NodeStatus, spec: ModelSpec) -> Holder | None:
    """What our node's first shard is to the others; None where it is of another model or serves nobody."""
    first = first_shard(status)
    if first is None or first.identity != str(spec.identity):
        return None
    return Holder(node_id, first.span, first.state, first.decode_tps)


def first_shard(status: NodeStatus) -> ShardStatus | None:
    """The shard that stands for the node, as far as it has one that is there or comes."""
    shards = [shard for shard in status.shards if shard.state not in ("failed", "stopping")]
    return shards[0] if shards else None


def layers_on_disk(spec: ModelSpec, sizes: ModelSizes, precision: str, room_bytes: int) -> int:
    """How many layers ``room_bytes`` of disk hold, with both ends where they do, and with their codes."""
    as_numbers = sizes.of_span(spec.full_span(), "fp32")
    stored_share = spec.weight_bytes / as_numbers if as_numbers else 1.0
    codes = precision if precision in ("int8", "int4") else ""

    def on_disk(numbers: int, coded: int) -> int:
        return max(1, round(numbers * stored_share) + (coded if codes else 0))

    layer = max(on_disk(each.num_bytes("fp32"), each.num_bytes(codes or "fp32")) for each in sizes.layers)
    ends = on_disk(sizes.around(True, True, "fp32"), sizes.around(True, True, codes or "fp32"))
    return min(len(sizes.layers), max((room_bytes - ends) // layer, min(1, room_bytes // layer), 0))


def needs_of(sizes: ModelSizes, precision: str, cuts: frozenset[int] | None, free_bytes: int) -> tuple[ModelShape, int]:
    """What loading each part takes in this precision, and what of ``free_bytes`` is left for these parts."""
    factor = LOAD_FACTOR.get(precision, FLOAT32_LOAD_FACTOR)

    def loading(num_bytes: int) -> int:
        return round(num_bytes * factor)

    everywhere = sizes.around(False, False, precision)
    first, last = (sizes.around(front, not front, precision) - everywhere for front in (True, False))
    layers = tuple(loading(layer.num_bytes(precision)) for layer in sizes.layers)
    shape = ModelShape(layers, loading(first), loading(last), cuts)
    memory_bytes = free_bytes - MARGIN_BYTES - loading(everywhere)
    apart = sum(layers) + shape.first_bytes + shape.last_bytes
    whole = loading(sizes.of_span(Span(0, len(layers)), precision) - everywhere)
    if whole <= memory_bytes:  # who holds both ends of a tied model holds the embedding once
        return shape, max(memory_bytes, apart)
    return shape, min(memory_bytes, apart - 1)
