"""``POST /v1/completions``: text that goes on behind a text, for one or several of them, whole or as it is written."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from meshnet_gui.api import asking
from meshnet_gui.api.answer import Piece
from meshnet_gui.api.description import answering
from meshnet_gui.api.desk import Desk
from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.exchange import Exchange
from meshnet_gui.api.openai_schemas import MAX_CHOICES, MAX_TOKENS, CompletionRequest
from meshnet_gui.api.stream import DONE, event
from meshnet_gui.api.usage import Usage, finish_of
from meshnet_gui.head.chat import ChatTokenizer, Question
from meshnet_gui.types import TokenLogprobs

PATH = "/v1/completions"


def completions(desk: Desk) -> APIRouter:
    """The endpoint."""
    router = APIRouter()

    @router.post(PATH, summary="Goes on with a text", **answering("text/event-stream"))
    async def answer(sent: CompletionRequest, request: Request) -> Response:
        prompts = [sent.prompt] if isinstance(sent.prompt, str) else sent.prompt
        num = sent.n or 1
        _check(sent, len(prompts) * num)
        spec = desk.model(sent.model)
        tokenizer, usual = await desk.backend.tokenizer(spec), desk.backend.usual_sampling()
        stops = asking.stops_of(sent.stop)
        questions = [
            Question(
                (),
                asking.sampling_of(sent, usual, sent.logprobs, choice, spec.vocab_size),
                sent.max_tokens or MAX_TOKENS,
                text=prompt,
                spec=spec,
                stops=stops,
            )
            for prompt in prompts
            for choice in range(num)
        ]
        echoed = [prompt if sent.echo else "" for prompt in prompts for _ in range(num)]
        told = _Told(sent.model, tokenizer, num, bool(sent.stream_options and sent.stream_options.include_usage))
        exchange = Exchange(desk, questions)
        if sent.stream:
            return await exchange.streamed(request, _chunks(exchange, told, echoed))
        return await exchange.whole(request, _whole(exchange, told, echoed))

    return router


def _check(sent: CompletionRequest, num_answers: int) -> None:
    if num_answers > MAX_CHOICES:
        raise ApiError(400, f"At most {MAX_CHOICES} answers at once: prompts times n.", "too_many", "prompt")
    if sent.echo and sent.logprobs is not None:
        raise ApiError(400, "How likely a prompt's tokens are cannot be told: leave out echo.", "unsupported", "echo")


@dataclass(frozen=True, slots=True)
class _Told:
    """What all parts of a reply have in common."""

    model: str
    tokenizer: ChatTokenizer
    num_choices: int
    include_usage: bool
    id: str = field(default_factory=lambda: f"cmpl-{secrets.token_hex(12)}")
    created: int = field(default_factory=lambda: int(time.time()))

    def around(self, choices: Sequence[dict[str, Any]]) -> dict[str, Any]:
        kind = "text_completion"
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model, "choices": list(choices)}

    def chunk(self, index: int, text: str, logprobs: Any = None, finish: str | None = None) -> bytes:
        usage = {"usage": None} if self.include_usage else {}
        return event(self.around([_choice(index, text, logprobs, finish)]) | usage)

    def usage(self, exchange: Exchange) -> dict[str, Any]:
        return {"usage": Usage.of(exchange.answers, self.num_choices).of_completion()}


def _choice(index: int, text: str, logprobs: Any, finish: str | None) -> dict[str, Any]:
    return {"index": index, "text": text, "logprobs": logprobs, "finish_reason": finish}


class _Likelihoods:
    """The logprobs of one answer's tokens, with where in its text each one's piece begins."""

    def __init__(self, tokenizer: ChatTokenizer) -> None:
        self._text_of = tokenizer.token_text
        self._num_chars = 0
        self._tokens: list[str] = []
        self._logprobs: list[float] = []
        self._top: list[dict[str, float]] = []
        self._offsets: list[int] = []

    def push(self, piece: Piece) -> None:
        for each in piece.logprobs:
            self._note(each)
        self._num_chars += len(piece.text)

    def take(self) -> dict[str, Any] | None:
        """Those since the last time."""
        if not self._tokens:
            return None
        content = {
            "tokens": self._tokens,
            "token_logprobs": self._logprobs,
            "top_logprobs": self._top,
            "text_offset": self._offsets,
        }
        self._tokens, self._logprobs, self._top, self._offsets = [], [], [], []
        return content

    def _note(self, each: TokenLogprobs) -> None:
        self._tokens.append(self._text_of(each.token_id))
        self._logprobs.append(each.logprob)
        top: dict[str, float] = {}
        for token_id, logprob in each.top:
            top.setdefault(self._text_of(token_id), logprob)  # tokens that are part of a letter look alike
        self._top.append(top)
        self._offsets.append(self._num_chars)


async def _whole(exchange: Exchange, told: _Told, echoed: Sequence[str]) -> Response:
    await exchange.open()
    choices: list[dict[str, Any]] = []
    for index, (answer, prompt) in enumerate(zip(exchange.answers, echoed, strict=True)):
        likelihoods, text = _Likelihoods(told.tokenizer), prompt
        async for piece in answer.pieces():
            likelihoods.push(piece)
            text += piece.text
        choices.append(_choice(index, text, likelihoods.take(), finish_of(answer)))
    return JSONResponse(told.around(choices) | told.usage(exchange))


async def _chunks(exchange: Exchange, told: _Told, echoed: Sequence[str]) -> AsyncGenerator[bytes]:
    try:
        await exchange.opened()
        for index, prompt in enumerate(echoed):
            if prompt:
                yield told.chunk(index, prompt)
        likelihoods = [_Likelihoods(told.tokenizer) for _ in echoed]
        async for each in exchange.pieces():
            if each.piece is None:
                yield told.chunk(each.index, "", None, finish_of(exchange.answers[each.index]))
                continue
            likelihoods[each.index].push(each.piece)
            if each.piece.text or each.piece.logprobs:
                yield told.chunk(each.index, each.piece.text, likelihoods[each.index].take())
        if told.include_usage:
            yield event(told.around([]) | told.usage(exchange))
    except ApiError as exc:
        yield event(exc.content(PATH))
    yield DONE
