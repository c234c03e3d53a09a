"""How fast a shard computes and how long its steps wait, learnt from the steps themselves.

A single position is limited by reading the weights, many at once by computing with them, hence the two speeds. Both are
for one layer, so that spans of any length compare.
"""

from __future__ import annotations

import time
from collections.abc import Callable

NEWEST = 0.1  # of a mean is the newest step's: about the last ten count
QUEUE_HALF_LIFE_S = 5.0  # what steps waited says less and less of a node that is not asked any more
MIN_PREFILL_POSITIONS = 16  # fewer are neither kind


class Speed:
    """Moving means over the steps of one shard. Threads: written on the compute thread, read from anywhere."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._decode_s = 0.0
        self._prefill_s = 0.0
        self._wait_s = 0.0
        self._waited_at = clock()

    @property
    def decode_tps(self) -> float:
        """Tokens per second for one layer, one position at a time; 0 before the first step."""
        return 1.0 / self._decode_s if self._decode_s else 0.0

    @property
    def prefill_tps(self) -> float:
        """The same for a prompt."""
        return 1.0 / self._prefill_s if self._prefill_s else 0.0

    @property
    def queue_s(self) -> float:
        """How long a step waits now, as far as the last ones tell."""
        age_s = max(0.0, self._clock() - self._waited_at)
        return self._wait_s * float(0.5 ** (age_s / QUEUE_HALF_LIFE_S))

    def computed(self, num_positions: int, num_layers: int, seconds: float) -> None:
        """A step of one session took so long, without what it waited."""
        each_s = max(seconds, 1e-9) / (num_positions * num_layers)
        if num_positions == 1:
            self._decode_s = _mean(self._decode_s, each_s)
        elif num_positions >= MIN_PREFILL_POSITIONS:
            self._prefill_s = _mean(self._prefill_s, each_s)

    def waited(self, seconds: float) -> None:
        """A step waited so long before its turn came."""
        self._wait_s, self._waited_at = self.queue_s + NEWEST * (seconds - self.queue_s), self._clock()


def _mean(so_far: float, newest: float) -> float:
    return so_far + NEWEST * (newest - so_far) if so_far else newest
