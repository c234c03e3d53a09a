"""How a GGUF of each supported architecture becomes a Hugging Face configuration and tensor names: one table per kind.

Another architecture is one more entry in ``ARCHITECTURES``. Knows no tokenizers and writes no files.
Source: llama.cpp's conversion/*.py, whose steps are undone here, and the model classes of transformers.
"""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.errors import UserError
from meshnet_gui.modelstore import gguf_families as families
from meshnet_gui.modelstore.gguf_config import ROPE_FACTORS
from meshnet_gui.modelstore.gguf_file import GgufFile
from meshnet_gui.modelstore.gguf_rules import LAST_RULES, Architecture, Conversion, Rule, plan


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
    if name == "llama" and file.integer("llama.expert_count", 0):
        architecture = _MIXTRAL
    return plan(file, architecture)


def _refuse_pieces(file: GgufFile) -> None:
    num_pieces = file.integer("split.count", 0)
    if num_pieces > 1:
        raise UserError(
            f"{file.path.name} is one of {num_pieces} pieces of a model.",
            "Join them first, with: llama-gguf-split --merge FIRST-PIECE WHOLE.gguf",
        )


_INPUT_NORM = Rule("attn_norm.weight", "input_layernorm.weight", ("hidden",))
_OUTPUT = Rule("attn_output.weight", "self_attn.o_proj.weight", ("hidden", "queries"))
_ATTENTION = (
    _INPUT_NORM,
    Rule("attn_q.weight", "self_attn.q_proj.weight", ("queries", "hidden")),
    Rule("attn_k.weight", "self_attn.k_proj.weight", ("keys", "hidden")),
    Rule("attn_v.weight", "self_attn.v_proj.weight", ("keys", "hidden")),
    _OUTPUT,
)
_QKV_BIASES = (
    Rule("attn_q.bias", "self_attn.q_proj.bias", ("queries",)),
    Rule("attn_k.bias", "self_attn.k_proj.bias", ("keys",)),
    Rule("attn_v.bias", "self_attn.v_proj.bias", ("keys",)),
)
_OUTPUT_BIAS = Rule("attn_output.bias", "self_attn.o_proj.bias", ("hidden",))
_QK_NORMS = (
    Rule("attn_q_norm.weight", "self_attn.q_norm.weight", ("head_dim",)),
    Rule("attn_k_norm.weight", "self_attn.k_norm.weight", ("head_dim",)),
)
_FFN_NORM = Rule("ffn_norm.weight", "post_attention_layernorm.weight", ("hidden",))
_FFN_DOWN = Rule("ffn_down.weight", "mlp.down_proj.weight", ("hidden", "intermediate"))
_FFN = (
    Rule("ffn_gate.weight", "mlp.gate_proj.weight", ("intermediate", "hidden")),
    Rule("ffn_up.weight", "mlp.up_proj.weight", ("intermediate", "hidden")),
    _FFN_DOWN,
)
_FFN_BIASES = (
    Rule("ffn_gate.bias", "mlp.gate_proj.bias", ("intermediate",)),
    Rule("ffn_up.bias", "mlp.up_proj.bias", ("intermediate",)),
    Rule("ffn_down.bias", "mlp.down_proj.bias", ("hidden",)),
)
_SANDWICH_NORMS = (
    Rule("post_attention_norm.weight", "post_attention_layernorm.weight", ("hidden",)),
    Rule("ffn_norm.weight", "pre_feedforward_layernorm.weight", ("hidden",)),
    Rule("post_ffw_norm.weight", "post_feedforward_layernorm.weight", ("hidden",)),
)
_EXPERTS = (
    Rule("ffn_gate_inp.weight", "mlp.gate.weight", ("experts", "hidden")),
    Rule("ffn_gate_exps.weight", "mlp.experts.{expert}.gate_proj.weight", ("expert_intermediate", "hidden")),
    Rule("ffn_up_exps.weight", "mlp.experts.{expert}.up_proj.weight", ("expert_intermediate", "hidden")),
    Rule("ffn_down_exps.weight", "mlp.experts.{expert}.down_proj.weight", ("hidden", "expert_intermediate")),
)
_MIXTRAL_EXPERTS = (
    Rule("ffn_gate_inp.weight", "block_sparse_moe.gate.weight", ("experts", "hidden")),
    Rule("ffn_gate_exps.weight", "block_sparse_moe.experts.{expert}.w1.weight", ("expert_intermediate", "hidden")),
    Rule("ffn_up_exps.weight", "block_sparse_moe.experts.{expert}.w3.weight", ("expert_intermediate", "hidden")),
    Rule("ffn_down_exps.weight", "block_sparse_moe.experts.{expert}.w2.weight", ("hidden", "expert_intermediate")),
)
_SHARED_EXPERT = (
    Rule("ffn_gate_inp_shexp.weight", "mlp.shared_expert_gate.weight", ("one", "hidden")),
    Rule("ffn_gate_shexp.weight", "mlp.shared_expert.gate_proj.weight", ("shared_intermediate", "hidden")),
    Rule("ffn_up_shexp.weight", "mlp.shared_expert.up_proj.weight", ("shared_intermediate", "hidden")),
    Rule("ffn_down_shexp.weight", "mlp.shared_expert.down_proj.weight", ("hidden", "shared_intermediate")),
)


