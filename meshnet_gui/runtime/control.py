"""The control channel: status, pause, resume, drain and figures, for this user's own commands on this computer.

HTTP on loopback at a port of its own. Whoever commands shows the token of the file that ``instances`` keeps; figures
(``/metrics``) need none. What a web page could send is refused: another Host, an Origin, a body that is not JSON.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import secrets
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meshnet_gui.concurrency.loop import end_task
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.errors import MeshnetError, PortInUse, UserError
from meshnet_gui.runtime.control_status import status_content
from meshnet_gui.runtime.instances import remember
from meshnet_gui.runtime.snapshot import Snapshot

log = logging.getLogger(__name__)

HOST = "127.0.0.1"
MAX_BODY_BYTES = 4096
BODY_DEADLINE_S = 5.0
ANSWER_WITHIN_S = 1.0  # a pause that waits for sessions goes on after its answer
_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Levers:
    """What the channel moves. All belong to the core loop; what they raise is a MeshnetError."""

    snapshot: Callable[[], Snapshot]
    pause: Callable[[float | None], Awaitable[None]]
    resume: Callable[[], Awaitable[None]]
    drain: Callable[[], None]
    is_draining: Callable[[], bool]
    metrics: Callable[[], str]


class _Refused(Exception):
    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Control:
    """``start`` and ``close`` are paired; one that cannot be opened is logged, and the program runs without it.

    Threads: the core loop only.
    """

    def __init__(self, levers: Levers, kind: str, folder: Path, port: Callable[[], int]) -> None:
        self._levers = levers
        self._kind = kind
        self._folder = folder
        self._port = port
        self._token = secrets.token_urlsafe(32)
        self._server: HttpServer | None = None
        self._file: Path | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """Where it answers; empty while it does not."""
        return self._server.url if self._server is not None else ""

    async def start(self) -> None:
        """Raises PortInUse where the settings name a port that is taken."""
        server = HttpServer(self, HOST, self._port())
        try:
            await server.start()
            self._server = server
            self._file = await asyncio.to_thread(remember, self._folder, self._kind, server.port, self._token)
        except PortInUse as exc:
            raise PortInUse(exc.text, "Set control_port (--control-port) to another one, or to 0 for any.") from exc
        except OSError as exc:
            log.info("this program cannot be told anything by commands: %s", exc.strerror)
            await self.close()

    async def close(self) -> None:
        """A second call does nothing."""
        for task in tuple(self._tasks):
            await end_task(task)
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                await asyncio.to_thread(file.unlink, missing_ok=True)
        server, self._server = self._server, None
        if server is not None:
            await server.stop(0.5)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        try:
            kind, body = await self._answer(scope, receive)
            status = 200
        except _Refused as exc:
            kind, body, status = "application/json", _json({"error": str(exc)}), exc.status
        headers = [(b"content-type", kind.encode()), (b"content-length", str(len(body)).encode())]
        headers += [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, scope: Any, receive: Receive) -> tuple[str, bytes]:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        self._check_no_web_page(headers)
        asked = scope["method"], scope["path"]
        if asked == ("GET", "/metrics"):
            return _METRICS_TYPE, self._levers.metrics().encode()
        self._check_token(headers)
        if asked == ("GET", "/status"):
            return "application/json", _json(self._status())
        if asked not in (("POST", "/pause"), ("POST", "/resume"), ("POST", "/drain")):
            raise _Refused(404, "There is no such command.")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise _Refused(415, "A command is JSON.")
        await self._do(scope["path"], await _body(receive))
        return "application/json", _json(self._status())

    def _check_no_web_page(self, headers: dict[str, str]) -> None:
        name, _, port = headers.get("host", "").rpartition(":")
        mine = str(self._server.port) if self._server is not None else ""
        if name not in (HOST, "localhost") or port != mine or "origin" in headers:
            raise _Refused(403, "Web pages may not ask this.")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise _Refused(403, "Web pages may not ask this.")

    def _check_token(self, headers: dict[str, str]) -> None:
        shown = headers.get("authorization", "")
        if not hmac.compare_digest(shown.encode(), f"Bearer {self._token}".encode()):
            raise _Refused(401, "The token is missing or wrong.")

    async def _do(self, path: str, said: dict[str, Any]) -> None:
        if path == "/drain":
            self._levers.drain()
            return
        if path == "/resume":
            await self._begin(self._levers.resume())
            return
        seconds = said.get("seconds")
        if seconds is not None and not _is_number(seconds):
            raise _Refused(400, "seconds is a number.")
        await self._begin(self._levers.pause(seconds))

    async def _begin(self, work: Awaitable[None]) -> None:
        """What goes wrong at once is the answer."""

        async def do() -> None:
            await work

        task = asyncio.create_task(do(), name="control")
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        done, _ = await asyncio.wait([task], timeout=ANSWER_WITHIN_S)
        if done and not task.cancelled() and (exc := task.exception()) is not None:
            text = str(exc) if isinstance(exc, MeshnetError) else f"Something went wrong ({type(exc).__name__})."
            raise _Refused(409 if isinstance(exc, UserError) else 500, text)

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (exc := task.exception()) is not None:
            log.info("a command from outside failed: %s", type(exc).__name__)

    def _status(self) -> dict[str, Any]:
        picture, draining = self._levers.snapshot(), self._levers.is_draining()
        return {"kind": self._kind, **status_content(picture, draining=draining)}


async def _body(receive: Receive) -> dict[str, Any]:
    content = b""
    try:
        async with asyncio.timeout(BODY_DEADLINE_S):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    raise _Refused(400, "The command did not come whole.")
                content += message.get("body", b"")
                if len(content) > MAX_BODY_BYTES:
                    raise _Refused(413, "That is too long for a command.")
                if not message.get("more_body"):
                    break
        said = json.loads(content or b"{}")
    except TimeoutError as exc:
        raise _Refused(408, "The command did not come.") from exc
    except (ValueError, RecursionError) as exc:
        raise _Refused(400, "A command is JSON.") from exc
    if not isinstance(said, dict):
        raise _Refused(400, "A command is a JSON object.")
    return said


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.maxsize


def _json(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
