"""Each architecture's import beside the model that the file was made from: the same weights, and the same logits."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from meshnet_gui.errors import BadModelFile, MeshnetError, UserError
from meshnet_gui.modelstore.architectures import ARCHITECTURES
from meshnet_gui.modelstore.gguf_import import GgufSource
from meshnet_gui.modelstore.store import ModelStore

if TYPE_CHECKING:
    from tests.modelstore.conftest import TinyGguf

VOCAB = 3 + 256 + 6 + 1
THETA = 50_000.0
DEFAULT_ROPE = {"rope_type": "default", "rope_theta": THETA}
YARN = {"rope_type": "yarn", "rope_theta": THETA, "factor": 4.0, "original_max_position_embeddings": 64}
YARN_KEYS = {"type": "yarn", "factor": 4.0, "original_context_length": 64}
LONGROPE = {
    "rope_type": "longrope",
    "rope_theta": THETA,
    "long_factor": [1.5, 2.0, 3.0],
    "short_factor": [1.0, 1.1, 1.2],
    "partial_rotary_factor": 0.75,
    "attention_factor": 1.25,
    "original_max_position_embeddings": 16,
}
GEMMA3_ROPE = {
    "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1_000_000.0},
    "sliding_attention": {"rope_type": "default", "rope_theta": 10_000.0},
}
EXPERT_SIZES = {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 16}
EXPERT_KEYS = {"expert_count": 4, "expert_used_count": 2, "expert_feed_forward_length": 16}
HEADS = {"attention.key_length": 16, "attention.value_length": 16}
SHORT_LAYERS = ["sliding_attention"] * 5 + ["full_attention"]

# name: architecture, the configuration of transformers beyond the sizes, and the keys of the file beyond the sizes
CASES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "llama": ("llama", {"rope_parameters": DEFAULT_ROPE, "attention_bias": True}, {}),
    "llama with a head size of its own": ("llama", {"rope_parameters": DEFAULT_ROPE, "head_dim": 16}, HEADS),
    "mistral": (
        "llama",
        {"model_type": "mistral", "rope_parameters": DEFAULT_ROPE, "sliding_window": 8},
        {"attention.sliding_window": 8},
    ),
    "mixtral": (
        "llama",
        {"model_type": "mixtral", "rope_parameters": DEFAULT_ROPE, "num_local_experts": 4, "num_experts_per_tok": 2},
        {"expert_count": 4, "expert_used_count": 2},
    ),
    "granite": (
        "granite",
        {
            "rope_parameters": DEFAULT_ROPE,
            "attention_multiplier": 0.5,
            "embedding_multiplier": 12.0,
            "residual_multiplier": 0.25,
            "logits_scaling": 8.0,
        },
        {"attention.scale": 0.5, "embedding_scale": 12.0, "residual_scale": 0.25, "logit_scale": 8.0},
    ),
    "smollm3": ("smollm3", {"rope_parameters": DEFAULT_ROPE}, {}),
    "olmo2": ("olmo2", {"rope_parameters": DEFAULT_ROPE}, {}),
    "qwen2": ("qwen2", {"rope_parameters": DEFAULT_ROPE, "tie_word_embeddings": True}, {}),
    "qwen2 with yarn": ("qwen2", {"rope_parameters": YARN}, {f"rope.scaling.{k}": v for k, v in YARN_KEYS.items()}),
    "qwen3": ("qwen3", {"rope_parameters": DEFAULT_ROPE, "head_dim": 16}, HEADS),
    "qwen2moe": (
        "qwen2moe",
        EXPERT_SIZES | {"rope_parameters": DEFAULT_ROPE, "shared_expert_intermediate_size": 24},
        EXPERT_KEYS | {"expert_shared_feed_forward_length": 24},
    ),
    "qwen3moe": (
        "qwen3moe",
        EXPERT_SIZES | {"rope_parameters": DEFAULT_ROPE, "head_dim": 16, "norm_topk_prob": True},
        EXPERT_KEYS | HEADS,
    ),
    "phi3": ("phi3", {"rope_parameters": dict(DEFAULT_ROPE), "sliding_window": 8}, {"attention.sliding_window": 8}),
    "phi3 long": (
        "phi3",
        {"rope_parameters": LONGROPE, "original_max_position_embeddings": 16},
        {
            "rope.scaling.attn_factor": 1.25,
            "rope.scaling.original_context_length": 16,
            "rope.dimension_count": 6,
            "attention.sliding_window": 0,
        },
    ),
    "gemma": ("gemma", {"rope_parameters": DEFAULT_ROPE, "head_dim": 16}, HEADS),
    "gemma2": (
        "gemma2",
        {
            "rope_parameters": DEFAULT_ROPE,
            "head_dim": 16,
            "query_pre_attn_scalar": 16,
            "sliding_window": 8,
            "attn_logit_softcapping": 5.0,
            "final_logit_softcapping": 3.0,
        },
        HEADS | {"attention.sliding_window": 8, "attn_logit_softcapping": 5.0, "final_logit_softcapping": 3.0},
    ),
    "gemma3": (
        "gemma3",
        {"rope_parameters": GEMMA3_ROPE, "head_dim": 16, "query_pre_attn_scalar": 16, "sliding_window": 8},
        HEADS
        | {
            "attention.sliding_window": 8,
            "rope.freq_base": 1_000_000.0,
            "rope.scaling.type": "linear",
            "rope.scaling.factor": 8.0,
        },
    ),
}


def built(tiny: TinyGguf, name: str) -> tuple[Path, Any]:
    """The case's file and the model that it was made from."""
    import numpy as np

    from tests.modelstore.hf_to_gguf import random_model, write_gguf

    architecture, config, keys = CASES[name]
    model = random_model(architecture, VOCAB, **config)
    path = write_gguf(tiny, architecture, model, {"rope.freq_base": THETA} | keys)
    if name == "phi3 long":
        for kind in ("long", "short"):
            tiny.tensors[f"rope_factors_{kind}.weight"] = np.array(LONGROPE[f"{kind}_factor"], np.float32)
        tiny.write()
    return path, model


