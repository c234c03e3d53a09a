"""Any causal language model, cut down to a span and run as a span, by its own code.

Layers outside the span pass through; the first layer of a step takes the received hidden states instead of what the
model brings, and the last one hands its result out. Masks, rotary embedding and layer kinds stay the library's.
Knows no sessions, no files and no wire format.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import torch
from torch import nn
from transformers import PretrainedConfig, PreTrainedModel

from meshnet_gui.engine.cache import SpanCache
from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.certified import NO_NEEDS, Needs
from meshnet_gui.types import Span

_FINAL_NORMS = ("norm", "final_layernorm", "final_layer_norm", "final_norm", "norm_f", "ln_f", "embedding_norm")
_PROBE_POSITIONS = 13  # a length that no other axis has
_OTHER_TOWER = re.compile(r"(?:^|[._])(?:vision|visual|image|img|audio|speech|multi_?modal|mm_proj)")
_LAYER_LISTS = ("layers", "h", "blocks", "block", "layer")
_CACHE_NAMES = ("cache", "past_key_values", "cache_params")


class PassThrough(nn.Module):
    """Stands where a module of another node would be: gives back its input, in the form its kind answers in.

    Models read and initialise what is in their layers; such looks go to the module that was there, which has no memory
    behind its tensors and is registered nowhere.
    """

    def __init__(self, replaced: nn.Module, form: OutputForm) -> None:
        super().__init__()
        self._form = form
        self._replaced = (replaced,)

    def __getattr__(self, name: str) -> Any:
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.__dict__["_replaced"][0], name)

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        return self._form.wrap(args[0] if args else kwargs["hidden_states"])


class OutputForm:
    """How this model's layers answer: with the hidden states alone (0), or as the first of a tuple of that length.

    ``num_streams``: some models carry several hidden states per position, side by side (``positions_axis`` 0) or in a
    tensor with an axis more. Between nodes they travel side by side, as ``(1, n, num_streams * hidden)``.
    """

    def __init__(self) -> None:
        self.tuple_length = 0
        self.positions_axis = 0
        self.num_streams = 1
        self.disturbance = 0.0  # what pass-throughs add, to see whether anybody looks

    def learn(self, hidden: torch.Tensor, num_positions: int, hidden_size: int) -> bool:
        """Take note of the shape of hidden states as the layers pass them on. False where it is none that is known."""
        if hidden.ndim != 4:
            self.positions_axis, self.num_streams = 0, max(1, hidden.shape[-1] // hidden_size)
            return hidden.shape[:-1] == (1, num_positions)
        self.positions_axis = 2 if hidden.shape[2] == num_positions else 1
        self.num_streams = hidden.numel() // num_positions // hidden.shape[3]
        return hidden.shape[self.positions_axis] == num_positions

    def packed(self, hidden: torch.Tensor) -> torch.Tensor:
        """As it travels. Shapes: ``(streams, 1, n, hidden)`` or ``(1, n, streams, hidden)`` to ``(1, n, width)``."""
        if hidden.ndim == 4:
            hidden = hidden.permute(1, 2, 0, 3) if self.positions_axis == 2 else hidden
            return hidden.reshape(1, hidden.shape[1], -1)
        return hidden

    def unpacked(self, hidden: torch.Tensor) -> torch.Tensor:
        """The inverse of ``packed``."""
        if self.positions_axis == 0:
            return hidden
        streams = hidden.reshape(1, hidden.shape[1], self.num_streams, -1)
        return streams.permute(2, 0, 1, 3) if self.positions_axis == 2 else streams

    def wrap(self, hidden: torch.Tensor) -> Any:
        if self.disturbance:
            hidden = hidden + self.disturbance
        return (hidden, *[None] * (self.tuple_length - 1)) if self.tuple_length else hidden


class _Exit(BaseException):
    """Leaves the model's forward at the span's last layer; carries the result."""

    def __init__(self, hidden: torch.Tensor) -> None:
        self.hidden = hidden


@dataclass(slots=True)
class _Step:
    """What the layers of a running step must know. ``entry`` is taken once: some models run their layers in loops."""

    span: Span
    entry: torch.Tensor | None
    seen: list[int] = field(default_factory=list)


def span_class(
    base: type[PreTrainedModel],
    span: Span,
    needs: Needs = NO_NEEDS,
    num_stored: int | None = None,
    files: Collection[str] | None = None,
) -> type[PreTrainedModel]:
    """``base``, whose instances hold only what ``span`` needs; loads and runs like ``base``. ``files``: the names of
    those that are read, None for all; the library would open what else an index names, and stop at damage there.

    ``num_stored``: how many numbers the files hold. One that would need more is refused when it is made, by
    BadModelFile: what is missing would be allocated before it is found missing, however much its configuration states.
    """

    class SpanOfModel(base):  # type: ignore[misc, valid-type]
        def __init__(self, config: PretrainedConfig, *args: Any, **kwargs: Any) -> None:
            super().__init__(config, *args, **kwargs)
            prune(self, span, keep_embedding=needs.token_ids)
            if num_stored is not None and _num_weights(self) > num_stored:
                raise BadModelFile(
                    "The model's configuration states larger sizes than its weight files hold.", "Import it again."
                )

        @staticmethod
        def _load_pretrained_model(model: Any, state_dict: Any, checkpoint_files: list[str], *more: Any) -> Any:
            ours = [file for file in checkpoint_files if files is None or Path(file).name in files]
            return base._load_pretrained_model(model, state_dict, ours, *more)

    # The library finds a checkpoint's renamings and conversions by class and module name; strangers' classes get none.
    SpanOfModel.__name__ = SpanOfModel.__qualname__ = base.__name__
    SpanOfModel.__module__ = base.__module__
    return SpanOfModel


def _num_weights(model: Any) -> int:
    tied = set(model.all_tied_weights_keys)
    return sum(parameter.numel() for name, parameter in model.named_parameters() if name not in tied)


def prune(model: Any, span: Span, *, keep_embedding: bool = False) -> None:
    """Replace by pass-throughs what is outside ``span``; the tail of a tied model keeps the embedding as lm_head."""
    form = OutputForm()
    layers = find_layers(model)
    tied = dict(model.all_tied_weights_keys)
    _drop_layers(model, layers, span, form, tied)
    embedding = model.get_input_embeddings()
    _drop_other_towers(model, layers, embedding, form)
    is_tail = span.end == len(layers)
    keep_embedding |= span.start == 0 or (is_tail and _is_tied(model, embedding, tied))
    if not keep_embedding:
        replace_module(model, embedding, PassThrough(embedding, form))
    if not is_tail:
        _drop_what_follows(model, layers, embedding, form)
    names = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    model.all_tied_weights_keys = {target: source for target, source in tied.items() if {target, source} <= names}
    model._keys_to_ignore_on_load_unexpected = {".*"}  # other nodes' tensors are no surprise


def _drop_layers(model: Any, layers: nn.ModuleList, span: Span, form: OutputForm, tied: dict[str, str]) -> None:
    """Layers of others go; of those whose weights one of ours shares, the shared part stays in place."""
    prefix = next(name for name, module in model.named_modules() if module is layers)
    ours = [f"{prefix}.{index}." for index in range(span.start, span.end)]
    needed = [source for target, source in tied.items() if any(target.startswith(name) for name in ours)]
    for index in range(len(layers)):
        if span.start <= index < span.end:
            continue
        stand_in = PassThrough(layers[index], form)
        for name, child in layers[index].named_children():
            if any(source.startswith(f"{prefix}.{index}.{name}.") for source in needed):
                setattr(stand_in, name, child)
        layers[index] = stand_in


def _drop_other_towers(model: Any, layers: nn.ModuleList, embedding: nn.Module, form: OutputForm) -> None:
    """What sees and hears: text alone never gets there."""
    inside = {id(module) for module in layers.modules()}
    kept = {id(module) for module in (layers, embedding, model.get_output_embeddings())}
    for path, module in list(model.named_modules()):
        if id(module) in inside or not _OTHER_TOWER.search(path.rpartition(".")[2]):
            continue
        if not any(id(child) in kept for child in module.modules()):
            replace_module(model, module, PassThrough(module, form))


def _is_tied(model: Any, embedding: nn.Module, tied: dict[str, str]) -> bool:
    name = next(name for name, module in model.named_modules() if module is embedding)
    return any(key.startswith(f"{name}.") for key in (*tied, *tied.values()))


def _drop_what_follows(model: Any, layers: nn.ModuleList, embedding: nn.Module, form: OutputForm) -> None:
    """Of a shard that is not the tail: whatever stands beside the decoder, and its final norm."""
    for name, child in model.named_children():
        inside = {id(module) for module in child.modules()}
        if id(layers) not in inside and id(embedding) not in inside:
            setattr(model, name, PassThrough(child, form))
    for module in list(model.modules()):
        if any(child is layers for child in module.children()):
            norms = [(name, child) for name, child in module.named_children() if name in _FINAL_NORMS]
            for name, norm in norms:
                if any(True for _ in norm.parameters()):  # one without weights may be used before the layers as well
                    setattr(module, name, PassThrough(norm, form))


def replace_module(model: nn.Module, old: nn.Module, new: nn.Module) -> None:
    """Put ``new`` wherever ``old`` stands."""
    for parent in list(model.modules()):
        for name, child in list(parent.named_children()):
            if child is old:
                setattr(parent, name, new)


def find_layers(model: PreTrainedModel) -> nn.ModuleList:
    """The model's decoder layers. Raises BadModelFile where there is no such list."""
    expected = getattr(model.config.get_text_config(decoder=True), "num_hidden_layers", 0)
    others: list[nn.ModuleList] = []
    for root in (_decoder(model), model):
        for path, module in root.named_modules():
            if _OTHER_TOWER.search(path):
                continue
            lists = {name: child for name, child in module.named_children() if isinstance(child, nn.ModuleList)}
            fitting = {name: child for name, child in lists.items() if len(child) == expected}
            named = [fitting[name] for name in _LAYER_LISTS if name in fitting]
            if named or len(fitting) == 1:
                return (named or list(fitting.values()))[0]
            others += lists.values()
    raise BadModelFile(_why_no_layers(model.config.model_type, expected, others), "Choose another model.")


