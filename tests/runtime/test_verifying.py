"""What is verified is compared with the hub, too, where that can be asked: digests may have been lies."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.modelstore.fetch.hub import Hub
from meshnet_gui.modelstore.pieces import layer_piece, piece_file
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.runtime.verifying import check_model
from meshnet_gui.types import Span
from tests.hub_server import REPOSITORY, hub_with
from tests.in_pieces import add_in_pieces, publish, snapshot

CHANCE = random.Random(0)


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHub]:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "account"))
    with hub_with(tmp_path / "model", num_layers=3) as made:
        yield made


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "models")


def held_of(folder: Path, commit: str, store: ModelStore, told: Path | None = None) -> ModelSpec:
    """Layers 1 and 2 of the model in ``folder``; where ``told`` is another model, with its bytes and digests."""
    whole = ModelStore(store.root.parent / "whole").import_path(snapshot(folder, REPOSITORY, commit))
    if told is None:
        return add_in_pieces(store, whole, whole.pieces(Span(1, 3)))
    other = ModelStore(store.root.parent / "other-store").import_path(told, "other")
    spec = add_in_pieces(store, whole)
    for piece in whole.pieces(Span(1, 3)):
        publish(store, spec, piece, other)
    return store.get(spec.name)


def commit_of(hub: LocalHub) -> str:
    return next(iter(hub.repositories[REPOSITORY].commits))


def test_what_is_right_is_found_right_by_the_hub_too(hub: LocalHub, store: ModelStore, tmp_path: Path) -> None:
    spec = held_of(tmp_path / "model", commit_of(hub), store)
    checked = check_model(store, spec.name, Hub(hub.url), chance=CHANCE)
    assert checked.is_sound
    assert checked.text.endswith("16 random parts are as the hub has them.")
    asked = {entry.path.rsplit("/", 1)[-1] for entry in hub.asked if entry.at == "hub"}
    assert asked == {"model.safetensors"}


def test_a_model_whose_digests_were_lies_is_found_out(hub: LocalHub, store: ModelStore, tmp_path: Path) -> None:
    told = write_sized_model(tmp_path / "told", num_layers=3, seed=1)
    spec = held_of(tmp_path / "model", commit_of(hub), store, told)
    checked = check_model(store, spec.name, Hub(hub.url), chance=CHANCE)
    assert not checked.is_sound
    assert not checked.verified.bad
    assert "differ from the hub's: remove the model and get it from the hub." in checked.text


def test_a_hub_that_cannot_be_asked_is_said_and_no_fault_of_the_model(
    hub: LocalHub, store: ModelStore, tmp_path: Path
) -> None:
    spec = held_of(tmp_path / "model", commit_of(hub), store)
    hub.misbehave("not-found", times=-1)
    checked = check_model(store, spec.name, Hub(hub.url), chance=CHANCE)
    assert checked.is_sound
    assert "The hub could not be asked: " in checked.text


def test_without_a_hub_damage_is_found_all_the_same(hub: LocalHub, store: ModelStore, tmp_path: Path) -> None:
    spec = held_of(tmp_path / "model", commit_of(hub), store)
    path = spec.path / piece_file(layer_piece(2))
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    checked = check_model(store, spec.name, None)
    assert not checked.is_sound
    assert layer_piece(2) in checked.verified.bad
    assert not hub.asked


def test_a_model_of_no_repository_is_not_looked_for(store: ModelStore, hub: LocalHub, tmp_path: Path) -> None:
    spec = store.import_path(tmp_path / "model", "mine")
    assert check_model(store, spec.name, Hub(hub.url)).is_sound
    assert not hub.asked
