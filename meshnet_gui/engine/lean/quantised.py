"""A model's products in few bits, mapped from the files that hold them (``coded_files``).

Products of the same input lie joined: queries, keys and values, gate and up; values stay in 8 bit, apart, where 4 bit
does not hold them. Norms, biases and the embedding's rows stay as they are. How rows are coded is ``codes``' business.
Source of the layout: ONNX Runtime's MatMulNBits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.engine.lean.codes import Coding, Offset4, Plain8, Rotated8, emit_product
from meshnet_gui.engine.lean.onnx_format import FLOAT, UINT8, Graph, Place
from meshnet_gui.engine.lean.plan import NotLean
from meshnet_gui.engine.lean.weights import Array, MappedWeights
from meshnet_gui.modelstore.safetensors_file import read_header

REFINED = 32
_TENSORS = (("codes", UINT8), ("scales", FLOAT), ("zero_points", UINT8))
_JOINED = {"q_proj": "qkv_proj", "k_proj": "qkv_proj", "v_proj": "qkv_proj", "gate_proj": "gate_up_proj"}
_JOINED |= {"up_proj": "gate_up_proj"}
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a precision codes products. ``name`` is that of the file, and part of the model's identity."""

    name: str
    words: str
    bits: int

    def coding(self, product: str, num_rows: int, width: int, bits: int | None = None) -> Coding:
        """In 4 bit the lm_head stays in 8; so does what the 4-bit form does not fit. ``bits``: others than its own."""
        is_layer = product.startswith("model.layers.")
        if (bits or self.bits) == 4 and is_layer and width % Offset4.block == 0 and num_rows % 8 == 0:
            return Offset4()
        can_rotate = width % Rotated8.block == 0 and not product.endswith(".o_proj.weight")
        return Rotated8() if can_rotate else Plain8()  # what attention gives has no outliers to spread


SCHEMES = {
    "int8": Scheme("int8_rotated32", "8-bit", 8),
    "int4": Scheme("int4_fitted32", "4-bit", 4),
}
"""By precision, as in ``settings.PRECISIONS``."""


class QuantisedProducts:
    """Products by MatMulNBits. The runtime packs the codes for this machine and keeps that; the file's pages go."""

    prepacks = True
    joins = True

    def __init__(self, weights: MappedWeights, scheme: Scheme, files: Sequence[Path]) -> None:
        self._weights = weights
        self._scheme = scheme
        self._places: dict[str, tuple[Place, tuple[int, ...]]] = {}
        for file in files:
            entries = read_header(file)
            offset = file.stat().st_size - sum(entry.num_bytes for entry in entries)
            for entry in entries:
                self._places[entry.name] = Place(file.name, offset, entry.num_bytes), entry.shape
                offset += entry.num_bytes

    def emit(self, graph: Graph, tensors: dict[str, Array], x: str, *weights: str) -> str:
        products: dict[str, list[str]] = {}
        for weight in weights:
            products.setdefault(self._product(weight), []).append(weight)
        parts = [self._emit(graph, x, product, of) for product, of in products.items()]
        y = parts[0] if len(parts) == 1 else graph.node("Concat", parts, [f"{weights[0]}.joined"], axis=-1)
        return y if weights[0].startswith("model.layers.") else self._refined(graph, x, y, weights[0])

    def _emit(self, graph: Graph, x: str, product: str, weights: Sequence[str]) -> str:
        from meshnet_gui.engine.lean.kernels import check_kernel

        tensors = [(f"{product}.{kind}", onnx_kind) for kind, onnx_kind in _TENSORS]
        for name, _ in tensors:
            if name not in self._places:
                raise NotLean(f"the {self._scheme.words} weights have no tensor {name}")
        num_rows, width = sum(self._weights.shape(weight)[0] for weight in weights), self._weights.shape(weights[0])[1]
        fits_4_bit = self._places[tensors[0][0]][1][-1] == Offset4.block // 2
        coding = self._scheme.coding(product, num_rows, width, 4 if fits_4_bit else 8)
        check_kernel(coding, width)
        inputs = [coding.prepare(graph, x, width)]
        for name, onnx_kind in tensors:
            place, shape = self._places[name]
            inputs.append(graph.initialiser(name, onnx_kind, shape, place))
        return emit_product(graph, coding, inputs, f"{product}.out", (num_rows, width))

    def _product(self, weight: str) -> str:
        """Values that 4 bit does not hold are a product of their own."""
        return weight if f"{weight}.codes" in self._places else product_of(weight)

    def _refined(self, graph: Graph, x: str, logits: str, weight: str) -> str:
        """The largest logits once more with the weights as stored: which one is the largest hangs on little.

        Reads some rows of the mapped weights, none where they are not stored as float32.
        """
        place = self._weights.place(weight)
        if place is None:
            return logits
        count = min(REFINED, self._weights.shape(weight)[0])
        stored = graph.initialiser(weight, FLOAT, self._weights.shape(weight), place)
        best = f"{logits}.best"
        graph.node("TopK", [logits, graph.sizes(count)], [f"{best}.rounded", best], axis=-1, sorted=0)
        rows = graph.node("Gather", [stored, best], [f"{best}.rows"])
        column = graph.node("Reshape", [x, graph.sizes(0, 0, -1, 1)], [f"{best}.column"])
        exact = graph.node("MatMul", [rows, column], [f"{best}.columns"])
        flat = graph.node("Reshape", [exact, graph.sizes(0, 0, -1)], [f"{best}.exact"])
        return graph.node("ScatterElements", [logits, best, flat], [f"{logits}.refined"], axis=-1)

    def num_bytes(self, used: frozenset[str]) -> int:
        """Bytes of the tensors that stand for these weights; those without codes are float32."""
        coded = {self._product(weight) for weight in used if f"{self._product(weight)}.codes" in self._places}
        places = [place for name, (place, _) in self._places.items() if name.rpartition(".")[0] in coded]
        stored = [math.prod(self._weights.shape(weight)) for weight in used if self._product(weight) not in coded]
        return sum(place.num_bytes for place in places) + 4 * sum(stored)


def product_of(weight: str) -> str:
    """The name of the product in which a stored weight takes part."""
    parent, _, name = weight.removesuffix(".weight").rpartition(".")
    return f"{parent}.{_JOINED[name]}.weight" if name in _JOINED and weight.endswith(".weight") else weight
