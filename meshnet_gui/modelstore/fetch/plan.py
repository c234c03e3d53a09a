"""What a fetch has to bring, cut into stretches: by the list of all tensors alone. Knows no disk and no source."""

from __future__ import annotations

from collections.abc import Iterator

from meshnet_gui.modelstore.fetch.sources import Stretch
from meshnet_gui.modelstore.piece_layout import PieceLayout
from meshnet_gui.modelstore.tensors import StoredTensor

MAX_STRETCH_BYTES = 32 * 2**20
"""A tensor that is larger is a stretch of its own."""


def cut(layout: PieceLayout, max_bytes: int = MAX_STRETCH_BYTES) -> tuple[Stretch, ...]:
    """One piece's stretches, in the order of its file; each is as much in a row there as in the repository's file.

    Each has a byte at least.
    """
    groups = _neighbours(layout.tensors, max_bytes)
    return tuple(Stretch(layout.piece, group) for group in groups if group[-1].end > group[0].start)


def _neighbours(tensors: tuple[StoredTensor, ...], max_bytes: int) -> Iterator[tuple[StoredTensor, ...]]:
    group: list[StoredTensor] = []
    for tensor in tensors:
        is_next = group and (tensor.file, tensor.start) == (group[-1].file, group[-1].end)
        if group and not (is_next and tensor.end - group[0].start <= max_bytes):
            yield tuple(group)
            group = []
        group.append(tensor)
    if group:
        yield tuple(group)
