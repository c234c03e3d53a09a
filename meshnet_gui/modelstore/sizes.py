"""How much a span weighs: counted from the headers of the weight files and the configuration, without loading any."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from meshnet_gui.modelstore.manifest import read_json, read_manifest
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, is_tied, layer_piece, piece_of
from meshnet_gui.modelstore.precision import BYTES_PER_WEIGHT
from meshnet_gui.modelstore.safetensors_file import TensorEntry, read_header
from meshnet_gui.modelstore.spec import HIDDEN, ModelSpec, of_text
from meshnet_gui.modelstore.tensors import read_tensors
from meshnet_gui.types import Span

FLOAT32_BYTES = 4
EIGHT_BIT_SHARE = 0.27  # of what float32 takes: a byte for each number, a scale for each attention head
_ATTENTION_HEADS = ("num_attention_heads", "n_head", "n_heads", "num_heads")
_KV_HEADS = ("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num")
_SCALES = ("_scales", "_scale_inv")  # beside codes
_NO_KEYS = ("linear_attention", "mamba", "conv", "recurrent")  # kinds of layer whose state does not grow


@dataclass(frozen=True, slots=True)
class Weights:
    """How many numbers: those that are multiplied with, which a precision rounds, and all others."""

    products: int = 0
    others: int = 0

    def __add__(self, more: Weights) -> Weights:
        return Weights(self.products + more.products, self.others + more.others)

    def num_bytes(self, precision: str) -> int:
        return round(self.products * bytes_per_weight(precision)) + self.others * FLOAT32_BYTES


def bytes_per_weight(precision: str) -> float:
    return BYTES_PER_WEIGHT.get(precision, float(FLOAT32_BYTES))


@dataclass(frozen=True, slots=True)
class ModelSizes:
    """The weights of each layer, of the embedding, and of what only the tail needs.

    A tied model has no lm_head of its own: its tail keeps the embedding. Where ``ids_everywhere``, layers look at the
    token ids and every shard keeps it. ``kv_bytes`` is what a token of a session takes in each layer; 0 where the
    configuration does not say.
    """

    layers: tuple[Weights, ...]
    embedding: Weights
    tail: Weights
    tied: bool
    kv_bytes: tuple[int, ...] = ()
    ids_everywhere: bool = False

    def of_span(self, span: Span, precision: str = "fp32") -> int:
        """The bytes that a shard of ``span`` holds, its weights in ``precision``."""
        inside = sum(self.layers[span.start : span.end], Weights()).num_bytes(precision)
        return inside + self.around(span.start == 0, span.end == len(self.layers), precision)

    def around(self, is_front: bool, is_tail: bool, precision: str) -> int:
        """What a shard holds beside its layers. Beside codes, the rows of an embedding are read from their file."""
        has_codes = bytes_per_weight(precision) < 2
        rows = 0 if has_codes or not (is_front or self.ids_everywhere) else self.embedding.num_bytes(precision)
        if not is_tail:
            return rows
        lm_head = self.embedding.num_bytes(precision) if self.tied and not rows else 0
        return rows + lm_head + self.tail.num_bytes(precision)

    def kv_bytes_per_token(self, span: Span, kv_precision: str = "auto") -> int:
        """What a token of one session takes in the layers of ``span``."""
        share = EIGHT_BIT_SHARE if kv_precision == "int8" else 1.0
        return round(share * sum(self.kv_bytes[span.start : span.end]))


def model_sizes(spec: ModelSpec) -> ModelSizes:
    """From the headers of the weight files or, in pieces, from the list of all tensors. Raises BadModelFile."""
    config = read_json(spec.path / "config.json")
    return sizes_of(_entries(spec), config, spec.num_layers, ids_everywhere=spec.needs_token_ids)


def sizes_of(
    entries: Collection[TensorEntry], config: Mapping[str, Any], num_layers: int, *, ids_everywhere: bool
) -> ModelSizes:
    """Of a model with these tensors, whether they are here or not."""
    found = defaultdict[str, Weights](Weights)
    for entry in entries:
        found[piece_of(entry.name, num_layers)] += _weights(entry)
    return ModelSizes(
        tuple(found[layer_piece(layer)] for layer in range(num_layers)),
        found[EMBEDDING],
        found[TAIL],
        is_tied(entry.name for entry in entries),
        layers_kv_bytes(config, num_layers),
        ids_everywhere,
    )


def _entries(spec: ModelSpec) -> list[TensorEntry]:
    if spec.held is not None:
        return [tensor.entry for tensor in read_tensors(spec.path).tensors]
    return [entry for file in read_manifest(spec.path).weight_files for entry in read_header(spec.path / file.name)]


def _weights(entry: TensorEntry) -> Weights:
    """The numbers of a tensor. Codes of four bits lie two in a byte (``mxfp4``); scales are no numbers of the model."""
    if entry.name.endswith(_SCALES):
        return Weights()
    count = math.prod(entry.shape) * (2 if entry.name.endswith("_blocks") and entry.dtype == "U8" else 1)
    return Weights(count, 0) if len(entry.shape) > 1 else Weights(0, count)


def layers_kv_bytes(config: Mapping[str, Any], num_layers: int) -> tuple[int, ...]:
    """What keys and values of a token take in each layer, in float32 and as if no window forgot any.

    Zeros where the configuration does not tell. An upper bound for windows; other kinds of attention are only
    measured once the shard is there.
    """
    inner = of_text(config)
    heads = _number(inner, _ATTENTION_HEADS)
    shares_one = inner.get("multi_query") is True and inner.get("new_decoder_architecture") is not True
    kv_heads = 1 if shares_one else _number(inner, _KV_HEADS) or heads
    head_dim = _number(inner, ("head_dim",)) or (_number(inner, HIDDEN) // heads if heads else 0)
    each = (_latent_numbers(inner) or 2 * kv_heads * head_dim) * FLOAT32_BYTES
    kinds = inner.get("layer_types")
    kinds = kinds if isinstance(kinds, list) and len(kinds) == num_layers else [""] * num_layers
    return tuple(0 if str(kind).startswith(_NO_KEYS) else each for kind in kinds)


def _latent_numbers(config: Mapping[str, Any]) -> int:
    """What a token takes where all attention heads share one latent, which the library caches; 0 for other kinds."""
    latent = _number(config, ("kv_lora_rank",))
    beside = _number(config, ("qk_rope_head_dim",)) + _number(config, ("index_head_dim",))
    return latent + beside if latent else 0


def _number(config: Mapping[str, Any], keys: tuple[str, ...]) -> int:
    found = next((config[key] for key in keys if config.get(key) is not None), 0)
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 < found < 2**31 else 0
