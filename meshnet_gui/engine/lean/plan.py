"""Whether a model's layers have the form that the lean graph knows, and the numbers of that form. Knows no weights.

The families are listed by name: one that merely looks alike in its configuration may compute something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from transformers import PretrainedConfig

FAMILIES = frozenset({"llama", "mistral", "qwen2", "qwen3", "phi3", "gemma", "gemma2", "gemma3_text"})
_ROPE_TYPES = frozenset({"default", "linear", "llama3", "yarn"})  # the others change with the length of the text
_ACTIVATIONS = {"silu": "silu", "gelu_pytorch_tanh": "gelu_tanh", "gelu_new": "gelu_tanh"}


HEAD_DIM_UNIT = 16  # the runtime's attention takes no other sizes


class NotLean(Exception):
    """The lean path does not take this model; the text says why."""


@dataclass(frozen=True, slots=True)
class LayerPlan:
    """What differs between layers. ``window`` is 0 for full attention; ``rope`` names the kind of rotary table."""

    window: int
    rope: str


@dataclass(frozen=True, slots=True)
class LeanPlan:
    """The form of every layer. A cap of 0 is none; ``norms_around`` also normalises what attention and MLP give."""

    hidden_size: int
    num_heads: int
    num_kv_heads: int
    head_dim: int
    norm_eps: float
    scale: float
    activation: str
    layers: tuple[LayerPlan, ...]
    vocab_size: int
    qk_norm: bool = False
    norm_offset: float = 0.0
    norms_around: bool = False
    embedding_scale: float = 1.0
    attention_cap: float = 0.0
    logit_cap: float = 0.0
    is_packed: bool = False
    tied: bool = False

    @property
    def num_layers(self) -> int:
        return len(self.layers)

    @property
    def ropes(self) -> tuple[str, ...]:
        """The kinds of rotary table that the layers use."""
        return tuple(sorted({layer.rope for layer in self.layers}))


def lean_plan(config: PretrainedConfig) -> LeanPlan:
    """The plan of a model. Raises NotLean with the reason."""
    model_type = str(config.model_type)
    if model_type not in FAMILIES:
        raise NotLean(f"models of type {model_type} have no lean graph")
    any_config: Any = config
    activation = getattr(any_config, "hidden_activation", None) or any_config.hidden_act
    if activation not in _ACTIVATIONS:
        raise NotLean(f"the activation {activation} has no lean form")
    head_dim = int(getattr(any_config, "head_dim", None) or any_config.hidden_size // any_config.num_attention_heads)
    if head_dim % HEAD_DIM_UNIT:
        raise NotLean(f"attention heads of size {head_dim} have no lean form")
    is_gemma = model_type.startswith("gemma")
    if model_type == "gemma3_text" and getattr(any_config, "use_bidirectional_attention", False):
        raise NotLean("attention that looks ahead has no lean form")
    query_size = getattr(any_config, "query_pre_attn_scalar", None) if is_gemma else None
    return LeanPlan(
        hidden_size=int(any_config.hidden_size),
        num_heads=int(any_config.num_attention_heads),
        num_kv_heads=int(any_config.num_key_value_heads),
        head_dim=head_dim,
        norm_eps=float(any_config.rms_norm_eps),
        scale=float(query_size or head_dim) ** -0.5,
        activation=_ACTIVATIONS[activation],
        layers=_layers(any_config, model_type),
        vocab_size=int(any_config.vocab_size),
        qk_norm=model_type in {"qwen3", "gemma3_text"},
        norm_offset=1.0 if is_gemma else 0.0,
        norms_around=model_type in {"gemma2", "gemma3_text"},
        embedding_scale=float(any_config.hidden_size) ** 0.5 if is_gemma else 1.0,
        attention_cap=float(getattr(any_config, "attn_logit_softcapping", None) or 0.0),
        logit_cap=float(getattr(any_config, "final_logit_softcapping", None) or 0.0),
        is_packed=model_type == "phi3",
        tied=bool(any_config.tie_word_embeddings),
    )


def _layers(config: Any, model_type: str) -> tuple[LayerPlan, ...]:
    num_layers = int(config.num_hidden_layers)
    window = int(getattr(config, "sliding_window", None) or 0)
    kinds = getattr(config, "layer_types", None)
    if kinds is None:  # one kind for all; a window that is stated is used by these families
        kinds = ["sliding_attention" if window and model_type in {"mistral", "phi3"} else "full_attention"] * num_layers
    if len(kinds) != num_layers or not set(kinds) <= {"sliding_attention", "full_attention"}:
        raise NotLean("there are kinds of layers that have no lean form")
    ropes = _ropes(config, set(kinds))
    return tuple(LayerPlan(window if kind == "sliding_attention" else 0, ropes[kind]) for kind in kinds)


def _ropes(config: Any, kinds: set[str]) -> dict[str, str]:
    """The name of the rotary table for each kind of layer; the empty one where all share a table."""
    parameters: Any = config.rope_parameters or {}
    by_kind = kinds <= set(parameters) if isinstance(parameters, dict) else False
    for rope in [parameters[kind] for kind in kinds] if by_kind else [parameters]:
        kind = (rope or {}).get("rope_type", "default")
        if kind not in _ROPE_TYPES:
            raise NotLean(f"rotary embeddings of type {kind} have no lean form")
    return {kind: kind if by_kind else "" for kind in kinds}
