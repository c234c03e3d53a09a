"""The hot path's HTTP client against servers that say exactly what a test wants, well or badly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from meshnet_gui.concurrency import http_client
from meshnet_gui.concurrency.http_client import BrokenReply, ConnectTimeout, HttpClient, Reply
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import HttpServer
from tests.fleet import in_loop, until

GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nX-Name: a\r\n\r\nbody"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Server:
    """Answers each connection with ``answer``; counts connections."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self.num_connections = 0
        self.num_open = 0
        self.address = ""

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.num_connections += 1
        self.num_open += 1
        try:
            await self._answer(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.num_open -= 1
            writer.close()


@asynccontextmanager
async def serving(answer: Answer) -> AsyncIterator[Server]:
    served = Server(answer)
    server = await asyncio.start_server(served, "127.0.0.1", 0)
    served.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield served
    finally:
        server.close()


def always(*pieces: bytes) -> Answer:
    """Each request of a connection gets these pieces, one after another."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.readuntil(b"\r\n\r\n"):
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)

    return answer


def once(*pieces: bytes) -> Answer:
    """One request gets these pieces; then the connection is closed."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for piece in pieces:
            writer.write(piece)
        await writer.drain()

    return answer


async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read(-1)


async def ask(client: HttpClient, address: str, **changes: Any) -> Reply:
    values: dict[str, Any] = {
        "method": "GET",
        "path": "/",
        "headers": {},
        "body": b"",
        "connect_deadline_s": 5.0,
        "deadline_s": 5.0,
        "max_bytes": 1000,
    }
    return await client.ask(address, **(values | changes))


@asynccontextmanager
async def asking() -> AsyncIterator[HttpClient]:
    client = HttpClient()
    try:
        yield client
    finally:
        await client.close()


@in_loop
async def test_a_connection_is_kept_for_the_next_request() -> None:
    async with serving(always(GOOD)) as server, asking() as client:
        replies = [await ask(client, server.address) for _ in range(5)]
        assert replies == [(200, {"content-length": "4", "x-name": "a"}, b"body")] * 5
        assert server.num_connections == 1


@in_loop
async def test_a_connection_made_beforehand_is_used_and_an_idle_one_dropped() -> None:
    async with serving(always(GOOD)) as server, asking() as client:
        await client.open(server.address, 5.0)
        await ask(client, server.address)
        assert server.num_connections == 1
        client.drop(server.address, idle_only=True)
        await until(lambda: server.num_open == 0)
        assert (await ask(client, server.address))[0] == 200


@in_loop
async def test_dropping_an_address_ends_what_waits_there_and_idle_ones_only_where_asked() -> None:
    async with serving(never) as server, asking() as client:
        waiting = asyncio.create_task(ask(client, server.address))
        await until(lambda: server.num_open == 1)
        client.drop(server.address, idle_only=True)
        await asyncio.sleep(0)
        assert not waiting.done()
        client.drop(server.address)
        with pytest.raises(ConnectionResetError):
            await waiting


@in_loop
async def test_a_reply_may_come_byte_by_byte() -> None:
    async with serving(always(*(bytes([byte]) for byte in GOOD))) as server, asking() as client:
        assert (await ask(client, server.address))[2] == (await ask(client, server.address))[2] == b"body"


@pytest.mark.parametrize(
    ("reply", "body"),
    [
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n", b"body"),
        (b"HTTP/1.1 200 OK\r\n\r\nuntil the end", b"until the end"),
        (b"HTTP/1.1 204 No Content\r\n\r\n", b""),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", b"ok"),
    ],
)
@in_loop
async def test_every_way_to_say_where_a_body_ends_is_understood(reply: bytes, body: bytes) -> None:
    async with serving(once(reply)) as server, asking() as client:
        assert (await ask(client, server.address))[2] == body
        await until(lambda: server.num_open == 0)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (b"", ConnectionError),
        (b"HTTP/1.1 200 OK\r\nContent-Le", ConnectionError),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", http_client.CutShort),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf", http_client.CutShort),
        (b"nonsense\r\n\r\n", BrokenReply),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", BrokenReply),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nbody", BrokenReply),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", BrokenReply),
        (b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n", BrokenReply),
        (b"HTTP/1.1 200 OK\r\n\r\n" + bytes(1001), BrokenReply),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000, BrokenReply),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 40_000, BrokenReply),
        (b"HTTP/1.1 " + b"2" * 100_000, BrokenReply),
        (CHUNKED + b"1;x=" + b"y" * 600_000, BrokenReply),
        (CHUNKED + b"1\r\na\r\n0\r\nX: " + b"y" * 600_000, BrokenReply),
        (CHUNKED + b"1\r\na\r\n0\r\n" + b"y" * 600_000, BrokenReply),
        (CHUNKED + b"1\r\na\r\n0\r\n" + b"X: y\r\n" * 100_000, BrokenReply),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nbody", BrokenReply),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + GOOD, BrokenReply),
        (b"HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", BrokenReply),
    ],
)
@in_loop
async def test_a_broken_reply_is_an_error_and_its_connection_is_not_used_again(
    reply: bytes, error: type[Exception]
) -> None:
    async with serving(once(reply)) as server, asking() as client:
        for number in (1, 2):
            with pytest.raises(error):
                await ask(client, server.address)
            assert server.num_connections == number
        await until(lambda: server.num_open == 0)


