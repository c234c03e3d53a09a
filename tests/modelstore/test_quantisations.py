"""Every quantisation that a GGUF can hold: imported with the values of an independent reading, or refused by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest
from safetensors.numpy import load_file

from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.gguf_import import GgufSource
from meshnet_gui.modelstore.store import ModelStore

if TYPE_CHECKING:
    from tests.modelstore.conftest import TinyGguf

Kind = gguf.GGMLQuantizationType
COLUMNS, ROWS = 256, 64
NAME, TARGET = "blk.1.ffn_down.weight", "model.layers.1.mlp.down_proj.weight"
PLAIN = [Kind.F32, Kind.F16, Kind.BF16, Kind.Q4_0, Kind.Q4_1, Kind.Q5_0, Kind.Q5_1, Kind.Q8_0]
SCALES_AT = {  # where the half-precision scales lie in each group of stored bytes: ggml-common.h in ggml
    Kind.Q2_K: (80, 82),
    Kind.Q3_K: (108,),
    Kind.Q4_K: (0, 2),
    Kind.Q5_K: (0, 2),
    Kind.Q6_K: (208,),
    Kind.IQ2_XXS: (0,),
    Kind.IQ2_XS: (0,),
    Kind.IQ2_S: (0,),
    Kind.IQ3_XXS: (0,),
    Kind.IQ3_S: (0,),
    Kind.IQ1_S: (0,),
    Kind.IQ4_NL: (0,),
    Kind.IQ4_XS: (0,),
}
REFUSED = [Kind.Q8_1, Kind.Q8_K, Kind.Q1_0, Kind.I8, Kind.I16, Kind.I32, Kind.I64, Kind.F64]


def with_wide_ffn(tiny: TinyGguf) -> TinyGguf:
    """The tiny model with rows of 256 values, as the larger groups need."""
    rng = np.random.default_rng(11)
    tiny.keys["llama.feed_forward_length"] = COLUMNS
    for name in [name for name in tiny.tensors if "ffn_" in name and "norm" not in name]:
        shape = (ROWS, COLUMNS) if "down" in name else (COLUMNS, ROWS)
        tiny.tensors[name] = rng.standard_normal(shape, dtype=np.float32)
    return tiny


def imported(tiny: TinyGguf, store: ModelStore) -> np.ndarray:
    values: np.ndarray = load_file(store.import_path(tiny.write()).path / "model.safetensors")[TARGET]
    return values


@pytest.mark.parametrize("kind", PLAIN)
def test_what_gguf_can_write_comes_back(tiny_gguf: TinyGguf, store: ModelStore, kind: Kind) -> None:
    tiny = with_wide_ffn(tiny_gguf)
    original = tiny.tensors[NAME]
    tiny.kinds[NAME] = kind
    found = imported(tiny, store)
    np.testing.assert_array_equal(found, gguf.quants.dequantize(gguf.quants.quantize(original, kind), kind))
    coarsest = {Kind.F32: 0.0, Kind.F16: 0.002, Kind.BF16: 0.02, Kind.Q8_0: 0.02}.get(kind, 0.4)
    assert float(np.abs(found - original).max()) <= coarsest


def stored_groups(kind: Kind) -> np.ndarray:
    """Random bytes with sensible scales. Shapes: ``(rows, bytes per row)``."""
    per_group, group_bytes = gguf.GGML_QUANT_SIZES[kind]
    rng = np.random.default_rng(int(kind))
    groups = rng.integers(0, 256, (ROWS * COLUMNS // per_group, group_bytes), dtype=np.uint8)
    for place in SCALES_AT[kind]:
        scales = rng.uniform(0.01, 0.1, len(groups)).astype("<f2")
        groups[:, place : place + 2] = scales[:, None].view(np.uint8)
    return groups.reshape(ROWS, -1)


@pytest.mark.parametrize("kind", SCALES_AT)
def test_the_others_are_read_as_transformers_reads_them(tiny_gguf: TinyGguf, store: ModelStore, kind: Kind) -> None:
    import torch
    from transformers.integrations.gguf.dequant import dequantize

    tiny = with_wide_ffn(tiny_gguf)
    stored = stored_groups(kind)
    tiny.stored[NAME] = (kind, stored)
    expected = dequantize(torch.from_numpy(stored).reshape(-1), int(kind)).reshape(ROWS, COLUMNS).numpy()
    assert np.ptp(expected) > 0.0
    np.testing.assert_allclose(imported(tiny, store), expected, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("kind", REFUSED)
def test_what_cannot_be_read_is_refused_by_name(tiny_gguf: TinyGguf, kind: Kind) -> None:
    tiny = with_wide_ffn(tiny_gguf)
    per_group, group_bytes = gguf.GGML_QUANT_SIZES[kind]
    tiny.stored[NAME] = (kind, np.zeros((ROWS, COLUMNS // per_group * group_bytes), np.uint8))
    with pytest.raises(UserError, match=kind.name):
        GgufSource(tiny.write())
