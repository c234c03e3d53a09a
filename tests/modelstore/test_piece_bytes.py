"""What pieces take on the disk."""

from __future__ import annotations

import itertools

import pytest

from meshnet_gui.modelstore.piece_bytes import PieceBytes, piece_bytes
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, layer_piece, pieces_of
from meshnet_gui.modelstore.safetensors_file import TensorEntry
from meshnet_gui.types import Span

ENTRIES = (
    TensorEntry("model.embed_tokens.weight", "BF16", (10, 4)),
    TensorEntry("model.layers.0.mlp.weight", "BF16", (4, 4)),
    TensorEntry("model.layers.0.norm.weight", "F32", (4,)),
    TensorEntry("model.layers.1.mlp.weight", "F8_E4M3", (4, 4)),
    TensorEntry("model.layers.2.mlp.weight", "BF16", (4, 4)),  # predicts further tokens: no span needs it
    TensorEntry("vision_tower.layers.0.mlp.weight", "BF16", (4, 4)),
    TensorEntry("model.norm.weight", "BF16", (4,)),
    TensorEntry("lm_head.weight", "BF16", (10, 4)),
)


def test_each_tensor_counts_for_its_piece_and_others_for_none():
    assert piece_bytes(ENTRIES, 2, tied=False) == PieceBytes((48, 16), 80, 88, tied=False)


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("ids_everywhere", [False, True])
def test_a_span_takes_the_bytes_of_exactly_its_pieces(tied, ids_everywhere):
    found = PieceBytes((1, 2, 4), 8, 16, tied, ids_everywhere)
    of_piece = {layer_piece(0): 1, layer_piece(1): 2, layer_piece(2): 4, EMBEDDING: 8, TAIL: 16}
    for start, end in itertools.combinations(range(4), 2):
        pieces = pieces_of(Span(start, end), 3, tied=tied, ids_everywhere=ids_everywhere)
        assert found.of_span(Span(start, end)) == sum(of_piece[piece] for piece in pieces)
    assert found.whole == 31
