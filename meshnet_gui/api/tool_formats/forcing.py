"""Grammars, as ``engine.grammar`` reads them, that leave a model nothing but a call in its family's form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from meshnet_gui.api.tool_formats.families import ARGUMENTS, CONTROLS, NAME, Family
from meshnet_gui.api.tool_formats.tagged_calls import Tags

ControlId = Callable[[str], int | None]
Tool = Mapping[str, Any]  # a function, as OpenAI's clients describe it
_COMBINED = ("additionalProperties", "patternProperties", "allOf", "anyOf", "oneOf", "$ref")
_WRITTEN = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}


def forced(family: Family, tools: Mapping[str, Tool], control_id: ControlId) -> str:
    """Exactly one call of one of the tools."""
    calls = [_call(family, name, index, control_id) for index, name in enumerate(tools)]
    return _grammar(" | ".join(f"call_{index}" for index in range(len(tools))), calls, family, tools)


def guided(family: Family, tools: Mapping[str, Tool], control_id: ControlId) -> str:
    """Any text, and calls that are as their schemas want them. Empty where calls have no mark to know them by."""
    mark = next((mark for mark in family.marks if family.written.startswith(mark)), None)
    if mark is None:
        return ""
    calls = [_call(family, name, index, control_id, leave_out=mark) for index, name in enumerate(tools)]
    token = control_id(mark)
    begun = f"begun[lazy]: TEXT {json.dumps(mark, ensure_ascii=False)}" if token is None else f"begun: TEXT <[{token}]>"
    choice = " | ".join(f"call_{index}" for index in range(len(tools)))
    return _grammar(
        "(begun call)* rest", [begun, f"call: {choice}", "rest: TEXT", "TEXT: /(.|\\n)*/", *calls], family, tools
    )


def schema_of(tool: Tool) -> dict[str, Any]:
    """Of the tool's arguments: an object with nothing in it but what is named, unless the tool says otherwise."""
    given = dict(tool.get("parameters") or {})
    given.setdefault("type", "object")
    if not any(word in given for word in _COMBINED):
        given["additionalProperties"] = False
    return given | {"x-guidance": _WRITTEN | {"lenient": not tool.get("strict")}}


def _grammar(start: str, rules: list[str], family: Family, tools: Mapping[str, Tool]) -> str:
    lines = [f"start: {start}", *rules]
    for index, tool in enumerate(tools.values()):
        schema = schema_of(tool)
        if family.tags is None:
            lines.append(f"arguments_{index}: %json {json.dumps(schema)}")
        else:
            lines += _tagged(family.tags, index, schema)
    return "\n".join(lines)


def _call(family: Family, name: str, index: int, control_id: ControlId, leave_out: str = "") -> str:
    written = family.written.removeprefix(leave_out).replace(NAME, name)
    controls = {mark: token for mark in CONTROLS.findall(written) if (token := control_id(mark)) is not None}
    pattern = "|".join(re.escape(part) for part in (ARGUMENTS, *sorted(controls, key=len, reverse=True)))
    parts = []
    for part in re.split(f"({pattern})", written):
        if part == ARGUMENTS:
            parts.append(f"arguments_{index}")
        elif part in controls:
            parts.append(f"<[{controls[part]}]>")
        elif part:
            parts.append(json.dumps(part, ensure_ascii=False))
    return f"call_{index}: {' '.join(parts)}"


def _tagged(tags: Tags, index: int, schema: Mapping[str, Any]) -> list[str]:
    """One rule for each argument, in the order of the schema."""
    properties, required = schema.get("properties") or {}, schema.get("required") or ()
    rules, parts = [], []
    for number, (key, kind) in enumerate(properties.items()):
        rule = f"argument_{index}_{number}"
        before, after = (json.dumps(part, ensure_ascii=False) for part in tags.argument(key, "\0").split("\0"))
        rules += [f"{rule}: {before} {rule}_value {after}", f"{rule}_value: {_value(kind, schema)}"]
        parts.append(rule if key in required else f"{rule}?")
    return [f"arguments_{index}: {' '.join(parts) or json.dumps('')}", *rules]


def _value(kind: Any, schema: Mapping[str, Any]) -> str:
    if not isinstance(kind, Mapping) or kind.get("type") != "string":
        shared = {name: schema[name] for name in ("$defs", "definitions", "x-guidance") if name in schema}
        return f"%json {json.dumps(dict(kind) | shared if isinstance(kind, Mapping) else shared)}"
    if choices := [choice for choice in kind.get("enum") or () if isinstance(choice, str)]:
        return " | ".join(json.dumps(choice, ensure_ascii=False) for choice in choices)
    return r"/[^<\n]+/"
