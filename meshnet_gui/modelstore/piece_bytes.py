"""What a model's pieces take on the disk as they are stored: known from the list of its tensors, before any is here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, layer_piece, piece_of
from meshnet_gui.modelstore.safetensors_file import TensorEntry
from meshnet_gui.types import Span


@dataclass(frozen=True, slots=True)
class PieceBytes:
    """Bytes of each layer, of the embedding, and of what only the tail needs.

    ``tied`` and ``ids_everywhere`` say which pieces a span takes, as in ``pieces_of``.
    """

    layers: tuple[int, ...]
    embedding: int
    tail: int
    tied: bool
    ids_everywhere: bool = False

    @property
    def whole(self) -> int:
        return sum(self.layers) + self.embedding + self.tail

    def of_span(self, span: Span) -> int:
        """All pieces that a shard of ``span`` needs: those of ``pieces_of``, without naming each."""
        is_front, is_tail = span.start == 0, span.end == len(self.layers)
        front = self.embedding if is_front or self.ids_everywhere or (is_tail and self.tied) else 0
        back = self.tail if is_tail or self.ids_everywhere else 0
        return front + sum(self.layers[span.start : span.end]) + back


def piece_bytes(
    entries: Iterable[TensorEntry], num_layers: int, *, tied: bool, ids_everywhere: bool = False
) -> PieceBytes:
    """Of a model with these tensors."""
    found = Counter[str]()
    for entry in entries:
        found[piece_of(entry.name, num_layers)] += entry.num_bytes
    layers = tuple(found[layer_piece(layer)] for layer in range(num_layers))
    return PieceBytes(layers, found[EMBEDDING], found[TAIL], tied, ids_everywhere)
