"""The HTTP server among hostile clients: endless headers, stalled and too many connections."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any, cast

import pytest

from meshnet_gui.concurrency import http_guard
from meshnet_gui.concurrency import server as server_module
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import HttpServer

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST / HTTP/1.1\r\nHost: localhost\r\n"


async def measure(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Answers how long the body was, and the client that the server believes in."""
    size, more = 0, True
    while more:
        message = await receive()
        size, more = size + len(message.get("body", b"")), message.get("more_body", False)
    body = json.dumps({"size": size, "client": scope["client"][0]}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture
def loop() -> Iterator[LoopThread]:
    with LoopThread() as running:
        yield running


@pytest.fixture
def port(loop: LoopThread) -> Iterator[int]:
    server = HttpServer(measure, "127.0.0.1", 0)
    loop.submit(server.start()).result(10)
    yield int(server.url.rsplit(":", 1)[1])
    loop.submit(server.stop()).result(10)


def connect(port: int, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 10, (source, 0))


def rest_of(connection: socket.socket) -> bytes:
    """What the server still says until it hangs up; a TimeoutError where it does not."""
    said = bytearray()
    with suppress(ConnectionError):
        while piece := connection.recv(65536):
            said += piece
    return bytes(said)


def ask(port: int, request: bytes = GET + b"Connection: close\r\n\r\n") -> bytes:
    with connect(port) as connection:
        connection.sendall(request)
        return rest_of(connection)


def send_until_refused(connection: socket.socket, piece: bytes, most: int) -> int:
    """How many bytes went out before the server hung up."""
    sent = 0
    with suppress(ConnectionError):
        while sent < most:
            connection.sendall(piece)
            sent += len(piece)
    return sent


@pytest.mark.parametrize(
    "start",
    [
        GET + b"X-Long: ",
        b"GET /",
        GET + b"X-",
        POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: ",
        GET + b"\r\n" + GET + b"X-Second-Request: ",
    ],
    ids=["value", "path", "name", "trailer", "second request"],
)
def test_headers_without_end_are_cut_off(port: int, start: bytes) -> None:
    with connect(port) as connection:
        connection.sendall(start)
        sent = send_until_refused(connection, b"x" * 16384, 64 << 20)
    assert sent < 16 << 20  # what the sockets' buffers took; the server itself keeps no more than its limit
    assert b"200 OK" in ask(port)


@pytest.mark.parametrize("pieces", [1, 40])
def test_headers_that_are_too_large_together_are_a_400(port: int, pieces: int) -> None:
    lines = [b"X-%d: %s\r\n" % (n, b"y" * 2000) for n in range(40)]
    with connect(port) as connection, suppress(ConnectionError):
        connection.sendall(GET)
        for n in range(pieces):
            connection.sendall(b"".join(lines[n::pieces]))
            time.sleep(0)
        connection.sendall(b"\r\n")
        assert b"400 Bad Request" in rest_of(connection)


def test_headers_of_the_size_that_token_ids_need_are_taken(port: int) -> None:
    large = GET + b"X-Meshnet-Token-Ids: " + b"A" * 22_000 + b"\r\nConnection: close\r\n\r\n"
    assert b"200 OK" in ask(port, large)


@pytest.mark.parametrize("chunked", [False, True])
def test_body_is_no_header_however_large_it_is(port: int, chunked: bool) -> None:
    body = b"z" * 1_000_000
    if chunked:
        pieces = b"".join(b"%x\r\n%s\r\n" % (10_000, body[:10_000]) for _ in range(100))
        request = POST + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n" + pieces + b"0\r\n\r\n"
    else:
        request = POST + b"Content-Length: 1000000\r\nConnection: close\r\n\r\n" + body
    assert b'"size": 1000000' in ask(port, request)


@pytest.mark.parametrize("start", [b"", b"GET / HT", GET, GET + b"\r\n" + b"GET / HT"])
def test_connection_whose_headers_do_not_come_is_closed(
    port: int, start: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_guard, "HEADERS_DEADLINE_S", 0.1)
    with connect(port) as connection:
        connection.sendall(start)
        assert b"400" not in rest_of(connection)


def test_kept_alive_connection_outlives_the_deadline_of_headers(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_guard, "HEADERS_DEADLINE_S", 0.1)
    with connect(port) as idle, connect(port) as stalled:
        idle.sendall(GET + b"\r\n")
        assert b"200 OK" in idle.recv(4096)
        assert rest_of(stalled) == b""  # the deadline has passed
        idle.sendall(GET + b"\r\n")
        assert b"200 OK" in idle.recv(4096)


def test_body_may_take_longer_than_headers(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_guard, "HEADERS_DEADLINE_S", 0.1)
    with connect(port) as slow, connect(port) as stalled:
        slow.sendall(POST + b"Content-Length: 2\r\n\r\na")
        assert rest_of(stalled) == b""
        slow.sendall(b"b")
        assert b'"size": 2' in slow.recv(4096)


def test_one_address_holds_a_bounded_number_of_connections(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_guard, "MAX_PER_ADDRESS", 3)
    with ExitStack() as stack:
        held = [stack.enter_context(connect(port)) for _ in range(3)]
        for connection in held:
            connection.sendall(GET + b"\r\n")
            assert b"200 OK" in connection.recv(4096)
        with connect(port) as refused:
            assert rest_of(refused) == b""
        held[0].sendall(GET + b"\r\n")
        assert b"200 OK" in held[0].recv(4096)
    assert b"200 OK" in _patiently(port)


@pytest.mark.skipif(sys.platform != "linux", reason="needs more than one loopback address")
def test_300_stalled_connections_of_one_address_leave_room_for_another(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(300):
            with suppress(ConnectionError):
                stack.enter_context(connect(port)).sendall(b"GET / HT")
        with connect(port, "127.0.0.2") as other:
            other.sendall(GET + b"\r\n")
            assert b"200 OK" in other.recv(4096)


def _patiently(port: int) -> bytes:
    """The server learns in its own time that the others have left."""
    deadline = time.monotonic() + 5
    while True:
        with suppress(ConnectionError):
            if said := ask(port):
                return said
        assert time.monotonic() < deadline


def test_all_addresses_together_hold_a_bounded_number(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_guard, "MAX_OPEN", 1)
    with connect(port) as held:
        held.sendall(GET + b"\r\n")
        assert b"200 OK" in held.recv(4096)
        with connect(port) as refused:
            assert rest_of(refused) == b""


def test_forwarded_headers_do_not_change_who_the_client_is(port: int) -> None:
    assert b'"client": "127.0.0.1"' in ask(port, GET + b"X-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n")


def test_open_request_at_the_end_is_answered_and_not_logged_as_an_error(
    loop: LoopThread, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server_module, "OPEN_REQUESTS_DEADLINE_S", 0.05)
    arrived = threading.Event()

    async def never(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        arrived.set()
        await receive()
        await receive()

    server = HttpServer(never, "127.0.0.1", 0)
    loop.submit(server.start()).result(10)
    with connect(int(server.url.rsplit(":", 1)[1])) as connection, caplog.at_level(logging.WARNING):
        connection.sendall(POST + b"Content-Length: 9\r\n\r\nabc")
        assert arrived.wait(10)
        loop.submit(server.stop()).result(10)
        assert b"503 Service Unavailable" in rest_of(connection)
    assert caplog.records == []


class Written:
    """A transport that notes what is written at once."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.pieces.append(bytes(data))

    def writelines(self, pieces: list[bytes]) -> None:
        self.write(b"".join(pieces))

    def close(self) -> None:
        self.closed = True


def test_headers_leave_together_with_the_body_and_alone_at_the_end_of_the_round() -> None:
    async def write() -> tuple[Written, list[list[bytes]]]:
        loop, inner = asyncio.get_running_loop(), Written()
        whole = http_guard.WholeReplies(cast(asyncio.Transport, inner), loop)
        seen = []
        whole.write(b"headers ")
        seen.append(list(inner.pieces))
        whole.write(b"body")
        seen.append(list(inner.pieces))
        await asyncio.sleep(0)
        whole.write(b"nothing behind")
        await asyncio.sleep(0)
        seen.append(list(inner.pieces))
        whole.write(b"")
        whole.write(b"the end")
        whole.close()
        return inner, seen

    inner, seen = asyncio.run(write())
    assert seen == [[], [b"headers body"], [b"headers body", b"nothing behind"]]
    assert inner.pieces[2:] == [b"the end"]
    assert inner.closed


async def refuse(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Answers without a look at the body."""
    await send({"type": "http.response.start", "status": 413, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


def test_a_body_without_end_that_was_refused_already_is_hung_up_on(loop: LoopThread) -> None:
    server = HttpServer(refuse, "127.0.0.1", 0)
    loop.submit(server.start()).result(10)
    try:
        with connect(server.port) as connection:
            connection.sendall(POST + b"Transfer-Encoding: chunked\r\n\r\n")
            piece = b"10000\r\n" + b"a" * 65536 + b"\r\n"
            assert send_until_refused(connection, piece, 64 << 20) < 64 << 20
    finally:
        loop.submit(server.stop()).result(10)


def test_the_rest_of_a_short_refused_body_does_not_end_the_connection(loop: LoopThread) -> None:
    server = HttpServer(refuse, "127.0.0.1", 0)
    loop.submit(server.start()).result(10)
    try:
        with connect(server.port) as connection:
            for _ in range(20):
                connection.sendall(POST + b"Content-Length: 100000\r\n\r\n" + b"a" * 100_000)
                assert connection.recv(1000).startswith(b"HTTP/1.1 413")
    finally:
        loop.submit(server.stop()).result(10)
