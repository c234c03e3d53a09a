"""The latest requests to the API: who asked what and when, and what came of it. Never what was said in them.

An ASGI app around the whole API notes each request; what only its inside knows (the model, the tokens) is noted by
whoever knows it through ``current``.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any

MAX_REQUESTS = 200
MAX_CHARS = 200
UNNOTED = ("/", "/health", "/metrics")
CLIENT_LEFT = 499

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class RequestLine:
    """One request. ``number`` counts all since the start; ``time`` is in seconds since 1970.

    ``status`` is 0 while it runs; a client that left before the end is ``CLIENT_LEFT``. ``error`` is the short name of
    what went wrong, as the client was told. ``num_reused_tokens`` of the prompt's were still held by the hops.
    """

    number: int
    time: float
    method: str
    path: str
    client: str = ""
    model: str = ""
    status: int = 0
    error: str = ""
    num_prompt_tokens: int = 0
    num_reused_tokens: int = 0
    num_tokens: int = 0
    seconds: float = 0.0


class Noted:
    """A request that runs, for those who know more of it."""

    def __init__(self, line: RequestLine, on_change: Callable[[RequestLine], None]) -> None:
        self.line = line
        self._on_change = on_change

    def note_model(self, name: str) -> None:
        self._note(model=_short(name))

    def note_tokens(self, num_prompt: int, num_reused: int, num_generated: int) -> None:
        self._note(num_prompt_tokens=num_prompt, num_reused_tokens=num_reused, num_tokens=num_generated)

    def note_status(self, status: int, error: str = "") -> None:
        """The last one counts: a stream may fail after its beginning was sent with status 200."""
        self._note(status=status, error=_short(error))

    def note_end(self, seconds: float) -> None:
        self._note(seconds=seconds, status=self.line.status or CLIENT_LEFT)

    def _note(self, **changes: Any) -> None:
        self.line = replace(self.line, **changes)
        self._on_change(self.line)


_NOBODY = RequestLine(-1, 0.0, "", "")
_CURRENT: ContextVar[Noted | None] = ContextVar("request", default=None)


def current() -> Noted:
    """The request that the running task answers; outside of any, one that nobody looks at."""
    return _CURRENT.get() or Noted(_NOBODY, lambda line: None)


class RequestLog:
    """Threads: the core loop only."""

    def __init__(
        self,
        clock: Callable[[], float] = time.time,
        timer: Callable[[], float] = time.monotonic,
        on_end: Callable[[RequestLine], None] = lambda line: None,
    ) -> None:
        self._on_end = on_end
        self._clock = clock
        self._timer = timer
        self._latest: deque[int] = deque(maxlen=MAX_REQUESTS)
        self._lines: dict[int, RequestLine] = {}
        self._num = 0
        self._shown: tuple[RequestLine, ...] | None = ()

    def lines(self) -> tuple[RequestLine, ...]:
        """The latest, oldest first; the same tuple as long as nothing changes."""
        if self._shown is None:
            self._shown = tuple(self._lines[number] for number in self._latest)
        return self._shown

    def around(self, app: App) -> App:
        """The app, each of whose requests is noted."""

        async def noted(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or scope["path"] in UNNOTED:
                await app(scope, receive, send)
                return
            request, began = self._begin(scope), self._timer()

            async def send_on(message: MutableMapping[str, Any]) -> None:
                if message["type"] == "http.response.start" and not request.line.error:
                    request.note_status(message["status"])
                await send(message)

            token = _CURRENT.set(request)
            try:
                await app(scope, receive, send_on)
            finally:
                _CURRENT.reset(token)
                request.note_end(self._timer() - began)
                self._on_end(request.line)

        return noted

    def _begin(self, scope: Scope) -> Noted:
        if len(self._latest) == MAX_REQUESTS:
            del self._lines[self._latest[0]]
        client = scope.get("client") or ("",)
        line = RequestLine(
            self._num, self._clock(), _short(scope["method"]), _short(scope["path"]), client=_short(str(client[0]))
        )
        self._latest.append(self._num)
        self._num += 1
        self._keep_new(line)
        return Noted(line, self._keep)

    def _keep_new(self, line: RequestLine) -> None:
        self._lines[line.number], self._shown = line, None

    def _keep(self, line: RequestLine) -> None:
        if line.number in self._lines:  # a long one may have been pushed out by many short ones
            self._keep_new(line)


def _short(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text[:MAX_CHARS])
