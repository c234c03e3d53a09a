"""``POST /v1/chat/completions``: one or several answers to a conversation, whole or as they are written."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from meshnet_gui.api import asking
from meshnet_gui.api.answer import Answer
from meshnet_gui.api.calling import calling
from meshnet_gui.api.description import answering
from meshnet_gui.api.desk import Desk
from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.exchange import Exchange
from meshnet_gui.api.openai_schemas import MAX_TOKENS, ChatRequest
from meshnet_gui.api.reading import CallArguments, CallBegun, Content, Delta, Reader
from meshnet_gui.api.stream import DONE, event
from meshnet_gui.api.usage import Usage, finish_of
from meshnet_gui.head.chat import ChatTokenizer, Question
from meshnet_gui.types import TokenLogprobs


def chat_completions(desk: Desk) -> APIRouter:
    """The endpoint."""
    router = APIRouter()

    @router.post("/v1/chat/completions", summary="Answers a conversation", **answering("text/event-stream"))
    async def answer(sent: ChatRequest, request: Request) -> Response:
        spec = desk.model(sent.model)
        tokenizer = await desk.backend.tokenizer(spec)
        calls = calling(asking.messages_of(sent.messages), asking.tool_wishes_of(sent), tokenizer)
        usual, num = desk.backend.usual_sampling(), sent.n or 1
        top = (sent.top_logprobs or 0) if sent.logprobs else None
        questions = [
            Question(
                calls.messages,
                asking.sampling_of(sent, usual, top, choice, spec.vocab_size),
                sent.max_completion_tokens or sent.max_tokens or MAX_TOKENS,
                spec=spec,
                stops=asking.stops_of(sent.stop),
                grammar=calls.grammar or asking.grammar_of(sent.response_format),
                tools=calls.tools,
                marks=calls.marks,
            )
            for choice in range(num)
        ]
        said = _Said(
            sent.model, tokenizer, include_usage=bool(sent.stream_options and sent.stream_options.include_usage)
        )
        exchange, readers = Exchange(desk, questions), [calls.reader() for _ in questions]
        if sent.stream:
            return await exchange.streamed(request, _chunks(exchange, said, readers))
        return await exchange.whole(request, _whole(exchange, said, readers))

    return router


@dataclass(frozen=True, slots=True)
class _Said:
    """What all parts of a reply have in common."""

    model: str
    tokenizer: ChatTokenizer
    include_usage: bool
    id: str = field(default_factory=lambda: f"chatcmpl-{secrets.token_hex(12)}")
    created: int = field(default_factory=lambda: int(time.time()))

    def chunk(self, index: int, delta: dict[str, Any], finish: str | None = None, logprobs: Any = None) -> bytes:
        choice = {"index": index, "delta": delta, "logprobs": logprobs, "finish_reason": finish}
        return event(self._around("chat.completion.chunk", [choice]) | ({"usage": None} if self.include_usage else {}))

    def usage_chunk(self, answers: Sequence[Answer]) -> bytes:
        return event(self._around("chat.completion.chunk", []) | {"usage": Usage.of(answers).of_completion()})

    def whole(self, choices: list[dict[str, Any]], answers: Sequence[Answer]) -> dict[str, Any]:
        return self._around("chat.completion", choices) | {"usage": Usage.of(answers).of_completion()}

    def logprobs(self, given: Sequence[TokenLogprobs]) -> dict[str, Any] | None:
        return {"content": [self._logprob(each) for each in given], "refusal": None} if given else None

    def _logprob(self, each: TokenLogprobs) -> dict[str, Any]:
        top = [self._token(token_id, logprob) for token_id, logprob in each.top]
        return self._token(each.token_id, each.logprob) | {"top_logprobs": top}

    def _token(self, token_id: int, logprob: float) -> dict[str, Any]:
        text = self.tokenizer.token_text(token_id)
        return {"token": text, "logprob": logprob, "bytes": list(text.encode())}

    def _around(self, kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model, "choices": choices}


async def _whole(exchange: Exchange, said: _Said, readers: Sequence[Reader]) -> Response:
    await exchange.open()
    choices: list[dict[str, Any]] = []
    for index, (answer, reader) in enumerate(zip(exchange.answers, readers, strict=True)):
        result, logprobs = await answer.whole()
        message, has_calls = _message([*reader.push(result.text), *reader.flush()])
        ended = finish_of(answer)
        finish = "tool_calls" if has_calls and ended == "stop" else ended
        choices.append(
            {"index": index, "message": message, "logprobs": said.logprobs(logprobs), "finish_reason": finish}
        )
    return JSONResponse(said.whole(choices, exchange.answers))


def _message(deltas: Sequence[Delta]) -> tuple[dict[str, Any], bool]:
    text = "".join(delta.text for delta in deltas if isinstance(delta, Content))
    calls: dict[int, dict[str, Any]] = {}
    for delta in deltas:
        if isinstance(delta, CallBegun):
            function = {"name": delta.name, "arguments": ""}
            calls[delta.index] = {"id": delta.id, "type": "function", "function": function}
        elif isinstance(delta, CallArguments):
            calls[delta.index]["function"]["arguments"] += delta.text
    message: dict[str, Any] = {"role": "assistant", "content": text or ("" if not calls else None), "refusal": None}
    return message | ({"tool_calls": list(calls.values())} if calls else {}), bool(calls)


async def _chunks(exchange: Exchange, said: _Said, readers: Sequence[Reader]) -> AsyncGenerator[bytes]:
    try:
        await exchange.opened()
        for index in range(len(readers)):
            yield said.chunk(index, {"role": "assistant", "content": ""})
        has_calls: set[int] = set()
        async for each in exchange.pieces():
            reader = readers[each.index]
            deltas = reader.flush() if each.piece is None else reader.push(each.piece.text)
            logprobs = said.logprobs(each.piece.logprobs) if each.piece is not None else None
            for delta in deltas or ([Content("")] if logprobs else []):
                if not isinstance(delta, Content):
                    has_calls.add(each.index)
                yield said.chunk(each.index, _delta(delta), None, logprobs)
                logprobs = None
            if each.piece is None:
                finish = finish_of(exchange.answers[each.index])
                finish = "tool_calls" if each.index in has_calls and finish == "stop" else finish
                yield said.chunk(each.index, {}, finish)
        if said.include_usage:
            yield said.usage_chunk(exchange.answers)
    except ApiError as exc:
        yield event(exc.content())
    yield DONE


def _delta(delta: Delta) -> dict[str, Any]:
    if isinstance(delta, Content):
        return {"content": delta.text}
    if isinstance(delta, CallBegun):
        call = {"index": delta.index, "id": delta.id, "type": "function"}
        return {"tool_calls": [call | {"function": {"name": delta.name, "arguments": ""}}]}
    return {"tool_calls": [{"index": delta.index, "function": {"arguments": delta.text}}]}
