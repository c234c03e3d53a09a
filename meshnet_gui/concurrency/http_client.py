"""Kept-alive HTTP/1.1 connections for what is asked once per token: one request and one reply at a time on each.

Does what the hot path needs and nothing else: no redirects, proxies, cookies, decompression or retries. The parser is
the one that the server uses too. What is wrong with a reply is a ``BrokenReply``, a lost connection an ``OSError``.

An address is ``http://host:port``; ``https://host:port`` for whichever member answers there, ``https://host:port#ID``
for that member alone; or ``node:ID``, where somebody else finds the way to it (``dial``).
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Protocol, cast
from urllib.parse import urlsplit

import httptools

from meshnet_gui.concurrency.deadline import Deadline

Body = bytes | bytearray | memoryview
Reply = tuple[int, dict[str, str], bytes]
"""Status, headers with lower-case names, body."""

Dial = Callable[[str], Awaitable[socket.socket | None]]
"""A connected socket to the address, None where the address itself says host and port. Raises OSError."""
Tls = Callable[[str], ssl.SSLContext]
"""The context for a connection to the member with this node id; to any member where it is empty."""

MAX_HEADER_BYTES = 64 * 1024
MAX_JOINED_BYTES = 64 * 1024
MAX_PER_ORIGIN = 16
MAX_ORIGINS = 1024
_NODE_ID = re.compile(r"[0-9a-f]{64}")
IDLE_S = 60.0  # less than a node keeps a connection, so that it is not hung up on in the middle of a request


class BrokenReply(Exception):
    """What came is no HTTP reply, or is larger than it may be."""


class CutShort(ConnectionResetError):
    """The other end hung up, of itself, in the middle of its reply."""


class ConnectTimeout(TimeoutError):
    """Nobody answered to the connection itself."""


class HttpConnection(asyncio.Protocol):
    """One connection. Threads: its loop only."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._transport: asyncio.Transport | None = None
        self._parser = httptools.HttpResponseParser(self)
        self._reply: asyncio.Future[Reply] | None = None
        self._max_bytes = 0
        self._error: Exception | None = None
        self._is_complete = True
        self._num_bytes = 0
        self._num_header_bytes = 0
        self._num_stuck = 0
        self._begin()
        self.idle_since = 0.0

    @property
    def is_open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    @property
    def certificate(self) -> bytes:
        """Who answered, as DER; empty where there is no TLS."""
        tls = self._transport.get_extra_info("ssl_object") if self._transport is not None else None
        return (tls.getpeercert(True) or b"") if tls is not None else b""

    async def ask(self, head: bytes, body: Body, deadline_s: float, max_bytes: int) -> Reply:
        """Sends a request and waits for its reply.

        Raises TimeoutError, BrokenReply, or ConnectionError; the connection is closed then, and when it is cancelled.
        """
        assert self._transport is not None
        self._begin()
        self._is_complete = False
        self._max_bytes = max_bytes
        reply: asyncio.Future[Reply] = self._loop.create_future()
        self._reply = reply
        expiry = Deadline(deadline_s, lambda: self._fail(TimeoutError()))
        try:
            if len(body) <= MAX_JOINED_BYTES:  # over TLS, each piece would be a record of its own
                self._transport.write(b"".join((head, body)))
            else:
                self._transport.writelines([head, body])
            return await reply
        except BaseException:
            self.close()
            raise
        finally:
            expiry.cancel()
            self._reply = None

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    # -- the protocol's side ----------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        if self._is_complete:  # it speaks without having been asked
            self.close()
            return
        num_before = self._num_bytes
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as exc:
            self._fail(self._error or BrokenReply(f"no HTTP reply ({type(exc).__name__})"))
            return
        self._num_stuck = 0 if self._num_bytes > num_before else self._num_stuck + len(data)
        if self._num_stuck > MAX_HEADER_BYTES:  # headers, what follows a chunk's size, or trailers without an end
            self._fail(BrokenReply("the headers are too long"))

    def connection_lost(self, exc: Exception | None) -> None:
        if exc is None and self._has_headers and not self._has_length:
            self._settle()  # a body without a length ends with the connection
        elif exc is None and self._has_headers:
            self._fail(CutShort("the reply was cut short"))
        else:
            self._fail(ConnectionResetError("the connection was lost"))

    # -- the parser's side ------------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        if self._is_complete:
            raise self._broken("a second reply")

    def on_header(self, name: bytes, value: bytes) -> None:
        self._num_header_bytes += len(name) + len(value)
        if self._num_header_bytes > MAX_HEADER_BYTES:
            raise self._broken("the headers are too long")
        self._headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_headers_complete(self) -> None:
        self._has_headers = True
        if self._parser.get_status_code() < 200:
            raise self._broken("an interim reply")
        length, coding = self._headers.get("content-length"), self._headers.get("transfer-encoding")
        if coding is not None and coding.strip().lower() != "chunked":
            raise self._broken("an unknown transfer encoding")
        self._has_length = length is not None or coding is not None
        if length is not None and int(length) > self._max_bytes:  # the parser let digits through only
            raise self._broken("the body is too long")

    def on_body(self, body: bytes) -> None:
        self._num_bytes += len(body)
        if self._num_bytes > self._max_bytes:
            raise self._broken("the body is too long")
        self._pieces.append(body)

    def on_message_complete(self) -> None:
        self._settle()

    # -- state ------------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        self._headers: dict[str, str] = {}
        self._pieces: list[bytes] = []
        self._num_bytes = self._num_header_bytes = self._num_stuck = 0
        self._has_headers = self._has_length = False

    def _settle(self) -> None:
        self._is_complete = True
        reply = self._reply
        if reply is not None and not reply.done():
            body = self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)
            reply.set_result((self._parser.get_status_code(), self._headers, body))
        if not self._parser.should_keep_alive():
            self.close()

    def _broken(self, why: str) -> Exception:
        self._error = BrokenReply(why)
        return self._error

    def _fail(self, error: Exception) -> None:
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(error)
        self.close()


