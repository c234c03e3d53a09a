"""``POST /v1/responses``: an answer to a text or a conversation, in the shape of OpenAI's Responses API. Text only."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from meshnet_gui.api import asking
from meshnet_gui.api.answer import Answer
from meshnet_gui.api.description import answering
from meshnet_gui.api.desk import Desk
from meshnet_gui.api.earlier import Earlier
from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.exchange import Exchange
from meshnet_gui.api.openai_schemas import MAX_TOKENS, ResponseFormat, SamplingWishes, SentMessage
from meshnet_gui.api.responses_schemas import ResponseRequest, TextForm
from meshnet_gui.api.stream import event
from meshnet_gui.api.usage import Usage, finish_of
from meshnet_gui.head.chat import Question
from meshnet_gui.types import Message

PATH = "/v1/responses"


def responses(desk: Desk) -> APIRouter:
    """The endpoint."""
    router, earlier = APIRouter(), Earlier()

    @router.post(PATH, summary="Answers a text or a conversation", **answering("text/event-stream"))
    async def answer(sent: ResponseRequest, request: Request) -> Response:
        spec = desk.model(sent.model)
        said = [*_before(earlier, sent), *_said(sent)]
        wishes = SamplingWishes.model_validate(
            {"model": sent.model, "temperature": sent.temperature, "top_p": sent.top_p}
        )
        question = Question(
            [Message("system", sent.instructions), *said] if sent.instructions else said,
            asking.sampling_of(wishes, desk.backend.usual_sampling(), None, 0),
            sent.max_output_tokens or MAX_TOKENS,
            spec=spec,
            grammar=asking.grammar_of(_form(sent.text.format if sent.text is not None else None)),
        )

        def keep(response_id: str, text: str) -> None:
            if sent.store is not False:
                earlier.keep(response_id, [*said, Message("assistant", text)])

        exchange, shape = Exchange(desk, [question]), _Shape(sent, keep)
        if sent.stream:
            return await exchange.streamed(request, _events(exchange, shape))
        return await exchange.whole(request, _whole(exchange, shape))

    return router


def _before(earlier: Earlier, sent: ResponseRequest) -> Sequence[Message]:
    """What was said before, without the instructions of then, as OpenAI has it."""
    if sent.previous_response_id is None:
        return ()
    before = earlier.get(sent.previous_response_id)
    if before is None:
        name = "previous_response_id"
        raise ApiError(400, "That response is not kept any more: send all of it.", "previous_response_not_found", name)
    return before


def _said(sent: ResponseRequest) -> Sequence[Message]:
    if isinstance(sent.input, str):
        return (Message("user", sent.input),)
    return asking.messages_of([SentMessage.model_validate(each.model_dump()) for each in sent.input], "input")


def _form(sent: TextForm | None) -> ResponseFormat | None:
    if sent is None:
        return None
    if sent.type == "json_schema" and sent.schema_ is None:
        raise ApiError(400, "schema is missing.", "invalid_request", "text.format.schema")
    return ResponseFormat.model_validate({"type": sent.type, "json_schema": {"schema": sent.schema_ or {}}})


@dataclass(slots=True)
class _Shape:
    """One response as it grows. ``keep`` is told its id and its text at its end."""

    sent: ResponseRequest
    keep: Callable[[str, str], None]
    id: str = field(default_factory=lambda: f"resp_{secrets.token_hex(16)}")
    item_id: str = field(default_factory=lambda: f"msg_{secrets.token_hex(16)}")
    created: int = field(default_factory=lambda: int(time.time()))
    num_events: int = 0

    def response(self, status: str, **more: Any) -> dict[str, Any]:
        sent, form = self.sent, self.sent.text.format if self.sent.text is not None else None
        form_said = {"type": "text"} if form is None else form.model_dump(by_alias=True, exclude_none=True)
        if form is not None and form.type != "json_schema":
            form_said = {"type": form.type}
        return {
            "id": self.id,
            "object": "response",
            "created_at": self.created,
            "status": status,
            "error": None,
            "incomplete_details": None,
            "instructions": sent.instructions,
            "max_output_tokens": sent.max_output_tokens,
            "metadata": {},
            "model": sent.model,
            "output": [],
            "parallel_tool_calls": True,
            "previous_response_id": sent.previous_response_id,
            "store": sent.store is not False,
            "temperature": sent.temperature,
            "text": {"format": form_said},
            "tool_choice": "auto",
            "tools": [],
            "top_p": sent.top_p,
            "truncation": "disabled",
            "usage": None,
        } | more

    def ended(self, answer: Answer) -> dict[str, Any]:
        """Raises ApiError where it was stopped."""
        is_cut, result = finish_of(answer) == "length", answer.result
        assert result is not None
        self.keep(self.id, result.text)
        return self.response(
            "incomplete" if is_cut else "completed",
            incomplete_details={"reason": "max_output_tokens"} if is_cut else None,
            output=[self.item(result.text, "incomplete" if is_cut else "completed")],
            usage=_usage(Usage.of([answer])),
        )

    def item(self, text: str | None, status: str) -> dict[str, Any]:
        content = [] if text is None else [_part(text)]
        return {"id": self.item_id, "type": "message", "status": status, "role": "assistant", "content": content}

    def event(self, name: str, **content: Any) -> bytes:
        numbered = {"type": name, "sequence_number": self.num_events} | content
        self.num_events += 1
        return event(numbered, name)

    def of_text(self, name: str, **content: Any) -> bytes:
        """An event about the text of the one message that there is."""
        return self.event(name, item_id=self.item_id, output_index=0, content_index=0, **content)


def _part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.num_prompt,
        "input_tokens_details": {"cached_tokens": usage.num_reused},
        "output_tokens": usage.num_made,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": usage.num_prompt + usage.num_made,
    }


async def _whole(exchange: Exchange, shape: _Shape) -> Response:
    await exchange.open()
    (answer,) = exchange.answers
    await answer.whole()
    return JSONResponse(shape.ended(answer))


async def _events(exchange: Exchange, shape: _Shape) -> AsyncGenerator[bytes]:
    try:
        yield shape.event("response.created", response=shape.response("in_progress"))
        await exchange.opened()
        yield shape.event("response.in_progress", response=shape.response("in_progress"))
        yield shape.event("response.output_item.added", output_index=0, item=shape.item(None, "in_progress"))
        yield shape.of_text("response.content_part.added", part=_part(""))
        async for each in exchange.pieces():
            if each.piece is not None and each.piece.text:
                yield shape.of_text("response.output_text.delta", delta=each.piece.text, logprobs=[])
        response = shape.ended(exchange.answers[0])
        (item,) = response["output"]
        text = item["content"][0]["text"]
        yield shape.of_text("response.output_text.done", text=text, logprobs=[])
        yield shape.of_text("response.content_part.done", part=_part(text))
        yield shape.event("response.output_item.done", output_index=0, item=item)
        yield shape.event(f"response.{response['status']}", response=response)
    except ApiError as exc:
        yield shape.event("error", code=exc.code, message=exc.message, param=exc.param_at(PATH))
        error = {"code": exc.code or "server_error", "message": exc.message}
        yield shape.event("response.failed", response=shape.response("failed", error=error))
