"""A local node as a process: what it says, and what can be done to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator

import psutil
import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.runtime.node_process import NodeProcess
from tests.fleet import in_loop, until

READY = 'import sys; print(\'{"address": "http://127.0.0.1:7", "span": "0-3"}\', flush=True); sys.stdin.read()'


@pytest.fixture
def start() -> Iterator[Callable[[str], NodeProcess]]:
    """Starts code in a node's stead."""
    made: list[NodeProcess] = []

    def begin(code: str) -> NodeProcess:
        made.append(NodeProcess([sys.executable, "-c", code], os.environ))
        return made[-1]

    yield begin
    for process in made:
        process.kill()
        process.end()


@in_loop
async def test_a_node_says_where_it_serves_and_ends_with_its_input(start: Callable[[str], NodeProcess]) -> None:
    node = start(READY)
    assert await node.ready() == {"address": "http://127.0.0.1:7", "span": "0-3"}
    node.ask_to_end()
    node.end()
    assert not psutil.pid_exists(node.pid)


@in_loop
async def test_a_node_is_frozen_goes_on_and_is_killed(start: Callable[[str], NodeProcess]) -> None:
    node = start(READY)
    await node.ready()
    process = psutil.Process(node.pid)
    node.freeze()
    await until(lambda: process.status() == psutil.STATUS_STOPPED)
    node.go_on()
    await until(lambda: process.status() != psutil.STATUS_STOPPED)
    node.kill()
    node.end()
    node.freeze()  # nobody is there any more
    node.go_on()
    assert not psutil.pid_exists(node.pid)


@in_loop
async def test_a_node_that_ends_before_it_serves_is_an_error(start: Callable[[str], NodeProcess]) -> None:
    with pytest.raises(MachineError, match="did not start"):
        await start("pass").ready()


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(MachineError, match="could not be started"):
        NodeProcess(["/no/such/program"], os.environ)
