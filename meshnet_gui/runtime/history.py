"""The node's last hour, one moment every few seconds, for plots. Knows no disk: it is gone when the program ends."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from meshnet_gui.node.service import NodeService
from meshnet_gui.runtime.snapshot import Sample

EVERY_S = 5.0
KEEP_S = 3600.0
_TOO_LONG = 6  # so many times ``EVERY_S`` without a look, and the computer slept: no rate is made of that time


@dataclass(frozen=True, slots=True)
class Reading:
    """The node's counters, which only ever grow, and its levels now."""

    num_tokens: int = 0
    sent_bytes: int = 0
    free_bytes: int = 0
    cache_bytes: int = 0
    num_sessions: int = 0


class History:
    """Makes samples of readings. Threads: the core loop only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: deque[tuple[float, Sample]] = deque(maxlen=int(KEEP_S / EVERY_S) + 1)
        self._last: tuple[float, Reading] | None = None
        self.samples: tuple[Sample, ...] = ()

    def is_due(self) -> bool:
        return self._last is None or self._clock() - self._last[0] >= EVERY_S

    def take(self, reading: Reading) -> None:
        """Notes a moment; ``samples`` is then made anew, and stays the same object until the next."""
        now = self._clock()
        if self._last is not None:
            self._kept.append((now, self._sample(now - self._last[0], self._last[1], reading)))
        self._last = now, reading
        self.samples = tuple(_aged(sample, now - at) for at, sample in self._kept if now - at <= KEEP_S)

    def _sample(self, passed_s: float, before: Reading, now: Reading) -> Sample:
        per_s = 1 / passed_s if 0 < passed_s < _TOO_LONG * EVERY_S else 0.0
        return Sample(
            0.0,
            (now.num_tokens - before.num_tokens) * per_s,
            (now.sent_bytes - before.sent_bytes) * per_s,
            now.free_bytes,
            now.cache_bytes,
            now.num_sessions,
        )


def reading(service: NodeService, alone: NodeService, free_bytes: int) -> Reading:
    """What the node and the model for our own chats say now."""
    node, own = service.status(), alone.status()
    return Reading(
        service.num_tokens + alone.num_tokens,
        node.weights_sent_bytes + service.given.num_bytes,
        free_bytes,
        node.used_bytes + own.used_bytes,
        len(node.sessions),
    )


def _aged(sample: Sample, ago_s: float) -> Sample:
    return Sample(
        ago_s,
        sample.tokens_per_s,
        sample.sent_bytes_per_s,
        sample.free_bytes,
        sample.cache_bytes,
        sample.num_sessions,
    )
