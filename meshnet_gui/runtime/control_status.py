"""What ``meshnet status`` is told of a running program: a snapshot's essence, and nothing of what is said in chats."""

from __future__ import annotations

from typing import Any

from meshnet_gui.runtime.snapshot import Snapshot


def status_content(picture: Snapshot, *, draining: bool) -> dict[str, Any]:
    """As JSON has it."""
    node, sharing, swarm, api = picture.node, picture.sharing, picture.swarm, picture.api
    shards = [{"model": s.model_name, "layers": str(s.span), "state": s.state} for s in node.shards]
    return {
        "state": "draining" if draining else "starting" if picture.startup else "running",
        "startup": picture.startup,
        "sharing": {"position": sharing.position, "shares": sharing.shares, "reason": sharing.reason},
        "paused_until": sharing.paused_until or None,
        "node": {
            "state": node.state,
            "address": picture.node_address,
            "error": node.error,
            "shards": shards,
            "sessions": len(node.sessions),
            "cache_bytes": node.used_bytes,
            "cache_limit_bytes": node.limit_bytes,
        },
        "swarm": None if swarm is None else {"name": swarm.name, "state": swarm.state},
        "peers": len(picture.peers),
        "model": picture.model.name if picture.model is not None else "",
        "api": {"state": api.state, "address": api.address, "error": api.error},
        "requests": {"running": api.num_running, "waiting": api.num_waiting},
        "generating": picture.num_generating,
    }
