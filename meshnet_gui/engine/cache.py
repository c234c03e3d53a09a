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


class GrowingLayer(DynamicLayer):
    """Full attention in a buffer with room to grow, so that a step writes its own rows instead of copying them all.

    Shapes: as in DynamicLayer, ``(1, num_key_value_heads, num_tokens, head_dim)``; ``keys`` and ``values`` are views.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.num_tokens = 0
        self.num_bytes = 0
        self._buffers: tuple[torch.Tensor, torch.Tensor] | None = None
        self._cut: tuple[int, torch.Tensor, torch.Tensor] | None = None

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        start, end = self.num_tokens, self.num_tokens + key_states.shape[-2]
        if self._buffers is None or end > self._buffers[0].shape[-2]:
            self._grow(key_states, value_states, end)
        buffers = cast("tuple[torch.Tensor, torch.Tensor]", self._buffers)
        buffers[0][:, :, start:end] = key_states
        buffers[1][:, :, start:end] = value_states
        self._set_length(end)
        return cast(torch.Tensor, self.keys), cast(torch.Tensor, self.values)

    def truncate(self, keep: int) -> None:
        """Forget the tokens from ``keep`` on; ``rollback`` can still bring them back."""
        if self._buffers is not None and keep < self.num_tokens:
            keys, values = self._buffers
            self._cut = (keep, keys[:, :, keep : self.num_tokens].clone(), values[:, :, keep : self.num_tokens].clone())
            self._set_length(keep)

    def rollback(self, num_tokens: int) -> None:
        """Back to ``num_tokens``, cut rows included."""
        if self._buffers is None:
            return
        if self._cut is not None:
            keep, *rows = self._cut
            for buffer, saved in zip(self._buffers, rows, strict=True):
                buffer[:, :, keep : keep + saved.shape[-2]] = saved
            self._cut = None
        self._set_length(num_tokens)

    def commit(self) -> None:
        self._cut = None

    def _grow(self, key_states: torch.Tensor, value_states: torch.Tensor, needed: int) -> None:
        capacity = needed + max(MIN_SPARE_TOKENS, needed // 8)
        old = self._buffers or (None, None)
        self._buffers = (
            _resized(key_states, old[0], self.num_tokens, capacity),
            _resized(value_states, old[1], self.num_tokens, capacity),
        )
        self.num_bytes = sum(buffer.untyped_storage().nbytes() for buffer in self._buffers)
        self.is_initialized = True
        self.device = key_states.device

    def _set_length(self, num_tokens: int) -> None:
        self.num_tokens = num_tokens
        if self._buffers is not None:
            self.keys, self.values = (buffer[:, :, :num_tokens] for buffer in self._buffers)


class SpanCache(DynamicCache):
    """The cache of the layers of ``span`` for one session; what a step did to it can be undone until ``commit``."""

    def __init__(self, config: PretrainedConfig, span: Span) -> None:
        super().__init__(config=config)
        self.span = span
        self.num_tokens = 0
        for index in range(span.start, min(span.end, len(self.layers))):
            if type(self.layers[index]) is DynamicLayer:
                self.layers[index] = GrowingLayer()
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
        self._saved = [(layer, _saved_state(layer)) for layer in self._own if type(layer) is not GrowingLayer]
        self._num_before = self.num_tokens
        if truncate_to is None or truncate_to == self.num_tokens:
            return
        self.num_tokens = truncate_to
        for layer in self._own:
            if type(layer) is GrowingLayer:
                layer.truncate(truncate_to)
            else:
                layer.crop(truncate_to - self._num_before)

    def commit(self, num_new: int) -> None:
        """The step of ``num_new`` positions is right: keep it."""
        self._saved = []
        self.num_tokens += num_new
        for layer in self._own:
            if type(layer) is GrowingLayer:
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
            if type(layer) is GrowingLayer:
                layer.rollback(self._num_before)

    def num_bytes(self) -> int:
        """Bytes of the tensors held, each storage counted once."""
        return sum(
            layer.num_bytes if type(layer) is GrowingLayer else tensor_bytes(vars(layer).values())
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
    return type(layer) is GrowingLayer or type(layer).__name__ == "DummyLayer"  # the second holds nothing


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
