"""What came of an answer so far: content and calls, in order; neighbours of one kind are joined."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from enum import Enum
from typing import Any, Protocol

from meshnet_gui.api.reading import CallArguments, CallBegun, Content, Delta

MAX_CALLS = 128


class Took(Enum):
    """What a body made of a character. LEFT: the body had ended before it. FAILED: this is no call, nor is it taken."""

    MORE = "more"
    ENDED = "ended"
    LEFT = "left"
    FAILED = "failed"


class Calls:
    """Of one answer. ``schemas``: of the arguments, by the names of the tools that were told.

    ``raw`` is the text that has not become part of a call, as long as it may turn out to be none.
    """

    def __init__(self, schemas: Mapping[str, Mapping[str, Any]], most: int = MAX_CALLS) -> None:
        self.schemas = schemas
        self.raw = ""
        self.num_begun = 0
        self._most = most
        self._deltas: list[Delta] = []

    def content(self, text: str) -> None:
        if self._deltas and isinstance(last := self._deltas[-1], Content):
            self._deltas[-1] = Content(last.text + text)
        elif text:
            self._deltas.append(Content(text))

    def begin(self, name: str) -> None:
        """A call; those beyond the most are passed over."""
        self.num_begun += 1
        self.raw = ""
        if self.num_begun <= self._most:
            self._deltas.append(CallBegun(self.num_begun - 1, f"call_{secrets.token_hex(12)}", name))

    def arguments(self, text: str) -> None:
        self.raw = ""
        if self.num_begun > self._most or not text:
            return
        index = self.num_begun - 1
        if isinstance(last := self._deltas[-1] if self._deltas else None, CallArguments) and last.index == index:
            self._deltas[-1] = CallArguments(index, last.text + text)
        else:
            self._deltas.append(CallArguments(index, text))

    def taken(self) -> list[Delta]:
        """What came since the last time."""
        taken, self._deltas = self._deltas, []
        return taken


class Body(Protocol):
    """Reads what follows a mark, character by character."""

    def take(self, char: str) -> Took: ...

    @property
    def is_between(self) -> bool:
        """Whether all that was taken is part of calls."""
