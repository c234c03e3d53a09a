"""One question asked on behalf of another program, followed by its events; it is stopped when nobody listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from meshnet_gui.api.backend import Backend
from meshnet_gui.api.errors import from_failure
from meshnet_gui.events import GenerationFailed, GenerationFinished, GenerationStarted, GenerationText
from meshnet_gui.head.chat import Question, new_generation_id
from meshnet_gui.types import GenerationResult, TokenLogprobs


@dataclass(frozen=True, slots=True)
class Piece:
    """More of an answer: text that is complete, and the logprobs of its tokens where they were asked for."""

    text: str
    num_tokens: int
    logprobs: tuple[TokenLogprobs, ...] = ()


@dataclass(slots=True)
class Answer:
    """What came of a question: its pieces, and then its result."""

    _stop: Callable[[], Awaitable[None]]
    _events: asyncio.Queue[object] = field(default_factory=asyncio.Queue)
    num_prompt_tokens: int = 0
    num_tokens: int = 0
    result: GenerationResult | None = None
    _stopping: asyncio.Future[None] | None = None

    async def begin(self) -> None:
        """Waits until a route was found. Raises ApiError where there is none, or the question cannot be answered."""
        while True:
            event = await self._events.get()
            if isinstance(event, GenerationFailed):
                raise from_failure(event)
            if isinstance(event, GenerationStarted):
                self.num_prompt_tokens = event.num_prompt_tokens
                return
            if isinstance(event, GenerationFinished):  # it was stopped at once
                self.result = event.result
                return

    async def pieces(self) -> AsyncIterator[Piece]:
        """Until ``result`` is there. Raises ApiError where the answer breaks off."""
        while self.result is None:
            event = await self._events.get()
            if isinstance(event, GenerationText):
                self.num_tokens = event.num_tokens
                yield Piece(event.text, event.num_tokens, event.logprobs)
            elif isinstance(event, GenerationFailed):
                raise from_failure(event)
            elif isinstance(event, GenerationFinished):
                self.result = event.result

    async def stop(self) -> None:
        """Stops it on every hop, where it has not ended."""
        self.stop_soon()
        if self.result is None and self._stopping is not None:
            await asyncio.shield(self._stopping)
            self._read_rest()

    def stop_soon(self) -> None:
        """As ``stop``, without waiting for its end."""
        if self.result is None and self._stopping is None:
            self._stopping = asyncio.ensure_future(self._stop())

    def _read_rest(self) -> None:
        """Takes up what nobody waits for any more: how far it came."""
        while not self._events.empty():
            event = self._events.get_nowait()
            if isinstance(event, GenerationStarted):
                self.num_prompt_tokens = event.num_prompt_tokens
            elif isinstance(event, GenerationText):
                self.num_tokens = event.num_tokens
            elif isinstance(event, GenerationFinished):
                self.result = event.result

    @property
    def num_reused_tokens(self) -> int:
        """Of the prompt; known at the end."""
        return self.result.num_reused_tokens if self.result is not None else 0

    async def whole(self) -> tuple[GenerationResult, tuple[TokenLogprobs, ...]]:
        """The result, and the logprobs of all its tokens."""
        logprobs = [each async for piece in self.pieces() for each in piece.logprobs]
        assert self.result is not None
        return self.result, tuple(logprobs)


@asynccontextmanager
async def asked(backend: Backend, question: Question) -> AsyncIterator[Answer]:
    """The answer to a question; whoever leaves before its end stops it on every hop."""
    generation_id = new_generation_id()
    answer = Answer(partial(backend.stop, generation_id))
    backend.ask(question, generation_id, answer._events.put_nowait)
    try:
        yield answer
    finally:
        await answer.stop()
