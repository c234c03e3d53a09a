"""Products of float32 activations with 16-bit weights, by FBGEMM through torch: packed once, some rows at a time.

Weights that are stored in 16 bit keep their values; float32 ones are rounded to bfloat16, of which float16 holds every
value of an ordinary size exactly. Smaller ones lose a little and larger ones do not fit: that is measured while they
are packed, and refused where it counts. Knows no layers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from meshnet_gui.engine.device import release_memory
from meshnet_gui.engine.lean.plan import NotLean
from meshnet_gui.engine.lean.torch_graph import PACKED, GraphText, compiled
from meshnet_gui.engine.lean.weights import Array, MappedWeights

MAX_LOST = 1e-4  # of a part's norm; rounding to bfloat16 itself loses about 1e-3
_WEIGHTS_AT_ONCE = 4 * 2**20  # a part's float32 copy is let go before the next is made


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of a stored matrix, in the order in which a product gives their results."""

    name: str
    rows: Array


class HalfProduct:
    """``x @ weight.T + bias`` of packed parts. Shapes: (n, width) -> (n, rows)."""

    __slots__ = ("num_bytes", "parts")

    def __init__(self, parts: Sequence[Any], num_bytes: int) -> None:
        self.parts = tuple(parts)
        self.num_bytes = num_bytes

    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        if len(self.parts) == 1:
            return _linear(x, self.parts[0])
        return torch.cat([_linear(x, part) for part in self.parts], -1)


class HalfWeights:
    """A model's matrices as products. Raises NotLean where they cannot be had on this machine, or in 16 bit."""

    def __init__(self, weights: MappedWeights) -> None:
        if "fbgemm" not in torch.backends.quantized.supported_engines:
            raise NotLean("it needs FBGEMM, which torch has on x86 only")
        self._weights = weights
        stored = {dtype == "F32" for dtype in weights.matrix_dtypes}
        if len(stored) > 1:
            raise NotLean("some of its matrices are stored in float32 and some in 16 bit")
        self.rounds = stored == {True}

    def product(self, parts: Sequence[Rows], bias: Array | None = None) -> HalfProduct:
        """One product for the rows of all ``parts``, which have the same width. Raises NotLean."""
        packed, start, num_bytes = [], 0, 0
        for rows in self._some_rows(parts):
            _check_lost(rows, parts[0].name)
            part_bias = None if bias is None else torch.from_numpy(bias[start : start + len(rows)].copy())
            packed.append(torch.ops.quantized.linear_prepack_fp16(rows, part_bias))
            start += len(rows)
            num_bytes += 2 * rows.numel()
            for part in parts:
                self._weights.forget(part.name)
            del rows
            release_memory()  # packed parts lie between what is let go here and the end of the heap
        return HalfProduct(packed, num_bytes + (0 if bias is None else bias.nbytes))

    def values(self, name: str, rows: Array) -> torch.Tensor:
        """These rows of a matrix with the values that products have, in float32."""
        found = torch.from_numpy(self._weights.float32_rows(name, rows))
        return found.bfloat16().float() if self.rounds else found

    def _some_rows(self, parts: Sequence[Rows]) -> Iterator[torch.Tensor]:
        step = max(1, _WEIGHTS_AT_ONCE // self._weights.shape(parts[0].name)[1])
        for start in range(0, sum(len(part.rows) for part in parts), step):
            found, begin = [], start
            for part in parts:
                some = part.rows[max(0, begin) : max(0, begin + step)]
                begin -= len(part.rows)
                if len(some):
                    found.append(self.values(part.name, some))
            yield found[0] if len(found) == 1 else torch.cat(found)


def _check_lost(rows: torch.Tensor, name: str) -> None:
    """Raises NotLean where float16 cannot hold the values; NaN is never held."""
    lost = rows.half().float().sub_(rows).norm()
    if not float(lost) <= MAX_LOST * float(rows.norm()):
        raise NotLean(f"{name} holds values that are too large or too small for its products")


def _linear_function() -> Callable[..., torch.Tensor]:
    """The product as a function. As a graph of one operator it is called in 4 us; by its name it takes 15."""
    graph = GraphText()
    text = graph.text(graph.node("quantized::linear_dynamic_fp16", graph.input(), graph.input(PACKED)))
    by_name: Callable[..., torch.Tensor] = torch.ops.quantized.linear_dynamic_fp16
    return compiled(text) or by_name


_linear = _linear_function()
