"""A model's products in few bits: made once beside its weights, whole or not at all, and mapped from there ever after.

Products of the same input lie joined: queries, keys and values, gate and up; values stay in 8 bit, apart, where 4 bit
does not hold them. Norms, biases and the embedding's rows stay as they are. How rows are coded is ``codes``' business.
Source of the layout: ONNX Runtime's MatMulNBits.
"""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import math
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from meshnet_gui.engine.lean.codes import Coded, Coding, Offset4, Plain8, Rotated8, emit_product
from meshnet_gui.engine.lean.onnx_format import FLOAT, UINT8, Graph, Place
from meshnet_gui.engine.lean.plan import NotLean
from meshnet_gui.engine.lean.weights import EMBEDDING, Array, MappedWeights
from meshnet_gui.errors import BadModelFile, DiskFull, MachineError
from meshnet_gui.modelstore.manifest import read_json
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter, TensorEntry, read_header
from meshnet_gui.modelstore.staging import store_lock, sync_directory

_log = logging.getLogger(__name__)
REFINED = 32
SPARE_BYTES = 64 * 2**20
_FORMAT = 2
_WEIGHTS_AT_ONCE = 2**20  # coding them takes five times their float32 bytes
_PREFIX = ".quantising-"
_FILE_PREFIX = "quantised-"
_FILE_SUFFIXES = frozenset({".safetensors", ".json"})
_HELD = 0.01  # of the norm; a 4-bit source is held to 0.0005, any other to 0.07
_SAMPLED_ROWS = 64
_TENSORS = (("codes", UINT8), ("scales", FLOAT), ("zero_points", UINT8))
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_JOINED = {"q_proj": "qkv_proj", "k_proj": "qkv_proj", "v_proj": "qkv_proj", "gate_proj": "gate_up_proj"}
_JOINED |= {"up_proj": "gate_up_proj"}
_IN_ORDER = ("q_proj", "k_proj", "v_proj", "gate_proj", "up_proj")
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Scheme:
    """How a precision codes products. ``name`` is that of the file, and part of the model's identity."""

    name: str
    words: str
    bits: int

    def coding(self, product: str, num_rows: int, width: int, bits: int | None = None) -> Coding:
        """In 4 bit the lm_head stays in 8; so does what the 4-bit form does not fit. ``bits``: others than its own."""
        is_layer = product.startswith("model.layers.")
        if (bits or self.bits) == 4 and is_layer and width % Offset4.block == 0 and num_rows % 8 == 0:
            return Offset4()
        can_rotate = width % Rotated8.block == 0 and not product.endswith(".o_proj.weight")
        return Rotated8() if can_rotate else Plain8()  # what attention gives has no outliers to spread


SCHEMES = {
    "int8": Scheme("int8_rotated32", "8-bit", 8),
    "int4": Scheme("int4_fitted32", "4-bit", 4),
}
"""By precision, as in ``settings.PRECISIONS``."""


def ensure_quantised(weights: MappedWeights, scheme: Scheme, tell: Tell = lambda text: None) -> Path:
    """The file with the products of all layers; made now if it is not there.

    Threads: any; the makings of all processes wait for each other. Takes seconds to minutes.
    Raises DiskFull, MachineError.
    """
    target = _target(weights.path, scheme)
    if _is_whole(target):  # in a folder that cannot be written to as well, and while another one is made there
        return target
    with _disk_errors(scheme), store_lock(weights.path, lambda fraction, text: tell(text)):
        if not _is_whole(target):
            _remove_useless(weights.path)
            tell(f"making the {scheme.words} weights, once")
            _make(weights, scheme, target)
    return target


def drop_damaged(folder: Path, scheme: Scheme) -> bool:
    """Removes the file where it is not what was written, so that it is made anew; whether it was so. Reads all of it.

    Asked where its products are wrong: reading it at every load would take long. Threads: any.
    """
    target = _target(folder, scheme)
    try:
        with store_lock(folder, lambda fraction, text: None):
            if not target.is_file() or read_json(_record_path(target)).get("sha256") == _sha256(target):
                return False
            _log.warning("the %s weights in %s are damaged; they are made anew", scheme.words, folder.name)
            target.unlink()
            return True
    except (BadModelFile, OSError):
        return False


def _remove_useless(folder: Path) -> None:
    """What a making that died left, and the files of schemes that are no more."""
    for leftover in folder.glob(f"{_PREFIX}*"):
        leftover.unlink()
    names = {f"{_FILE_PREFIX}{scheme.name}" for scheme in SCHEMES.values()}
    for old in folder.glob(f"{_FILE_PREFIX}*"):
        if old.suffix in _FILE_SUFFIXES and old.stem not in names:
            with suppress(OSError):  # an older node may have it open
                old.unlink()


