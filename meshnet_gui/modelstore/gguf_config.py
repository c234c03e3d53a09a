"""The numbers that every decoder's GGUF states, checked, in the words of transformers' configurations.

Knows no tensor names but the embedding's and the rotary factors', and no single architecture.
Source: llama.cpp's conversion/base.py, which writes these keys, and src/llama-model.cpp, which gives their defaults.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.gguf_file import GgufFile, read_rows
from meshnet_gui.modelstore.gguf_rules import Sizes

ROPE_FACTORS = "rope_freqs.weight"
FOLDER_INSTEAD = "Import a folder with safetensors files."
MAX_HEADS = 2**16
_MAX_FLOAT32 = float(np.finfo(np.float32).max)
_LLAMA3 = {"low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}


class Hparams:
    """One file's metadata under its architecture's prefix."""

    def __init__(self, file: GgufFile) -> None:
        self.file = file
        self._prefix = file.text("general.architecture")

    def __contains__(self, key: str) -> bool:
        return self._name(key) in self.file.metadata

    def _name(self, key: str) -> str:
        return f"{self._prefix}.{key}"

    def integer(self, key: str, default: int | None = None) -> int:
        """Zero or more. Raises BadModelFile."""
        return self.file.integer(self._name(key), default)

    def positive(self, key: str, default: int | None = None) -> int:
        """A size. Raises BadModelFile."""
        value = self.integer(key, default)
        if not 0 < value < 2**31:
            raise self._cannot_be(key, value)
        return value

    def decimal(self, key: str, default: float | None = None) -> float:
        """The shortest decimal that is the same float32: what the author wrote (1e-05, not 9.99999974e-06)."""
        value = self.file.number(self._name(key), default)
        if abs(value) > _MAX_FLOAT32:
            raise self._cannot_be(key, value)
        return float(str(np.float32(value)))

    def above_zero(self, key: str, default: float | None = None) -> float:
        """A factor, as the shortest decimal. Raises BadModelFile."""
        value = self.decimal(key, default)
        if value <= 0.0:
            raise self._cannot_be(key, value)
        return value

    def _cannot_be(self, key: str, value: float) -> BadModelFile:
        return BadModelFile(f"{self.file.path.name} gives {value} for {self._name(key)!r}, which cannot be.")

    def flags(self, key: str) -> list[bool]:
        """A list of yes and no, empty where the key is absent or one number."""
        value = self.file.metadata.get(self._name(key))
        return [bool(item) for item in value] if isinstance(value, list) else []

    def flag(self, key: str, default: bool) -> bool:
        """Raises BadModelFile."""
        return self.file.flag(self._name(key), default)

    def word(self, key: str, default: str) -> str:
        """Raises BadModelFile."""
        return self.file.text(self._name(key), default)

    def unusual(self, why: str) -> UserError:
        """The refusal of a variant that the configuration cannot express."""
        return UserError(f"{self.file.path.name} cannot be imported from GGUF yet: {why}.", FOLDER_INSTEAD)


def decoder_sizes(hparams: Hparams, *, partial_rotary: bool = False) -> Sizes:
    """The sizes that rules speak of. Raises BadModelFile, and UserError for a variant that is not supported."""
    hidden, heads = hparams.positive("embedding_length"), hparams.positive("attention.head_count")
    kv_heads = hparams.positive("attention.head_count_kv", heads)
    layers = hparams.positive("block_count")
    if layers > len(hparams.file.tensors) or max(heads, kv_heads) > MAX_HEADS or kv_heads > heads or heads % kv_heads:
        raise BadModelFile(f"{hparams.file.path.name} describes a model that cannot be.", "Get the file again.")
    head_dim = hparams.positive("attention.key_length", max(hidden // heads, 1))
    rotary = hparams.positive("rope.dimension_count", head_dim)
    if head_dim % 2 or rotary % 2 or hparams.integer("attention.value_length", head_dim) != head_dim:
        raise hparams.unusual("its attention heads have an unusual size")
    if rotary != head_dim and not (partial_rotary and rotary < head_dim):
        raise hparams.unusual("its rotary embedding covers a part of each attention head only")
    embedding = hparams.file.tensors.get("token_embd.weight")
    return {
        "one": 1,
        "hidden": hidden,
        "intermediate": hparams.positive("feed_forward_length"),
        "vocab": embedding.shape[0] if embedding is not None else 0,
        "layers": layers,
        "heads": heads,
        "kv_heads": kv_heads,
        "head_dim": head_dim,
        "rotary": rotary,
        "queries": heads * head_dim,
        "keys": kv_heads * head_dim,
    }


def decoder_config(hparams: Hparams, sizes: Sizes, model_type: str, class_name: str) -> dict[str, Any]:
    """The part of a configuration that all decoders share. Ids that a file does not name are not borrowed."""
    return {
        "architectures": [class_name],
        "model_type": model_type,
        "dtype": "float32",
        "vocab_size": sizes["vocab"],
        "hidden_size": sizes["hidden"],
        "intermediate_size": sizes["intermediate"],
        "num_hidden_layers": sizes["layers"],
        "num_attention_heads": sizes["heads"],
        "num_key_value_heads": sizes["kv_heads"],
        "head_dim": sizes["head_dim"],
        "max_position_embeddings": hparams.positive("context_length"),
        "rms_norm_eps": hparams.above_zero("attention.layer_norm_rms_epsilon"),
        "bos_token_id": None,
        "pad_token_id": None,
    }


def rope_parameters(hparams: Hparams, sizes: Sizes) -> dict[str, Any]:
    """The rotary embedding's parameters. Raises UserError for a scaling that the configuration cannot express."""
    theta = hparams.above_zero("rope.freq_base", 10_000.0)
    if ROPE_FACTORS in hparams.file.tensors:
        return {"rope_theta": theta, **_llama3_scaling(hparams, theta, sizes["head_dim"])}
    has_factor = "rope.scaling.factor" in hparams
    kind = hparams.word("rope.scaling.type", "linear" if has_factor else "none")
    if kind == "none":
        return {"rope_theta": theta, "rope_type": "default"}
    if kind == "linear":
        return {"rope_theta": theta, "rope_type": "linear", "factor": hparams.above_zero("rope.scaling.factor")}
    if kind == "yarn":
        return {"rope_theta": theta, **_yarn_scaling(hparams)}
    raise hparams.unusual(f"it scales its rotary embedding in the way {kind[:20]!r}")


