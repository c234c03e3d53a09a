"""What a client of OpenAI's API sent, as a question to the swarm. Pure."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from meshnet_gui.api.calling import ToolWishes
from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.openai_schemas import (
    MAX_STOP_CHARS,
    MAX_STOPS,
    ChatRequest,
    ChosenTool,
    ResponseFormat,
    SamplingWishes,
    SentMessage,
)
from meshnet_gui.types import Message, SamplingParams, ToolCall

ONE_LINE = {"whitespace_pattern": " ?"}  # small models would write nothing but empty lines


def messages_of(sent: Sequence[SentMessage], field: str = "messages") -> tuple[Message, ...]:
    """The conversation. Raises ApiError where a part of it is not text, or a call's arguments are not an object."""
    return tuple(_message(message, f"{field}[{index}]") for index, message in enumerate(sent))


def _message(sent: SentMessage, where: str) -> Message:
    role = "system" if sent.role == "developer" else sent.role
    calls = tuple(
        ToolCall(call.id, call.function.name, _object(call.function.arguments, where)) for call in sent.tool_calls or ()
    )
    return Message(role, _text(sent, where), calls, sent.tool_call_id or "", sent.name or "")


def _text(sent: SentMessage, where: str) -> str:
    if sent.content is None:
        return ""
    if isinstance(sent.content, str):
        return sent.content
    for part in sent.content:
        if part.type not in ("text", "input_text", "output_text"):
            raise ApiError(400, f"Only text can be sent, not {part.type[:40]!r}.", "unsupported_content", where)
    return "".join(part.text for part in sent.content)


def _object(arguments: str, where: str) -> str:
    try:
        if isinstance(json.loads(arguments or "{}"), dict):
            return arguments or "{}"
    except (ValueError, RecursionError):
        pass
    raise ApiError(400, "The arguments of a tool call are not a JSON object.", "invalid_arguments", where)


def sampling_of(
    sent: SamplingWishes, usual: SamplingParams, top_logprobs: int | None, choice: int, vocab_size: int = 2**31
) -> SamplingParams:
    """How to pick tokens; what the request leaves open is as in ``usual``. Of several choices each has its seed."""
    seed = secrets.randbits(63) if sent.seed is None else sent.seed % 2**63
    changes: dict[str, Any] = {
        "temperature": sent.temperature,
        "top_p": max(sent.top_p, 1e-9) if sent.top_p is not None else None,
        "top_k": max(sent.top_k, 0) if sent.top_k is not None else None,
        "min_p": sent.min_p,
        "repetition_penalty": sent.repetition_penalty,
        "frequency_penalty": sent.frequency_penalty,
        "presence_penalty": sent.presence_penalty,
    }
    return replace(
        usual,
        **{name: value for name, value in changes.items() if value is not None},
        seed=(seed + choice) % 2**63,
        logit_bias=_biases(sent.logit_bias or {}, vocab_size),
        top_logprobs=top_logprobs,
    )


def _biases(sent: dict[str, float], vocab_size: int) -> tuple[tuple[int, float], ...]:
    for name, bias in sent.items():
        if not (name.isascii() and name.isdigit() and len(name) < 10 and -100 <= bias <= 100):
            raise ApiError(400, "logit_bias needs token ids with numbers from -100 to 100.", param="logit_bias")
        if int(name) >= vocab_size:
            raise ApiError(400, f"The model has no token {name}: its ids end before {vocab_size}.", param="logit_bias")
    return tuple((int(name), bias) for name, bias in sent.items())


def stops_of(sent: str | Sequence[str] | None) -> tuple[str, ...]:
    """The texts that end the answer. Raises ApiError where they are too many or too long."""
    stops = (sent,) if isinstance(sent, str) else tuple(sent or ())
    if len(stops) > MAX_STOPS or any(len(stop) > MAX_STOP_CHARS for stop in stops):
        raise ApiError(400, f"At most {MAX_STOPS} stop texts of {MAX_STOP_CHARS} characters.", param="stop")
    return tuple(stop for stop in stops if stop)


def tool_wishes_of(sent: ChatRequest) -> ToolWishes:
    """What the request says of tools."""
    chosen = sent.tool_choice
    return ToolWishes(
        [tool.model_dump() for tool in sent.tools or ()],
        ("auto" if chosen is None else chosen) if not isinstance(chosen, ChosenTool) else "named",
        chosen.function.name if isinstance(chosen, ChosenTool) else "",
        sent.parallel_tool_calls is not False,
        sent.response_format is not None and sent.response_format.type != "text",
    )


def grammar_of(wanted: ResponseFormat | None) -> str:
    """The form of the answer as ``engine.grammar`` reads it; empty: any."""
    if wanted is None or wanted.type == "text":
        return ""
    schema: dict[str, Any] = {"type": "object"}
    if wanted.type == "json_schema":
        if wanted.json_schema is None:
            raise ApiError(400, "json_schema is missing.", param="response_format.json_schema")
        schema = wanted.json_schema.schema_
    return f"start: %json {json.dumps(schema | {'x-guidance': ONE_LINE})}"
