"""What the session stores of a node share: one TTL, one number of sessions, one budget of bytes, and one lock.

A store belongs to a shard. Whom a newcomer displaces is decided over all of them, so that a busy model can have the
whole budget while another one idles. The clock is the stores'.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING
from weakref import WeakSet

from meshnet_gui.engine.session_entry import SessionCacheEntry

if TYPE_CHECKING:
    from meshnet_gui.engine.kv_sessions import SessionCacheStore

DEFAULT_MAX_BYTES = 1 << 30


class SessionPool:
    """Limits and members. ``lock`` guards the members' entries; all but ``set_limits`` is called with it held."""

    def __init__(self, ttl_s: float = 600.0, max_sessions: int = 8, max_bytes: int = DEFAULT_MAX_BYTES) -> None:
        self.lock = threading.Lock()
        self._members: WeakSet[SessionCacheStore] = WeakSet()  # a store ends with its shard
        self.set_limits(ttl_s, max_sessions, max_bytes)

    def set_limits(self, ttl_s: float, max_sessions: int, max_bytes: int) -> None:
        """For what comes from now on; nothing is dropped. Raises ValueError."""
        if not ttl_s > 0 or max_sessions < 1 or max_bytes < 0:
            raise ValueError("a session store needs a TTL above 0, at least one session and no negative byte budget")
        self.ttl_s, self.max_sessions, self.max_bytes = ttl_s, max_sessions, max_bytes

    @property
    def max_of_one_owner(self) -> int:
        """How many sessions one known client may hold: the others always find a place."""
        return max(1, self.max_sessions * 3 // 4)

    def join(self, store: SessionCacheStore) -> None:
        self._members.add(store)

    def entries(self) -> list[SessionCacheEntry]:
        """Every session of every shard, least recently used first."""
        held = [entry for store in tuple(self._members) for entry in store.held()]
        return sorted(held, key=lambda entry: entry.last_step_at)

    def used_bytes(self) -> int:
        return sum(entry.num_bytes for entry in self.entries())

    def drop(self, entry: SessionCacheEntry, reason: str, now: float) -> None:
        """Drop a session in whichever store holds it; one that is gone already is no error."""
        for store in tuple(self._members):
            if any(held is entry for held in store.held()):
                store.drop(entry.session_id, reason, now)
