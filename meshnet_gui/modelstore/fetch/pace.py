"""How a fetch is coming along: what a face shows of it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

FORGETS_AFTER_S = 6.0


@dataclass(frozen=True, slots=True)
class FetchProgress:
    """``state``: waiting, fetching, checking, paused, failed, cancelled or done. ``by_source`` counts what came from
    whom, by name; ``dropped`` says why a source is asked no more or only where nobody else is left; ``liars`` are those
    of them who gave other bytes than their digest says.

    ``done_bytes`` are those that are here, of ``total_bytes`` that the pieces have; ``refetched_bytes`` came and were
    thrown away. ``eta_s`` is None where nobody knows. ``disputed`` are tensors of which the hub gave other bytes than
    were expected.
    """

    state: str = "waiting"
    done_bytes: int = 0
    total_bytes: int = 0
    bytes_per_s: float = 0.0
    eta_s: float | None = None
    by_source: Mapping[str, int] = field(default_factory=dict)
    refetched_bytes: int = 0
    text: str = ""
    dropped: Mapping[str, str] = field(default_factory=dict)
    liars: tuple[str, ...] = ()
    disputed: tuple[str, ...] = ()


class Pace:
    """Bytes per second, of which what is past counts less and less."""

    def __init__(self) -> None:
        self.bytes_per_s = 0.0
        self._at: float | None = None
        self._num_bytes = 0
        self._watched_s = 0.0

    def update(self, num_bytes: int, now: float) -> None:
        """So many bytes came in all until now."""
        if self._at is None:
            self._at, self._num_bytes = now, num_bytes
            return
        seconds = now - self._at
        if seconds <= 0:
            return
        self._watched_s += seconds
        share = max(
            1 - math.exp(-seconds / FORGETS_AFTER_S),
            seconds / self._watched_s if self._watched_s < FORGETS_AFTER_S else 0.0,
        )
        self.bytes_per_s += share * ((num_bytes - self._num_bytes) / seconds - self.bytes_per_s)
        self._at, self._num_bytes = now, num_bytes

    def eta_s(self, left_bytes: int) -> float | None:
        return left_bytes / self.bytes_per_s if self.bytes_per_s > 1 else None
