"""Real processes without a window: told to end by signals and commands, and what they leave behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from meshnet_gui.control_cli import ask
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.instances import FOLDER, running
from tests import fleet
from tests.cores import tiny_store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="Windows ends a process without a word to it"),
]
LONGEST_END_S = 45  # as docs/headless.md says
READY_WITHIN_S = 60
tiny = fleet.tiny


@pytest.fixture
def data(tiny: Callable[[str], ModelSpec], tmp_path: Path) -> Path:
    tiny_store(tmp_path / "data" / "models", tiny)
    return tmp_path / "data"


def environment(data: Path) -> dict[str, str]:
    own = {"MESHNET_DATA_DIR": str(data), "MESHNET_CONFIG_DIR": str(data / "config"), "MESHNET_API_PORT": "0"}
    return {**os.environ, **own, "MESHNET_NUM_THREADS": "1", "MESHNET_MODEL": "tiny"}


@contextmanager
def program(data: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """One that has said that it is ready."""
    command = [sys.executable, "-m", "meshnet_gui", *words, "--no-swarm", "--json"]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
        env=environment(data),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    hung = threading.Timer(READY_WITHIN_S, process.kill)
    hung.start()
    try:
        line = process.stdout.readline()
        hung.cancel()
        assert line, process.stderr.read()
        yield process, json.loads(line)
    finally:
        hung.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def meshnet(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "meshnet_gui", *words]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=READY_WITHIN_S,
        cwd=Path(__file__).parents[1],
        env=environment(data),
        check=False,
    )


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_ends_an_idle_node_with_exit_code_0_in_time_and_nothing_is_left(data: Path, name: str) -> None:
    with program(data, "node") as (process, _):
        assert len(running(data)) == 1
        process.send_signal(getattr(signal, name))
        assert process.wait(LONGEST_END_S) == 0
    assert list((data / FOLDER).iterdir()) == []


def test_commands_find_a_program_that_serves_and_it_does_what_they_say(data: Path) -> None:
    with program(data, "serve", "--share") as (process, ready):
        assert httpx.get(f"{ready['api']}/health", trust_env=False).status_code == 200
        status = json.loads(meshnet(data, "status", "--json").stdout)["running"]
        assert [(each["pid"], each["kind"], each["node"]["state"]) for each in status] == [
            (process.pid, "serve", "ready")
        ]
        assert meshnet(data, "pause").returncode == 0
        (instance,) = running(data)
        assert ask(instance, "GET", "/status")["sharing"]["position"] == "paused"
        assert "Sharing goes on." in meshnet(data, "resume").stdout
        drained = meshnet(data, "drain", "--json")
        assert (drained.returncode, json.loads(drained.stdout)["state"]) == (0, "ended")
        assert process.wait(5) == 0
    assert meshnet(data, "status").returncode == 3


def test_an_answer_that_runs_when_a_drain_begins_comes_to_its_end(data: Path) -> None:
    with program(data, "serve") as (process, ready):
        key = Path(ready["key_file"]).read_text().strip()
        asked = {"model": "tiny", "messages": [{"role": "user", "content": "Go"}], "max_tokens": 100, "stream": True}
        headers = {"authorization": f"Bearer {key}"}
        (instance,) = running(data)
        with httpx.stream(
            "POST",
            f"{ready['api']}/v1/chat/completions",
            json={**asked, "temperature": 0},
            headers=headers,
            timeout=30,
            trust_env=False,
        ) as stream:
            lines = stream.iter_lines()
            next(lines)
            assert ask(instance, "POST", "/drain", {})["state"] == "draining"
            late = httpx.get(f"{ready['api']}/v1/models", headers=headers, trust_env=False)
            assert late.status_code == 503
            said = list(lines)
        assert "data: [DONE]" in said
        assert process.wait(LONGEST_END_S) == 0


def test_what_a_killed_program_left_behind_counts_for_nothing(data: Path) -> None:
    with program(data, "node") as (process, _):
        process.kill()
        process.wait()
        assert len(list((data / FOLDER).iterdir())) == 1
        found = meshnet(data, "status", "--json")
        assert (found.returncode, json.loads(found.stdout)) == (3, {"running": []})
        assert list((data / FOLDER).iterdir()) == []


def test_a_second_signal_ends_it_at_once(data: Path) -> None:
    with program(data, "node") as (process, ready):
        assert ready["address"]
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        assert process.wait(LONGEST_END_S) == 0
        assert time.monotonic() - began < 15  # without the 20 s that heads would get


def test_logs_are_json_on_demand(data: Path) -> None:
    with program(data, "--log-format", "json", "--log-level", "info", "node") as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST_END_S) == 0
        assert process.stderr is not None
        entries = [json.loads(line) for line in process.stderr if line.startswith("{")]
    assert {"time", "level", "logger", "message"} <= entries[0].keys()
