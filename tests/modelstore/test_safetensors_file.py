from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter, TensorEntry, read_header

ENTRIES = [TensorEntry("b", "F32", (2, 3)), TensorEntry("a", "F32", (5,))]


def write(path: Path) -> str:
    with SafetensorsWriter(path, ENTRIES) as writer:
        writer.write(np.arange(6, dtype="<f4").data.cast("B"))
        writer.write(np.arange(5, dtype="<f4").data.cast("B"))
    return writer.sha256


def test_what_is_written_is_what_the_library_reads(tmp_path: Path) -> None:
    write(tmp_path / "x.safetensors")
    loaded = load_file(tmp_path / "x.safetensors")
    np.testing.assert_array_equal(loaded["b"], np.arange(6, dtype=np.float32).reshape(2, 3))
    np.testing.assert_array_equal(loaded["a"], np.arange(5, dtype=np.float32))


def test_what_the_library_writes_is_read_with_names_types_and_shapes(tmp_path: Path) -> None:
    save_file({"x": np.zeros((2, 2), np.float16), "y": np.zeros(3, np.int64)}, tmp_path / "x.safetensors")
    assert set(read_header(tmp_path / "x.safetensors")) == {
        TensorEntry("x", "F16", (2, 2)),
        TensorEntry("y", "I64", (3,)),
    }


def test_the_digest_is_of_the_whole_file_and_repeatable(tmp_path: Path) -> None:
    import hashlib

    first = write(tmp_path / "1.safetensors")
    assert first == write(tmp_path / "2.safetensors")
    assert first == hashlib.sha256((tmp_path / "1.safetensors").read_bytes()).hexdigest()


def test_too_few_bytes_are_an_error_of_the_writer(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="announced"), SafetensorsWriter(tmp_path / "x", ENTRIES) as writer:
        writer.write(np.zeros(6, dtype="<f4").data.cast("B"))


def test_a_file_cut_or_grown_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.safetensors"
    write(path)
    whole = path.read_bytes()
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        with pytest.raises(BadModelFile):
            read_header(path)
    path.write_bytes(whole + b"\0")
    with pytest.raises(BadModelFile):
        read_header(path)


@pytest.mark.parametrize(
    "header",
    [
        [],
        {"a": 1},
        {"a": {"dtype": "F32", "shape": [1]}},
        {"a": {"dtype": "F99", "shape": [1], "data_offsets": [0, 4]}},
        {"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}},
        {"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}},
        {"a": {"dtype": "F32", "shape": [1.0], "data_offsets": [0, 4]}},
        {"a": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]}},
        {"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4, 8]}},
        {name: {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]} for name in "ab"},
        {"a": {"dtype": ["F32"], "shape": [1], "data_offsets": [0, 4]}},
    ],
)
def test_a_header_that_makes_no_sense_is_refused(tmp_path: Path, header: Any) -> None:
    path = tmp_path / "x.safetensors"
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + b"\0" * 4)
    with pytest.raises(BadModelFile):
        read_header(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadModelFile, match=r"gone\.safetensors"):
        read_header(tmp_path / "gone.safetensors")
