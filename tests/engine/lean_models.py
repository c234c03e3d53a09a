"""Tiny models that the lean path takes, one of each kind, and shards of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from transformers import AutoConfig, AutoModelForCausalLM

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.types import Span
from tests.engine.steps import MODEL
from tests.tiny_models import WINDOW, make_tiny

_MIXED = ["sliding_attention", "sliding_attention", "full_attention"] * 2
_TIED = {"tie_word_embeddings": True}
_LLAMA3 = {"rope_type": "llama3", "rope_theta": 1e4, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
_KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("llama", {}),
    "llama_tied": ("llama", _TIED),
    "llama3": ("llama", {"rope_parameters": {**_LLAMA3, "original_max_position_embeddings": 16}}),
    "llama_biases": ("llama", {"attention_bias": True, "mlp_bias": True}),
    "mistral": ("mistral", {"sliding_window": WINDOW}),
    "qwen2": ("qwen2", {}),
    "qwen2_sliding": ("qwen2", {"use_sliding_window": True, "sliding_window": WINDOW, "max_window_layers": 2}),
    "qwen3": ("qwen3", {}),
    "phi3": ("phi3", {"sliding_window": WINDOW}),
    "gemma": ("gemma", _TIED),
    "gemma2": ("gemma2", _TIED | {"sliding_window": WINDOW, "query_pre_attn_scalar": 8, "layer_types": _MIXED}),
    "gemma3": ("gemma3_text", _TIED | {"sliding_window": WINDOW, "layer_types": _MIXED}),
}
KINDS = tuple(_KINDS)
Lean = Callable[[str], Path]


def make_lean(kind: str, folder: Path) -> Path:
    """A tiny model with attention heads as large as the graph wants them, in the place of a tiny Llama."""
    model_type, changes = _KINDS[kind]
    make_tiny("llama", folder)
    base = {name: value for name, value in AutoConfig.from_pretrained(folder).to_dict().items() if name in _SIZES}
    config = AutoConfig.for_model(model_type, **(base | {"head_dim": 16} | changes))
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.ndim > 1 or "bias" in name:
                parameter.normal_(0.0, 0.2)
            elif "norm" in name:
                parameter.add_(torch.randn_like(parameter) * 0.1)
    model.save_pretrained(folder)
    return folder


_SIZES = {
    "vocab_size", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads",
    "num_key_value_heads", "head_dim", "max_position_embeddings", "eos_token_id", "bos_token_id", "pad_token_id",
    "tie_word_embeddings",
}  # fmt: skip


def lean_shard(path: Path, start: int, end: int, store: SessionCacheStore | None = None) -> TorchModelShard:
    store = SessionCacheStore(max_sessions=1000) if store is None else store
    shard = load_shard(path, Span(start, end), identity=MODEL, store=store, num_threads=1, runner="lean")
    assert shard.runner_name == "lean"
    return shard


@lru_cache(maxsize=64)
def shared_shard(path: Path, start: int, end: int) -> TorchModelShard:
    """A shard that several tests share: they prefill anew and never unload it."""
    return lean_shard(path, start, end)


def lean_chain(path: Path, *cuts: int) -> list[TorchModelShard]:
    return [shared_shard(path, start, end) for start, end in pairwise([0, *cuts])]
