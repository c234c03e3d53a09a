"""Grids lose no more than from the least to the most, and find the source's own where there is one."""

from __future__ import annotations

import numpy as np
import pytest

from meshnet_gui.engine.lean.fit import fitted
from meshnet_gui.engine.lean.weights import Array

STEPS = 15


def normal(num_blocks: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).standard_normal((3, num_blocks, 32), dtype=np.float32)


def on_grid(most: int) -> Array:
    """Blocks of a 4-bit source that use the levels from 0 to ``most``."""
    source = np.random.default_rng(1)
    levels = source.integers(0, most + 1, (5, 8, 32)).astype(np.float32)
    levels[..., 0], levels[..., 1] = 0, most
    step, low = (source.uniform(0.01, 0.03, (5, 8, 1)).astype(np.float32) for _ in range(2))
    return levels * step - low * 8


def ends(blocks: Array) -> tuple[Array, Array]:
    return blocks.min(axis=-1), blocks.max(axis=-1)


def lost(blocks: Array, lowest: Array, highest: Array) -> Array:
    """Squared, of each block."""
    steps = ((highest - lowest) / STEPS)[..., None]
    levels = np.clip(np.rint((blocks - lowest[..., None]) / np.where(steps == 0, 1, steps)), 0, STEPS)
    found: Array = ((levels * steps + lowest[..., None] - blocks) ** 2).sum(axis=-1)
    return found


def test_blocks_that_reach_over_their_grid_keep_its_ends_to_the_bit() -> None:
    blocks = on_grid(STEPS)
    for found, expected in zip(fitted(blocks, STEPS), ends(blocks), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("most", [12, 13, 14])
def test_the_grid_of_a_source_that_does_not_use_all_levels_is_found(most: int) -> None:
    blocks = on_grid(most)
    assert lost(blocks, *ends(blocks)).sum() > 1e-3 * (blocks**2).sum()
    assert lost(blocks, *fitted(blocks, STEPS)).sum() < 1e-9 * (blocks**2).sum()


@pytest.mark.parametrize("num_blocks", [20, 5000])
def test_no_block_loses_more_than_from_its_least_to_its_most(num_blocks: int) -> None:
    blocks = normal(num_blocks)
    before, after = lost(blocks, *ends(blocks)), lost(blocks, *fitted(blocks, STEPS))
    assert (after <= before * 1.0001).all()
    assert after.sum() < 0.85 * before.sum()


def test_one_outlier_does_not_spoil_the_other_blocks() -> None:
    blocks = normal(4)
    alone = fitted(blocks[:, 1:], STEPS)
    blocks[:, 0, 7] = 1e6
    for found, expected in zip(fitted(blocks, STEPS), alone, strict=True):
        np.testing.assert_array_equal(found[:, 1:], expected)


@pytest.mark.parametrize("value", [0.0, 2.5, -1e-30])
def test_blocks_that_are_all_alike_are_kept(value: float) -> None:
    blocks = np.full((2, 3, 32), value, np.float32)
    lowest, highest = fitted(blocks, STEPS)
    assert (lowest == np.float32(value)).all()
    assert (highest == np.float32(value)).all()
