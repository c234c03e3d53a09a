"""What uvicorn's HTTP protocol leaves open to strangers: bounds on headers, on stalled and on too many connections."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

log = logging.getLogger(__name__)

Identify = Callable[[bytes], str]
"""Who proved in the handshake to hold the key of this certificate (DER). Raises ValueError."""

MAX_HEADER_BYTES = 64 * 1024  # the token ids beside the hidden states take 22 kB of it at most
MAX_UNWANTED_BYTES = 1 << 20  # of a body that was answered before its end; httptools would read on for ever
MAX_JOINED_BYTES = 64 * 1024
HEADERS_DEADLINE_S = 10.0
MAX_PER_ADDRESS = 64  # of one client where it is known, else of one address
MAX_OPEN = 512  # of all addresses together; beyond it a newcomer is hung up on, not answered


class WholeReplies(asyncio.Transport):
    """A transport that writes a reply's headers together with its body: one packet, and one wake-up of the reader.

    The first piece waits for the next one, or for the end of the loop's round.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._waiting = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._waiting:
            waiting, self._waiting = self._waiting, b""
            if len(data) <= MAX_JOINED_BYTES:  # over TLS, each piece would be a record of its own
                self._transport.write(b"".join((waiting, data)))
            else:
                self._transport.writelines([waiting, data])
        elif data:
            self._waiting = bytes(data)
            self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Writes what waits."""
        if self._waiting:
            waiting, self._waiting = self._waiting, b""
            self._transport.write(waiting)

    def close(self) -> None:
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._transport.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()


class GuardedHttp(HttpToolsProtocol):
    """httptools with a limit on whatever is not a body, and a deadline for headers that are not complete.

    A request that arrives whole in one piece, as every decode step does, starts no timer. Where the client is known by
    its certificate, the application finds its name as ``node_id`` in the state of each request.
    """

    def __init__(self, *args: Any, identify: Identify | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._identify = identify
        self._node_id = ""
        self._progressed = False
        self._headers_open = True
        self._num_bytes_stuck = 0
        self._num_bytes_unwanted = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(WholeReplies(transport, self.loop))
        if not self._is_known(transport) or self._is_one_too_many():
            transport.abort()
        else:
            self._deadline = self.loop.call_later(HEADERS_DEADLINE_S, self._hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_deadline()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._progressed = False
        super().data_received(data)
        if self._progressed:
            self._num_bytes_stuck = 0
        else:
            self._num_bytes_stuck += len(data)  # httptools would keep them all, copied again with every piece
            if self._num_bytes_stuck > MAX_HEADER_BYTES and not self.transport.is_closing():
                self.send_400_response("The headers are too large.")
        if self._headers_open and self._deadline is None:
            self._deadline = self.loop.call_later(HEADERS_DEADLINE_S, self._hang_up)

    def on_message_begin(self) -> None:
        self._headers_open, self._num_bytes_unwanted = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._progressed, self._headers_open = True, False
        self._cancel_deadline()
        if sum(len(name) + len(value) for name, value in self.headers) > MAX_HEADER_BYTES:
            raise ValueError("the headers are too large")  # becomes a 400
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._progressed = True
        if self.cycle.response_complete:  # there is a cycle since the headers came
            self._num_bytes_unwanted += len(body)
            if self._num_bytes_unwanted > MAX_UNWANTED_BYTES and not self.transport.is_closing():
                self.transport.abort()
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._progressed = True
        super().on_message_complete()

    def _is_known(self, transport: asyncio.Transport) -> bool:
        """Learns who the client is. False where it has to be known and is not."""
        if self._identify is None:
            return True
        connection = transport.get_extra_info("ssl_object")
        try:
            self._node_id = self._identify(connection.getpeercert(True) or b"") if connection is not None else ""
        except ValueError as exc:
            log.info("a connection was closed: %s", exc)
        self.app_state = {**self.app_state, "node_id": self._node_id}
        return bool(self._node_id)

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > MAX_OPEN:
            return True
        who = _who(self)
        return bool(who) and sum(1 for other in self.connections if _who(other) == who) > MAX_PER_ADDRESS

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _hang_up(self) -> None:
        self._deadline = None
        if self._headers_open and not self.transport.is_closing():
            log.info("a connection was closed: its headers were not complete within %.0f s", HEADERS_DEADLINE_S)
            self.transport.abort()


def _who(connection: object) -> str:
    """The client's name, or its address where it has none; empty for what is not ours."""
    if not isinstance(connection, GuardedHttp):
        return ""
    return connection._node_id or (connection.client[0] if connection.client is not None else "")
