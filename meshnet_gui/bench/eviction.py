"""How soon the memory of session caches is back with the system once they are evicted, in a node's process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from meshnet_gui.bench.report import Target

NUM_SESSIONS = 8
NUM_TOKENS = 512
MAX_SECONDS = 2.0
MIN_FRACTION = 0.9
WATCHED_S = 5.0
_INTERVAL_S = 0.02


@dataclass(frozen=True, slots=True)
class Eviction:
    """Bytes of the process without sessions, with them, and once they were evicted, ``seconds`` after that."""

    empty_bytes: int
    full_bytes: int
    evicted_bytes: int
    seconds: float

    @property
    def session_bytes(self) -> int:
        return self.full_bytes - self.empty_bytes

    @property
    def returned_fraction(self) -> float:
        return (self.full_bytes - self.evicted_bytes) / self.session_bytes if self.session_bytes > 0 else 0.0

    @property
    def figures(self) -> dict[str, float]:
        """By the names that scripts know."""
        return {
            "session_bytes": float(self.session_bytes),
            "evicted_seconds": self.seconds,
            "returned_fraction": self.returned_fraction,
        }


TARGETS = (Target("evicted_seconds", MAX_SECONDS, at_least=False), Target("returned_fraction", MIN_FRACTION))


def watch(read: Callable[[], int], empty_bytes: int, full_bytes: int, evict: Callable[[], None]) -> Eviction:
    """Evict, and read until enough is back. Without that within ``WATCHED_S``, what is then there is the result."""
    started = time.monotonic()
    evict()
    while True:
        seconds = time.monotonic() - started
        found = Eviction(empty_bytes, full_bytes, read(), seconds)
        if found.returned_fraction >= MIN_FRACTION or seconds > WATCHED_S:
            return found
        time.sleep(_INTERVAL_S)
