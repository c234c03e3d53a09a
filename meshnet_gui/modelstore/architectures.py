"""How a GGUF of each supported architecture becomes a Hugging Face configuration and tensor names: one table per kind.

Another architecture is one more ``Architecture`` in ``ARCHITECTURES``. Knows no tokenizers and writes no files.
Source: llama.cpp's convert_hf_to_gguf.py, whose steps are undone here, and the model classes of transformers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.gguf_file import GgufFile, GgufTensor, read_rows
from meshnet_gui.modelstore.safetensors_file import TensorEntry

MAX_LAYERS = 10_000


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of tensor. ``shape`` is made of keys of ``Sizes``.

    ``heads`` names the number of attention heads where the rows of each are permuted. ``group`` names the switch of
    the configuration that says whether the tensor exists; empty: it always does.
    """

    source: str
    target: str
    shape: tuple[str, ...]
    heads: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class PlannedTensor:
    """A tensor to be written. ``rotary_rows`` > 0: so many rows are an attention head, to be put in order."""

    source: GgufTensor
    entry: TensorEntry
    rotary_rows: int = 0


Sizes = dict[str, int]


@dataclass(frozen=True, slots=True)
class Architecture:
    """One row of the table. ``configure`` gives the configuration and the sizes that rules speak of."""

    configure: Callable[[GgufFile], tuple[dict[str, Any], Sizes]]
    first: tuple[Rule, ...]
    layer: tuple[Rule, ...]
    last: tuple[Rule, ...]
    ignored: frozenset[str]


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a GGUF becomes: ``config.json`` and the tensors in the order of the layers."""

    config: dict[str, Any]
    tensors: tuple[PlannedTensor, ...]


def plan_conversion(file: GgufFile) -> Conversion:
    """Find the architecture and check every tensor against it. Raises UserError and BadModelFile."""
    _refuse_pieces(file)
    name = file.text("general.architecture")
    architecture = ARCHITECTURES.get(name)
    if architecture is None:
        raise UserError(
            f"Models of the architecture {name[:40]!r} cannot be imported from GGUF yet.",
            f"Supported: {', '.join(sorted(ARCHITECTURES))}. A folder with safetensors files can be imported instead.",
        )
    config, sizes = architecture.configure(file)
    rules = [*architecture.first, *_layer_rules(architecture, sizes["layers"]), *architecture.last]
    groups = {rule.group for rule in rules if rule.group and rule.source in file.tensors}
    wanted = [rule for rule in rules if not rule.group or rule.group in groups]
    _refuse_unknown(file, {rule.source for rule in wanted} | architecture.ignored)
    config |= {group: group in groups for group in sorted({rule.group for rule in rules if rule.group})}
    config["tie_word_embeddings"] = not config.pop("untied_lm_head")
    return Conversion(config, tuple(_plan_tensor(file, rule, sizes) for rule in wanted))


def _refuse_pieces(file: GgufFile) -> None:
    num_pieces = file.integer("split.count", 0)
    if num_pieces > 1:
        raise UserError(
            f"{file.path.name} is one of {num_pieces} pieces of a model.",
            "Join them first, with: llama-gguf-split --merge FIRST-PIECE WHOLE.gguf",
        )


def _layer_rules(architecture: Architecture, num_layers: int) -> list[Rule]:
    return [
        Rule(f"blk.{index}.{rule.source}", f"model.layers.{index}.{rule.target}", rule.shape, rule.heads, rule.group)
        for index in range(num_layers)
        for rule in architecture.layer
    ]


def _plan_tensor(file: GgufFile, rule: Rule, sizes: Sizes) -> PlannedTensor:
    tensor = file.tensors.get(rule.source)
    if tensor is None:
        raise BadModelFile(f"{file.path.name} lacks the tensor {rule.source}.", "The file is incomplete; get it again.")
    shape = tuple(sizes[key] for key in rule.shape)
    if tensor.shape != shape:
        raise BadModelFile(
            f"The tensor {rule.source} of {file.path.name} has the shape {tensor.shape} instead of {shape}."
        )
    rotary_rows = shape[0] // sizes[rule.heads] if rule.heads else 0
    return PlannedTensor(tensor, TensorEntry(rule.target, "F32", shape), rotary_rows)


def _refuse_unknown(file: GgufFile, known: set[str]) -> None:
    """A tensor without a rule would be lost silently, and with it the model's quality."""
    unknown = sorted(file.tensors.keys() - known)
    if unknown:
        raise UserError(
            f"{file.path.name} holds tensors that this kind of model should not have, such as {unknown[0][:80]}.",
            "This variant cannot be imported from GGUF; try a folder with safetensors files.",
        )


