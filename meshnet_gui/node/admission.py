"""Who may wait for the compute thread: a bounded number of requests, so that a flood is refused and not remembered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from meshnet_gui.wire.refusals import Busy, Draining

MAX_REQUESTS = 32
MAX_PER_CLIENT = 16  # as many connections as one head opens to one node


class Admission:
    """Counts the requests inside and refuses one too many. Threads: the core loop only."""

    def __init__(self, max_requests: int = MAX_REQUESTS, max_per_client: int = MAX_PER_CLIENT) -> None:
        self._max_requests = max_requests
        self._max_per_client = max_per_client
        self._num_inside = 0
        self._num_of_client: Counter[str] = Counter()
        self._draining = False

    @contextmanager
    def enter(self, client: str = "") -> Iterator[None]:
        """``client`` is its node id or address, empty for this process.

        Raises Busy when draining, or full for everybody or for it.
        """
        if self._draining:
            raise Draining("this node is stopping")
        if self._num_inside >= self._max_requests:
            raise Busy(f"this node already has {self._max_requests} requests waiting")
        if client and self._num_of_client[client] >= self._max_per_client:
            raise Busy(f"this node already has {self._max_per_client} requests of this client waiting")
        self._num_inside += 1
        self._num_of_client[client] += 1
        try:
            yield
        finally:
            self._num_inside -= 1
            self._num_of_client[client] -= 1
            if not self._num_of_client[client]:
                del self._num_of_client[client]

    def drain(self, on: bool) -> None:
        """While draining everybody new is refused; who is inside may finish."""
        self._draining = on