class QuantisedProducts:
    """Products by MatMulNBits. The runtime packs the codes for this machine and keeps that; the file's pages go."""

    prepacks = True
    joins = True

    def __init__(self, weights: MappedWeights, scheme: Scheme, file: Path) -> None:
        self._weights = weights
        self._scheme = scheme
        self._places: dict[str, tuple[Place, tuple[int, ...]]] = {}
        entries = read_header(file)
        offset = file.stat().st_size - sum(entry.num_bytes for entry in entries)
        for entry in entries:
            self._places[entry.name] = Place(file.name, offset, entry.num_bytes), entry.shape
            offset += entry.num_bytes

    def emit(self, graph: Graph, tensors: dict[str, Array], x: str, *weights: str) -> str:
        products: dict[str, list[str]] = {}
        for weight in weights:
            products.setdefault(self._product(weight), []).append(weight)
        parts = [self._emit(graph, x, product, of) for product, of in products.items()]
        y = parts[0] if len(parts) == 1 else graph.node("Concat", parts, [f"{weights[0]}.joined"], axis=-1)
        return y if weights[0].startswith("model.layers.") else self._refined(graph, x, y, weights[0])

    def _emit(self, graph: Graph, x: str, product: str, weights: Sequence[str]) -> str:
        from meshnet_gui.engine.lean.kernels import check_kernel

        tensors = [(f"{product}.{kind}", onnx_kind) for kind, onnx_kind in _TENSORS]
        for name, _ in tensors:
            if name not in self._places:
                raise NotLean(f"the {self._scheme.words} file has no tensor {name}")
        num_rows, width = sum(self._weights.shape(weight)[0] for weight in weights), self._weights.shape(weights[0])[1]
        fits_4_bit = self._places[tensors[0][0]][1][-1] == Offset4.block // 2
        coding = self._scheme.coding(product, num_rows, width, 4 if fits_4_bit else 8)
        check_kernel(coding, width)
        inputs = [coding.prepare(graph, x, width)]
        for name, onnx_kind in tensors:
            place, shape = self._places[name]
            inputs.append(graph.initialiser(name, onnx_kind, shape, place))
        return emit_product(graph, coding, inputs, f"{product}.out", (num_rows, width))

    def _product(self, weight: str) -> str:
        """Values that 4 bit does not hold are a product of their own."""
        return weight if f"{weight}.codes" in self._places else product_of(weight)

    def _refined(self, graph: Graph, x: str, logits: str, weight: str) -> str:
        """The largest logits once more with the weights as stored: which one is the largest hangs on little.

        Reads some rows of the mapped weights, none where they are not stored as float32.
        """
        place = self._weights.place(weight)
        if place is None:
            return logits
        count = min(REFINED, self._weights.shape(weight)[0])
        stored = graph.initialiser(weight, FLOAT, self._weights.shape(weight), place)
        best = f"{logits}.best"
        graph.node("TopK", [logits, graph.sizes(count)], [f"{best}.rounded", best], axis=-1, sorted=0)
        rows = graph.node("Gather", [stored, best], [f"{best}.rows"])
        column = graph.node("Reshape", [x, graph.sizes(0, 0, -1, 1)], [f"{best}.column"])
        exact = graph.node("MatMul", [rows, column], [f"{best}.columns"])
        flat = graph.node("Reshape", [exact, graph.sizes(0, 0, -1)], [f"{best}.exact"])
        return graph.node("ScatterElements", [logits, best, flat], [f"{logits}.refined"], axis=-1)

    def num_bytes(self, used: frozenset[str]) -> int:
        """Bytes of the tensors that stand for these weights; those without codes are float32."""
        coded = {self._product(weight) for weight in used if f"{self._product(weight)}.codes" in self._places}
        places = [place for name, (place, _) in self._places.items() if name.rpartition(".")[0] in coded]
        stored = [math.prod(self._weights.shape(weight)) for weight in used if self._product(weight) not in coded]
        return sum(place.num_bytes for place in places) + 4 * sum(stored)


def product_of(weight: str) -> str:
    """The name of the product in which a stored weight takes part."""
    parent, _, name = weight.removesuffix(".weight").rpartition(".")
    return f"{parent}.{_JOINED[name]}.weight" if name in _JOINED and weight.endswith(".weight") else weight


