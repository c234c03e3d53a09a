"""The core as a face sees it: commands in, snapshots and events out, and an end in every phase."""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from meshnet_gui.concurrency.loop import WORKERS
from meshnet_gui.concurrency.server import bind
from meshnet_gui.errors import DiskFull, MachineError, MeshnetError, NoRoute, PortInUse, UserError
from meshnet_gui.events import GenerationFailed, GenerationFinished, GenerationStarted, GenerationText
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.snapshot import Snapshot, SnapshotTaken
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.types import Message, SamplingParams, Span
from tests.cores import SOON, MakeCore, core_maker, started
from tests.fleet import load

Tiny = Callable[[str], ModelSpec]
HELLO = [Message("user", "hi")]


@contextmanager
def hearing(core: Core) -> Iterator[queue.SimpleQueue[Any]]:
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    leave = core.events.subscribe(events.put)
    yield events
    leave()


def answer(core: Core, max_tokens: int = 5, messages: list[Message] = HELLO) -> Any:
    """The event that ends one answer."""
    with hearing(core) as events:
        name = core.start_generation(messages, SamplingParams(), max_tokens)
        while True:
            event = events.get(timeout=SOON)
            if isinstance(event, GenerationFinished | GenerationFailed) and event.generation_id == name:
                return event


def when(core: Core, condition: Callable[[Snapshot], Any]) -> Snapshot:
    """The first snapshot that fulfils the condition."""
    with hearing(core) as events:
        picture = core.snapshot()
        while not condition(picture):
            event = events.get(timeout=SOON)
            picture = event.snapshot if isinstance(event, SnapshotTaken) else picture
        return picture


def our_threads() -> list[str]:
    """Those that live as long as the core; a worker may outlive it, where a hub or a disk keeps it waiting."""
    names = [thread.name for thread in threading.enumerate()]
    return [name for name in names if name.startswith("meshnet") and not name.startswith((WORKERS, "meshnet-hub"))]


# -- life -------------------------------------------------------------------------------------------------------------


def test_core_that_was_stopped_leaves_no_threads_and_takes_no_commands(make: MakeCore) -> None:
    core = started(make())
    assert len(our_threads()) == 2
    core.stop()
    core.stop()
    assert our_threads() == []
    with pytest.raises(MeshnetError, match="ending"):
        core.set_contributing(True).result(1)
    core.start_generation(HELLO, SamplingParams(), 5)


def test_core_may_be_stopped_before_it_was_started(make: MakeCore) -> None:
    make().stop()
    assert our_threads() == []


@pytest.mark.allow_warnings("the picture could not be made")
def test_picture_that_could_not_be_made_is_followed_by_others(make: MakeCore) -> None:
    failures: list[OSError] = []
    looks = itertools.count(2**40)

    def free_memory() -> int:
        if failures:
            raise failures.pop()
        return next(looks)

    core = started(make(free_memory=free_memory))
    failures.append(OSError("nobody knows how much memory is free"))
    after = core.snapshot().free_bytes + 2
    assert when(core, lambda picture: picture.free_bytes >= after)
    assert not failures


def test_peers_that_change_a_thousand_times_a_second_are_shown_a_few_times(make: MakeCore) -> None:
    core = started(make())

    async def change() -> None:
        for _ in range(1000):
            core._directory.add("http://127.0.0.1:1", remembered=False)

    with hearing(core) as events:
        core._loop.submit(change()).result(SOON)
        picture = when(core, lambda picture: picture.peers)
    assert [peer.address for peer in picture.peers] == ["http://127.0.0.1:1"]
    assert events.qsize() < 20


