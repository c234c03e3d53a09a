"""How weights become codes of few bits, and what their product's input must become before it. Knows no files.

MatMulNBits rounds what it multiplies with to 8 bit as well, in the blocks of the weights, and that is most of what is
lost. So each coding treats the input too:

* ``Plain8``: blocks of 32 weights are ``scale * (code - zero point)``; the 256 codes reach from the least to the most.
* ``Rotated8``: the same after both the weights and the input are rotated within each block by the same orthonormal
  Hadamard matrix, which leaves the product as it is and spreads an outlier of the input over its block, where it would
  have made the scale coarse for the 31 others. Source: QuaRot (Ashkboos et al. 2024).
* ``Offset4``: blocks of 32 weights are ``scale * (code - zero point)`` plus an offset, both as ``fit`` finds them. The
  operator takes whole zero points only. The rest of the offset, at most half a step, is multiplied with the mean of the
  input's block: the means are appended to the input, and their codes are the rest of the offset, in two parts of 4 bit.
  So a model that was stored with fractional offsets (GGUF's Q4_1, Q4_K) is computed with the weights that it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from meshnet_gui.engine.lean.fit import fitted
from meshnet_gui.engine.lean.onnx_format import FLOAT, Graph
from meshnet_gui.engine.lean.weights import Array

ACCURACY_LEVEL = 4  # 8-bit arithmetic; 1 would multiply in float32, thirteen times slower
_EIGHT_BIT_MAX = 255
_FOUR_BIT_MAX, _FOUR_BIT_MIDDLE = 15, 8


@dataclass(frozen=True, slots=True)
class Coded:
    """Shapes: codes (n, blocks, bytes) and packed zero points (n, bytes) uint8, scales (n, blocks) float32."""

    codes: Array
    scales: Array
    zero_points: Array


class Coding(Protocol):
    """One way to code the rows of a product. ``width`` is theirs, before anything is appended."""

    bits: int
    block: int

    def coded_width(self, width: int) -> int:
        """The width of the product, appended columns included."""

    def encode(self, rows: Array) -> Coded: ...

    def decode(self, coded: Coded, width: int) -> Array:
        """The rows that the codes stand for."""

    def prepare(self, graph: Graph, x: str, width: int) -> str:
        """Adds what the input goes through; returns its name."""

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Plain8:
    """8 bit, the input as it is; any width."""

    bits, block = 8, 32

    def coded_width(self, width: int) -> int:
        return width

    def encode(self, rows: Array) -> Coded:
        num_rows, width = rows.shape
        num_blocks = -(-width // self.block)
        padded = np.zeros((num_rows, num_blocks * self.block), np.float32)
        padded[:, :width] = rows
        blocks = padded.reshape(num_rows, num_blocks, self.block)
        lowest, highest = np.minimum(blocks.min(axis=-1), 0), np.maximum(blocks.max(axis=-1), 0)
        scales = (highest - lowest) / np.float32(_EIGHT_BIT_MAX)
        scales[scales == 0] = 1.0
        zero_points = np.rint(-lowest / scales)
        codes = np.clip(np.rint(blocks / scales[..., None]) + zero_points[..., None], 0, _EIGHT_BIT_MAX)
        return Coded(codes.astype(np.uint8), scales, zero_points.astype(np.uint8))

    def decode(self, coded: Coded, width: int) -> Array:
        levels = coded.codes.astype(np.float32) - coded.zero_points[..., None]
        blocks: Array = levels * coded.scales[..., None]
        return blocks.reshape(len(blocks), -1)[:, :width]

    def prepare(self, graph: Graph, x: str, width: int) -> str:
        return x


@dataclass(frozen=True)
class Rotated8(Plain8):
    """8 bit, weights and input rotated alike; widths that are multiples of the block."""

    def encode(self, rows: Array) -> Coded:
        return super().encode(self._rotated(rows))

    def decode(self, coded: Coded, width: int) -> Array:
        return self._rotated(super().decode(coded, width))

    def prepare(self, graph: Graph, x: str, width: int) -> str:
        matrix = hadamard(self.block)
        rotation = graph.constant(f"rotation.{self.block}", FLOAT, matrix.shape, matrix.astype("<f4").tobytes())
        blocks = graph.node("Reshape", [x, graph.sizes(0, 0, -1, self.block)], [f"{x}.blocks"])
        rotated = graph.node("MatMul", [blocks, rotation], [f"{x}.rotated"])
        return graph.node("Reshape", [rotated, graph.sizes(0, 0, width)], [f"{x}.flat"])

    def _rotated(self, rows: Array) -> Array:
        """There and back: the matrix is its own inverse."""
        blocks: Array = rows.reshape(len(rows), -1, self.block) @ hadamard(self.block)
        return blocks.reshape(rows.shape)


@dataclass(frozen=True)
class Offset4:
    """4 bit with a fractional offset for each block; widths that are multiples of the block."""

    bits, block = 4, 32

    def coded_width(self, width: int) -> int:
        return width + self._copies(width) * (width // self.block)

    def encode(self, rows: Array) -> Coded:
        num_rows = len(rows)
        blocks = rows.reshape(num_rows, -1, self.block).astype(np.float32)
        steps, zero_points, offsets = _grid(*fitted(blocks, _FOUR_BIT_MAX))
        levels = (blocks - offsets[..., None]) / steps[..., None] + zero_points[..., None]
        codes = np.clip(np.rint(levels), 0, _FOUR_BIT_MAX)
        more_codes, more_scales = self._appended(offsets)
        middle = np.full(more_scales.shape, _FOUR_BIT_MIDDLE)
        return Coded(
            _pairs(np.concatenate([codes, more_codes], axis=1).reshape(num_rows, -1)).reshape(
                num_rows, -1, self.block // 2
            ),
            np.concatenate([steps, more_scales], axis=1),
            _pairs(np.concatenate([zero_points, middle], axis=1)),
        )

    def decode(self, coded: Coded, width: int) -> Array:
        num_rows, num_blocks = coded.scales.shape
        codes = _singles(coded.codes.reshape(num_rows, -1)).reshape(num_rows, num_blocks, self.block)
        zero_points = _singles(coded.zero_points)[:, :num_blocks]
        values = (codes.astype(np.float32) - zero_points[..., None]) * coded.scales[..., None]
        num_own = width // self.block
        appended = values[:, num_own:].reshape(num_rows, -1)[:, : self._copies(width) * num_own]
        offsets = appended.reshape(num_rows, -1, num_own).sum(axis=1) / self.block
        rows: Array = values[:, :num_own] + offsets[..., None]
        return rows.reshape(num_rows, width).astype(np.float32)

    def prepare(self, graph: Graph, x: str, width: int) -> str:
        whole = (self.block,)
        means = graph.node("AveragePool", [x], [f"{x}.means"], kernel_shape=whole, strides=whole)
        return graph.node("Concat", [x, *[means] * self._copies(width)], [f"{x}.extended"], axis=2)

    def _copies(self, width: int) -> int:
        """How often the means are appended."""
        return self._second(width // self.block) + 1

    def _second(self, num_means: int) -> int:
        """Which copy of the means is the first that shares no block with copy 0."""
        room = -(-num_means // self.block) * self.block
        return -(-room // num_means)

    def _appended(self, offsets: Array) -> tuple[Array, Array]:
        """Codes (n, blocks, 32) and scales (n, blocks) of the appended columns.

        Copy 0 of the means takes the offsets in steps of its blocks' scales, ``_second`` what these steps leave over.
        """
        num_rows, num_means = offsets.shape
        second = self._second(num_means)
        num_blocks = -(-(second + 1) * num_means // self.block)
        codes = np.full((num_rows, num_blocks, self.block), _FOUR_BIT_MIDDLE, np.float32)
        scales = np.ones((num_rows, num_blocks), np.float32)
        left = offsets * np.float32(self.block)
        for copy in (0, second):
            values = np.zeros((num_rows, num_blocks * self.block), np.float32)
            here = slice(copy * num_means, (copy + 1) * num_means)
            values[:, here] = left
            values = values.reshape(codes.shape)
            largest = np.abs(values).max(axis=-1)
            used = largest > 0
            scales[used] = largest[used] / np.float32(_FOUR_BIT_MIDDLE - 1)
            steps = np.rint(values / scales[..., None])
            codes += steps
            left = left - (steps * scales[..., None]).reshape(num_rows, -1)[:, here]
        return codes, scales


def emit_product(graph: Graph, coding: Coding, inputs: list[str], output: str, shape: tuple[int, int]) -> str:
    """Adds the product of a prepared input and codes, scales and zero points. ``shape``: rows and width as stored."""
    return graph.node(
        "MatMulNBits",
        inputs,
        [output],
        "com.microsoft",
        K=coding.coded_width(shape[1]),
        N=shape[0],
        bits=coding.bits,
        block_size=coding.block,
        accuracy_level=ACCURACY_LEVEL,
    )


def hadamard(size: int) -> Array:
    """The orthonormal, symmetric matrix of signs. ``size`` is a power of two."""
    matrix: Array = np.ones((1, 1), np.float32)
    while len(matrix) < size:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    normed: Array = matrix / np.sqrt(np.float32(size))
    return normed


def _grid(lowest: Array, highest: Array) -> tuple[Array, Array, Array]:
    """Steps, whole zero points, and the rest of the offsets, of blocks that reach from ``lowest`` to ``highest``."""
    steps = (highest - lowest) / np.float32(_FOUR_BIT_MAX)
    same = steps == 0  # all weights alike: one step from the middle
    safe = np.where(same, np.float32(1), steps)
    zero_points = np.where(same, _FOUR_BIT_MIDDLE, np.clip(np.rint(-lowest / safe), 0, _FOUR_BIT_MAX))
    offsets = np.where(same, 0, lowest + zero_points * safe).astype(np.float32)
    steps = np.where(same, np.where(lowest == 0, np.float32(1), np.abs(lowest)), steps)
    return steps.astype(np.float32), zero_points, offsets


def _pairs(values: Array) -> Array:
    """Two to a byte, the first in the lower half. Shapes: (n, k) -> (n, k / 2), rounded up."""
    even = np.pad(values.astype(np.uint8), ((0, 0), (0, values.shape[1] % 2)))
    packed: Array = even[:, ::2] | even[:, 1::2] << 4
    return packed


def _singles(packed: Array) -> Array:
    return np.stack([packed & 15, packed >> 4], axis=-1).reshape(len(packed), -1)