class Asker(Protocol):
    """``HttpClient`` by address, or ``swarm.roads.Roads`` by node id."""

    async def ask(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        /,
        *,
        connect_deadline_s: float,
        deadline_s: float,
        max_bytes: int,
    ) -> Reply: ...


class HttpClient:
    """Asks any number of nodes. Without ``tls`` it has no way to https. Threads: one loop, the one of the first use."""

    def __init__(self, tls: Tls | None = None, dial: Dial | None = None) -> None:
        self._tls = tls
        self._dial = dial
        self._origins: dict[str, _Origin] = {}

    async def ask(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        *,
        connect_deadline_s: float,
        deadline_s: float,
        max_bytes: int,
    ) -> Reply:
        """One request, with the connection to it if none is free. Units: the deadline is for all of it together.

        Raises ConnectTimeout, TimeoutError, BrokenReply, or OSError where nobody is there or the connection broke.
        """
        loop = asyncio.get_running_loop()
        started = loop.time()
        origin = self._origin(address)
        head = _head(method, path, origin.netloc, headers, len(body))
        async with origin.place(deadline_s):
            connection = origin.free(started)
            if connection is None:
                connection = await origin.connect(loop, min(connect_deadline_s, deadline_s))
                deadline_s = max(0.0, deadline_s - (loop.time() - started))
            reply: Reply = await connection.ask(head, body, deadline_s, max_bytes)
            origin.give_back(connection, loop.time())
            return reply

    async def open(self, address: str, deadline_s: float) -> None:
        """Sees that a connection is there, kept for the next request. Raises ConnectTimeout or OSError."""
        loop = asyncio.get_running_loop()
        origin = self._origin(address)
        connection = origin.free(loop.time()) or await origin.connect(loop, deadline_s)
        origin.give_back(connection, loop.time())

    def drop(self, address: str, *, idle_only: bool = False) -> None:
        """Closes the connections of an address; with ``idle_only`` not those that wait for a reply."""
        origin = self._origins.get(address)
        if origin is not None:
            origin.close_idle()
            if not idle_only:
                origin.close()

    def certificate(self, address: str) -> bytes:
        """Who answered there last, as DER; empty where nobody did over TLS."""
        origin = self._origins.get(address)
        return origin.certificate if origin is not None else b""

    async def close(self) -> None:
        """Closes every connection, also those that wait for a reply. It can be used again."""
        origins, self._origins = self._origins, {}
        for origin in origins.values():
            origin.close()
        await asyncio.sleep(0)  # the transports tell their connections in the next round

    def _origin(self, address: str) -> _Origin:
        origin = self._origins.pop(address, None)
        if origin is None:
            while len(self._origins) >= MAX_ORIGINS:  # the one that was not asked for longest comes first
                self._origins.pop(next(iter(self._origins))).close_idle()
            origin = _Origin(address, self._tls, self._dial)
        self._origins[address] = origin
        return origin


