from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import TYPE_CHECKING

import gguf
import numpy as np
import pytest

from meshnet_gui.errors import BadModelFile, MeshnetError, UserError
from meshnet_gui.modelstore.gguf_file import read_gguf, read_rows

if TYPE_CHECKING:
    from tests.modelstore.conftest import TinyGguf


def test_the_header_says_what_the_reference_reader_says(tiny_gguf: TinyGguf) -> None:
    tiny_gguf.kind = gguf.GGMLQuantizationType.Q4_1
    ours, theirs = read_gguf(tiny_gguf.write()), gguf.GGUFReader(tiny_gguf.path)
    for key, field in theirs.fields.items():
        if not key.startswith("GGUF."):
            assert ours.metadata[key] == field.contents(), key
    assert len(ours.tensors) == len(theirs.tensors)
    with tiny_gguf.path.open("rb") as file:
        for tensor in theirs.tensors:
            mine = ours.tensors[tensor.name]
            assert (mine.shape, mine.kind) == (tuple(reversed(tensor.shape.tolist())), tensor.tensor_type)
            assert mine.offset == tensor.data_offset
            assert read_rows(file, mine, 0, mine.num_rows) == tensor.data.tobytes()


def test_every_kind_of_value_is_read(tmp_path: Path) -> None:
    writer = gguf.GGUFWriter(tmp_path / "x.gguf", "llama")
    for kind in ("uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"):
        getattr(writer, f"add_{kind}")(kind, 7)
    writer.add_float32("f4", 0.5)
    writer.add_float64("f8", 0.25)
    writer.add_bool("yes", True)
    writer.add_array("words", ["a", "ü"])
    writer.add_array("numbers", [1, -2])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    file = read_gguf(tmp_path / "x.gguf")
    assert file.metadata["words"] == ["a", "ü"]
    assert file.metadata["numbers"] == [1, -2]
    assert [file.metadata[key] for key in ("uint8", "int64", "f4", "f8", "yes")] == [7, 7, 0.5, 0.25, True]


def test_a_file_cut_anywhere_is_refused(tiny_gguf: TinyGguf) -> None:
    whole = tiny_gguf.write().read_bytes()
    rng = random.Random(1)
    for size in [0, 1, 3, 4, 7, 8, 23, 24, 25, len(whole) // 2, *(rng.randrange(len(whole) - 32) for _ in range(60))]:
        tiny_gguf.path.write_bytes(whole[:size])
        with pytest.raises(BadModelFile):
            read_gguf(tiny_gguf.path)


def test_any_damage_to_the_header_is_an_error_of_ours_or_no_error(tiny_gguf: TinyGguf) -> None:
    whole = tiny_gguf.write().read_bytes()
    rng = random.Random(2)
    refused = 0
    for _ in range(300):
        damaged = bytearray(whole)
        start = rng.randrange(3000)
        damaged[start : start + 8] = rng.choice([b"\xff" * 8, b"\0" * 8, rng.randbytes(8)])
        tiny_gguf.path.write_bytes(damaged)
        try:
            read_gguf(tiny_gguf.path)
        except MeshnetError:
            refused += 1
    assert refused > 30


def header(num_tensors: int, num_keys: int, rest: bytes = b"", version: int = 3) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, num_tensors, num_keys) + rest


def text(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04" + b"\0" * 100,
        header(2**60, 0),
        header(0, 2**60),
        header(0, 1, struct.pack("<Q", 2**63) + b"\0" * 50),
        header(0, 1, text(b"k") + struct.pack("<IIQ", 9, 8, 2**62) + b"\0" * 5000),
        header(0, 1, text(b"k") + struct.pack("<IIQ", 9, 9, 1) + b"\0" * 50),
        header(0, 1, text(b"k") + struct.pack("<I", 99)),
        header(0, 1, text(b"\xff\xfe") + struct.pack("<IB", 7, 1)),
        header(0, 2, 2 * (text(b"k") + struct.pack("<IB", 7, 1))),
        header(1, 0, text(b"t") + struct.pack("<I", 0) + b"\0" * 64),
        header(1, 0, text(b"t") + struct.pack("<IQQIQ", 2, 2**40, 2**40, 0, 0) + b"\0" * 64),
        header(1, 0, text(b"t") + struct.pack("<IQIQ", 1, 33, 8, 0) + b"\0" * 64),
        header(1, 0, text(b"t") + struct.pack("<IQIQ", 1, 0, 0, 0) + b"\0" * 64),
        header(1, 0, text(b"t") + struct.pack("<IQIQ", 1, 4, 0, 2**62) + b"\0" * 64),
        header(2, 0, 2 * (text(b"t") + struct.pack("<IQIQ", 1, 1, 0, 0)) + b"\0" * 64),
        header(0, 1, text(b"general.alignment") + struct.pack("<II", 4, 0)),
    ],
)
def test_a_header_that_claims_the_impossible_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(content)
    with pytest.raises(BadModelFile):
        read_gguf(path)


@pytest.mark.parametrize("version", [1, 4, 0x03000000])
def test_another_version_or_byte_order_is_refused_as_such(tmp_path: Path, version: int) -> None:
    path = tmp_path / "x.gguf"
    path.write_bytes(header(0, 0, version=version))
    with pytest.raises(UserError, match="version"):
        read_gguf(path)


def test_a_value_of_the_wrong_kind_is_named(tiny_gguf: TinyGguf) -> None:
    file = read_gguf(tiny_gguf.write())
    for read in (file.integer, file.number, file.texts, file.integers):
        with pytest.raises(BadModelFile, match=r"general\.name"):
            read("general.name")
    with pytest.raises(BadModelFile, match=r"llama\.block_count"):
        file.text("llama.block_count")
    with pytest.raises(BadModelFile, match="absent"):
        file.integer("absent")
    with pytest.raises(BadModelFile, match=r"general\.name"):
        file.flag("general.name", False)
    assert np.isclose(file.number("llama.attention.layer_norm_rms_epsilon"), 1e-5)
