"""The relayed road end to end on loopback: real overlays, real TLS, a member between the two that passes frames on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from meshnet_gui.concurrency.http_client import HttpClient
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.swarm.credentials import Credentials, node_id_of_certificate
from meshnet_gui.swarm.overlay import Overlay
from meshnet_gui.swarm.roads import Roads
from meshnet_gui.swarm.tunnels import Tunnels
from tests.fleet import in_loop, until
from tests.swarm_members import member, overlay

SECRET = b"nobody between the two reads this"


async def echo_app(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Sends back what came, and as whom."""
    body = b""
    while True:
        message = await receive()
        body += message["body"]
        if not message["more_body"]:
            break
    headers = [(b"content-length", str(len(body)).encode()), (b"x-client", scope["state"]["node_id"].encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving(who: Credentials, middle: Overlay) -> AsyncIterator[tuple[HttpServer, Tunnels]]:
    """A member whose server is reached through ``middle``."""
    server = HttpServer(echo_app, "127.0.0.1", 0, who.server_context(), node_id_of_certificate)
    await server.start()
    try:
        async with overlay(who, middle) as its:
            tunnels = Tunnels(its, who.node_id, lambda: ("127.0.0.1", server.port))
            await tunnels.start()
            yield server, tunnels
            await tunnels.close()
    finally:
        await server.stop()


@asynccontextmanager
async def asking(who: Credentials, middle: Overlay, addresses: list[str]) -> AsyncIterator[Roads]:
    """A member that asks others, at ``addresses`` or through ``middle``."""
    async with overlay(who, middle) as its:
        tunnels = Tunnels(its, who.node_id)
        await tunnels.start()
        client = HttpClient(who.client_context, tunnels.dial)
        roads = Roads(client, lambda node_id: addresses, lambda node_id: node_id in its.alive)
        try:
            yield roads
        finally:
            await roads.close()
            await client.close()
            await tunnels.close()


async def ask(roads: Roads, node_id: str, body: bytes, deadline_s: float = 20.0) -> tuple[bytes, str]:
    status, headers, content = await roads.ask(
        node_id, "POST", "/", {}, body, connect_deadline_s=3.0, deadline_s=deadline_s, max_bytes=1 << 22
    )
    assert status == 200
    return content, headers["x-client"]


async def ask_as_soon_as_known(roads: Roads, node_id: str, body: bytes) -> tuple[bytes, str]:
    async with asyncio.timeout(20):
        while True:
            try:
                return await ask(roads, node_id, body)
            except OSError:  # no road yet, or not any more
                await asyncio.sleep(0.05)


@in_loop
async def test_who_cannot_be_reached_is_asked_through_a_third_that_reads_nothing() -> None:
    head, node = member(), member()
    passed_on: list[bytes] = []
    async with overlay(member()) as middle, serving(node, middle), asking(head, middle, []) as roads:
        await middle.subscribe("meshnet/tunnel/*", lambda key, payload: passed_on.append(payload))
        assert await ask_as_soon_as_known(roads, node.node_id, SECRET) == (SECRET, head.node_id)
        assert roads.road(node.node_id) == "relayed"
        prefill = SECRET * 40_000
        assert (await ask(roads, node.node_id, prefill))[0] == prefill
        await until(lambda: sum(map(len, passed_on)) > 2 * len(prefill))
        assert not any(SECRET in payload for payload in passed_on)


@in_loop
async def test_a_direct_address_is_preferred_and_a_wrong_one_is_no_road() -> None:
    head, node = member(), member()
    addresses: list[str] = []
    async with (
        overlay(member()) as middle,
        serving(node, middle) as (server, _),
        serving(member(), middle) as (other, _),
        asking(head, middle, addresses) as roads,
    ):
        addresses[:] = [other.url]  # somebody else lives there now: its pin does not fit
        assert (await ask_as_soon_as_known(roads, node.node_id, b"x"))[0] == b"x"
        assert roads.road(node.node_id) == "relayed"
        addresses[:] = [other.url, server.url]
        await ask(roads, node.node_id, b"y")
        await until(lambda: roads.road(node.node_id) == "direct")
        assert roads.address(node.node_id) == server.url
        assert await ask(roads, node.node_id, b"z") == (b"z", head.node_id)


@in_loop
async def test_a_relayed_member_that_hangs_up_is_asked_anew_and_one_that_leaves_is_missed() -> None:
    head, node = member(), member()
    async with overlay(member()) as middle, asking(head, middle, []) as roads:
        async with serving(node, middle) as (_, tunnels):
            await ask_as_soon_as_known(roads, node.node_id, b"x")
            tunnels.drop()
            assert (await ask_as_soon_as_known(roads, node.node_id, b"y"))[0] == b"y"
        with pytest.raises(OSError):  # noqa: PT011
            await ask(roads, node.node_id, b"z", deadline_s=0.3)
