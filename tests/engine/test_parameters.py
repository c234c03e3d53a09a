"""The tensors of a model from its configuration alone are those of its files."""

from __future__ import annotations

import math

import pytest

from meshnet_gui.engine.parameters import as_stored, has_few_bits, parameters
from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.manifest import read_json
from meshnet_gui.modelstore.safetensors_file import TensorEntry, read_header
from tests.tiny_models import KINDS, make_tiny


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_counted_is_what_a_saved_model_holds(kind, tmp_path):
    make_tiny(kind, tmp_path)
    saved = read_header(tmp_path / "model.safetensors")
    counted = parameters(read_json(tmp_path / "config.json"), "fp32")
    assert sum(math.prod(e.shape) for e in counted) == sum(math.prod(e.shape) for e in saved)
    assert sum(e.num_bytes for e in counted) == sum(e.num_bytes for e in saved)


def test_an_unknown_type_is_refused():
    with pytest.raises(UserError, match="no model of type 'nothing'"):
        parameters({"model_type": "nothing"})


def test_experts_in_four_bit_keep_a_scale_for_32_numbers():
    experts = TensorEntry("model.layers.0.mlp.experts.gate_up_proj", "BF16", (2, 64, 96))
    bias = TensorEntry("model.layers.0.mlp.experts.gate_up_proj_bias", "BF16", (2, 96))
    stored = list(as_stored((experts, bias), "mxfp4"))
    assert sum(entry.num_bytes for entry in stored[:-1]) == 2 * 64 * 96 * 17 // 32
    assert stored[-1] == bias


def test_products_in_eight_bit_keep_a_scale_for_each_square_and_what_routes_stays_whole():
    product = TensorEntry("model.layers.0.self_attn.o_proj.weight", "BF16", (256, 130))
    whole = [
        TensorEntry(name, "BF16", (128, 128))
        for name in ("model.layers.0.mlp.gate.weight", "model.embed_tokens.weight", "lm_head.weight")
    ]
    stored = list(as_stored((product, *whole), "fp8"))
    assert sum(entry.num_bytes for entry in stored[:2]) == 256 * 130 + 2 * 2 * 4
    assert stored[2:] == whole


def test_only_forms_that_the_lean_path_knows_are_served_in_few_bits():
    config = {"model_type": "llama", "hidden_size": 64, "num_attention_heads": 4, "num_hidden_layers": 2}
    assert has_few_bits(config)
    assert not has_few_bits({**config, "model_type": "qwen3_moe"})
