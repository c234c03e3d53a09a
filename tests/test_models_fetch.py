"""``meshnet models add`` and ``get`` over a core that is told what to do: what is said, what pauses, what goes on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.errors import SwarmError
from meshnet_gui.events import EventBus
from meshnet_gui.models_fetch import missing_bytes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore, default_store
from meshnet_gui.runtime.adding import find_here
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.runtime.snapshot import DiskView, FetchView, ModelView, Snapshot, SnapshotTaken
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.types import Span
from tests.in_pieces import add_in_pieces, snapshot
from tests.test_cli import Run, one_line
from tests.test_cli import run as run

MB = 1_000_000
LIED = ("desk gave other bytes than it should have.",)


def done(value: Any = None) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(value)
    return future


class FetchingCore:
    """A core that fetches nothing: ``while_fetching`` happens in place of it."""

    def __init__(self, spec: ModelSpec) -> None:
        self.events = EventBus()
        self.asked: list[tuple[Any, ...]] = []
        self.plan = Plan()
        self.while_fetching: Callable[[FetchingCore], None] = lambda core: None
        self._spec = spec

    def start(self) -> Future[None]:
        return done()

    def stop(self, *timeouts: float) -> None:
        self.asked.append(("stop",))

    def snapshot(self) -> Snapshot:
        return Snapshot(Settings(), disk=DiskView(free_bytes=5000 * MB), free_bytes=4000 * MB)

    def publish(self, *fetches: FetchView) -> None:
        self.events.publish(SnapshotTaken(Snapshot(Settings(), fetches=fetches)))

    def add_model(self, name: str, revision: str = "") -> Future[ModelView]:
        self.asked.append(("add", name, revision))
        return done(ModelView(self._spec.name, str(self._spec.identity), self._spec.num_layers, 128, 1000))

    def fetch_layers(self, model: str, span: Span | None) -> Future[None]:
        self.asked.append(("fetch", model, span))
        self.while_fetching(self)
        return done()

    def pause_fetch(self, model: str) -> Future[None]:
        self.asked.append(("pause", model))
        return done()


# -- get and add over a core ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with a model of the hub in pieces, of which layers 0-2 are there."""
    folder = tmp_path_factory.mktemp("data")
    model = snapshot(write_sized_model(folder / "model", num_layers=6), "org/model")
    whole = ModelStore(folder / "whole").import_path(model)
    add_in_pieces(ModelStore(folder / "data" / "models"), whole, whole.pieces(Span(0, 2)))
    return folder / "data"


