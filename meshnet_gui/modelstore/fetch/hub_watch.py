"""Ends reads that nobody wants any more though no byte comes: a pause must not wait for a silent hub."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx2

POLL_S = 0.2


class Watch:
    """One thread, while anything is read. It shuts the sockets of those who were told to stop. Threads: any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reads: dict[object, tuple[Callable[[], bool], socket.socket]] = {}
        self._thread: threading.Thread | None = None

    @contextmanager
    def over(self, response: httpx2.Response, stop: Callable[[], bool]) -> Iterator[None]:
        """Look after a read. What it meets when its socket is shut is an early end."""
        stream = response.extensions.get("network_stream")
        sock = stream.get_extra_info("socket") if stream is not None else None
        if not isinstance(sock, socket.socket):
            yield
            return
        read = object()
        with self._lock:
            self._reads[read] = (stop, sock)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="meshnet-hub-watch", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                del self._reads[read]

    def _run(self) -> None:
        while True:
            time.sleep(POLL_S)
            with self._lock:
                if not self._reads:
                    self._thread = None
                    return
                for stop, sock in self._reads.values():
                    if stop():
                        with suppress(OSError):
                            socket.socket.shutdown(sock, socket.SHUT_RDWR)  # under TLS, too, which stays out of it
