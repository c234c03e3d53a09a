"""What is remembered of a fetch, and its lock."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from meshnet_gui.modelstore.disk import is_fetching
from meshnet_gui.modelstore.fetch.wish import (
    Wish,
    fetch_lock,
    forget,
    remember,
    remembered,
    span_of,
)
from meshnet_gui.modelstore.pieces import WISH_NAME
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Span
from tests.modelstore.fetch.fakes import FakeStore, make_truth


@pytest.fixture
def spec(tmp_path: Path) -> ModelSpec:
    return FakeStore(tmp_path, make_truth()).spec


def test_a_wish_is_remembered_until_it_is_forgotten(spec: ModelSpec):
    assert remembered(spec) is None
    for wish in (Wish(("embedding", "layer-00000"), Span(0, 1)), Wish(("tail",), None, is_paused=True)):
        remember(spec, wish)
        assert remembered(spec) == wish
    forget(spec)
    forget(spec)
    assert remembered(spec) is None


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"pieces": 3, "span": "", "paused": 1}', "[" * 5000, '{"pieces": []}']
)
def test_a_damaged_wish_is_none(spec: ModelSpec, text: str):
    (spec.path / WISH_NAME).write_text(text, encoding="utf-8")
    assert remembered(spec) is None


@pytest.mark.parametrize("span", ["0-99999", "3-7"])
def test_a_wish_for_layers_that_the_model_has_not_is_none(spec: ModelSpec, span: str):
    content = {"pieces": ["tail"], "span": span, "paused": False}
    (spec.path / WISH_NAME).write_text(json.dumps(content), encoding="utf-8")
    assert spec.num_layers < 7
    assert remembered(spec) is None


def test_names_that_are_no_pieces_are_left_out(spec: ModelSpec):
    content = {"pieces": ["../../x", "layer-3", "layer-09999", 3, "tail"], "span": "", "paused": False}
    (spec.path / WISH_NAME).write_text(json.dumps(content), encoding="utf-8")
    assert remembered(spec) == Wish(("tail",))


def test_the_span_of_pieces_is_from_their_first_to_their_last_layer():
    assert span_of(("embedding", "layer-00002", "layer-00003")) == Span(2, 4)
    assert span_of(("embedding", "tail")) is None


def test_a_model_is_held_by_one_fetch(spec: ModelSpec):
    assert not is_fetching(spec.path)
    with fetch_lock(spec.path, lambda seconds: False) as first, fetch_lock(spec.path, lambda seconds: False) as second:
        assert (first, second) == (True, False)
        assert is_fetching(spec.path)
    assert not is_fetching(spec.path)
