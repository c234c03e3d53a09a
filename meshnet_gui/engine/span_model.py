"""Any causal language model, cut down to a span and run as a span, by its own code.

Layers outside the span pass through; the first layer of a step takes the received hidden states instead of what the
model brings, and the last one hands its result out. Masks, rotary embedding and layer kinds stay the library's.
Knows no sessions, no files and no wire format.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import nn
from transformers import PretrainedConfig, PreTrainedModel

from meshnet_gui.engine.cache import SpanCache
from meshnet_gui.errors import BadModelFile
from meshnet_gui.types import Span

_FINAL_NORMS = ("norm", "final_layernorm", "final_layer_norm", "final_norm", "norm_f", "ln_f", "embedding_norm")
_CACHE_NAMES = ("cache", "past_key_values", "cache_params")


class PassThrough(nn.Module):
    """Stands where a module of another node would be: gives back its input, in the form its kind answers in."""

    def __init__(self, replaced: nn.Module, form: OutputForm) -> None:
        super().__init__()
        self._form = form
        for name, value in vars(replaced).items():
            if not name.startswith("_") and isinstance(value, (str, int, bool, float)):
                setattr(self, name, value)  # models read e.g. ``layer.attention_type``

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        return self._form.wrap(args[0] if args else kwargs["hidden_states"])


class OutputForm:
    """How this model's layers answer: with the hidden states alone (0), or as the first of a tuple of that length."""

    def __init__(self) -> None:
        self.tuple_length = 0

    def wrap(self, hidden: torch.Tensor) -> Any:
        return (hidden, *[None] * (self.tuple_length - 1)) if self.tuple_length else hidden


class _Exit(BaseException):
    """Leaves the model's forward at the span's last layer; carries the result."""

    def __init__(self, hidden: torch.Tensor) -> None:
        self.hidden = hidden


@dataclass(slots=True)
class _Step:
    """What the layers of a running step must know."""

    span: Span
    entry: torch.Tensor | None
    leave: bool


def span_class(base: type[PreTrainedModel], span: Span) -> type[PreTrainedModel]:
    """``base``, whose instances hold only what ``span`` needs; loads and runs like ``base``."""

    class SpanOfModel(base):  # type: ignore[misc, valid-type]
        def __init__(self, config: PretrainedConfig, *args: Any, **kwargs: Any) -> None:
            super().__init__(config, *args, **kwargs)
            prune(self, span)

    # The library finds a checkpoint's renamings and conversions by class and module name; strangers' classes get none.
    SpanOfModel.__name__ = SpanOfModel.__qualname__ = base.__name__
    SpanOfModel.__module__ = base.__module__
    return SpanOfModel


def prune(model: Any, span: Span) -> None:
    """Replace by pass-throughs what is outside ``span``; the tail of a tied model keeps the embedding as lm_head."""
    form = OutputForm()
    layers = find_layers(model)
    for index in range(len(layers)):
        if not span.start <= index < span.end:
            layers[index] = PassThrough(layers[index], form)
    is_tail = span.end == len(layers)
    embedding, lm_head = model.get_input_embeddings(), model.get_output_embeddings()
    tied = bool(model.all_tied_weights_keys)
    if span.start > 0 and not (is_tail and tied):
        model.set_input_embeddings(PassThrough(embedding, form))
    if not is_tail:
        if lm_head is not None:
            model.set_output_embeddings(PassThrough(lm_head, form))
        _drop_final_norm(model, form)
    names = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    model.all_tied_weights_keys = {
        target: source for target, source in model.all_tied_weights_keys.items() if {target, source} <= names
    }
    model._keys_to_ignore_on_load_unexpected = {".*"}  # other nodes' tensors are no surprise


def find_layers(model: PreTrainedModel) -> nn.ModuleList:
    """The model's decoder layers. Raises BadModelFile where there is no such list."""
    expected = model.config.get_text_config(decoder=True).num_hidden_layers
    for module in _decoder(model).modules():
        if isinstance(module, nn.ModuleList) and len(module) == expected:
            return module
    raise BadModelFile(
        f"Models of type {model.config.model_type} cannot be split into layers here.", "Choose another model."
    )


