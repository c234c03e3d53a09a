"""What a member of the swarm says of its node: one record each, signed by it."""

from __future__ import annotations

from dataclasses import dataclass

from meshnet_gui.types import Span


@dataclass(frozen=True, slots=True)
class ShardOffer:
    """One shard of a node, as others plan with it.

    ``state`` is ``joining`` until the shard has answered a known question rightly, then ``ready`` or ``draining``.
    Units: tokens per second for one layer, as measured; 0 while nothing was. ``queue_s`` is how long a step waits now.
    """

    identity: str
    model_name: str
    num_layers: int
    span: Span
    state: str
    decode_tps: float = 0.0
    prefill_tps: float = 0.0
    queue_s: float = 0.0
    kv_bytes_per_token: int = 0
    context_tokens: int = 0
    dtype: str = ""
    runner: str = ""


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """A node at one instant. Of two records of one node the one with the higher (``boot``, ``sequence``) is newer.

    ``boot`` grows with each start of the node, ``sequence`` with each change after it. ``addresses`` are base URLs
    (``https://host:port``) to try, the likeliest first. ``round_trips`` are (node id, seconds) that it measured to
    others. ``is_relay``: others may reach it from anywhere, so it can be an invite's address.
    """

    node_id: str
    name: str
    boot: int
    sequence: int
    protocol: int
    version: str
    state: str
    shards: tuple[ShardOffer, ...] = ()
    addresses: tuple[str, ...] = ()
    round_trips: tuple[tuple[str, float], ...] = ()
    free_cache_bytes: int = 0
    max_sessions: int = 0
    is_relay: bool = False
