"""Conversations that the latest responses belong to, so that the next one may go on behind them. In memory only."""

from __future__ import annotations

from collections.abc import Sequence

from meshnet_gui.types import Message

MAX_KEPT = 64
MAX_CHARS = 4_000_000  # of all of them together


class Earlier:
    """Threads: the core loop only."""

    def __init__(self, max_kept: int = MAX_KEPT, max_chars: int = MAX_CHARS) -> None:
        self._kept: dict[str, tuple[Message, ...]] = {}
        self._max_kept = max_kept
        self._max_chars = max_chars
        self._num_chars = 0

    def get(self, response_id: str) -> tuple[Message, ...] | None:
        """What was said up to a response, and it; None where it is not known any more."""
        return self._kept.get(response_id)

    def keep(self, response_id: str, messages: Sequence[Message]) -> None:
        """The oldest go where there are too many, or too long ones."""
        self._kept[response_id] = tuple(messages)
        self._num_chars += _num_chars(messages)
        while self._kept and (len(self._kept) > self._max_kept or self._num_chars > self._max_chars):
            self._num_chars -= _num_chars(self._kept.pop(next(iter(self._kept))))


def _num_chars(messages: Sequence[Message]) -> int:
    return sum(len(message.content) for message in messages)
