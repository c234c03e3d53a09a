"""The local API of the running program: switched on and off, moved to another port and told about, by the settings.

Its libraries are loaded when it is first switched on, in a thread of their own. Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Collection
from contextlib import suppress

from meshnet_gui.api.backend import Backend
from meshnet_gui.api.ending import refuse_new
from meshnet_gui.api.line import Line
from meshnet_gui.api.request_log import App, Receive, RequestLine, RequestLog, Scope, Send
from meshnet_gui.concurrency.background import STARTER, in_background
from meshnet_gui.concurrency.loop import end_task
from meshnet_gui.concurrency.loopback import is_loopback
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.runtime.api_key import ApiKey
from meshnet_gui.runtime.snapshot import ApiView
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.lookout import own_addresses

log = logging.getLogger(__name__)

TRY_AGAIN_S = 5.0
QUIT_PATIENCE_S = 0.1
EVERY_ADDRESS = ("0.0.0.0", "::")


class ApiService:
    """``settle`` after each change of the settings; ``start`` and ``close`` are paired.

    What keeps it from answering, like a taken port, is a state with a sentence, and it is tried again and again.
    """

    def __init__(
        self,
        backend: Backend,
        settings: Callable[[], Settings],
        key: ApiKey,
        on_change: Callable[[], None],
        on_request: Callable[[RequestLine], None] = lambda line: None,
    ) -> None:
        self._backend = backend
        self._settings = settings
        self._key = key
        self._on_change = on_change
        self._line = Line(settings().api_max_running)
        self._log = RequestLog(on_end=on_request)
        self._takes_new = True
        self._turn = asyncio.Lock()
        self._app: App | None = None
        self._server: HttpServer | None = None
        self._wanted: tuple[object, ...] | None = None
        self._trying: asyncio.Task[None] | None = None
        self._is_closed = False
        self._state, self._error = "off", ""

    def start(self) -> None:
        """Answers as soon as it can, where the settings want that; returns at once."""
        self._trying = asyncio.create_task(self._keep_trying(), name="api")

    async def close(self) -> None:
        """Ends open requests within moments: whoever waits for one hears that it was cut off."""
        self._is_closed = True
        await end_task(self._trying)
        async with self._turn:
            await self._stop_server(QUIT_PATIENCE_S)

    def take_nothing_new(self) -> None:
        """What runs or waits comes to its end; whoever comes from here on is told that the program ends."""
        self._takes_new = False

    @property
    def is_busy(self) -> bool:
        return self._line.num_running + self._line.num_waiting > 0

    def view(self) -> ApiView:
        """As the snapshot carries it."""
        return ApiView(
            self._state,
            self._address(),
            self._error,
            self._line.num_running,
            self._line.num_waiting,
            self._log.lines(),
        )

    async def key(self) -> str:
        """The key, made now where there is none. Raises MachineError."""
        async with self._turn:
            return await asyncio.to_thread(self._key.load)

    async def new_key(self) -> str:
        """Another key; who has only the old one is let in no more. Raises MachineError."""
        async with self._turn:
            return await asyncio.to_thread(self._key.renew)

    async def settle(self) -> None:
        """Listens as the settings say now, anew only where that is not how it does already."""
        async with self._turn:
            settings = self._settings()
            self._line.allow(settings.api_max_running)
            wanted = (settings.api_host, settings.api_port, settings.api_to_others) if settings.api_on else None
            if self._is_closed or (wanted == self._wanted and self._state != "failed"):
                return
            is_new, self._wanted = wanted != self._wanted, wanted
            await self._stop_server()
            if wanted is None:
                self._say("off")
                return
            if is_new:
                self._say("starting")
            await self._open(settings)

    async def _open(self, settings: Settings) -> None:
        try:
            host = _host(settings)
            await asyncio.to_thread(self._key.load)
            if self._app is None:
                self._app = await asyncio.wrap_future(in_background(self._make_app, STARTER))
            server = HttpServer(self._while_open, host, settings.api_port)
            await server.start()
        except MeshnetError as exc:
            self._fail(str(exc))
        except Exception as exc:
            log.exception("the API could not be started")
            self._fail(f"The API could not be started ({type(exc).__name__}). See the log for the reason.")
        else:
            self._server = server
            self._say("on")
            log.info("other programs may ask at %s", self._address())

    async def _while_open(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._app if self._takes_new or scope["path"] == "/health" else refuse_new
        assert app is not None
        await app(scope, receive, send)

    def _make_app(self) -> App:
        from meshnet_gui.api.app import make_app  # takes a second

        return make_app(self._backend, self._line, lambda: self._key.value, self._names, self._log)

    def _names(self) -> Collection[str]:
        """Under which it may be called, beside those of loopback."""
        settings = self._settings()
        names = {name.lower() for name in settings.api_names}
        if is_loopback(settings.api_host):
            return names
        own = socket.gethostname().lower()
        return names | {settings.api_host.lower(), own, f"{own}.local", *own_addresses()}

    def _address(self) -> str:
        if self._server is None:
            return ""
        host = self._settings().api_host if self._wanted is None else str(self._wanted[0])
        if host not in EVERY_ADDRESS:
            return self._server.url
        address = next(iter(own_addresses()), "127.0.0.1")
        return f"http://[{address}]:{self._server.port}" if ":" in address else f"http://{address}:{self._server.port}"

    async def _stop_server(self, patience_s: float | None = None) -> None:
        server, self._server = self._server, None
        if server is not None:
            await (server.stop() if patience_s is None else server.stop(patience_s))

    async def _keep_trying(self) -> None:
        while True:
            with suppress(MeshnetError):
                await self.settle()
            await asyncio.sleep(TRY_AGAIN_S)

    def _fail(self, error: str) -> None:
        if (self._state, self._error) != ("failed", error):
            log.warning("the API does not answer: %s", error)
            self._say("failed", error)

    def _say(self, state: str, error: str = "") -> None:
        self._state, self._error = state, error
        self._on_change()


def _host(settings: Settings) -> str:
    """The address to listen at. Raises UserError where others would be let in unasked."""
    if not is_loopback(settings.api_host) and not settings.api_to_others:
        raise UserError(
            f"At {settings.api_host} other computers could use the API, unencrypted.",
            "Allow that in the settings, or take 127.0.0.1 as its address.",
        )
    return settings.api_host
