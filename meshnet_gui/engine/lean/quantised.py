"""A model's products in 8 bit: made once beside its weights, whole or not at all, and mapped from there ever after.

Each row is cut into blocks of 16 weights that share a scale; a code is an offset of 128 plus the weight over the scale,
which has the sign that gives the block's largest weight the code 0, so that all 256 codes are of use. Blocks of 16
because the kernel rounds what it multiplies with by the same blocks: on the starter model and the fixed text of 1,710
tokens they said float32's next token for 0.976 of the positions, blocks of 32 for 0.965. Norms, biases and the
embedding's rows stay as they are. Source of the layout: ONNX Runtime's MatMulNBits.
"""

from __future__ import annotations

import errno
import json
import logging
import math
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from meshnet_gui.engine.lean.onnx_format import FLOAT, UINT8, Graph, Place
from meshnet_gui.engine.lean.plan import NotLean
from meshnet_gui.engine.lean.weights import Array, MappedWeights
from meshnet_gui.errors import BadModelFile, DiskFull, MachineError
from meshnet_gui.modelstore.manifest import read_json
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter, TensorEntry, read_header
from meshnet_gui.modelstore.staging import store_lock, sync_directory

_log = logging.getLogger(__name__)
BLOCK = 16
OFFSET = 128
NAME = "int8_block16"
FORMAT = 1
ACCURACY_LEVEL = 4  # 8-bit arithmetic; 1 would multiply in float32, thirty times slower
SPARE_BYTES = 64 * 2**20
_WEIGHTS_AT_ONCE = 4 * 2**20
_PREFIX = ".quantising-"
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
Tell = Callable[[str], None]


