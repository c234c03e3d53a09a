"""How many bytes a session cache of n tokens takes, learned from caches that were measured. Knows no torch."""

from __future__ import annotations


class CacheGrowth:
    """A line through measured points (tokens, bytes): straight between them, its last slope beyond them.

    One point per power of two is kept, the latest, so that sliding windows (flat beyond the window) and constant
    recurrent state come out right.
    """

    def __init__(self) -> None:
        self._points: dict[int, tuple[int, int]] = {}

    def observe(self, num_tokens: int, num_bytes: int) -> None:
        """Remember a real cache."""
        if num_tokens > 0:
            self._points[num_tokens.bit_length()] = (num_tokens, num_bytes)

    def estimate(self, num_tokens: int) -> int:
        """Bytes of a cache with ``num_tokens``; 0 while nothing was measured."""
        points = [self._points[key] for key in sorted(self._points)]
        if not points:
            return 0
        if len(points) == 1:
            tokens, num_bytes = points[0]
            return num_bytes * num_tokens // tokens
        upper = next((i for i, (tokens, _) in enumerate(points) if tokens >= num_tokens), len(points) - 1)
        (x0, y0), (x1, y1) = points[max(0, upper - 1)], points[max(1, upper)]
        return max(0, y0 + (y1 - y0) * (num_tokens - x0) // (x1 - x0))