def _decoder(model: Any) -> nn.Module:
    return cast(nn.Module, model.get_decoder())


def _drop_final_norm(model: PreTrainedModel, form: OutputForm) -> None:
    decoder = _decoder(model)
    for name in _FINAL_NORMS:
        norm = getattr(decoder, name, None)
        if isinstance(norm, nn.Module):
            setattr(decoder, name, PassThrough(norm, form))


class SpanRunner:
    """Runs steps through a pruned model, for any sub-span of its span. Threads: one step at a time."""

    def __init__(self, model: PreTrainedModel, span: Span) -> None:
        self._model = model
        self._span = span
        self._step = _Step(span, None, False)
        self._layers = find_layers(model)
        self.num_layers = len(self._layers)
        self._form = next((m._form for m in self._layers if isinstance(m, PassThrough)), OutputForm())
        self._form_known = False
        parameters = inspect.signature(type(model).forward).parameters
        self.cache_name = next((name for name in _CACHE_NAMES if name in parameters), None)
        self._logits_to_keep = "logits_to_keep" in parameters
        self._position_ids = "position_ids" in parameters
        for index in range(span.start, span.end):
            layer = self._layers[index]
            layer.forward = self._gated(layer.forward, index)

    def run(self, inputs: torch.Tensor, span: Span, cache: SpanCache | None, num_logits: int = 1) -> torch.Tensor:
        """One step: hidden states after ``span``, or the last ``num_logits`` positions' logits at the tail.

        Shapes: ``inputs`` is ``(1, n)`` token ids (only from layer 0) or ``(1, n, hidden)``.
        """
        is_ids = inputs.dtype == torch.long
        self._step = _Step(span, None if is_ids else inputs, span.end < self.num_layers)
        arguments: dict[str, Any] = {"input_ids" if is_ids else "inputs_embeds": inputs, "use_cache": cache is not None}
        if cache is not None:
            arguments[cast(str, self.cache_name)] = cache
        if self._position_ids:  # some models count from 0 again unless told, cache or not
            past_len = cache.num_tokens if cache is not None else 0
            positions = torch.arange(past_len, past_len + inputs.shape[1], device=inputs.device)
            arguments["position_ids"] = positions.unsqueeze(0)
        if self._logits_to_keep:
            arguments["logits_to_keep"] = num_logits
        try:
            logits = self._model(**arguments).logits
        except _Exit as reached:
            return reached.hidden
        finally:
            self._step = _Step(span, None, False)
        return cast(torch.Tensor, logits[:, -num_logits:])

    def new_cache(self, span: Span) -> SpanCache:
        """An empty session cache for steps through ``span``."""
        return SpanCache(self._model.config, span)

    def learn_form(self, hidden_size: int) -> None:
        """Find out in which form the layers answer, by stateless steps. Raises whatever the model raises.

        A layer of ours tells; but layers that pass through may stand before it and must answer in that form already.
        """
        hidden = torch.zeros(1, 2, hidden_size, dtype=self._model.dtype, device=self._model.device)
        failure: Exception | None = None
        for length in (0, 1, 2, 3):
            self._form.tuple_length, self._form_known = length, False
            try:
                self.run(hidden, self._span, None)
                if self._form.tuple_length == length:
                    return
            except Exception as exc:
                failure = exc
        raise failure or RuntimeError("the layers answer in a form that is not known here")

    def _gated(self, forward: Callable[..., Any], index: int) -> Callable[..., Any]:
        def gated(*args: Any, **kwargs: Any) -> Any:
            step = self._step
            if not step.span.start <= index < step.span.end:
                return self._form.wrap(args[0] if args else kwargs["hidden_states"])
            if step.entry is not None and index == step.span.start:
                if args:
                    args = (step.entry, *args[1:])
                else:
                    kwargs["hidden_states"] = step.entry
            output = forward(*args, **kwargs)
            if not self._form_known:
                self._form.tuple_length = len(output) if isinstance(output, tuple) else 0
                self._form_known = True
            if step.leave and index == step.span.end - 1:
                raise _Exit(output[0] if isinstance(output, tuple) else output)
            return output

        return gated
