"""Calls written as JSON: objects with a name and arguments, one or several, or a name in front of its arguments."""

from __future__ import annotations

import json
import re

from meshnet_gui.api.tool_formats.calls import Calls, Took

MAX_HELD = 200_000  # characters of what must be known before a call can begin
MAX_HEADER = 400
_SPACES = " \t\r\n"
_NAME_KEYS, _ARGUMENT_KEYS = ("name", "tool_name"), ("arguments", "parameters")
_OTHER_KEYS = ("id", "tool_call_id", "type")


class Value:
    """One JSON value from its first character on; ``take`` says whether this was its last. It is not checked."""

    def __init__(self) -> None:
        self._depth = 0
        self._is_text = self._is_escaped = False

    def take(self, char: str) -> bool:
        if self._is_text:
            if self._is_escaped:
                self._is_escaped = False
            elif char == "\\":
                self._is_escaped = True
            elif char == '"':
                self._is_text = False
                return self._depth == 0
        elif char == '"':
            self._is_text = True
        elif char in "{[":
            self._depth += 1
        elif char in "}]":
            self._depth -= 1
            return self._depth <= 0
        return False


class CallObject:
    """``{"name": ..., "arguments": {...}}``, in any order, with an id or without. ``only_told``: only for names of
    tools that were told."""

    def __init__(self, calls: Calls, only_told: bool) -> None:
        self._calls = calls
        self._only_told = only_told
        self._state = "key or end"
        self._text = self._key = self._name = self._arguments = ""
        self._value = Value()
        self._has_begun = self._has_arguments = False

    @property
    def has_begun(self) -> bool:
        return self._has_begun

    def take(self, char: str) -> Took:
        """From the first character after the opening brace."""
        if self._state == "text of key":
            return self._take_key(char)
        if self._state == "value":
            return self._take_value(char)
        if char in _SPACES:
            return Took.MORE
        if self._state == "colon":
            self._state = "first of value"
            return Took.MORE if char == ":" else Took.FAILED
        if self._state == "first of value":
            return self._first_of_value(char)
        if char == "}" and self._state in ("key or end", "after value"):
            return self._end()
        if char == "," and self._state == "after value":
            self._state = "key"
            return Took.MORE
        if char == '"' and self._state in ("key or end", "key"):
            self._state, self._text, self._value = "text of key", char, Value()
            self._value.take(char)
            return Took.MORE
        return Took.FAILED

    def _take_key(self, char: str) -> Took:
        self._text += char
        if not self._value.take(char):
            return Took.MORE if len(self._text) <= MAX_HEADER else Took.FAILED
        self._key, self._state = _text_of(self._text) or "", "colon"
        return Took.MORE if self._key in (*_NAME_KEYS, *_ARGUMENT_KEYS, *_OTHER_KEYS) else Took.FAILED

    def _first_of_value(self, char: str) -> Took:
        is_arguments = self._key in _ARGUMENT_KEYS
        if (is_arguments and (self._has_arguments or char not in '{"')) or (not is_arguments and char != '"'):
            return Took.FAILED
        self._has_arguments |= is_arguments
        self._state, self._text, self._value = "value", "", Value()
        return self._take_value(char)

    def _take_value(self, char: str) -> Took:
        is_last = self._value.take(char)
        if self._key in _ARGUMENT_KEYS and self._name and (self._has_begun or (not self._text and char == "{")):
            self._begin()
            self._calls.arguments(char)
        else:
            self._text += char
            if len(self._text) > MAX_HELD:
                return Took.FAILED
        if is_last:
            self._state = "after value"
            return self._value_ended()
        return Took.MORE

    def _value_ended(self) -> Took:
        if self._key in _NAME_KEYS:
            name = _text_of(self._text) or ""
            if self._name or not 0 < len(name) <= MAX_HEADER or (self._only_told and name not in self._calls.schemas):
                return Took.FAILED
            self._name = name
        elif self._key in _ARGUMENT_KEYS and not self._has_begun:
            said = self._text if self._text[0] == "{" else _text_of(self._text)
            if said is None or not said.lstrip().startswith("{"):
                return Took.FAILED
            self._arguments = said
        if self._name and self._arguments and not self._has_begun:
            self._begin()
            self._calls.arguments(self._arguments)
        return Took.MORE

    def _begin(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            self._calls.begin(self._name)

    def _end(self) -> Took:
        if not self._name:
            return Took.FAILED
        if not self._has_begun:
            self._begin()
            self._calls.arguments("{}")
        return Took.ENDED


class Objects:
    """Call objects after a mark: one, several, or a list of them."""

    def __init__(self, calls: Calls, only_told: bool = False) -> None:
        self._calls = calls
        self._only_told = only_told
        self._object: CallObject | None = None
        self._is_list = self._has_any = False

    @property
    def is_between(self) -> bool:
        return self._has_any if self._object is None else self._object.has_begun

    def take(self, char: str) -> Took:
        if self._object is not None:
            took = self._object.take(char)
            if took is Took.ENDED:
                self._object, self._has_any, self._calls.raw = None, True, ""
            return took if took is Took.FAILED else Took.MORE
        if char == "{":
            self._object = CallObject(self._calls, self._only_told)
            return Took.MORE
        if char == "[" and not self._is_list and not self._has_any:
            self._is_list = True
            return Took.MORE
        if char == "]" and self._is_list:
            return Took.ENDED if self._has_any else Took.FAILED
        if char in _SPACES or (char in ",;" and self._has_any):
            return Took.MORE
        return Took.LEFT if self._has_any else Took.FAILED


class Headed:
    """A header with the name in it, and the arguments; where there is no header, ``Objects``."""

    def __init__(self, calls: Calls, header: str) -> None:
        self._calls = calls
        self._pattern = header
        self._header = ""
        self._objects: Objects | None = None
        self._value: Value | None = None

    @property
    def is_between(self) -> bool:
        return self._value is not None or (self._objects is not None and self._objects.is_between)

    def take(self, char: str) -> Took:
        if self._objects is not None:
            return self._objects.take(char)
        if self._value is not None:
            self._calls.arguments(char)
            return Took.ENDED if self._value.take(char) else Took.MORE
        if char != "{":
            self._header += char
            return Took.MORE if len(self._header) <= MAX_HEADER else Took.FAILED
        return self._begin(char)

    def _begin(self, char: str) -> Took:
        if self._header.strip() in ("", "["):
            self._objects = Objects(self._calls)
            for each in self._header + char:
                self._objects.take(each)
            return Took.MORE
        found = re.fullmatch(self._pattern, self._header.strip(), re.DOTALL)
        if found is None:
            return Took.FAILED
        self._calls.begin(found["name"])
        self._value = Value()
        self._value.take(char)
        self._calls.arguments(char)
        return Took.MORE


def _text_of(quoted: str) -> str | None:
    """A JSON string's text."""
    try:
        text = json.loads(quoted, strict=False)
    except ValueError:
        return None
    return text if isinstance(text, str) else None
