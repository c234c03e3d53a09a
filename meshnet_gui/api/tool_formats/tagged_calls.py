"""Calls whose arguments are written one by one between tags; they become a JSON object by the tool's schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from meshnet_gui.api.tool_formats.calls import Calls, Took

MAX_NAME = 400
MAX_VALUE = 200_000


@dataclass(frozen=True, slots=True)
class Tags:
    """What stands around the parts. ``name_end`` empty: the name goes on up to the first argument, or the end."""

    name_end: str
    key_open: str
    key_end: str
    value_open: str
    value_end: str
    end: str

    def argument(self, key: str, value: str) -> str:
        """One argument, as it is written."""
        return f"{self.key_open}{key}{self.key_end}\n{self.value_open}{value}{self.value_end}\n"


class Tagged:
    """One call."""

    def __init__(self, calls: Calls, tags: Tags) -> None:
        self._calls = calls
        self._tags = tags
        self._state = "name"
        self._text = self._name = self._key = ""
        self._has_begun = False
        self._keys: set[str] = set()

    @property
    def is_between(self) -> bool:
        return self._has_begun

    def take(self, char: str) -> Took:
        self._text += char
        if len(self._text) > (MAX_VALUE if self._state == "value" else MAX_NAME):
            return self._fail()
        tags = self._tags
        if self._state == "name":
            return self._until({tags.name_end: "gap"} if tags.name_end else {tags.key_open: "key", tags.end: "end"})
        if self._state == "gap":
            return self._until({tags.key_open: "key", tags.end: "end"})
        if self._state == "key":
            return self._until({tags.key_end: "before value" if tags.value_open else "value"})
        if self._state == "before value":
            return self._until({tags.value_open: "value"})
        return self._until({tags.value_end: "gap"})

    def _until(self, ends: Mapping[str, str]) -> Took:
        for end, state in ends.items():
            if self._text.endswith(end):
                text, self._text = self._text[: -len(end)], ""
                return self._part(text, state)
        is_gap = self._state in ("gap", "before value")
        said = self._text.lstrip()
        return self._fail() if is_gap and not any(end.startswith(said) for end in ends) else Took.MORE

    def _part(self, text: str, state: str) -> Took:
        before, self._state = self._state, state
        if before == "name":
            self._name = text.strip()
            if not self._name:
                return self._fail()
        elif before == "key":
            self._key = text.strip()
        elif before == "value":
            self._say(text)
        if state == "end":
            self._begin()
            self._calls.arguments("}" if self._keys else "{}")
            return Took.ENDED
        return Took.MORE

    def _begin(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            self._calls.begin(self._name)

    def _say(self, text: str) -> None:
        self._begin()
        if self._key in self._keys:
            return
        self._calls.arguments("{" if not self._keys else ", ")
        self._keys.add(self._key)
        value = value_of(text, self._calls.schemas.get(self._name, {}), self._key)
        self._calls.arguments(f"{json.dumps(self._key, ensure_ascii=False)}: {value}")

    def _fail(self) -> Took:
        raw = self._calls.raw
        if self._has_begun:
            self._calls.arguments("}")
        self._calls.raw = raw
        return Took.FAILED


def value_of(text: str, schema: Mapping[str, Any], key: str) -> str:
    """JSON for the text of an argument: a string where the schema has one, else what the text says."""
    text = text.removeprefix("\n").removesuffix("\n")
    properties = schema.get("properties")
    found = properties.get(key) if isinstance(properties, Mapping) else None
    kind = found.get("type") if isinstance(found, Mapping) else None
    if kind != "string" and not (isinstance(kind, list) and "string" in kind and text != "null"):
        try:
            return json.dumps(json.loads(text, parse_constant=_no_constant), ensure_ascii=False)
        except (ValueError, RecursionError):
            pass
    return json.dumps(text, ensure_ascii=False)


def _no_constant(name: str) -> Any:
    raise ValueError(name)
