"""What a span needs beside its own pieces is found out by loading it from them alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.engine.certification import write_tiny_model
from meshnet_gui.engine.piece_needs import with_piece_needs
from meshnet_gui.modelstore.certified import NO_NEEDS, Needs, known_needs
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, all_pieces, layer_piece
from meshnet_gui.modelstore.spec import needed_pieces
from meshnet_gui.types import Span

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.allow_warnings()]
SPANS = [Span(0, 1), Span(1, 2), Span(5, 6)]


@pytest.mark.parametrize("model_type", ["llama", "gpt2", "gemma3"])
def test_what_a_type_needs_is_what_the_table_says(model_type: str, tmp_path: Path) -> None:
    write_tiny_model(model_type, tmp_path)
    assert with_piece_needs(NO_NEEDS, tmp_path, SPANS, 6) == known_needs(model_type)


def test_layers_that_share_weights_with_others_need_all_pieces(tmp_path: Path) -> None:
    write_tiny_model("zamba2", tmp_path)
    assert with_piece_needs(Needs(token_ids=True), tmp_path, [Span(0, 1), Span(5, 6)], 6) == known_needs("zamba2")
    assert known_needs("zamba2").all_layers


def test_pieces_follow_from_needs() -> None:
    def of(needs: Needs, *, tied: bool = False) -> tuple[str, ...]:
        return needed_pieces(Span(1, 2), 3, tied=tied, needs=needs)

    assert of(NO_NEEDS) == of(NO_NEEDS, tied=True) == (layer_piece(1),)
    assert of(Needs(ends=True)) == of(Needs(token_ids=True)) == (EMBEDDING, layer_piece(1), TAIL)
    assert of(Needs(all_layers=True)) == all_pieces(3)
