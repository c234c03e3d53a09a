"""A fetch from a real local hub into a real store."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from meshnet_gui.bench.hub_faults import ALWAYS
from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.fetch.cross_check import cross_check
from meshnet_gui.modelstore.fetch.hub import Hub, HubModel
from meshnet_gui.modelstore.fetch.job import Fetch
from meshnet_gui.modelstore.fetch.standing import Patience
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.tensors import digest
from meshnet_gui.types import Span
from tests.hub_server import REPOSITORY
from tests.in_pieces import tensor_bytes

QUICK = Patience(stall_s=1.0, slow_after_s=0.2, first_pause_s=0.01, most_pause_s=0.05, tick_s=0.05)


class _Fetching:
    """A model that was added from the hub, and fetches of its layers."""

    def __init__(self, hub: LocalHub, root: Path, repository: str = REPOSITORY) -> None:
        self.hub = Hub(hub.url)
        self.store = ModelStore(root)
        self.model: HubModel = self.hub.describe(repository)
        self.name = self.store.add("", self.model.files, self.model.manifest, source=repository).name

    @property
    def spec(self) -> ModelSpec:
        return self.store.get(self.name)

    def fetch(self, span: Span) -> Fetch:
        identity = self.model.identity
        source = self.hub.source(identity.repository, identity.revision, self.model.manifest)
        return Fetch(self.store, self.spec, self.spec.missing(span), [source], patience=QUICK)

    def tensor_bytes(self, span: Span) -> int:
        layouts, pieces = self.store.layouts(self.spec), self.spec.pieces(span)
        return sum(tensor.num_bytes for piece in pieces for tensor in layouts[piece].tensors)

    def is_right(self, folder: Path, span: Span) -> bool:
        """Whether every tensor of the span is here as the repository has it."""
        manifest = self.store.tensors(self.spec)
        for piece in self.spec.pieces(span):
            for tensor in self.store.layouts(self.spec)[piece].tensors:
                original = (folder / tensor.file).read_bytes()[tensor.start : tensor.end]
                here = tensor_bytes(self.spec, tensor.name), manifest.by_name[tensor.name].sha256
                if here != (original, digest(original)):
                    return False
        return True


@pytest.mark.parametrize("num_files", [1, 3])
def test_ten_layers_of_thirty_cost_their_bytes(hub: LocalHub, tmp_path: Path, num_files: int):
    folder = write_sized_model(
        tmp_path / "large", num_layers=30, hidden_size=64, intermediate_size=256, num_files=num_files
    )
    hub.add("somebody/large", folder)
    fetching, span = _Fetching(hub, tmp_path / "models", "somebody/large"), Span(10, 20)
    hub.forget_sent()
    assert fetching.fetch(span).run()
    assert fetching.is_right(folder, span)
    assert hub.bytes_sent() == fetching.tensor_bytes(span)


def test_another_span_costs_the_difference_alone(hub: LocalHub, tmp_path: Path):
    fetching = _Fetching(hub, tmp_path / "models")
    assert fetching.fetch(Span(0, 2)).run()
    hub.forget_sent()
    assert fetching.fetch(Span(1, 3)).run()
    assert hub.bytes_sent() == fetching.tensor_bytes(Span(2, 3))
    assert fetching.spec.held_spans() == (Span(0, 3),)


@pytest.mark.parametrize(
    ("fault", "details"),
    [
        ("expired", {}),
        ("truncated", {"after_bytes": 1000}),
        ("short", {}),
        ("long", {}),
        ("shifted", {}),
        ("storage-page", {}),
        ("storage-limited", {"seconds": 1}),
        ("storage-error", {}),
        ("page", {}),
        ("rate-limited", {"seconds": 1}),
        ("server-error", {}),
        ("stalled", {"after_bytes": 1000, "seconds": 10}),
        ("dripping", {"bytes_per_s": 100}),
    ],
)
def test_what_goes_wrong_twice_costs_no_byte_of_the_result(
    hub: LocalHub, tmp_path: Path, fault: str, details: dict[str, int]
):
    fetching = _Fetching(hub, tmp_path / "models")
    times = 1 if fault == "dripping" else 2
    hub.misbehave(fault, "model.safetensors", times=times, **details)
    assert fetching.fetch(Span(0, 4)).run()
    assert fetching.is_right(tmp_path / "repository", Span(0, 4))


def test_a_byte_that_changed_here_is_found_by_asking_the_hub_again(hub: LocalHub, tmp_path: Path):
    fetching, chance = _Fetching(hub, tmp_path / "models"), random.Random(1)
    assert fetching.fetch(Span(1, 2)).run()
    manifest, commit = fetching.model.manifest, fetching.model.identity.revision
    read = partial(fetching.hub.read_ranges, REPOSITORY, commit, manifest)
    assert cross_check(fetching.store, fetching.spec, read, chance).bad == ()
    tensor = max(fetching.store.layouts(fetching.spec)["layer-00001"].tensors, key=lambda each: each.num_bytes)
    path, start, size = fetching.store.place(fetching.spec, tensor.name)
    with path.open("r+b") as file:
        file.seek(start)
        file.write(bytes(size))
    assert cross_check(fetching.store, fetching.spec, read, chance).bad == (tensor.name,)


def test_a_repository_that_may_no_longer_be_read_says_what_to_do(hub: LocalHub, tmp_path: Path):
    fetching = _Fetching(hub, tmp_path / "models")
    hub.misbehave("gated", times=ALWAYS)
    with pytest.raises(UserError) as raised:
        fetching.fetch(Span(0, 4)).run()
    assert raised.value.hint
