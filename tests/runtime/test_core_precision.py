"""A chosen precision is part of the model's identity: for our own node, for the chat, and for what peers count."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator

import pytest

from meshnet_gui.errors import MachineError, NoRoute, UserError
from meshnet_gui.events import GenerationFailed, GenerationFinished
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.node.shard import Shard, ShardLoader
from meshnet_gui.runtime.assembly import shard_loader
from meshnet_gui.runtime.core import Core
from meshnet_gui.settings import Settings
from meshnet_gui.types import GenerationResult, Message, SamplingParams, Span
from tests.cores import SOON, MakeCore, core_maker, started, tiny_store
from tests.engine.lean_models import make_lean
from tests.fleet import load

Tiny = Callable[[str], ModelSpec]


@pytest.fixture(scope="module")
def store(tiny: Tiny, tmp_path_factory: pytest.TempPathFactory) -> ModelStore:
    made = tiny_store(tmp_path_factory.mktemp("store"), tiny)
    made.import_path(make_lean("llama", tmp_path_factory.mktemp("lean") / "llama"), "lean")
    return made


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
    assert peer.state == "other_precision"
    assert asking.snapshot().route is None
    with pytest.raises(NoRoute, match="serves it as stored") as refused:
        asking._submit(asking._routes.route(asking._library.model())).result(SOON)
    assert refused.value.hint == "Chat in that precision: --precision auto, or choose it in the Node tab."


def really(settings: Settings) -> ShardLoader:
    """Loads in the precision that the settings say."""
    return shard_loader(settings, {})


def answer(core: Core) -> GenerationResult:
    """What the chat says, through whatever route there is."""
    events: queue.Queue[object] = queue.Queue()
    leave = core.events.subscribe(events.put)
    core.start_generation([Message("user", "hello there")], SamplingParams(temperature=0), 4)
    event = events.get(timeout=SOON)
    while not isinstance(event, GenerationFinished | GenerationFailed):
        event = events.get(timeout=SOON)
    leave()
    assert isinstance(event, GenerationFinished), event
    return event.result


def test_a_chat_is_answered_by_the_own_node_in_the_chosen_precision(make: MakeCore) -> None:
    core = started(make(Settings(model="lean", contributing=True, num_threads=1), load_shard=really))
    stored = core.snapshot().node.identity
    assert ":int8_rotated32" not in stored
    core.change_settings(precision="int8").result(SOON)
    node = core.snapshot().node
    assert (node.state, ":int8_rotated32" in node.identity) == ("ready", True)
    assert [hop.address for hop in answer(core).route.hops] == ["local"]


def test_a_chat_is_answered_by_peers_of_the_same_precision_only(make: MakeCore) -> None:
    serving = started(
        make(Settings(model="lean", contributing=True, precision="int8", num_threads=1), load_shard=really)
    )
    address = serving.snapshot().node_address
    asking = started(make(Settings(model="lean"), extra_peers=(address,)))
    asking.probe_peer(address).result(SOON)
    assert asking.snapshot().route is None
    asking.change_settings(precision="int8").result(SOON)
    result = answer(asking)
    assert [hop.address for hop in result.route.hops] == [address]
    assert len(result.token_ids) > 0


def test_precision_and_layers_chosen_at_once_load_once(make: MakeCore) -> None:
    loads: list[tuple[str, Span]] = []

    def counting(settings: Settings) -> ShardLoader:
        def load_it(spec: ModelSpec, span: Span) -> Shard:
            loads.append((settings.precision, span))
            return load(spec, span)

        return load_it

    core = started(make(Settings(model="tiny", contributing=True), load_shard=counting))
    core.serve("tiny", Span(0, 2), precision="int4").result(SOON)
    assert loads[1:] == [("int4", Span(0, 2))]
    assert core.snapshot().settings.precision == "int4"


def test_switching_on_with_changes_loads_them_alone(make: MakeCore) -> None:
    loads: list[tuple[str, Span]] = []

    def counting(settings: Settings) -> ShardLoader:
        def load_it(spec: ModelSpec, span: Span) -> Shard:
            loads.append((settings.precision, span))
            return load(spec, span)

        return load_it

    core = started(make(Settings(model="tiny"), load_shard=counting))
    core.set_contributing(True, precision="int4", span="0-2").result(SOON)
    assert loads == [("int4", Span(0, 2))]
    settings = core.snapshot().settings
    assert (settings.contributing, settings.precision, settings.span) == (True, "int4", "0-2")


def test_switching_on_with_a_change_that_is_none_leaves_it_off(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny")))
    with pytest.raises(UserError):
        core.set_contributing(True, precision="int3").result(SOON)
    assert (core.snapshot().settings.contributing, core.snapshot().node.state) == (False, "off")


def test_a_precision_that_cannot_be_served_is_a_failed_node_with_a_hint_and_the_stored_one_brings_it_back(
    make: MakeCore,
) -> None:
    core = started(make(Settings(model="tiny", contributing=True, num_threads=1), load_shard=really))
    with pytest.raises(MachineError, match="cannot be served"):
        core.change_settings(precision="int8").result(SOON)
    node = core.snapshot().node
    assert (node.state, node.error.endswith("Serve the weights as stored instead.")) == ("failed", True)
    core.change_settings(precision="auto").result(SOON)
    assert core.snapshot().node.state == "ready"
