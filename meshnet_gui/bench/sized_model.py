"""A random model of any size and number of files, laid out as on a hub: for what is fetched and not for what is said.

It loads and runs like any other of its type. Uses numpy and the safetensors format only.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from meshnet_gui.bench.tiny_model import CONFIG, write_tokenizer

VOCAB_SIZE = 256
_HEADS = 4
INDEX_NAME = "model.safetensors.index.json"


def write_sized_model(
    folder: Path,
    *,
    num_layers: int = 30,
    hidden_size: int = 32,
    intermediate_size: int = 96,
    num_files: int = 1,
    tied: bool = False,
    seed: int = 0,
) -> Path:
    """Write a model whose layers take 4 * (4 * hidden + 3 * intermediate + 2) * hidden bytes each; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    config = CONFIG | {
        "hidden_size": hidden_size,
        "intermediate_size": intermediate_size,
        "num_hidden_layers": num_layers,
        "num_attention_heads": _HEADS,
        "num_key_value_heads": _HEADS,
        "head_dim": hidden_size // _HEADS,
        "tie_word_embeddings": tied,
    }
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    write_tokenizer(folder)
    weights = _weights(np.random.default_rng(seed), num_layers, hidden_size, intermediate_size, tied)
    _save(folder, weights, num_files)
    return folder


def _weights(
    source: np.random.Generator, num_layers: int, hidden: int, intermediate: int, tied: bool
) -> dict[str, np.ndarray]:
    def matrix(*shape: int) -> np.ndarray:
        return source.standard_normal(shape, dtype=np.float32) / np.float32(np.sqrt(shape[-1]))

    def ones() -> np.ndarray:
        return np.ones(hidden, dtype=np.float32)

    weights = {"model.embed_tokens.weight": matrix(VOCAB_SIZE, hidden)}
    for index in range(num_layers):
        at = f"model.layers.{index}."
        weights |= {f"{at}{name}.weight": ones() for name in ("input_layernorm", "post_attention_layernorm")}
        weights |= {f"{at}self_attn.{name}_proj.weight": matrix(hidden, hidden) for name in "qkvo"}
        weights |= {f"{at}mlp.{name}_proj.weight": matrix(intermediate, hidden) for name in ("gate", "up")}
        weights[f"{at}mlp.down_proj.weight"] = matrix(hidden, intermediate)
    weights["model.norm.weight"] = ones()
    return weights if tied else weights | {"lm_head.weight": matrix(VOCAB_SIZE, hidden)}


def _save(folder: Path, weights: dict[str, np.ndarray], num_files: int) -> None:
    """Into one file, or in order into several with an index, as large models are kept."""
    if num_files == 1:
        save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
        return
    names = list(weights)
    weight_map: dict[str, str] = {}
    for number in range(num_files):
        first, last = len(names) * number // num_files, len(names) * (number + 1) // num_files
        file = f"model-{number + 1:05}-of-{num_files:05}.safetensors"
        save_file({name: weights[name] for name in names[first:last]}, folder / file, metadata={"format": "pt"})
        weight_map |= dict.fromkeys(names[first:last], file)
    total = sum(tensor.nbytes for tensor in weights.values())
    index = {"metadata": {"total_size": total}, "weight_map": weight_map}
    (folder / INDEX_NAME).write_text(json.dumps(index), encoding="utf-8")
