"""The configuration that each family of models gets from its GGUF's metadata: one function per architecture.

Knows no tensors but the factors of the rotary embedding. Source: llama.cpp's conversion/*.py, which writes the keys,
its src/models/*.cpp, which give what no key says, and the configuration classes of transformers.
"""

from __future__ import annotations

from typing import Any

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.gguf_config import (
    Hparams,
    decoder_config,
    decoder_sizes,
    read_vector,
    rope_parameters,
)
from meshnet_gui.modelstore.gguf_file import GgufFile
from meshnet_gui.modelstore.gguf_rules import Sizes

FACTORS_SHORT, FACTORS_LONG = "rope_factors_short.weight", "rope_factors_long.weight"


def configure_llama(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """A window makes it a Mistral; it has no biases then."""
    window = Hparams(file).integer("attention.sliding_window", 0)
    if not window:
        return _configure_plain(file, "llama", "LlamaForCausalLM")
    if any(name.endswith(".bias") for name in file.tensors):
        raise Hparams(file).unusual("it has both a sliding window and biases")
    config, sizes = _configure_plain(file, "mistral", "MistralForCausalLM")
    return config | {"sliding_window": window}, sizes


def configure_mixtral(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """What ``llama`` is with experts."""
    config, sizes = _configure_plain(file, "mixtral", "MixtralForCausalLM")
    used = _add_experts(file, sizes, sizes["intermediate"])
    return config | {"num_local_experts": sizes["experts"], "num_experts_per_tok": used, "sliding_window": None}, sizes


def configure_granite(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """Source: conversion/granite.py in llama.cpp; a scale of zero stands for none."""
    config, sizes = _configure_plain(file, "granite", "GraniteForCausalLM")
    hparams = Hparams(file)
    if sizes["queries"] != sizes["hidden"] or not hparams.flag("rope.scaling.finetuned", True):
        raise hparams.unusual("its attention is of an unusual kind")
    return config | {
        "attention_multiplier": hparams.decimal("attention.scale", 0.0) or sizes["head_dim"] ** -0.5,
        "embedding_multiplier": hparams.decimal("embedding_scale", 0.0) or 1.0,
        "residual_multiplier": hparams.decimal("residual_scale", 0.0) or 1.0,
        "logits_scaling": hparams.decimal("logit_scale", 0.0) or 1.0,
    }, sizes


def configure_smollm3(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """Every fourth layer has no rotary embedding, which no key says: src/models/smollm3.cpp in llama.cpp."""
    config, sizes = _configure_plain(file, "smollm3", "SmolLM3ForCausalLM")
    return config | {"no_rope_layer_interval": 4, "use_sliding_window": False}, sizes


def configure_olmo2(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """With a sliding window it is an Olmo 3, whose rotary embedding differs by layer."""
    if Hparams(file).integer("attention.sliding_window", 0):
        raise Hparams(file).unusual("it has a sliding window, as Olmo 3 has")
    return _configure_plain(file, "olmo2", "Olmo2ForCausalLM")


def _configure_plain(file: GgufFile, model_type: str, class_name: str) -> tuple[dict[str, Any], Sizes]:
    hparams = Hparams(file)
    sizes = decoder_sizes(hparams)
    config = decoder_config(hparams, sizes, model_type, class_name)
    return config | {"hidden_act": "silu", "rope_parameters": rope_parameters(hparams, sizes)}, sizes


def _add_experts(file: GgufFile, sizes: Sizes, intermediate: int) -> int:
    """Put the experts into ``sizes``; how many of them a token uses."""
    hparams = Hparams(file)
    sizes |= {"experts": hparams.positive("expert_count"), "expert_intermediate": intermediate}
    used = hparams.positive("expert_used_count")
    if used > sizes["experts"]:
        raise BadModelFile(f"{file.path.name} uses {used} of {sizes['experts']} experts, which cannot be.")
    return used


def configure_qwen2(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    return _configure_qwen(file, "qwen2", "Qwen2ForCausalLM")


def configure_qwen3(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    return _configure_qwen(file, "qwen3", "Qwen3ForCausalLM")


def _configure_qwen(file: GgufFile, model_type: str, class_name: str) -> tuple[dict[str, Any], Sizes]:
    """llama.cpp knows no sliding window for these, and no published model of them uses the one it states."""
    config, sizes = _configure_plain(file, model_type, class_name)
    return config | {"use_sliding_window": False}, sizes


def configure_qwen2moe(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """The router's weights are not scaled to a sum of one: src/models/qwen2moe.cpp in llama.cpp."""
    config, sizes = _configure_qwen_moe(file, "qwen2_moe", "Qwen2MoeForCausalLM")
    sizes["shared_intermediate"] = Hparams(file).positive("expert_shared_feed_forward_length")
    return config | {
        "shared_expert_intermediate_size": sizes["shared_intermediate"],
        "norm_topk_prob": False,
        "qkv_bias": True,
    }, sizes


def configure_qwen3moe(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """The router's weights are scaled to a sum of one: src/models/qwen3moe.cpp in llama.cpp."""
    config, sizes = _configure_qwen_moe(file, "qwen3_moe", "Qwen3MoeForCausalLM")
    return config | {"norm_topk_prob": True}, sizes


def _configure_qwen_moe(file: GgufFile, model_type: str, class_name: str) -> tuple[dict[str, Any], Sizes]:
    config, sizes = _configure_qwen(file, model_type, class_name)
    used = _add_experts(file, sizes, Hparams(file).positive("expert_feed_forward_length"))
    return config | {
        "num_experts": sizes["experts"],
        "num_experts_per_tok": used,
        "moe_intermediate_size": sizes["expert_intermediate"],
        "decoder_sparse_step": 1,
        "mlp_only_layers": [],
    }, sizes


def configure_phi3(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """Source: conversion/phi.py in llama.cpp; a window of zero stands for none."""
    hparams = Hparams(file)
    sizes = decoder_sizes(hparams, partial_rotary=True)
    if sizes["queries"] != sizes["hidden"]:
        raise hparams.unusual("its attention heads have an unusual size")
    sizes |= {"qkv": sizes["queries"] + 2 * sizes["keys"], "gate_up": 2 * sizes["intermediate"]}
    config = decoder_config(hparams, sizes, "phi3", "Phi3ForCausalLM")
    original = hparams.positive("rope.scaling.original_context_length", config["max_position_embeddings"])
    return config | {
        "hidden_act": "silu",
        "sliding_window": hparams.integer("attention.sliding_window", 0) or None,
        "original_max_position_embeddings": original,
        "rope_parameters": _phi3_rope(hparams, sizes, original),
    }, sizes


def _phi3_rope(hparams: Hparams, sizes: Sizes, original: int) -> dict[str, Any]:
    rope: dict[str, Any] = {
        "rope_theta": hparams.above_zero("rope.freq_base", 10_000.0),
        "rope_type": "default",
        "partial_rotary_factor": sizes["rotary"] / sizes["head_dim"],
    }
    if FACTORS_LONG not in hparams.file.tensors:
        return rope
    half = sizes["rotary"] // 2
    return rope | {
        "rope_type": "longrope",
        "long_factor": [float(str(value)) for value in read_vector(hparams, FACTORS_LONG, half)],
        "short_factor": [float(str(value)) for value in read_vector(hparams, FACTORS_SHORT, half)],
        "attention_factor": hparams.above_zero("rope.scaling.attn_factor", 1.0),
        "original_max_position_embeddings": original,
    }


def configure_gemma(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    hparams = Hparams(file)
    sizes = decoder_sizes(hparams)
    config = decoder_config(hparams, sizes, "gemma", "GemmaForCausalLM")
    return config | {"hidden_act": "gelu_pytorch_tanh", "rope_parameters": rope_parameters(hparams, sizes)}, sizes


def configure_gemma2(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    hparams = Hparams(file)
    sizes = decoder_sizes(hparams)
    config = decoder_config(hparams, sizes, "gemma2", "Gemma2ForCausalLM")
    return config | {
        "hidden_activation": "gelu_pytorch_tanh",
        "rope_parameters": rope_parameters(hparams, sizes),
        "query_pre_attn_scalar": _query_scale(sizes, largest=46),
        "attn_logit_softcapping": hparams.decimal("attn_logit_softcapping", 50.0),
        "final_logit_softcapping": hparams.decimal("final_logit_softcapping", 30.0),
        "sliding_window": hparams.positive("attention.sliding_window", 4096),
        "layer_types": _layer_types(hparams, sizes["layers"], period=2),
    }, sizes


def configure_gemma3(file: GgufFile) -> tuple[dict[str, Any], Sizes]:
    """The rotary scaling of the larger models is for the layers with full attention alone."""
    hparams = Hparams(file)
    sizes = decoder_sizes(hparams)
    window = hparams.integer("attention.sliding_window", 0)
    local = {"rope_type": "default", "rope_theta": hparams.above_zero("rope.freq_base_swa", 10_000.0)}
    softcap = hparams.decimal("final_logit_softcapping", 0.0)
    config = decoder_config(hparams, sizes, "gemma3_text", "Gemma3ForCausalLM")
    return config | {
        "hidden_activation": "gelu_pytorch_tanh",
        "rope_parameters": {"full_attention": rope_parameters(hparams, sizes), "sliding_attention": local},
        "query_pre_attn_scalar": _query_scale(sizes, largest=62),
        "attn_logit_softcapping": None,
        "final_logit_softcapping": softcap or None,
        "sliding_window": window or config["max_position_embeddings"],
        "layer_types": _layer_types(hparams, sizes["layers"], period=6 if window else 1),
    }, sizes


def _query_scale(sizes: Sizes, largest: int) -> int:
    """The 27B models, told by their layers, scale attention by another number than their head's size.

    Source: src/models/gemma2.cpp and gemma3.cpp in llama.cpp.
    """
    return sizes["hidden"] // sizes["heads"] if sizes["layers"] == largest else sizes["head_dim"]


def _layer_types(hparams: Hparams, num_layers: int, period: int) -> list[str]:
    """Every ``period``-th layer attends to all tokens, unless the file says otherwise: a period, or a list by layer."""
    key = "attention.sliding_window_pattern"
    listed = hparams.flags(key)
    if listed:
        if len(listed) < num_layers:
            raise BadModelFile(f"{hparams.file.path.name} does not give the kind of attention for every layer.")
        return ["sliding_attention" if sliding else "full_attention" for sliding in listed[:num_layers]]
    period = hparams.positive(key, period)
    return ["sliding_attention" if (index + 1) % period else "full_attention" for index in range(num_layers)]
