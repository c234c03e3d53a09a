"""Probing: addresses as a person types them, and peers that answer anything at all."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from typing import Any

import pytest

from meshnet_gui.concurrency.http_client import Body, BrokenReply, ConnectTimeout, Reply
from meshnet_gui.errors import MeshnetError, PeerMisbehaved, PeerUnreachable, UserError
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.probe import Prober, normal_address, was_refused
from meshnet_gui.swarm.roads import NoRoad
from meshnet_gui.types import NodeStatus, Span
from meshnet_gui.wire.limits import MAX_STATUS_BYTES
from meshnet_gui.wire.status import encode_status
from tests.fleet import in_loop
from tests.swarm_members import member

STATUS = NodeStatus(state="ready", identity="tiny@1:0123456789abcdef:float32", span=Span(0, 3), num_layers=6)
A, B = "http://a:1", "https://b:2"


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


class FakeAsker:
    """Gives one reply, or raises; remembers what it was asked."""

    def __init__(self, reply: Reply | Exception, certificate: bytes = b"") -> None:
        self._reply = reply
        self._certificate = certificate
        self.asked: list[tuple[str, str, str]] = []

    async def ask(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        /,
        *,
        connect_deadline_s: float,
        deadline_s: float,
        max_bytes: int,
    ) -> Reply:
        self.asked.append((address, method, path))
        if isinstance(self._reply, Exception):
            raise self._reply
        return self._reply

    def certificate(self, address: str) -> bytes:
        return self._certificate


def says(body: bytes, status: int = 200) -> Reply:
    return status, {}, body


@in_loop
async def test_answer_comes_with_its_round_trip() -> None:
    asker, ticks = FakeAsker(says(encode_status(STATUS))), iter([10.0, 10.25])
    result = await Prober(asker, clock=lambda: next(ticks)).probe(A)
    assert (result.status.span, result.round_trip_s, result.node_id) == (Span(0, 3), 0.25, "")
    assert asker.asked == [(A, "GET", "/status")]


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (ConnectTimeout(), PeerUnreachable, "no answer within 3 s"),
        (TimeoutError(), PeerUnreachable, "no answer within 3 s"),
        (ConnectionRefusedError(111, "refused"), PeerUnreachable, "no connection"),
        (ssl.SSLError(1, "bad"), PeerUnreachable, "not a member of this swarm"),
        (BrokenReply("no HTTP reply"), PeerMisbehaved, "no HTTP reply"),
        (says(b"", 404), PeerMisbehaved, "HTTP status 404"),
        (says(b"", 302), PeerMisbehaved, "HTTP status 302"),
        (says(b"<html>"), PeerMisbehaved, "not JSON"),
        (says(b"{}"), PeerMisbehaved, "malformed"),
    ],
)
@in_loop
async def test_anything_else_is_an_error_that_names_the_peer(
    answer: Reply | Exception, error: type[MeshnetError], text: str
) -> None:
    with pytest.raises(error, match=A) as caught:
        await Prober(FakeAsker(answer)).probe(A)
    assert text in caught.value.text
    assert was_refused(caught.value) == isinstance(answer, ConnectionRefusedError)


@in_loop
async def test_peer_that_never_answers_meets_the_deadline() -> None:
    class Silent(FakeAsker):
        async def ask(self, *args: Any, **kwargs: Any) -> Reply:
            await asyncio.Event().wait()
            raise AssertionError

    with pytest.raises(PeerUnreachable, match="no answer within"):
        await Prober(Silent(says(b""))).probe(A, deadline_s=0.01)


@in_loop
async def test_members_are_asked_on_their_road_and_shown_by_the_start_of_their_id() -> None:
    who = Identity.make()
    plain, roads = FakeAsker(says(b"")), FakeAsker(says(encode_status(STATUS)))
    prober = Prober(plain)
    prober.use(FakeAsker(says(b"")), roads)
    result = await prober.probe(f"node:{who.node_id}")
    assert (result.node_id, roads.asked[0][0], plain.asked) == (who.node_id, who.node_id, [])
    prober.use(None, FakeAsker(NoRoad("no relay answers")))
    with pytest.raises(
        PeerUnreachable, match=rf"Node {who.node_id[:8]} does not answer \(no relay answers\)"
    ) as caught:
        await prober.probe(f"node:{who.node_id}")
    assert was_refused(caught.value)
    assert who.node_id not in caught.value.text


@in_loop
async def test_member_at_an_address_given_by_hand_is_known_by_its_certificate() -> None:
    who = member()
    members = FakeAsker(says(encode_status(STATUS)), ssl.PEM_cert_to_DER_cert(who.certificate_pem))
    prober = Prober(FakeAsker(says(b"")))
    for address in (B, f"node:{who.node_id}"):
        with pytest.raises(PeerUnreachable, match="not in its swarm"):
            await prober.probe(address)
    prober.use(members, None)
    assert (await prober.probe(B)).node_id == who.node_id
    prober.use(FakeAsker(says(encode_status(STATUS)), b"no certificate"), None)
    with pytest.raises(PeerMisbehaved, match="certificate"):
        await prober.probe(B)


@in_loop
async def test_status_that_is_too_long_or_of_a_proxy_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    bodies = [encode_status(STATUS), bytes(MAX_STATUS_BYTES + 1)]
    heard: list[bytes] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.readline())
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + bodies.pop(0))
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    prober = Prober()
    assert (await prober.probe(address)).status.state == "ready"
    with pytest.raises(PeerMisbehaved, match="too long"):
        await prober.probe(address)
    await prober.close()
    server.close()
    assert heard == [b"GET /status HTTP/1.1\r\n"] * 2