@pytest.mark.parametrize("name", CASES)
def test_the_import_gives_back_the_model(tiny_gguf: TinyGguf, store: ModelStore, name: str) -> None:
    import torch
    from transformers import AutoModelForCausalLM

    path, theirs = built(tiny_gguf, name)
    ours = AutoModelForCausalLM.from_pretrained(store.import_path(path).path, dtype=torch.float32)
    assert type(ours) is type(theirs)
    expected, found = theirs.state_dict(), ours.state_dict()
    assert expected.keys() == found.keys()
    # one is added to Gemma's norms and taken away again, which float32 rounds
    tolerance = 1e-6 if name.startswith("gemma") else 0.0
    for key in expected:
        torch.testing.assert_close(found[key], expected[key], rtol=0.0, atol=tolerance, msg=key)
    ids = torch.arange(3, 35).reshape(1, -1)  # past every window
    with torch.inference_mode():
        torch.testing.assert_close(ours(ids).logits, theirs(ids).logits, rtol=1e-4, atol=1e-4)


def test_every_architecture_has_a_case() -> None:
    assert {architecture for architecture, _, _ in CASES.values()} == set(ARCHITECTURES)


@pytest.mark.parametrize(
    ("name", "key", "value", "error"),
    [
        ("qwen2", "qwen2.rope.scaling.type", "longrope", UserError),
        ("qwen2", "qwen2.attention.key_length", 16, BadModelFile),
        ("qwen3", "qwen3.attention.value_length", 8, UserError),
        ("qwen3", "qwen3.rope.dimension_count", 8, UserError),
        ("qwen2 with yarn", "qwen2.rope.scaling.yarn_attn_factor", 0.5, UserError),
        ("qwen3moe", "qwen3moe.expert_used_count", 5, BadModelFile),
        ("qwen3moe", "qwen3moe.expert_count", 2**30, BadModelFile),
        ("qwen3moe", "qwen3moe.expert_feed_forward_length", None, BadModelFile),
        ("gemma3", "gemma3.block_count", 2**30, BadModelFile),
        ("gemma3", "gemma3.attention.head_count", 2**30, BadModelFile),
        ("gemma3", "gemma3.attention.sliding_window_pattern", [True, False], BadModelFile),
        ("phi3 long", "phi3.rope.dimension_count", 8, BadModelFile),
        ("mixtral", "llama.expert_count", 0, UserError),
        ("mixtral", "llama.expert_count", 5, BadModelFile),
        ("granite", "granite.rope.scaling.finetuned", False, UserError),
        ("olmo2", "olmo2.attention.sliding_window", 8, UserError),
    ],
)
def test_a_variant_or_size_that_would_go_wrong_is_refused(
    tiny_gguf: TinyGguf, name: str, key: str, value: object, error: type[Exception]
) -> None:
    built(tiny_gguf, name)
    tiny_gguf.keys[key] = value
    with pytest.raises(error):
        GgufSource(tiny_gguf.write())


