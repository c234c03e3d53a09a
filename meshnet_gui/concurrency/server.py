"""The HTTP server: a socket bound first, so that a taken port is an error here and not a silence in a thread."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from typing import Any

import uvicorn

from meshnet_gui.concurrency.http_guard import GuardedHttp, Identify
from meshnet_gui.concurrency.tls_door import TlsDoor
from meshnet_gui.errors import MachineError, PortInUse, UserError

log = logging.getLogger(__name__)

AsgiApp = Callable[[Any, Callable[[], Awaitable[Any]], Callable[[Any], Awaitable[None]]], Awaitable[None]]

START_DEADLINE_S = 10.0
STOP_DEADLINE_S = 5.0
OPEN_REQUESTS_DEADLINE_S = 2.0
MAX_CONNECTIONS = 256  # one more gets a 503


def bind(host: str, port: int) -> socket.socket:
    """A bound TCP socket; port 0 takes any free one. Raises PortInUse, UserError (no such address) or MachineError."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as exc:
        raise UserError(f"{host} is no address of this computer.", "Use 127.0.0.1, or an address it has.") from exc
    sock = socket.socket(family, kind, proto)
    try:
        if family == socket.AF_INET6 and hasattr(socket, "IPV6_V6ONLY"):
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0 if address[0] == "::" else 1)
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where SO_REUSEADDR would let two programs share the port
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(128)
    except OSError as exc:
        sock.close()
        raise _bind_error(host, port, exc) from exc
    return sock


def any_address() -> str:
    """What to bind to in order to be reached at every address of this computer, IPv6 and IPv4 where it has both."""
    return "::" if socket.has_dualstack_ipv6() else "0.0.0.0"


def _bind_error(host: str, port: int, exc: OSError) -> MachineError | UserError:
    if exc.errno == errno.EADDRINUSE:
        return PortInUse(f"Port {port} is taken by another program.", "Choose another port, or 0 for any free one.")
    if exc.errno == errno.EADDRNOTAVAIL:
        return UserError(f"{host} is no address of this computer.", "Use 127.0.0.1, or an address it has.")
    return MachineError(f"Cannot listen on {host}:{port}: {exc.strerror}.", "Choose another port.")


class HttpServer:
    """uvicorn on the running loop. ``start`` returns when it answers; ``stop`` ends it within seconds.

    With ``tls`` it speaks https only; ``identify`` then names the client from its certificate (DER), and the name is
    ``scope["state"]["node_id"]`` of each request. A ValueError of ``identify`` hangs up.
    Threads: both belong to the core loop.
    """

    def __init__(
        self, app: AsgiApp, host: str, port: int, tls: ssl.SSLContext | None = None, identify: Identify | None = None
    ) -> None:
        self._app = app
        self._host = host
        self._port = port
        self._tls = tls
        self._identify = identify
        self._door: TlsDoor | None = None
        self._server: uvicorn.Server | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """The base URL, with the port that was really taken."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"{'http' if self._tls is None else 'https'}://{host}:{self._port}"

    @property
    def port(self) -> int:
        """The one that was really taken."""
        return self._port

    async def start(self) -> None:
        sock = bind(self._host, self._port)
        self._port = sock.getsockname()[1]
        config = uvicorn.Config(
            _ending_quietly(self._app),
            http=GuardedHttp,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=False,
            limit_concurrency=MAX_CONNECTIONS,
            proxy_headers=False,
            timeout_graceful_shutdown=3,
            timeout_keep_alive=75,
        )
        server = uvicorn.Server(config)
        sockets = [sock] if self._tls is None else []
        self._server, self._task = server, asyncio.create_task(server.serve(sockets=sockets), name="http-server")
        try:
            await self._wait_started(server, self._task)
            if self._tls is not None:
                self._door = TlsDoor(sock, self._tls, partial(self._make_protocol, config, server))
                self._door.open()
        except BaseException:
            await self.stop()
            sock.close()
            raise

    async def _wait_started(self, server: uvicorn.Server, task: asyncio.Task[None]) -> None:
        deadline = asyncio.get_running_loop().time() + START_DEADLINE_S
        while not server.started:
            if task.done() or asyncio.get_running_loop().time() > deadline:
                raise MachineError(f"The server on {self.url} did not start.", "See the log for the reason.")
            await asyncio.sleep(0.005)

    def _make_protocol(self, config: uvicorn.Config, server: uvicorn.Server) -> GuardedHttp:
        return GuardedHttp(config, server.server_state, server.lifespan.state, identify=self._identify)

    async def stop(self, patience_s: float = OPEN_REQUESTS_DEADLINE_S) -> None:
        """Stops accepting, gives open requests ``patience_s``, then closes. A second call does nothing."""
        door, self._door = self._door, None
        if door is not None:
            await door.close()
        server, task, self._server, self._task = self._server, self._task, None, None
        if server is None or task is None:
            return
        server.should_exit = True
        patience = asyncio.get_running_loop().call_later(patience_s, _cancel, server.server_state.tasks)
        with suppress(asyncio.TimeoutError, SystemExit):
            await asyncio.wait_for(asyncio.shield(task), STOP_DEADLINE_S)
        patience.cancel()
        if not task.done():
            log.warning("the server on %s was cancelled after %.0f s", self.url, STOP_DEADLINE_S)
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def _cancel(tasks: Collection[asyncio.Task[None]]) -> None:
    for task in tuple(tasks):
        task.cancel()


def _ending_quietly(app: AsgiApp) -> AsgiApp:
    """``app``, whose open requests answer 503 when the server stops; uvicorn would log each as an error."""

    async def run(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        try:
            await app(scope, receive, send)
        except asyncio.CancelledError:
            with suppress(RuntimeError):  # it had begun to answer
                await send({"type": "http.response.start", "status": 503, "headers": [(b"content-length", b"0")]})
                await send({"type": "http.response.body", "body": b""})

    return run
