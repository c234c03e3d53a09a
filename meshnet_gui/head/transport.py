"""How a request reaches a node: over HTTP, on the road to a member, or in process to our own node's ASGI app."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote

from meshnet_gui.concurrency.deadline import within
from meshnet_gui.concurrency.http_client import Asker, Body, BrokenReply, ConnectTimeout, HttpClient
from meshnet_gui.concurrency.server import AsgiApp
from meshnet_gui.errors import PeerError, PeerMisbehaved, PeerUnreachable
from meshnet_gui.swarm.node_id import short_id
from meshnet_gui.swarm.roads import MEMBER, NoRoad

CONNECT_DEADLINE_S = 3.0
_OWN = "This computer's node"  # as a hop is named


@dataclass(frozen=True, slots=True)
class RawReply:
    """Status, headers with lower-case names, and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Sends one request to one node. ``max_bytes`` bounds the reply's body.

    Raises PeerUnreachable (no connection, or nothing within the deadline) or PeerMisbehaved (reply too long).
    """

    async def send(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        *,
        deadline_s: float,
        max_bytes: int,
    ) -> RawReply: ...

    async def close(self) -> None: ...


class HttpTransport:
    """Kept-alive HTTP connections to peers. Threads: used on one loop."""

    def __init__(self) -> None:
        self._client = HttpClient()

    async def send(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        *,
        deadline_s: float,
        max_bytes: int,
    ) -> RawReply:
        try:
            status, names, content = await self._client.ask(
                address,
                method,
                path,
                headers,
                body,
                connect_deadline_s=CONNECT_DEADLINE_S,
                deadline_s=deadline_s,
                max_bytes=max_bytes,
            )
        except (OSError, BrokenReply) as exc:
            raise _peer_error(exc, address, address, deadline_s) from exc
        return RawReply(status, names, content)

    async def close(self) -> None:
        await self._client.close()


def _peer_error(exc: OSError | BrokenReply, address: str, name: str, deadline_s: float) -> PeerError:
    """What went wrong on the way to a peer, in a sentence that begins with its name."""
    if isinstance(exc, BrokenReply):
        return PeerMisbehaved(address, f"{name} sent a broken reply: {exc}.")
    if isinstance(exc, NoRoad):
        return PeerUnreachable(address, f"{name} cannot be reached: {exc}.", "Is the computer on?")
    if isinstance(exc, ConnectTimeout):
        return PeerUnreachable(address, f"{name} cannot be reached.", "Is the computer on?")
    if isinstance(exc, TimeoutError):
        return PeerUnreachable(address, f"{name} did not answer within {deadline_s:.0f} s.")
    return PeerUnreachable(address, f"{name} cannot be reached.", "Is it still running?")


class SwarmTransport:
    """Members (``node:<node id>``) on the roads to them, all other addresses over ``plain``. Threads: used on one loop.

    ``roads`` are asked for anew each time: None while this computer is in no swarm. Closing it leaves them open.
    """

    def __init__(self, roads: Callable[[], Asker | None], plain: Transport) -> None:
        self._roads = roads
        self._plain = plain

    async def send(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        *,
        deadline_s: float,
        max_bytes: int,
    ) -> RawReply:
        if not address.startswith(MEMBER):
            return await self._plain.send(
                address, method, path, headers, body, deadline_s=deadline_s, max_bytes=max_bytes
            )
        node_id = address.removeprefix(MEMBER)
        name = f"Node {short_id(node_id)}"
        roads = self._roads()
        try:
            if roads is None:
                raise NoRoad("this computer is in no swarm")
            status, names, content = await roads.ask(
                node_id,
                method,
                path,
                headers,
                body,
                connect_deadline_s=CONNECT_DEADLINE_S,
                deadline_s=deadline_s,
                max_bytes=max_bytes,
            )
        except (OSError, BrokenReply) as exc:
            raise _peer_error(exc, address, name, deadline_s) from exc
        return RawReply(status, names, content)

    async def close(self) -> None:
        await self._plain.close()


class InProcessTransport:
    """Calls our own node's ASGI app as a server would: same path, no socket."""

    def __init__(self, app: AsgiApp, is_on: Callable[[], bool] = lambda: True) -> None:
        self._app = app
        self._is_on = is_on

    async def send(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        *,
        deadline_s: float,
        max_bytes: int,
    ) -> RawReply:
        if not self._is_on():
            raise PeerUnreachable(address, f"{_OWN} was switched off.", "Switch it on, or add a peer.")
        call = _AsgiCall(body)
        scope = _scope(method, path, headers, len(body))
        try:
            async with within(deadline_s):
                await self._app(scope, call.receive, call.send)
        except TimeoutError as exc:
            raise PeerUnreachable(address, f"This computer's node did not answer within {deadline_s:.0f} s.") from exc
        if sum(map(len, call.chunks)) > max_bytes:
            raise PeerMisbehaved(address, "This computer's node sent a reply that is too long.")
        return RawReply(call.status, call.headers, b"".join(call.chunks))

    async def close(self) -> None:
        """Nothing is open."""


class _AsgiCall:
    """One request's two ends: hands the body in, collects what comes out."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._sent = False
        self.status = 0
        self.headers: dict[str, str] = {}
        self.chunks: list[bytes] = []

    async def receive(self) -> dict[str, Any]:
        if self._sent:
            await asyncio.Event().wait()  # the client never leaves before the reply: cancelling ends both
        self._sent = True
        return {"type": "http.request", "body": bytes(self._body), "more_body": False}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in message.get("headers", ())}
        else:
            self.chunks.append(bytes(message.get("body", b"")))


def _scope(method: str, path: str, headers: Mapping[str, str], length: int) -> dict[str, Any]:
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": quote(path).encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [*raw, (b"content-length", str(length).encode())],
        "client": None,
        "server": None,
    }
