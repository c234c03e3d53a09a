"""A chosen precision is part of the model's identity: for our own node, for the chat, and for what peers count."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from meshnet_gui.errors import NoRoute
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.settings import Settings
from tests.cores import SOON, MakeCore, core_maker, started, tiny_store

Tiny = Callable[[str], ModelSpec]


@pytest.fixture(scope="module")
def store(tiny: Tiny, tmp_path_factory: pytest.TempPathFactory) -> ModelStore:
    return tiny_store(tmp_path_factory.mktemp("store"), tiny)


@pytest.fixture
def make(store: ModelStore) -> Iterator[MakeCore]:
    with core_maker(store) as build:
        yield build


def test_a_node_serves_the_chosen_precision_under_its_own_identity(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True, precision="int8")))
    picture = core.snapshot()
    assert picture.model is not None
    assert picture.node.identity == picture.model.identity
    assert ":int8_rotated32" in picture.node.identity


def test_a_peer_of_another_precision_is_no_part_of_a_route(make: MakeCore) -> None:
    serving = started(make(Settings(model="tiny", contributing=True)))
    address = serving.snapshot().node_address
    asking = started(make(Settings(model="tiny", precision="int8"), extra_peers=(address,)))
    asking.probe_peer(address).result(SOON)
    (peer,) = asking.snapshot().peers
    assert peer.state == "other_model"
    assert asking.snapshot().route is None
    with pytest.raises(NoRoute):
        asking._submit(asking._route(asking._library.model())).result(SOON)
