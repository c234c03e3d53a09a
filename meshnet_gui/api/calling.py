"""What tools mean for one question: what the model is told, what it may write, and how its answer is read. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from meshnet_gui.api.errors import ApiError
from meshnet_gui.api.reading import PlainReader, Reader
from meshnet_gui.api.tool_formats.calls import MAX_CALLS
from meshnet_gui.api.tool_formats.families import BY_NAME, HERMES, Family
from meshnet_gui.api.tool_formats.forcing import forced, guided
from meshnet_gui.api.tool_formats.reader import CallReader
from meshnet_gui.api.tool_formats.telling import as_the_template_has_it, told
from meshnet_gui.types import Message, ToolSupport

Tool = Mapping[str, Any]


class Template(Protocol):
    """What is asked of a model's tokenizer."""

    @property
    def tool_support(self) -> ToolSupport: ...
    def control_id(self, name: str) -> int | None: ...


@dataclass(frozen=True, slots=True)
class ToolWishes:
    """``tools``: functions, as OpenAI's clients describe them. ``choice``: ``none``, ``auto``, ``required``, or
    ``named`` with the ``name`` of one. ``has_form``: whether the answer is to have another form."""

    tools: Sequence[Tool] = ()
    choice: str = "auto"
    name: str = ""
    is_parallel: bool = True
    has_form: bool = False


@dataclass(frozen=True, slots=True)
class Calling:
    """``messages``, ``tools``, ``grammar`` and ``marks`` are for a ``Question``; the grammar is empty where none is
    needed."""

    messages: Sequence[Message]
    tools: Sequence[Tool] = ()
    grammar: str = ""
    marks: Sequence[str] = ()
    _family: Family | None = None
    _schemas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    _most_calls: int = MAX_CALLS

    def reader(self) -> Reader:
        """For one answer."""
        return PlainReader() if self._family is None else CallReader(self._family, self._schemas, self._most_calls)


def calling(messages: Sequence[Message], wishes: ToolWishes, template: Template) -> Calling:
    """Raises ApiError where the wishes do not go together."""
    support = template.tool_support
    family = BY_NAME.get(support.family, HERMES)
    conversation = as_the_template_has_it(messages, family, support)
    functions = _functions(wishes)
    if not functions:
        return Calling(conversation)
    described = [_described(function) for function in functions.values()]
    is_told_by_template = bool(support.family) and support.tells
    is_forced = wishes.choice in ("required", "named")
    wanted = {wishes.name: functions[wishes.name]} if wishes.choice == "named" else functions
    if is_forced:
        grammar = forced(family, wanted, template.control_id)
    else:
        is_strict = any(function.get("strict") for function in functions.values())
        grammar = guided(family, functions, template.control_id) if is_strict else ""
    return Calling(
        conversation if is_told_by_template else told(conversation, described, family, support.takes_system),
        described if is_told_by_template else (),
        grammar,
        family.marks_in_text,
        family,
        {name: function.get("parameters") or {} for name, function in functions.items()},
        1 if is_forced or not wishes.is_parallel else MAX_CALLS,
    )


def _functions(wishes: ToolWishes) -> dict[str, Tool]:
    """By name, those that the model is to know of. Raises ApiError."""
    functions: dict[str, Tool] = {}
    for index, tool in enumerate(wishes.tools):
        function = tool["function"]
        if function["name"] in functions:
            raise ApiError(400, f"Two tools are called {function['name']!r}.", param=f"tools[{index}]")
        if (function.get("parameters") or {}).get("type", "object") != "object":
            raise ApiError(400, "The parameters of a function are a schema of an object.", param=f"tools[{index}]")
        functions[function["name"]] = function
    if wishes.choice == "named" and wishes.name not in functions:
        raise ApiError(400, f"There is no tool {wishes.name[:200]!r} in this request.", param="tool_choice")
    if wishes.choice == "required" and not functions:
        raise ApiError(400, "A call can only be required where there are tools.", param="tool_choice")
    if wishes.choice == "none":
        return {}
    if functions and wishes.has_form:
        raise ApiError(
            400,
            "An answer is either in a form or calls tools: leave one of them out.",
            param="response_format",
        )
    return functions


def _described(function: Tool) -> Tool:
    """As chat templates expect it, with what they may insist on."""
    return {
        "type": "function",
        "function": {
            "name": function["name"],
            "description": function.get("description") or "",
            "parameters": function.get("parameters") or {"type": "object", "properties": {}},
        },
    }
