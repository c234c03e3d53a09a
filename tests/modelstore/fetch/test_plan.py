"""How a fetch is cut into stretches."""

from __future__ import annotations

from dataclasses import replace

from meshnet_gui.modelstore.piece_layout import piece_layouts
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, all_pieces, layer_piece
from meshnet_gui.modelstore.tensors import SourceFile, StoredTensor
from tests.modelstore.fetch.fakes import make_truth, stretches_of

TRUTH = make_truth(num_layers=3, num_files=2)


def test_every_byte_of_the_pieces_is_in_one_stretch():
    for most in (100, 3000, 10**9):
        stretches = stretches_of(TRUTH.manifest, 3, all_pieces(3), most)
        found = [tensor.name for stretch in stretches for tensor in stretch.tensors]
        assert sorted(found) == sorted(TRUTH.manifest.by_name)
        assert sum(stretch.num_bytes for stretch in stretches) == sum(t.num_bytes for t in TRUTH.manifest.tensors)


def test_only_the_pieces_that_are_wanted_in_their_order():
    stretches = stretches_of(TRUTH.manifest, 3, (TAIL, layer_piece(1)))
    assert [stretch.piece for stretch in stretches] == sorted((s.piece for s in stretches), reverse=True)
    assert {stretch.piece for stretch in stretches} == {TAIL, layer_piece(1)}


def test_a_stretch_is_no_longer_than_the_limit_but_for_one_large_tensor():
    for stretch in stretches_of(TRUTH.manifest, 3, all_pieces(3), 2100):
        assert stretch.num_bytes <= 2100 or len(stretch.tensors) == 1


def test_a_stretch_lies_in_one_file_and_has_no_gap():
    for stretch in stretches_of(TRUTH.manifest, 3, all_pieces(3), 10**9):
        assert {tensor.file for tensor in stretch.tensors} == {stretch.file}
        ends = [tensor.end for tensor in stretch.tensors]
        assert ends[:-1] == [tensor.start for tensor in stretch.tensors[1:]]


def test_a_stretch_is_in_a_row_in_the_file_of_its_piece():
    layouts = piece_layouts(TRUTH.manifest, 3)
    for stretch in stretches_of(TRUTH.manifest, 3, all_pieces(3), 3000):
        offsets = layouts[stretch.piece].offsets
        for tensor in stretch.tensors:
            assert offsets[tensor.name] - offsets[stretch.tensors[0].name] == tensor.start - stretch.start


def test_a_tensor_without_a_byte_is_no_stretch_of_its_own():
    empty = StoredTensor("model.layers.0.empty", "F32", (0,), "empty.safetensors", 8)
    manifest = replace(
        TRUTH.manifest,
        files=(SourceFile("empty.safetensors", 8), *TRUTH.manifest.files),
        tensors=(empty, *TRUTH.manifest.tensors),
    )
    stretches = stretches_of(manifest, 3, (EMBEDDING, layer_piece(0)))
    assert all(stretch.num_bytes for stretch in stretches)
    assert empty not in [tensor for stretch in stretches for tensor in stretch.tensors]