def quantise(rows: Array) -> tuple[Array, Array]:
    """Codes and scales of some rows. Shapes: (n, k) -> (n, blocks, 16) bytes and (n, blocks) float32."""
    num_rows, width = rows.shape
    num_blocks = -(-width // BLOCK)
    padded = np.zeros((num_rows, num_blocks * BLOCK), np.float32)
    padded[:, :width] = rows
    blocks = padded.reshape(num_rows, num_blocks, BLOCK)
    largest = np.abs(blocks).argmax(axis=-1, keepdims=True)
    scales = np.take_along_axis(blocks, largest, axis=-1)[..., 0] / np.float32(-OFFSET)
    scales[scales == 0] = 1.0
    codes = np.clip(np.rint(blocks / scales[..., None]), -OFFSET, OFFSET - 1) + OFFSET
    return codes.astype(np.uint8), scales


def dequantise(codes: Array, scales: Array, width: int) -> Array:
    """What the codes stand for. Shapes: as ``quantise`` gives them -> (n, k)."""
    blocks: Array = (codes.astype(np.float32) - OFFSET) * scales[..., None]
    return blocks.reshape(len(codes), -1)[:, :width]


def ensure_quantised(weights: MappedWeights, tell: Tell = lambda text: None) -> Path:
    """The file with the 8-bit products of all layers; made now if it is not there.

    Threads: any; the makings of all processes wait for each other. Takes seconds to minutes.
    Raises DiskFull, MachineError.
    """
    target = weights.path / f"quantised-{NAME}.safetensors"
    with _disk_errors(), store_lock(weights.path, lambda fraction, text: tell(text)):
        if not _is_whole(target):
            for leftover in weights.path.glob(f"{_PREFIX}*"):
                leftover.unlink()
            tell("making the 8-bit weights, once")
            _make(weights, target)
    return target


class Int8Products:
    """Products by MatMulNBits. The runtime packs the codes for this machine and keeps that; the file's pages go."""

    prepacks = True

    def __init__(self, weights: MappedWeights, file: Path) -> None:
        self._weights = weights
        self._places: dict[str, tuple[Place, tuple[int, ...]]] = {}
        entries = read_header(file)
        offset = file.stat().st_size - sum(entry.num_bytes for entry in entries)
        for entry in entries:
            self._places[entry.name] = Place(file.name, offset, entry.num_bytes), entry.shape
            offset += entry.num_bytes

    def emit(self, graph: Graph, tensors: dict[str, Array], x: str, weight: str) -> str:
        num_rows, width = self._weights.shape(weight)
        inputs = [x]
        for name, kind in ((f"{weight}.codes", UINT8), (f"{weight}.scales", FLOAT)):
            if name not in self._places:
                raise NotLean(f"the 8-bit file has no tensor {name}")
            place, shape = self._places[name]
            inputs.append(graph.initialiser(name, kind, shape, place))
        return graph.node(
            "MatMulNBits",
            inputs,
            [f"{weight}.out"],
            "com.microsoft",
            K=width,
            N=num_rows,
            bits=8,
            block_size=BLOCK,
            accuracy_level=ACCURACY_LEVEL,
        )

    def num_bytes(self, used: frozenset[str]) -> int:
        """Bytes of the tensors that stand for these weights; those without codes are float32."""
        found = 0
        for weight in used:
            places = [self._places[n][0] for n in (f"{weight}.codes", f"{weight}.scales") if n in self._places]
            found += sum(place.num_bytes for place in places) or 4 * math.prod(self._weights.shape(weight))
        return found


def _make(weights: MappedWeights, target: Path) -> None:
    names = _products(weights)
    entries = [entry for name in names for entry in _entries(name, weights.shape(name))]
    num_bytes = sum(entry.num_bytes for entry in entries)
    if shutil.disk_usage(target.parent).free < num_bytes + SPARE_BYTES:
        raise OSError(errno.ENOSPC, "no room")
    building = target.with_name(f"{_PREFIX}{secrets.token_hex(8)}")
    try:
        with SafetensorsWriter(building, entries) as writer:
            for name in names:
                _write_product(writer, weights, name)
        record = {"format": FORMAT, "bytes": building.stat().st_size, "sha256": writer.sha256}
        _write_record(_record_path(target), record)
        building.replace(target)
        sync_directory(target.parent)
    finally:
        building.unlink(missing_ok=True)
    _log.info("made the 8-bit weights of %s, %d MB", target.parent.name, num_bytes // 1_000_000)


def _products(weights: MappedWeights) -> list[str]:
    lm_head = "lm_head.weight" if "lm_head.weight" in weights else "model.embed_tokens.weight"
    layers = (n for n in weights.names if n.startswith("model.layers.") and n.endswith(".weight"))
    return [*sorted(name for name in layers if len(weights.shape(name)) == 2), lm_head]


def _entries(name: str, shape: tuple[int, ...]) -> tuple[TensorEntry, TensorEntry]:
    num_blocks = -(-shape[1] // BLOCK)
    codes = TensorEntry(f"{name}.codes", "U8", (shape[0], num_blocks, BLOCK))
    return codes, TensorEntry(f"{name}.scales", "F32", (shape[0], num_blocks))


def _write_product(writer: SafetensorsWriter, weights: MappedWeights, name: str) -> None:
    """Some rows at a time: a large lm_head never lies in memory whole."""
    all_scales = []
    for rows in _some_rows(weights, name):
        codes, scales = quantise(rows)
        writer.write(codes.data.cast("B"))
        all_scales.append(scales)
    for scales in all_scales:
        writer.write(np.ascontiguousarray(scales, np.float32).data.cast("B"))


def _some_rows(weights: MappedWeights, name: str) -> Iterator[Array]:
    num_rows, width = weights.shape(name)
    step = max(1, _WEIGHTS_AT_ONCE // width)
    for start in range(0, num_rows, step):
        yield weights.float32_rows(name, np.arange(start, min(start + step, num_rows)))


def _is_whole(target: Path) -> bool:
    """Complete by its size and header, as it was recorded when it was made."""
    try:
        record = read_json(_record_path(target))
        read_header(target)
        return record.get("format") == FORMAT and record.get("bytes") == target.stat().st_size
    except (BadModelFile, OSError):
        return False


def _record_path(target: Path) -> Path:
    return target.with_suffix(".json")


def _write_record(path: Path, record: dict[str, object]) -> None:
    building = path.with_name(f"{_PREFIX}{secrets.token_hex(8)}")
    with building.open("x", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")
        file.flush()
        os.fsync(file.fileno())
    building.replace(path)


@contextmanager
def _disk_errors() -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        if exc.errno in _NO_ROOM:
            raise DiskFull(
                "The disk has no room for the 8-bit weights; nothing was kept.", "Free some space, or use fp32."
            ) from exc
        raise MachineError(f"The 8-bit weights could not be made: {exc.strerror or exc}.", "Use fp32 instead.") from exc
