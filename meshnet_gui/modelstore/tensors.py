"""The tensor manifest: every tensor of a model at one revision, where it lies in the repository's files, its digest.

Kept as ``tensors.json`` in the model's directory and handed from member to member as these bytes. Knows no hub and no
pieces on the disk. A digest is empty until somebody has taken it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.bounded_json import load_bounded
from meshnet_gui.modelstore.safetensors_file import TensorEntry, natural, tensor_entry
from meshnet_gui.types import ModelIdentity
from meshnet_gui.wire.weights import MAX_MANIFEST_BYTES, is_digest, is_file_name

FILE_NAME = "tensors.json"
FORMAT = 1
MAX_FILES = 10_000
MAX_TENSORS = 400_000


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of the repository. ``sha256`` is hexadecimal, empty where nobody has said it yet."""

    name: str
    num_bytes: int
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """One tensor: its format's dtype word (``BF16``), its shape, and its first byte, counted from the file's start."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    file: str
    start: int
    sha256: str = ""

    @property
    def entry(self) -> TensorEntry:
        return TensorEntry(self.name, self.dtype, self.shape)

    @property
    def num_bytes(self) -> int:
        return self.entry.num_bytes

    @property
    def end(self) -> int:
        return self.start + self.num_bytes


@dataclass(frozen=True)
class TensorManifest:
    """``files`` hold the weights, ``small_files`` the configuration and the tokenizer. ``tensors`` lie in the order of
    file and start, each byte of a file's data in exactly one of them.

    ``identity`` is the model's as it is stored, in no other precision.
    """

    identity: ModelIdentity
    files: tuple[SourceFile, ...]
    small_files: tuple[SourceFile, ...]
    tensors: tuple[StoredTensor, ...]

    @cached_property
    def by_name(self) -> Mapping[str, StoredTensor]:
        return {tensor.name: tensor for tensor in self.tensors}

    def with_digests(self, sha256: Mapping[str, str]) -> TensorManifest:
        """The same with these digests by tensor name, which take the place of what was there."""
        tensors = (replace(t, sha256=sha256[t.name]) if t.name in sha256 else t for t in self.tensors)
        return replace(self, tensors=tuple(tensors))

    def to_bytes(self) -> bytes:
        """Canonical JSON: equal manifests give equal bytes."""
        content = {
            "format": FORMAT,
            "identity": str(self.identity),
            "files": [[f.name, f.num_bytes, f.sha256] for f in self.files],
            "small_files": [[f.name, f.num_bytes, f.sha256] for f in self.small_files],
            "tensors": [[t.name, t.dtype, list(t.shape), t.file, t.start, t.sha256] for t in self.tensors],
        }
        return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()

    @classmethod
    def from_bytes(cls, content: bytes) -> TensorManifest:
        """The inverse, of a stranger's bytes too. Raises BadModelFile."""
        if len(content) > MAX_MANIFEST_BYTES:
            raise _damaged("it is far too large")
        try:
            raw = load_bounded(content)
            if raw["format"] != FORMAT:
                raise _damaged("it is of another version")
            manifest = cls(
                ModelIdentity.parse(raw["identity"]),
                tuple(_file(each) for each in _bounded(raw["files"], MAX_FILES)),
                tuple(_file(each) for each in _bounded(raw["small_files"], MAX_FILES)),
                tuple(_tensor(each) for each in _bounded(raw["tensors"], MAX_TENSORS)),
            )
            _check(manifest)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
            raise _damaged(str(exc)[:120] or type(exc).__name__) from exc
        return manifest


def read_tensors(directory: Path) -> TensorManifest:
    """The list of all tensors that lies in a model's directory. Raises BadModelFile."""
    path = directory / FILE_NAME
    try:
        with path.open("rb") as file:
            return TensorManifest.from_bytes(file.read(MAX_MANIFEST_BYTES + 1))
    except OSError as exc:
        raise _damaged("it is missing or cannot be read") from exc


def digest(content: bytes) -> str:
    """Hexadecimal sha256."""
    return hashlib.sha256(content).hexdigest()


def _damaged(why: str) -> BadModelFile:
    return BadModelFile(f"The list of the model's tensors is damaged: {why}.", "Add the model again.")


def _bounded(items: Any, most: int) -> list[Any]:
    if not isinstance(items, list) or len(items) > most:
        raise ValueError("a list is missing or too long")
    return items


def _file(raw: Any) -> SourceFile:
    name, num_bytes, sha256 = raw
    if not is_file_name(name):
        raise ValueError("a file's name is none")
    return SourceFile(name, natural(num_bytes), _sha256(sha256))


def _tensor(raw: Any) -> StoredTensor:
    name, dtype, shape, file, start, sha256 = raw
    entry = tensor_entry(name, dtype, shape)
    return StoredTensor(entry.name, entry.dtype, entry.shape, file, natural(start), _sha256(sha256))


def _sha256(value: object) -> str:
    """Nothing else that counts as false, either. Raises ValueError."""
    if not isinstance(value, str) or (value and not is_digest(value)):
        raise ValueError("a digest is none")
    return value


def _check(manifest: TensorManifest) -> None:
    """Names are unique, and the tensors of a file fill it to its end without a gap. Raises ValueError."""
    files = {file.name: file for file in (*manifest.files, *manifest.small_files)}
    if len(files) != len(manifest.files) + len(manifest.small_files):
        raise ValueError("a file is named twice")
    if len(manifest.by_name) != len(manifest.tensors):
        raise ValueError("a tensor is named twice")
    weights = {file.name for file in manifest.files}
    reached: dict[str, int] = {}
    before = ("", 0)
    for tensor in manifest.tensors:
        if tensor.file not in weights or (tensor.file, tensor.start) < before:
            raise ValueError(f"the tensor {tensor.name} lies nowhere")
        if tensor.start != reached.get(tensor.file, tensor.start):
            raise ValueError(f"the tensor {tensor.name} does not lie where its shape says")
        reached[tensor.file], before = tensor.end, (tensor.file, tensor.start)
    for file in manifest.files:
        if reached.get(file.name, file.num_bytes) != file.num_bytes:
            raise ValueError(f"the tensors do not fill {file.name}")
