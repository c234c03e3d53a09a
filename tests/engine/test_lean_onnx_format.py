"""What is written without a protobuf library is what the runtime reads."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest

from meshnet_gui.engine.lean.onnx_format import FLOAT, INT64, Graph, Place


def session(graph: Graph, folder: Path | None = None) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    if folder is not None:
        options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
    return ort.InferenceSession(graph.to_bytes(), options, providers=["CPUExecutionProvider"])


def test_inputs_constants_attributes_and_outputs_arrive() -> None:
    graph = Graph("a test")
    graph.input("x", FLOAT, (2, "n"))
    graph.constant("shape", INT64, (2,), struct.pack("<2q", -1, 2))
    graph.node("Transpose", ["x"], ["turned"])
    graph.node("Reshape", ["turned", "shape"], ["pairs"])
    graph.node("Softmax", ["pairs"], ["y"], axis=-1)
    graph.output("y", FLOAT, ("n", 2))
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    (found,) = session(graph).run(None, {"x": x})
    exponents = np.exp(x.T - x.T.max(axis=1, keepdims=True))
    np.testing.assert_allclose(found, exponents / exponents.sum(axis=1, keepdims=True), rtol=1e-6)


def test_fractions_and_other_domains_arrive() -> None:
    graph = Graph("a test")
    graph.input("x", FLOAT, (1, 4))
    graph.node("QuickGelu", ["x"], ["y"], "com.microsoft", alpha=0.5)
    graph.output("y", FLOAT, (1, 4))
    x = np.array([[-30.0, -1.0, 0.0, 2.0]], np.float32)
    (found,) = session(graph).run(None, {"x": x})
    np.testing.assert_allclose(found, x / (1 + np.exp(-0.5 * x)), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("offset", [0, 8, 300])
def test_weights_are_read_from_their_part_of_a_file(tmp_path: Path, offset: int) -> None:
    weight = np.arange(12, dtype=np.float32).reshape(3, 4)
    (tmp_path / "weights.bin").write_bytes(b"x" * offset + weight.tobytes() + b"y" * 5)
    graph = Graph("a test")
    graph.input("x", FLOAT, (1, 1, 4))
    graph.initialiser("w", FLOAT, (3, 4), Place("weights.bin", offset, weight.nbytes))
    graph.node("FusedMatMul", ["x", "w"], ["y"], "com.microsoft", transB=1)
    graph.output("y", FLOAT, (1, 1, 3))
    x = np.ones((1, 1, 4), np.float32)
    (found,) = session(graph, tmp_path).run(None, {"x": x})
    np.testing.assert_allclose(found, x @ weight.T)


def test_a_file_that_is_too_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(b"x" * 16)
    graph = Graph("a test")
    graph.input("x", FLOAT, (1, 4))
    graph.initialiser("w", FLOAT, (1, 4), Place("weights.bin", 0, 48))
    graph.node("Add", ["x", "w"], ["y"])
    graph.output("y", FLOAT, (1, 4))
    with pytest.raises(Exception, match=r"(?i)weights\.bin|extern|initializer|size|length"):
        session(graph, tmp_path)
