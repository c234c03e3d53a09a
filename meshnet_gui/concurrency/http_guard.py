"""What uvicorn's HTTP protocol leaves open to strangers: bounds on headers, on stalled and on too many connections."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

log = logging.getLogger(__name__)

MAX_HEADER_BYTES = 64 * 1024  # the token ids beside the hidden states take 22 kB of it at most
HEADERS_DEADLINE_S = 10.0
MAX_PER_ADDRESS = 64
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

    A request that arrives whole in one piece, as every decode step does, starts no timer.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._progressed = False
        self._headers_open = True
        self._num_bytes_stuck = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(WholeReplies(transport, self.loop))
        if self._is_one_too_many():
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
        self._headers_open = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._progressed, self._headers_open = True, False
        self._cancel_deadline()
        if sum(len(name) + len(value) for name, value in self.headers) > MAX_HEADER_BYTES:
            raise ValueError("the headers are too large")  # becomes a 400
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._progressed = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._progressed = True
        super().on_message_complete()

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > MAX_OPEN:
            return True
        if self.client is None:
            return False
        host = self.client[0]
        clients = [other.client for other in self.connections if isinstance(other, HttpToolsProtocol)]
        num_same = sum(1 for client in clients if client is not None and client[0] == host)
        return num_same > MAX_PER_ADDRESS

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _hang_up(self) -> None:
        self._deadline = None
        if self._headers_open and not self.transport.is_closing():
            log.info("a connection was closed: its headers were not complete within %.0f s", HEADERS_DEADLINE_S)
            self.transport.abort()
