"""One member in a process of its own, told what to do by lines of JSON: run by test_namespaces.py."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from contextlib import AsyncExitStack
from typing import Any

from meshnet_gui.concurrency.http_client import HttpClient
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.swarm.credentials import Credentials, node_id_of_certificate
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.membership import Membership
from meshnet_gui.swarm.overlay import Overlay
from meshnet_gui.swarm.overlay_config import OverlaySettings
from meshnet_gui.swarm.roads import Roads
from meshnet_gui.swarm.tunnels import Tunnels


class Member:
    """Serves an app that sends back what it gets, and asks others when told to.

    ``orders`` are ``own_address``, ``rendezvous`` and ``port``.
    """

    def __init__(self, orders: dict[str, Any]) -> None:
        self._own_address = orders["own_address"]
        self._who = Credentials(Identity.make(), Membership("namespaces", bytes(32)))
        self._server = HttpServer(_echo, "0.0.0.0", 0, self._who.server_context(), node_id_of_certificate)
        self._overlay = Overlay(
            self._who, OverlaySettings(tuple(orders["rendezvous"]), "0.0.0.0", orders["port"]), self
        )
        self._addresses: dict[str, list[str]] = {}
        tunnels = Tunnels(self._overlay, self._who.node_id, lambda: ("127.0.0.1", self._server.port))
        self._tunnels = tunnels
        self._client = HttpClient(self._who.client_context, tunnels.dial)
        self._roads = Roads(self._client, lambda n: self._addresses.get(n, []), lambda n: n in self._overlay.alive)

    def on_alive(self, node_id: str) -> None:
        """It is asked only when told."""

    def on_gone(self, node_id: str) -> None:
        self._roads.drop(node_id)

    def on_record(self, node_id: str, signed: bytes) -> None:
        self._addresses[node_id] = json.loads(signed)

    async def _keep_announcing(self) -> None:
        record = json.dumps(self._addresses[self._who.node_id]).encode()
        while True:
            await self._overlay.publish_record(record)
            await asyncio.sleep(0.5)

    async def run(self) -> None:
        async with AsyncExitStack() as stack:
            await self._server.start()
            self._addresses[self._who.node_id] = [f"https://{self._own_address}:{self._server.port}"]
            stack.push_async_callback(self._server.stop)
            await self._overlay.open()
            stack.push_async_callback(self._overlay.close)
            await self._tunnels.start()
            stack.push_async_callback(self._tunnels.close)
            stack.push_async_callback(self._client.close)
            stack.push_async_callback(self._roads.close)
            announcing = asyncio.create_task(self._keep_announcing())
            stack.callback(announcing.cancel)
            _say({"node_id": self._who.node_id})
            while line := await asyncio.to_thread(sys.stdin.readline):
                _say(await self._do(json.loads(line)))

    async def _do(self, order: dict[str, Any]) -> dict[str, Any]:
        if order["do"] == "who":
            return {"alive": sorted(self._overlay.alive), "known": sorted(self._addresses)}
        body, seconds = bytes(order["bytes"]), []
        for _ in range(order["times"]):
            started = time.perf_counter()
            try:
                status, _, content = await self._roads.ask(
                    order["node"], "POST", "/", {}, body, connect_deadline_s=3, deadline_s=10, max_bytes=1 << 22
                )
            except (OSError, TimeoutError) as exc:
                return {"error": f"{type(exc).__name__}: {exc}"}
            if status != 200 or content != body:
                return {"error": f"status {status}, {len(content)} bytes"}
            seconds.append(time.perf_counter() - started)
        return {"seconds": seconds, "road": self._roads.road(order["node"])}


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    pieces, more = [], True
    while more:
        message = await receive()
        pieces.append(message.get("body", b""))
        more = message.get("more_body", False)
    body = b"".join(pieces)
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _say(what: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    import uvloop

    uvloop.run(Member(json.loads(sys.argv[1])).run())