@pytest.fixture
def here(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelSpec:
    """That model in this user's store."""
    shutil.copytree(data, tmp_path / "data")
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("MESHNET_CONFIG_DIR", str(tmp_path / "config"))
    return default_store().get("model")


@pytest.fixture
def core(here: ModelSpec, monkeypatch: pytest.MonkeyPatch) -> FetchingCore:
    """What the command line's fetches run on."""
    made = FetchingCore(here)

    def make(plan: Plan) -> FetchingCore:
        made.plan = plan
        return made

    monkeypatch.setattr("meshnet_gui.models_fetch.assemble", make)
    return made


def test_get_fetches_what_is_missing_and_says_how_to_serve_it(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    code, out, err = run("models", "get", here.name, "--layers", "1-4")
    assert code == 0, err
    assert core.asked == [("fetch", here.name, Span(1, 4)), ("stop",)]
    assert f"meshnet node --model {here.name} --layers 1-4" in out
    missing = sum(path.stat().st_size for path in here.path.glob("layer-0000[01].safetensors"))
    assert 0 < missing_bytes(default_store(), here, Span(1, 4)) < missing + 1000
    assert "Layers 1-4: 107 kB to get, 5.0 GB free on this disk." in err.splitlines()
    assert "Serving them takes 134 MB of memory, 4.0 GB are free." in err.splitlines()


def test_get_says_what_fits_before_it_fetches(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    _, _, err = run("models", "get", here.name)
    assert "splitting will be slower" in err
    assert core.asked[0] == ("fetch", here.name, None)


def test_get_of_what_is_here_fetches_nothing(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    code, out, _ = run("models", "get", here.name, "--layers", "0-2", "--json")
    told = json.loads(out)
    assert (code, told["fetched_bytes"], told["held"], core.asked) == (0, 0, ["0-2"], [("stop",)])
    assert "are here already." in run("models", "get", here.name, "--layers", "0-2")[1]


@pytest.mark.parametrize("name", ["org/model", "ORG/Model"])
def test_get_by_repository_goes_on_at_the_commit_that_is_here(
    run: Run, core: FetchingCore, here: ModelSpec, name: str
) -> None:
    run("models", "get", name, "--layers", "0-3")
    assert core.asked[0] == ("fetch", here.name, Span(0, 3))
    run("models", "get", name, "--revision", here.identity.revision)
    assert core.asked[2] == ("fetch", here.name, None)


def test_get_of_another_revision_or_model_is_added_first(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    run("models", "get", "org/model", "--revision", "main")
    run("models", "get", "org/other", "--layers", "0-3")
    assert core.asked[0] == ("add", "org/model", "main")
    assert core.asked[3] == ("add", "org/other", "")


def test_ctrl_c_pauses_and_says_how_it_goes_on(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    core.while_fetching = interrupt
    code, out, err = run("models", "get", "org/model", "--layers", "0-4")
    assert (code, out) == (130, "")
    assert core.asked[1:] == [("pause", here.name), ("stop",)]
    assert err.splitlines()[-1].endswith(f"It goes on with: meshnet models get {here.name} --layers 0-4")


def interrupt(core: FetchingCore) -> None:
    raise KeyboardInterrupt


def test_a_fetch_that_fails_is_one_line_and_exit_code_1(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    def fail(core: FetchingCore) -> None:
        raise SwarmError("Nobody has layer 3.", "Try again later.")

    core.while_fetching = fail
    code, out, err = run("models", "get", here.name, "--layers", "0-4", "--json")
    assert (code, out) == (1, "")
    assert one_line(err) == "meshnet: Nobody has layer 3. Try again later."


def test_programs_are_told_how_much_came_from_whom(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    core.while_fetching = lambda core: core.publish(
        FetchView(here.name, "checking", Span(0, 4), 9, 9, hub_bytes=2, peer_bytes=7, num_peers=1, dropped=LIED)
    )
    told = json.loads(run("models", "get", here.name, "--layers", "0-4", "--json")[1])
    assert (told["hub_bytes"], told["peer_bytes"], told["num_peers"]) == (2, 7, 1)
    assert told["dropped"] == list(LIED)
    assert f"Left out: {LIED[0]}" in run("models", "get", here.name, "--layers", "0-4")[1]
    assert told["fetched_bytes"] == missing_bytes(default_store(), here, Span(0, 4))


def test_where_to_look_and_how_much_may_lie_here_are_the_users(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    mirror = "http://127.0.0.1:9"
    SettingsFile().save(Settings(hub_endpoint=mirror, models_max_bytes=7 * 10**9, contributing=True, model="x"))
    run("models", "get", here.name, "--no-hub")
    settings = core.plan.settings
    assert settings is not None
    assert (settings.hub_endpoint, settings.models_max_bytes) == (mirror, 7 * 10**9)
    assert (settings.contributing, settings.model) == (False, "")
    assert (core.plan.use_hub, core.plan.only_fetches, core.plan.swarm) == (False, True, None)
    run("models", "get", here.name, "--no-peers")
    assert (core.plan.use_hub, core.plan.swarm) == (True, "")


def test_add_says_how_to_chat_and_how_to_bring_layers_here(run: Run, core: FetchingCore, here: ModelSpec) -> None:
    code, out, _ = run("models", "add", "org/new")
    assert (code, core.asked[0]) == (0, ("add", "org/new", ""))
    assert f"meshnet chat --model {here.name}" in out
    assert json.loads(run("models", "add", "org/new", "--json")[1])["identity"] == str(here.identity)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["get", "model", "--layers", "2-50"], "model has layers 0-6, not 2-50."),
        (["get", "model", "--no-peers", "--no-hub"], "not allowed with argument"),
        (["get", "model", "--no-peers", "--swarm", "home"], "--no-peers asks no member of any swarm."),
        (["get"], "the following arguments are required: name"),
    ],
)
def test_what_cannot_be_fetched_is_one_line_and_exit_code_2(
    run: Run, core: FetchingCore, words: list[str], text: str
) -> None:
    code, out, err = run("models", *words)
    assert (code, out) == (2, "")
    assert text in one_line(err)


def test_a_model_of_which_two_commits_are_here_is_asked_for_by_name(here: ModelSpec, tmp_path: Path) -> None:
    store = default_store()
    folder = snapshot(write_sized_model(tmp_path / "newer", num_layers=6, seed=1), "org/model", "f" * 40)
    newer = add_in_pieces(store, ModelStore(tmp_path / "two").import_path(folder))
    assert newer.name != here.name
    assert find_here(store, "org/model", "") is None
    assert find_here(store, "org/model", "f" * 40) == newer
    assert find_here(store, here.name, "") == here
    assert find_here(store, str(newer.identity), "") == newer
