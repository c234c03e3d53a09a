"""Who may wait for the compute thread: a bounded number of requests, so that a flood is refused and not remembered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from meshnet_gui.wire.refusals import Busy

MAX_REQUESTS = 32


class Admission:
    """Counts the requests inside and refuses one too many. Threads: the core loop only."""

    def __init__(self, max_requests: int = MAX_REQUESTS) -> None:
        self._max_requests = max_requests
        self._num_inside = 0
        self._draining = False

    @contextmanager
    def enter(self) -> Iterator[None]:
        """Raises Busy when draining or full."""
        if self._draining:
            raise Busy("this node is stopping")
        if self._num_inside >= self._max_requests:
            raise Busy(f"this node already has {self._max_requests} requests waiting")
        self._num_inside += 1
        try:
            yield
        finally:
            self._num_inside -= 1

    def drain(self, on: bool) -> None:
        """While draining everybody new is refused; who is inside may finish."""
        self._draining = on
