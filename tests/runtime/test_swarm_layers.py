"""Nodes in one swarm that choose their layers by themselves: together they hold the model, also after one has left."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from meshnet_gui.events import GenerationFinished
from meshnet_gui.modelstore.forecast import FLOAT32_LOAD_FACTOR, MARGIN_BYTES
from meshnet_gui.modelstore.sizes import model_sizes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.runtime import assigner as assigner_module
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.own_node import CACHES_SHARE
from meshnet_gui.settings import Settings
from meshnet_gui.types import Span
from tests.cores import SOON, MakeCore, core_maker, started, tiny_store
from tests.runtime.test_core import answer, when

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def store(tiny: Callable[[str], ModelSpec], tmp_path_factory: pytest.TempPathFactory) -> ModelStore:
    return tiny_store(tmp_path_factory.mktemp("store"), tiny)


@pytest.fixture
def make(store: ModelStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeCore]:
    monkeypatch.setattr(assigner_module, "LOOK_EVERY_S", 0.5)
    with core_maker(store) as build:
        yield build


def room_for(store: ModelStore, num_layers: int) -> int:
    """Free bytes in which so many layers fit at the front, and a few more elsewhere."""
    sizes = model_sizes(store.get("tiny"))
    loading = round(sizes.of_span(Span(0, num_layers)) * FLOAT32_LOAD_FACTOR) + 100
    return (MARGIN_BYTES + loading) * CACHES_SHARE // (CACHES_SHARE - 1) + 1


def member(make: MakeCore, folder: Path, free_bytes: int, invite: str = "") -> Core:
    core = started(make(Settings(model="tiny", route="split"), swarm_folder=folder, free_memory=lambda: free_bytes))
    if invite:
        core.join_swarm(invite).result(SOON)
    else:
        core.create_swarm("home").result(SOON)
    when(core, lambda s: s.swarm and s.swarm.state in ("alone", "connected"))
    core.set_contributing(True).result(SOON)
    return core


def covered(*cores: Core) -> set[int]:
    spans = [shard.span for core in cores for shard in core.snapshot().node.ready_shards()]
    return {layer for span in spans for layer in range(span.start, span.end)}


def test_small_nodes_choose_layers_that_others_lack_and_say_why(
    make: MakeCore, store: ModelStore, tmp_path: Path
) -> None:
    free_bytes = room_for(store, 3)
    first = member(make, tmp_path / "first", free_bytes)
    invite = first.swarm_invite("home").result(SOON)
    assert "nobody" in first.snapshot().assignment
    second = member(make, tmp_path / "second", free_bytes, invite)
    third = member(make, tmp_path / "third", free_bytes, invite)
    when(third, lambda s: s.route is not None and covered(first, second, third) == set(range(6)))
    assert isinstance(answer(third), GenerationFinished)
    for core in (first, second, third):
        picture = core.snapshot()
        assert picture.assignment.startswith(f"Serving {picture.node.span}: ")
        assert picture.node.span.num_layers < 6


def test_nodes_move_into_the_gap_that_one_leaves(make: MakeCore, store: ModelStore, tmp_path: Path) -> None:
    free_bytes = room_for(store, 3)
    first = member(make, tmp_path / "0", free_bytes)
    invite = first.swarm_invite("home").result(SOON)
    others = [member(make, tmp_path / str(number), free_bytes, invite) for number in range(1, 5)]
    everybody = [first, *others]
    when(first, lambda s: s.route is not None)
    leaving = next(core for core in everybody if core.snapshot().node.span.start == 0)
    staying = [core for core in everybody if core is not leaving]
    leaving.set_contributing(False).result(SOON)
    when(staying[0], lambda s: s.route is not None and covered(*staying) == set(range(6)))
    assert isinstance(answer(staying[0]), GenerationFinished)
