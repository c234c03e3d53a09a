"""The files with a model's products in few bits: made once beside its weights, whole or not at all.

A whole model has one for each scheme. Of a model in pieces each piece has its own, so that another piece is coded when
it comes, and one that was got anew is coded anew. What they hold, and how it is computed with, is ``quantised``'s.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from meshnet_gui.engine.lean.codes import Coded, Coding
from meshnet_gui.engine.lean.quantised import SCHEMES, Scheme, Tell, product_of
from meshnet_gui.engine.lean.weights import EMBEDDING, Array, MappedWeights
from meshnet_gui.errors import BadModelFile, DiskFull, MachineError
from meshnet_gui.modelstore.manifest import read_json, sha256_of
from meshnet_gui.modelstore.pieces import piece_file, piece_of
from meshnet_gui.modelstore.progress import silent
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter, TensorEntry, read_header
from meshnet_gui.modelstore.span_files import pieces_text
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.staging import SPARE_BYTES, is_no_room, store_lock, sync_directory

_log = logging.getLogger(__name__)
_FORMAT = 2
_WEIGHTS_AT_ONCE = 2**20  # coding them takes five times their float32 bytes
_PREFIX = ".quantising-"
_FILE_PREFIX = "quantised-"
_FILE_SUFFIXES = frozenset({".safetensors", ".json"})
_HELD = 0.01  # of the norm; a 4-bit source is held to 0.0005, any other to 0.07
_SAMPLED_ROWS = 64
_IN_ORDER = ("q_proj", "k_proj", "v_proj", "gate_proj", "up_proj")


@dataclass(frozen=True, slots=True)
class _Part:
    """One file to be. ``piece`` is empty for a whole model; ``source`` tells a piece from one that was got anew."""

    target: Path
    weights: tuple[str, ...]
    piece: str = ""
    source: tuple[int, int] | None = None

    @property
    def record(self) -> Path:
        return self.target.with_suffix(".json")

    @property
    def is_whole(self) -> bool:
        """Complete by its size and header, as it was recorded when it was made, and from the piece that is here."""
        try:
            record = read_json(self.record)
            read_header(self.target)
            size, source = self.target.stat().st_size, record.get("source")
        except (BadModelFile, OSError):
            return False
        return (record.get("format"), record.get("bytes")) == (_FORMAT, size) and source == self._source_in_json

    @property
    def _source_in_json(self) -> list[int] | None:
        return None if self.source is None else list(self.source)


def ensure_quantised(weights: MappedWeights, scheme: Scheme, tell: Tell = lambda text: None) -> tuple[Path, ...]:
    """The files with the products of all layers that are mapped; those that are not there are made now.

    Threads: any; the makings of all processes wait for each other. Takes seconds to minutes.
    Raises DiskFull, MachineError.
    """
    parts = _parts(weights, scheme)
    if not all(part.is_whole for part in parts):  # those that are serve in a folder that cannot be written to, too
        with _disk_errors(scheme), store_lock(weights.path, lambda fraction, text: tell(text)):
            _remove_useless(weights)
            missing = [part for part in parts if not part.is_whole]
            if missing:
                pieces = pieces_text([part.piece for part in missing]) if weights.spec is not None else ""
                tell(f"making the {scheme.words} weights{f' of {pieces}' if pieces else ''}, once")
            for part in missing:
                _make(weights, scheme, part)
    return tuple(part.target for part in parts)


def drop_damaged(folder: Path, scheme: Scheme) -> bool:
    """Removes files that are not what was written, so that they are made anew; whether there were any. Reads them all.

    Asked where products are wrong: reading them at every load would take long. Threads: any.
    """
    found = False
    with suppress(OSError), store_lock(folder, lambda fraction, text: None):
        for target in folder.glob(f"{_FILE_PREFIX}{scheme.name}*.safetensors"):
            if not _is_as_written(target):
                _log.warning("the %s weights in %s are damaged; they are made anew", scheme.words, folder.name)
                target.unlink()
                found = True
    return found


def _is_as_written(target: Path) -> bool:
    """Those without a record are made anew anyway."""
    try:
        return read_json(target.with_suffix(".json")).get("sha256") == sha256_of(target, silent)
    except BadModelFile:
        return True


def _parts(weights: MappedWeights, scheme: Scheme) -> list[_Part]:
    spec, folder, name = weights.spec, weights.path, f"{_FILE_PREFIX}{scheme.name}"
    coded = _coded(weights)
    if spec is None:
        return [_Part(folder / f"{name}.safetensors", tuple(coded))]
    by_piece: dict[str, list[str]] = {}
    for weight in coded:
        by_piece.setdefault(piece_of(weight, spec.num_layers), []).append(weight)
    return [
        _Part(folder / f"{name}-{piece_file(piece)}", tuple(of), piece, _source(folder / piece_file(piece)))
        for piece, of in sorted(by_piece.items())
    ]


def _source(file: Path) -> tuple[int, int]:
    stat = file.stat()
    return stat.st_size, stat.st_mtime_ns


def _coded(weights: MappedWeights) -> list[str]:
    """The matrices that have codes: those of layers, and what the tail multiplies with."""
    layers = (n for n in weights.names if n.startswith("model.layers.") and n.endswith(".weight"))
    found = sorted(name for name in layers if len(weights.shape(name)) == 2)
    if weights.spec is None or weights.span is None or weights.span.end == weights.spec.num_layers:
        found.append("lm_head.weight" if "lm_head.weight" in weights else EMBEDDING)
    return found


def _remove_useless(weights: MappedWeights) -> None:
    """What a making that died left, and the files of schemes and of pieces that are no more."""
    for leftover in weights.path.glob(f"{_PREFIX}*"):
        leftover.unlink()
    names = _names(weights.spec)
    for old in weights.path.glob(f"{_FILE_PREFIX}*"):
        if old.suffix in _FILE_SUFFIXES and old.stem not in names:
            with suppress(OSError):  # an older node may have it open
                old.unlink()


def _names(spec: ModelSpec | None) -> frozenset[str]:
    schemes = [f"{_FILE_PREFIX}{scheme.name}" for scheme in SCHEMES.values()]
    if spec is None:
        return frozenset(schemes)
    return frozenset(f"{scheme}-{piece}" for scheme in schemes for piece in spec.held or ())


def _make(weights: MappedWeights, scheme: Scheme, part: _Part) -> None:
    products = _products(weights, scheme, part.weights)
    entries = [entry for product in products for entry in product.entries()]
    num_bytes = sum(entry.num_bytes for entry in entries)
    target = part.target
    if shutil.disk_usage(target.parent).free < num_bytes + SPARE_BYTES:
        raise OSError(errno.ENOSPC, "no room")
    building = target.with_name(f"{_PREFIX}{secrets.token_hex(8)}")
    try:
        with SafetensorsWriter(building, entries) as writer:
            for product in products:
                _write_product(writer, weights, product)
        record = {"format": _FORMAT, "bytes": building.stat().st_size, "sha256": writer.sha256}
        _write_record(part.record, record | ({} if part.source is None else {"source": list(part.source)}))
        building.replace(target)
        sync_directory(target.parent)
    finally:
        building.unlink(missing_ok=True)
    _log.info("made the %s weights %s, %d MB", scheme.words, target.name, num_bytes // 1_000_000)


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


def _products(weights: MappedWeights, scheme: Scheme, coded: Sequence[str]) -> list[_Product]:
    """Of these matrices; an lm_head comes last."""
    parts: dict[str, list[str]] = {}
    for weight in sorted(coded, key=_place_in_product):
        apart = weight if _needs_8_bit(weights, scheme, weight) else product_of(weight)
        parts.setdefault(apart, []).append(weight)
    found = []
    for name, of in sorted(parts.items(), key=lambda item: (not item[0].startswith("model.layers."), item[0])):
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
        if is_no_room(exc):
            raise DiskFull(
                f"The disk has no room for the {scheme.words} weights; nothing was kept.",
                "Free some space, or use fp32.",
            ) from exc
        raise MachineError(
            f"The {scheme.words} weights could not be made: {exc.strerror or exc}.",
            "Serve the weights as stored instead.",
        ) from exc