def _yarn_scaling(hparams: Hparams) -> dict[str, Any]:
    """The defaults of llama.cpp and transformers agree; what would change them in one only is refused."""
    for key in ("attn_factor", "yarn_attn_factor", "yarn_ext_factor"):
        if hparams.decimal(f"rope.scaling.{key}", 1.0) != 1.0:
            raise hparams.unusual(f"its rotary scaling sets {key}")
    if "rope.scaling.yarn_log_multiplier" in hparams:
        raise hparams.unusual("its rotary scaling sets yarn_log_multiplier")
    return {
        "rope_type": "yarn",
        "factor": hparams.above_zero("rope.scaling.factor"),
        "original_max_position_embeddings": hparams.positive("rope.scaling.original_context_length"),
        "beta_fast": hparams.above_zero("rope.scaling.yarn_beta_fast", 32.0),
        "beta_slow": hparams.above_zero("rope.scaling.yarn_beta_slow", 1.0),
    }


def _llama3_scaling(hparams: Hparams, theta: float, head_dim: int) -> dict[str, Any]:
    """Llama 3.1 and later store one factor per frequency; find the scaling that gives exactly these.

    Source: class LlamaModel, generate_extra_tensors, in llama.cpp's converter.
    """
    stored = read_vector(hparams, ROPE_FACTORS, head_dim // 2)
    factor = round(float(stored.max()), 3)
    if factor <= 0.0 or not np.allclose(stored, _llama3_factors(theta, head_dim, factor), rtol=1e-4):
        raise hparams.unusual("it scales its rotary embedding by factors of its own")
    return {"rope_type": "llama3", "factor": factor, **_LLAMA3}


def read_vector(hparams: Hparams, name: str, length: int) -> npt.NDArray[np.float32]:
    """A small float32 tensor that belongs into the configuration. Raises BadModelFile."""
    tensor = hparams.file.tensors.get(name)
    if tensor is None or tensor.kind.name != "F32" or tensor.shape != (length,):
        raise BadModelFile(f"{hparams.file.path.name} has no usable {name}.", "Get the file again.")
    with hparams.file.path.open("rb") as stream:
        values = np.frombuffer(read_rows(stream, tensor, 0, 1), "<f4")
    if not np.isfinite(values).all():
        raise BadModelFile(f"The tensor {name} holds values that are not numbers.", "Get the file again.")
    return values


def _llama3_factors(theta: float, head_dim: int, factor: float) -> list[float]:
    low, high, context = (
        _LLAMA3["low_freq_factor"],
        _LLAMA3["high_freq_factor"],
        _LLAMA3["original_max_position_embeddings"],
    )
    factors = []
    for index in range(0, head_dim, 2):
        wavelength = 2 * math.pi * theta ** (index / head_dim)
        smooth = (context / wavelength - low) / (high - low)
        smooth = min(max(smooth, 0.0), 1.0)
        factors.append(1.0 / ((1.0 - smooth) / factor + smooth))
    return factors
