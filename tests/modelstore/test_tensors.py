"""The list of all tensors as a stranger may write it: what makes no sense is refused, and costs next to nothing."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore import safetensors_file
from meshnet_gui.modelstore.tensors import TensorManifest

IDENTITY = f"org/tiny@{'0' * 40}:{'a' * 32}:float32"


def listed(tensors: list[Any], files: list[Any] | None = None) -> bytes:
    content = {"format": 1, "identity": IDENTITY, "files": files or [["m.safetensors", 24, ""]], "small_files": []}
    return json.dumps(content | {"tensors": tensors}).encode()


def test_what_fits_together_is_read() -> None:
    found = TensorManifest.from_bytes(listed([["a.weight", "F32", [2, 2], "m.safetensors", 8, ""]]))
    assert [tensor.name for tensor in found.tensors] == ["a.weight"]


@pytest.mark.parametrize(
    "tensor",
    [
        ["a", "F32", [2**62, 2**62], "m.safetensors", 8, ""],
        ["a", "F32", [2**62], "m.safetensors", 8, ""],  # its bytes are more than a file can have
        ["a", "F32", [-4], "m.safetensors", 8, ""],
        ["a", "F32", [True], "m.safetensors", 8, ""],
        ["a", "F32", "4", "m.safetensors", 8, ""],
        ["a", ["F32"], [4], "m.safetensors", 8, ""],
        ["a", "F32", [4], ["m.safetensors"], 8, ""],
        ["a", "F32", [4], "m.safetensors", 8, ["a" * 64]],
        ["a\n", "F32", [4], "m.safetensors", 8, ""],
        ["a\0", "F32", [4], "m.safetensors", 8, ""],
        ["a\u202e", "F32", [4], "m.safetensors", 8, ""],
        ["", "F32", [4], "m.safetensors", 8, ""],
        ["a" * 301, "F32", [4], "m.safetensors", 8, ""],
        [["a"], "F32", [4], "m.safetensors", 8, ""],
        ["a", "F32", [4], "../m.safetensors", 8, ""],
    ],
)
def test_a_tensor_that_makes_no_sense_is_refused(tensor: list[Any]) -> None:
    with pytest.raises(BadModelFile):
        TensorManifest.from_bytes(listed([tensor]))


@pytest.mark.parametrize("sha256", [0, None, False, {}, [], 0.0, "a", "A" * 64, "a" * 64 + "\n"])
def test_a_digest_is_a_digest_or_an_empty_text(sha256: object) -> None:
    for content in (
        listed([["a", "F32", [4], "m.safetensors", 8, sha256]]),
        listed([], [["m.safetensors", 24, sha256]]),
    ):
        with pytest.raises(BadModelFile, match="digest is none"):
            TensorManifest.from_bytes(content)


@pytest.mark.parametrize("name", ["../m.safetensors", "m.safetensors\n", "a/b", "", ".m", "m\0", "\u202em"])
def test_a_file_that_would_lie_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(BadModelFile):
        TensorManifest.from_bytes(listed([], [[name, 0, ""]]))


def test_nobody_multiplies_what_no_tensor_can_have(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def prod(shape: tuple[int, ...]) -> int:
        sizes.append(len(shape))
        return math.prod(shape)

    monkeypatch.setattr(safetensors_file, "math", type("Math", (), {"prod": staticmethod(prod)}))
    dimensions = [2**62] * 100_000
    with pytest.raises(BadModelFile):
        TensorManifest.from_bytes(listed([["a", "F32", dimensions, "m.safetensors", 8, ""]]))
    text = json.dumps({"a": {"dtype": "F32", "shape": dimensions, "data_offsets": [0, 16]}}).encode()
    with pytest.raises(BadModelFile):
        safetensors_file.parse_header(len(text).to_bytes(8, "little") + text, "m.safetensors")
    assert not sizes


@pytest.mark.parametrize("values", [b"[]", b"{}", b'["a"]'])
def test_a_list_that_would_fill_the_memory_is_refused_unread(values: bytes) -> None:
    with pytest.raises(BadModelFile, match="far too many values"):
        TensorManifest.from_bytes(b'{"format":1,"tensors":[' + values + (b"," + values) * 2_000_000 + b"]}")
