"""The hub and the fetch together: what comes is the model, whatever the hub does in between."""

import random
from functools import partial
from pathlib import Path

import pytest

from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.modelstore.fetch.cross_check import cross_check
from meshnet_gui.modelstore.fetch.hub import Hub, HubModel
from meshnet_gui.modelstore.fetch.job import Fetch
from meshnet_gui.modelstore.fetch.standing import Patience
from meshnet_gui.modelstore.pieces import all_pieces
from meshnet_gui.modelstore.spec import ModelSpec, read_spec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.tensors import digest
from meshnet_gui.types import Span

NAME = "somebody/model"
QUICK = Patience(stall_s=0.3, first_pause_s=0.01, most_pause_s=0.02, max_failures=20, tick_s=0.05)


@pytest.fixture
def store(tmp_path: Path) -> ModelStore:
    return ModelStore(tmp_path / "models")


def _add(hub: LocalHub, store: ModelStore, folder: Path, num_files: int) -> tuple[HubModel, ModelSpec]:
    hub.add(NAME, write_sized_model(folder, num_layers=6, hidden_size=64, intermediate_size=192, num_files=num_files))
    model = Hub(hub.url).describe(NAME)
    hub.forget_sent()
    return model, store.add("", model.files, model.manifest, source="the hub")


def _fetch(hub: LocalHub, store: ModelStore, model: HubModel, spec: ModelSpec, pieces: tuple[str, ...]) -> ModelSpec:
    source = Hub(hub.url).source(NAME, model.identity.revision, model.manifest)
    assert Fetch(store, spec, pieces, [source], patience=QUICK).run()
    return read_spec(spec.path)


def _bytes_of(store: ModelStore, spec: ModelSpec, tensor: str) -> bytes:
    path, start, size = store.place(spec, tensor)
    with path.open("rb") as file:
        file.seek(start)
        return file.read(size)


@pytest.mark.parametrize("num_files", [1, 4])
def test_a_span_costs_the_bytes_of_its_tensors(hub: LocalHub, store: ModelStore, tmp_path: Path, num_files: int):
    model, spec = _add(hub, store, tmp_path / "model", num_files)
    pieces = spec.pieces(Span(2, 4))
    spec = _fetch(hub, store, model, spec, pieces)
    assert spec.held == frozenset(pieces)
    wanted = [tensor for tensor in model.manifest.tensors if ".layers.2." in tensor.name or ".layers.3." in tensor.name]
    assert hub.bytes_sent() == sum(tensor.num_bytes for tensor in wanted)
    held = store.tensors(spec).by_name
    for tensor in wanted:
        content = (tmp_path / "model" / tensor.file).read_bytes()[tensor.start : tensor.end]
        assert _bytes_of(store, spec, tensor.name) == content
        assert held[tensor.name].sha256 == digest(content)


def test_the_whole_model_comes_through_a_hub_in_trouble(hub: LocalHub, store: ModelStore, tmp_path: Path):
    model, spec = _add(hub, store, tmp_path / "model", 2)
    for kind in ("expired", "truncated", "short", "storage-error", "storage-page", "stalled", "shifted", "long"):
        hub.misbehave(kind, after_bytes=5000)
    for kind in ("unavailable", "page"):
        hub.misbehave(kind)
    spec = _fetch(hub, store, model, spec, all_pieces(6))
    assert store.verify(spec.name).bad == ()
    read = partial(Hub(hub.url).read_ranges, NAME, model.identity.revision, model.manifest)
    checked = cross_check(store, spec, read, random.Random(1))
    assert (checked.num_ranges, checked.bad) == (16, ())


def test_a_byte_that_changed_here_is_found_by_asking_the_hub_again(hub: LocalHub, store: ModelStore, tmp_path: Path):
    model, spec = _add(hub, store, tmp_path / "model", 1)
    spec = _fetch(hub, store, model, spec, spec.pieces(Span(1, 2)))
    path, start, size = store.place(spec, "model.layers.1.mlp.up_proj.weight")
    with path.open("r+b") as file:
        file.seek(start)
        file.write(bytes(size))
    read = partial(Hub(hub.url).read_ranges, NAME, model.identity.revision, model.manifest)
    assert cross_check(store, spec, read, random.Random(1)).bad == ("model.layers.1.mlp.up_proj.weight",)
