"""Transports: HTTP to a real socket with hostile ends, and the call into our own app."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from meshnet_gui.concurrency.http_client import BrokenReply, HttpClient
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.errors import PeerError, PeerMisbehaved, PeerUnreachable
from meshnet_gui.head.hop_client import HopClient, Patience
from meshnet_gui.head.transport import HttpTransport, InProcessTransport, RawReply, SwarmTransport
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.swarm.credentials import Credentials, node_id_of_certificate
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.membership import Membership
from meshnet_gui.swarm.roads import NoRoad
from meshnet_gui.types import Hop, Span
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload, TokenReply
from tests.fleet import SESSION, in_loop, load_once, running_node

Tiny = Callable[[str], ModelSpec]


async def ask(transport: Any, address: str, deadline_s: float = 5.0, max_bytes: int = 1000, **headers: str) -> RawReply:
    return await transport.send(
        address, "POST", "/forward", headers, b"body", deadline_s=deadline_s, max_bytes=max_bytes
    )


@asynccontextmanager
async def raw_server(answer: bytes | None) -> AsyncIterator[str]:
    """Sends ``answer`` to whoever asks and hangs up; None: says nothing for ever."""

    ended = asyncio.Event()
    handlers: list[asyncio.Task[Any]] = []

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handlers.append(asyncio.current_task())  # type: ignore[arg-type]
        await reader.read(4096)
        if answer is None:
            await ended.wait()
        else:
            writer.write(answer)
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        ended.set()
        server.close()
        if handlers:
            await asyncio.wait(handlers)


@asynccontextmanager
async def http() -> AsyncIterator[HttpTransport]:
    transport = HttpTransport()
    try:
        yield transport
    finally:
        await transport.close()


@in_loop
async def test_step_over_http_and_in_process_give_the_same_reply(tiny: Tiny) -> None:
    request = ForwardRequest(TensorPayload((1, 2), "int64", bytes(16)))
    async with running_node(tiny("llama"), Span(0, 6), load_once) as node:
        server = HttpServer(node.app, "127.0.0.1", 0)
        await server.start()
        async with http() as transport:
            client = HopClient(transport, InProcessTransport(node.app))
            replies = [
                await client.forward(Hop(address, Span(0, 6)), request, is_tail=True, hidden_size=32)
                for address in (server.url, server.url, "local")
            ]
        await server.stop()
        assert isinstance(replies[0], TokenReply)
        assert replies[0] == replies[1] == replies[2]


class _At:
    """Roads that all lead to one address; who answers there is pinned."""

    def __init__(self, url: str, client: HttpClient) -> None:
        self._url = url
        self._client = client

    async def ask(self, node_id: str, *rest: Any, **bounds: Any) -> tuple[int, dict[str, str], bytes]:
        return await self._client.ask(f"{self._url}#{node_id}", *rest, **bounds)


@in_loop
async def test_members_step_over_tls_and_each_has_its_own_sessions(tiny: Tiny) -> None:
    swarm = Membership("home", bytes(32))
    theirs, first, second = (Credentials(Identity.make(), swarm) for _ in range(3))
    async with running_node(tiny("llama"), Span(0, 6), load_once) as node:
        server = HttpServer(node.app, "127.0.0.1", 0, theirs.server_context(), node_id_of_certificate)
        await server.start()
        hop = Hop(f"node:{theirs.node_id}", Span(0, 6))
        askers = [HttpClient(member.client_context) for member in (first, second)]
        transports = [SwarmTransport(lambda asker=asker: _At(server.url, asker), HttpTransport()) for asker in askers]
        clients = [HopClient(transport, InProcessTransport(node.app)) for transport in transports]
        identity = str(tiny("llama").identity)
        prompt = ForwardRequest(
            TensorPayload((1, 2), "int64", bytes(16)), cache="prefill", session=SESSION, model=identity
        )
        reply = await clients[0].forward(hop, prompt, is_tail=True, hidden_size=32)
        assert reply.past_len == 2
        with pytest.raises(PeerError, match="another client"):
            await clients[1].forward(hop, prompt, is_tail=True, hidden_size=32)
        assert not await clients[1].close_session(hop, SESSION)
        assert len(node.service.status().sessions) == 1
        with pytest.raises(PeerUnreachable, match="cannot be reached"):
            await ask(transports[0], f"node:{second.node_id}")
        for open_end in (*transports, *askers):
            await open_end.close()
        await server.stop()


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (b"", PeerUnreachable),
        (b"SSH-2.0-OpenSSH_9.2\r\n", PeerMisbehaved),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", PeerUnreachable),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + bytes(5000), PeerMisbehaved),
        (b"HTTP/1.1 200 OK\r\n\r\n" + bytes(5000), PeerMisbehaved),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"400\r\n" + bytes(1024) + b"\r\n" * 2,
            PeerMisbehaved,
        ),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 100_000 + b"\r\n\r\n", PeerMisbehaved),
    ],
)
@in_loop
async def test_broken_reply_is_an_error_that_names_the_peer(answer: bytes, error: type[Exception]) -> None:
    async with raw_server(answer) as address, http() as transport:
        with pytest.raises(error, match=address):
            await ask(transport, address)


@in_loop
async def test_redirects_are_not_followed_and_nothing_is_unpacked() -> None:
    answer = (
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nno"
    )
    async with raw_server(answer) as address, http() as transport:
        reply = await ask(transport, address)
        assert (reply.status, reply.body, reply.headers["location"]) == (302, b"no", "http://127.0.0.1:1/")


@in_loop
async def test_frozen_peer_costs_one_deadline_and_no_retry() -> None:
    async with raw_server(None) as address, http() as transport:
        client = HopClient(transport, patience=Patience(step_s=0.05, position_s=0.0))
        request = ForwardRequest(TensorPayload((1, 1), "int64", bytes(8)))
        started = time.monotonic()
        with pytest.raises(PeerUnreachable, match=r"\(layers 0-6\) did not answer within"):
            await client.forward(Hop(address, Span(0, 6)), request, is_tail=True, hidden_size=32)
        assert time.monotonic() - started < 4


@in_loop
async def test_port_where_nobody_listens_is_named_at_once() -> None:
    async with raw_server(b"") as address:
        pass
    async with http() as transport:
        client = HopClient(transport)
        request = ForwardRequest(TensorPayload((1, 1), "int64", bytes(8)))
        with pytest.raises(PeerUnreachable, match=f"{address}.*layers 3-6.*cannot be reached"):
            await client.forward(Hop(address, Span(3, 6)), request, is_tail=True, hidden_size=32)
        assert not await client.close_session(Hop(address, Span(3, 6)), "0" * 32)


@in_loop
async def test_step_at_a_peer_that_is_known_to_have_left_ends_at_once_and_is_nobodys_fault() -> None:
    async with raw_server(None) as address, http() as transport:
        client = HopClient(transport)
        request = ForwardRequest(TensorPayload((1, 1), "int64", bytes(8)))
        steps = [
            asyncio.create_task(client.forward(Hop(address, Span(0, 6)), request, is_tail=True, hidden_size=32))
            for _ in range(2)
        ]
        await asyncio.sleep(0)
        client.telling(lambda text: None).gone("http://another:1")
        client.gone(address)
        client.gone(address)
        errors = await asyncio.gather(*steps, return_exceptions=True)
        assert [(type(error), str(error.__cause__)) for error in errors if isinstance(error, BaseException)] == [
            (PeerUnreachable, "None")
        ] * 2


@in_loop
async def test_connection_that_was_closed_while_it_was_unused_is_made_anew() -> None:
    closed: list[int] = []

    class Once:
        """Loses the first request as a kept connection does that the other end has just closed."""

        async def send(self, address: str, *args: Any, **kwargs: Any) -> RawReply:
            closed.append(1)
            if len(closed) == 1:
                raise PeerUnreachable(address, "gone") from ConnectionResetError()
            return RawReply(200, {}, b'{"text": "a", "token_id": 1}')

    request = ForwardRequest(TensorPayload((1, 1), "int64", bytes(8)))
    client = HopClient(Once())  # type: ignore[arg-type]
    reply = await client.forward(Hop("a", Span(0, 6)), request, is_tail=True, hidden_size=32)
    assert (reply.token_id, len(closed)) == (1, 2)  # type: ignore[union-attr]
    closed.clear()
    with pytest.raises(PeerUnreachable):  # in the middle of an answer it is no unused connection that breaks
        await client.forward(Hop("a", Span(0, 6)), request, is_tail=True, hidden_size=32)
    assert len(closed) == 1


@in_loop
async def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    async with raw_server(b"HTTP/1.1 204 No Content\r\n\r\n") as address, http() as transport:
        assert (await ask(transport, address)).status == 204


# -- in process -------------------------------------------------------------------------------------------------------

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


@in_loop
async def test_own_node_that_does_not_answer_meets_the_same_deadline() -> None:
    async def frozen(scope: Any, receive: Receive, send: Send) -> None:
        await asyncio.Event().wait()

    with pytest.raises(PeerUnreachable, match="This computer's node did not answer") as caught:
        await ask(InProcessTransport(frozen), "local", deadline_s=0.01)
    assert isinstance(caught.value.__cause__, TimeoutError)


@in_loop
async def test_own_node_may_not_answer_too_much_either() -> None:
    async def verbose(scope: Any, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(1001)})

    with pytest.raises(PeerMisbehaved, match="too long"):
        await ask(InProcessTransport(verbose), "local")


@in_loop
async def test_app_sees_the_request_as_a_server_would_hand_it_over() -> None:
    seen: dict[str, Any] = {}

    async def look(scope: Any, receive: Receive, send: Send) -> None:
        seen.update(scope, message=await receive())
        await send({"type": "http.response.start", "status": 201, "headers": [(b"X-A", b"\xe4")]})
        await send({"type": "http.response.body", "body": b"a", "more_body": True})
        await send({"type": "http.response.body", "body": b"b"})

    reply = await ask(InProcessTransport(look), "local", **{"X-Name": "value"})
    assert (reply.status, reply.headers, reply.body) == (201, {"x-a": "ä"}, b"ab")
    assert (seen["method"], seen["path"], seen["message"]["body"]) == ("POST", "/forward", b"body")
    assert seen["headers"] == [(b"x-name", b"value"), (b"content-length", b"4")]


@in_loop
async def test_own_node_without_a_transport_says_that_it_is_off() -> None:
    request = ForwardRequest(TensorPayload((1, 1), "int64", bytes(8)))
    async with http() as transport:
        client = HopClient(transport)
        with pytest.raises(PeerUnreachable, match="own node is off"):
            await client.forward(Hop("local", Span(0, 6)), request, is_tail=True, hidden_size=32)


@in_loop
async def test_own_node_that_was_switched_off_says_so_at_once() -> None:
    async def app(*_: object) -> None:
        raise AssertionError("nobody is there to be asked")

    request = ForwardRequest(TensorPayload((1, 1), "int64", bytes(8)))
    async with http() as transport:
        client = HopClient(transport, InProcessTransport(app, lambda: False))
        with pytest.raises(PeerUnreachable, match=r"\(layers 0-6\) was switched off"):
            await client.forward(Hop("local", Span(0, 6)), request, is_tail=True, hidden_size=32)


class _Roads:
    """Roads of which each request ends as told."""

    def __init__(self, ending: Exception | None = None) -> None:
        self.ending = ending
        self.asked: list[str] = []

    async def ask(self, node_id: str, *rest: Any, **bounds: Any) -> tuple[int, dict[str, str], bytes]:
        self.asked.append(node_id)
        if self.ending is not None:
            raise self.ending
        return 200, {"x-name": "value"}, b"from the member"


MEMBER_ID = "0123456789abcdef" * 4


@in_loop
async def test_members_are_asked_on_their_road_and_others_over_http() -> None:
    roads = _Roads()
    async with raw_server(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain") as address, http() as plain:
        transport = SwarmTransport(lambda: roads, plain)
        assert (await ask(transport, f"node:{MEMBER_ID}")).body == b"from the member"
        assert (await ask(transport, address)).body == b"plain"
    assert roads.asked == [MEMBER_ID]


@pytest.mark.parametrize(
    ("ending", "kind", "words"),
    [
        (NoRoad("none of its 2 addresses answers, nor a relay"), PeerUnreachable, "nor a relay"),
        (TimeoutError(), PeerUnreachable, "did not answer within 5 s"),
        (ConnectionResetError(), PeerUnreachable, "cannot be reached"),
        (BrokenReply("no HTTP reply"), PeerMisbehaved, "broken reply"),
    ],
    ids=["no road", "deadline", "lost", "broken"],
)
@in_loop
async def test_a_road_that_fails_is_the_members_error_by_its_short_name(
    ending: Exception, kind: type[PeerUnreachable | PeerMisbehaved], words: str
) -> None:
    async with http() as plain:
        with pytest.raises(kind, match=words) as caught:
            await ask(SwarmTransport(lambda: _Roads(ending), plain), f"node:{MEMBER_ID}")
    assert caught.value.address == f"node:{MEMBER_ID}"
    assert caught.value.text.startswith("Node 01234567 ")
    assert caught.value.__cause__ is ending


@in_loop
async def test_without_a_swarm_no_member_is_reached() -> None:
    async with http() as plain:
        with pytest.raises(PeerUnreachable, match="in no swarm"):
            await ask(SwarmTransport(lambda: None, plain), f"node:{MEMBER_ID}")
