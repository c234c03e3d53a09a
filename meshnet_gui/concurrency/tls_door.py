"""Lets connections in through a TLS handshake: a bounded number at once, each within seconds.

Before a handshake is over a stranger may be behind it. What the server itself bounds begins after it.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from meshnet_gui.concurrency.loopback import is_loopback

log = logging.getLogger(__name__)

HANDSHAKE_DEADLINE_S = 5.0
MAX_HANDSHAKES = 128
MAX_PER_ADDRESS = 16  # at once; one more is hung up on
FAILED_COUNTS_S = 1.0  # a failed handshake takes its address's place for so long: it costs us a millisecond each time
RETRY_S = 0.2  # after the system refused to accept: usually it is out of descriptors


class TlsDoor:
    """Accepts from a listening socket until it is closed. Threads: its loop only."""

    def __init__(
        self, listening: socket.socket, context: ssl.SSLContext, make_protocol: Callable[[], asyncio.Protocol]
    ) -> None:
        self._listening = listening
        self._context = context
        self._make_protocol = make_protocol
        self._accepting: asyncio.Task[None] | None = None
        self._handshakes: set[asyncio.Task[bool]] = set()
        self._num_of_host: Counter[str] = Counter()

    def open(self) -> None:
        self._listening.setblocking(False)
        self._accepting = asyncio.create_task(self._accept(), name="tls-door")

    async def close(self) -> None:
        """Accepts no more and ends the handshakes; who is inside stays. A second call does nothing."""
        tasks: list[asyncio.Task[Any]] = [
            *self._handshakes,
            *([self._accepting] if self._accepting is not None else []),
        ]
        self._accepting = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._listening.close()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await loop.sock_accept(self._listening)
            except OSError as exc:
                log.debug("a connection could not be accepted: %s", exc)
                await asyncio.sleep(RETRY_S)
                continue
            host = str(address[0])
            if len(self._handshakes) >= MAX_HANDSHAKES or self._num_of_host[host] >= MAX_PER_ADDRESS:
                connection.close()
                continue
            self._num_of_host[host] += 1
            task = asyncio.create_task(self._let_in(loop, connection), name="tls-handshake")
            self._handshakes.add(task)
            task.add_done_callback(partial(self._ended, host))

    async def _let_in(self, loop: asyncio.AbstractEventLoop, connection: socket.socket) -> bool:
        """Whether it got in."""
        connection.setblocking(False)
        with suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            await loop.connect_accepted_socket(
                self._make_protocol, connection, ssl=self._context, ssl_handshake_timeout=HANDSHAKE_DEADLINE_S
            )
        except OSError as exc:  # what TLS finds wrong is one, too
            log.debug("a handshake failed: %s", exc)
            connection.close()
            return False
        return True

    def _ended(self, host: str, task: asyncio.Task[bool]) -> None:
        self._handshakes.discard(task)
        if task.cancelled() or task.exception() is not None or task.result() or is_loopback(host):
            self._leave(host)
        else:
            asyncio.get_running_loop().call_later(FAILED_COUNTS_S, self._leave, host)

    def _leave(self, host: str) -> None:
        self._num_of_host[host] -= 1
        if not self._num_of_host[host]:
            del self._num_of_host[host]