def _configure_llama(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    if file.integer("llama.expert_count", 0):
        raise UserError(
            "Mixture-of-experts models cannot be imported from GGUF yet.", "Import a folder with safetensors files."
        )
    heads = _positive(file, "llama.attention.head_count")
    kv_heads = _positive(file, "llama.attention.head_count_kv", heads)
    hidden = _positive(file, "llama.embedding_length")
    head_dim = _positive(file, "llama.rope.dimension_count", hidden // heads)
    layers = _positive(file, "llama.block_count")
    if layers > MAX_LAYERS or head_dim % 2 or file.integer("llama.attention.key_length", head_dim) != head_dim:
        raise UserError(f"{file.path.name} describes an unusual variant of a Llama model, which cannot be imported.")
    vocab = file.tensors["token_embd.weight"].shape[0] if "token_embd.weight" in file.tensors else 0
    sizes = {
        "hidden": hidden,
        "intermediate": _positive(file, "llama.feed_forward_length"),
        "vocab": vocab,
        "layers": layers,
        "heads": heads,
        "kv_heads": kv_heads,
        "queries": heads * head_dim,
        "keys": kv_heads * head_dim,
    }
    config = {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "dtype": "float32",
        "vocab_size": vocab,
        "hidden_size": hidden,
        "intermediate_size": sizes["intermediate"],
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "num_key_value_heads": kv_heads,
        "head_dim": head_dim,
        "hidden_act": "silu",
        "max_position_embeddings": _positive(file, "llama.context_length"),
        "rms_norm_eps": shortest(file.number("llama.attention.layer_norm_rms_epsilon")),
        "rope_parameters": _llama_rope(file, head_dim),
    }
    return config, sizes


def _positive(file: GgufFile, key: str, default: int | None = None) -> int:
    value = file.integer(key, default)
    if not 0 < value < 2**31:
        raise BadModelFile(f"{file.path.name} gives {value} for {key!r}, which cannot be.")
    return value


def shortest(value: float) -> float:
    """The shortest decimal that is the same float32: the number that the author wrote (1e-05, not 9.99999974e-06)."""
    return float(str(np.float32(value)))


def _llama_rope(file: GgufFile, head_dim: int) -> dict[str, Any]:
    """The rotary embedding's parameters. Raises UserError for a scaling that the configuration cannot express."""
    theta = shortest(file.number("llama.rope.freq_base", 10_000.0))
    kind = file.text("llama.rope.scaling.type", "none")
    if _ROPE_FACTORS in file.tensors:
        return {"rope_theta": theta, **_llama3_scaling(file, theta, head_dim)}
    if kind == "none":
        return {"rope_theta": theta, "rope_type": "default"}
    if kind == "linear":
        return {
            "rope_theta": theta,
            "rope_type": "linear",
            "factor": shortest(file.number("llama.rope.scaling.factor")),
        }
    raise UserError(
        f"{file.path.name} scales its rotary embedding in the way {kind[:20]!r}, which is not supported yet.",
        "Import a folder with safetensors files.",
    )


_ROPE_FACTORS = "rope_freqs.weight"
_LLAMA3 = {"low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 8192}


def _llama3_scaling(file: GgufFile, theta: float, head_dim: int) -> dict[str, Any]:
    """Llama 3.1 and later store one factor per frequency; find the scaling that gives exactly these.

    Source: class LlamaModel, generate_extra_tensors, in llama.cpp's converter.
    """
    tensor = file.tensors[_ROPE_FACTORS]
    if tensor.kind.name == "F32" and tensor.shape == (head_dim // 2,):
        with file.path.open("rb") as stream:
            stored = np.frombuffer(read_rows(stream, tensor, 0, 1), "<f4")
        factor = round(float(stored.max()), 3)
        if np.allclose(stored, _llama3_factors(theta, head_dim, factor), rtol=1e-4):
            return {"rope_type": "llama3", "factor": factor, **_LLAMA3}
    raise UserError(
        f"{file.path.name} scales its rotary embedding in an unknown way.", "Import a folder with safetensors files."
    )


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


_LLAMA = Architecture(
    configure=_configure_llama,
    first=(Rule("token_embd.weight", "model.embed_tokens.weight", ("vocab", "hidden")),),
    layer=(
        Rule("attn_norm.weight", "input_layernorm.weight", ("hidden",)),
        Rule("attn_q.weight", "self_attn.q_proj.weight", ("queries", "hidden"), heads="heads"),
        Rule("attn_q.bias", "self_attn.q_proj.bias", ("queries",), heads="heads", group="attention_bias"),
        Rule("attn_k.weight", "self_attn.k_proj.weight", ("keys", "hidden"), heads="kv_heads"),
        Rule("attn_k.bias", "self_attn.k_proj.bias", ("keys",), heads="kv_heads", group="attention_bias"),
        Rule("attn_v.weight", "self_attn.v_proj.weight", ("keys", "hidden")),
        Rule("attn_v.bias", "self_attn.v_proj.bias", ("keys",), group="attention_bias"),
        Rule("attn_output.weight", "self_attn.o_proj.weight", ("hidden", "queries")),
        Rule("attn_output.bias", "self_attn.o_proj.bias", ("hidden",), group="attention_bias"),
        Rule("ffn_norm.weight", "post_attention_layernorm.weight", ("hidden",)),
        Rule("ffn_gate.weight", "mlp.gate_proj.weight", ("intermediate", "hidden")),
        Rule("ffn_gate.bias", "mlp.gate_proj.bias", ("intermediate",), group="mlp_bias"),
        Rule("ffn_up.weight", "mlp.up_proj.weight", ("intermediate", "hidden")),
        Rule("ffn_up.bias", "mlp.up_proj.bias", ("intermediate",), group="mlp_bias"),
        Rule("ffn_down.weight", "mlp.down_proj.weight", ("hidden", "intermediate")),
        Rule("ffn_down.bias", "mlp.down_proj.bias", ("hidden",), group="mlp_bias"),
    ),
    last=(
        Rule("output_norm.weight", "model.norm.weight", ("hidden",)),
        Rule("output.weight", "lm_head.weight", ("vocab", "hidden"), group="untied_lm_head"),
    ),
    ignored=frozenset({_ROPE_FACTORS}),
)

ARCHITECTURES: dict[str, Architecture] = {"llama": _LLAMA}
