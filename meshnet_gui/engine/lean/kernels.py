"""Whether the runtime's products of codes are right on this machine: held against what the codes stand for.

What a whole span gives cannot tell in 4 bit: there the rounding of the weights alone moves it far from float32.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import onnxruntime as ort  # type: ignore[import-untyped]

from meshnet_gui.engine.lean.codes import Coding, emit_product
from meshnet_gui.engine.lean.onnx_format import FLOAT, UINT8, Graph
from meshnet_gui.engine.lean.plan import NotLean
from meshnet_gui.engine.lean.weights import Array

MAX_DIFFERENCE = 0.03  # of the norm; measured: 0.004 to 0.006
_NUM_ROWS = 64
_POSITIONS = (1, 9)  # a step and a prompt have kernels of their own


@lru_cache(maxsize=256)
def check_kernel(coding: Coding, width: int) -> None:
    """Raises NotLean where products of this width are wrong here."""
    source = np.random.default_rng(0)
    rows = source.standard_normal((_NUM_ROWS, width), dtype=np.float32)
    expected_rows = coding.decode(coding.encode(rows), width)
    for num_positions in _POSITIONS:
        x = source.standard_normal((num_positions, width), dtype=np.float32)
        expected = x @ expected_rows.T
        apart = float(np.linalg.norm(product(coding, rows, x) - expected) / np.linalg.norm(expected))
        if not apart <= MAX_DIFFERENCE:  # NaN is not
            raise NotLean(f"{coding.bits}-bit products are {apart:.1e} off here")


def product(coding: Coding, rows: Array, x: Array) -> Array:
    """``x @ rows.T`` as the runtime computes it from the codes of the rows. Shapes: (n, k), (m, k) -> (m, n)."""
    coded, width = coding.encode(rows), rows.shape[1]
    graph = Graph("a product")
    graph.input("x", FLOAT, (1, "n", width))
    inputs = [
        coding.prepare(graph, "x", width),
        graph.constant("codes", UINT8, coded.codes.shape, np.ascontiguousarray(coded.codes).tobytes()),
        graph.constant("scales", FLOAT, coded.scales.shape, coded.scales.astype("<f4").tobytes()),
        graph.constant(
            "zero_points", UINT8, coded.zero_points.shape, np.ascontiguousarray(coded.zero_points).tobytes()
        ),
    ]
    emit_product(graph, coding, inputs, "y", (len(rows), width))
    graph.output("y", FLOAT, (1, "n", len(rows)))
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4  # what fails is raised too
    session = ort.InferenceSession(graph.to_bytes(), options, providers=["CPUExecutionProvider"])
    found: Array = session.run(None, {"x": x[None]})[0][0]
    return found
