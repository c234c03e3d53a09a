"""Members on networks of their own, with real routers between them: who is reached directly, who through a relay."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.modelstore.spec import ModelSpec
from tests.cores import tiny_store
from tests.swarm.namespaces import RENDEZVOUS, World, why_not, world

PORT = 7447
Tiny = Callable[[str], ModelSpec]
ROOT = Path(__file__).parents[2]
reason = why_not()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.skipif(bool(reason), reason=reason)]


class Process:
    """A member in its namespace."""

    def __init__(self, world: World, place: str, **orders: str) -> None:
        is_rendezvous = place == "rendezvous"
        told = orders | {
            "own_address": world.address(place),
            "rendezvous": [] if is_rendezvous else [f"{RENDEZVOUS}:{PORT}"],
            "port": PORT if is_rendezvous else 0,
        }
        command = [*world.within(place), sys.executable, "-m", "tests.swarm.namespace_member", json.dumps(told)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    @functools.cached_property
    def node_id(self) -> str:
        """Its id, as soon as it runs."""
        return str(self._hear()["node_id"])

    def tell(self, **order: Any) -> dict[str, Any]:
        assert self.node_id
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._hear()

    def ask(self, other: Process, num_bytes: int = 2300, times: int = 1) -> dict[str, Any]:
        return self.tell(do="ask", node=other.node_id, bytes=num_bytes, times=times)

    def road_to(self, other: Process) -> str:
        return str(self.ask(other).get("road", ""))

    def knows(self, *others: Process) -> bool:
        told = self.tell(do="who")
        return {other.node_id for other in others} <= set(told["alive"]) & set(told["known"])

    def kill(self) -> None:
        self._process.kill()
        self.end()

    def end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        heard: dict[str, Any] = json.loads(self._process.stdout.readline())
        return heard


def until(condition: Callable[[], object], seconds: float = 40.0) -> None:
    give_up_at = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < give_up_at
        time.sleep(0.1)


@contextmanager
def started(world: World, place: str, **orders: str) -> Iterator[Process]:
    process = Process(world, place, **orders)
    try:
        yield process
    finally:
        process.end()


def test_members_behind_routers_are_reached_and_the_swarm_heals() -> None:
    with world() as made, ExitStack() as stack:
        rendezvous = stack.enter_context(started(made, "rendezvous"))
        a, b, c, head = (stack.enter_context(started(made, place)) for place in ("a", "b", "c", "head"))
        until(lambda: head.knows(a, b, c, rendezvous) and a.knows(b, c, head))

        assert [head.road_to(other) for other in (a, b, c, rendezvous)] == ["relayed", "relayed", "relayed", "direct"]
        assert [a.road_to(other) for other in (b, c, head)] == ["direct", "relayed", "relayed"]
        assert "seconds" in head.ask(c, 1_200_000)

        rendezvous.kill()
        assert a.road_to(b) == b.road_to(a) == "direct"  # the pair at home goes on
        assert "error" in head.ask(c)
        assert a.road_to(b) == "direct"

        stack.enter_context(started(made, "rendezvous"))
        until(lambda: head.knows(a, b, c))
        assert [head.road_to(other) for other in (a, b, c)] == ["relayed"] * 3
        assert a.road_to(b) == "direct"


PROMPT = ("--prompt", "hello", "--max-tokens", "12", "--json")


class Computers:
    """The real program in each namespace, each with a configuration of its own."""

    def __init__(self, world: World, root: Path, stack: ExitStack) -> None:
        self._world, self._root, self._stack = world, root, stack

    def run(self, who: str, *words: str, place: str = "", text: str = "") -> subprocess.CompletedProcess[str]:
        """One command to its end."""
        return subprocess.run(
            self._command(place or who, *words),
            env=self._environ(who),
            cwd=ROOT,
            input=text,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def node(self, place: str, *words: str) -> subprocess.Popen[str]:
        """A node that is starting, and ends with the test."""
        words = ("node", *words, "--threads", "1", "--json", "--until-stdin-closes")
        node = subprocess.Popen(
            self._command(place, *words),
            env=self._environ(place),
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._stack.callback(_end, node)
        return node

    def chat(self, who: str, model: str, place: str = "") -> tuple[dict[str, Any], str]:
        """What a chat said, and its log with what went wrong."""
        words = ("--log-level", "info", "chat", "--model", model, "--route", "split", *PROMPT)
        done = self.run(who, *words, place=place)
        return json.loads(done.stdout) if done.returncode == 0 else {}, done.stderr

    def _command(self, place: str, *words: str) -> list[str]:
        return [*self._world.within(place), sys.executable, "-m", "meshnet_gui", *words]

    def _environ(self, who: str) -> dict[str, str]:
        return os.environ | {
            "MESHNET_DATA_DIR": str(self._root / "data"),
            "MESHNET_CONFIG_DIR": str(self._root / who),
        }


def _end(node: subprocess.Popen[str]) -> None:
    for pipe in (node.stdin, node.stdout):
        assert pipe is not None
        pipe.close()
    try:
        node.wait(30)
    except subprocess.TimeoutExpired:
        node.kill()
        node.wait()


def _ready(node: subprocess.Popen[str]) -> None:
    assert node.stdout is not None
    assert json.loads(node.stdout.readline())["address"]


def test_chat_goes_across_all_networks_and_the_pair_at_home_goes_on_alone(tiny: Tiny, tmp_path: Path) -> None:
    """Nodes and chats as people start them. Two models: one needs all three networks, the other is whole at home."""
    tiny_store(tmp_path / "data" / "models", tiny)
    with world() as made, ExitStack() as stack:
        computers = Computers(made, tmp_path, stack)
        computers.run("rendezvous", "swarm", "create", "all", "--address", f"{RENDEZVOUS}:{PORT}")
        invite = computers.run("rendezvous", "swarm", "invite").stdout
        for who, place in {"a": "", "b": "", "c": "", "head": "", "at home": "a"}.items():
            assert computers.run(who, "swarm", "join", "-", place=place, text=invite).returncode == 0
        rendezvous = ("--model", "tiny", "--layers", "0-1", "--swarm-port", str(PORT))
        nodes = [
            computers.node("rendezvous", *rendezvous),
            computers.node("a", "--model", "tiny", "--layers", "0-2", "--also", "window:0-3"),
            computers.node("c", "--model", "tiny", "--layers", "2-4"),
            computers.node("b", "--model", "tiny", "--layers", "4-6", "--also", "window:3-6"),
        ]
        alone = computers.run("head", "chat", "--no-swarm", "--model", "tiny", "--route", "alone", *PROMPT)
        assert alone.returncode == 0, alone.stderr
        expected = json.loads(alone.stdout)["text"]
        for node in nodes:
            _ready(node)

        said, log = computers.chat("head", "tiny")
        assert said["text"] == expected, log
        assert log.count("is reached through a relay") == 3
        assert log.count("is reached directly") == 1  # the rendezvous
        nodes[0].kill()
        nodes[0].wait()
        said, log = computers.chat("at home", "window", place="a")
        assert said["text"], log
        assert log.count("is reached directly") == 2
        _, log = computers.chat("head", "tiny")
        assert "Nobody serves layers 0-6 of tiny" in log
        _ready(computers.node("rendezvous", *rendezvous))
        said, log = computers.chat("head", "tiny")
        assert said["text"] == expected, log