class _Origin:
    """One address with the connections to it. Raises OSError where it is no such address."""

    def __init__(self, address: str, tls: Tls | None, dial: Dial | None) -> None:
        try:
            parts = urlsplit(address)
            self._host, port = parts.hostname or "", parts.port
            self.netloc = (parts.netloc or "node").encode("ascii")
        except ValueError as exc:
            raise OSError("not an address") from exc
        if not parts.netloc.isprintable() or " " in parts.netloc:
            raise OSError("not an address")
        pin = parts.path if parts.scheme == "node" else parts.fragment
        if parts.scheme == "http" and self._host:
            self._port, self._context = port or 80, None
        elif tls is not None and (parts.scheme == "node" or (parts.scheme == "https" and self._host)):
            if _NODE_ID.fullmatch(pin) is None and (pin or parts.scheme == "node"):
                raise OSError("not a node id")
            self._port, self._context = port or 443, tls(pin)
        else:
            raise OSError("not an address")
        self._address = address
        self._dial = dial
        self.certificate = b""
        self._places = asyncio.Semaphore(MAX_PER_ORIGIN)
        self._idle: list[HttpConnection] = []
        self._open: set[HttpConnection] = set()

    @asynccontextmanager
    async def place(self, deadline_s: float) -> AsyncIterator[None]:
        """One of the requests that may run at once. Raises TimeoutError."""
        async with asyncio.timeout(deadline_s if self._places.locked() else None):
            await self._places.acquire()
        try:
            yield
        finally:
            self._places.release()

    def free(self, now: float) -> HttpConnection | None:
        """A connection that was kept, the last used one first."""
        while self._idle:
            connection = self._idle.pop()
            if connection.is_open and now - connection.idle_since < IDLE_S:
                return connection
            self._drop(connection)
        return None

    async def connect(self, loop: asyncio.AbstractEventLoop, deadline_s: float) -> HttpConnection:
        """A new connection. Raises ConnectTimeout or OSError."""
        try:
            async with asyncio.timeout(deadline_s):
                connection = await self._connected(loop)
        except TimeoutError as exc:
            raise ConnectTimeout from exc
        except UnicodeError as exc:  # a host name that cannot be one
            raise OSError("not an address") from exc
        self._open = {known for known in self._open if known.is_open}
        self._open.add(connection)
        self.certificate = connection.certificate
        return connection

    async def _connected(self, loop: asyncio.AbstractEventLoop) -> HttpConnection:
        sock = await self._dial(self._address) if self._dial is not None else None
        name = None if self._context is None else ""  # no name is sent: it would tell others whom we talk to
        make = partial(HttpConnection, loop)
        if sock is None and not self._host:
            raise OSError("no way to this node")
        try:
            if sock is not None:
                _, connection = await loop.create_connection(make, sock=sock, ssl=self._context, server_hostname=name)
            else:
                _, connection = await loop.create_connection(
                    make, self._host, self._port, ssl=self._context, server_hostname=name
                )
        except BaseException:
            if sock is not None:
                sock.close()
            raise
        return connection

    def give_back(self, connection: HttpConnection, now: float) -> None:
        """To be used again, where it is still open."""
        if connection.is_open:
            connection.idle_since = now
            self._idle.append(connection)

    def close_idle(self) -> None:
        while self._idle:
            self._drop(self._idle.pop())

    def close(self) -> None:
        self._idle.clear()
        for connection in self._open:
            connection.close()
        self._open.clear()

    def _drop(self, connection: HttpConnection) -> None:
        connection.close()
        self._open.discard(connection)


def _head(method: str, path: str, netloc: bytes, headers: Mapping[str, str], length: int) -> bytes:
    """Request line and headers. Raises ValueError for a value that would end its line."""
    lines = "".join([f"{name}: {value}\r\n" for name, value in headers.items()])
    if lines.count("\n") != len(headers) or lines.count("\r") != len(headers):
        raise ValueError("a header holds the end of a line")
    first = f"{method} {path} HTTP/1.1\r\nHost: ".encode()
    return b"".join((first, netloc, b"\r\n", lines.encode(), b"Content-Length: %d\r\n\r\n" % length))
