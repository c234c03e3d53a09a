"""Which sessions this node holds: TTL, LRU, byte budget, admission, and the record of what was dropped and why.

The cached object is opaque here; the shard fills it and says how many bytes it has. Nothing is changed before the step
that needs it has succeeded: evictions for a newcomer are planned before compute and carried out when it is stored, so
after every refusal or failure the store is exactly what it was.

Threads: steps come from one compute thread, those of several sessions at once where they are computed together, and
between the parts of a long one; everything else may be called from any thread and never waits for a step.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable

from meshnet_gui.engine.growth import CacheGrowth
from meshnet_gui.engine.session_entry import EvictionLog, PrefillTicket, SessionCacheEntry, checked_reason
from meshnet_gui.engine.session_pool import DEFAULT_MAX_BYTES, SessionPool
from meshnet_gui.types import EvictionRecord, SamplingParams, SessionStatus, Span
from meshnet_gui.wire.messages import GREEDY, short_id
from meshnet_gui.wire.refusals import BadRequest, Busy, KVCacheMiss, NoRoom

__all__ = ["KVCacheMiss", "PrefillTicket", "SessionCacheEntry", "SessionCacheStore", "SessionPool"]

_log = logging.getLogger(__name__)


class SessionCacheStore:
    """``session_id -> SessionCacheEntry`` with TTL and LRU evaluated on every access.

    The limits are those of ``pool``, which the stores of a node's shards share; without one it has a pool to itself.
    """

    def __init__(
        self,
        ttl_s: float = 600.0,
        max_sessions: int = 8,
        max_bytes: int = DEFAULT_MAX_BYTES,
        *,
        protect_s: float = 5.0,
        clock: Callable[[], float] = time.monotonic,
        release: Callable[[], None] | None = None,
        pool: SessionPool | None = None,
    ) -> None:
        self._pool = SessionPool(ttl_s, max_sessions, max_bytes) if pool is None else pool
        self._protect_s = protect_s
        self._clock = clock
        self.release = release  # called some time after evictions, to give the memory back to the system
        self._freed = False
        self._lock = self._pool.lock
        self._entries: dict[str, SessionCacheEntry] = {}
        self._log = EvictionLog()
        self._pending: PrefillTicket | None = None
        self._enabled = True
        self._epoch = 0
        self._num_misses = 0
        self.growth = CacheGrowth()
        with self._lock:
            self._pool.join(self)

    # -- steps (compute thread) ------------------------------------------------------------------------------------

    def begin_prefill(self, session_id: str, owner: str | None, span: Span, num_tokens: int) -> PrefillTicket | None:
        """Leave to compute a prefill, or None where caching is disabled. Raises Busy, NoRoom or BadRequest."""
        with self._lock:
            now = self._sweep()
            if not self._enabled:
                return None
            old = self._entries.get(session_id)
            if old is not None and old.owner != owner:
                raise BadRequest("this session belongs to another client")
            evict = self._plan(now, self.growth.estimate(num_tokens), session_id, owner)
            if old is not None:
                old.state = "prefill"
            self._pending = PrefillTicket(session_id, owner, span, num_tokens, evict, self._epoch, now)
            return self._pending

    def finish_prefill(
        self,
        ticket: PrefillTicket,
        cache: object,
        num_bytes: int,
        sampling: SamplingParams = GREEDY,
        token_ids: Iterable[int] = (),
        last_token_id: int | None = None,
    ) -> bool:
        """Store the new state in place of any older one. False where the store was emptied or disabled meanwhile.

        Raises Busy or NoRoom where a session that was to make room stepped meanwhile; ``abort_prefill`` follows.
        """
        with self._lock:
            self._pending = None
            now = self._sweep()
            if ticket.epoch != self._epoch or not self._enabled:
                return False
            evict = ticket.evict
            if any(entry.last_step_at > ticket.created_at for entry in evict):
                evict = self._plan(now, num_bytes, ticket.session_id, ticket.owner)
            self.drop(ticket.session_id, "replaced", now)
            for entry in evict:
                self._pool.drop(entry, "lru", now)
            self._entries[ticket.session_id] = SessionCacheEntry(
                ticket.session_id,
                ticket.owner,
                ticket.span,
                cache,
                ticket.num_tokens,
                num_bytes,
                created_at=now,
                last_step_at=now,
                sampling=sampling,
                token_ids=list(token_ids),
                last_token_id=last_token_id,
            )
            self._fit(now, keep=ticket.session_id)
            return True

    def abort_prefill(self, ticket: PrefillTicket) -> None:
        """The prefill failed: everything stays as it was before ``begin_prefill``."""
        with self._lock:
            self._pending = None
            old = self._entries.get(ticket.session_id)
            if old is not None:
                old.state = "idle"

    def begin_decode(
        self,
        session_id: str,
        owner: str | None,
        span: Span,
        past_len: int,
        num_new: int,
        truncate_to: int | None = None,
    ) -> SessionCacheEntry:
        """The session that this decode continues. Raises KVCacheMiss where it does not fit, NoRoom for its growth."""
        with self._lock:
            now = self._sweep()
            entry = self._entries.get(session_id)
            reason = self._why_miss(entry, owner, span, past_len, truncate_to)
            if reason or entry is None:
                self._num_misses += 1
                raise KVCacheMiss(reason)
            growth = max(0, self.growth.estimate(past_len + num_new) - self.growth.estimate(past_len))
            self._plan(now, entry.num_bytes + growth, session_id, owner)
            entry.state, entry.growing_bytes = "decode" if num_new == 1 else "prefill", growth
            return entry

    def finish_decode(
        self,
        entry: SessionCacheEntry,
        num_tokens: int,
        num_bytes: int,
        sampling: SamplingParams | None = None,
        last_token_id: int | None = None,
    ) -> None:
        """Record the step. An entry that was evicted meanwhile stays evicted."""
        with self._lock:
            now = self._sweep()
            entry.num_tokens, entry.num_bytes = num_tokens, num_bytes
            entry.last_step_at, entry.state, entry.growing_bytes = now, "idle", 0
            entry.sampling = sampling or entry.sampling
            entry.last_token_id = last_token_id
            self._fit(now, keep=entry.session_id)

    def abort_decode(self, entry: SessionCacheEntry) -> None:
        """The step failed and its cache was put back as it was."""
        with self._lock:
            entry.state, entry.growing_bytes = "idle", 0

    def miss(self, reason: str) -> KVCacheMiss:
        """A miss that only the shard can see, counted like the others; to be raised by the caller."""
        with self._lock:
            self._num_misses += 1
        return KVCacheMiss(reason)

    # -- other accesses (any thread) -------------------------------------------------------------------------------

    def evict(self, session_id: str, reason: str) -> bool:
        """Drop one session. False where there is none."""
        with self._lock:
            dropped = self.drop(session_id, checked_reason(reason), self._sweep())
        self._give_back()
        return dropped

    def close(self, session_id: str, owner: str | None) -> bool:
        """Drop a session that its own head ended; another client's stays. False where nothing was dropped."""
        with self._lock:
            now = self._sweep()
            entry = self._entries.get(session_id)
            closed = entry is not None and entry.owner == owner and self.drop(session_id, "closed", now)
        self._give_back()
        return closed

    def evict_short(self, shown: str, reason: str = "user") -> int:
        """Drop the sessions whose short id is ``shown`` (what a panel knows); how many there were."""
        with self._lock:
            now = self._sweep()
            matching = [session_id for session_id in self._entries if short_id(session_id) == shown]
            count = sum(self.drop(session_id, checked_reason(reason), now) for session_id in matching)
        self._give_back()
        return count

    def clear(self, reason: str = "unload") -> int:
        """Drop every session, and whatever a running prefill is about to store; how many there were."""
        with self._lock:
            count = self._clear(checked_reason(reason))
        self._give_back()
        return count

    def sweep(self) -> None:
        """Drop what has outlived its TTL, and give back what was freed since; to be called every few seconds."""
        with self._lock:
            self._sweep()
        self._give_back()

    def set_enabled(self, enabled: bool) -> None:
        """Switch caching on or off; off drops every session and answers a decode with a miss."""
        with self._lock:
            self._enabled = enabled
            if not enabled:
                self._clear("user")

    def set_limits(
        self, *, ttl_s: float | None = None, max_sessions: int | None = None, max_bytes: int | None = None
    ) -> None:
        """Change limits of the pool; smaller ones evict at once, least recently used first. Raises ValueError."""
        with self._lock:
            pool = self._pool
            pool.set_limits(
                pool.ttl_s if ttl_s is None else ttl_s,
                pool.max_sessions if max_sessions is None else max_sessions,
                pool.max_bytes if max_bytes is None else max_bytes,
            )
            now = self._sweep()
            used, held = pool.used_bytes(), pool.entries()
            for index, entry in enumerate(held):
                if len(held) - index <= pool.max_sessions and used <= pool.max_bytes:
                    break
                pool.drop(entry, "lru", now)
                used -= entry.num_bytes

    # -- views: looking is not a use -------------------------------------------------------------------------------

    def sessions(self) -> tuple[SessionStatus, ...]:
        """Every session, oldest first; a first prefill that is being computed shows with no tokens yet."""
        with self._lock:
            now = self._sweep()
            rows = [entry.row(now, self._pool.ttl_s) for entry in self._entries.values()]
            pending = self._pending
            if pending is not None and pending.session_id not in self._entries:
                rows.append(pending.row(now, self._pool.ttl_s))
            return tuple(rows)

    def evictions(self) -> tuple[EvictionRecord, ...]:
        """What was dropped lately, newest first."""
        with self._lock:
            return self._log.records(self._sweep())

    def estimate_bytes(self, num_tokens: int) -> int:
        """What a session of ``num_tokens`` takes through all the shard's layers, by the caches that were measured."""
        return self.growth.estimate(num_tokens)

    def __contains__(self, session_id: object) -> bool:
        with self._lock:
            self._sweep()
            return session_id in self._entries

    def __len__(self) -> int:
        with self._lock:
            self._sweep()
            return len(self._entries)

    @property
    def used_bytes(self) -> int:
        with self._lock:
            self._sweep()
            return self._used()

    @property
    def enabled(self) -> bool:
        return self._enabled

    @property
    def ttl_s(self) -> float:
        return self._pool.ttl_s

    @property
    def max_sessions(self) -> int:
        return self._pool.max_sessions

    @property
    def max_bytes(self) -> int:
        return self._pool.max_bytes

    @property
    def num_evictions(self) -> int:
        """Since the store was made; a session replaced by its own new prefill does not count."""
        return self._log.num_evictions

    @property
    def num_misses(self) -> int:
        return self._num_misses

    def _give_back(self) -> None:
        if self._freed and self.release is not None:
            self._freed = False
            self.release()

    # -- with the lock held ----------------------------------------------------------------------------------------

    def _sweep(self) -> float:
        now = self._clock()
        for entry in self._pool.entries():
            if entry.state == "idle" and now - entry.last_step_at >= self._pool.ttl_s:
                self._pool.drop(entry, "ttl", now)
        return now

    def _why_miss(
        self, entry: SessionCacheEntry | None, owner: str | None, span: Span, past_len: int, truncate_to: int | None
    ) -> str:
        if not self._enabled:
            return "caching is switched off here"
        if entry is None or entry.owner != owner:
            return "this session is not held here"
        if entry.span != span:
            return f"this session holds layers {entry.span}, not {span}"
        if entry.state != "idle":
            return "another step of this session is being computed"
        if truncate_to is not None and truncate_to <= entry.num_tokens:
            return ""
        if entry.num_tokens != past_len:
            return f"this session holds {entry.num_tokens} tokens, not {past_len}"
        return ""

    def _plan(self, now: float, num_bytes: int, newcomer: str, owner: str | None) -> tuple[SessionCacheEntry, ...]:
        """Whom a session of ``num_bytes`` displaces; changes nothing. Raises Busy or NoRoom.

        A client that has its share already displaces none but its own.
        """
        others = [entry for entry in self._pool.entries() if entry is not self._entries.get(newcomer)]
        evictable = [e for e in others if e.state == "idle" and now - e.last_step_at >= self._protect_s]
        num_over = len(others) + 1 - self._pool.max_sessions
        if owner is not None and (over_share := self._num_over_share(others, owner)) > 0:
            evictable = [entry for entry in evictable if entry.owner == owner]
            num_over = max(num_over, over_share)
        if num_over > len(evictable):
            raise Busy("every session here is in use; try again in a few seconds")
        bytes_over = sum(e.num_bytes + e.growing_bytes for e in others) + num_bytes - self._pool.max_bytes
        evict: list[SessionCacheEntry] = []
        for entry in evictable:
            if num_over <= 0 and bytes_over <= 0:
                break
            evict.append(entry)
            num_over -= 1
            bytes_over -= entry.num_bytes
        if bytes_over > 0:
            raise NoRoom("the memory for session caches is full here")
        return tuple(evict)

    def _num_over_share(self, others: list[SessionCacheEntry], owner: str) -> int:
        """By how many sessions one more would put the client over its share."""
        return sum(entry.owner == owner for entry in others) + 1 - self._pool.max_of_one_owner

    def _fit(self, now: float, keep: str) -> None:
        """After a step: evict unprotected sessions while the real bytes are over the budget."""
        held = self._pool.entries()
        over = sum(entry.num_bytes for entry in held) - self._pool.max_bytes
        num_over = len(held) - self._pool.max_sessions
        for entry in held:
            if over <= 0 and num_over <= 0:
                return
            if entry is self._entries.get(keep) or entry.state != "idle" or now - entry.last_step_at < self._protect_s:
                continue
            self._pool.drop(entry, "lru", now)
            over, num_over = over - entry.num_bytes, num_over - 1

    def held(self) -> tuple[SessionCacheEntry, ...]:
        """Its sessions, for the pool."""
        return tuple(self._entries.values())

    def drop(self, session_id: str, reason: str, now: float) -> bool:
        """Drop one session, for the pool; who does not hold the lock calls ``evict``."""
        entry = self._entries.pop(session_id, None)
        if entry is None:
            return False
        self._log.add(entry, reason, now)
        self._freed = True
        if reason != "replaced":
            _log.info("dropped session %s of %d tokens (%s)", short_id(session_id), entry.num_tokens, reason)
        return True

    def _clear(self, reason: str) -> int:
        now = self._clock()
        self._epoch += 1
        return sum(self.drop(session_id, reason, now) for session_id in tuple(self._entries))

    def _used(self) -> int:
        return sum(entry.num_bytes for entry in self._entries.values())
