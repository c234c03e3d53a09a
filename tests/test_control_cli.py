"""``meshnet status`` and the like: what is printed, and the exit codes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from meshnet_gui import control_cli
from meshnet_gui.cli import main
from meshnet_gui.control_cli import ask, status_lines
from meshnet_gui.errors import MachineError
from meshnet_gui.runtime.control_status import status_content
from meshnet_gui.runtime.instances import Instance
from meshnet_gui.runtime.snapshot import ApiView, SharingView, Snapshot, SwarmView
from meshnet_gui.settings import Settings
from meshnet_gui.types import NodeStatus, ShardStatus, Span

ONE = Instance(4711, 1000.0, "node", 5000, "token")
SHARD = ShardStatus("ready", "tiny\x1b[2J", "i", Span(0, 6), 6)
PICTURE = Snapshot(
    Settings(),
    node=NodeStatus("ready", "tiny", shards=(SHARD,), used_bytes=2_000_000),
    swarm=SwarmView("home", "0123", state="connected"),
    api=ApiView("on", "http://127.0.0.1:11700", num_running=2),
    sharing=SharingView("always", True, "Sharing always."),
)


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> list[Instance]:
    found: list[Instance] = []
    monkeypatch.setattr(control_cli, "running", lambda folder: tuple(found))
    return found


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, Any]]:
    """What the programs are asked."""
    heard: list[tuple[int, str, Any]] = []

    def answer(instance: Instance, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        heard.append((instance.pid, path, body))
        return {"kind": instance.kind, **status_content(PICTURE, draining=path == "/drain")}

    monkeypatch.setattr(control_cli, "ask", answer)
    return heard


@pytest.mark.parametrize("command", ["status", "pause", "resume", "drain"])
def test_where_nothing_runs_that_is_said_with_exit_code_3(
    command: str, running: list[Instance], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command]) == 3
    assert "Meshnet does not run" in capsys.readouterr().err
    assert main([command, "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {"running": []}


def test_status_says_in_words_what_runs_and_steers_no_terminal(
    running: list[Instance], asked: list[tuple[int, str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    running.append(ONE)
    assert main(["status"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "node (process 4711): running",
        "  sharing: always",
        "  node: ready, 0 sessions, 2.0 MB of session caches",
        "  layers 0-6 of tiny\ufffd[2J, ready",
        "  swarm: home, connected, 0 peers",
        "  API: http://127.0.0.1:11700, 2 requests, 0 waiting",
    ]


def test_a_start_and_what_failed_are_said() -> None:
    failed = replace(PICTURE, node=NodeStatus("failed", error="Too large."), api=ApiView("failed", error="Taken."))
    content = {"kind": "app", "pid": 1, **status_content(replace(failed, startup="Loading..."), draining=False)}
    lines = status_lines(content)
    assert lines[0] == "app (process 1): Loading..."
    assert "  node: failed, Too large." in lines
    assert lines[-1] == "  API: Taken."


def test_why_is_said_where_it_is_more_than_the_switch_says() -> None:
    def sharing(position: str, reason: str) -> str:
        picture = replace(PICTURE, sharing=SharingView(position, False, reason))
        return status_lines({"kind": "node", "pid": 1, **status_content(picture, draining=False)})[1].strip()

    assert sharing("paused", "Paused.") == "sharing: paused"
    assert sharing("paused", "Paused until 15:40.") == "sharing: paused (Paused until 15:40.)"
    assert sharing("rules", "On battery.") == "sharing: rules (On battery.)"


def test_where_several_run_a_command_asks_which_and_status_shows_all(
    running: list[Instance], asked: list[tuple[int, str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    running += [ONE, replace(ONE, pid=4712, kind="app")]
    assert main(["pause"]) == 2
    assert "Several run: 4711 (node), 4712 (app). Say which one by --pid." in capsys.readouterr().err
    assert main(["resume", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"].startswith("Several run: 4711 (node), 4712 (app).")
    assert main(["pause", "--pid", "4712", "--minutes", "60"]) == 0
    assert asked == [(4712, "/pause", {"seconds": 3600.0})]
    assert main(["status", "--json"]) == 0
    content = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [each["pid"] for each in content["running"]] == [4711, 4712]


def test_drain_waits_until_the_program_has_ended_unless_it_is_told_not_to(
    running: list[Instance],
    asked: list[tuple[int, str, Any]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    running.append(ONE)  # whose process is not there
    assert main(["drain"]) == 0
    assert main(["drain", "--no-wait"]) == 0
    assert capsys.readouterr().out.splitlines() == ["Drained, and ended.", "Draining."]


def test_all_that_run_are_drained_where_that_is_asked(
    running: list[Instance], asked: list[tuple[int, str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    running += [ONE, replace(ONE, pid=4712, kind="app")]
    assert main(["drain", "--all"]) == 0
    assert main(["drain", "--all", "--no-wait", "--json"]) == 0
    assert [(pid, path) for pid, path, _ in asked] == [(4711, "/drain"), (4712, "/drain")] * 2
    ended, draining = capsys.readouterr().out.splitlines()
    assert ended == "Drained, and ended."
    assert json.loads(draining) == {"pids": [4711, 4712], "state": "draining"}


def test_one_that_does_not_answer_keeps_no_other_from_being_drained(
    running: list[Instance], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    running += [ONE, replace(ONE, pid=4712, kind="app")]
    told: list[int] = []

    def answer(instance: Instance, *_: object) -> dict[str, Any]:
        told.append(instance.pid)
        if instance is running[0]:
            raise MachineError("The program (process 4711) does not answer.")
        return {}

    monkeypatch.setattr(control_cli, "ask", answer)
    assert main(["drain", "--all"]) == 1
    assert told == [4711, 4712]
    assert "4711" in capsys.readouterr().err


def test_a_program_that_does_not_answer_is_said() -> None:
    with pytest.raises(MachineError, match="does not answer"):
        ask(replace(ONE, port=1), "GET", "/status")
