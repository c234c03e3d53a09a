"""One request's answers, begun together under one place in the line, and ended together whatever happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from meshnet_gui.api.answer import Answer, Piece, asked
from meshnet_gui.api.desk import Desk
from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.request_log import current
from meshnet_gui.api.stream import Stream, until_left, while_there
from meshnet_gui.head.chat import Question

OPEN_S = 10.0  # what fails later than this is told in the stream, whose status is 200 by then


@dataclass(frozen=True, slots=True)
class PieceOf:
    """A piece of the ``index``-th answer; None: it has ended."""

    index: int
    piece: Piece | None


class Exchange:
    """``whole`` or ``streamed`` once. Whatever makes the reply calls ``open`` or ``opened`` first."""

    def __init__(self, desk: Desk, questions: Sequence[Question]) -> None:
        self._desk = desk
        self._questions = questions
        self._stack = AsyncExitStack()
        self._opening: asyncio.Task[None] | None = None
        self._is_noted = False
        self.answers: list[Answer] = []

    async def whole(self, request: Request, reply: Awaitable[Response]) -> Response:
        """The reply once it is there. Raises ApiError, or ClientLeft, and stops everything, where nobody waits."""
        try:
            return await while_there(request, reply, self._leave)
        finally:
            await self.close()

    async def streamed(self, request: Request, parts: AsyncGenerator[bytes], **how: Any) -> Response:
        """The reply as its parts are made; ``how``: as ``stream.Stream`` has it.

        What goes wrong soon has its own status. Raises ApiError or ClientLeft.
        """
        try:
            await self.open_soon(request)
        except BaseException:
            await parts.aclose()
            await self.close()
            raise
        return Stream(parts, on_end=self.close, on_left=self._leave, **how)

    async def open(self) -> None:
        """Waits for the turn and for routes. Raises ApiError."""
        await self._stack.enter_async_context(self._desk.line.turn())
        for question in self._questions:
            self.answers.append(await self._stack.enter_async_context(asked(self._desk.backend, question)))
        for answer in self.answers:
            await answer.begin()

    async def open_soon(self, request: Request) -> None:
        """As ``open``, but where it takes long it goes on beside; ``opened`` waits for the rest. Raises ClientLeft."""
        self._opening = asyncio.ensure_future(self.open())

        async def wait() -> None:
            assert self._opening is not None
            await asyncio.wait([self._opening], timeout=OPEN_S)
            if self._opening.done():
                self._opening.result()

        await until_left(asyncio.ensure_future(wait()), request.receive, self._leave)

    async def opened(self) -> None:
        """Raises ApiError."""
        if self._opening is not None:
            try:
                await self._opening
            except ApiError as exc:
                current().note_status(exc.status, exc.name)
                raise

    async def pieces(self) -> AsyncIterator[PieceOf]:
        """Of all answers, as they come. Raises ApiError where one of them breaks off."""
        queue: asyncio.Queue[PieceOf | ApiError] = asyncio.Queue()

        async def pump(index: int, answer: Answer) -> None:
            try:
                async for piece in answer.pieces():
                    queue.put_nowait(PieceOf(index, piece))
                queue.put_nowait(PieceOf(index, None))
            except ApiError as exc:
                queue.put_nowait(exc)

        pumps = [asyncio.create_task(pump(index, answer)) for index, answer in enumerate(self.answers)]
        num_left = len(pumps)
        try:
            while num_left:
                item = await queue.get()
                if isinstance(item, ApiError):
                    current().note_status(item.status, item.name)
                    raise item
                num_left -= item.piece is None
                yield item
        finally:
            for task in pumps:
                task.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    def _leave(self) -> None:
        """Stops every answer at once, so that no hop computes while this cleans up; ``close`` waits for their ends."""
        if self._opening is not None:
            self._opening.cancel()
        for answer in self.answers:
            answer.stop_soon()

    async def close(self) -> None:
        """Stops what still runs, and gives the place back."""
        if self._opening is not None:
            self._opening.cancel()
            with suppress(asyncio.CancelledError, ApiError):
                await self._opening
        await asyncio.gather(*(answer.stop() for answer in self.answers))  # none waits for the end of another one
        await self._stack.aclose()
        if not self._is_noted:
            self._is_noted = True
            self._note()

    def _note(self) -> None:
        """What it took, for the log of requests; several answers to one prompt count it once."""
        prompts: dict[object, tuple[int, int]] = {}
        for question, answer in zip(self._questions, self.answers, strict=False):  # some may not have begun
            prompt = question.text, tuple(question.messages)
            num, num_reused = prompts.get(prompt, (0, 0))
            prompts[prompt] = max(num, answer.num_prompt_tokens), max(num_reused, answer.num_reused_tokens)
        made = (len(each.result.token_ids) if each.result else each.num_tokens for each in self.answers)
        current().note_tokens(
            sum(num for num, _ in prompts.values()), sum(num for _, num in prompts.values()), sum(made)
        )
