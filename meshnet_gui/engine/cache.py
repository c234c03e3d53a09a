"""A transformers ``DynamicCache`` for a span: absolute layer indices, steps that can be undone, real bytes.

Layers outside the span hold nothing; asked for lengths or mask sizes they answer from the session's own count, since a
model asks its first layer (of each kind) on behalf of all. Knows no sessions and no models.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import torch
from transformers import PretrainedConfig
from transformers.cache_utils import CacheLayerMixin, DynamicCache, DynamicLayer, DynamicSlidingWindowLayer

from meshnet_gui.types import Span

MIN_SPARE_TOKENS = 32
Rows = tuple[torch.Tensor, ...]


class GrowingLayer(DynamicLayer):
    """Full attention in buffers with room to grow, so that a step writes its own rows instead of copying them all.

    Shapes: as in DynamicLayer, ``(1, num_key_value_heads, num_tokens, head_dim)``; ``keys`` and ``values`` are views of
    the first two buffers.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.num_tokens = 0
        self.num_bytes = 0
        self._buffers: Rows | None = None
        self._cut: tuple[int, Rows] | None = None

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        start, end = self.num_tokens, self.num_tokens + key_states.shape[-2]
        rows = self._kept(key_states, value_states)
        if self._buffers is None or end > self._buffers[0].shape[-2]:
            self._grow(rows, end)
        buffers = cast(Rows, self._buffers)
        for buffer, row in zip(buffers, rows, strict=True):
            buffer[:, :, start:end] = row
        self._set_length(end)
        return self._as_states(tuple(buffer[:, :, :end] for buffer in buffers))

    def truncate(self, keep: int) -> None:
        """Forget the tokens from ``keep`` on; ``rollback`` can still bring them back."""
        if self._buffers is not None and keep < self.num_tokens:
            self._cut = keep, tuple(buffer[:, :, keep : self.num_tokens].clone() for buffer in self._buffers)
            self._set_length(keep)

    def rollback(self, num_tokens: int) -> None:
        """Back to ``num_tokens``, cut rows included."""
        if self._buffers is None:
            return
        if self._cut is not None:
            keep, rows = self._cut
            for buffer, saved in zip(self._buffers, rows, strict=True):
                buffer[:, :, keep : keep + saved.shape[-2]] = saved
            self._cut = None
        self._set_length(num_tokens)

    def commit(self) -> None:
        self._cut = None

    def _kept(self, key_states: torch.Tensor, value_states: torch.Tensor) -> Rows:
        """What is written into the buffers, keys and values first."""
        return key_states, value_states

    def _as_states(self, rows: Rows) -> tuple[torch.Tensor, torch.Tensor]:
        """The inverse of ``_kept``."""
        return rows[0], rows[1]

    def _grow(self, rows: Rows, needed: int) -> None:
        capacity = needed + max(MIN_SPARE_TOKENS, needed // 8)
        old = self._buffers or (None,) * len(rows)
        self._buffers = tuple(
            _resized(row, kept, self.num_tokens, capacity) for row, kept in zip(rows, old, strict=True)
        )
        self.num_bytes = sum(buffer.untyped_storage().nbytes() for buffer in self._buffers)
        self.is_initialized = True
        self.device = rows[0].device

    def _set_length(self, num_tokens: int) -> None:
        self.num_tokens = num_tokens
        if self._buffers is not None:
            self.keys, self.values = (buffer[:, :, :num_tokens] for buffer in self._buffers[:2])


class EightBitLayer(GrowingLayer):
    """The same in 8 bit: whole numbers, and one scale for each position of an attention head.

    Rows are rounded once and written once, so that a step can be undone as in full precision.
    """

    def _kept(self, key_states: torch.Tensor, value_states: torch.Tensor) -> Rows:
        (keys, key_scales), (values, value_scales) = _rounded(key_states), _rounded(value_states)
        return keys, values, key_scales, value_scales

    def _as_states(self, rows: Rows) -> tuple[torch.Tensor, torch.Tensor]:
        keys, values, key_scales, value_scales = rows
        return keys.to(key_scales.dtype).mul_(key_scales), values.to(value_scales.dtype).mul_(value_scales)


def _rounded(states: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Whole numbers and their scales. Rows without a width, as some kinds of attention have, stay so."""
    largest = states.abs().amax(dim=-1, keepdim=True) if states.shape[-1] else states.new_zeros((*states.shape[:-1], 1))
    scale = (largest / 127).clamp(min=torch.finfo(states.dtype).tiny)
    codes = (states.float() / scale.float()).round().clamp(-127, 127)  # a scale in 16 bit may be rounded down
    return codes.to(torch.int8), scale


class SpanCache(DynamicCache):
    """The cache of the layers of ``span`` for one session; what a step did to it can be undone until ``commit``."""

    def __init__(self, config: PretrainedConfig, span: Span, *, eight_bit: bool = False) -> None:
        super().__init__(config=config)
        self.span = span
        self.num_tokens = 0
        for index in range(span.start, min(span.end, len(self.layers))):
            if type(self.layers[index]) is DynamicLayer:
                self.layers[index] = EightBitLayer() if eight_bit else GrowingLayer()
        self._own: list[Any] = self.layers[span.start : span.end]
        self._num_before = 0
        self._saved: list[tuple[Any, dict[str, Any]]] = []

    # -- what a model asks -----------------------------------------------------------------------------------------

    def get_seq_length(self, layer_idx: int = 0) -> int:
        """Tokens held by a layer; for one that is not ours, or keeps no count, tokens held by the session."""
        if self._answers(layer_idx):
            return int(super().get_seq_length(layer_idx))
        return self.num_tokens

    def get_mask_sizes(self, query_length: int, layer_idx: int) -> tuple[int, int]:
        """As the layer itself would say; a layer that is not ours is stood in for by one of its kind."""
        if self._answers(layer_idx):
            return super().get_mask_sizes(query_length, layer_idx)
        layer = self.layers[layer_idx] if layer_idx < len(self.layers) else None
        if isinstance(layer, DynamicSlidingWindowLayer):
            layer.cumulative_length = self.num_tokens
            return layer.get_mask_sizes(query_length)
        return self.num_tokens + query_length, 0

    def has_previous_state(self, layer_idx: int | None = None, state_idx: int | None = None) -> bool:
        """Whether there is a past; asked of layers that keep none themselves, the session's count decides."""
        if layer_idx is not None and layer_idx in range(self.span.start, self.span.end):
            return bool(super().has_previous_state(layer_idx, state_idx))
        return self.num_tokens > 0

    def _answers(self, layer_idx: int) -> bool:
        return self.span.start <= layer_idx < self.span.end and isinstance(self.layers[layer_idx], CacheLayerMixin)

    # -- steps -----------------------------------------------------------------------------------------------------

    def can_truncate(self, keep: int) -> bool:
        """Whether every layer can still go back to ``keep`` tokens; recurrent state and full windows cannot."""
        return keep == self.num_tokens or all(_can_truncate(layer) for layer in self._own)

    def begin(self, truncate_to: int | None = None) -> None:
        """Start a step that ``rollback`` can undo, from ``truncate_to`` tokens if given."""
        self._saved = [(layer, _saved_state(layer)) for layer in self._own if not isinstance(layer, GrowingLayer)]
        self._num_before = self.num_tokens
        if truncate_to is None or truncate_to == self.num_tokens:
            return
        self.num_tokens = truncate_to
        for layer in self._own:
            if isinstance(layer, GrowingLayer):
                layer.truncate(truncate_to)
            else:
                layer.crop(truncate_to - self._num_before)

    def commit(self, num_new: int) -> None:
        """The step of ``num_new`` positions is right: keep it."""
        self._saved = []
        self.num_tokens += num_new
        for layer in self._own:
            if isinstance(layer, GrowingLayer):
                layer.commit()
            elif num_new > 1:
                _compact(layer)

    def rollback(self) -> None:
        """Put everything back as it was at ``begin``."""
        self.num_tokens = self._num_before
        for layer, state in self._saved:
            vars(layer).clear()
            vars(layer).update(state)
        self._saved = []
        for layer in self._own:
            if isinstance(layer, GrowingLayer):
                layer.rollback(self._num_before)

    def num_bytes(self) -> int:
        """Bytes of the tensors held, each storage counted once."""
        return sum(
            layer.num_bytes if isinstance(layer, GrowingLayer) else tensor_bytes(vars(layer).values())
            for layer in self._own
        )


def tensor_bytes(values: Iterable[object]) -> int:
    """Bytes of every tensor in a nest of lists and dicts, each storage counted once."""
    storages: dict[int, int] = {}
    stack = list(values)
    while stack:
        value = stack.pop()
        if isinstance(value, torch.Tensor):
            storage = value.untyped_storage()
            storages[storage.data_ptr()] = storage.nbytes()
        elif isinstance(value, dict):
            stack.extend(value.values())
        elif isinstance(value, (list, tuple)):
            stack.extend(value)
    return sum(storages.values())


def _resized(like: torch.Tensor, old: torch.Tensor | None, num_kept: int, capacity: int) -> torch.Tensor:
    buffer = like.new_empty((*like.shape[:-2], capacity, like.shape[-1]))
    if old is not None:
        buffer[:, :, :num_kept] = old[:, :, :num_kept]
    return buffer


def _can_truncate(layer: Any) -> bool:
    if type(layer) is DynamicSlidingWindowLayer:
        return bool(layer.cumulative_length < layer.sliding_window)
    return isinstance(layer, GrowingLayer) or type(layer).__name__ == "DummyLayer"  # the second holds nothing


def _saved_state(layer: Any) -> dict[str, Any]:
    """A layer's attributes; tensors that its steps write into are copied, replaced ones only referred to."""
    if type(layer) is DynamicSlidingWindowLayer:
        return dict(vars(layer))
    return {name: _copied(value) for name, value in vars(layer).items()}


def _copied(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.clone()
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return value


def _compact(layer: Any) -> None:
    """A sliding window after a long prefill is a view that pins the whole prompt: keep only the window."""
    for name in ("keys", "values"):
        tensor = vars(layer).get(name)
        if isinstance(tensor, torch.Tensor) and tensor.untyped_storage().nbytes() > tensor.nbytes * 3 // 2:
            setattr(layer, name, tensor.clone())
