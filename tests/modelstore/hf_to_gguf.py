"""A model of transformers written as llama.cpp's converter writes it, to see that the import undoes every step.

Names come from the gguf package's own tables; values are changed as conversion/*.py in llama.cpp does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
from transformers import AutoConfig, AutoModelForCausalLM

from tests.modelstore.conftest import TinyGguf

HIDDEN, LAYERS, HEADS, KV_HEADS, HEAD_DIM, INTERMEDIATE, CONTEXT, WINDOW = 32, 6, 4, 2, 8, 48, 256, 8
EXPERTS, USED, EXPERT_INTERMEDIATE, SHARED_INTERMEDIATE = 4, 2, 16, 24
LONG, SHORT = [1.5, 2.0, 3.0, 4.5], [1.0, 1.1, 1.2, 1.3]
PERMUTED = ("llama", "granite", "smollm3")
_TYPES = {"qwen2moe": "qwen2_moe", "qwen3moe": "qwen3_moe", "gemma3": "gemma3_text"}
_SIZES: dict[str, Any] = {
    "hidden_size": HIDDEN,
    "intermediate_size": INTERMEDIATE,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS,
    "num_key_value_heads": KV_HEADS,
    "max_position_embeddings": CONTEXT,
    "pad_token_id": None,
    "bos_token_id": None,
    "eos_token_id": None,
}


def random_model(architecture: str, vocab: int, **more: Any) -> Any:
    """Every parameter random, norms and biases too, so that none may be lost or changed unseen."""
    torch.manual_seed(3)
    sizes = _SIZES | {"vocab_size": vocab} | more
    model_type = sizes.pop("model_type", _TYPES.get(architecture, architecture))
    model = AutoModelForCausalLM.from_config(AutoConfig.for_model(model_type, **sizes), dtype=torch.float32)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn_like(parameter) * 0.3)
    return model.eval()


def write_gguf(tiny: TinyGguf, architecture: str, model: Any, keys: dict[str, Any]) -> Path:
    """``keys`` are the metadata beyond the sizes, without the architecture's prefix; None leaves one out."""
    tiny.architecture = architecture
    sizes: dict[str, Any] = {
        "block_count": LAYERS,
        "context_length": CONTEXT,
        "embedding_length": HIDDEN,
        "feed_forward_length": INTERMEDIATE,
        "attention.head_count": HEADS,
        "attention.head_count_kv": KV_HEADS,
        "attention.layer_norm_rms_epsilon": float(model.config.rms_norm_eps),
    }
    general = {key: value for key, value in tiny.keys.items() if not key.startswith("llama.")}
    tiny.keys = general | {f"{architecture}.{key}": value for key, value in (sizes | keys).items()}
    tiny.tensors = dict(_tensors(architecture, model))
    return tiny.write()


def _tensors(architecture: str, model: Any) -> list[tuple[str, np.ndarray]]:
    number = next(number for number, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture)
    names = gguf.get_tensor_name_map(number, LAYERS)
    tied = model.config.tie_word_embeddings
    written = []
    for name, parameter in model.state_dict().items():
        if tied and name == "lm_head.weight":
            continue
        for part, values in _expert_parts(name, parameter.numpy()):
            stem, suffix = part.rsplit(".", 1) if part.endswith((".weight", ".bias")) else (part, "weight")
            target = names.get_name(stem)
            assert target is not None, part
            values = _as_stored(architecture, part, values, model.config)
            written.append((f"{target}.{suffix}", np.ascontiguousarray(values.squeeze())))
    return written


def _expert_parts(name: str, values: np.ndarray) -> list[tuple[str, np.ndarray]]:
    if name.endswith("experts.gate_up_proj"):
        stem, half = name.removesuffix("gate_up_proj"), values.shape[1] // 2
        return [(f"{stem}gate_proj", values[:, :half]), (f"{stem}up_proj", values[:, half:])]
    return [(name, values)]


def _as_stored(architecture: str, name: str, values: np.ndarray, config: Any) -> np.ndarray:
    if architecture.startswith("gemma") and name.endswith("norm.weight"):
        return values + np.float32(1.0)
    if architecture in PERMUTED and ".q_proj." in name:
        return _permuted(values, config.num_attention_heads)
    if architecture in PERMUTED and ".k_proj." in name:
        return _permuted(values, config.num_key_value_heads)
    return values


def _permuted(values: np.ndarray, heads: int) -> np.ndarray:
    split = values.reshape(heads, 2, values.shape[0] // heads // 2, *values.shape[1:])
    return split.swapaxes(1, 2).reshape(values.shape)
