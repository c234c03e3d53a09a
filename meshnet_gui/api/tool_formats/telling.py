"""How a model learns of tools, of its calls and of what came of them, where its template has no words for it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from meshnet_gui.api.tool_formats.families import ARGUMENTS, NAME, Family
from meshnet_gui.types import Message, ToolCall, ToolSupport

_ONE_OF_MISTRAL = re.compile("[a-zA-Z0-9]{9}")


def told(
    messages: Sequence[Message], tools: Sequence[Mapping[str, Any]], family: Family, system: bool
) -> list[Message]:
    """With a description of the tools and of how to call them in front: in the system message, or, where the template
    takes none, in the first one of the user."""
    text = _description(tools, family)
    role = "system" if system else "user"
    if messages and messages[0].role == role:
        first = messages[0]
        parts = (first.content, text) if system else (text, first.content)
        return [replace(first, content="\n\n".join(part for part in parts if part)), *messages[1:]]
    return [Message(role, text), *messages]


def _description(tools: Sequence[Mapping[str, Any]], family: Family) -> str:
    lines = "\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools)
    example = family.written.replace(NAME, "name of the function").replace(ARGUMENTS, "{its arguments}")
    return (
        f"You can call functions. This is what there is, one function a line:\n<tools>\n{lines}\n</tools>\n"
        f"To call one, answer in this form, with a JSON object of arguments that fits its parameters:\n{example}\n"
        "You are then given what came of it between <tool_response> and </tool_response>."
    )


def as_the_template_has_it(messages: Sequence[Message], family: Family, support: ToolSupport) -> list[Message]:
    """With the calls and the outcomes as text where the template leaves them out, and with ids that it takes."""
    is_known = bool(support.family)
    named = _with_names(messages)
    if family.name.startswith("mistral"):
        named = [_with_short_ids(message) for message in named]
    if not (is_known and support.writes_calls):
        named = [_with_calls_as_text(message, family) for message in named]
    return named if is_known and support.writes_outcomes else _with_outcomes_as_text(named)


def _with_names(messages: Sequence[Message]) -> list[Message]:
    """Outcomes with the name of the function, which clients need not send."""
    names: dict[str, str] = {}
    found = []
    for message in messages:
        names |= {call.id: call.name for call in message.tool_calls}
        is_nameless = message.role == "tool" and not message.name
        found.append(replace(message, name=names.get(message.tool_call_id, "")) if is_nameless else message)
    return found


def _with_short_ids(message: Message) -> Message:
    calls = tuple(replace(call, id=_short_id(call.id)) for call in message.tool_calls)
    answered = message.tool_call_id and _short_id(message.tool_call_id)
    return replace(message, tool_calls=calls, tool_call_id=answered)


def _short_id(call_id: str) -> str:
    """Nine letters and digits: other ids are refused by the templates of this family."""
    if _ONE_OF_MISTRAL.fullmatch(call_id):
        return call_id
    return hashlib.sha256(call_id.encode(errors="replace")).hexdigest()[:9]


def _with_calls_as_text(message: Message, family: Family) -> Message:
    if not message.tool_calls:
        return message
    calls = [_written(call, family) for call in message.tool_calls]
    return replace(message, content="\n".join(filter(None, [message.content, *calls])), tool_calls=())


def _written(call: ToolCall, family: Family) -> str:
    return family.written.replace(NAME, call.name).replace(ARGUMENTS, call.arguments)


def _with_outcomes_as_text(messages: Sequence[Message]) -> list[Message]:
    """Neighbours together in one message of the user: templates may want turns to alternate."""
    made: list[Message] = []
    for is_outcome, group in groupby(messages, lambda message: message.role == "tool"):
        if is_outcome:
            outcomes = (f"<tool_response>\n{message.content}\n</tool_response>" for message in group)
            made.append(Message("user", "\n".join(outcomes)))
        else:
            made += group
    return made
