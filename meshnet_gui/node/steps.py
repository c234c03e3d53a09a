"""How a step reaches the compute thread: steps of one position together with others', the rest alone.

A long one lets the others in between its parts.

Knows no state of the node; what may be computed together is the shard's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest


class Steps(Protocol):
    """What computes steps (``engine.shard.TorchModelShard``)."""

    def forward(
        self, request: ForwardRequest, owner: str | None = None, pause: Callable[[], None] = ...
    ) -> ForwardReply: ...
    def forward_many(self, requests: Sequence[tuple[ForwardRequest, str | None]]) -> list[ForwardReply | Exception]: ...


async def compute_step(
    compute: ComputeThread, shard: Steps, request: ForwardRequest, owner: str | None
) -> ForwardReply:
    """The reply to one admitted request. Raises a Refusal."""
    if request.cache == "decode" and request.tensor.num_positions == 1:
        return await compute.run_together(shard.forward_many, (request, owner))
    return await compute.run(shard.forward, request, owner, compute.pause)
