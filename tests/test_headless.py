"""What a node without a window says of itself once it is ready."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui.errors import UserError
from meshnet_gui.events import EndAsked, EventBus
from meshnet_gui.headless import _watch_for_the_end, announce, relay_until_ended, serve_until_ended
from meshnet_gui.runtime.snapshot import Snapshot, SwarmView
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.invite import Invite
from meshnet_gui.types import NodeStatus, ShardStatus, Span

SHARD = ShardStatus(
    "ready", "tiny", "tiny@1:0123456789abcdef:float32", Span(0, 3), 6, shard_bytes=500_000_000, worst_case_bytes=10**9
)
FAILED = replace(SHARD, state="failed", model_name="big", shard_bytes=0, error="Too large.\x1b[2J")
NODE = NodeStatus(
    state="ready",
    model_name="tiny",
    identity=SHARD.identity,
    span=SHARD.span,
    num_layers=6,
    runner="lean",
    device="cpu",
    dtype="float32",
    shards=(SHARD, replace(SHARD, span=Span(4, 6), shard_bytes=100_000_000), FAILED),
    worst_case_bytes=1_674_000_000,
)


class OneCore:
    def __init__(self, node: NodeStatus, settings: Settings, **more: Any) -> None:
        self._picture = Snapshot(settings, node=node, node_address="http://127.0.0.1:5", **more)

    def snapshot(self) -> Snapshot:
        return self._picture


def said(
    capsys: pytest.CaptureFixture[str], node: NodeStatus = NODE, model: str = "", *, as_json: bool, **more: Any
) -> tuple[str, str]:
    core: Any = OneCore(node, Settings(model=model), **more)
    announce(core, as_json)
    out, err = capsys.readouterr()
    return out, err


def test_every_shard_and_the_worst_case_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = said(capsys, as_json=False)
    assert out.splitlines() == [
        "Serving layers 0-3 of tiny at http://127.0.0.1:5 by the lean runner on cpu in float32 (Ctrl-C ends)",
        "and layers 4-6 of tiny, ready",
        "Memory: up to 1.7 GB (weights 600 MB, session caches 1.1 GB)",
    ]
    assert err == "meshnet: Layers 0-3 of big are not served: Too large.\ufffd[2J\n"


@pytest.mark.parametrize(("model", "option"), [("", ""), ("tiny", " --model tiny")])
def test_a_precision_that_a_chat_must_name_is_said_with_the_command(
    capsys: pytest.CaptureFixture[str], model: str, option: str
) -> None:
    node = replace(NODE, identity="tiny@1:0123456789abcdef:int8_rotated32")
    out, _ = said(capsys, node, model, as_json=False)
    assert f"Chat: meshnet chat --peer http://127.0.0.1:5{option} --precision int8" in out.splitlines()


def test_in_a_swarm_it_says_in_which_and_why_these_layers_and_a_chat_needs_no_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    node = replace(NODE, identity="tiny@1:0123456789abcdef:int8_rotated32")
    swarm = SwarmView("home\x1b[2J", "0123")
    out, _ = said(capsys, node, as_json=False, swarm=swarm, assignment="Nobody else served these.")
    assert "In the swarm home\ufffd[2J, for its members alone. Nobody else served these." in out.splitlines()
    assert "Chat: meshnet chat --precision int8" in out.splitlines()


def test_a_script_gets_them_as_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = said(capsys, as_json=True)
    (line,) = out.splitlines()
    assert "big are not served" in err
    content = json.loads(line)
    assert (content["address"], content["span"], content["worst_case_bytes"]) == (
        "http://127.0.0.1:5",
        "0-3",
        1_674_000_000,
    )
    assert len(content["shards"]) == 3


@pytest.fixture
def own_signals() -> Iterator[None]:
    names = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.getsignal(name) for name in names]
    yield
    for name, handler in zip(names, before, strict=True):
        signal.signal(name, handler)


@pytest.mark.usefixtures("own_signals")
def test_one_signal_lets_chats_move_on_and_a_second_one_does_not() -> None:
    hurried: list[bool] = []
    ended = _watch_for_the_end(False, lambda: hurried.append(True))
    os.kill(os.getpid(), signal.SIGTERM)
    assert ended.wait(5)
    assert hurried == []
    os.kill(os.getpid(), signal.SIGINT)
    assert hurried == [True]


@pytest.mark.usefixtures("own_signals")
def test_who_held_our_standard_input_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    hurried = threading.Event()
    monkeypatch.setattr("meshnet_gui.headless.os.read", lambda *_: b"")
    assert _watch_for_the_end(True, hurried.set).wait(5)
    assert hurried.is_set()


class RelayCore:
    """A core that takes part in a swarm, or in none; a signal comes once its invite was asked for."""

    def __init__(self, swarm: SwarmView | None) -> None:
        self._swarm = swarm
        self.events = EventBus()
        self.is_stopped = False

    def start(self) -> Future[None]:
        done: Future[None] = Future()
        done.set_result(None)
        return done

    def stop(self, timeout_s: float) -> None:
        self.is_stopped = True

    def hurry(self) -> None:
        """Nobody waits."""

    def snapshot(self) -> Snapshot:
        return Snapshot(Settings(), swarm=self._swarm)

    def swarm_invite(self, name: str) -> Future[str]:
        invite: Future[str] = Future()
        invite.set_result(Invite(name, bytes(32), ("203.0.113.7:7447",)).encode())
        signal.raise_signal(signal.SIGINT)
        return invite


@pytest.mark.usefixtures("own_signals")
def test_a_relay_says_where_members_can_meet(capsys: pytest.CaptureFixture[str]) -> None:
    core: Any = RelayCore(SwarmView("home", "1" * 64, state="alone"))
    assert relay_until_ended(core, as_json=True, until_stdin=False) == 0
    assert json.loads(capsys.readouterr().out) == {"swarm": "home", "addresses": ["203.0.113.7:7447"]}
    assert core.is_stopped


@pytest.mark.usefixtures("own_signals")
def test_a_relay_needs_a_swarm() -> None:
    core: Any = RelayCore(None)
    with pytest.raises(UserError, match="in no swarm"):
        relay_until_ended(core, as_json=False, until_stdin=False)
    assert core.is_stopped


class LoadingCore(RelayCore):
    """Its start never ends, and a signal comes while it lasts."""

    def start(self) -> Future[None]:
        signal.raise_signal(signal.SIGTERM)
        return Future()


@pytest.mark.usefixtures("own_signals")
def test_a_signal_while_it_still_starts_ends_it_with_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    core: Any = LoadingCore(None)
    assert serve_until_ended(core, as_json=True, until_stdin=False) == 0
    assert (core.is_stopped, capsys.readouterr().out) == (True, "")
    assert relay_until_ended(LoadingCore(None), as_json=True, until_stdin=False) == 0  # type: ignore[arg-type]


@pytest.mark.usefixtures("own_signals")
def test_a_drain_that_is_done_ends_it_like_a_first_signal() -> None:
    hurried: list[bool] = []
    events = EventBus()
    ended = _watch_for_the_end(False, lambda: hurried.append(True), events)
    events.publish(EndAsked())
    assert ended.is_set()
    assert hurried == []
