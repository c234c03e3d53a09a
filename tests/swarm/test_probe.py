"""Probing: addresses as a person types them, and peers that answer anything at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest

from meshnet_gui.errors import MeshnetError, PeerMisbehaved, PeerUnreachable, UserError
from meshnet_gui.swarm import probe as probe_module
from meshnet_gui.swarm.probe import Prober, ProbeResult, normal_address
from meshnet_gui.types import NodeStatus, Span
from meshnet_gui.wire.limits import MAX_STATUS_BYTES
from meshnet_gui.wire.status import encode_status
from tests.fleet import in_loop

STATUS = NodeStatus(state="ready", identity="tiny@1:0123456789abcdef:float32", span=Span(0, 3), num_layers=6)
A = "http://a:1"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://192.168.1.20:51001", "http://192.168.1.20:51001"),
        ("  192.168.1.20:51001/ ", "http://192.168.1.20:51001"),
        ("attic.local:80", "http://attic.local:80"),
        ("HTTP://ATTIC:80", "http://attic:80"),
        ("http://[::1]:80", "http://[::1]:80"),
        ("[fe80::1]:80", "http://[fe80::1]:80"),
        ("http://a:00080", "http://a:80"),
        ("https://A:80/", "https://a:80"),
    ],
)
def test_address_is_brought_into_its_normal_form(text: str, address: str) -> None:
    assert normal_address(text) == address
    assert normal_address(address) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a",
        "a:",
        "a:0",
        "a:-1",
        "a:65536",
        "a:port",
        "a:\uff18\uff10",
        ":80",
        "http://",
        "http://:80",
        "ftp://a:80",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "http://a:80/path",
        "http://a:80?x",
        "http://a:80#x",
        "http://user@a:80",
        "http://user:pw@a:80",
        "http://a b:80",
        "http://a\n:80",
        "http://a:80\r\nHost: b",
        "a:80:90",
        "http://[::1:80",
        "http://[x]:80",
        "http://a:80@b",
        "http://\u202ea:80",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx:80",
        "http://a\x00:80",
        "//",
        "http:///a:80",
        "http://a\\b:80",
        "http://a%00b:80",
        "http://a<b>:80",
        "http://..:80",
    ],
)
def test_text_that_is_no_peer_address_is_the_users_mistake(text: str) -> None:
    with pytest.raises(UserError, match="is no peer address") as caught:
        normal_address(text)
    assert len(caught.value.text) < 400
    assert caught.value.hint


def says(body: bytes, status: int = 200, **headers: str) -> httpx.Response:
    return httpx.Response(status, headers=headers, stream=httpx.ByteStream(body))


async def probe(answer: Callable[[httpx.Request], httpx.Response]) -> ProbeResult:
    ticks = iter([10.0, 10.25])
    prober = Prober(httpx.MockTransport(answer), clock=lambda: next(ticks))
    try:
        return await prober.probe(A)
    finally:
        await prober.close()


@in_loop
async def test_answer_comes_with_its_round_trip() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.method} {request.url}")
        return says(encode_status(STATUS))

    result = await probe(answer)
    assert (result.status.span, result.round_trip_s, asked) == (Span(0, 3), 0.25, ["GET http://a:1/status"])


def raising(error: Exception) -> Callable[[httpx.Request], httpx.Response]:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error

    return answer


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (raising(httpx.ConnectError("refused")), PeerUnreachable, "no connection"),
        (raising(httpx.ReadTimeout("slow")), PeerUnreachable, "no answer within 3 s"),
        (raising(httpx.RemoteProtocolError("garbage")), PeerUnreachable, "RemoteProtocolError"),
        (raising(OSError("odd")), PeerUnreachable, "OSError"),
        (raising(UnicodeError("label too long")), PeerMisbehaved, "no Meshnet node"),
        (lambda _: says(b"", 404), PeerMisbehaved, "HTTP status 404"),
        (lambda _: says(b"", 302, location="http://b:2"), PeerMisbehaved, "HTTP status 302"),
        (lambda _: says(b"<html>"), PeerMisbehaved, "not JSON"),
        (lambda _: says(b"{}"), PeerMisbehaved, "malformed"),
        (lambda _: says(bytes(MAX_STATUS_BYTES + 1)), PeerMisbehaved, "too long"),
    ],
)
@in_loop
async def test_anything_else_is_an_error_that_names_the_peer(
    answer: Callable[[httpx.Request], httpx.Response], error: type[MeshnetError], text: str
) -> None:
    with pytest.raises(error, match=A) as caught:
        await probe(answer)
    assert text in caught.value.text


class Trickle(httpx.AsyncByteStream):
    """A body that never ends, a byte now and then."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.005)
            yield b" "


@in_loop
async def test_answer_that_trickles_for_ever_meets_the_deadline_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe_module, "PROBE_DEADLINE_S", 0.05)

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, stream=Trickle())

    with pytest.raises(PeerUnreachable, match="no answer within"):
        await probe(answer)


@in_loop
async def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    heard: list[Any] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readline())
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + encode_status(STATUS))
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    prober = Prober()
    result = await prober.probe(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    await prober.close()
    server.close()
    assert (result.status.state, heard) == ("ready", [b"GET /status HTTP/1.1\r\n"])
