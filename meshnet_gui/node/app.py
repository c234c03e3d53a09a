"""The node's Starlette app: ``/forward``, ``/status``, ``/health``, ``/session/{id}``, and ``/weights`` for members.

Served by uvicorn to peers and called in process by our own head: one code path. ``/forward`` is an endpoint without
Starlette's request and response objects, since it is on the path of every token: between two steps the processor's
caches hold weights, and whatever code runs there runs cold. Over TLS the client is a member that its certificate names:
its sessions are its own. Without TLS a browser is kept out by its Origin header and, on loopback, by the Host header.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from meshnet_gui.concurrency.loopback import is_loopback
from meshnet_gui.node.service import NodeService
from meshnet_gui.node.shelf import WeightShelf
from meshnet_gui.node.weights import Weights
from meshnet_gui.wire.codec import encode_reply, parse_request, parse_target
from meshnet_gui.wire.limits import PayloadLimits
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest
from meshnet_gui.wire.refusals import BadRequest, Refusal, TooLarge
from meshnet_gui.wire.status import encode_status
from meshnet_gui.wire.weights import PATH

log = logging.getLogger(__name__)

BODY_DEADLINE_S = 5.0  # and longer for what has arrived: a body that flows is let in, one that stalls is not
MIN_BYTES_PER_S = 100_000
MAX_LENGTH_DIGITS = 20

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class ClientLeft(Exception):
    """Nobody is there any more to be answered."""


class NodeApp:
    """The ASGI app of one node service."""

    def __init__(self, service: NodeService, shelf: WeightShelf | None = None) -> None:
        self._service = service
        weights = [] if shelf is None else _weights_routes(service, shelf)
        self._starlette = Starlette(
            routes=[
                Route("/forward", _Forward(service), methods=["POST"]),
                Route("/status", self._status, methods=["GET"]),
                Route("/health", self._health, methods=["GET"]),
                Route("/session/{session_id}", self._close_session, methods=["DELETE"]),
                *weights,
            ]
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _from_browser(scope):
            await Response("no browsers here\n", 403)(scope, receive, send)
            return
        await self._starlette(scope, receive, send)

    async def _status(self, request: Request) -> Response:
        return Response(encode_status(self._service.status()), media_type="application/json")

    async def _health(self, request: Request) -> Response:
        ready = self._service.is_ready
        return JSONResponse({"ready": ready, "state": self._service.state}, 200 if ready else 503)

    async def _close_session(self, request: Request) -> Response:
        closed = await self._service.close_session(request.path_params["session_id"], _member(request.scope))
        return Response(status_code=204 if closed else 404)


def _weights_routes(service: NodeService, shelf: WeightShelf) -> list[Route]:
    def sent(num_bytes: int) -> None:
        service.weights_sent_bytes += num_bytes

    weights = Weights(shelf, sent, lambda: service.is_computing)
    return [Route(path, weights, methods=["GET"]) for path in (PATH, f"{PATH}/{{sha256}}")]


class _Forward:
    """``POST /forward`` as an ASGI app."""

    def __init__(self, service: NodeService) -> None:
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        try:
            limits = self._service.ready_shard(parse_target(headers)).limits
            owner = _member(scope)
            client = owner or _client(scope)
            with self._service.admission.enter(client):  # before the body: it takes memory, too
                message = await _read_message(headers, receive, limits)
                reply = await self._computed(message, receive, owner)
        except Refusal as exc:
            self._service.count_refusal(exc)
            await _refused(exc)(scope, receive, send)
        except ClientLeft:
            await Response(status_code=400)(scope, receive, send)
        except Exception:
            log.exception("a step failed")
            failed = JSONResponse({"error": "failed", "reason": "the step failed on this node"}, 500)
            await failed(scope, receive, send)
        else:
            names, content = encode_reply(reply, cached=message.cache is not None, last=message.reply_last)
            body = content if isinstance(content, bytes) else bytes(content)
            if client:  # our own head has none
                self._service.given.count(message, len(body))
            await _send(send, names, body)

    async def _computed(self, message: ForwardRequest, receive: Receive, owner: str | None) -> ForwardReply:
        """A step of several positions ends when its client has left; one of a single position is over too soon."""
        if message.tensor.num_positions == 1:
            return await self._service.forward(message, owner)
        step = asyncio.ensure_future(self._service.forward(message, owner))
        leaving = asyncio.ensure_future(receive())  # all of the body is here: nothing else can come
        try:
            await asyncio.wait((step, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not step.done():
                raise ClientLeft
            return step.result()
        finally:
            for task in (step, leaving):
                task.cancel()
            await asyncio.gather(step, leaving, return_exceptions=True)


async def _read_message(headers: Mapping[str, str], receive: Receive, limits: PayloadLimits) -> ForwardRequest:
    try:
        async with asyncio.timeout(BODY_DEADLINE_S) as deadline:
            body = await _read_body(headers.get("content-length", "0"), receive, limits.max_body_bytes, deadline)
    except TimeoutError as exc:
        raise BadRequest(f"the body came slower than {MIN_BYTES_PER_S // 1000} kB/s") from exc
    return parse_request(headers, body, limits)


async def _read_body(claimed: str, receive: Receive, most: int, deadline: asyncio.Timeout) -> bytes:
    if not claimed.isascii() or not claimed.isdigit() or len(claimed) > MAX_LENGTH_DIGITS:
        raise BadRequest("the content length is not a number")
    if int(claimed) > most:
        raise TooLarge(f"the body claims {claimed} bytes; this model takes at most {most}")
    chunks, size, first, more = list[bytes](), 0, deadline.when() or 0.0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeft
        chunk, more = message.get("body", b""), message.get("more_body", False)
        size += len(chunk)
        if size > most:
            raise TooLarge(f"the body is larger than {most} bytes, the most that this model takes")
        chunks.append(chunk)
        if size != int(claimed):
            deadline.reschedule(first + size / MIN_BYTES_PER_S)
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


async def _send(send: Send, headers: Mapping[str, str], content: bytes) -> None:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    raw.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": 200, "headers": raw})
    await send({"type": "http.response.body", "body": content})


def _member(scope: Scope) -> str | None:
    """The node id of the client; None where it did not have to say who it is."""
    return (scope.get("state") or {}).get("node_id") or None


def _client(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def _refused(refusal: Refusal) -> Response:
    headers = {"retry-after": "1"} if refusal.status == 503 else None
    return Response(refusal.to_body(), refusal.status, headers, "application/json")


def _from_browser(scope: Scope) -> bool:
    """Whether a web page is behind the request: it sends an Origin, or a name where only loopback is served."""
    headers = {name: value for name, value in scope["headers"] if name in (b"origin", b"host")}
    if b"origin" in headers:
        return True
    if _member(scope) is not None:  # no web page has a certificate
        return False
    server = scope.get("server")
    return (
        server is not None
        and is_loopback(server[0])
        and not is_loopback(_host_name(headers.get(b"host", b"").decode("latin-1")))
    )


def _host_name(text: str) -> str:
    return text[1:].split("]", 1)[0] if text.startswith("[") else text.rsplit(":", 1)[0]
