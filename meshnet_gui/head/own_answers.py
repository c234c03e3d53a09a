"""With which token ids the answers of this head were written, by their texts, a bounded number of the latest.

An answer's text can be cut into tokens in several ways; only the ids that the model wrote continue the session that
holds them. Knows no tokenizer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

MAX_TOKENS = 200_000


class OwnAnswers:
    """By model and text; what was used last stays longest."""

    def __init__(self, max_tokens: int = MAX_TOKENS) -> None:
        self._max_tokens = max_tokens
        self._ids: OrderedDict[tuple[str, str], tuple[int, ...]] = OrderedDict()
        self._num_tokens = 0

    def remember(self, identity: str, text: str, ids: Sequence[int]) -> None:
        """An answer that was written whole, so that its ids say its text and nothing else."""
        if not text or not ids:
            return
        self._num_tokens += len(ids) - len(self._ids.pop((identity, text), ()))
        self._ids[identity, text] = tuple(ids)
        while self._num_tokens > self._max_tokens:
            _, gone = self._ids.popitem(last=False)
            self._num_tokens -= len(gone)

    def ids_of(self, identity: str, text: str) -> Sequence[int] | None:
        """None where no answer had this text."""
        ids = self._ids.get((identity, text))
        if ids is not None:
            self._ids.move_to_end((identity, text))
        return ids
