"""The same model stored in the ways that models come in: one file, several, 16 bit, an own lm_head, in pieces.

Writes files only; knows nothing of how models are loaded.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from meshnet_gui.modelstore.held import write_index
from meshnet_gui.modelstore.manifest import FILE_NAME as MANIFEST_NAME
from meshnet_gui.modelstore.manifest import Manifest, WeightFile, dump_manifest
from meshnet_gui.modelstore.piece_layout import piece_layouts
from meshnet_gui.modelstore.pieces import is_tied, piece_file
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter, TensorEntry, read_header
from meshnet_gui.modelstore.spec import read_spec
from meshnet_gui.modelstore.tensors import FILE_NAME as TENSORS_NAME
from meshnet_gui.modelstore.tensors import SourceFile, StoredTensor, TensorManifest
from meshnet_gui.types import ModelIdentity

EMBEDDING = "model.embed_tokens.weight"
LM_HEAD = "lm_head.weight"
NUM_SHARDS = 3
_IDENTITY = ModelIdentity("bench", "1", "0" * 16, "float32")
_AT_ONCE = 4 * 2**20
_SMALL_FILES = ("config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json")


@dataclass(frozen=True, slots=True)
class Stored:
    """A tensor to be written: as ``entry`` says, from the place of another one in the source file."""

    entry: TensorEntry
    offset: int
    num_bytes: int


def one_file(source: Path, target: Path) -> None:
    """As it is; a copy, since pages of a file that other processes map would count in part only."""
    _copy_small_files(source, target, {})
    shutil.copyfile(source / "model.safetensors", target / "model.safetensors")


def sharded(source: Path, target: Path) -> None:
    """Several files and an index; a layer may lie in two of them."""
    _copy_small_files(source, target, {})
    tensors = _tensors(source)
    size = -(-len(tensors) // NUM_SHARDS)
    weight_map: dict[str, str] = {}
    for number in range(NUM_SHARDS):
        name = f"model-{number + 1:05}-of-{NUM_SHARDS:05}.safetensors"
        part = tensors[number * size : (number + 1) * size]
        _write(source, target / name, part)
        weight_map |= {tensor.entry.name: name for tensor in part}
    index = {"metadata": {"total_size": sum(t.entry.num_bytes for t in tensors)}, "weight_map": weight_map}
    (target / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")


def untied(source: Path, target: Path) -> None:
    """With an lm_head of its own, whose values are the embedding's."""
    _copy_small_files(source, target, {"tie_word_embeddings": False})
    tensors = _tensors(source)
    embedding = next(tensor for tensor in tensors if tensor.entry.name == EMBEDDING)
    own = replace(embedding, entry=replace(embedding.entry, name=LM_HEAD))
    _write(source, target / "model.safetensors", [*tensors, own])


def in_16_bit(source: Path, target: Path) -> None:
    """Rounded to bfloat16."""
    _copy_small_files(source, target, {"dtype": "bfloat16", "torch_dtype": "bfloat16"})
    tensors = [replace(tensor, entry=replace(tensor.entry, dtype="BF16")) for tensor in _tensors(source)]
    _write(source, target / "model.safetensors", tensors)


def in_pieces(source: Path, target: Path) -> None:
    """As a fetch leaves it: each layer and each end in a file of its own."""
    _copy_small_files(source, target, {})
    file = SourceFile("model.safetensors", (source / "model.safetensors").stat().st_size)
    tensors = tuple(
        StoredTensor(t.entry.name, t.entry.dtype, t.entry.shape, file.name, t.offset) for t in _tensors(source)
    )
    manifest = TensorManifest(_IDENTITY, (file,), (), tensors)
    (target / TENSORS_NAME).write_bytes(manifest.to_bytes())
    tied = is_tied(tensor.name for tensor in tensors)
    stored = Manifest(_IDENTITY, "bench", (WeightFile(file.name, file.num_bytes, ""),), in_pieces=True, tied=tied)
    (target / MANIFEST_NAME).write_text(dump_manifest(stored), encoding="utf-8")
    spec = read_spec(target)
    layouts = piece_layouts(manifest, spec.num_layers)
    for layout in layouts.values():
        parts = [Stored(tensor.entry, tensor.start, tensor.num_bytes) for tensor in layout.tensors]
        _write(source, target / piece_file(layout.piece), parts)
    write_index(spec, layouts)


WAYS: Mapping[str, Callable[[Path, Path], None]] = {
    "one_file": one_file,
    "sharded": sharded,
    "untied": untied,
    "bf16_stored": in_16_bit,
    "in_pieces": in_pieces,
}
"""Each writes a float32 model folder (the first path, in one file) into an empty folder (the second)."""


def round_to_bfloat16(values: np.ndarray) -> np.ndarray:
    """The upper halves of float32 values, to the nearest, halves to even."""
    bits = values.view(np.uint32)
    rounded: np.ndarray = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    return rounded.astype(np.uint16)


def _tensors(source: Path) -> list[Stored]:
    file = source / "model.safetensors"
    entries = read_header(file)
    offset, found = file.stat().st_size - sum(entry.num_bytes for entry in entries), []
    for entry in entries:
        found.append(Stored(entry, offset, entry.num_bytes))
        offset += entry.num_bytes
    return found


def _write(source: Path, target: Path, tensors: list[Stored]) -> None:
    with (
        (source / "model.safetensors").open("rb") as reader,
        SafetensorsWriter(target, [tensor.entry for tensor in tensors]) as writer,
    ):
        for tensor in tensors:
            reader.seek(tensor.offset)
            for data in _pieces(reader.read, tensor.num_bytes):
                if tensor.entry.dtype == "BF16":
                    data = round_to_bfloat16(np.frombuffer(data, np.float32)).tobytes()
                writer.write(memoryview(data))


def _pieces(read: Callable[[int], bytes], num_bytes: int) -> Iterator[bytes]:
    while num_bytes:
        data = read(min(num_bytes, _AT_ONCE))
        if not data:
            raise OSError("the weights end early")
        num_bytes -= len(data)
        yield data


def _copy_small_files(source: Path, target: Path, changes: Mapping[str, object]) -> None:
    for name in _SMALL_FILES:
        with suppress(FileNotFoundError):
            shutil.copyfile(source / name, target / name)
    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    (target / "config.json").write_text(json.dumps({**config, **changes}), encoding="utf-8")
