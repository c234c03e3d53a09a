"""Where our node listens: in a swarm over TLS, for members alone; else on this computer, unless told otherwise."""

from __future__ import annotations

from contextlib import AsyncExitStack, suppress

from meshnet_gui.concurrency.loopback import is_loopback
from meshnet_gui.concurrency.server import AsgiApp, HttpServer, any_address
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.node.health import HealthOnly
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.credentials import Credentials, node_id_of_certificate

ONLY_HERE = "127.0.0.1"
FIRST_PORT, NUM_PORTS = 33_000, 10_000


class Listening:
    """The node's servers: one for steps and, where that one asks for certificates, one for ``/health``.

    Threads: the core loop only.
    """

    def __init__(self, app: AsgiApp) -> None:
        self._app = app
        self._servers = AsyncExitStack()
        self._steps: HttpServer | None = None
        self._health: HttpServer | None = None
        self._wanted: tuple[str, int, Credentials | None] | None = None
        self._last_port = 0

    @property
    def is_open(self) -> bool:
        return self._steps is not None

    @property
    def url(self) -> str:
        """Where steps are taken; empty while nothing is open."""
        return self._steps.url if self._steps is not None else ""

    @property
    def port(self) -> int:
        """The port that was really taken; 0 while nothing is open."""
        return self._steps.port if self._steps is not None else 0

    @property
    def at(self) -> tuple[str, int] | None:
        """The host and the port; None while nothing is open."""
        return None if self._steps is None or self._wanted is None else (self._wanted[0], self._steps.port)

    @property
    def health_url(self) -> str:
        """Where a program on this computer may ask for ``/health`` without a certificate."""
        return self._health.url if self._health is not None else self.url

    async def settle(self, settings: Settings, credentials: Credentials | None) -> None:
        """Listens as wanted now, anew only where that is not how it does already. Raises UserError or MachineError."""
        host = listen_host(settings, in_swarm=credentials is not None)
        wanted = host, settings.port, credentials
        if self._steps is not None and wanted == self._wanted:
            return
        await self.close()
        try:
            if credentials is None:
                self._steps = await self._for_anybody(host, settings.port)
            else:
                self._steps = await self._for_members(host, settings.port, credentials)
                self._health = await self._start(HttpServer(HealthOnly(self._app), ONLY_HERE, 0))
        except BaseException:
            await self.close()
            raise
        self._wanted, self._last_port = wanted, self._steps.port

    async def close(self) -> None:
        """A second call does nothing."""
        self._steps = self._health = self._wanted = None
        servers, self._servers = self._servers, AsyncExitStack()
        await servers.aclose()

    async def _for_anybody(self, host: str, port: int) -> HttpServer:
        """Port 0 takes the one of the last time, so that after a pause this node is found where it was."""
        if port == 0 and self._last_port:
            with suppress(MeshnetError):
                return await self._start(HttpServer(self._app, host, self._last_port))
        return await self._start(HttpServer(self._app, host, port))

    async def _for_members(self, host: str, port: int, credentials: Credentials) -> HttpServer:
        """Port 0 takes the usual one, so that a router which forwards it and addresses by hand stay right."""
        tls = credentials.server_context()
        if port == 0:
            with suppress(MeshnetError):  # taken, or not ours to take: then any
                usual = usual_port(credentials.node_id)
                return await self._start(HttpServer(self._app, host, usual, tls, node_id_of_certificate))
        return await self._start(HttpServer(self._app, host, port, tls, node_id_of_certificate))

    async def _start(self, server: HttpServer) -> HttpServer:
        await server.start()
        self._servers.push_async_callback(server.stop)
        return server


def usual_port(node_id: str) -> int:
    """Where this computer's node listens each time; the swarm's own network takes another (``runtime.swarm``)."""
    return FIRST_PORT + int(node_id[8:16], 16) % NUM_PORTS


def listen_host(settings: Settings, *, in_swarm: bool) -> str:
    """The address to listen at. Raises UserError where strangers would be let in unasked."""
    if in_swarm:
        return settings.host or any_address()
    host = settings.host or ONLY_HERE
    if not is_loopback(host) and not settings.plain_http:
        raise UserError(
            f"At {host} whoever gets there could use this node, unencrypted.",
            "Create or join a swarm, so that only its members can; or allow plain http.",
        )
    return host
