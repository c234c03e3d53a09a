"""A hub on this computer: the endpoints that the hub's own library speaks, over real sockets, for folders on this disk.

As the real one does, it answers for large files with a redirect to a signed address of a storage (another port), and
for small ones with a redirect to itself. It counts the bytes that it sent of each file, and does wrong what it is told
to (``hub_faults``).
"""

from __future__ import annotations

import asyncio
import socket
from types import TracebackType

import uvicorn

from meshnet_gui.bench.hub_front import front_app
from meshnet_gui.bench.hub_ledger import Ledger
from meshnet_gui.bench.hub_storage import storage_app
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import bind
from meshnet_gui.errors import MachineError

SEND_BUFFER_BYTES = 128 * 1024  # what lies in a socket when its reader is gone was counted as sent
DEADLINE_S = 10.0
_HOST = "127.0.0.1"


class LocalHub(Ledger):
    """A context manager around the two servers, the hub and its storage."""

    def __init__(self, port: int = 0, token: str = "") -> None:
        super().__init__(token)
        self._loop = LoopThread("meshnet-local-hub")
        self._sockets = [_socket(port), _socket(0)]
        self._servers: list[uvicorn.Server] = []
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def url(self) -> str:
        """What the hub's library takes for its endpoint."""
        return f"http://{_HOST}:{self._sockets[0].getsockname()[1]}"

    @property
    def storage_url(self) -> str:
        return f"http://{_HOST}:{self._sockets[1].getsockname()[1]}"

    def __enter__(self) -> LocalHub:
        self._loop.start()
        self._loop.submit(self._start()).result(DEADLINE_S)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.submit(self._stop()).result(DEADLINE_S)
        self._loop.stop()

    async def _start(self) -> None:
        for app, sock in zip((front_app(self, self.storage_url), storage_app(self)), self._sockets, strict=True):
            config = uvicorn.Config(
                app, lifespan="off", log_config=None, log_level="critical", access_log=False, timeout_keep_alive=75
            )
            server = _Server(config, self.closing)
            self._servers.append(server)
            self._tasks.append(asyncio.create_task(server.serve(sockets=[sock]), name="local-hub"))
        while not all(server.started for server in self._servers):
            if any(task.done() for task in self._tasks):
                raise MachineError(f"The hub at {self.url} did not start.", "See the log for the reason.")
            await asyncio.sleep(0.005)

    async def _stop(self) -> None:
        self.closing.set()
        for server in self._servers:
            server.force_exit = True
        await asyncio.gather(*self._tasks)


class _Server(uvicorn.Server):
    """Ends at once when it is told to; uvicorn looks ten times a second."""

    def __init__(self, config: uvicorn.Config, closing: asyncio.Event) -> None:
        super().__init__(config)
        self._closing = closing

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self._closing.wait()


def _socket(port: int) -> socket.socket:
    sock = bind(_HOST, port)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)  # those that it accepts have it, too
    return sock
