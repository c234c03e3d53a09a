"""A core whose node holds several real tiny shards: of two models, of two spans, and what stops it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.events import GenerationFailed, GenerationFinished
from meshnet_gui.modelstore.forecast import needed_bytes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.core import Core
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.types import Span
from tests.cores import SOON, MakeCore, started
from tests.fleet import load
from tests.runtime.test_core import answer, when

Tiny = Callable[[str], ModelSpec]
ON = Settings(model="tiny", contributing=True)


class Loads:
    """A loader that remembers what it loaded."""

    def __init__(self) -> None:
        self.done: list[tuple[str, Span]] = []

    def __call__(self, settings: Settings) -> Any:
        def loader(spec: ModelSpec, span: Span) -> Any:
            self.done.append((spec.name, span))
            return load(spec, span)

        return loader


def served(core: Core) -> list[tuple[str, str, str]]:
    return [(shard.model_name, str(shard.span), shard.state) for shard in core.snapshot().node.shards]


def stop(core: Core, name: str, span: Span) -> None:
    shard = next(s for s in core.snapshot().node.shards if (s.model_name, s.span) == (name, span))
    core.stop_shard(shard.identity, span).result(SOON)


def test_a_node_with_two_models_answers_chats_with_either(make: MakeCore) -> None:
    node = started(make(ON))
    node.serve_also("window", None).result(SOON)
    assert served(node) == [("tiny", "0-6", "ready"), ("window", "0-6", "ready")]
    head = started(make(extra_peers=(node.snapshot().node_address,)))
    for name in ("tiny", "window"):
        head.set_model(name).result(SOON)
        ending = answer(head)
        assert isinstance(ending, GenerationFinished), ending
        alone = started(make(replace(ON, model=name)))
        assert answer(alone).result.token_ids == ending.result.token_ids
    assert node.snapshot().node.counters["cache_misses"] == 0


def test_a_route_may_use_two_shards_of_one_peer(make: MakeCore) -> None:
    node = started(make(replace(ON, span="0-2")))
    node.serve_also("tiny", Span(4, 6)).result(SOON)
    other = started(make(replace(ON, span="2-4")))
    addresses = (node.snapshot().node_address, other.snapshot().node_address)
    head = started(make(extra_peers=addresses))
    ending = answer(head)
    assert isinstance(ending, GenerationFinished), ending
    assert [(hop.address, str(hop.span)) for hop in ending.result.route.hops] == [
        (addresses[0], "0-2"),
        (addresses[1], "2-4"),
        (addresses[0], "4-6"),
    ]
    assert ending.result.cached
    assert ending.result.token_ids == answer(started(make(ON))).result.token_ids
    assert node.snapshot().node.counters["cache_misses"] == 0


def test_the_own_node_s_second_model_can_be_chatted_with(make: MakeCore) -> None:
    core = started(make(ON))
    core.serve_also("window", None).result(SOON)
    core.serve("window", None).result(SOON)
    assert isinstance(answer(core), GenerationFinished)


def test_a_new_choice_takes_the_first_one_s_place_and_leaves_the_others(make: MakeCore) -> None:
    loads = Loads()
    core = started(make(replace(ON, span="0-3"), load_shard=loads))
    core.serve_also("window", Span(0, 2)).result(SOON)
    core.serve("tiny", Span(2, 6)).result(SOON)
    assert served(core) == [("tiny", "2-6", "ready"), ("window", "0-2", "ready")]
    core.serve("window", Span(0, 2)).result(SOON)  # it is there already
    assert served(core) == [("window", "0-2", "ready")]
    assert loads.done == [("tiny", Span(0, 3)), ("window", Span(0, 2)), ("tiny", Span(2, 6))]
    assert (core.snapshot().settings.model, core.snapshot().settings.also) == ("window", ())


def test_one_more_than_the_node_holds_takes_an_idle_one_s_place_but_never_the_first_s(make: MakeCore) -> None:
    core = started(make(replace(ON, span="0-3")))
    core.serve_also("window", Span(0, 2)).result(SOON)
    core.serve_also("window", Span(2, 4)).result(SOON)
    assert served(core) == [("tiny", "0-3", "ready"), ("window", "2-4", "ready")]
    assert core.snapshot().settings.also == ("window:2-4",)
    core.change_settings(max_loaded_shards=1).result(SOON)
    assert served(core) == [("tiny", "0-3", "ready")]
    assert core.snapshot().settings.also == ("window:2-4",)
    with pytest.raises(MachineError, match="holds 1 shard at most"):
        core.serve_also("window", Span(0, 2)).result(SOON)
    assert core.snapshot().node.state == "ready"


def test_one_shard_is_stopped_by_name_but_not_the_first(make: MakeCore) -> None:
    core = started(make(replace(ON, span="0-3")))
    core.serve_also("window", None).result(SOON)
    with pytest.raises(UserError, match="above all"):
        stop(core, "tiny", Span(0, 3))
    stop(core, "window", Span(0, 6))
    assert served(core) == [("tiny", "0-3", "ready")]
    assert core.snapshot().settings.also == ()


def test_what_is_served_beside_is_there_again_after_a_restart(make: MakeCore, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    core = started(make(ON, settings_file=file))
    core.serve_also("window", Span(1, 3)).result(SOON)
    core.stop()
    settings, notice = file.load()
    assert (settings.also, notice) == (("window:1-3",), "")
    again = started(make(settings))
    assert served(again) == [("tiny", "0-6", "ready"), ("window", "1-3", "ready")]


def test_while_the_node_is_off_one_more_is_only_remembered(make: MakeCore) -> None:
    core = started(make())
    core.serve_also("window", None).result(SOON)
    assert (served(core), core.snapshot().settings.also) == ([], ("window:0-6",))
    core.set_contributing(True).result(SOON)
    assert [name for name, _, _ in served(core)] == ["tiny", "window"]


@pytest.mark.parametrize(
    ("name", "span", "reason"), [("nothing", None, "no model named"), ("window", Span(3, 7), "has layers 0-6")]
)
def test_one_more_that_makes_no_sense_changes_nothing(make: MakeCore, name: str, span: Any, reason: str) -> None:
    core = started(make(ON))
    for command in (core.serve_also, core.serve):
        with pytest.raises(UserError, match=reason):
            command(name, span).result(SOON)
    assert served(core) == [("tiny", "0-6", "ready")]
    assert core.snapshot().settings == ON


def test_remembered_shards_that_cannot_be_served_keep_nothing_from_starting(make: MakeCore) -> None:
    core = started(make(replace(ON, also=("gone", "window:4-9", "window:0-2"))))
    assert served(core) == [("tiny", "0-6", "ready"), ("window", "0-2", "ready")]


# -- limits -----------------------------------------------------------------------------------------------------------


def test_limits_of_the_session_caches_change_without_loading_again(make: MakeCore) -> None:
    loads = Loads()
    core = started(make(ON, load_shard=loads))
    answer(core)
    (session,) = when(core, lambda s: s.node.sessions).node.sessions
    core.change_settings(kv_max_sessions=3, kv_ttl_s=60.0, kv_max_bytes=2**21).result(SOON)
    node = when(core, lambda s: s.node.max_sessions == 3).node
    assert (node.ttl_s, node.limit_bytes, [s.short_id for s in node.sessions]) == (60.0, 2**21, [session.short_id])
    assert loads.done == [("tiny", Span(0, 6))]
    assert core.snapshot().limits.max_sessions == 3


def test_port_changes_without_loading_again_and_threads_load_every_shard(make: MakeCore) -> None:
    loads = Loads()
    core = started(make(ON, load_shard=loads))
    core.serve_also("window", Span(0, 2)).result(SOON)
    before = core.snapshot().node_address
    core.change_settings(host="localhost").result(SOON)
    assert core.snapshot().node_address != before
    assert len(loads.done) == 2
    core.change_settings(num_threads=2).result(SOON)
    assert served(core) == [("tiny", "0-6", "ready"), ("window", "0-2", "ready")]
    assert loads.done[2:] == loads.done[:2]


# -- memory -----------------------------------------------------------------------------------------------------------


def room_for(core: Core, span: Span) -> int:
    model = core.snapshot().model
    assert model is not None
    assert model.sizes is not None
    return needed_bytes(model.sizes.of_span(span), "fp32")


def test_a_span_that_does_not_fit_is_refused_before_it_is_loaded_with_the_one_that_would(make: MakeCore) -> None:
    loads = Loads()
    free = room_for(started(make()), Span(0, 4))
    core = started(make(load_shard=loads, free_memory=lambda: free))
    with pytest.raises(MachineError, match=r"Layers 0-6 of tiny need .* are free") as refused:
        core.set_contributing(True).result(SOON)
    assert refused.value.hint == "Layers 0-4 would fit."
    picture = core.snapshot()
    assert (picture.node.state, picture.node_address, loads.done) == ("failed", "", [])
    assert "Layers 0-4 would fit." in picture.node.error
    core.serve("tiny", Span(0, 4)).result(SOON)
    assert (served(core), core.snapshot().node.error) == ([("tiny", "0-4", "ready")], "")


def test_one_more_that_does_not_fit_leaves_the_first_one_serving(make: MakeCore) -> None:
    free = room_for(started(make()), Span(0, 4))
    core = started(make(replace(ON, span="0-3"), free_memory=lambda: free))
    with pytest.raises(MachineError, match="Layers 0-6 of window need"):
        core.serve_also("window", None).result(SOON)
    assert served(core) == [("tiny", "0-3", "ready"), ("window", "0-6", "failed")]
    assert isinstance(answer(core), GenerationFailed)  # layers 3-6 are nobody's, as before
    assert core.snapshot().node.state == "ready"
    stop(core, "window", Span(0, 6))
    assert served(core) == [("tiny", "0-3", "ready")]


def test_a_remembered_one_that_does_not_fit_shows_as_failed_with_the_reason(make: MakeCore) -> None:
    free = room_for(started(make()), Span(0, 4))
    core = started(make(replace(ON, span="0-3", also=("window",)), free_memory=lambda: free))
    (first, other) = core.snapshot().node.shards
    assert (first.state, other.state) == ("ready", "failed")
    assert "Layers 0-6 of window need" in other.error


def test_what_the_first_one_gives_back_counts_for_the_one_in_its_place(make: MakeCore) -> None:
    free = room_for(started(make()), Span(0, 6))
    core = started(make(ON, free_memory=lambda: free))
    core.serve("window", None).result(SOON)
    assert served(core) == [("window", "0-6", "ready")]


def test_the_picture_says_what_is_free(make: MakeCore) -> None:
    core = started(make(free_memory=lambda: 123_456_789))
    assert when(core, lambda s: s.free_bytes).free_bytes == 123_456_789
