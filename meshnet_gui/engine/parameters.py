"""Every tensor of a model, known from its configuration alone: the library builds it without memory behind its weights.

Knows no files. Names are the library's, which say the same about layers and pieces as those of a repository.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import torch
from transformers import CONFIG_MAPPING, PreTrainedConfig, PreTrainedModel
from transformers.models.auto.modeling_auto import (
    MODEL_FOR_CAUSAL_LM_MAPPING,
    MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING,
)

from meshnet_gui.engine.lean.plan import NotLean, lean_plan
from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.safetensors_file import TensorEntry

STORED = {"bf16": "BF16", "fp16": "F16", "fp32": "F32", "fp8": "BF16", "mxfp4": "BF16"}
"""The format's word for what is not kept in fewer bits, by how a repository stores its weights."""
_MXFP4_SHARED = 32  # numbers that share a scale of one byte
_FP8_BLOCK = 128  # numbers of a side of the squares that share a scale; ``weight_block_size`` of every such repository
_KEPT_IN_FULL = re.compile(r"(?:^|\.)(?:embed_tokens|lm_head|router|gate|shared_expert_gate|weights_proj)\.")


def parameters(
    config: Mapping[str, Any], stored: str = "bf16", *, with_repeated: bool = False
) -> tuple[TensorEntry, ...]:
    """All tensors of a model with this ``config.json``, other towers too, as if none were kept in fewer bits.

    ``with_repeated``: its files hold the lm_head although it is the embedding. Raises UserError for a type that the
    library has no model for.
    """
    with torch.device("meta"):
        model = _build(full_config(config))
    shared = set() if with_repeated else set(getattr(model, "all_tied_weights_keys", None) or ())
    tensors = [(name, tensor) for name, tensor in model.state_dict().items() if name not in shared]
    return tuple(TensorEntry(name, STORED[stored], tuple(tensor.shape)) for name, tensor in tensors)


def has_few_bits(config: Mapping[str, Any]) -> bool:
    """Whether models of this form are served in fewer bits than they are stored in. Rotary scaling is not looked at."""
    try:
        lean_plan(full_config(config))
    except NotLean:
        return False
    return True


def as_stored(entries: Iterable[TensorEntry], stored: str) -> Iterator[TensorEntry]:
    """The same as a repository keeps them: codes and scales in the place of weights."""
    for entry in entries:
        if stored == "mxfp4" and _is_expert(entry):
            yield from _mxfp4(entry)
        elif stored == "fp8" and _is_product(entry):
            yield from _fp8(entry)
        else:
            yield entry


def full_config(config: Mapping[str, Any]) -> PreTrainedConfig:
    """A ``config.json`` with all that it leaves to the library. Raises UserError for an unknown type."""
    model_type = str(config.get("model_type"))
    if model_type not in CONFIG_MAPPING:
        raise UserError(f"There is no model of type {model_type[:60]!r}.")
    return cast(PreTrainedConfig, cast(Any, CONFIG_MAPPING[model_type]).from_dict(_without_quantiser(config)))


def _build(made: PreTrainedConfig) -> PreTrainedModel:
    has_towers = hasattr(made, "vision_config")
    mappings = (MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING, MODEL_FOR_CAUSAL_LM_MAPPING)
    for mapping in mappings if has_towers else mappings[::-1]:
        base = mapping.get(type(made), None)
        if base is not None:
            return cast(PreTrainedModel, cast(Any, base)(made))
    raise UserError(f"Models of type {made.model_type} are no language models.")


def _without_quantiser(config: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in config.items() if name not in ("quantization_config", "auto_map")}


def _is_expert(entry: TensorEntry) -> bool:
    return len(entry.shape) == 3 and ".experts." in entry.name and not entry.name.endswith("bias")


def _is_product(entry: TensorEntry) -> bool:
    is_matrix = len(entry.shape) > 1 and not entry.name.endswith(("bias", "norm.weight"))
    return is_matrix and ".layers." in entry.name and _KEPT_IN_FULL.search(entry.name) is None


def _mxfp4(entry: TensorEntry) -> Iterator[TensorEntry]:
    """Two numbers in a byte, and a scale for each 32. Source: the OCP Microscaling formats specification."""
    count = math.prod(entry.shape)
    yield TensorEntry(f"{entry.name}_blocks", "U8", (count // 2,))
    yield TensorEntry(f"{entry.name}_scales", "U8", (count // _MXFP4_SHARED,))


def _fp8(entry: TensorEntry) -> Iterator[TensorEntry]:
    """A byte for each number, and a float32 scale for each square of 128 x 128."""
    *stack, rows, width = entry.shape
    squares = (*stack, -(-rows // _FP8_BLOCK), -(-width // _FP8_BLOCK))
    yield TensorEntry(entry.name, "F8_E4M3", entry.shape)
    yield TensorEntry(f"{entry.name}_scale_inv", "F32", squares)
