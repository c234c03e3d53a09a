"""The starter model in pieces, two nodes with half of it each: the answer of the whole model, in every precision."""

from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.tokenizer import load_tokenizer
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, generate
from tests.in_pieces import add_in_pieces, publish

pytestmark = [pytest.mark.real_model, pytest.mark.slow, pytest.mark.timeout(600)]
HALVES = (Span(0, 15), Span(15, 30))
NUM_TOKENS = 24


@pytest.fixture(scope="module")
def nodes(starter_model: ModelSpec, tmp_path_factory: pytest.TempPathFactory) -> list[ModelSpec]:
    """What each of two nodes has on its disk."""
    stores = [ModelStore(tmp_path_factory.mktemp(f"node-{number}")) for number in range(len(HALVES))]
    found = []
    for store, span in zip(stores, HALVES, strict=True):
        spec = add_in_pieces(store, starter_model)
        for piece in spec.pieces(span):
            publish(store, spec, piece, starter_model)
        found.append(store.get(spec.name))
    return found


def test_both_are_the_same_model_as_the_whole_one(nodes: list[ModelSpec], starter_model: ModelSpec) -> None:
    assert [node.identity for node in nodes] == [starter_model.identity] * 2
    assert [node.held_spans() for node in nodes] == [(span,) for span in HALVES]


@pytest.mark.parametrize("precision", ["fp32", "bf16", "int8", "int4"])
def test_halves_in_pieces_answer_what_halves_of_the_whole_do(
    nodes: list[ModelSpec], starter_model: ModelSpec, precision: str
) -> None:
    tokenizer = load_tokenizer(starter_model.path)
    prompt = tokenizer.encode_chat([{"role": "user", "content": "What is the capital of France?"}])
    found = generate(_chain([node.path for node in nodes], precision), prompt, NUM_TOKENS)
    assert found == generate(_chain([starter_model.path] * 2, precision), prompt, NUM_TOKENS)
    assert "Paris" in tokenizer.decode(found) or precision == "int4"  # which loses this answer, from the whole too


def _chain(paths: list[Path], precision: str) -> list[TorchModelShard]:
    return [
        load_shard(path, span, identity=MODEL, num_threads=1, precision=precision, runner="lean")
        for path, span in zip(paths, HALVES, strict=True)
    ]
