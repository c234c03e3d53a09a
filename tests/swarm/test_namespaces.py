"""Members on networks of their own, with real routers between them: who is reached directly, who through a relay."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.modelstore.spec import ModelSpec
from tests.fleet import reference_ids
from tests.swarm.namespaces import RENDEZVOUS, World, why_not, world

PORT = 7447
PROMPT, NUM_TOKENS = [5, 9, 200, 31, 7, 7, 100], 12
Tiny = Callable[[str], ModelSpec]
ROOT = Path(__file__).parents[2]
reason = why_not()
pytestmark = [pytest.mark.slow, pytest.mark.timeout(400), pytest.mark.skipif(bool(reason), reason=reason)]


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


def test_chat_goes_across_all_networks_and_the_pair_at_home_goes_on_alone(tiny: Tiny) -> None:
    spec = tiny("llama")
    expected = reference_ids(spec, PROMPT, NUM_TOKENS)
    model = str(spec.path)
    with world() as made, ExitStack() as stack:
        rendezvous = stack.enter_context(started(made, "rendezvous"))
        spans = {"a": "0-3", "c": "1-5", "b": "3-6"}
        nodes = {
            place: stack.enter_context(started(made, place, model=model, span=span)) for place, span in spans.items()
        }
        head = stack.enter_context(started(made, "head", model=model))
        a, b, c = nodes["a"], nodes["b"], nodes["c"]
        until(lambda: head.knows(a, b, c) and a.knows(b), 120.0)
        across = {"do": "chat", "prompt": PROMPT, "num_tokens": NUM_TOKENS}
        across["route"] = [(a.node_id, "0-2"), (c.node_id, "2-4"), (b.node_id, "4-6")]
        at_home = across | {"route": [(a.node_id, "0-3"), (b.node_id, "3-6")]}

        assert head.tell(**across) == {"ids": expected, "roads": ["relayed"] * 3}
        rendezvous.kill()
        assert a.tell(**at_home) == {"ids": expected, "roads": ["direct"] * 2}
        assert "cannot be reached" in head.tell(**across)["error"]
        stack.enter_context(started(made, "rendezvous"))
        until(lambda: head.knows(a, b, c))
        assert head.tell(**across) == {"ids": expected, "roads": ["relayed"] * 3}
