"""Sharing as a face sees it: the switch, pauses and rules in commands and snapshots, and what others see of a pause."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from pathlib import Path

import httpx
import pytest

from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.events import GenerationFinished
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime import sharing
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.governor.senses import Senses
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.types import Span
from meshnet_gui.wire import codec
from tests.cores import SOON, MakeCore, started
from tests.node.test_app import step
from tests.runtime.test_core import SlowLoad, answer, our_threads, when

SHARED = Settings(model="tiny", contributing=True)


def counting() -> SlowLoad:
    """A loader that notes what it loads."""
    made = SlowLoad()
    made.go_on.set()
    return made


def test_paused_computer_chats_on_with_the_layers_that_it_keeps(make: MakeCore) -> None:
    loads = counting()
    core = started(make(SHARED, load_shard=lambda settings: loads))
    address = core.snapshot().node_address
    core.set_sharing("paused").result(SOON)
    picture = core.snapshot()
    assert (picture.node.state, picture.node_address) == ("paused", "")
    assert (picture.sharing.position, picture.sharing.shares, picture.sharing.reason) == ("paused", False, "Paused.")
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/health", trust_env=False)
    ending = answer(core)
    assert isinstance(ending, GenerationFinished), ending
    assert str(ending.result.route) == "local [0-6]"
    core.set_sharing("always").result(SOON)
    picture = core.snapshot()
    assert (picture.node.state, picture.node_address, loads.spans) == ("ready", address, [Span(0, 6)])
    assert picture.sharing.reason == "Sharing always."


def test_whoever_once_switched_sharing_on_is_known_to_have_shared(make: MakeCore) -> None:
    core = started(make(Settings(model="tiny")))
    core.set_sharing("paused").result(SOON)
    core.change_settings(theme="dark").result(SOON)
    assert not core.snapshot().settings.shared_before
    for position in ("rules", "paused"):
        core.set_sharing(position).result(SOON)
        assert core.snapshot().settings.shared_before


def test_paused_computer_is_gone_from_the_routes_of_others_and_comes_back(make: MakeCore) -> None:
    giver = started(make(SHARED))
    user = started(make(Settings(model="tiny")))
    address = giver.snapshot().node_address
    user.add_peer(address).result(SOON)
    when(user, lambda s: s.route is not None)
    giver.set_sharing("paused").result(SOON)
    user.probe_peer(address).result(SOON)
    assert (user.snapshot().route, user.snapshot().missing) == (None, (Span(0, 6),))
    giver.set_sharing("always").result(SOON)
    user.probe_peer(address).result(SOON)
    assert str(user.snapshot().route) == f"{address} [0-6]"


def test_chats_of_a_paused_computer_run_over_others_once_its_memory_is_free(make: MakeCore) -> None:
    giver = started(make(SHARED))
    user = started(make(Settings(model="tiny", contributing=True, span="0-3", free_after_minutes=0)))
    user.add_peer(giver.snapshot().node_address).result(SOON)
    user.set_sharing("paused").result(SOON)
    assert user.snapshot().node.state == "off"
    ending = answer(user)
    assert isinstance(ending, GenerationFinished), ending
    assert "local" not in str(ending.result.route)


def test_rules_decide_before_anything_is_loaded_and_the_snapshot_says_why(make: MakeCore) -> None:
    loads = counting()
    senses = Senses(on_battery=lambda: True)
    settings = Settings(model="tiny", contributing=True, by_rules=True)
    core = started(make(settings, load_shard=lambda _: loads, senses=senses))
    view = core.snapshot().sharing
    assert (view.position, view.shares) == ("rules", False)
    assert view.reason == "Waiting: this computer runs on battery."
    assert view.conditions.on_battery is True
    assert [check.rule for check in view.checks if not check.allows] == ["on_battery"]
    assert loads.spans == []
    core.change_settings(on_battery=True).result(SOON)
    assert when(core, lambda s: s.node.state == "ready").sharing.shares
    core.set_sharing("always").result(SOON)
    assert core.snapshot().settings.by_rules is False


def test_pause_for_a_time_is_saved_and_resumed(make: MakeCore, tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "settings.json")
    core = started(make(SHARED, settings_file=file))
    before = time.time()
    core.pause_for(3600).result(SOON)
    picture = core.snapshot()
    assert before + 3590 < picture.sharing.paused_until < time.time() + 3610
    assert picture.sharing.position == "always"
    assert picture.sharing.reason.startswith("Paused until ")
    assert SettingsFile(file.path).load()[0].paused_until == picture.sharing.paused_until
    core.pause_for(0).result(SOON)
    assert (core.snapshot().node.state, core.snapshot().sharing.paused_until) == ("ready", 0.0)
    with pytest.raises(UserError, match="a week"):
        core.pause_for(1e9).result(SOON)


def test_what_the_window_hears_of_the_network_and_which_programs_run(
    make: MakeCore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "LOOK_EVERY_S", 0.05)
    core = started(make(Settings(model="tiny")))
    core.set_metered(True)
    assert when(core, lambda s: s.sharing.conditions.metered).sharing.conditions.metered is True
    core.set_metered(None)
    assert when(core, lambda s: s.sharing.conditions.metered is None)
    apps = core.running_apps().result(SOON)
    assert apps == tuple(sorted(apps, key=str.casefold))
    with pytest.raises(UserError, match="always, rules, paused"):
        core.set_sharing("now and then").result(SOON)


def test_program_ends_in_the_middle_of_a_pause_that_waits_for_others(
    make: MakeCore, tiny: Callable[[str], ModelSpec], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meshnet_gui.node.resident.MID_ANSWER_S", 3600.0)
    core = started(make(SHARED))
    headers, body = step(tiny("llama"), (5, 6, 7))
    headers[codec.MODEL] = core.snapshot().node.identity
    assert httpx.post(f"{core.snapshot().node_address}/forward", headers=headers, content=body).status_code == 200
    pausing = core.set_sharing("paused")
    assert when(core, lambda s: s.sharing.finishing).node.state == "draining"
    core.stop(handover_s=0.2)
    assert our_threads() == []
    with pytest.raises((CancelledError, MeshnetError)):
        pausing.result(SOON)


@pytest.mark.slow
def test_member_that_pauses_is_out_of_the_swarms_routes_and_back_without_a_load(make: MakeCore, tmp_path: Path) -> None:
    loads = counting()
    giver = _member(make, tmp_path / "giver", loads)
    user = _member(make, tmp_path / "user", counting(), giver.swarm_invite("home").result(SOON))
    giver.set_contributing(True).result(SOON)
    when(user, lambda s: s.route is not None)
    giver.set_sharing("paused").result(SOON)
    when(user, lambda s: s.route is None and s.missing == (Span(0, 6),))
    giver.set_sharing("always").result(SOON)
    when(user, lambda s: s.route is not None)
    assert isinstance(answer(user), GenerationFinished)
    assert len(loads.spans) == 1


def _member(make: MakeCore, folder: Path, loads: SlowLoad, invite: str = "") -> Core:
    settings = Settings(model="tiny", route="split")
    core = started(make(settings, swarm_folder=folder, load_shard=lambda _: loads))
    if invite:
        core.join_swarm(invite).result(SOON)
    else:
        core.create_swarm("home").result(SOON)
    when(core, lambda s: s.swarm and s.swarm.state in ("alone", "connected"))
    return core
