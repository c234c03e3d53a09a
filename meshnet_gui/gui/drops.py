"""What a change of limits or of what is served would end, said before it is applied. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from meshnet_gui.errors import UserError
from meshnet_gui.gui.amounts import bytes_text
from meshnet_gui.gui.translation import tr_count
from meshnet_gui.runtime.governor.rules import memory_limit_bytes
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.settings import LOADED_WITH, MIN_CACHE_BYTES, Settings
from meshnet_gui.types import NodeStatus, SessionStatus

LOADS_ANEW = frozenset(LOADED_WITH)
_MEMORY = frozenset({"memory_in_use_percent", "memory_idle_percent"})
_NO_LIMIT = 2**62
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
        min(_number(changes.get("kv_max_bytes"), limits.max_bytes), _left_for_caches(snapshot, changes)),
    )
    return _limit_text(drop)


def edited(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """The settings as they would be; as they are, where the changes are none that can be."""
    fitting: dict[str, Any] = dict(changes)
    try:
        return replace(settings, **fitting)
    except UserError:
        return settings


def _left_for_caches(snapshot: Snapshot, changes: Mapping[str, object]) -> int:
    """What another memory limit would leave for session caches beside the layers, which do not give way."""
    if not _MEMORY & changes.keys():
        return _NO_LIMIT
    limit = memory_limit_bytes(edited(snapshot.settings, changes), snapshot.sharing.conditions)
    taken = sum(shard.shard_bytes for shard in snapshot.node.shards if shard.is_on_processor)
    return max(MIN_CACHE_BYTES, limit - taken) if limit else _NO_LIMIT


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
