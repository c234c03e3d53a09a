"""Swarms as a face sees them: created, joined by an invite, left, and what is shown of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.events import GenerationFinished
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime import presence as presence_module
from meshnet_gui.runtime import swarm as swarm_module
from meshnet_gui.runtime.core import Core
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.membership import MembershipStore
from meshnet_gui.swarm.overlay import Overlay
from meshnet_gui.swarm.wakefulness import Away, Wakefulness
from tests.cores import SOON, MakeCore, started
from tests.runtime.test_core import answer, when

Tiny = Callable[[str], ModelSpec]


def one(make: MakeCore, folder: Path, **settings: Any) -> Core:
    return started(make(Settings(model="tiny", **settings), swarm_folder=folder))


def test_a_swarm_of_one_is_alone_at_once_and_there_again_after_a_restart(make: MakeCore, tmp_path: Path) -> None:
    core = one(make, tmp_path)
    assert core.snapshot().swarm is None
    core.create_swarm("home").result(SOON)
    picture = when(core, lambda s: s.swarm and s.swarm.state == "alone")
    assert (picture.swarm.name, picture.swarm.num_members, len(picture.node_id)) == ("home", 1, 64)
    core.stop()
    again = one(make, tmp_path)
    assert when(again, lambda s: s.swarm and s.swarm.state == "alone").node_id == picture.node_id


@pytest.mark.allow_warnings("cannot be taken up")
def test_keys_that_cannot_be_kept_are_named_and_tried_again(
    make: MakeCore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swarm_module, "TRY_AGAIN_S", 0.0)
    blocking = tmp_path / "keys"
    blocking.write_bytes(b"")
    core = one(make, tmp_path)
    with pytest.raises(MachineError, match="key cannot be read or written"):
        core.create_swarm("home").result(SOON)
    assert [swarm.name for swarm in core.snapshot().swarms] == ["home"]
    blocking.unlink()
    when(core, lambda s: s.swarm and s.swarm.state == "alone")


def test_who_joins_by_an_invite_is_a_member_and_who_leaves_is_none(make: MakeCore, tmp_path: Path) -> None:
    first, second = one(make, tmp_path / "first"), one(make, tmp_path / "second")
    first.create_swarm("home").result(SOON)
    when(first, lambda s: s.swarm and s.swarm.state == "alone")
    invite = first.swarm_invite("home").result(SOON)
    assert second.join_swarm(invite).result(SOON) == "home"
    for core in (first, second):
        assert when(core, lambda s: s.swarm and s.swarm.state == "connected").swarm.num_members == 2
    second.leave_swarm("home").result(SOON)
    assert (second.snapshot().swarm, second.snapshot().swarms) == (None, ())
    when(first, lambda s: s.swarm and s.swarm.state == "alone")


def test_only_one_of_several_swarms_is_active(make: MakeCore, tmp_path: Path) -> None:
    core = one(make, tmp_path)
    for name in ("home", "lab"):
        core.create_swarm(name).result(SOON)
    shown = {each.name: each.state for each in core.snapshot().swarms}
    assert (shown["home"], core.snapshot().swarm.name) == ("off", "lab")
    core.use_swarm("home").result(SOON)
    assert core.snapshot().swarm.name == "home"
    core.use_swarm("").result(SOON)
    assert core.snapshot().swarm is None
    with pytest.raises(UserError, match="no swarm called"):
        core.use_swarm("office").result(SOON)


def test_a_new_seed_is_a_new_swarm(make: MakeCore, tmp_path: Path) -> None:
    core = one(make, tmp_path)
    core.create_swarm("home").result(SOON)
    before = core.snapshot().swarm
    core.rotate_swarm("home").result(SOON)
    after = core.snapshot().swarm
    assert (after.name, after.swarm_id != before.swarm_id) == ("home", True)


def test_a_node_in_a_swarm_answers_members_only(make: MakeCore, tmp_path: Path) -> None:
    core = one(make, tmp_path, contributing=True, host="127.0.0.1")
    assert core.snapshot().node_address.startswith("http://")
    core.create_swarm("home").result(SOON)
    assert when(core, lambda s: s.node.state == "ready" and s.node_address).node_address.startswith("https://")
    core.use_swarm("").result(SOON)
    assert core.snapshot().node_address.startswith("http://")


def test_what_is_no_invite_is_said_to_be_none(make: MakeCore, tmp_path: Path) -> None:
    core = one(make, tmp_path)
    with pytest.raises(UserError, match="no invite"):
        core.join_swarm("hello").result(SOON)
    assert core.snapshot() == replace(core.snapshot(), swarm=None, swarms=(), node_id="")


def test_a_chat_runs_over_members_that_were_found_by_themselves(make: MakeCore, tmp_path: Path) -> None:
    head = one(make, tmp_path / "head", route="split")
    head.create_swarm("home").result(SOON)
    when(head, lambda s: s.swarm and s.swarm.state == "alone")
    invite = head.swarm_invite("home").result(SOON)
    nodes = [one(make, tmp_path / span, contributing=True, span=span) for span in ("0-2", "2-6")]
    for node in nodes:
        node.join_swarm(invite).result(SOON)
    found = when(head, lambda s: s.route is not None)
    assert [hop.address for hop in found.route.hops] == [f"node:{node.snapshot().node_id}" for node in nodes]
    ending = answer(head)
    assert isinstance(ending, GenerationFinished), ending
    alone = started(make(Settings(model="tiny", contributing=True)))
    assert ending.result.token_ids == answer(alone).result.token_ids
    shown = when(head, lambda s: all(peer.road for peer in s.peers)).peers
    assert {(peer.state, peer.road) for peer in shown} == {("online", "direct")}
    nodes[1].stop()
    assert when(head, lambda s: s.route is None).missing


def test_what_another_program_changes_is_taken_up(make: MakeCore, tmp_path: Path) -> None:
    core = one(make, tmp_path)
    MembershipStore(tmp_path).create("home")
    assert when(core, lambda s: s.swarm is not None).swarm.name == "home"
    MembershipStore(tmp_path).leave("home")
    when(core, lambda s: s.swarm is None)


def test_network_that_this_computer_denies_is_named_until_it_is_allowed(
    make: MakeCore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems = ["A firewall on this computer stops Meshnet."]
    monkeypatch.setattr(presence_module, "LOOK_FOR_NETWORK_S", 0.02)
    monkeypatch.setattr(presence_module, "access_problem", lambda swarm_id, rendezvous: "".join(problems))
    core = one(make, tmp_path)
    core.create_swarm("home").result(SOON)
    shown = when(core, lambda s: s.swarm and s.swarm.state == "blocked").swarm
    assert shown.problem == problems[0]
    problems.clear()
    assert when(core, lambda s: s.swarm and s.swarm.state == "alone").swarm.problem == ""


@pytest.mark.slow
def test_after_a_sleep_members_are_there_again_and_connections_are_new(
    make: MakeCore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reopened: list[Overlay] = []

    async def reopen(overlay: Overlay) -> None:
        reopened.append(overlay)
        await real(overlay)

    real = Overlay.reopen
    monkeypatch.setattr(Overlay, "reopen", reopen)
    first, second = one(make, tmp_path / "first"), one(make, tmp_path / "second")
    first.create_swarm("home").result(SOON)
    when(first, lambda s: s.swarm and s.swarm.state == "alone")
    second.join_swarm(first.swarm_invite("home").result(SOON)).result(SOON)
    when(second, lambda s: s.swarm and s.swarm.state == "connected")
    slept = iter([Away("this computer was away for 3600 s", all_of_them=True)])
    monkeypatch.setattr(Wakefulness, "look", lambda self: next(slept, None))
    when(second, lambda s: bool(reopened))
    for core in (first, second):
        when(core, lambda s: s.swarm and s.swarm.state == "connected" and s.peers and s.peers[0].state != "offline")
    assert len(reopened) == 1
