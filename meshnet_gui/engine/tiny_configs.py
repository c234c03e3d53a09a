"""A small configuration for any model type of the library: its own defaults, shrunk field by field.

What a field is called says how far it may shrink; lists with one entry per layer are thinned out so that every kind of
layer stays. ``_CHANGES`` holds what that cannot know. Knows no weights and no spans.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from transformers import PretrainedConfig
from transformers.models.auto.configuration_auto import CONFIG_MAPPING
from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES

from meshnet_gui.errors import UserError

VOCAB_SIZE = 160
CONTEXT_TOKENS = 128
NUM_LAYERS = 6
WINDOW = 8
_HIDDEN, _HEADS, _KV_HEADS, _HEAD_DIM, _INTERMEDIATE = 64, 4, 2, 16, 96

# How far each field shrinks. Many attention heads for an indexer, or its scores tie at 0.
_NAMES_BY_SIZE: tuple[tuple[int, str], ...] = (
    (
        _HIDDEN,
        "hidden_size n_embd d_model emb_dim embedding_dim lru_width output_embedding_size "
        "encoder_hash_byte_group_vocab",
    ),
    (32, "embedding_size word_embed_proj_dim input_embedding_size"),  # other than the hidden size, as in real ones
    (
        _INTERMEDIATE,
        "intermediate_size n_inner ffn_dim decoder_ffn_dim encoder_ffn_dim ffn_hidden_size d_inner "
        "dense_intermediate_size intermediate_size_mlp prefix_dense_intermediate_size feed_forward_size",
    ),
    (
        32,
        "moe_intermediate_size shared_expert_intermediate_size moe_shared_expert_intermediate_size "
        "shared_experts_intermediate_size expert_ffn_hidden_size shared_intermediate_size moe_latent_size "
        "rel_extent",
    ),
    (
        4,
        "num_attention_heads n_head n_heads num_heads swa_num_attention_heads attention_heads "
        "decoder_attention_heads encoder_attention_heads num_decoder_attention_heads linear_num_heads "
        "num_encoder_attention_heads linear_num_value_heads num_experts num_local_experts n_routed_experts "
        "moe_num_experts o_lora_rank dt_rank mamba_dt_rank time_step_rank laurel_rank d_rel gated_norm_rank "
        "hc_lowrank",
    ),
    (
        _HEAD_DIM,
        "head_dim swa_head_dim qk_rope_head_dim kv_channels v_head_dim qk_nope_head_dim attention_head_dim "
        "d_head kv_lora_rank index_head_dim indexer_head_dim mamba_d_head mamba_head_dim mamba_headdim "
        "attention_head_size linear_head_dim",
    ),
    (
        2,
        "num_experts_per_tok num_experts_per_token moe_topk moe_k top_k_experts linear_num_key_heads "
        "n_layers_per_attn_res_block o_groups heads_per_ngram zero_expert_num",
    ),
    (
        8,
        "linear_key_head_dim linear_value_head_dim mamba_d_state ssm_state_size state_size mamba_n_heads "
        "mamba_num_heads chunk_size mamba_chunk_size rotary_dim index_topk hidden_size_per_layer_input "
        "router_hidden_size adapter_rank loop_gate_rank block_size index_n_heads indexer_n_heads "
        "sliding_window sliding_window_size attention_window_size window_size attention_chunk_size",
    ),
    (
        CONTEXT_TOKENS,
        "max_position_embeddings n_positions max_seq_len n_ctx context_length max_target_positions "
        "model_max_length max_source_positions max_sequence_length seq_length",
    ),
    (
        6,
        "num_hidden_layers n_layer n_layers num_layers decoder_layers num_decoder_layers num_blocks",
    ),
    (
        1,
        "encoder_layers num_encoder_layers num_nextn_predict_layers n_group topk_group",
    ),
    (
        24,
        "q_lora_rank",
    ),
)
_SIZES = {name: size for size, names in _NAMES_BY_SIZE for name in names.split()}
_LAYER_COUNTS = (
    *("num_hidden_layers", "n_layer", "n_layers", "num_layers", "decoder_layers", "num_decoder_layers", "num_blocks"),
)
_KV_HEAD_NAMES = ("num_key_value_heads", "num_kv_heads", "swa_num_key_value_heads", "num_query_groups")
_AT_MOST = {"n_shared_experts": 1, "num_shared_experts": 1, "moe_num_shared_experts": 1, "first_k_dense_replace": 1}
_MIXED = ["sliding_attention", "sliding_attention", "full_attention"] * 2
_DOTS3_SLIDING = {"head_dim": 32, "kv_lora_rank": 8, "qk_nope_head_dim": 16, "qk_rope_head_dim": 16}
_DOTS3 = {
    "layer_types": ["indexed_attention", "sliding_attention", "sliding_attention"] * 2,
    "per_layer_config": dict.fromkeys((1, 2, 4, 5), _DOTS3_SLIDING),
}
_ADAPTERS = {name: {"adapter_out_dim": _HIDDEN} for name in ("vision_config", "audio_config")}
_ROPE = {"rope_type": "default", "rope_theta": 10000.0}
_ROPES = {"rope_parameters": {"sliding_attention": _ROPE, "full_attention": _ROPE}}
_ASSISTANT = {"hidden_size_per_layer_input": 0, "vocab_size_per_layer_input": 0}
_QWEN4 = {
    **{"indexer_n_heads": 8, "indexer_kv_heads": 1, "indexer_head_dim": 16, "indexer_budget": 8},
    **{
        "indexer_compress_ratio": 2,
        "ngram_vocab_size_base": 50,
        "split_ngram_parts": 2,
        "ple_embed_dim": 64,
        "ple_layer_ids": [1, 4],
    },
    "layer_types": ["linear_attention", "linear_attention", "indexed_attention"] * 2,
    "make_ngram_vocab_size_divisible_by": 2,
}
_DBRX_FFN = {"ffn_hidden_size": 32, "moe_num_experts": 4, "moe_top_k": 2, "hidden_size": 64}
_DEEPSEEK = {"n_group": 1, "topk_group": 1}
_GEMMA_SHARED = {
    "layer_types": ["sliding_attention", "full_attention"] * 3,
    "num_kv_shared_layers": 2,
    "activation_sparsity_pattern": [0.95, 0.95, 0.0, 0.0, 0.0, 0.0],
}
# By model type: fields of the part that is shrunk, and of the configuration around it.
_CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "bailing_hybrid": {"text": _DEEPSEEK | {"layer_group_size": 3}},
    "bamba": {"text": {"attn_layer_indices": [2, 5]}},
    "cohere_compass_text": {
        "text": _ROPES | {"layer_types": ["sliding_attention", "sliding_attention", "full_attention"] * 2}
    },
    "dbrx": {"text": {"attn_config": {"kv_n_heads": 2, "rope_theta": 10000.0, "clip_qkv": 8}, "ffn_config": _DBRX_FFN}},
    "deepseek_v2": {"text": {"n_group": 1, "topk_group": 1, "first_k_dense_replace": 1, "num_experts_per_tok": 2}},
    "dots1": {"text": {"n_routed_experts": 4, "n_shared_experts": 1, "num_experts_per_tok": 2}},
    "dots3_note": {"text": _DOTS3, "whole": _ADAPTERS},
    "dots3_note_text": {"text": _DOTS3},
    "xlstm": {"text": {"qk_dim_factor": 1.0}},
    "falcon_h1": {"text": {"mamba_d_ssm": 128, "mamba_n_heads": 8, "mamba_d_head": 16}},
    "gemma3n": {"text": _GEMMA_SHARED},
    "gemma3n_text": {"text": _GEMMA_SHARED},
    "granitemoehybrid": {"text": {"layer_types": ["linear_attention", "linear_attention", "full_attention"] * 2}},
    "gemma4_assistant": {"first": {"text_config": _ASSISTANT}},
    "qwen4_exp": {"text": _QWEN4},
    "qwen4_exp_text": {"text": _QWEN4},
    "hunyuan_v1_dense": {"text": {"head_dim": 16}},
    "hunyuan_v1_moe": {"text": {"head_dim": 16, "num_experts": 4, "moe_topk": 2}},
    "lfm2_moe": {"text": {"layer_types": ["conv", "full_attention", "conv"] * 2}},
    "big_bird": {"text": {"attention_type": "original_full"}},
    "moshi": {"text": {"sliding_window": CONTEXT_TOKENS}},  # as long as its context
    "mamba2": {"text": {"num_heads": 8}},
    "ministral": {"text": {"head_dim": 16}},
    "nemotron": {"text": {"num_key_value_heads": 2}},
    "reformer": {"text": {"is_decoder": True, "axial_pos_shape": [8, 16], "axial_pos_embds_dim": [16, 48]}},
    "xmod": {"text": {"default_language": "en_XX", "is_decoder": True}},
}


def model_types() -> tuple[str, ...]:
    """Every causal-LM model type of the installed library."""
    return tuple(MODEL_FOR_CAUSAL_LM_MAPPING_NAMES)


def tiny_config(model_type: str) -> PretrainedConfig:
    """A configuration of that type small enough to run in a moment. Raises UserError for an unknown type."""
    if model_type not in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES:
        raise UserError(f"There is no causal language model of type {model_type[:60]!r}.")
    config_class: Any = CONFIG_MAPPING[model_type]
    changes = _CHANGES.get(model_type, {})
    default = config_class(**changes.get("first", {}))
    text = default.get_text_config(decoder=True)
    if type(text) is type(default):  # an encoder-decoder gives a copy of itself with the decoder's names
        parts = {name: _beside(getattr(default, name, None)) for name in default.sub_configs}
        small = {name: value for name, value in parts.items() if value} | shrunk(default) | changes.get("text", {})
        return _made(config_class, small)
    small = shrunk(text) | changes.get("text", {})
    part = next(name for name in default.sub_configs if getattr(default, name, None) is text)
    small["model_type"] = text.model_type
    own = {part: changes.get("first", {}).get(part, {}) | small} | changes.get("whole", {})
    beside = {name: _beside(getattr(default, name, None)) for name in default.sub_configs if name != part}
    try:
        return _made(config_class, {name: value for name, value in beside.items() if value} | own)
    except Exception:  # what stands beside the text, like a vision tower, may not want to be small
        return _made(config_class, own)


def _made(config_class: Any, fields: Mapping[str, Any]) -> PretrainedConfig:
    """The configuration with these fields."""
    return cast(PretrainedConfig, config_class(**fields))


def _beside(config: Any) -> dict[str, Any] | None:
    """The small fields of a part that is never run."""
    if not isinstance(config, PretrainedConfig):
        return None
    fields = config.to_dict()
    small = {name: _small(name, value, fields) for name, value in fields.items()}
    return {"model_type": config.model_type} | {n: v for n, v in small.items() if v is not None}


def shrunk(default: PretrainedConfig) -> dict[str, Any]:
    """The fields of ``default`` that have to change, with their small values."""
    fields = default.to_dict()
    small: dict[str, Any] = {name: _small(name, value, fields) for name, value in fields.items()}
    small = {name: value for name, value in small.items() if value is not None}
    depth = next((fields[name] for name in _LAYER_COUNTS if isinstance(fields.get(name), int)), 0)
    kept = kept_layers(fields, depth)
    small |= {name: [fields[name][i] for i in kept] for name in per_layer_lists(fields, depth)}
    if per_layer_lists(fields, depth):
        small |= {name: len(kept) for name in _LAYER_COUNTS if name in small}
    if fields.get("per_layer_config"):
        small["per_layer_config"] = _own_fields(fields["per_layer_config"], kept)
    if isinstance(fields.get("intermediate_size"), list):
        small["intermediate_size"] = [_INTERMEDIATE] * len(kept)
    return small | {"bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0}


def _own_fields(by_layer: Mapping[Any, Mapping[str, Any]], kept: list[int]) -> dict[int, dict[str, Any]]:
    """What single layers have otherwise, for the layers that stay."""
    found = {int(index): values for index, values in by_layer.items()}
    return {
        new: {name: _small(name, value, found[old]) or value for name, value in found[old].items()}
        for new, old in enumerate(kept)
        if old in found
    }


def _small(name: str, value: Any, fields: Mapping[str, Any]) -> int | None:
    """The small value of one field, or None where it stays."""
    if isinstance(value, bool) or not isinstance(value, int) or value == 0:
        return None
    if name in _LAYER_COUNTS or name in ("encoder_layers", "num_encoder_layers"):
        return NUM_LAYERS  # a decoder alone still takes its cache's length from the encoder's layers
    if name in _SIZES:
        return min(value, _SIZES[name])
    if name in _AT_MOST:
        return min(value, _AT_MOST[name])
    if name in _KV_HEAD_NAMES:
        return _kv_heads(value, fields)
    return VOCAB_SIZE if "vocab_size" in name else None


def _kv_heads(value: int, fields: Mapping[str, Any]) -> int:
    """One stays one; as many as attention heads stay as many where a latent is shared by all."""
    if value == 1:
        return 1
    return _HEADS if fields.get("kv_lora_rank") or value == fields.get("num_attention_heads") else _KV_HEADS


def per_layer_lists(fields: Mapping[str, Any], depth: int) -> list[str]:
    """The fields that hold one entry per layer."""
    return [n for n, v in fields.items() if isinstance(v, (list, tuple)) and len(v) == depth and not _are_indices(v)]


def _are_indices(values: Any) -> bool:
    return list(values) == list(range(len(values)))


def kept_layers(fields: Mapping[str, Any], depth: int) -> list[int]:
    """Which layers of the full pattern stay: the first two of every kind, filled up from the front, in order."""
    names = per_layer_lists(fields, depth)
    kinds = [repr([fields[name][i] for name in names]) for i in range(depth)]
    seen: dict[str, int] = {}
    ranks = []
    for kind in kinds:
        seen[kind] = seen.get(kind, 0) + 1
        ranks.append(seen[kind])
    wanted = max(NUM_LAYERS, min(len(seen), 12))
    order = sorted(range(depth), key=lambda i: (ranks[i] if ranks[i] <= 2 else 3, i))
    return sorted(order[:wanted])