@in_loop
async def test_what_comes_without_having_been_asked_for_ends_the_connection_and_answers_nobody() -> None:
    other = GOOD.replace(b"body", b"evil")
    async with serving(always(GOOD + other)) as server, asking() as client:
        for number in (1, 2):
            assert (await ask(client, server.address))[2] == b"body"
            await until(lambda: server.num_open == 0)
            assert server.num_connections == number


@in_loop
async def test_a_kept_connection_that_speaks_is_closed() -> None:
    async def late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(GOOD)
        await speak.wait()
        writer.write(GOOD.replace(b"body", b"evil"))
        await reader.read(-1)

    speak = asyncio.Event()
    async with serving(late) as server, asking() as client:
        assert (await ask(client, server.address))[2] == b"body"
        speak.set()
        await until(lambda: server.num_open == 0)
        assert (await ask(client, server.address))[2] == b"body"
        assert server.num_connections == 2


@in_loop
async def test_a_connection_that_was_idle_for_long_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(always(GOOD)) as server, asking() as client:
        await ask(client, server.address)
        monkeypatch.setattr(http_client, "IDLE_S", 0.0)
        await ask(client, server.address)
        assert server.num_connections == 2
        await until(lambda: server.num_open == 1)


@in_loop
async def test_a_deadline_ends_the_request_and_its_connection() -> None:
    async with serving(never) as server, asking() as client:
        with pytest.raises(TimeoutError) as caught:
            await ask(client, server.address, deadline_s=0.05)
        assert not isinstance(caught.value, ConnectTimeout)
        await until(lambda: server.num_open == 0)


@in_loop
async def test_cancelling_ends_the_connection_at_once() -> None:
    async with serving(never) as server, asking() as client:
        task = asyncio.create_task(ask(client, server.address))
        await until(lambda: server.num_open == 1)
        task.cancel()
        await until(lambda: server.num_open == 0)
        assert task.cancelled()


@in_loop
async def test_only_so_many_requests_go_to_one_node_at_once_and_the_next_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "MAX_PER_ORIGIN", 2)
    async with serving(never) as server, asking() as client:
        tasks = [asyncio.create_task(ask(client, server.address)) for _ in range(2)]
        await until(lambda: server.num_open == 2)
        with pytest.raises(TimeoutError):
            await ask(client, server.address, deadline_s=0.05)
        assert server.num_connections == 2
        tasks[0].cancel()
        await until(tasks[0].done)
        tasks.append(asyncio.create_task(ask(client, server.address)))
        await until(lambda: server.num_connections == 3)
        await client.close()
        await asyncio.wait(tasks)
        assert [isinstance(task.exception(), ConnectionError) for task in tasks[1:]] == [True, True]


@pytest.mark.parametrize(
    "address",
    ["", "http://", "https://a:1", "http://a:port", "http://a:99999", "http://ü:1", "http://a b:1", "http://[:1"],
)
@in_loop
async def test_what_is_no_address_cannot_be_reached(address: str) -> None:
    async with asking() as client:
        with pytest.raises(OSError, match="not an address"):
            await ask(client, address)


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\n", "\r"])
@in_loop
async def test_no_value_can_make_a_header_of_its_own(value: str) -> None:
    async with serving(never) as server, asking() as client:
        with pytest.raises(ValueError, match="end of a line"):
            await ask(client, server.address, headers={"X-Name": value})
        assert server.num_connections == 0


@in_loop
async def test_addresses_beyond_the_limit_are_forgotten_with_their_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_client, "MAX_ORIGINS", 1)
    async with serving(always(GOOD)) as first, serving(always(GOOD)) as second, asking() as client:
        await ask(client, first.address)
        await ask(client, second.address)
        await until(lambda: first.num_open == 0)
        assert second.num_open == 1


def test_a_large_body_and_its_reply_pass_our_own_server_on_the_loop_that_the_program_uses() -> None:
    async def echo(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message["body"], message["more_body"]
        headers = [(b"content-length", b"%d" % len(body)), (b"x-method", scope["method"].encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def exchange() -> list[Reply]:
        server = HttpServer(echo, "127.0.0.1", 0)
        await server.start()
        async with asking() as client:
            bodies = (bytes(range(256)) * 8000, bytearray(b"small"), memoryview(b"view"), b"")
            replies = [await ask(client, server.url, method="POST", body=body, max_bytes=1 << 22) for body in bodies]
        await server.stop()
        return replies

    with LoopThread() as loop:
        replies = loop.submit(exchange()).result(30)
    assert [reply[2] for reply in replies] == [bytes(range(256)) * 8000, b"small", b"view", b""]
    assert {reply[1]["x-method"] for reply in replies} == {"POST"}