def _make(weights: MappedWeights, scheme: Scheme, target: Path) -> None:
    products = _products(weights, scheme)
    entries = [entry for product in products for entry in product.entries()]
    num_bytes = sum(entry.num_bytes for entry in entries)
    if shutil.disk_usage(target.parent).free < num_bytes + SPARE_BYTES:
        raise OSError(errno.ENOSPC, "no room")
    building = target.with_name(f"{_PREFIX}{secrets.token_hex(8)}")
    try:
        with SafetensorsWriter(building, entries) as writer:
            for product in products:
                _write_product(writer, weights, product)
        record = {"format": _FORMAT, "bytes": building.stat().st_size, "sha256": writer.sha256}
        _write_record(_record_path(target), record)
        building.replace(target)
        sync_directory(target.parent)
    finally:
        building.unlink(missing_ok=True)
    _log.info("made the %s weights of %s, %d MB", scheme.words, target.parent.name, num_bytes // 1_000_000)


@dataclass(frozen=True, slots=True)
class _Product:
    """Stored weights whose rows are coded together, in order."""

    name: str
    parts: tuple[str, ...]
    num_rows: int
    width: int
    coding: Coding

    def entries(self) -> list[TensorEntry]:
        num_blocks = -(-self.coding.coded_width(self.width) // self.coding.block)
        num_bytes = self.coding.block * self.coding.bits // 8
        num_packed = -(-num_blocks * self.coding.bits // 8)
        return [
            TensorEntry(f"{self.name}.codes", "U8", (self.num_rows, num_blocks, num_bytes)),
            TensorEntry(f"{self.name}.scales", "F32", (self.num_rows, num_blocks)),
            TensorEntry(f"{self.name}.zero_points", "U8", (self.num_rows, num_packed)),
        ]


def _products(weights: MappedWeights, scheme: Scheme) -> list[_Product]:
    parts: dict[str, list[str]] = {}
    layers = (n for n in weights.names if n.startswith("model.layers.") and n.endswith(".weight"))
    matrices = sorted(name for name in layers if len(weights.shape(name)) == 2)
    for weight in sorted(matrices, key=_place_in_product):
        apart = weight if _needs_8_bit(weights, scheme, weight) else product_of(weight)
        parts.setdefault(apart, []).append(weight)
    lm_head = "lm_head.weight" if "lm_head.weight" in weights else EMBEDDING
    found = []
    for name, of in [*sorted(parts.items()), (lm_head, [lm_head])]:
        num_rows, width = sum(weights.shape(weight)[0] for weight in of), weights.shape(of[0])[1]
        bits = 8 if name.endswith(".v_proj.weight") else scheme.bits
        found.append(_Product(name, tuple(of), num_rows, width, scheme.coding(name, num_rows, width, bits)))
    return found


def _needs_8_bit(weights: MappedWeights, scheme: Scheme, name: str) -> bool:
    """The values of attention, where 4 bit does not hold them: few weights, and what they lose reaches every output."""
    num_rows, width = weights.shape(name)
    coding = scheme.coding(name, num_rows, width)
    if not name.endswith(".v_proj.weight") or coding.bits != 4:
        return False
    rows = weights.float32_rows(name, np.linspace(0, num_rows - 1, min(_SAMPLED_ROWS, num_rows)).astype(np.int64))
    weights.forget(name)
    lost = np.linalg.norm(coding.decode(coding.encode(rows), width) - rows)
    return bool(lost > _HELD * np.linalg.norm(rows))


def _place_in_product(weight: str) -> int:
    name = weight.removesuffix(".weight").rpartition(".")[2]
    return _IN_ORDER.index(name) if name in _IN_ORDER else 0


def _write_product(writer: SafetensorsWriter, weights: MappedWeights, product: _Product) -> None:
    """Some rows at a time: a large lm_head never lies in memory whole."""
    small: list[Coded] = []
    for weight in product.parts:
        for rows in _some_rows(weights, weight):
            coded = product.coding.encode(rows)
            writer.write(np.ascontiguousarray(coded.codes).data.cast("B"))
            small.append(replace(coded, codes=np.empty(0, np.uint8)))
    for coded in small:
        writer.write(np.ascontiguousarray(coded.scales, np.float32).data.cast("B"))
    for coded in small:
        writer.write(np.ascontiguousarray(coded.zero_points).data.cast("B"))


def _some_rows(weights: MappedWeights, name: str) -> Iterator[Array]:
    num_rows, width = weights.shape(name)
    step = max(1, _WEIGHTS_AT_ONCE // width)
    for start in range(0, num_rows, step):
        yield weights.float32_rows(name, np.arange(start, min(start + step, num_rows)))
        weights.forget(name)


def _target(folder: Path, scheme: Scheme) -> Path:
    return folder / f"{_FILE_PREFIX}{scheme.name}.safetensors"


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _is_whole(target: Path) -> bool:
    """Complete by its size and header, as it was recorded when it was made."""
    try:
        record = read_json(_record_path(target))
        read_header(target)
        return record.get("format") == _FORMAT and record.get("bytes") == target.stat().st_size
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
def _disk_errors(scheme: Scheme) -> Iterator[None]:
    try:
        yield
    except OSError as exc:
        if exc.errno in _NO_ROOM:
            raise DiskFull(
                f"The disk has no room for the {scheme.words} weights; nothing was kept.",
                "Free some space, or use fp32.",
            ) from exc
        raise MachineError(
            f"The {scheme.words} weights could not be made: {exc.strerror or exc}.",
            "Serve the weights as stored instead.",
        ) from exc
