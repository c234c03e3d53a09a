"""What the file of each piece looks like, which follows from the list of all tensors alone. Knows no disk.

Equal tensors give equal files everywhere: a header with the piece's tensors in the manifest's order, then their data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meshnet_gui.modelstore.pieces import all_pieces, piece_of
from meshnet_gui.modelstore.safetensors_file import header_bytes
from meshnet_gui.modelstore.tensors import StoredTensor, TensorManifest


@dataclass(frozen=True, slots=True)
class PieceLayout:
    """``offsets`` are those of each tensor's first byte in the piece's file, ``num_bytes`` is the file's size."""

    piece: str
    tensors: tuple[StoredTensor, ...]
    header: bytes
    offsets: Mapping[str, int]
    num_bytes: int


def piece_layouts(manifest: TensorManifest, num_layers: int) -> Mapping[str, PieceLayout]:
    """By piece, in order; tensors that no span needs are in none."""
    tensors: dict[str, list[StoredTensor]] = {piece: [] for piece in all_pieces(num_layers)}
    for tensor in manifest.tensors:
        piece = piece_of(tensor.name, num_layers)
        if piece:
            tensors[piece].append(tensor)
    return {piece: _layout(piece, tuple(found)) for piece, found in tensors.items()}


def _layout(piece: str, tensors: tuple[StoredTensor, ...]) -> PieceLayout:
    header = header_bytes([tensor.entry for tensor in tensors])
    offsets, end = {}, len(header)
    for tensor in tensors:
        offsets[tensor.name] = end
        end += tensor.num_bytes
    return PieceLayout(piece, tensors, header, offsets, end)