class SlowLoad:
    """A loader that waits until it is told to go on."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.go_on = threading.Event()
        self.spans: list[Span] = []

    def __call__(self, spec: ModelSpec, span: Span) -> Any:
        self.spans.append(span)
        self.entered.set()
        assert self.go_on.wait(SOON)
        return load(spec, span)


def test_core_may_be_stopped_while_a_span_is_loading(make: MakeCore) -> None:
    slow = SlowLoad()
    core = make(Settings(model="tiny", contributing=True), load_shard=lambda settings: slow)
    core.start()
    assert slow.entered.wait(SOON)
    stopping = threading.Thread(target=core.stop)
    stopping.start()
    slow.go_on.set()
    stopping.join(SOON)
    assert our_threads() == []


def test_core_may_be_stopped_while_it_answers(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True)))
    with hearing(core) as events:
        core.start_generation(HELLO, SamplingParams(), 200)
        while not isinstance(events.get(timeout=SOON), GenerationText):
            pass
        core.stop()
        told = [events.get() for _ in range(events.qsize())]
    assert [e.result.finish for e in told if isinstance(e, GenerationFinished)] == ["stopped"]
    assert our_threads() == []


def test_import_is_given_up_when_the_program_ends(make: MakeCore, tmp_path: Path) -> None:
    class SlowStore(ModelStore):
        def import_path(
            self, path: Path, name: str | None = None, progress: Any = None, limit_bytes: int = 0
        ) -> ModelSpec:
            entered.set()
            for step in range(10_000):
                threading.Event().wait(0.001)
                progress(step / 10_000, "hashing")
            raise AssertionError("nobody gave it up")

    entered = threading.Event()
    core = started(make(Settings(), store=SlowStore(tmp_path)))
    future = core.import_model(tmp_path)
    assert entered.wait(SOON)
    core.stop()
    with pytest.raises(BaseException):  # noqa: B017, PT011 - cancelled, or told that the program ends
        future.result(SOON)


# -- our own node -----------------------------------------------------------------------------------------------------


def test_switching_on_serves_the_span_and_the_snapshot_shows_it(make: MakeCore) -> None:
    core = started(make())
    assert (core.snapshot().node.state, core.snapshot().node_address) == ("off", "")
    core.set_contributing(True).result(SOON)
    picture = core.snapshot()
    assert (picture.node.state, picture.node.span, picture.missing) == ("ready", Span(0, 6), ())
    assert str(picture.route) == "local [0-6]"
    assert httpx.get(f"{picture.node_address}/health", trust_env=False).json()["ready"] is True
    core.set_contributing(False).result(SOON)
    assert (core.snapshot().node.state, core.snapshot().missing) == ("off", (Span(0, 6),))
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{picture.node_address}/health", trust_env=False)


def test_chat_over_the_own_node_takes_the_local_hop(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True)))
    ending = answer(core)
    assert isinstance(ending, GenerationFinished), ending
    assert str(ending.result.route) == "local [0-6]"
    (session,) = when(core, lambda s: s.node.sessions).node.sessions
    assert session.short_id in core.snapshot().own_sessions


def test_last_wish_wins_when_the_switch_is_toggled_during_a_load(make: MakeCore) -> None:
    slow = SlowLoad()
    core = started(make(load_shard=lambda settings: slow))
    on = core.set_contributing(True)
    assert slow.entered.wait(SOON)
    off = core.set_contributing(False)
    slow.go_on.set()
    on.result(SOON)
    off.result(SOON)
    picture = core.snapshot()
    assert (picture.node.state, picture.node_address, picture.settings.contributing) == ("off", "", False)
    futures = [core.set_contributing(wish) for wish in (True, False, True)]
    for future in futures:
        future.result(SOON)
    assert core.snapshot().node.state == "ready"


def test_switching_on_twice_loads_once(make: MakeCore) -> None:
    slow = SlowLoad()
    slow.go_on.set()
    core = started(make(load_shard=lambda settings: slow))
    for future in [core.set_contributing(True) for _ in range(3)]:
        future.result(SOON)
    assert slow.spans == [Span(0, 6)]


def test_another_span_is_loaded_and_one_beyond_the_model_is_refused(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True)))
    core.set_span(Span(2, 6)).result(SOON)
    assert core.snapshot().node.span == Span(2, 6)
    assert core.snapshot().missing == (Span(0, 2),)
    with pytest.raises(UserError, match="has layers 0-6, not 2-7"):
        core.set_span(Span(2, 7)).result(SOON)
    assert (core.snapshot().node.span, core.snapshot().settings.span) == (Span(2, 6), "2-6")
    core.set_span(None).result(SOON)
    assert core.snapshot().node.span == Span(0, 6)


def test_another_model_is_loaded_and_an_unknown_one_is_refused(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True)))
    core.set_model("window").result(SOON)
    assert (core.snapshot().node.model_name, core.snapshot().model.name) == ("window", "window")  # type: ignore[union-attr]
    with pytest.raises(UserError, match="no model named 'nothing'"):
        core.set_model("nothing").result(SOON)
    assert core.snapshot().node.model_name == "window"


def test_taken_port_is_a_failed_state_with_its_reason_and_heals(make: MakeCore) -> None:
    with bind("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        core = started(make(Settings(model="tiny", port=port)))
        with pytest.raises(PortInUse, match=str(port)):
            core.set_contributing(True).result(SOON)
        assert core.snapshot().node.state == "failed"
        assert f"Port {port} is taken" in core.snapshot().node.error
    core.set_contributing(True).result(SOON)
    assert core.snapshot().node.state == "ready"


def test_node_that_can_no_longer_serve_what_is_wanted_frees_what_it_served(make: MakeCore) -> None:
    class Fails:
        def __call__(self, settings: Settings) -> Any:
            def loader(spec: ModelSpec, span: Span) -> Any:
                if spec.name == "window":
                    raise MachineError("There is not enough memory.")
                return load(spec, span)

            return loader

    core = started(make(Settings(model="tiny", contributing=True), load_shard=Fails()))
    with pytest.raises(MachineError, match="not enough memory"):
        core.set_model("window").result(SOON)
    picture = core.snapshot()
    assert (picture.node.state, picture.node.shard_bytes, picture.node_address) == ("failed", 0, "")


def test_switch_works_although_the_settings_cannot_be_saved(make: MakeCore, tmp_path: Path) -> None:
    class FullDisk(SettingsFile):
        def save(self, settings: Settings) -> None:
            raise DiskFull("The settings could not be saved: the disk is full.")

    core = started(make(Settings(model="tiny", contributing=True), settings_file=FullDisk(tmp_path / "s.json")))
    with pytest.raises(DiskFull):
        core.set_contributing(False).result(SOON)
    assert core.snapshot().node.state == "off"


def test_session_of_the_own_node_is_evicted_by_its_short_id(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True)))
    answer(core)
    (session,) = when(core, lambda s: s.node.sessions).node.sessions
    assert core.evict_session("", session.short_id).result(SOON) is True
    assert core.evict_session("", session.short_id).result(SOON) is False
    assert when(core, lambda s: s.node.evictions).node.evictions[0].reason == "user"


# -- peers ------------------------------------------------------------------------------------------------------------


def serving(make: MakeCore, span: str, **settings: Any) -> str:
    core = started(make(Settings(model="tiny", contributing=True, span=span, **settings)))
    return core.snapshot().node_address


def test_two_peers_answer_over_http_and_their_sessions_can_be_closed(make: MakeCore) -> None:
    addresses = (serving(make, "0-2"), serving(make, "2-6"))
    head = started(make(extra_peers=addresses))
    ending = answer(head)
    assert isinstance(ending, GenerationFinished), ending
    assert str(ending.result.route) == f"{addresses[0]} [0-2] -> {addresses[1]} [2-6]"
    (own,) = when(head, lambda s: s.own_sessions).own_sessions
    assert head.evict_session(addresses[0], own).result(SOON) is True
    assert head.evict_session(addresses[0], own).result(SOON) is False
    with pytest.raises(UserError, match="your own chats"):
        head.evict_session(addresses[0], "01234567").result(SOON)
    peer = next(p for p in head.snapshot().peers if p.address == addresses[0])
    assert peer.status is not None
    assert [e.reason for e in peer.status.evictions] == ["closed"]


def test_peers_are_remembered_until_they_are_removed(make: MakeCore, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    core = started(make(settings_file=file))
    core.add_peer("127.0.0.1:9").result(SOON)
    with pytest.raises(UserError, match="no peer address"):
        core.add_peer("nonsense").result(SOON)
    assert file.load()[0].peers == ("http://127.0.0.1:9",)
    core.stop()
    again = started(make(file.load()[0], settings_file=file))
    picture = when(again, lambda s: s.peers and s.peers[0].state != "probing")
    assert (picture.peers[0].state, picture.peers[0].remembered) == ("offline", True)
    again.remove_peer("http://127.0.0.1:9").result(SOON)
    assert (again.snapshot().peers, file.load()[0].peers) == ((), ())


def test_remembered_peer_that_cannot_be_used_does_not_keep_the_program_from_starting(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True, peers=("https://a", "http://127.0.0.1:9"))))
    picture = core.snapshot()
    assert (picture.node.state, [p.address for p in picture.peers]) == ("ready", ["http://127.0.0.1:9"])
    assert "https://a" in picture.notice


def test_peer_given_at_the_start_that_is_no_address_is_an_error(make: MakeCore) -> None:
    with pytest.raises(UserError, match="no peer address"):
        make(extra_peers=("nonsense",)).start().result(SOON)


def test_missing_layers_are_named_with_the_reasons_of_the_peers(make: MakeCore, store: ModelStore) -> None:
    first = serving(make, "0-2")
    other = started(make(Settings(model="window", contributing=True))).snapshot().node_address
    off = started(make()).snapshot()
    assert off.node_address == ""
    head = started(make(extra_peers=(first, other, "http://127.0.0.1:9")))
    ending = answer(head)
    assert isinstance(ending, GenerationFailed)
    assert "Nobody serves layers 2-6 of tiny." in ending.text
    assert f"{other} serves window instead." in ending.text
    assert "http://127.0.0.1:9 does not answer" in ending.text
    assert ending.hint
    wanted = {first: "online", other: "other_model", "http://127.0.0.1:9": "offline"}
    picture = when(head, lambda s: {p.address: p.state for p in s.peers} == wanted)
    assert picture.missing == (Span(2, 6),)


def test_chat_heals_by_itself_when_the_missing_peer_comes(make: MakeCore) -> None:
    head = started(make(extra_peers=(serving(make, "0-2"),)))
    assert isinstance(answer(head), GenerationFailed)
    head.add_peer(serving(make, "2-6")).result(SOON)
    assert isinstance(answer(head), GenerationFinished)


def test_head_and_own_node_share_a_route_with_a_peer(make: MakeCore) -> None:
    peer = serving(make, "3-6")
    core = started(make(Settings(model="tiny", contributing=True, span="0-3"), extra_peers=(peer,)))
    ending = answer(core)
    assert isinstance(ending, GenerationFinished), ending
    assert str(ending.result.route) == f"local [0-3] -> {peer} [3-6]"


# -- generations, models, settings ------------------------------------------------------------------------------------


def test_stop_that_follows_the_start_at_once_still_ends_the_answer(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True)))
    for _ in range(20):
        with hearing(core) as events:
            name = core.start_generation(HELLO, SamplingParams(), 200)
            core.stop_generation(name).result(SOON)
            endings = []
            while events.qsize():
                event = events.get()
                if isinstance(event, GenerationFinished | GenerationFailed):
                    endings.append(event.generation_id)
            assert endings == [name]
    when(core, lambda s: s.num_generating == 0)


def test_prompt_beyond_the_context_is_refused_without_a_route(make: MakeCore) -> None:
    core = started(make())
    with hearing(core) as events:
        ending = answer(core, messages=[Message("user", "x" * 1000)])
        assert not any(isinstance(events.get(), GenerationStarted) for _ in range(events.qsize()))
    assert "this model takes 256" in ending.text


def test_without_any_model_everything_says_so(make: MakeCore, tmp_path: Path) -> None:
    core = started(make(Settings(), store=ModelStore(tmp_path / "empty")))
    assert (core.snapshot().model, core.snapshot().models, core.snapshot().route) == (None, (), None)
    ending = answer(core)
    assert "no model on this computer" in ending.text
    with pytest.raises(UserError, match="no model on this computer"):
        core.set_contributing(True).result(SOON)
    assert core.snapshot().node.state == "failed"


def test_an_import_says_how_far_it_is(make: MakeCore, tiny: Tiny, tmp_path: Path) -> None:
    seen = threading.Event()

    class Slow(ModelStore):
        def import_path(self, path: Path, name: str | None = None, progress: Any = None, limit: int = 0) -> ModelSpec:
            progress(0.45, "converting the weights")
            assert seen.wait(SOON)
            return super().import_path(path, name, progress, limit)

    core = started(make(Settings(), store=Slow(tmp_path / "models")))
    importing = core.import_model(tiny("llama").path)
    when(core, lambda s: s.importing == "Converting the weights (45%)")
    seen.set()
    importing.result(SOON)
    when(core, lambda s: not s.importing)


def test_imported_model_appears_and_a_bad_path_is_refused(make: MakeCore, tiny: Tiny, tmp_path: Path) -> None:
    core = started(make(Settings(), store=ModelStore(tmp_path / "models")))
    with pytest.raises(UserError, match="no file or folder"):
        core.import_model(tmp_path / "missing.gguf").result(SOON)
    view = core.import_model(tiny("llama").path).result(SOON)
    assert [m.name for m in core.snapshot().models] == [view.name]
    assert core.snapshot().model == view


@pytest.mark.parametrize(
    ("changes", "text"),
    [({"temperatur": 1}, "no setting named temperatur"), ({"port": 70_000}, "port"), ({"theme": "pink"}, "theme")],
)
def test_bad_setting_is_named_and_nothing_changes(make: MakeCore, changes: dict[str, Any], text: str) -> None:
    core = started(make())
    before = core.snapshot().settings
    with pytest.raises(UserError, match=text):
        core.change_settings(**changes).result(SOON)
    core.change_settings(theme="dark").result(SOON)
    assert core.snapshot().settings == replace(before, theme="dark")


@pytest.mark.allow_warnings("a command failed")
def test_unexpected_failure_of_a_command_is_logged_and_becomes_a_plain_error(make: MakeCore) -> None:
    class Broken(ModelStore):
        def get(self, name: str) -> ModelSpec:
            raise ZeroDivisionError

    core = started(make(Settings(), store=Broken(Path("nowhere"))))
    with pytest.raises(MachineError, match="ZeroDivisionError"):
        core.set_model("tiny").result(SOON)


def test_no_route_is_a_swarm_error(make: MakeCore) -> None:
    core = started(make())
    future: Future[Any] = core._submit(core._routes.route(core._library.model()))
    with pytest.raises(NoRoute, match="Nobody serves layers 0-6"):
        future.result(SOON)


# -- what first users ran into ----------------------------------------------------------------------------------------


def test_cache_of_a_complete_answer_stays_and_the_next_question_takes_it_up(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny", contributing=True)))
    answer(core)
    picture = when(core, lambda s: s.node.sessions and s.own_sessions)
    (first,) = picture.own_sessions
    assert [session.short_id for session in picture.node.sessions] == [first]
    assert answer(core).result.num_reused_tokens > 0
    picture = core.snapshot()
    assert [session.short_id for session in picture.node.sessions] == [first]


def test_one_peer_too_many_is_refused_and_changes_nothing(make: MakeCore) -> None:
    many = tuple(f"http://127.0.0.1:{port}" for port in range(50001, 50065))
    core = started(make(Settings(model="tiny", peers=many)))
    with pytest.raises(UserError, match="64"):
        core.add_peer("http://127.0.0.1:50100").result(SOON)
    core.remove_peer(many[0]).result(SOON)
    assert [peer.address for peer in core.snapshot().peers] == list(many[1:])
    assert core.snapshot().settings.peers == many[1:]


def test_node_that_lacked_a_model_starts_when_the_starter_model_comes(tmp_path: Path, tiny: Tiny) -> None:
    def fetch(store: ModelStore, progress: Callable[[float, str], None]) -> ModelSpec:
        progress(0.5, "on its way")
        return store.import_path(tiny("llama").path, "tiny")

    with core_maker(ModelStore(tmp_path / "models")) as build:
        core = build(Settings(contributing=True), fetch_starter=fetch)
        with pytest.raises(UserError, match="no model"):
            core.start().result(SOON)
        assert core.snapshot().node.state == "failed"
        assert core.fetch_starter().result(SOON).name == "tiny"
        assert when(core, lambda s: s.node.state == "ready").startup == ""


def test_changed_port_and_threads_are_taken_up_by_a_running_node(make: MakeCore) -> None:
    loaded: list[Settings] = []

    def loader(settings: Settings) -> Any:
        loaded.append(settings)
        return load

    with bind("127.0.0.1", 0) as sock:
        port = sock.getsockname()[1]
    core = started(make(Settings(model="tiny", contributing=True), load_shard=loader))
    core.change_settings(port=port, num_threads=2).result(SOON)
    assert core.snapshot().node_address == f"http://127.0.0.1:{port}"
    assert [settings.num_threads for settings in loaded] == [0, 2]
    core.change_settings(theme="dark").result(SOON)
    assert len(loaded) == 2


def test_model_view_knows_what_a_span_needs(make: MakeCore) -> None:
    core = started(make())
    model = core.snapshot().model
    assert model is not None
    assert model.sizes is not None
    whole = model.sizes.of_span(Span(0, model.num_layers))
    assert 0.95 * model.weight_bytes < whole <= model.weight_bytes  # the files have headers too
    assert 0 < model.sizes.of_span(Span(1, 2)) < whole / model.num_layers
