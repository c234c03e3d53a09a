"""What limits come to on this computer, and what a change of them would end, in words. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping

from meshnet_gui.gui.amounts import bytes_text
from meshnet_gui.gui.drops import LOADS_ANEW, drop_text, edited
from meshnet_gui.gui.translation import sentence, tr, tr_count
from meshnet_gui.runtime.governor.rules import judge
from meshnet_gui.runtime.snapshot import Snapshot

_PERCENTS = ("memory_in_use_percent", "memory_idle_percent")


def facts_of(snapshot: Snapshot, changes: Mapping[str, object]) -> dict[str, str]:
    """By setting, what its value comes to here."""
    settings, total = edited(snapshot.settings, changes), snapshot.sharing.conditions.total_memory_bytes
    facts = {}
    for name in _PERCENTS:
        limit = total * getattr(settings, name) // 100
        text = tr("{limit} of {total} here.", limit=bytes_text(limit), total=bytes_text(total))
        facts[name] = text if total else ""
    disk = snapshot.disk
    if disk.used_bytes or disk.free_bytes:
        facts["models_max_bytes"] = tr(
            "Models take {used} here; {free} of the disk are free.",
            used=bytes_text(disk.used_bytes),
            free=bytes_text(disk.free_bytes),
        )
    if snapshot.node.used_bytes:
        facts["kv_max_bytes"] = tr("Session caches take {used} now.", used=bytes_text(snapshot.node.used_bytes))
    return facts


def what_it_ends(snapshot: Snapshot, changes: Mapping[str, object]) -> str:
    """What applying these settings would end, drop or load anew; empty where nothing."""
    if not changes:
        return ""
    texts = (
        drop_text(snapshot, changes),
        _reload_text(snapshot, changes),
        _timed_out_text(snapshot, changes),
        _pause_text(snapshot, changes),
        _disk_text(snapshot, changes),
        _shards_text(snapshot, changes),
    )
    return " ".join(text for text in texts if text)


def _reload_text(snapshot: Snapshot, changes: Mapping[str, object]) -> str:
    """Where no session says it already."""
    is_loaded = snapshot.settings.contributing and snapshot.node.state != "off"
    if not is_loaded or snapshot.node.sessions or not LOADS_ANEW & changes.keys():
        return ""
    return tr("The layers would be loaded anew.")


def _timed_out_text(snapshot: Snapshot, changes: Mapping[str, object]) -> str:
    ttl_s = changes.get("kv_ttl_s")
    if not isinstance(ttl_s, int | float):
        return ""
    idle = [session for session in snapshot.node.sessions if session.idle_s > ttl_s]
    if not idle:
        return ""
    size = bytes_text(sum(session.num_bytes for session in idle))
    return tr_count(
        len(idle),
        "{num} session has been idle for longer and would end ({size}).",
        "{num} sessions have been idle for longer and would end ({size}).",
        size=size,
    )


def _pause_text(snapshot: Snapshot, changes: Mapping[str, object]) -> str:
    """Where a new limit or rule would end the sharing that goes on."""
    conditions, settings = snapshot.sharing.conditions, snapshot.settings
    after = judge(edited(settings, changes), conditions)
    if not judge(settings, conditions).shares or after.shares:
        return ""
    return tr("Sharing would stop now. {reason}", reason=sentence(after.reason))


def _disk_text(snapshot: Snapshot, changes: Mapping[str, object]) -> str:
    limit, used = changes.get("models_max_bytes"), snapshot.disk.used_bytes
    if not isinstance(limit, int) or not 0 < limit < used:
        return ""
    size = bytes_text(used - limit)
    return tr("About {size} of models that were not used for long would go from the disk.", size=size)


def _shards_text(snapshot: Snapshot, changes: Mapping[str, object]) -> str:
    most, held = changes.get("max_loaded_shards"), len(snapshot.node.shards)
    if not isinstance(most, int) or held <= most:
        return ""
    return tr_count(held - most, "{num} shard would stop.", "{num} shards would stop.")
