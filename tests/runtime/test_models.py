"""Models that come and go, as a face sees it: over a hub on this computer, and from member to member."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.errors import BadModelFile, MeshnetError, UserError
from meshnet_gui.events import GenerationFinished
from meshnet_gui.modelstore.fetch.hub import Hub
from meshnet_gui.modelstore.fetch.wish import Wish, remember, remembered
from meshnet_gui.modelstore.hashing import UNSURE_HEADERS_NAME
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.taken import how_taken
from meshnet_gui.modelstore.tensor_lists import merge
from meshnet_gui.modelstore.tensors import digest
from meshnet_gui.node import shelf
from meshnet_gui.runtime.core import Core
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.swarm.membership import MembershipStore
from meshnet_gui.types import Span
from tests.cores import SOON, MakeCore, core_maker, started
from tests.hub_server import REPOSITORY, TOKEN, hub_with
from tests.in_pieces import are_proven
from tests.runtime.test_core import answer, when

NAME = "small-model"
Tiny = Callable[[str], ModelSpec]


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[LocalHub]:
    with hub_with(tmp_path / "repository", num_layers=4) as hub:
        yield hub


@pytest.fixture
def make(tmp_path: Path) -> Iterator[MakeCore]:
    with core_maker(ModelStore(tmp_path / "models")) as build:
        yield build


def one(make: MakeCore, hub: LocalHub | None, folder: Path, settings: Settings | None = None, **parts: Any) -> Core:
    if hub is not None:
        parts["hub"] = lambda endpoint: Hub(hub.url)
    return started(make(settings or Settings(), swarm_folder=folder, **parts))


def added(core: Core) -> None:
    core.add_model(REPOSITORY).result(SOON)


def sharing(make_theirs: MakeCore, hub: LocalHub, tmp_path: Path) -> Core:
    """The first member of a swarm, which got the model from the hub and serves all of it."""
    first = one(make_theirs, hub, tmp_path / "first", Settings(host="127.0.0.1"))
    added(first)
    share(first)
    return first


def share(core: Core) -> None:
    core.create_swarm("home").result(SOON)
    core.set_contributing(True, model=NAME, span="0-4").result(SOON)


def join(core: Core, first: Core) -> None:
    core.join_swarm(first.swarm_invite("home").result(SOON)).result(SOON)


def held(core: Core, name: str = NAME) -> tuple[Span, ...]:
    return next(view.held for view in core.snapshot().models if view.name == name)


def test_a_model_is_known_before_any_of_its_weights_is_here(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    view = core.add_model(REPOSITORY).result(SOON)
    assert (view.name, view.num_layers, view.held, view.held_bytes) == (NAME, 4, (), 0)
    assert view.sizes is not None
    assert view.can_fetch
    assert core.snapshot().fetches == ()
    assert core.add_model(NAME).result(SOON).identity == view.identity


def test_only_the_layers_that_were_asked_for_come_and_then_only_the_difference(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.fetch_layers(NAME, Span(1, 3)).result(SOON)
    assert held(core) == (Span(1, 3),)
    hub.forget_sent()
    core.fetch_layers(NAME, Span(0, 3)).result(SOON)
    assert held(core) == (Span(0, 3),)
    spec = ModelStore(tmp_path / "models").get(NAME)
    wanted = sum((spec.path / f"{piece}.safetensors").stat().st_size for piece in ("embedding", "layer-00000"))
    assert hub.bytes_sent(".safetensors") <= wanted
    assert core.snapshot().fetches == ()


def test_a_node_brings_what_its_layers_lack(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.set_contributing(True, model=NAME, span="1-3").result(SOON)
    picture = core.snapshot()
    assert (picture.node.state, picture.node.span) == ("ready", Span(1, 3))
    assert held(core) == (Span(1, 3),)
    with pytest.raises(UserError, match="in use"):
        core.remove_model(NAME).result(SOON)
    core.set_span(Span(0, 4)).result(SOON)
    assert core.snapshot().node.span == Span(0, 4)


def test_what_a_node_fetches_while_it_serves_is_told_to_the_swarm(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.set_contributing(True, model=NAME, span="1-2").result(SOON)
    hub.bytes_per_s = 100_000
    core.set_span(Span(0, 4))
    when(core, lambda s: s.node.state == "ready" and s.fetches)
    coming = core._swarm._said[2]
    assert coming is not None
    assert (coming.model_name, coming.span, coming.state) == (NAME, Span(0, 4), "joining")


def test_a_command_s_node_serves_a_model_of_which_it_has_but_a_name(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    settings = Settings(model=REPOSITORY, contributing=True, span="1-3")
    core = one(make, hub, tmp_path, settings)
    picture = core.snapshot()
    assert (picture.node.state, picture.node.model_name, picture.node.span) == ("ready", NAME, Span(1, 3))
    core.stop()
    again = one(make, None, tmp_path, settings)
    assert again.snapshot().node.state == "ready"


@pytest.mark.allow_warnings("cannot be used")
def test_a_broken_model_that_a_command_names_is_not_looked_for(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    (ModelStore(tmp_path / "models").root / NAME / "config.json").write_text("{")
    core.stop()
    with pytest.raises(MeshnetError, match=r"config\.json"):
        one(make, hub, tmp_path, Settings(model=NAME, contributing=True))
    again = one(make, hub, tmp_path)
    when(again, lambda s: [each.name for each in s.disk.broken] == [NAME])
    again.remove_model(NAME).result(SOON)
    assert again.snapshot().disk.broken == ()


def test_a_node_that_chooses_its_layers_takes_no_more_than_the_disk_has_room_for(
    make: MakeCore, hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meshnet_gui.runtime.presence.FIND_S", 0.0)
    core = one(make, hub, tmp_path, Settings(models_max_bytes=220_000))
    core.create_swarm("home").result(SOON)
    added(core)
    core.set_contributing(True, model=NAME).result(SOON)
    node = core.snapshot().node
    assert (node.state, node.span is not None and 0 < node.span.num_layers < 4) == ("ready", True)
    assert held(core) == (node.span,)


def test_the_disk_limit_holds_as_soon_as_it_is_set(make: MakeCore, tmp_path: Path) -> None:
    core = one(make, None, tmp_path)
    core.change_settings(models_max_bytes=10**9).result(SOON)
    assert core.snapshot().disk.limit_bytes == 10**9


def test_layers_are_shown_as_soon_as_they_are_here(
    make: MakeCore, hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meshnet_gui.runtime.fetches.LOOK_EVERY_S", 0.0)
    core = one(make, hub, tmp_path)
    added(core)
    hub.bytes_per_s = 200_000
    coming = core.fetch_layers(NAME, None)
    when(core, lambda s: s.models[0].held and not s.models[0].is_whole and s.fetches)
    hub.bytes_per_s = 0
    coming.result(SOON)


def test_a_fetch_that_was_paused_goes_on_when_it_is_told_to_also_after_a_restart(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    hub.misbehave("dripping", "model.safetensors", bytes_per_s=20_000, times=1000)
    coming = core.fetch_layers(NAME, None)
    when(core, lambda s: s.fetches and s.fetches[0].done_bytes > 0)
    core.pause_fetch(NAME).result(SOON)
    coming.result(SOON)
    (view,) = core.snapshot().fetches
    assert (view.state, view.span) == ("paused", Span(0, 4))
    core.stop()
    hub.faults.clear()
    again = one(make, hub, tmp_path)
    (view,) = again.snapshot().fetches
    assert view.state == "paused"
    assert 0 < view.done_bytes < view.total_bytes
    again.resume_fetch(NAME).result(SOON)
    when(again, lambda s: not s.fetches)
    assert held(again) == (Span(0, 4),)


def test_a_fetch_that_the_program_s_end_broke_off_goes_on_by_itself(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    hub.misbehave("dripping", "model.safetensors", bytes_per_s=20_000, times=1000)
    core.fetch_layers(NAME, None)
    when(core, lambda s: s.fetches and s.fetches[0].done_bytes > 0)
    core.stop()
    wish = remembered(ModelStore(tmp_path / "models").get(NAME))
    assert wish is not None
    assert not wish.is_paused
    hub.faults.clear()
    again = one(make, hub, tmp_path)
    when(again, lambda s: s.models and s.models[0].is_whole)


def test_who_signs_in_is_known_to_be_signed_in(
    make: MakeCore, hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "hub" / "token"))
    monkeypatch.setattr("huggingface_hub.constants.HF_STORED_TOKENS_PATH", str(tmp_path / "hub" / "stored_tokens"))
    for name in ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    core = one(make, hub, tmp_path)
    assert core.snapshot().is_signed_in is None
    core.look_at_account().result(SOON)
    assert core.snapshot().is_signed_in is False
    core.sign_in_to_hub(TOKEN).result(SOON)
    assert core.snapshot().is_signed_in is True
    core.sign_in_to_hub("").result(SOON)
    assert core.snapshot().is_signed_in is False


def test_layers_can_be_removed_but_not_those_in_use_nor_under_a_fetch(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.fetch_layers(NAME, Span(0, 3)).result(SOON)
    core.set_contributing(True, model=NAME, span="1-2").result(SOON)
    with pytest.raises(UserError, match="in use"):
        core.remove_layers(NAME, Span(1, 3)).result(SOON)
    assert held(core) == (Span(0, 3),)
    assert core.remove_layers(NAME, Span(2, 3)).result(SOON) > 0
    assert core.remove_layers(NAME, Span(0, 1)).result(SOON) > 0
    assert held(core) == (Span(1, 2),)
    with pytest.raises(UserError, match="has layers"):
        core.remove_layers(NAME, Span(3, 9)).result(SOON)
    hub.misbehave("dripping", "model.safetensors", bytes_per_s=2_000, times=1000)
    core.fetch_layers(NAME, Span(3, 4))
    when(core, lambda s: s.fetches and s.fetches[0].done_bytes > 0)
    core.set_contributing(False).result(SOON)
    with pytest.raises(UserError, match="being fetched"):
        core.remove_layers(NAME, Span(1, 2)).result(SOON)


def test_a_check_says_how_far_it_is(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.fetch_layers(NAME, Span(0, 2)).result(SOON)
    said: list[tuple[float, str]] = []
    assert core.verify_model(NAME, lambda fraction, text: said.append((fraction, text))).result(SOON).is_sound
    fractions = [fraction for fraction, _ in said]
    assert fractions == sorted(fractions)
    assert said[-1] == (1.0, "comparing samples with the hub")
    assert any(0 < fraction < 1 for fraction in fractions)


def test_after_a_restart_all_that_was_asked_for_goes_on_not_only_the_last(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    hub.misbehave("dripping", "model.safetensors", bytes_per_s=2_000, times=1000)
    core.fetch_layers(NAME, Span(2, 3))
    when(core, lambda s: s.fetches and s.fetches[0].done_bytes > 0)
    core.pause_fetch(NAME).result(SOON)
    core.fetch_layers(NAME, Span(0, 1))  # goes on with both
    when(core, lambda s: s.fetches and s.fetches[0].span == Span(0, 1) and s.fetches[0].done_bytes > 0)
    core.stop()
    hub.faults.clear()
    again = one(make, hub, tmp_path)
    when(again, lambda s: not s.fetches)
    assert held(again) == (Span(0, 1), Span(2, 3))


def test_what_was_asked_for_during_a_fetch_is_remembered_with_it(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    hub.misbehave("dripping", "model.safetensors", bytes_per_s=2_000, times=1000)
    core.fetch_layers(NAME, Span(2, 3))
    when(core, lambda s: s.fetches and s.fetches[0].done_bytes > 0)
    core.fetch_layers(NAME, Span(0, 1))
    when(core, lambda s: s.fetches[0].span == Span(0, 1))
    core.pause_fetch(NAME).result(SOON)
    spec = ModelStore(tmp_path / "models").get(NAME)
    wish = remembered(spec)
    assert wish is not None
    assert wish.is_paused
    assert {*spec.pieces(Span(0, 1)), *spec.pieces(Span(2, 3))} == {*wish.pieces}


def test_a_core_that_only_fetches_goes_on_with_nothing_that_it_was_not_asked_for(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.stop()
    spec = ModelStore(tmp_path / "models").get(NAME)
    remember(spec, Wish(spec.pieces(Span(0, 4)), Span(0, 4)))
    again = one(make, hub, tmp_path, only_fetches=True)
    assert again.snapshot().fetches == ()
    assert again.snapshot().disk.free_bytes > 0
    again.fetch_layers(NAME, Span(1, 2)).result(SOON)
    assert held(again) == (Span(1, 2),)


def test_what_was_cancelled_leaves_nothing_unfinished(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    hub.misbehave("dripping", "model.safetensors", bytes_per_s=20_000, times=1000)
    coming = core.fetch_layers(NAME, None)
    when(core, lambda s: s.fetches and s.fetches[0].done_bytes > 0)
    core.cancel_fetch(NAME).result(SOON)
    coming.result(SOON)
    assert core.snapshot().fetches == ()
    assert not list((tmp_path / "models" / NAME).glob("*.part"))
    with pytest.raises(UserError, match="Nothing of"):
        core.resume_fetch(NAME).result(SOON)


@pytest.mark.allow_warnings("cannot be used")
@pytest.mark.parametrize("what", ["damaged", "gone"])
def test_a_model_that_broke_while_its_fetch_was_paused_can_be_given_up(
    make: MakeCore, hub: LocalHub, tmp_path: Path, what: str
) -> None:
    core, folder = one(make, hub, tmp_path), tmp_path / "models" / NAME
    added(core)
    core.fetch_layers(NAME, Span(1, 2)).result(SOON)
    hub.misbehave("dripping", "model.safetensors", bytes_per_s=20_000, times=1000)
    coming = core.fetch_layers(NAME, None)
    when(core, lambda s: s.fetches and s.fetches[0].done_bytes > 0)
    core.pause_fetch(NAME).result(SOON)
    coming.result(SOON)
    if what == "gone":
        shutil.rmtree(folder)
        core.cancel_fetch(NAME).result(SOON)
    else:
        (folder / "layer-00001.safetensors").write_bytes(b"")
        core.remove_model(NAME).result(SOON)
    assert not folder.exists()
    assert (core.snapshot().fetches, core.snapshot().models) == ((), ())


def test_a_switch_to_other_layers_ends_what_is_brought_for_the_node(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    hub.misbehave("dripping", "model.safetensors", bytes_per_s=20_000, times=1000)
    first = core.set_contributing(True, model=NAME, span="0-4")
    when(core, lambda s: s.fetches and s.fetches[0].done_bytes > 0)
    assert core.snapshot().node.state == "loading"
    core.set_contributing(False).result(SOON)
    with pytest.raises(MeshnetError, match="not all on this disk"):
        first.result(SOON)
    assert core.snapshot().node.state == "off"


def test_a_model_can_be_checked_and_removed(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.fetch_layers(NAME, Span(1, 2)).result(SOON)
    assert "as they should be" in core.verify_model(NAME).result(SOON).text
    file = tmp_path / "models" / NAME / "layer-00001.safetensors"
    content = bytearray(file.read_bytes())
    content[-5] ^= 1
    file.write_bytes(content)
    assert "amaged" in core.verify_model(NAME).result(SOON).text
    assert held(core) == ()
    core.remove_model(NAME).result(SOON)
    assert core.snapshot().models == ()


def test_a_model_whose_list_of_tensors_is_damaged_is_put_right_by_adding_it_again(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.fetch_layers(NAME, Span(1, 3)).result(SOON)
    (tmp_path / "models" / NAME / "tensors.json").write_bytes(b"[")
    with pytest.raises(MeshnetError, match="Add the model again"):
        core.fetch_layers(NAME, Span(0, 3)).result(SOON)
    core.add_model(NAME).result(SOON)
    core.fetch_layers(NAME, Span(0, 3)).result(SOON)
    assert held(core) == (Span(0, 3),)


@pytest.mark.allow_warnings("cannot be used", "damaged on the disk and removed")
def test_a_layer_that_was_cut_short_goes_at_the_next_start(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.fetch_layers(NAME, Span(1, 3)).result(SOON)
    core.stop()
    file = tmp_path / "models" / NAME / "layer-00002.safetensors"
    file.write_bytes(file.read_bytes()[:-1])
    again = one(make, hub, tmp_path)
    when(again, lambda s: bool(s.models))
    assert held(again) == (Span(1, 2),)


def test_names_that_stand_for_nothing_are_told_apart(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    with pytest.raises(UserError, match="no model 'nothing'"):
        core.add_model("nothing").result(SOON)
    with pytest.raises(UserError):
        core.add_model("somebody/nothing").result(SOON)
    assert core.snapshot().fetches == ()
    without = one(make, None, tmp_path / "other")
    with pytest.raises(UserError, match="hub"):
        without.add_model(REPOSITORY).result(SOON)


def test_who_cannot_be_asked_is_told_with_the_reason(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    (tmp_path / "models" / NAME / UNSURE_HEADERS_NAME).touch()  # as if it had come from members, who are gone
    hub.misbehave("not-found", "api", times=1000)
    with pytest.raises(MeshnetError, match=r"Nobody in your swarm .* now\. The hub has no"):
        core.fetch_layers(NAME, Span(1, 2)).result(SOON)


def test_a_repository_can_be_looked_for(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    assert [found.repository for found in core.search_hub("small").result(SOON)] == [REPOSITORY]


def _taken(models: Path) -> str:
    store = ModelStore(models)
    spec = store.get(NAME)
    return how_taken(spec, store.tensors(spec))


def test_digests_that_the_hub_s_bytes_gave_are_our_own_word(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.fetch_layers(NAME, Span(1, 3)).result(SOON)
    assert _taken(tmp_path / "models") == "range"


def _lie(models: Path, piece: str) -> None:
    """Exchanges all weights of a piece, and signs for them from then on."""
    store = ModelStore(models)
    spec = store.get(NAME)
    layout, path = store.layouts(spec)[piece], spec.path / f"{piece}.safetensors"
    content = path.read_bytes()
    wrong = content[: len(layout.header)] + bytes(each ^ 1 for each in content[len(layout.header) :])
    path.write_bytes(wrong)
    digests = {
        tensor.name: digest(wrong[layout.offsets[tensor.name] :][: tensor.num_bytes]) for tensor in layout.tensors
    }
    merge(spec, digests)


@pytest.mark.allow_warnings("hands out weights that are not the hub's")
def test_what_a_member_lied_about_is_found_out_and_comes_from_the_hub(
    make: MakeCore, hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "LOOK_AGAIN_S", 0.0)  # it has looked at the truth already
    with core_maker(ModelStore(tmp_path / "their-models")) as make_theirs:
        first = one(make_theirs, hub, tmp_path / "first", Settings(host="127.0.0.1"))
        added(first)
        first.fetch_layers(NAME, None).result(SOON)
        _lie(tmp_path / "their-models", "layer-00001")
        share(first)
        second = one(make, hub, tmp_path / "second")
        join(second, first)
        when(second, lambda s: [each.num_layers for each in s.swarm_models] == [4])
        second.add_model(second.snapshot().swarm_models[0].identity).result(SOON)
        hub.forget_sent()
        second.fetch_layers(NAME, Span(1, 3)).result(SOON)
        assert held(second) == (Span(1, 3),)
        assert hub.bytes_sent(".safetensors") < len(_content(tmp_path / "models", "layer-00001"))  # the header alone
        assert "not what the hub has" in second.verify_model(NAME).result(SOON).text
        assert held(second) == ()
        second.fetch_layers(NAME, Span(1, 3)).result(SOON)
        assert "samples are what the hub has" in second.verify_model(NAME).result(SOON).text
        assert _content(tmp_path / "models", "layer-00001") != _content(tmp_path / "their-models", "layer-00001")


def test_a_member_that_exchanged_two_layers_is_not_believed_where_the_hub_can_be_asked(
    make: MakeCore, hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "LOOK_AGAIN_S", 0.0)
    with core_maker(ModelStore(tmp_path / "their-models")) as make_theirs:
        first = one(make_theirs, hub, tmp_path / "first", Settings(host="127.0.0.1"))
        added(first)
        first.fetch_layers(NAME, None).result(SOON)
        listed = tmp_path / "their-models" / NAME / "tensors.json"
        swapped = listed.read_bytes().replace(b".layers.1.", b".layers.X.").replace(b".layers.2.", b".layers.1.")
        listed.write_bytes(swapped.replace(b".layers.X.", b".layers.2."))
        share(first)
        second = one(make, hub, tmp_path / "second")
        join(second, first)
        when(second, lambda s: [each.num_layers for each in s.swarm_models] == [4])
        second.add_model(second.snapshot().swarm_models[0].identity).result(SOON)
        with pytest.raises(BadModelFile, match="does not tell of the model's tensors"):
            second.fetch_layers(NAME, Span(1, 3)).result(SOON)
        assert held(second) == ()


def _content(models: Path, piece: str) -> bytes:
    return (models / NAME / f"{piece}.safetensors").read_bytes()


def test_a_member_gets_model_and_layers_from_members_alone(
    make: MakeCore, hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meshnet_gui.runtime.presence.FIND_S", 0.0)  # the first member need not wait for others
    with core_maker(ModelStore(tmp_path / "their-models")) as make_theirs:
        first = sharing(make_theirs, hub, tmp_path)
        second = one(make, None, tmp_path / "second")
        join(second, first)
        when(second, lambda s: [each.num_layers for each in s.swarm_models] == [4])
        assert not second.snapshot().swarm_models[0].is_here
        second.add_model(second.snapshot().swarm_models[0].identity).result(SOON)
        assert second.snapshot().models[0].identity == first.snapshot().models[0].identity
        when(second, lambda s: s.swarm_models[0].is_here)
        hub.forget_sent()
        second.fetch_layers(NAME, Span(1, 3)).result(SOON)
        assert held(second) == (Span(1, 3),)
        assert hub.bytes_sent() == 0
        assert _taken(tmp_path / "models") == "members"
        assert _taken(tmp_path / "their-models") == "range"
        first.verify_model(NAME).result(SOON)
        assert _taken(tmp_path / "their-models") == "file"
        assert isinstance(answer(second), GenerationFinished)


@pytest.mark.slow
def test_a_name_is_looked_for_in_a_swarm_whose_members_are_just_being_found(
    make: MakeCore, hub: LocalHub, tmp_path: Path
) -> None:
    with core_maker(ModelStore(tmp_path / "their-models")) as make_theirs:
        first = sharing(make_theirs, hub, tmp_path)
        (tmp_path / "second").mkdir(mode=0o700)
        keys = MembershipStore(tmp_path / "second")
        keys.join(Invite.parse(first.swarm_invite("home").result(SOON)))
        second = one(make, None, tmp_path / "second", only_fetches=True)
        assert second.add_model(NAME).result(SOON).identity == first.snapshot().models[0].identity


@pytest.mark.slow
def test_an_imported_model_keeps_the_name_that_members_call_it(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    theirs = ModelStore(tmp_path / "their-models")
    theirs.import_path(tmp_path / "repository", "our-own")
    with core_maker(theirs) as make_theirs:
        first = one(make_theirs, None, tmp_path / "first", Settings(host="127.0.0.1", model="our-own"))
        first.create_swarm("home").result(SOON)
        first.set_contributing(True, span="0-4").result(SOON)
        second = one(make, None, tmp_path / "second")
        join(second, first)
        when(second, lambda s: [each.name for each in s.swarm_models] == ["our-own"])
        view = second.add_model("our-own").result(SOON)
        assert (view.name, view.identity) == ("our-own", first.snapshot().models[0].identity)
        second.fetch_layers("our-own", Span(1, 3)).result(SOON)
        assert held(second, "our-own") == (Span(1, 3),)
        assert not hub.asked


def test_who_joins_without_a_model_can_chat_with_the_swarm_s_at_once(
    make: MakeCore, hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meshnet_gui.runtime.presence.FIND_S", 0.0)  # the first member need not wait for others
    with core_maker(ModelStore(tmp_path / "their-models")) as make_theirs:
        first = sharing(make_theirs, hub, tmp_path)
        second = one(make, None, tmp_path / "second")
        join(second, first)
        picture = when(second, lambda s: s.model and s.route and "chats use it" in s.notice)
        assert (picture.model.name, picture.model.held) == (NAME, ())
        assert isinstance(answer(second), GenerationFinished)


def test_a_members_false_header_is_found_out_by_the_hubs(make: MakeCore, hub: LocalHub, tmp_path: Path) -> None:
    core = one(make, hub, tmp_path)
    added(core)
    core.fetch_layers(NAME, None).result(SOON)
    store = ModelStore(tmp_path / "models")
    spec = store.get(NAME)
    (spec.path / ".headers-from-members").touch()
    for header in spec.path.glob("*.header"):
        header.write_bytes(header.read_bytes().replace(b'"pt"', b'"pT"'))
    assert not are_proven(store, spec)
    text = core.verify_model(NAME).result(SOON).text
    assert "as they should be" in text
    assert "false" not in text
    assert are_proven(store, spec)
    assert store.get(NAME).held == spec.held
