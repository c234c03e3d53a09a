"""Tiny models on the disk: a Llama as GGUF in any quantisation, and as a Hugging Face folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import pytest

from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter, TensorEntry
from meshnet_gui.modelstore.store import ModelStore

HIDDEN, INTERMEDIATE, LAYERS, HEADS, KV_HEADS, HEAD_DIM = 64, 96, 2, 4, 2, 16
SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
DEFINED = "<think>"
TEMPLATE = "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
Kind = gguf.GGMLQuantizationType


def byte_letters() -> list[str]:
    """The 256 letters that byte-level BPE writes bytes with, in the order of the letters."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    return sorted([chr(byte) for byte in kept] + [chr(256 + index) for index in range(256 - len(kept))])


def vocabulary() -> list[str]:
    return [*SPECIAL, *byte_letters(), "he", "ll", "hell", "hello", "Ġhello", "12", DEFINED]


MERGES = ["h e", "l l", "he ll", "hell o", "Ġ hello", "1 2"]


def tensors_of_llama(tied: bool = True, bias: bool = False) -> dict[str, np.ndarray]:
    """Random float32 weights under their GGUF names, query and key rows in llama.cpp's order."""
    rng = np.random.default_rng(7)
    queries, keys, vocab = HEADS * HEAD_DIM, KV_HEADS * HEAD_DIM, len(vocabulary())
    shapes: dict[str, tuple[int, ...]] = {"token_embd.weight": (vocab, HIDDEN)}
    for index in range(LAYERS):
        rows = {"attn_q": queries, "attn_k": keys, "attn_v": keys, "attn_output": HIDDEN}
        layer = {
            f"{name}.weight": (count, queries if name == "attn_output" else HIDDEN) for name, count in rows.items()
        }
        layer |= {f"{name}.bias": (count,) for name, count in rows.items()} if bias else {}
        layer |= {"attn_norm.weight": (HIDDEN,), "ffn_norm.weight": (HIDDEN,)}
        layer |= {"ffn_gate.weight": (INTERMEDIATE, HIDDEN), "ffn_up.weight": (INTERMEDIATE, HIDDEN)}
        layer |= {"ffn_down.weight": (HIDDEN, INTERMEDIATE)}
        shapes |= {f"blk.{index}.{name}": shape for name, shape in layer.items()}
    shapes["output_norm.weight"] = (HIDDEN,)
    if not tied:
        shapes["output.weight"] = (vocab, HIDDEN)
    return {name: rng.standard_normal(shape, dtype=np.float32) for name, shape in shapes.items()}


class TinyGguf:
    """Writes ``path``; change ``keys``, ``tensors`` and ``kinds`` first to make it unusual. None removes a key.

    ``stored`` replaces a tensor by its kind and ready bytes, one line per row.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.architecture = "llama"
        self.tensors = tensors_of_llama()
        self.kinds: dict[str, Kind] = {}
        self.stored: dict[str, tuple[Kind, np.ndarray]] = {}
        self.kind = Kind.F32
        tokens = vocabulary()
        types = [3] * len(SPECIAL) + [1] * (len(tokens) - len(SPECIAL) - 1) + [4]
        self.keys: dict[str, Any] = {
            "general.name": "Tiny Llama",
            "llama.block_count": LAYERS,
            "llama.context_length": 128,
            "llama.embedding_length": HIDDEN,
            "llama.feed_forward_length": INTERMEDIATE,
            "llama.attention.head_count": HEADS,
            "llama.attention.head_count_kv": KV_HEADS,
            "llama.attention.layer_norm_rms_epsilon": 1e-5,
            "llama.rope.dimension_count": HEAD_DIM,
            "llama.rope.freq_base": 10000.0,
            "tokenizer.ggml.model": "gpt2",
            "tokenizer.ggml.pre": "smollm",
            "tokenizer.ggml.tokens": tokens,
            "tokenizer.ggml.token_type": types,
            "tokenizer.ggml.merges": MERGES,
            "tokenizer.ggml.bos_token_id": 1,
            "tokenizer.ggml.eos_token_id": 2,
            "tokenizer.chat_template": TEMPLATE,
        }

    def write(self) -> Path:
        writer = gguf.GGUFWriter(self.path, self.architecture)
        for key, value in self.keys.items():
            if value is not None:
                self._add(writer, key, value)
        for name, values in self.tensors.items():
            kind = self.kinds.get(name, self.kind if values.ndim > 1 else Kind.F32)
            if name in self.stored:
                kind, stored = self.stored[name]
            else:
                stored = gguf.quants.quantize(values, kind)
            writer.add_tensor(name, stored, raw_dtype=kind)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return self.path

    def _add(self, writer: gguf.GGUFWriter, key: str, value: Any) -> None:
        add = {bool: writer.add_bool, int: writer.add_uint32, float: writer.add_float32, str: writer.add_string}
        add.get(type(value), writer.add_array)(key, value)


@pytest.fixture
def tiny_gguf(tmp_path: Path) -> TinyGguf:
    return TinyGguf(tmp_path / "Tiny-Llama.Q8_0.gguf")


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "models")


def write_safetensors(path: Path, tensors: dict[str, np.ndarray]) -> None:
    entries = [TensorEntry(name, "F32", values.shape) for name, values in tensors.items()]
    with SafetensorsWriter(path, entries) as writer:
        for values in tensors.values():
            writer.write(values.data.cast("B"))


CONFIG = {
    "model_type": "llama",
    "num_hidden_layers": 2,
    "hidden_size": 4,
    "vocab_size": 8,
    "max_position_embeddings": 32,
    "tie_word_embeddings": True,
}


@pytest.fixture
def write_folder(tmp_path: Path) -> Callable[..., Path]:
    """Writes a Hugging Face folder with one shard file, or one per layer with an index."""

    def write(name: str = "Some-Model", sharded: bool = False, **config: Any) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        ones = np.ones((4, 4), np.float32)
        files = {
            "model-1.safetensors": {"model.embed_tokens.weight": ones, "model.layers.0.mlp.weight": ones},
            "model-2.safetensors": {"model.layers.1.mlp.weight": ones, "model.norm.weight": ones[0]},
        }
        if sharded:
            for file, tensors in files.items():
                write_safetensors(folder / file, tensors)
            table = {tensor: file for file, tensors in files.items() for tensor in tensors}
            (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": table}))
        else:
            write_safetensors(folder / "model.safetensors", {k: v for part in files.values() for k, v in part.items()})
        (folder / "config.json").write_text(json.dumps(CONFIG | config))
        (folder / "tokenizer.json").write_text('{"model": {"type": "BPE", "vocab": {}, "merges": []}}')
        return folder

    return write
