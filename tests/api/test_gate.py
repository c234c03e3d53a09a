"""Who gets to the API, over a real connection: the key, names of this computer, no web page, bounded JSON bodies."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from meshnet_gui.api import gate
from meshnet_gui.api.app import make_app
from meshnet_gui.api.backend import AskedModel
from meshnet_gui.api.gate import App
from meshnet_gui.api.line import Line
from meshnet_gui.concurrency.server import HttpServer
from tests.api.service import KEY
from tests.fleet import in_loop

JSON = {"content-type": "application/json"}
MODELS = "/v1/models"
CHAT = "/v1/chat/completions"
MIB = 1 << 20


class NoModels:
    """A backend whose models nobody gets to ask."""

    def models(self) -> Sequence[AskedModel]:
        return ()


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The error's."""
        return str(json.loads(self.body)["error"]["code"])


@dataclass
class Door:
    """The API without models, and connections to it that send just what they are told."""

    port: int
    keys: list[str]
    hosts: set[str]
    replies: list[Reply] = field(default_factory=list)

    async def send(self, head: bytes, body: bytes = b"") -> Reply:
        """One request as it stands, on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(head + b"\r\n" + body)
            return await self.reply(reader)
        finally:
            writer.close()

    async def reply(self, reader: asyncio.StreamReader) -> Reply:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().rstrip().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        self.replies.append(Reply(int(first.split()[1]), headers, body))
        return self.replies[-1]

    async def ask(
        self, method: str = "GET", path: str = MODELS, body: bytes = b"", **changes: str | bytes | None
    ) -> Reply:
        """A good request but for the changes; None: without that header."""
        wanted: dict[str, Any] = {"host": f"127.0.0.1:{self.port}", "authorization": f"Bearer {KEY}"} | JSON
        wanted |= {"content-length": str(len(body))} | {name.replace("_", "-"): each for name, each in changes.items()}
        return await self.send(head_of(method, path, wanted), body)


def head_of(method: str, path: str, headers: Mapping[str, str | bytes | None]) -> bytes:
    given = {name: value.encode() if isinstance(value, str) else value for name, value in headers.items()}
    lines = b"".join(name.encode() + b": " + value + b"\r\n" for name, value in given.items() if value is not None)
    return f"{method} {path} HTTP/1.1\r\n".encode() + lines


@functools.cache
def app_of_all() -> tuple[App, list[str], set[str]]:
    """Made once, since that takes a while; with the key and the allowed names that it asks for."""
    keys, hosts = [KEY], set[str]()
    backend: Any = NoModels()
    return make_app(backend, Line(1), lambda: keys[0], lambda: hosts), keys, hosts


@asynccontextmanager
async def opened() -> AsyncIterator[Door]:
    app, keys, hosts = app_of_all()
    keys[:] = [KEY]
    hosts.clear()
    server = HttpServer(app, "127.0.0.1", 0)
    await server.start()
    door = Door(server.port, keys, hosts)
    try:
        yield door
        assert not [name for reply in door.replies for name in reply.headers if name.startswith("access-control")]
    finally:
        await server.stop()


@in_loop
async def test_key_is_needed_and_taken_in_both_headers() -> None:
    async with opened() as door:
        assert (await door.ask()).status == 200
        assert (await door.ask(authorization=f"bearer   {KEY} ")).status == 200
        assert (await door.ask(authorization=None, x_api_key=KEY)).status == 200
        for wrong in (None, "", "Bearer", "Bearer ", f"Basic {KEY}", KEY, f"Bearer {KEY}x", f"Bearer {KEY[:-1]}"):
            reply = await door.ask(authorization=wrong)
            assert (reply.status, reply.code) == (401, "invalid_api_key"), wrong
            assert reply.headers["www-authenticate"] == "Bearer"
        assert (await door.ask(authorization=None, x_api_key="wrong")).status == 401
        assert (await door.ask(path="/v1/nothing", authorization=None)).status == 401


@in_loop
async def test_bytes_beyond_ascii_in_the_key_are_a_wrong_key() -> None:
    async with opened() as door:
        for raw in (b"\xff\xfe\x80", "schlüssel".encode(), f"{KEY}é".encode("latin-1")):
            assert (await door.ask(authorization=b"Bearer " + raw)).status == 401
            assert (await door.ask(authorization=None, x_api_key=raw)).status == 401


@in_loop
async def test_an_empty_key_lets_nobody_in() -> None:
    async with opened() as door:
        door.keys[0] = ""
        for given in (None, "Bearer", "Bearer ", f"Bearer {KEY}"):
            assert (await door.ask(authorization=given)).status == 401
        assert (await door.ask(authorization=None, x_api_key="")).status == 401


@in_loop
async def test_names_that_are_not_this_computers_are_turned_away_before_the_key_and_for_open_paths() -> None:
    async with opened() as door:
        names = ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "192.168.0.7", "[fe80::1]:80")
        for name in (*names, "", "0.0.0.0", "[::]", "evil.example:127.0.0.1", "127.0.0.1@evil.example"):
            for path in (MODELS, "/health", "/"):
                reply = await door.ask(path=path, host=name, authorization=None)
                assert (reply.status, reply.code) == (403, "wrong_host"), name


@in_loop
async def test_loopback_in_every_form_and_allowed_names_are_let_in() -> None:
    async with opened() as door:
        door.hosts |= {"gaming-pc.local", "192.168.0.7", "fd00::7"}
        for name in ("127.0.0.1", "127.0.0.1:1", "localhost", "LocalHost:8080", "127.1.2.3", "[::1]", "[::1]:8080"):
            assert (await door.ask(host=name)).status == 200, name
        for name in ("gaming-pc.local", "GAMING-PC.local:8080", "192.168.0.7:8080", "[fd00::7]:8080", "[FD00::7]"):
            assert (await door.ask(host=name)).status == 200, name
        door.hosts.clear()
        assert (await door.ask(host="gaming-pc.local")).status == 403


@in_loop
async def test_web_pages_are_turned_away_whatever_their_origin() -> None:
    async with opened() as door:
        for origin in ("https://evil.example", "null", "", "http://localhost:3000", f"http://127.0.0.1:{door.port}"):
            for method, path in (("GET", MODELS), ("POST", CHAT), ("OPTIONS", CHAT), ("GET", "/health")):
                reply = await door.ask(method, path, origin=origin)
                assert (reply.status, reply.code) == (403, "wrong_origin"), origin


@in_loop
async def test_nobody_is_given_leave_for_other_origins() -> None:
    async with opened() as door:
        asking = {"access_control_request_method": "POST", "access_control_request_headers": "authorization"}
        assert (await door.ask("OPTIONS", CHAT, origin="https://evil.example", **asking)).status == 403
        assert (await door.ask("OPTIONS", CHAT, authorization=None, **asking)).status == 401
        assert (await door.ask("OPTIONS", CHAT, **asking)).status == 405
        assert (await door.ask("POST", CHAT, b"{}")).status == 400
        assert (await door.ask(path="/health", authorization=None)).status == 200
    # that none of these replies has such a header is looked at when the door closes


@in_loop
async def test_only_json_is_read() -> None:
    async with opened() as door:
        form = "application/x-www-form-urlencoded"
        for kind in (None, "", "text/plain", form, "multipart/form-data; boundary=x", "application/jsonp", "text/json"):
            reply = await door.ask("POST", CHAT, b"{}", content_type=kind)
            assert (reply.status, reply.code) == (415, "wrong_content_type"), kind
        for kind in ("application/json", "Application/JSON; charset=utf-8"):
            assert (await door.ask("POST", CHAT, b"{}", content_type=kind)).status == 400


@in_loop
async def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes() -> None:
    async with opened() as door:
        for size in (16 * MIB + 1, 10**15):
            reply = await door.ask("POST", CHAT, content_length=str(size))
            assert (reply.status, reply.code) == (413, "too_large")


@in_loop
async def test_a_body_in_chunks_is_refused_at_the_bound_and_its_client_reads_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gate, "MAX_BODY_BYTES", MIB)
    async with opened() as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
        wanted = {"host": "127.0.0.1", "authorization": f"Bearer {KEY}", "transfer-encoding": "chunked"} | JSON
        writer.write(head_of("POST", CHAT, wanted) + b"\r\n")
        chunk = f"{MIB // 4:x}\r\n".encode() + b" " * (MIB // 4) + b"\r\n"
        writer.write(chunk * 4 + b"1\r\n \r\n")  # and no end
        reply = await door.reply(reader)
        assert (reply.status, reply.code) == (413, "too_large")
        writer.write(chunk * 16)  # to nobody
        await writer.drain()
        writer.close()


@in_loop
async def test_a_body_that_stalls_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "BODY_DEADLINE_S", 0.05)
    async with opened() as door:
        reply = await door.ask("POST", CHAT, b'{"model"', content_length="100")
        assert (reply.status, reply.code, reply.headers["connection"]) == (408, "timeout", "close")


@in_loop
async def test_health_and_greeting_need_no_key() -> None:
    async with opened() as door:
        for path, body in (("/health", b'{"status":"ok"}'), ("/", b"Meshnet is running")):
            reply = await door.ask(path=path, authorization=None)
            assert (reply.status, reply.body) == (200, body)
        for path in ("/health/", "//health", "/openapi.json", "/HEALTH"):
            assert (await door.ask(path=path, authorization=None)).status == 401, path
