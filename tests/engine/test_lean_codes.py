"""Codes stand for the weights that they were made of, and the runtime's products are those of what they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from meshnet_gui.engine.lean.codes import Coding, Offset4, Plain8, Rotated8, hadamard
from meshnet_gui.engine.lean.kernels import product
from meshnet_gui.engine.lean.quantised import SCHEMES, product_of
from meshnet_gui.engine.lean.weights import Array

CODINGS = [Plain8(), Rotated8(), Offset4()]
WIDTHS = [32, 96, 576, 1536, 2080]
"""One block, fewer and more blocks than fit into a block of appended means, and numbers that fill none."""


def normal(*shape: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)


def off(found: Array, expected: Array) -> float:
    return float(np.linalg.norm(found - expected) / np.linalg.norm(expected))


@pytest.mark.parametrize("coding", CODINGS, ids=lambda c: type(c).__name__)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("num_positions", [1, 5])
def test_products_are_those_of_the_weights_that_the_codes_stand_for(
    coding: Coding, width: int, num_positions: int
) -> None:
    rows, x = normal(24, width), normal(num_positions, width, seed=1) + 0.5  # blocks of the input have means
    stands_for = coding.decode(coding.encode(rows), width)
    assert off(product(coding, rows, x), x @ stands_for.T) < 0.012  # the input's rounding


@pytest.mark.parametrize(("coding", "most"), [(Plain8(), 0.006), (Rotated8(), 0.006), (Offset4(), 0.075)])
@pytest.mark.parametrize("width", WIDTHS)
def test_codes_stand_for_nearly_the_weights(coding: Coding, width: int, most: float) -> None:
    rows = normal(16, width)
    assert off(coding.decode(coding.encode(rows), width), rows) < most


@pytest.mark.parametrize("width", WIDTHS)
def test_weights_on_a_grid_with_fractional_offsets_are_kept(width: int) -> None:
    source = np.random.default_rng(2)
    levels = source.integers(0, 16, (16, width // 32, 32)).astype(np.float32)
    levels[..., 0], levels[..., 1] = 0, 15  # as a source that reaches from the least to the most has it
    steps = source.uniform(0.01, 0.03, levels.shape[:2]).astype(np.float32)
    offsets = steps * source.uniform(-13, -2, steps.shape).astype(np.float32)
    rows = (levels * steps[..., None] + offsets[..., None]).reshape(16, width)
    assert off(Offset4().decode(Offset4().encode(rows), width), rows) < 1e-3


def test_a_width_that_is_no_multiple_of_a_block_is_coded_as_it_is() -> None:
    rows, x = normal(16, 45), normal(3, 45, seed=1)
    assert off(Plain8().decode(Plain8().encode(rows), 45), rows) < 0.006
    assert off(product(Plain8(), rows, x), x @ rows.T) < 0.02


@pytest.mark.parametrize("coding", CODINGS, ids=lambda c: type(c).__name__)
@pytest.mark.parametrize("value", [0.0, 3.5, -0.25])
def test_weights_that_are_all_alike_are_kept(coding: Coding, value: float) -> None:
    rows = np.full((8, 64), value, np.float32)
    rows[1] = 0.0
    np.testing.assert_allclose(coding.decode(coding.encode(rows), 64), rows, atol=1e-6)


def test_a_rotation_is_its_own_inverse() -> None:
    np.testing.assert_allclose(hadamard(32) @ hadamard(32), np.eye(32), atol=1e-6)


def test_a_rotated_product_is_nearer_where_the_input_has_outliers() -> None:
    rows, x = normal(64, 576), normal(4, 576, seed=1)
    x[:, ::32] *= 40
    plain, rotated = (off(product(coding, rows, x), x @ rows.T) for coding in (Plain8(), Rotated8()))
    assert rotated < plain / 2


@pytest.mark.parametrize(
    ("precision", "name", "shape", "expected"),
    [
        ("int8", "model.layers.3.mlp.down_proj.weight", (64, 96), Rotated8),
        ("int8", "model.layers.3.self_attn.o_proj.weight", (64, 96), Plain8),
        ("int8", "lm_head.weight", (261, 45), Plain8),
        ("int4", "model.layers.3.self_attn.o_proj.weight", (64, 96), Offset4),
        ("int4", "model.layers.3.mlp.down_proj.weight", (64, 45), Plain8),
        ("int4", "model.embed_tokens.weight", (261, 64), Rotated8),
    ],
)
def test_each_product_has_the_coding_that_fits_it(
    precision: str, name: str, shape: tuple[int, int], expected: type
) -> None:
    assert type(SCHEMES[precision].coding(name, *shape)) is expected


def test_products_of_the_same_input_are_one() -> None:
    layer = "model.layers.7"
    assert {product_of(f"{layer}.self_attn.{name}_proj.weight") for name in "qkv"} == {
        f"{layer}.self_attn.qkv_proj.weight"
    }
    assert product_of(f"{layer}.mlp.up_proj.weight") == product_of(f"{layer}.mlp.gate_proj.weight")
    assert product_of("lm_head.weight") == "lm_head.weight"
