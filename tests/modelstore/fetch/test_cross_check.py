"""Random parts of what is here are compared with the hub's."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from meshnet_gui.modelstore.fetch.cross_check import CrossChecked, cross_check
from meshnet_gui.modelstore.fetch.sources import SourceFailed
from meshnet_gui.modelstore.pieces import layer_piece
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from tests.in_pieces import COMMIT, add_in_pieces
from tests.weight_members import make_folder, stored


@pytest.fixture
def whole(tmp_path: Path) -> ModelSpec:
    return stored(tmp_path / "whole", make_folder(tmp_path / "folder", width=200, commit=COMMIT))[1]


class Hub:
    """Gives what is in the whole model's file."""

    def __init__(self, spec: ModelSpec) -> None:
        self.content = bytearray((spec.path / "model.safetensors").read_bytes())
        self.asked: list[tuple[int, int]] = []

    def read(self, ranges: Sequence[tuple[str, int, int]]) -> list[bytes]:
        assert {file for file, _, _ in ranges} == {"model.safetensors"}
        self.asked += [(start, end) for _, start, end in ranges]
        return [bytes(self.content[start:end]) for _, start, end in ranges]


def test_what_is_equal_is_found_equal(whole: ModelSpec) -> None:
    hub = Hub(whole)
    found = cross_check(ModelStore(whole.path.parent), whole, hub.read, random.Random(1))
    assert found == CrossChecked(16, ())
    assert len(set(hub.asked)) == 16
    assert all(0 < end - start <= 64 * 1024 for start, end in hub.asked)


def test_a_model_in_pieces_is_compared_where_it_is_held(whole: ModelSpec, tmp_path: Path) -> None:
    store, hub = ModelStore(tmp_path / "pieces"), Hub(whole)
    spec = add_in_pieces(store, whole, [layer_piece(1), layer_piece(3)])
    assert cross_check(store, spec, hub.read, random.Random(1)).bad == ()
    spans = [(t.start, t.end) for t in store.tensors(spec).tensors if ".1." in t.name or ".3." in t.name]
    assert all(any(low <= start < end <= high for low, high in spans) for start, end in hub.asked)
    asked, hub.asked = hub.asked, []
    assert asked
    cross_check(store, spec, hub.read, random.Random(1), pieces=[layer_piece(3)])
    third = [(t.start, t.end) for t in store.tensors(spec).tensors if ".3." in t.name]
    assert all(any(low <= start < end <= high for low, high in third) for start, end in hub.asked)


def test_a_tensor_that_is_another_is_named(whole: ModelSpec) -> None:
    store, hub = ModelStore(whole.path.parent), Hub(whole)
    lied = store.tensors(whole).by_name["model.layers.2.o_proj.weight"]
    hub.content[lied.start : lied.end] = bytes(lied.num_bytes)
    assert cross_check(store, whole, hub.read, random.Random(1), pieces=[layer_piece(2)]).bad == (lied.name,)


def test_a_model_with_nothing_here_is_not_compared(whole: ModelSpec, tmp_path: Path) -> None:
    store = ModelStore(tmp_path / "pieces")
    spec = add_in_pieces(store, whole)
    assert cross_check(store, spec, Hub(whole).read, random.Random(1)) == CrossChecked(0, ())


def test_a_hub_that_fails_is_no_verdict(whole: ModelSpec) -> None:
    def fail(ranges: object) -> list[bytes]:
        raise SourceFailed("The hub cannot be reached.")

    with pytest.raises(SourceFailed):
        cross_check(ModelStore(whole.path.parent), whole, fail, random.Random(1))
