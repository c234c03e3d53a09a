"""Who gave what of a stretch."""

from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.modelstore.fetch.standing import Standing
from meshnet_gui.modelstore.fetch.work import PieceWork, Work
from meshnet_gui.modelstore.piece_layout import piece_layouts
from meshnet_gui.modelstore.pieces import layer_piece
from tests.modelstore.fetch.fakes import Giver, make_truth

TRUTH = make_truth()


@pytest.fixture
def work(tmp_path: Path) -> Work:
    layout = piece_layouts(TRUTH.manifest, TRUTH.num_layers)[layer_piece(0)]
    return PieceWork(tmp_path, layout, 10**6).works[0]


def gives(work: Work, giver: Standing, num_bytes: int) -> None:
    work.begin(giver)
    work.piece.part().write(work.index, bytes(num_bytes))


def test_who_gave_bytes_of_a_tensor_is_a_giver_and_who_gave_none_is_not(work: Work) -> None:
    one, idle, two = (Standing(Giver(name, TRUTH)) for name in ("one", "idle", "two"))
    tensor = work.stretch.tensors[-1]
    before = tensor.start - work.stretch.start
    gives(work, one, before + 10)
    gives(work, idle, 0)
    gives(work, two, 10)
    assert work.givers(tensor) == [one, two]
    assert work.givers(work.stretch.tensors[0]) == [one]
    work.piece.close()


def test_a_tensor_of_which_one_is_to_give_all_begins_anew_with_another(work: Work) -> None:
    one, two = (Standing(Giver(name, TRUTH)) for name in ("one", "two"))
    tensor = work.stretch.tensors[-1]
    before = tensor.start - work.stretch.start
    gives(work, one, before + 10)
    work.one_giver = True
    assert work.begin(one) == 0
    assert work.begin(two) == 10
    assert work.written == before
    assert work.givers(tensor) == [two]
    work.piece.close()