def _permuted(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """With the query and key rows in llama.cpp's order for the rotary embedding of its ``llama`` kind."""
    heads = {"attn_q": "heads", "attn_k": "kv_heads"}
    return tuple(replace(rule, heads=heads.get(rule.source.split(".")[0], "")) for rule in rules)


def _grouped(group: str, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """All there or none, which the switch ``group`` of the configuration says."""
    return tuple(replace(rule, group=group) for rule in rules)


def _zero_centred(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Gemma's norms multiply by one plus the weight, and llama.cpp stores the sum."""
    return tuple(replace(rule, offset=-1.0) if rule.source.endswith("norm.weight") else rule for rule in rules)


_ALL_BIASES = (*_QKV_BIASES, _OUTPUT_BIAS)
_LLAMA_LAYER = (
    *_permuted(_ATTENTION),
    *_grouped("attention_bias", _permuted(_ALL_BIASES)),
    _FFN_NORM,
    *_FFN,
    *_grouped("mlp_bias", _FFN_BIASES),
)
_LLAMA = Architecture(families.configure_llama, _LLAMA_LAYER, ignored=frozenset({ROPE_FACTORS}))
_MIXTRAL = Architecture(families.configure_mixtral, (*_permuted(_ATTENTION), _FFN_NORM, *_MIXTRAL_EXPERTS))
_AFTER_NORMS = (
    Rule("post_attention_norm.weight", "post_attention_layernorm.weight", ("hidden",)),
    Rule("post_ffw_norm.weight", "post_feedforward_layernorm.weight", ("hidden",)),
)
_WIDE_QK_NORMS = (
    Rule("attn_q_norm.weight", "self_attn.q_norm.weight", ("queries",)),
    Rule("attn_k_norm.weight", "self_attn.k_norm.weight", ("keys",)),
)

ARCHITECTURES: dict[str, Architecture] = {
    "llama": _LLAMA,
    "granite": replace(_LLAMA, configure=families.configure_granite),
    "smollm3": replace(_LLAMA, configure=families.configure_smollm3),
    "olmo2": Architecture(families.configure_olmo2, (*_ATTENTION[1:], *_WIDE_QK_NORMS, *_AFTER_NORMS, *_FFN)),
    "qwen2": Architecture(families.configure_qwen2, (*_ATTENTION, *_QKV_BIASES, _FFN_NORM, *_FFN)),
    "qwen3": Architecture(
        families.configure_qwen3,
        (*_ATTENTION, *_grouped("attention_bias", _ALL_BIASES), *_QK_NORMS, _FFN_NORM, *_FFN),
    ),
    "qwen2moe": Architecture(
        families.configure_qwen2moe, (*_ATTENTION, *_QKV_BIASES, _FFN_NORM, *_EXPERTS, *_SHARED_EXPERT)
    ),
    "qwen3moe": Architecture(
        families.configure_qwen3moe,
        (*_ATTENTION, *_grouped("attention_bias", _ALL_BIASES), *_QK_NORMS, _FFN_NORM, *_EXPERTS),
    ),
    "phi3": Architecture(
        families.configure_phi3,
        (
            _INPUT_NORM,
            Rule("attn_qkv.weight", "self_attn.qkv_proj.weight", ("qkv", "hidden")),
            _OUTPUT,
            _FFN_NORM,
            Rule("ffn_up.weight", "mlp.gate_up_proj.weight", ("gate_up", "hidden")),
            _FFN_DOWN,
        ),
        ignored=frozenset({families.FACTORS_SHORT, families.FACTORS_LONG}),
    ),
    "gemma": Architecture(
        families.configure_gemma, _zero_centred((*_ATTENTION, _FFN_NORM, *_FFN)), last=_zero_centred(LAST_RULES)
    ),
    "gemma2": Architecture(
        families.configure_gemma2,
        _zero_centred((*_ATTENTION, *_SANDWICH_NORMS, *_FFN)),
        last=_zero_centred(LAST_RULES),
    ),
    "gemma3": Architecture(
        families.configure_gemma3,
        _zero_centred((*_ATTENTION, *_QK_NORMS, *_SANDWICH_NORMS, *_FFN)),
        last=_zero_centred(LAST_RULES),
    ),
}
