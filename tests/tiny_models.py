"""Tiny random models with a tiny byte-level tokenizer, saved like real ones: one for each kind of layer.

``make_tiny(kind, path)`` writes a folder that ``load_shard`` and ``load_tokenizer`` take.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoConfig, AutoModelForCausalLM, GenerationConfig
from transformers.utils import logging as transformers_logging

CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
SPECIALS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
VOCAB_SIZE = 256 + 8 + len(SPECIALS)
NUM_LAYERS = 6
WINDOW = 8
_BASE: dict[str, Any] = {
    "vocab_size": VOCAB_SIZE,
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": NUM_LAYERS,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "max_position_embeddings": 256,
    "eos_token_id": 2,
    "bos_token_id": 0,
    "pad_token_id": 0,
    "tie_word_embeddings": False,
}
_MIXED = ["sliding_attention", "sliding_attention", "full_attention"] * 2
_LINEAR: dict[str, Any] = {
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 4,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
    "linear_conv_kernel_dim": 4,
    "layer_types": ["linear_attention", "linear_attention", "full_attention"] * 2,
}
_EXPERTS: dict[str, Any] = {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16}
_KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("llama", {}),
    "llama_tied": ("llama", {"tie_word_embeddings": True}),
    "sliding": ("gemma3_text", {"sliding_window": WINDOW, "layer_types": _MIXED, "tie_word_embeddings": True}),
    "all_sliding": ("mistral", {"sliding_window": WINDOW}),
    "hybrid": ("qwen3_next", _LINEAR | _EXPERTS | {"shared_expert_intermediate_size": 16, "mlp_only_layers": []}),
    "conv": ("lfm2", {"layer_types": ["conv", "full_attention", "conv"] * 2, "block_auto_adjust_ff_dim": False}),
    "moe": ("qwen3_moe", _EXPERTS),
    "renamed": ("gpt_neox", {}),  # its files call lm_head otherwise
}
KINDS = tuple(_KINDS)


def make_tiny(kind: str, path: Path, *, chat_template: bool = True, seed: int = 0) -> Path:
    """Write a model of ``kind`` (one of KINDS) into ``path`` and return it."""
    model_type, changes = _KINDS[kind]
    path.mkdir(parents=True, exist_ok=True)
    transformers_logging.disable_progress_bar()
    config = AutoConfig.for_model(model_type, **(_BASE | changes))
    torch.manual_seed(seed)
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.ndim > 1 or "bias" in name:
                parameter.normal_(0.0, 0.2)  # large enough for attention to matter
    model.generation_config = GenerationConfig(eos_token_id=[1, 2])
    model.save_pretrained(path)
    _save_tokenizer(path, chat_template)
    return path


def _save_tokenizer(path: Path, chat_template: bool) -> None:
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("t", "h"), ("th", "e"), ("i", "n"), ("Ġ", "the"), ("a", "n"), ("e", "r"), ("o", "n"), ("l", "l")]
    names = [*SPECIALS, *alphabet, *(left + right for left, right in merges)]
    tokenizer = Tokenizer(models.BPE(vocab={name: i for i, name in enumerate(names)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(name, special=True, normalized=False) for name in SPECIALS])
    tokenizer.save(str(path / "tokenizer.json"))
    config: dict[str, Any] = {"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": SPECIALS[2]}
    if chat_template:
        config["chat_template"] = CHAT_TEMPLATE
    (path / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")
