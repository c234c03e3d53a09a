"""One session's keys and values for the lean graph: one buffer with room to grow, which steps write into.

Knows no graph and no sessions; satisfies ``engine.runner.StepCache``.
"""

from __future__ import annotations

import numpy as np

from meshnet_gui.engine.lean.plan import LeanPlan
from meshnet_gui.engine.lean.weights import Array
from meshnet_gui.types import Span

MIN_SPARE_TOKENS = 64


class LeanCache:
    """Keys and values of the layers of ``span``. Shapes: (2 * layers, 1, kv heads, capacity, head_dim), keys first.

    Every layer keeps the whole past, also those with a window, so that any length can be gone back to.
    """

    def __init__(self, plan: LeanPlan, span: Span) -> None:
        self.span = span
        self.num_tokens = 0
        self.bound: object = None  # what the runner keeps with this buffer; let go when the buffer changes
        self._buffer: Array = np.empty((2 * span.num_layers, 1, plan.num_kv_heads, 0, plan.head_dim), np.float32)
        self._num_before = 0
        self._cut: Array | None = None

    @property
    def capacity(self) -> int:
        """Tokens that the buffer has room for."""
        return int(self._buffer.shape[3])

    @property
    def address(self) -> int:
        """Where the buffer lies."""
        return int(self._buffer.ctypes.data)

    @property
    def layer_shape(self) -> tuple[int, ...]:
        """Of the keys of one layer."""
        return self._buffer.shape[1:]

    def keys(self, index: int) -> Array:
        """The keys of layer ``index`` of the model, room included; steps write into it."""
        layer: Array = self._buffer[2 * (index - self.span.start)]
        return layer

    def values(self, index: int) -> Array:
        """The values of layer ``index``, likewise."""
        layer: Array = self._buffer[2 * (index - self.span.start) + 1]
        return layer

    def keys_and_values(self, index: int) -> Array:
        """Both, over the same memory. Shapes: (2, kv heads, capacity, head_dim)."""
        first = 2 * (index - self.span.start)
        layer: Array = self._buffer[first : first + 2, 0]
        return layer

    def reserve(self, num_tokens: int) -> None:
        """Make room for ``num_tokens`` in all."""
        if num_tokens <= self.capacity:
            return
        shape = list(self._buffer.shape)
        shape[3] = num_tokens + max(MIN_SPARE_TOKENS, num_tokens // 8)
        grown: Array = np.empty(shape, np.float32)
        grown[:, :, :, : self.num_tokens] = self._buffer[:, :, :, : self.num_tokens]
        self._buffer, self.bound = grown, None

    def can_truncate(self, keep: int) -> bool:
        """Any shorter length can be gone back to."""
        return keep <= self.num_tokens

    def begin(self, truncate_to: int | None = None) -> None:
        """Start a step that ``rollback`` can undo, from ``truncate_to`` tokens if given."""
        self._num_before, self._cut = self.num_tokens, None
        if truncate_to is not None and truncate_to < self.num_tokens:
            self._cut = self._buffer[:, :, :, truncate_to : self.num_tokens].copy()
            self.num_tokens = truncate_to

    def commit(self, num_new: int) -> None:
        """The step of ``num_new`` positions is right: keep it."""
        self.num_tokens += num_new
        self._cut = None

    def rollback(self) -> None:
        """Put everything back as it was at ``begin``: only rows that were cut can have been written over."""
        if self._cut is not None:
            self._buffer[:, :, :, self._num_before - self._cut.shape[3] : self._num_before] = self._cut
            self._cut = None
        self.num_tokens = self._num_before

    def num_bytes(self) -> int:
        """Bytes of the buffer, room included."""
        return int(self._buffer.nbytes)
