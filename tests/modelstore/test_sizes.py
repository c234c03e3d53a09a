"""What a span weighs, from headers and configuration alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.modelstore.safetensors_file import TensorEntry
from meshnet_gui.modelstore.sizes import ModelSizes, Weights, layers_kv_bytes, model_sizes, sizes_of
from meshnet_gui.modelstore.spec import read_spec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.types import Span

WriteFolder = Callable[..., Path]
ROW, MATRIX = 16, 64
LAYER, TABLE, HEAD = Weights(1000, 10), Weights(400), Weights(400, 5)
TIED = ModelSizes((LAYER,) * 4, TABLE, Weights(0, 5), tied=True)
UNTIED = ModelSizes((LAYER,) * 4, TABLE, HEAD, tied=False)
EVERYWHERE = ModelSizes((LAYER,) * 4, TABLE, HEAD, tied=False, ids_everywhere=True)


@pytest.fixture
def model(store: ModelStore, write_folder: WriteFolder) -> Path:
    return store.import_path(write_folder(sharded=True), "m").path


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (Span(0, 2), 3 * MATRIX + ROW),
        (Span(0, 1), 2 * MATRIX),
        (Span(1, 2), 2 * MATRIX + ROW),
    ],
)
def test_the_bytes_of_a_span_count_what_its_shard_needs(model: Path, span: Span, expected: int) -> None:
    assert model_sizes(read_spec(model)).of_span(span) == expected


@pytest.mark.parametrize(
    ("sizes", "span", "precision", "expected"),
    [
        (TIED, Span(1, 3), "fp32", 2 * 4040),
        (TIED, Span(0, 1), "fp32", 4040 + 1600),
        (TIED, Span(3, 4), "fp32", 4040 + 1600 + 20),
        (TIED, Span(0, 4), "fp32", 4 * 4040 + 1600 + 20),
        (UNTIED, Span(0, 4), "fp32", 4 * 4040 + 1600 + 1620),
        (UNTIED, Span(3, 4), "fp32", 4040 + 1620),
        (EVERYWHERE, Span(1, 3), "fp32", 2 * 4040 + 1600),
        (EVERYWHERE, Span(3, 4), "fp32", 4040 + 1600 + 1620),
        (TIED, Span(1, 3), "auto", 2 * 4040),
        (TIED, Span(0, 4), "bf16", 4 * 2040 + 800 + 20),
        (TIED, Span(1, 3), "int8", 2 * 1200),
        (TIED, Span(0, 1), "int8", 1200),
        (TIED, Span(3, 4), "int8", 1200 + 464 + 20),
        (UNTIED, Span(0, 4), "int8", 4 * 1200 + 464 + 20),
        (UNTIED, Span(1, 2), "int4", 800 + 40),
    ],
)
def test_the_bytes_of_a_span_follow_the_precision_and_what_its_ends_need(
    sizes: ModelSizes, span: Span, precision: str, expected: int
) -> None:
    assert sizes.of_span(span, precision) == expected


LATENT = {"num_attention_heads": 4, "kv_lora_rank": 16, "qk_rope_head_dim": 2, "v_head_dim": 8}


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({"num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 16}, (256, 256)),
        ({"n_head": 4, "n_embd": 64}, (512, 512)),
        ({"text_config": {"num_attention_heads": 4, "hidden_size": 64}}, (512, 512)),
        (
            {"num_attention_heads": 4, "hidden_size": 64, "layer_types": ["linear_attention", "full_attention"]},
            (0, 512),
        ),
        ({"num_attention_heads": 4, "hidden_size": 64, "layer_types": ["sliding_attention"] * 2}, (512, 512)),
        ({"num_attention_heads": 4, "hidden_size": 64, "layer_types": ["linear_attention"]}, (512, 512)),
        ({"num_attention_heads": 4, "hidden_size": 64, "multi_query": True}, (128, 128)),
        (LATENT, (72, 72)),
        ({**LATENT, "index_head_dim": 4}, (4 * (16 + 2 + 4),) * 2),
        ({"hidden_size": 64}, (0, 0)),
        ({"num_attention_heads": True, "hidden_size": "64"}, (0, 0)),
    ],
)
def test_keys_and_values_of_a_token_come_from_the_configuration(
    config: dict[str, Any], expected: tuple[int, ...]
) -> None:
    assert layers_kv_bytes(config, 2) == expected


def test_a_token_s_bytes_are_those_of_the_span_s_layers() -> None:
    sizes = ModelSizes((LAYER,) * 3, TABLE, HEAD, tied=False, kv_bytes=(100, 0, 30))
    assert [sizes.kv_bytes_per_token(span) for span in (Span(0, 3), Span(1, 3), Span(0, 1))] == [130, 30, 100]
    assert TIED.kv_bytes_per_token(Span(0, 4)) == 0


def test_codes_count_for_the_numbers_that_they_stand_for_and_scales_for_none() -> None:
    entries = (
        TensorEntry("model.layers.0.mlp.experts.up_blocks", "U8", (2, 8)),
        TensorEntry("model.layers.0.mlp.experts.up_scales", "U8", (2, 1)),
        TensorEntry("model.layers.0.o_proj.weight", "F8_E4M3", (4, 4)),
        TensorEntry("model.layers.0.o_proj.weight_scale_inv", "F32", (1, 1)),
    )
    assert sizes_of(entries, {}, 1, ids_everywhere=False).layers == (Weights(32 + 16),)
