"""What a change of limits or of what is served would end, said before it is applied. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meshnet_gui.gui.amounts import bytes_text
from meshnet_gui.gui.translation import tr_count
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.types import NodeStatus, SessionStatus

LOADS_ANEW = frozenset({"num_threads", "runner", "precision", "dtype", "device", "kv_precision"})
"""Settings after whose change every shard is loaded anew."""
_IN_USE_S = 10.0  # whoever took a step so lately is in the middle of an answer, or about to ask on


@dataclass(frozen=True, slots=True)
class Drop:
    """Sessions that would end, what they hold, and how many of them are in use."""

    num_sessions: int = 0
    num_bytes: int = 0
    num_in_use: int = 0

    @classmethod
    def of(cls, sessions: list[SessionStatus]) -> Drop:
        used = sum(session.state != "idle" or session.idle_s < _IN_USE_S for session in sessions)
        return cls(len(sessions), sum(session.num_bytes for session in sessions), used)


def dropped_by(node: NodeStatus, max_sessions: int, max_bytes: int) -> Drop:
    """What would go under these limits of the session caches: as the node does it, the idlest first."""
    held = sorted(node.sessions, key=lambda session: -session.idle_s)
    used = sum(session.num_bytes for session in held)
    gone: list[SessionStatus] = []
    for session in held:
        if len(held) - len(gone) <= max_sessions and used <= max_bytes:
            break
        gone.append(session)
        used -= session.num_bytes
    return Drop.of(gone)


def drop_text(snapshot: Snapshot, changes: Mapping[str, object]) -> str:
    """What applying these settings, by their names, would end; empty where nothing. ``model`` and ``span`` count."""
    node = snapshot.node
    if not snapshot.settings.contributing or not node.sessions:
        return ""
    if LOADS_ANEW & changes.keys():
        return _reload_text(Drop.of(list(node.sessions)))
    if {"model", "span"} & changes.keys():
        return _reload_text(Drop.of([session for session in node.sessions if session.shard == 0]))
    limits = snapshot.limits
    drop = dropped_by(
        node,
        _number(changes.get("kv_max_sessions"), limits.max_sessions),
        _number(changes.get("kv_max_bytes"), limits.max_bytes),
    )
    return _limit_text(drop)


def _limit_text(drop: Drop) -> str:
    if not drop.num_sessions:
        return ""
    size = bytes_text(drop.num_bytes)
    text = tr_count(
        drop.num_sessions,
        "This would end {num} session ({size}).",
        "This would end {num} sessions ({size}).",
        size=size,
    )
    if not drop.num_in_use:
        return text
    in_use = tr_count(drop.num_in_use, "{num} of them is in use.", "{num} of them are in use.")
    return f"{text} {in_use}"


def _reload_text(drop: Drop) -> str:
    if not drop.num_sessions:
        return ""
    return tr_count(
        drop.num_sessions,
        "The layers would be loaded anew: {num} session ({size}) would move to other computers or end.",
        "The layers would be loaded anew: {num} sessions ({size}) would move to other computers or end.",
        size=bytes_text(drop.num_bytes),
    )


def _number(value: object, default: int) -> int:
    return int(value) if isinstance(value, int | float) else default
