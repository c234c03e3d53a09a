"""A tiny random model on the fly, written like a real one: a check of the machinery needs no download.

Uses numpy and the safetensors format only; knows nothing of how models are run.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

NUM_LAYERS = 4
HIDDEN_SIZE = 32
_HEADS, _KV_HEADS, _HEAD_DIM, _INTERMEDIATE = 4, 2, 8, 48
_VOCAB_SIZE = 256
_SPREAD = 0.2  # large enough for attention to matter
CONFIG: dict[str, Any] = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "dtype": "float32",
    "vocab_size": _VOCAB_SIZE,
    "hidden_size": HIDDEN_SIZE,
    "intermediate_size": _INTERMEDIATE,
    "num_hidden_layers": NUM_LAYERS,
    "num_attention_heads": _HEADS,
    "num_key_value_heads": _KV_HEADS,
    "head_dim": _HEAD_DIM,
    "hidden_act": "silu",
    "max_position_embeddings": 2048,
    "rms_norm_eps": 1e-5,
    "tie_word_embeddings": False,
    "bos_token_id": None,
    "eos_token_id": None,
}


def write_tiny_model(folder: Path, seed: int = 0) -> Path:
    """Writes config, weights and tokenizer into ``folder`` and returns it; the same seed gives the same model."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    save_file(_weights(np.random.default_rng(seed)), folder / "model.safetensors", metadata={"format": "pt"})
    write_tokenizer(folder)
    return folder


def write_tokenizer(folder: Path) -> None:
    """One token for each byte."""
    _tokenizer().save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text('{"tokenizer_class": "PreTrainedTokenizerFast"}', encoding="utf-8")


def _weights(source: np.random.Generator) -> dict[str, np.ndarray]:
    weights = {
        name: _random(source, _VOCAB_SIZE, HIDDEN_SIZE) for name in ("model.embed_tokens.weight", "lm_head.weight")
    }
    weights["model.norm.weight"] = _ones()
    for index in range(NUM_LAYERS):
        layer = _layer_weights(source)
        weights |= {f"model.layers.{index}.{name}.weight": tensor for name, tensor in layer.items()}
    return weights


def _layer_weights(source: np.random.Generator) -> dict[str, np.ndarray]:
    queries, keys = _HEADS * _HEAD_DIM, _KV_HEADS * _HEAD_DIM
    return {
        "input_layernorm": _ones(),
        "post_attention_layernorm": _ones(),
        "self_attn.q_proj": _random(source, queries, HIDDEN_SIZE),
        "self_attn.k_proj": _random(source, keys, HIDDEN_SIZE),
        "self_attn.v_proj": _random(source, keys, HIDDEN_SIZE),
        "self_attn.o_proj": _random(source, HIDDEN_SIZE, queries),
        "mlp.gate_proj": _random(source, _INTERMEDIATE, HIDDEN_SIZE),
        "mlp.up_proj": _random(source, _INTERMEDIATE, HIDDEN_SIZE),
        "mlp.down_proj": _random(source, HIDDEN_SIZE, _INTERMEDIATE),
    }


def _random(source: np.random.Generator, *shape: int) -> np.ndarray:
    return source.normal(0.0, _SPREAD, shape).astype(np.float32)


def _ones() -> np.ndarray:
    return np.ones(HIDDEN_SIZE, dtype=np.float32)


def _tokenizer() -> Tokenizer:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={name: index for index, name in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer
