"""Reads a GGUF file's header and its tensors' bytes. Knows nothing of models, tokenizers or dequantising.

Our own reader because the file comes from anywhere: every size is checked against the file before it is believed, a
damaged file is one kind of error, and tens of thousands of vocabulary strings are read in a fraction of a second.
Source: the format's description, docs/gguf.md in ggml, versions 2 and 3, little endian.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType

from meshnet_gui.errors import BadModelFile, UserError

Value = int | float | bool | str | list[int] | list[float] | list[bool] | list[str]

MAX_KEYS = 65_536
MAX_TENSORS = 1_000_000
MAX_STRING_BYTES = 16 * 2**20
MAX_ARRAY_ITEMS = 4 * 2**20
MAX_DIMENSIONS = 4
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_AGAIN = "Get or copy the file again."


@dataclass(frozen=True, slots=True)
class GgufTensor:
    """Where a tensor lies. ``shape`` is in C order, rows first (the file's own order reversed)."""

    name: str
    kind: GGMLQuantizationType
    shape: tuple[int, ...]
    offset: int

    @property
    def num_rows(self) -> int:
        return math.prod(self.shape[:-1])

    @property
    def row_bytes(self) -> int:
        per_group, group_bytes = GGML_QUANT_SIZES[self.kind]
        return self.shape[-1] // per_group * group_bytes

    @property
    def num_bytes(self) -> int:
        return self.num_rows * self.row_bytes


@dataclass(frozen=True, slots=True)
class GgufFile:
    """A file's metadata and tensors. Tensor data is read by ``read_rows``."""

    path: Path
    metadata: dict[str, Value]
    tensors: dict[str, GgufTensor]

    def text(self, key: str, default: str | None = None) -> str:
        """A string of the metadata. Raises BadModelFile."""
        value = self.metadata.get(key, default)
        if not isinstance(value, str):
            raise self._lacks(key)
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        """A whole number that is not negative. Raises BadModelFile."""
        value = self.metadata.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._lacks(key)
        return value

    def number(self, key: str, default: float | None = None) -> float:
        """A finite number. Raises BadModelFile."""
        value = self.metadata.get(key, default)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise self._lacks(key)
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        """A yes or no. Raises BadModelFile."""
        value = self.metadata.get(key, default)
        if not isinstance(value, bool):
            raise self._lacks(key)
        return value

    def texts(self, key: str) -> list[str]:
        """A list of strings. Raises BadModelFile."""
        value = self.metadata.get(key)
        if isinstance(value, list):
            strings = [item for item in value if isinstance(item, str)]
            if len(strings) == len(value):
                return strings
        raise self._lacks(key)

    def integers(self, key: str) -> list[int]:
        """A list of whole numbers, empty when the key is not there. Raises BadModelFile."""
        value = self.metadata.get(key, [])
        if isinstance(value, list):
            numbers = [item for item in value if isinstance(item, int)]
            if len(numbers) == len(value):
                return numbers
        raise self._lacks(key)

    def _lacks(self, key: str) -> BadModelFile:
        return BadModelFile(
            f"{self.path.name} says nothing usable about {key!r}.", "The file is incomplete or damaged."
        )


def read_rows(file: BinaryIO, tensor: GgufTensor, first: int, count: int) -> bytes:
    """The stored bytes of some rows. Raises BadModelFile when the file has become shorter."""
    file.seek(tensor.offset + first * tensor.row_bytes)
    data = file.read(count * tensor.row_bytes)
    if len(data) != count * tensor.row_bytes:
        raise BadModelFile(f"The GGUF file ends inside the tensor {tensor.name}.", _AGAIN)
    return data


def read_gguf(path: Path) -> GgufFile:
    """Read and check a header. Raises BadModelFile, or UserError for a GGUF of a kind that is not supported."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            return _read(path, _Cursor(file, path.name), size)
    except OSError as exc:
        raise BadModelFile(f"The file {path.name} cannot be read.", "Check that it exists and may be opened.") from exc


class _Cursor:
    """Reads forward through the header and believes no length that the file cannot hold."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self.position = 0

    def damaged(self, why: str) -> BadModelFile:
        return BadModelFile(f"The GGUF file {self._name} is truncated or damaged: {why}.", _AGAIN)

    def take(self, num_bytes: int) -> bytes:
        data = self._file.read(num_bytes)
        if len(data) != num_bytes:
            raise self.damaged("it ends inside its header")
        self.position += num_bytes
        return data

    def u32(self) -> int:
        return int.from_bytes(self.take(4), "little")

    def u64(self) -> int:
        return int.from_bytes(self.take(8), "little")

    def count(self, limit: int, what: str) -> int:
        value = self.u64()
        if value > limit:
            raise self.damaged(f"{value} {what} are not plausible")
        return value

    def string(self) -> str:
        length = self.count(MAX_STRING_BYTES, "bytes of text")
        try:
            return self.take(length).decode("utf-8")
        except UnicodeDecodeError as exc:
            raise self.damaged("a text in it is not UTF-8") from exc

    def value(self) -> Value:
        kind = self.u32()
        if kind == _STRING:
            return self.string()
        if kind == _ARRAY:
            return self._array()
        return self._scalars(kind, 1)[0]

    def _array(self) -> Value:
        kind = self.u32()
        num_items = self.count(MAX_ARRAY_ITEMS, "list items")
        if kind == _STRING:
            return [self.string() for _ in range(num_items)]
        return list(self._scalars(kind, num_items))

    def _scalars(self, kind: int, num_items: int) -> tuple[int, ...]:
        code = _SCALARS.get(kind)
        if code is None:
            raise self.damaged(f"it holds a value of the unknown kind {kind}")
        layout = struct.Struct(f"<{num_items}{code}")
        return layout.unpack(self.take(layout.size))


def _read(path: Path, cursor: _Cursor, size: int) -> GgufFile:
    _check_magic(path, cursor)
    num_tensors = cursor.count(MAX_TENSORS, "tensors")
    num_keys = cursor.count(MAX_KEYS, "keys")
    metadata: dict[str, Value] = {}
    for _ in range(num_keys):
        key = cursor.string()
        if key in metadata:
            raise cursor.damaged(f"the key {key[:80]!r} comes twice")
        metadata[key] = cursor.value()
    tensors = [_read_tensor(cursor) for _ in range(num_tensors)]
    return GgufFile(path, metadata, _place(cursor, tensors, metadata.get("general.alignment", 32), size))


def _check_magic(path: Path, cursor: _Cursor) -> None:
    if cursor.take(4) != b"GGUF":
        raise BadModelFile(f"{path.name} is not a GGUF file.", "Choose a file that ends in .gguf and is one.")
    version = cursor.u32()
    if version not in (2, 3):
        raise UserError(
            f"{path.name} is a GGUF file of version {version} or of a big-endian computer; 2 and 3 can be read.",
            "Convert the model with a current version of llama.cpp.",
        )


def _read_tensor(cursor: _Cursor) -> GgufTensor:
    name = cursor.string()
    num_dimensions = cursor.u32()
    if not 1 <= num_dimensions <= MAX_DIMENSIONS:
        raise cursor.damaged(f"the tensor {name[:80]!r} has {num_dimensions} dimensions")
    shape = tuple(reversed([cursor.u64() for _ in range(num_dimensions)]))
    number, offset = cursor.u32(), cursor.u64()
    try:
        kind = GGMLQuantizationType(number)
    except ValueError as exc:
        raise UserError(f"The quantisation number {number} of this GGUF file is not known.") from exc
    if not all(shape) or shape[-1] % GGML_QUANT_SIZES[kind][0]:
        raise cursor.damaged(f"the tensor {name[:80]!r} has an impossible shape")
    return GgufTensor(name, kind, shape, offset)


def _place(cursor: _Cursor, tensors: list[GgufTensor], alignment: Value, size: int) -> dict[str, GgufTensor]:
    """Turn offsets into positions in the file and check that each tensor lies inside it."""
    if not isinstance(alignment, int) or not 0 < alignment <= 2**20:
        raise cursor.damaged("its alignment is not plausible")
    start = -(-cursor.position // alignment) * alignment
    placed: dict[str, GgufTensor] = {}
    for tensor in tensors:
        if tensor.name in placed:
            raise cursor.damaged(f"the tensor {tensor.name[:80]!r} comes twice")
        position = start + tensor.offset
        if position + tensor.num_bytes > size:
            raise cursor.damaged(f"it ends before the tensor {tensor.name[:80]!r} does")
        placed[tensor.name] = GgufTensor(tensor.name, tensor.kind, tensor.shape, position)
    return placed
