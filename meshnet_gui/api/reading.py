"""What the text of an answer means to a client: content, or calls of tools, piece by piece as it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Content:
    """Text for a person."""

    text: str


@dataclass(frozen=True, slots=True)
class CallBegun:
    """The ``index``-th call of a tool has begun; its arguments follow."""

    index: int
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class CallArguments:
    """More of the arguments, a JSON object as text, of a call."""

    index: int
    text: str


Delta = Content | CallBegun | CallArguments


class Reader(Protocol):
    """Reads one answer; ``flush`` says what was held back at its end."""

    def push(self, text: str) -> list[Delta]: ...
    def flush(self) -> list[Delta]: ...


class PlainReader:
    """All text is content."""

    def push(self, text: str) -> list[Delta]:
        return [Content(text)] if text else []

    def flush(self) -> list[Delta]:
        return []
