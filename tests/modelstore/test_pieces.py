"""Which piece a tensor belongs to, by the names that models really use."""

from __future__ import annotations

import pytest

from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, layer_piece, piece_of

NUM_LAYERS = 4


@pytest.mark.parametrize(
    ("tensor", "piece"),
    [
        ("model.embed_tokens.weight", EMBEDDING),
        ("transformer.wte.weight", EMBEDDING),
        ("backbone.embeddings.weight", EMBEDDING),
        ("transformer.word_embeddings_layernorm.bias", EMBEDDING),
        ("model.layers.3.self_attn.q_proj.weight", layer_piece(3)),
        ("h.0.attn.c_attn.weight", layer_piece(0)),
        ("model.language_model.layers.1.mlp.up_proj.weight", layer_piece(1)),
        ("model.norm.weight", TAIL),
        ("model.embedding_norm.weight", TAIL),  # the last norm, whatever its name says
        ("lm_head.weight", TAIL),
    ],
)
def test_a_tensor_belongs_to_the_piece_that_its_name_says(tensor: str, piece: str) -> None:
    assert piece_of(tensor, NUM_LAYERS) == piece


@pytest.mark.parametrize(
    "tensor",
    [
        "model.layers.4.self_attn.q_proj.weight",
        "mtp.layers.0.self_attn.q_proj.weight",
        "model.mtp.layers.0.mlp.up_proj.weight",
        "mtp.fc.weight",
        "model.visual.blocks.0.attn.qkv.weight",
        "vision_tower.encoder.layers.0.mlp.fc1.weight",
        "multi_modal_projector.linear_1.weight",
    ],
)
def test_what_sees_hears_or_predicts_further_tokens_belongs_to_none(tensor: str) -> None:
    assert piece_of(tensor, NUM_LAYERS) == ""
