"""How a known peer stands to the chosen model: the state that a panel shows, and why it is no hop."""

from __future__ import annotations

from meshnet_gui.modelstore.precision import IN_WORDS, other_precision
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.snapshot import PeerView
from meshnet_gui.swarm.directory import Peer
from meshnet_gui.swarm.node_id import short_id
from meshnet_gui.types import NodeStatus


def peer_view(peer: Peer, model: ModelSpec | None, road: str = "") -> PeerView:
    """The peer as the snapshot carries it; ``road`` is how it is reached, as far as that is known."""
    return PeerView(
        peer.address,
        _peer_state(peer, model),
        peer.status,
        None if peer.round_trip_s is None else peer.round_trip_s * 1000,
        remembered=peer.remembered,
        error=peer.error,
        node_id=peer.node_id,
        name=peer.name,
        road=road,
        decode_tps=peer.decode_tps_of(str(model.identity)) if model is not None else 0.0,
        alive=peer.alive,
    )


def _peer_state(peer: Peer, model: ModelSpec | None) -> str:
    if not peer.probed and not peer.online:
        return "probing"
    if not peer.online or peer.status is None:
        return "offline"
    if peer.status.state in ("joining", "draining"):
        return peer.status.state
    if peer.status.state != "ready":
        return "not_ready"
    if model is None or peer.spans_of(str(model.identity)):
        return "online"
    return "other_precision" if served_precision(peer, model) else "other_model"


def why_not(peer: Peer, model: ModelSpec) -> str:
    """Why this peer can serve none of the model's layers, as one sentence; empty where it can."""
    status: NodeStatus | None = peer.status
    match _peer_state(peer, model):
        case "offline":
            return peer.error
        case "other_model" | "other_precision" if status is not None:
            return f"{_name(peer)} serves {_served(peer, status, model)}."
        case "not_ready" | "joining" | "draining" if status is not None:
            return f"{_name(peer)} is not ready ({status.state})."
    return ""


def served_precision(peer: Peer, model: ModelSpec) -> str:
    """The precision in which this peer serves the model, where it is another than ours; else empty."""
    if peer.status is None or not peer.online or peer.spans_of(str(model.identity)):
        return ""
    found = (other_precision(model, shard.identity) for shard in peer.status.ready_shards())
    return next(filter(None, found), "")


def _served(peer: Peer, status: NodeStatus, model: ModelSpec) -> str:
    precision = served_precision(peer, model)
    if precision:
        return f"it {IN_WORDS[precision]}"
    names = dict.fromkeys(shard.model_name for shard in status.ready_shards())
    if model.name in names:
        return "another revision or precision of it"
    return f"{' and '.join(filter(None, names)) or 'another model'} instead"


def _name(peer: Peer) -> str:
    return f"{peer.name or 'Node'} ({short_id(peer.node_id)})" if peer.node_id else peer.address
