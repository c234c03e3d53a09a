"""Whether what lies here is what the hub has: random parts of the held tensors, read from there once more.

One wrong byte is what digests are for. This is for the case that whoever stated the digests has lied about much of the
model: of a tenth that is wrong, sixteen parts find it four times in five.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.modelstore.pieces import piece_of
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.stored import StoredModels
from meshnet_gui.modelstore.tensors import StoredTensor

NUM_RANGES = 16
RANGE_BYTES = 64 * 1024

ReadRanges = Callable[[Sequence[tuple[str, int, int]]], Sequence[bytes]]
"""The bytes of ``(file, start, end)`` each, from the hub (``Hub.read_ranges``). Raises SourceFailed or MeshnetError."""


@dataclass(frozen=True, slots=True)
class CrossChecked:
    """``bad`` are the tensors that differ from the hub's."""

    num_ranges: int
    bad: tuple[str, ...]


def cross_check(
    store: StoredModels,
    spec: ModelSpec,
    read_hub_ranges: ReadRanges,
    chance: random.Random,
    *,
    pieces: Collection[str] | None = None,
) -> CrossChecked:
    """Compares random parts of what is held, of ``pieces`` only where they are given. Blocks.

    Raises what ``read_hub_ranges`` raises, and OSError.
    """
    held = _tensors_of(store, spec, spec.held if pieces is None else pieces)
    if not held:
        return CrossChecked(0, ())
    parts = []
    for tensor in chance.choices(held, weights=[tensor.num_bytes for tensor in held], k=NUM_RANGES):
        start = chance.randrange(max(1, tensor.num_bytes - RANGE_BYTES + 1))
        parts.append((tensor, start, min(tensor.num_bytes, start + RANGE_BYTES)))
    there = read_hub_ranges([(tensor.file, tensor.start + start, tensor.start + end) for tensor, start, end in parts])
    bad = {
        tensor.name
        for (tensor, start, end), content in zip(parts, there, strict=True)
        if content != _here(store.place(spec, tensor.name), start, end)
    }
    return CrossChecked(NUM_RANGES, tuple(sorted(bad)))


def _tensors_of(store: StoredModels, spec: ModelSpec, pieces: Collection[str] | None) -> list[StoredTensor]:
    """Those of the pieces, None: of all of them."""
    found = ((tensor, piece_of(tensor.name, spec.num_layers)) for tensor in store.tensors(spec).tensors)
    return [t for t, piece in found if t.num_bytes and piece and (pieces is None or piece in pieces)]


def _here(place: tuple[Path, int, int], start: int, end: int) -> bytes:
    path, offset, _ = place
    with path.open("rb") as file:
        file.seek(offset + start)
        return file.read(end - start)
