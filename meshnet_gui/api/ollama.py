"""Ollama's endpoints, as chat tools use them: ``/api/chat``, ``/api/generate`` and what models there are."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from meshnet_gui import __version__
from meshnet_gui.api import asking, ollama_tools
from meshnet_gui.api.answer import Answer
from meshnet_gui.api.backend import AskedModel
from meshnet_gui.api.calling import calling
from meshnet_gui.api.description import answering
from meshnet_gui.api.desk import Desk
from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.exchange import Exchange
from meshnet_gui.api.ollama_schemas import LATEST, Asked, OllamaChat, OllamaGenerate, OllamaShow, Options
from meshnet_gui.api.ollama_tools import Told
from meshnet_gui.api.openai_schemas import MAX_TOKENS, ResponseFormat
from meshnet_gui.api.reading import PlainReader, Reader
from meshnet_gui.api.usage import finish_of
from meshnet_gui.head.chat import Question
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Message

LINES = "application/x-ndjson"
Part = Callable[[str], dict[str, Any]]


def ollama(desk: Desk) -> APIRouter:
    """The endpoints."""
    router = APIRouter(prefix="/api")

    @router.get("/version", summary="The version of this program")
    async def version() -> dict[str, str]:
        return {"version": __version__}

    @router.get("/tags", summary="The models that can be asked")
    async def tags() -> dict[str, Any]:
        return {"models": [_listed(desk, model) for model in desk.models()]}

    @router.get("/ps", summary="The models with layers ready on this computer")
    async def ps() -> dict[str, Any]:
        return {"models": [_listed(desk, model) for model in desk.models() if model.is_loaded]}

    @router.post("/show", summary="One model")
    async def show(sent: OllamaShow) -> dict[str, Any]:
        spec = _model(desk, sent.model or sent.name)
        asked = next(model for model in desk.models() if model.name == spec.name)
        return _shown(spec, asked)

    @router.post("/chat", summary="Answers a conversation", **answering(LINES))
    async def chat(sent: OllamaChat, request: Request) -> Response:
        tokenizer = await desk.backend.tokenizer(_model(desk, sent.model))
        calls = calling(ollama_tools.messages_of(sent), ollama_tools.wishes_of(sent), tokenizer)
        question = _question(desk, sent, calls.messages, None)
        if calls.marks:
            grammar = calls.grammar or question.grammar
            question = replace(question, tools=calls.tools, marks=calls.marks, grammar=grammar)
        return await _answered(desk, sent, request, question if sent.messages else None, _in_message, calls.reader())

    @router.post("/generate", summary="Answers a prompt", **answering(LINES))
    async def generate(sent: OllamaGenerate, request: Request) -> Response:
        system = (Message("system", sent.system),) if sent.system else ()
        messages = () if sent.raw else (*system, Message("user", sent.prompt))
        question = _question(desk, sent, messages, sent.prompt if sent.raw else None)
        return await _answered(desk, sent, request, question if sent.prompt else None, _in_response)

    return router


def _model(desk: Desk, name: str) -> ModelSpec:
    """By its name, which may have the tag that every model has here."""
    names = [model.name for model in desk.models()]
    return desk.model(name if name in names else name.removesuffix(LATEST))


def _listed(desk: Desk, model: AskedModel) -> dict[str, Any]:
    spec = desk.backend.find(model.name)
    name = model.name if ":" in model.name else f"{model.name}{LATEST}"
    return {
        "name": name,
        "model": name,
        "modified_at": _time(model.created),
        "size": model.num_bytes,
        "digest": hashlib.sha256(str(spec.identity).encode()).hexdigest(),
        "details": _details(spec, model),
    }


def _details(spec: ModelSpec, model: AskedModel) -> dict[str, Any]:
    kind = spec.model_type
    return {
        "parent_model": "",
        "format": "safetensors",
        "family": kind,
        "families": [kind],
        "parameter_size": "",
        "quantization_level": model.quantisation,
    }


def _shown(spec: ModelSpec, model: AskedModel) -> dict[str, Any]:
    kind = spec.model_type
    return {
        "modelfile": "",
        "parameters": "",
        "template": "",
        "modified_at": _time(model.created),
        "details": _details(spec, model),
        "model_info": {
            "general.architecture": kind,
            "general.basename": spec.name,
            f"{kind}.context_length": spec.context_tokens,
            f"{kind}.block_count": spec.num_layers,
            f"{kind}.embedding_length": spec.hidden_size,
        },
        "capabilities": ["completion", "tools"],
    }


def _question(desk: Desk, sent: Asked, messages: Sequence[Message], text: str | None) -> Question:
    spec, options = _model(desk, sent.model), sent.options or Options.model_validate({})
    wishes = options.wishes(spec.name)
    return Question(
        messages,
        asking.sampling_of(wishes, desk.backend.usual_sampling(), None, 0),
        max(options.num_predict or 0, 0) or MAX_TOKENS,
        text=text,
        spec=spec,
        stops=asking.stops_of(options.stop),
        grammar=asking.grammar_of(_format(sent.format)),
    )


def _format(sent: str | dict[str, Any] | None) -> ResponseFormat | None:
    if isinstance(sent, dict):
        return ResponseFormat.model_validate({"type": "json_schema", "json_schema": {"schema": sent}})
    return ResponseFormat(type="json_object") if sent == "json" else None


async def _answered(
    desk: Desk, sent: Asked, request: Request, question: Question | None, part: Part, reader: Reader | None = None
) -> Response:
    """The reply to a question; without one the client only wanted the model to be ready."""
    clock = _Clock(sent.model, time.perf_counter_ns())
    if question is None:
        return JSONResponse(clock.begun() | part("") | {"done": True, "done_reason": "load"})
    exchange, told = Exchange(desk, [question]), Told(reader or PlainReader())
    if sent.stream is not False:
        return await exchange.streamed(request, _lines(exchange, clock, part, told), media_type=LINES, keep_alive=b"")
    return await exchange.whole(request, _whole(exchange, clock, part, told))


def _in_message(text: str) -> dict[str, Any]:
    return {"message": {"role": "assistant", "content": text}}


def _in_response(text: str) -> dict[str, Any]:
    return {"response": text}


@dataclass(slots=True)
class _Clock:
    """One reply's times, in nanoseconds. ``load`` is what passed until a route was there."""

    model: str
    started: int
    load: int = 0

    def note_loaded(self) -> None:
        self.load = time.perf_counter_ns() - self.started

    def begun(self) -> dict[str, Any]:
        return {"model": self.model, "created_at": _time(time.time())}

    def ended(self, answer: Answer) -> dict[str, Any]:
        finish, result = finish_of(answer), answer.result
        assert result is not None
        num_steps = len(result.token_ids) - 1
        eval_s = num_steps / result.tokens_per_s if result.tokens_per_s > 0 else 0.0
        return {
            "done": True,
            "done_reason": finish,
            "total_duration": time.perf_counter_ns() - self.started,
            "load_duration": self.load,
            "prompt_eval_count": result.num_prompt_tokens,
            "prompt_eval_duration": int(result.first_token_s * 1e9),
            "eval_count": len(result.token_ids),
            "eval_duration": int(eval_s * 1e9),
        }


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


async def _whole(exchange: Exchange, clock: _Clock, part: Part, told: Told) -> Response:
    await exchange.open()
    clock.note_loaded()
    (answer,) = exchange.answers
    result, _ = await answer.whole()
    said = part(told.push(result.text) + told.flush())
    return JSONResponse(clock.begun() | _with_calls(said, told) | clock.ended(answer))


def _with_calls(said: dict[str, Any], told: Told) -> dict[str, Any]:
    calls = told.calls()
    return {"message": said["message"] | {"tool_calls": calls}} if calls else said


async def _lines(exchange: Exchange, clock: _Clock, part: Part, told: Told) -> AsyncGenerator[bytes]:
    try:
        await exchange.opened()
        clock.note_loaded()
        async for each in exchange.pieces():
            text = told.flush() if each.piece is None else told.push(each.piece.text)
            if text or (each.piece is None and told.calls()):
                said = _with_calls(part(text), told) if each.piece is None else part(text)
                yield _line(clock.begun() | said | {"done": False})
            if each.piece is None:
                yield _line(clock.begun() | part("") | clock.ended(exchange.answers[0]))
    except ApiError as exc:
        yield _line(exc.content("/api/"))


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"
