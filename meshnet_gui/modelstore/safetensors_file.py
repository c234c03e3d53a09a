"""The safetensors format: read and check a header, write a file as a stream. Knows no model and loads no tensors.

Layout: 8 bytes header length (little endian), a JSON header with dtype, shape and byte range of each tensor, the data.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.bounded_json import load_bounded

MAX_NAME_CHARS = 300
MAX_DIMENSIONS = 16
MAX_HEADER_BYTES = 100 * 2**20
HEADER_PREFIX_BYTES = 8
_BITS = {
    "F64": 64, "I64": 64, "U64": 64, "C64": 64,
    "F32": 32, "I32": 32, "U32": 32,
    "F16": 16, "BF16": 16, "I16": 16, "U16": 16,
    "F8_E4M3": 8, "F8_E5M2": 8, "F8_E8M0": 8, "F8_E4M3FNUZ": 8, "F8_E5M2FNUZ": 8, "I8": 8, "U8": 8, "BOOL": 8,
    "F6_E2M3": 6, "F6_E3M2": 6, "F4": 4,
}  # fmt: skip
PRECISION_NAMES = {
    "F32": "float32",
    "F16": "float16",
    "BF16": "bfloat16",
    "F64": "float64",
    "I8": "int8",
    "U8": "uint8",
}


@dataclass(frozen=True, slots=True)
class TensorEntry:
    """One tensor of a file: its name, the format's dtype word (``F32``) and its shape."""

    name: str
    dtype: str
    shape: tuple[int, ...]

    @property
    def num_bytes(self) -> int:
        return math.prod(self.shape) * _BITS[self.dtype] // 8


def read_header(path: Path) -> tuple[TensorEntry, ...]:
    """The tensors of a file, whose size is checked against its header. Raises BadModelFile."""
    return tuple(entry for entry, _ in placed_entries(path))


def placed_entries(path: Path) -> tuple[tuple[TensorEntry, int], ...]:
    """The tensors of a file, each with its first byte, counted from the file's start. Raises BadModelFile."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            prefix = file.read(HEADER_PREFIX_BYTES)
            length = int.from_bytes(prefix, "little")
            if size < HEADER_PREFIX_BYTES or length > min(size - HEADER_PREFIX_BYTES, MAX_HEADER_BYTES):
                raise _truncated(path.name)
            placed, end = parse_header(prefix + file.read(length), path.name)
    except OSError as exc:
        raise BadModelFile(f"The model file {path.name} is missing or cannot be read.", _AGAIN) from exc
    if size != end:
        raise _truncated(path.name)
    return placed


def parse_header(header: bytes, file_name: str) -> tuple[tuple[tuple[TensorEntry, int], ...], int]:
    """The tensors that a header tells of, each with its first byte in the file, and the size that the file must have.

    ``header``: the first bytes of a file, from its first to those of the header's last. Raises BadModelFile.
    """
    if len(header) < HEADER_PREFIX_BYTES or int.from_bytes(header[:8], "little") != len(header) - HEADER_PREFIX_BYTES:
        raise _truncated(file_name)
    try:
        entries = _parse(load_bounded(header[HEADER_PREFIX_BYTES:]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as exc:
        raise BadModelFile(f"The header of the model file {file_name} is damaged.", _AGAIN) from exc
    placed, start = [], len(header)
    for entry in entries:
        placed.append((entry, start))
        start += entry.num_bytes
    return tuple(placed), start


_AGAIN = "Import the model again."


def _truncated(file_name: str) -> BadModelFile:
    return BadModelFile(f"The model file {file_name} is truncated or damaged.", _AGAIN)


def _parse(raw: Mapping[str, Any]) -> tuple[TensorEntry, ...]:
    """The entries in the order of their data, which must follow each other without a gap."""
    placed = []
    for name, value in raw.items():
        if name == "__metadata__":
            continue
        entry = tensor_entry(name, value["dtype"], value["shape"])
        start, end = (natural(offset) for offset in value["data_offsets"])
        placed.append((start, end, entry))
    placed.sort(key=lambda item: item[:2])
    expected = 0
    for start, end, entry in placed:
        if start != expected or end - start != entry.num_bytes:
            raise ValueError(f"tensor {entry.name} does not lie where its shape says")
        expected = end
    return tuple(entry for _, _, entry in placed)


def tensor_entry(name: object, dtype: Any, shape: Any) -> TensorEntry:
    """What a stranger says of a tensor, checked before anything is counted. Raises ValueError, KeyError, TypeError."""
    if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME_CHARS or not name.isprintable():
        raise ValueError("a tensor's name is none")
    if not isinstance(shape, list) or len(shape) > MAX_DIMENSIONS:
        raise ValueError("a tensor's shape is none")
    entry = TensorEntry(name, dtype, tuple(map(natural, shape)))
    natural(entry.num_bytes)
    return entry


def natural(value: object) -> int:
    """A size or an offset that a file can have. Raises ValueError."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**63:
        raise ValueError("a size is none")
    return value


class SafetensorsWriter:
    """Writes one file front to back: the header at once, then the tensors' bytes in the order of ``entries``.

    After the ``with`` block the file is on the disk and ``sha256`` is the digest of all of it. The header holds nothing
    but the entries, so that equal tensors give an equal file on every computer.
    """

    def __init__(self, path: Path, entries: Sequence[TensorEntry]) -> None:
        self.sha256 = ""
        self._expected = sum(entry.num_bytes for entry in entries)
        self._written = 0
        self._hash = hashlib.sha256()
        self._file = path.open("xb")
        try:
            self._put(header_bytes(entries))
        except BaseException:
            self._file.close()
            raise

    def write(self, data: memoryview) -> None:
        """Append a piece of the data, as bytes in C order, little endian."""
        self._put(data)
        self._written += data.nbytes

    def _put(self, data: bytes | memoryview) -> None:
        self._file.write(data)
        self._hash.update(data)

    def __enter__(self) -> SafetensorsWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                if self._written != self._expected:
                    raise ValueError(f"{self._written} bytes were written where {self._expected} were announced")
                self._file.flush()
                os.fsync(self._file.fileno())
                self.sha256 = self._hash.hexdigest()
        finally:
            self._file.close()


def header_bytes(entries: Sequence[TensorEntry]) -> bytes:
    """The length and the JSON header, padded so that the data starts at a multiple of 8."""
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    offset = 0
    for entry in entries:
        end = offset + entry.num_bytes
        header[entry.name] = {"dtype": entry.dtype, "shape": list(entry.shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text
