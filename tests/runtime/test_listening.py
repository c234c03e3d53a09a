"""Where the node listens: for members, for this computer, or for everybody where the user says so."""

from __future__ import annotations

import json
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.concurrency.http_client import HttpClient, Reply
from meshnet_gui.concurrency.server import any_address
from meshnet_gui.errors import PortInUse, UserError
from meshnet_gui.runtime.listening import Listening, listen_host, usual_port
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.credentials import Credentials
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.membership import Membership
from tests.fleet import in_loop

SWARM = Membership("home", bytes(range(32)))
HERE = Settings(host="127.0.0.1")


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers with the path and the member that asked."""
    body = json.dumps([scope["path"], scope["state"].get("node_id", "")]).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


def member() -> Credentials:
    return Credentials(Identity.make(), SWARM)


@asynccontextmanager
async def listening() -> AsyncIterator[Listening]:
    opened = Listening(app)
    try:
        yield opened
    finally:
        await opened.close()


async def ask(address: str, path: str, credentials: Credentials | None = None, method: str = "GET") -> Reply:
    client = HttpClient(credentials.client_context if credentials is not None else None)
    try:
        return await client.ask(address, method, path, {}, b"", connect_deadline_s=5, deadline_s=5, max_bytes=1000)
    finally:
        await client.close()


@in_loop
async def test_in_a_swarm_a_program_on_this_computer_hears_of_the_health_and_of_nothing_else() -> None:
    async with listening() as opened:
        ours = member()
        await opened.settle(HERE, ours)
        assert opened.url.startswith("https://127.0.0.1:")
        assert opened.health_url.startswith("http://127.0.0.1:")
        assert json.loads((await ask(opened.health_url, "/health"))[2]) == ["/health", ""]
        for method, path in (("GET", "/status"), ("POST", "/forward"), ("POST", "/health"), ("GET", "/health/x")):
            assert (await ask(opened.health_url, path, method=method))[0] == 404
        asking = member()
        assert json.loads((await ask(opened.url, "/status", asking))[2]) == ["/status", asking.node_id]
        with pytest.raises(ConnectionError):
            await ask(opened.url.replace("https", "http"), "/health")


@in_loop
async def test_without_a_swarm_only_this_computer_reaches_it_unless_plain_http_is_allowed() -> None:
    async with listening() as opened:
        await opened.settle(Settings(), None)
        assert opened.url.startswith("http://127.0.0.1:")
        assert opened.health_url == opened.url
        with pytest.raises(UserError, match="unencrypted"):
            await opened.settle(Settings(host="0.0.0.0"), None)
        assert opened.is_open  # as it was
    assert listen_host(Settings(host="0.0.0.0", plain_http=True), in_swarm=False) == "0.0.0.0"
    assert listen_host(Settings(host="localhost"), in_swarm=False) == "localhost"


def test_in_a_swarm_it_listens_everywhere_unless_it_is_told_where() -> None:
    assert listen_host(Settings(), in_swarm=True) == any_address()
    assert listen_host(Settings(host="192.0.2.7"), in_swarm=True) == "192.0.2.7"


@in_loop
async def test_another_swarm_or_port_is_another_server_and_the_same_wish_is_not() -> None:
    async with listening() as opened:
        ours = member()
        await opened.settle(HERE, ours)
        first = opened.port
        await opened.settle(HERE, ours)
        assert opened.port == first
        theirs = Credentials(Identity.make(), Membership("work", bytes(32)))
        await opened.settle(HERE, theirs)
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await ask(opened.url, "/status", ours)
        assert (await ask(opened.url, "/status", theirs))[0] == 200
        await opened.settle(HERE, None)
        assert (await ask(opened.url, "/status"))[0] == 200
    assert not opened.is_open
    assert opened.url == ""


@in_loop
async def test_a_taken_port_leaves_nothing_open() -> None:
    async with listening() as first, listening() as second:
        await first.settle(HERE, None)
        with pytest.raises(PortInUse):
            await second.settle(Settings(host="127.0.0.1", port=first.port), member())
        assert not second.is_open
        assert second.health_url == ""


@in_loop
async def test_a_node_in_a_swarm_listens_at_the_same_port_each_time_while_it_is_free() -> None:
    ours = member()
    ports = []
    for _ in range(2):
        async with listening() as opened:
            await opened.settle(HERE, ours)
            ports.append(opened.port)
            async with listening() as second:
                await second.settle(HERE, ours)
                assert second.port not in (0, opened.port)
    assert ports == [usual_port(ours.node_id)] * 2


@in_loop
async def test_node_is_found_after_a_pause_where_it_was_before_unless_its_port_was_taken_meanwhile() -> None:
    async with listening() as opened:
        await opened.settle(HERE, None)
        port = opened.port
        await opened.close()
        await opened.settle(HERE, None)
        assert opened.port == port
        await opened.close()
        async with listening() as other:
            await other.settle(replace(HERE, port=port), None)
            await opened.settle(HERE, None)
            assert opened.port not in (0, port)
