"""Whoever is not a member, or not the member that was asked for, gets nothing over a real connection."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from meshnet_gui.concurrency import http_guard, tls_door
from meshnet_gui.concurrency.http_client import HttpClient, Reply
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.swarm.credentials import Credentials, WrongPeer, node_id_of_certificate
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.membership import Membership
from tests.fleet import in_loop, until

SWARM = Membership("home", bytes(range(32)))
OLD = Membership("home", bytes(32))
REFUSED = (ssl.SSLError, ConnectionError)
GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class Recorder:
    """An application that remembers who asked."""

    def __init__(self) -> None:
        self.clients: list[str] = []

    async def __call__(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        self.clients.append(scope["state"].get("node_id", ""))
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


def member(swarm: Membership = SWARM) -> Credentials:
    return Credentials(Identity.make(), swarm)


@asynccontextmanager
async def serving(app: Recorder, credentials: Credentials) -> AsyncIterator[HttpServer]:
    server = HttpServer(app, "127.0.0.1", 0, credentials.server_context(), node_id_of_certificate)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def asking(credentials: Credentials | None) -> AsyncIterator[Callable[[str], Awaitable[Reply]]]:
    client = HttpClient(credentials.client_context if credentials is not None else None)

    async def ask(address: str) -> Reply:
        return await client.ask(address, "GET", "/", {}, b"", connect_deadline_s=5.0, deadline_s=5.0, max_bytes=1000)

    try:
        yield ask
    finally:
        await client.close()


async def raw(port: int, content: bytes, tls: ssl.SSLContext | None = None) -> bytes:
    """All that a stranger hears who speaks like this; whatever goes wrong is silence."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls, server_hostname="" if tls else None)
    except OSError:
        return b""
    try:
        writer.write(content)
        async with asyncio.timeout(10):
            return await reader.read()
    except OSError:
        return b""
    finally:
        writer.close()


def both_loops(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[str], None]:
    """Runs on asyncio's own loop, which Windows has, and on the one that the program uses elsewhere."""

    def run(kind: str) -> None:
        if kind == "asyncio":
            asyncio.run(asyncio.wait_for(test(), 60))
        else:
            with LoopThread() as loop:
                loop.submit(test()).result(60)

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    kinds = ["asyncio"] if sys.platform == "win32" else ["asyncio", "uvloop"]
    return pytest.mark.parametrize("kind", kinds)(run)


@both_loops
async def test_a_member_is_answered_and_known_by_its_certificate() -> None:
    app, ours, theirs = Recorder(), member(), member()
    async with serving(app, theirs) as server, asking(ours) as ask:
        assert server.url.startswith("https://")
        assert (await ask(f"{server.url}#{theirs.node_id}"))[0] == 200
        assert (await ask(server.url))[2] == b"ok"
    assert app.clients == [ours.node_id] * 2


@both_loops
async def test_wrong_pin_gets_nothing_and_does_not_say_who_asks() -> None:
    app, ours, wanted, liar = Recorder(), member(), member(), member()
    known: list[bytes] = []

    def identify(der: bytes) -> str:
        known.append(der)
        return node_id_of_certificate(der)

    server = HttpServer(app, "127.0.0.1", 0, liar.server_context(), identify)
    await server.start()
    try:
        async with asking(ours) as ask:
            with pytest.raises(WrongPeer):
                await ask(f"{server.url}#{wanted.node_id}")
    finally:
        await server.stop()
    assert app.clients == []
    assert known == []


@both_loops
async def test_the_old_seed_gets_nothing() -> None:
    app, theirs = Recorder(), member()
    async with serving(app, theirs) as server, asking(member(OLD)) as ask:
        for address in (server.url, f"{server.url}#{theirs.node_id}"):
            with pytest.raises(REFUSED):
                await ask(address)
    assert app.clients == []


@both_loops
async def test_no_certificate_gets_nothing() -> None:
    app = Recorder()
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    tls.check_hostname, tls.verify_mode = False, ssl.CERT_NONE
    async with serving(app, member()) as server:
        assert await raw(server.port, GET, tls) == b""
    assert app.clients == []


@both_loops
async def test_plain_http_gets_nothing_from_a_member() -> None:
    app = Recorder()
    async with serving(app, member()) as server, asking(None) as ask:
        assert b"HTTP" not in await raw(server.port, GET)
        with pytest.raises(REFUSED):
            await ask(f"http://127.0.0.1:{server.port}")
        with pytest.raises(OSError, match="not an address"):
            await ask(server.url)  # without credentials there is no way to ask over TLS at all
    assert app.clients == []


@both_loops
async def test_a_foreign_authority_that_certifies_itself_gets_nothing() -> None:
    """As a client and as a server, whatever it says that it is called."""
    app, ours, foreign = Recorder(), member(), member(Membership("home", b"f" * 32))
    async with serving(app, ours) as server, asking(foreign) as ask:
        with pytest.raises(REFUSED):
            await ask(server.url)
    async with serving(app, foreign) as server, asking(ours) as ask:
        with pytest.raises(ssl.SSLCertVerificationError):
            await ask(f"{server.url}#{foreign.node_id}")
    assert app.clients == []


