"""From zenoh's threads to the core loop: what arrives, and no more of it than the loop can hold."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import zenoh

log = logging.getLogger(__name__)

MAX_PENDING_BYTES = 32 << 20  # what zenoh handed over and the loop has not taken yet
MESSAGE_BYTES = 256  # what a message takes beside its payload

Receiver = Callable[[str, bytes], None]


class Inbox:
    """Makes the callbacks that a session is given. What they hand over is called on the loop, in order.

    They run on zenoh's own threads: a Python thread for each, its default, would keep the interpreter from ending.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, dropped: Counter[str]) -> None:
        self._loop = loop
        self._dropped = dropped
        self._lock = threading.Lock()
        self._num_bytes = 0
        self._is_closed = False

    @property
    def num_pending_bytes(self) -> int:
        return self._num_bytes

    def close(self) -> None:
        """From now on nothing is handed over."""
        self._is_closed = True

    def receiver(self, receive: Receiver) -> zenoh.handlers.Callback[zenoh.Sample]:
        def take(sample: zenoh.Sample) -> None:
            payload = sample.payload.to_bytes()
            self._post(len(payload), receive, str(sample.key_expr), payload)

        return zenoh.handlers.Callback(take, indirect=False)

    def watcher(self, watch: Callable[[str, bool], None]) -> zenoh.handlers.Callback[zenoh.Sample]:
        def take(sample: zenoh.Sample) -> None:
            self._post(0, watch, str(sample.key_expr), sample.kind == zenoh.SampleKind.PUT)

        return zenoh.handlers.Callback(take, indirect=False)

    def replies(
        self, receive: Callable[[bytes], None], end: Callable[[], None]
    ) -> zenoh.handlers.Callback[zenoh.Reply]:
        def take(reply: zenoh.Reply) -> None:
            sample = reply.ok
            if sample is not None:
                payload = sample.payload.to_bytes()
                self._post(len(payload), receive, payload)

        return zenoh.handlers.Callback(take, lambda: self._post(0, end), indirect=False)

    def queries(self, take_query: Callable[[zenoh.Query], None]) -> zenoh.handlers.Callback[zenoh.Query]:
        def take(query: zenoh.Query) -> None:
            self._post(len(query.payload or b""), take_query, query)

        return zenoh.handlers.Callback(take, indirect=False)

    def _post(self, num_bytes: int, call: Callable[..., None], *values: Any) -> None:
        num_bytes += MESSAGE_BYTES
        with self._lock:
            if self._is_closed or self._num_bytes + num_bytes > MAX_PENDING_BYTES:
                self._dropped["overflow"] += not self._is_closed
                return
            self._num_bytes += num_bytes
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._deliver, num_bytes, call, values)

    def _deliver(self, num_bytes: int, call: Callable[..., None], values: tuple[Any, ...]) -> None:
        with self._lock:
            self._num_bytes -= num_bytes
        if self._is_closed:
            return
        try:
            call(*values)
        except Exception:  # one odd message must not end the others
            log.exception("a message of the swarm's network could not be taken")
