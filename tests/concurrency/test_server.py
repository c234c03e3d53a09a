"""The HTTP server: a taken port is an error here, and it ends within seconds whatever is open."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from meshnet_gui.concurrency import server as server_module
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import HttpServer, any_address, bind
from meshnet_gui.errors import MachineError, PortInUse, UserError


async def echo(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    body = json.dumps({"path": scope["path"]}).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


async def endless(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"begun", "more_body": True})
    await asyncio.Event().wait()


@pytest.fixture
def loop() -> Iterator[LoopThread]:
    with LoopThread() as running:
        yield running


def ask(port: int, path: str = "/") -> bytes:
    with socket.create_connection(("127.0.0.1", port), 5) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        return b"".join(iter(lambda: connection.recv(4096), b""))


def port_of(server: HttpServer) -> int:
    return int(server.url.rsplit(":", 1)[1])


def test_server_answers_once_start_has_returned_and_not_after_stop(loop: LoopThread) -> None:
    server = HttpServer(echo, "127.0.0.1", 0)
    loop.submit(server.start()).result(10)
    assert b'{"path": "/x"}' in ask(port_of(server), "/x")
    loop.submit(server.stop()).result(10)
    loop.submit(server.stop()).result(10)
    with pytest.raises(ConnectionRefusedError):
        ask(port_of(server))


def test_same_port_can_be_taken_again_at_once(loop: LoopThread) -> None:
    first = HttpServer(echo, "127.0.0.1", 0)
    loop.submit(first.start()).result(10)
    with socket.create_connection(("127.0.0.1", port_of(first))) as kept_alive:
        kept_alive.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert kept_alive.recv(4096)
        loop.submit(first.stop()).result(10)
        second = HttpServer(echo, "127.0.0.1", port_of(first))
        loop.submit(second.start()).result(10)
        assert second.url == first.url
        assert b"200 OK" in ask(port_of(second))
        loop.submit(second.stop()).result(10)


def test_taken_port_is_named(loop: LoopThread) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse, match=f"Port {port} is taken"):
            loop.submit(HttpServer(echo, "127.0.0.1", port).start()).result(10)


@pytest.mark.parametrize("host", ["203.0.113.9", "no such host", "a" * 300, "\udcff"])
def test_address_that_is_not_ours_is_the_users_mistake(host: str) -> None:
    with pytest.raises(UserError, match="no address of this computer"):
        bind(host, 0)


def test_stop_with_an_open_stream_ends_within_seconds(loop: LoopThread) -> None:
    server = HttpServer(endless, "127.0.0.1", 0)
    loop.submit(server.start()).result(10)
    with socket.create_connection(("127.0.0.1", port_of(server)), 5) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(4096)
        started = time.monotonic()
        loop.submit(server.stop()).result(10)
        assert time.monotonic() - started < 6


def test_start_that_is_cancelled_leaves_no_server_behind(loop: LoopThread) -> None:
    async def scenario() -> int:
        server = HttpServer(echo, "127.0.0.1", 0)
        task = asyncio.create_task(server.start())
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()
        return port_of(server)

    port = loop.submit(scenario()).result(10)
    with pytest.raises(ConnectionRefusedError):
        ask(port)


def test_server_that_does_not_start_is_a_plain_error(loop: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "START_DEADLINE_S", -1.0)
    with pytest.raises(MachineError, match="did not start"):
        loop.submit(HttpServer(echo, "127.0.0.1", 0).start()).result(10)


def test_ipv6_address_is_written_in_brackets() -> None:
    assert HttpServer(echo, "::1", 80).url == "http://[::1]:80"


def test_connections_beyond_the_limit_get_a_503(loop: LoopThread, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "MAX_CONNECTIONS", 2)
    server = HttpServer(echo, "127.0.0.1", 0)
    loop.submit(server.start()).result(10)
    with socket.create_connection(("127.0.0.1", port_of(server)), 5) as first:
        first.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert first.recv(4096)
        assert b"503" in ask(port_of(server))
    loop.submit(server.stop()).result(10)


def test_a_server_at_any_address_is_reached_by_ipv4_and_where_there_is_ipv6_by_that_too(loop: LoopThread) -> None:
    server = HttpServer(echo, any_address(), 0)
    loop.submit(server.start()).result(10)
    hosts = ["127.0.0.1", *(["::1"] if any_address() == "::" else [])]
    try:
        for host in hosts:
            with socket.create_connection((host, server.port), 5) as connection:
                connection.sendall(b"GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert b"200 OK" in connection.recv(4096)
    finally:
        loop.submit(server.stop()).result(10)
