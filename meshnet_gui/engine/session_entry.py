"""What the session store holds: one entry per session, leave for a prefill, and the record of what was dropped."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from meshnet_gui.types import EVICTION_REASONS, EvictionRecord, SamplingParams, SessionStatus, Span
from meshnet_gui.wire.messages import GREEDY, short_id

MAX_EVICTION_RECORDS = 64


@dataclass(slots=True, eq=False)
class SessionCacheEntry:
    """One session on this node. ``token_ids`` are the tail's, one per held token, -1 where it was never told.

    ``growing_bytes`` are what the step that it is in may add.
    """

    session_id: str
    owner: str | None
    span: Span
    cache: object
    num_tokens: int
    num_bytes: int
    created_at: float
    last_step_at: float
    sampling: SamplingParams = GREEDY
    token_ids: list[int] = field(default_factory=list)
    last_token_id: int | None = None
    state: str = "idle"
    growing_bytes: int = 0

    def row(self, now: float, ttl_s: float) -> SessionStatus:
        """How it looks from outside."""
        idle_s = max(0.0, now - self.last_step_at)
        return SessionStatus(
            short_id(self.session_id),
            self.span,
            self.num_tokens,
            self.num_bytes,
            self.state,
            age_s=max(0.0, now - self.created_at),
            idle_s=idle_s,
            ttl_left_s=max(0.0, ttl_s - idle_s),
        )


@dataclass(frozen=True, slots=True)
class PrefillTicket:
    """Leave to compute a prefill: whom it will displace. ``epoch`` tells whether the store was emptied since."""

    session_id: str
    owner: str | None
    span: Span
    num_tokens: int
    evict: tuple[SessionCacheEntry, ...]
    epoch: int
    created_at: float

    def row(self, now: float, ttl_s: float) -> SessionStatus:
        """How a first prefill that is being computed looks from outside: nothing is held yet."""
        age_s = max(0.0, now - self.created_at)
        return SessionStatus(short_id(self.session_id), self.span, 0, 0, "prefill", age_s, 0.0, ttl_s)


@dataclass(frozen=True, slots=True)
class _Dropped:
    session_id: str
    reason: str
    num_tokens: int
    num_bytes: int
    at: float


class EvictionLog:
    """The latest evictions with their reasons, and how many there were; being replaced by oneself does not count."""

    def __init__(self) -> None:
        self._dropped: deque[_Dropped] = deque(maxlen=MAX_EVICTION_RECORDS)
        self.num_evictions = 0

    def add(self, entry: SessionCacheEntry, reason: str, now: float) -> None:
        self._dropped.append(_Dropped(entry.session_id, reason, entry.num_tokens, entry.num_bytes, now))
        self.num_evictions += reason != "replaced"

    def records(self, now: float) -> tuple[EvictionRecord, ...]:
        """Newest first."""
        return tuple(
            EvictionRecord(short_id(d.session_id), d.reason, d.num_tokens, d.num_bytes, max(0.0, now - d.at))
            for d in reversed(self._dropped)
        )


def checked_reason(reason: str) -> str:
    """``reason`` if it is one of the known ones. Raises ValueError."""
    if reason not in EVICTION_REASONS:
        raise ValueError(f"an eviction's reason is one of {', '.join(EVICTION_REASONS)}, not {reason!r}")
    return reason
