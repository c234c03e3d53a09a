"""Reads an answer of a family as it comes. What comes of it is the same, however the text is cut."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meshnet_gui.api.reading import Delta
from meshnet_gui.api.tool_formats.calls import MAX_CALLS, Body, Calls, Took
from meshnet_gui.api.tool_formats.families import Family
from meshnet_gui.api.tool_formats.json_calls import Objects

MAX_SPACES = 1_000  # that are held back, because a mark may follow


class CallReader:
    """Content and calls. Held back is only what may be the beginning of a mark, with the space before it, and what may
    still turn out to be no call: then it is content. Space around calls is left out."""

    def __init__(self, family: Family, schemas: Mapping[str, Mapping[str, Any]], most_calls: int = MAX_CALLS) -> None:
        self._family = family
        self._calls = Calls(schemas, most_calls)
        self._firsts = frozenset(mark[0] for mark in family.marks)
        self._body: Body | None = None
        self._held = ""  # space, and the beginning of a mark
        self._before = ""  # marks that say that a call may follow
        self._is_start = True
        self._is_after_call = False

    def push(self, text: str) -> list[Delta]:
        for char in text:
            self._take(char)
        return self._calls.taken()

    def flush(self) -> list[Delta]:
        """At the end of the answer. A call whose arguments had begun stays one."""
        if self._body is not None:
            if not self._body.is_between:
                self._say(self._calls.raw)
            else:
                self._is_after_call = True
            self._body, self._calls.raw = None, ""
        held = self._held.strip()
        is_rest = self._is_after_call and (not held or any(mark.startswith(held) for mark in self._family.afters))
        if not is_rest:
            self._say(self._held)
        self._held = ""
        return self._calls.taken()

    def _take(self, char: str) -> None:
        if self._body is None:
            self._outside(char)
            return
        self._calls.raw += char
        took = self._body.take(char)
        if took is Took.MORE:
            return
        raw, self._calls.raw = self._calls.raw[:-1], ""
        has_any, self._body = self._body.is_between, None
        self._is_after_call = took is not Took.FAILED or has_any
        if took is Took.FAILED:
            self._say(raw)
        if took in (Took.FAILED, Took.LEFT):
            self._outside(char)

    def _outside(self, char: str) -> None:
        if char == "{" and self._is_start and self._family.may_be_bare and not self._held.strip():
            body = Objects(self._calls, only_told=True)
            body.take(char)
            self._open(self._held, char, body)
            return
        if not self._held and not self._before and char not in self._firsts and not char.isspace():
            self._say(char)
            return
        self._held += char
        mark = next((mark for mark in self._family.marks if self._held.endswith(mark)), None)
        if mark is None:
            self._release()
        else:
            self._marked(self._held[: -len(mark)], mark)

    def _marked(self, text: str, mark: str) -> None:
        self._held = ""
        spaces = text[len(text.rstrip()) :]
        if text.strip():
            self._say(text[: len(text) - len(spaces)])
        if mark in self._family.opens:
            self._open(spaces, mark, self._family.body(self._calls))
        elif mark in self._family.befores and len(self._before) < MAX_SPACES:
            self._before += spaces + mark
        elif not (mark in self._family.afters and self._is_after_call):
            self._say(spaces + mark)

    def _open(self, spaces: str, mark: str, body: Body) -> None:
        self._calls.raw = self._before + spaces + mark
        self._before = self._held = ""
        self._is_start = False
        self._body = body

    def _release(self) -> None:
        """All but the end that may be a mark's beginning, and the space before that."""
        pending = self._num_pending()
        said = self._held[: len(self._held) - pending]
        spaces = len(said) - len(said.rstrip())
        if spaces > MAX_SPACES:
            spaces = 0
        if len(said) > spaces:
            said = said[: len(said) - spaces]
            self._held = self._held[len(said) :]
            self._say(said)

    def _num_pending(self) -> int:
        most = min(len(self._held), max(map(len, self._family.marks)) - 1)
        for count in range(most, 0, -1):
            end = self._held[-count:]
            if any(mark.startswith(end) for mark in self._family.marks):
                return count
        return 0

    def _say(self, text: str) -> None:
        if not self._before and not text:
            return
        if self._is_after_call and not self._before:
            text = text.lstrip()
        self._calls.content(self._before + text)
        self._before = ""
        self._is_start = self._is_after_call = False
