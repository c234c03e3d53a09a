"""Tiny models, a store of them, and cores over it: with nodes that wait no longer than they must for other heads."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from tests.cores import MakeCore, core_maker, tiny_store
from tests.fleet import tiny

__all__ = ["tiny"]


@pytest.fixture(scope="module")
def store(tiny: Callable[[str], ModelSpec], tmp_path_factory: pytest.TempPathFactory) -> ModelStore:
    return tiny_store(tmp_path_factory.mktemp("store"), tiny)


@pytest.fixture
def make(store: ModelStore) -> Iterator[MakeCore]:
    with core_maker(store) as build:
        yield build


@pytest.fixture(autouse=True)
def _answers_end_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.node.resident.MID_ANSWER_S", 0.2)
