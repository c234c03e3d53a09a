"""Tools as Ollama's clients have them: calls come whole, with their arguments as objects, and have no ids."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from meshnet_gui.api.calling import ToolWishes
from meshnet_gui.api.ollama_schemas import OllamaChat
from meshnet_gui.api.reading import CallArguments, CallBegun, Content, Delta, Reader
from meshnet_gui.types import Message, ToolCall


def messages_of(sent: OllamaChat) -> list[Message]:
    """The conversation; an outcome belongs to the first call of its tool, or of any, that has none yet."""
    made: list[Message] = []
    open_calls: list[ToolCall] = []
    for index, message in enumerate(sent.messages):
        calls = tuple(
            ToolCall(f"call_{index}_{number}", call.function.name, json.dumps(call.function.arguments))
            for number, call in enumerate(message.tool_calls or ())
        )
        open_calls += calls
        answered = None
        if message.role == "tool" and open_calls:
            answered = next((call for call in open_calls if call.name == message.tool_name), open_calls[0])
            open_calls.remove(answered)
        named = (answered.id, answered.name) if answered is not None else ("", message.tool_name or "")
        made.append(Message(message.role, message.content, calls, *(named if message.role == "tool" else ("", ""))))
    return made


def wishes_of(sent: OllamaChat) -> ToolWishes:
    """What the request says of tools."""
    return ToolWishes([tool.model_dump() for tool in sent.tools or ()], has_form=bool(sent.format))


class Told:
    """One answer as it is told: its content piece by piece, and its calls once they are whole."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._names: dict[int, str] = {}
        self._arguments: dict[int, str] = {}

    def push(self, text: str) -> str:
        return self._content(self._reader.push(text))

    def flush(self) -> str:
        return self._content(self._reader.flush())

    def calls(self) -> list[dict[str, Any]]:
        """At the end; one that broke off is left out."""
        found = ((name, _object(self._arguments.get(index, ""))) for index, name in self._names.items())
        return [{"function": {"name": name, "arguments": said}} for name, said in found if said is not None]

    def _content(self, deltas: Sequence[Delta]) -> str:
        for delta in deltas:
            if isinstance(delta, CallBegun):
                self._names[delta.index] = delta.name
            elif isinstance(delta, CallArguments):
                self._arguments[delta.index] = self._arguments.get(delta.index, "") + delta.text
        return "".join(delta.text for delta in deltas if isinstance(delta, Content))


def _object(arguments: str) -> dict[str, Any] | None:
    try:
        said = json.loads(arguments)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None