def _why_no_layers(model_type: str, expected: int, lists: list[nn.ModuleList]) -> str:
    if any(len(found) == expected for found in lists):
        return f"Models of type {model_type} keep the parts of one layer in different lists: they cannot be cut."
    lengths = ", ".join(map(str, sorted({len(found) for found in lists}))) or "no"
    return f"Models of type {model_type} keep lists of {lengths} modules where {expected} layers are counted."


def _decoder(model: Any) -> nn.Module:
    return cast(nn.Module, model.get_decoder())


class SpanRunner:
    """Runs steps through a pruned model, for any sub-span of its span. Threads: one step at a time."""

    def __init__(
        self, model: PreTrainedModel, span: Span, needs: Needs = NO_NEEDS, *, eight_bit_caches: bool = False
    ) -> None:
        self._model = model
        self._eight_bit_caches = eight_bit_caches
        self._span = span
        self._step = _Step(span, None)
        self._layers = find_layers(model)
        self.needs = needs
        self.num_layers = len(self._layers)
        self._form = next((m._form for m in self._layers if isinstance(m, PassThrough)), OutputForm())
        self._form_known = False
        self._answered = 0
        self._hidden_size = int(model.config.get_text_config(decoder=True).hidden_size)
        self._embedding_width = int(getattr(model.get_input_embeddings(), "embedding_dim", self._hidden_size))
        parameters = inspect.signature(type(model).forward).parameters
        self.cache_name = next((name for name in _CACHE_NAMES if name in parameters), None)
        self._logits_to_keep = "logits_to_keep" in parameters
        self._position_ids = "position_ids" in parameters and not _counts_itself(model)
        for index in range(span.start, self.num_layers):
            layer = self._layers[index]
            layer.forward = self._gated(layer.forward, index)

    @property
    def num_streams(self) -> int:
        """How many hidden states there are per position; 1 but for a few models."""
        return self._form.num_streams

    def run(
        self,
        inputs: torch.Tensor,
        span: Span,
        cache: SpanCache | None,
        num_logits: int = 1,
        ids: torch.Tensor | None = None,
    ) -> torch.Tensor:
        """One step: hidden states after ``span``, or the last ``num_logits`` positions' logits at the tail.

        Shapes: ``inputs`` is ``(1, n)`` token ids (only from layer 0) or ``(1, n, hidden)``; ``ids`` (where the model
        needs them beside hidden states) is ``(1, n)``.
        """
        if self.needs.single_steps and cache is not None and cache.num_tokens > 0 and inputs.shape[1] > 1:
            return self._one_by_one(inputs, span, cache, num_logits, ids)
        is_ids = inputs.dtype == torch.long
        self._step = _Step(span, None if is_ids else inputs)
        arguments = self._arguments(inputs, ids)
        arguments["use_cache"] = cache is not None
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
            self._step = _Step(span, None)
        return cast(torch.Tensor, logits[:, -num_logits:])

    def new_cache(self, span: Span) -> SpanCache:
        """An empty session cache for steps through ``span``."""
        return SpanCache(self._model.config, span, eight_bit=self._eight_bit_caches)

    def _arguments(self, inputs: torch.Tensor, ids: torch.Tensor | None) -> dict[str, Any]:
        """What the model starts from: its own ids, or something of the right shape that never reaches our layers."""
        if inputs.dtype == torch.long:
            return {"input_ids": inputs}
        if self.needs.token_ids:
            return {"input_ids": ids}
        shape = (1, inputs.shape[1], self._embedding_width)
        return {"inputs_embeds": inputs.new_full(shape, self._form.disturbance)}  # not ours: some scale it in place

    def _one_by_one(
        self, inputs: torch.Tensor, span: Span, cache: SpanCache, num_logits: int, ids: torch.Tensor | None
    ) -> torch.Tensor:
        outputs, past_len = [], cache.num_tokens
        try:
            for index in range(inputs.shape[1]):
                own_id = None if ids is None else ids[:, index : index + 1]
                outputs.append(self.run(inputs[:, index : index + 1], span, cache, 1, own_id))
                cache.num_tokens += 1
        finally:
            cache.num_tokens = past_len
        kept = outputs if span.end < self.num_layers else outputs[-num_logits:]
        return torch.cat(kept, dim=1)

    def learn_form(self, hidden_size: int) -> None:
        """Find out in which form the layers answer, by stateless steps. Raises whatever the model raises.

        A layer of ours tells; but layers that pass through may stand before it and must answer in that form already.
        """
        failures: dict[int, Exception] = {}
        for length in (0, 1, 2, 3):
            num_streams = self._form.num_streams
            failure = self._try_form(length, hidden_size)
            if failure is not None and self._form.num_streams != num_streams:  # only now it is known how many there are
                failure = self._try_form(length, hidden_size)
            if failure is None and self._form.tuple_length == length:
                self._form_known = True
                return
            if failure is not None:
                failures[length] = failure
        raise failures.get(self._answered) or RuntimeError("the layers answer in an unknown form")

    def _try_form(self, tuple_length: int, hidden_size: int) -> Exception | None:
        self._form.tuple_length, self._form_known = tuple_length, False
        try:
            self._check_alone(hidden_size)
        except BadModelFile:
            raise
        except Exception as exc:
            return exc
        return None

    def _check_alone(self, hidden_size: int) -> None:
        """Nothing but what is handed to the span may count: other values before it give the same result."""
        shape = (1, _PROBE_POSITIONS, hidden_size * self._form.num_streams)
        source = torch.Generator().manual_seed(0)
        hidden = torch.randn(shape, generator=source).to(self._model.device, self._model.dtype)
        ids = torch.zeros(1, _PROBE_POSITIONS, dtype=torch.long, device=self._model.device)
        first = self.run(ids if self._span.start == 0 else hidden, self._span, None, 1, ids)
        if self._span.start == 0:
            return
        self._form.disturbance = 0.5
        try:
            second = self.run(hidden, self._span, None, 1, ids)
        finally:
            self._form.disturbance = 0.0
        # Where sums are added up in any order, the same values are not the same to the last bit.
        exact = self._model.device.type == "cpu" and self._model.dtype == torch.float32
        if (first - second).abs().max() > (0.0 if exact else 0.02) * first.abs().max():
            raise self._uncut(
                f"The layers of models of type {self._kind} look at more than the layer before them hands on: "
                "they cannot be cut."
            )

    def _gated(self, forward: Callable[..., Any], index: int) -> Callable[..., Any]:
        def gated(*args: Any, **kwargs: Any) -> Any:
            step = self._step
            if index >= step.span.end:  # what the model does between two layers is done: the next one starts from here
                hidden = args[0] if args else kwargs["hidden_states"]
                raise _Exit(self._form.packed(hidden) if step.entry is None else step.entry)
            if index < step.span.start:
                return self._form.wrap(args[0] if args else kwargs["hidden_states"])
            if not self._form_known:
                hidden = args[0] if args else kwargs["hidden_states"]
                if not self._form.learn(hidden, _PROBE_POSITIONS, self._hidden_size):
                    raise ValueError("its layers have positions of their own")
                self._check_not_in_loops(index)
            if step.entry is not None:
                entry, step.entry = self._form.unpacked(step.entry), None
                if args:
                    args = (entry, *args[1:])
                else:
                    kwargs["hidden_states"] = entry
            output = forward(*args, **kwargs)
            if not self._form_known:
                self._form.tuple_length = len(output) if isinstance(output, (tuple, list)) else 0
                self._answered = self._form.tuple_length
                if isinstance(output, (tuple, list)) and any(map(_is_state, output[1:])):
                    raise self._uncut(
                        f"The layers of models of type {self._kind} hand on more than their hidden states: "
                        "they cannot be cut."
                    )
            return output

        return gated

    def _check_not_in_loops(self, index: int) -> None:
        if index in self._step.seen:
            raise self._uncut(f"The layers of models of type {self._kind} run in loops: they cannot be cut.")
        self._step.seen.append(index)

    @property
    def _kind(self) -> str:
        return str(self._model.config.model_type)

    def _uncut(self, text: str) -> BadModelFile:
        return BadModelFile(text, "Choose another model.")


def _is_state(value: object) -> bool:
    return isinstance(value, torch.Tensor) and value.is_floating_point() and value.ndim <= 3  # no attention weights


def _counts_itself(model: PreTrainedModel) -> bool:
    """Whether positions start elsewhere than at 0 and the model sees to that itself, past included."""
    return any(hasattr(module, "create_position_ids_from_input_ids") for module in model.modules())
