"""Where the grid of a block of weights shall lie so that rounding to it loses least. Knows no codes and no files.

From the least to the most of a block is the best grid only for weights that have both ends on it. Others are tried
on some grids, each fitted by least squares to the codes that it gives, and the best is kept. Some are whole parts of
the range: a source of 4 bit whose block does not use all levels is found again so. Others leave out a bit of the ends,
since few weights are there. Source: llama.cpp's ``make_qkx2_quants``, without its weighting, which lost more.
"""

from __future__ import annotations

import numpy as np

from meshnet_gui.engine.lean.weights import Array

NEARLY_HELD = 1e-4
"""Of a step squared, on average: what a block may be off its grid and count as a source of that grid."""
_AT_ONCE = 2**11  # blocks whose arrays stay in a core's cache
_WHOLE_PARTS = (14, 13, 12)
_SHRUNK = (0.94, 0.88, 0.82)
_LEFT_BELOW = (0.2, 0.5, 0.8)


def fitted(blocks: Array, num_steps: int) -> tuple[Array, Array]:
    """The ends of the grids of ``num_steps`` steps. Shapes: (n, blocks, weights) -> (n, blocks) twice.

    A block that lies on the grid between its least and its most keeps that, to the bit.
    """
    flat = blocks.reshape(-1, blocks.shape[-1])
    lowest, highest = flat.min(axis=-1), flat.max(axis=-1)
    for start in range(0, len(flat), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        _improve(np.ascontiguousarray(flat[part].T), lowest[part], highest[part], num_steps)
    return lowest.reshape(blocks.shape[:-1]), highest.reshape(blocks.shape[:-1])


def _improve(weights: Array, lowest: Array, highest: Array, num_steps: int) -> None:
    """Moves the ends of those blocks that lose less elsewhere. Shapes: weights (weights, n), ends (n,)."""
    steps = (highest - lowest) / np.float32(num_steps)
    steps[steps == 0] = 1.0  # all weights alike
    lost = _lost(weights, _codes(weights, lowest, steps, num_steps), lowest, steps)
    (off,) = np.nonzero(lost > NEARLY_HELD * len(weights) * steps * steps)
    if not len(off):
        return
    weights, least, lost = weights[:, off], lowest[off], lost[off]
    ranges = highest[off] - least
    best_low, best_step = least.copy(), steps[off]
    for below, share in _tried(num_steps):
        low, step = least + np.float32(below) * ranges, np.float32(share / num_steps) * ranges
        low, step = _least_squares(weights, _codes(weights, low, step, num_steps), low, step)
        now = _lost(weights, _codes(weights, low, step, num_steps), low, step)
        better = now < lost
        lost = np.where(better, now, lost)
        best_low, best_step = np.where(better, low, best_low), np.where(better, step, best_step)
    lowest[off], highest[off] = best_low, best_low + best_step * np.float32(num_steps)


def _tried(num_steps: int) -> list[tuple[float, float]]:
    """Where a grid starts and how far it reaches, as shares of a block's range."""
    longer = [(0.0, num_steps / part) for part in (num_steps, *_WHOLE_PARTS)]
    return longer + [((1 - share) * below, share) for share in _SHRUNK for below in _LEFT_BELOW]


def _codes(weights: Array, low: Array, step: Array, num_steps: int) -> Array:
    codes = weights - low
    codes /= step
    np.rint(codes, out=codes)
    return np.clip(codes, 0, num_steps, out=codes)


def _lost(weights: Array, codes: Array, low: Array, step: Array) -> Array:
    """Squared, of each block. Uses up the codes."""
    codes *= step
    codes += low
    codes -= weights
    codes *= codes
    lost: Array = codes.sum(axis=0)
    return lost


def _least_squares(weights: Array, codes: Array, low: Array, step: Array) -> tuple[Array, Array]:
    """The line through the codes; as it was where they are all alike."""
    mean_code, mean = codes.mean(axis=0), weights.mean(axis=0)
    around = codes - mean_code
    spread = (around * around).sum(axis=0)
    alike = spread == 0
    slope = (around * weights).sum(axis=0) / np.where(alike, np.float32(1), spread)
    slope = np.where(alike | (slope <= 0), step, slope)
    return np.where(alike, low, mean - slope * mean_code), slope