@in_loop
async def test_a_client_whose_key_is_no_members_key_is_hung_up_on() -> None:
    def nobody(der: bytes) -> str:
        raise ValueError("not a member's certificate")

    app = Recorder()
    server = HttpServer(app, "127.0.0.1", 0, member().server_context(), nobody)
    await server.start()
    try:
        async with asking(member()) as ask:
            with pytest.raises(REFUSED):
                await ask(server.url)
    finally:
        await server.stop()
    assert app.clients == []


@in_loop
async def test_strangers_who_stall_in_the_handshake_do_not_keep_members_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tls_door, "HANDSHAKE_DEADLINE_S", 0.3)
    app, ours = Recorder(), member()
    async with serving(app, member()) as server, asking(ours) as ask:
        stalled = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(40)]
        ended = [asyncio.create_task(reader.read()) for reader, _ in stalled]
        async with asyncio.timeout(20):
            assert set(await asyncio.gather(*ended, return_exceptions=True)) - {b""} == set()
        assert (await ask(server.url))[0] == 200
        for _, writer in stalled:
            writer.close()


@in_loop
async def test_an_address_that_fails_again_and_again_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each failed handshake costs the loop a millisecond, and the members wait meanwhile."""
    monkeypatch.setattr(tls_door, "is_loopback", lambda host: False)
    monkeypatch.setattr(tls_door, "FAILED_COUNTS_S", 60.0)
    failed: list[ssl.SSLError] = []

    class Counted(ssl.SSLObject):
        def do_handshake(self) -> None:
            try:
                super().do_handshake()
            except ssl.SSLWantReadError:
                raise
            except ssl.SSLError as exc:
                failed.append(exc)
                raise

    theirs = member()
    theirs.server_context().sslobject_class = Counted
    async with serving(Recorder(), theirs) as server:
        for _ in range(tls_door.MAX_PER_ADDRESS + 5):
            await raw(server.port, GET)
    assert len(failed) == tls_door.MAX_PER_ADDRESS


@in_loop
async def test_an_address_that_failed_is_let_in_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tls_door, "is_loopback", lambda host: False)
    monkeypatch.setattr(tls_door, "FAILED_COUNTS_S", 0.05)
    monkeypatch.setattr(tls_door, "MAX_PER_ADDRESS", 1)
    async with serving(Recorder(), member()) as server, asking(member()) as ask:
        await raw(server.port, GET)
        door = server._door
        assert door is not None
        await until(lambda: not door._num_of_host)
        assert (await ask(server.url))[0] == 200


@in_loop
async def test_stopping_ends_open_handshakes(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with serving(Recorder(), member()) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        door = server._door
        assert door is not None
        await until(lambda: door._handshakes)
    assert await reader.read() == b""
    writer.close()


@in_loop
async def test_each_connection_of_one_address_is_counted_for_the_member_behind_it() -> None:
    """Tunnelled members all come from loopback: none of them uses up the others' places."""
    app, theirs = Recorder(), member()
    num = http_guard.MAX_PER_ADDRESS // 16 + 1
    clients = [HttpClient(member().client_context) for _ in range(num)]
    async with serving(app, theirs) as server:
        for client in clients:
            replies = await asyncio.gather(*(
                client.ask(server.url, "GET", "/", {}, b"", connect_deadline_s=5, deadline_s=5, max_bytes=10)
                for _ in range(8)
            ))  # fmt: skip
            assert {status for status, _, _ in replies} == {200}
        for client in clients:
            await client.close()
    assert len(set(app.clients)) == num


@in_loop
async def test_a_dialled_socket_is_pinned_like_any_other() -> None:
    app, ours, theirs = Recorder(), member(), member()
    async with serving(app, theirs) as server:

        async def dial(address: str) -> socket.socket | None:
            sock = socket.create_connection(("127.0.0.1", server.port))
            sock.setblocking(False)
            return sock

        client = HttpClient(ours.client_context, dial)
        bounds: dict[str, Any] = {"connect_deadline_s": 5.0, "deadline_s": 5.0, "max_bytes": 10}
        assert (await client.ask(f"node:{theirs.node_id}", "GET", "/", {}, b"", **bounds))[0] == 200
        with pytest.raises(WrongPeer):
            await client.ask(f"node:{ours.node_id}", "GET", "/", {}, b"", **bounds)
        assert node_id_of_certificate(client.certificate(f"node:{theirs.node_id}")) == theirs.node_id
        assert client.certificate("https://nobody:1") == b""
        await client.close()
    assert app.clients == [ours.node_id]


@pytest.mark.parametrize(
    "address", ["node:", "node:abc", "https://", "https://127.0.0.1:1#abc", "ftp://a:1", "node:" + "0" * 64]
)
@in_loop
async def test_what_is_no_address_is_an_error_and_opens_nothing(address: str) -> None:
    async with asking(member()) as ask:
        with pytest.raises(OSError, match=r"not a|no way"):
            await ask(address)