ODD_VALUES = [0, 1, 7, 2**31, 2**32 - 1, 0.0, -1.0, 3e38, float("nan"), float("inf"), "x", "", True, [1, 2], ["a"]]


@pytest.mark.parametrize("name", CASES)
def test_odd_metadata_is_an_error_of_ours_or_no_error(tiny_gguf: TinyGguf, name: str) -> None:
    built(tiny_gguf, name)
    rng, good, refused = random.Random(name), dict(tiny_gguf.keys), 0
    for _ in range(40):
        tiny_gguf.keys = good | {rng.choice([*good]): rng.choice(ODD_VALUES)}
        try:
            GgufSource(tiny_gguf.write())
        except MeshnetError:
            refused += 1
    assert refused > 10


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, SHORT_LAYERS),
        ({"sliding_window_pattern": 3}, (["sliding_attention"] * 2 + ["full_attention"]) * 2),
        ({"sliding_window_pattern": [False, True] * 3}, ["full_attention", "sliding_attention"] * 3),
        ({"sliding_window": 0}, ["full_attention"] * 6),
    ],
)
def test_the_pattern_of_the_windows_is_the_files_or_the_familys(
    tiny_gguf: TinyGguf, keys: dict[str, Any], expected: list[str]
) -> None:
    built(tiny_gguf, "gemma3")
    tiny_gguf.keys |= {f"gemma3.attention.{key}": value for key, value in keys.items()}
    assert GgufSource(tiny_gguf.write())._conversion.config["layer_types"] == expected


@pytest.mark.parametrize(("name", "layers"), [("gemma2", 46), ("gemma3", 62)])
def test_the_largest_gemma_scales_attention_in_its_own_way(tiny_gguf: TinyGguf, name: str, layers: int) -> None:
    built(tiny_gguf, name)
    tiny_gguf.keys[f"{name}.block_count"] = layers
    for source in [key for key in tiny_gguf.tensors if key.startswith("blk.0.")]:
        for index in range(6, layers):
            tiny_gguf.tensors[source.replace("blk.0.", f"blk.{index}.")] = tiny_gguf.tensors[source]
    assert GgufSource(tiny_gguf.write())._conversion.config["query_pre_attn_scalar"] == 32 // 4


def test_a_norm_that_llama_cpp_moved_by_one_is_moved_back(tiny_gguf: TinyGguf, store: ModelStore) -> None:
    import numpy as np
    from safetensors.numpy import load_file

    path, _ = built(tiny_gguf, "gemma3")
    found = load_file(store.import_path(path).path / "model.safetensors")
    stored = tiny_gguf.tensors["blk.2.post_ffw_norm.weight"]
    np.testing.assert_array_equal(found["model.layers.2.post_feedforward_layernorm.weight"], stored - np.float32(1.0))
