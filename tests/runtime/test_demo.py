"""The swarm of local nodes: spans, children that answer, fail or hang, and an end that leaves none behind."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.runtime import demo as demo_module
from meshnet_gui.runtime import node_process
from meshnet_gui.runtime.demo import DemoSwarm, even_spans, local_nodes, node_command
from meshnet_gui.types import Span
from tests.fleet import in_loop, tiny_spec, until

SPEC = tiny_spec("llama", Path("nowhere"))
GOOD = 'import sys; print(\'{"address": "http://127.0.0.1:7"}\', flush=True); sys.stdin.read()'
DEAF = 'import sys, time; print(\'{"address": "http://127.0.0.1:7"}\', flush=True); time.sleep(60)'
SLOW = "import time; time.sleep(60)"


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes every child run this code instead of a node."""

    def use(code: str) -> None:
        monkeypatch.setattr(demo_module, "node_command", lambda *_: [sys.executable, "-c", code])

    return use


@pytest.fixture
def swarm() -> Iterator[DemoSwarm]:
    made = DemoSwarm(2)
    yield made
    made.stop()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.is_file() and stat.read_text().rsplit(")", 1)[1].split()[0] == "Z")


@pytest.mark.parametrize(
    ("num_layers", "num_nodes", "spans"),
    [
        (30, 2, ["0-15", "15-30"]),
        (7, 2, ["0-4", "4-7"]),
        (3, 3, ["0-1", "1-2", "2-3"]),
        (6, 1, ["0-6"]),
        (10, 4, ["0-2", "2-5", "5-8", "8-10"]),
    ],
)
def test_layers_are_shared_evenly(num_layers: int, num_nodes: int, spans: list[str]) -> None:
    assert [str(span) for span in even_spans(num_layers, num_nodes)] == spans


@pytest.mark.parametrize("num_nodes", [0, -1, 7])
def test_layers_cannot_be_shared_by_nobody_or_by_more_nodes_than_layers(num_nodes: int) -> None:
    with pytest.raises(ValueError, match="cannot be shared"):
        even_spans(6, num_nodes)


def test_child_is_this_program_and_ends_with_its_input() -> None:
    command = node_command("tiny", Span(0, 3), 1)
    assert command[:3] == [sys.executable, "-m", "meshnet_gui"]
    assert "--until-stdin-closes" in command
    assert command[command.index("--layers") + 1] == "0-3"


def test_child_computes_as_it_is_told() -> None:
    command = node_command("tiny", Span(0, 3), 1, dtype="bfloat16", device="xpu", kv_precision="int8")
    assert command[command.index("--kv-precision") + 1] == "int8"
    assert command[command.index("--dtype") + 1] == "bfloat16"
    assert command[command.index("--device") + 1] == "xpu"


@pytest.mark.parametrize(("said", "expected"), [("2", 2), ("", 1), ("0", 1), ("-3", 1), ("x", 1), ("9" * 30, 1024)])
def test_a_node_hears_how_many_share_its_machine(said: str, expected: int) -> None:
    assert local_nodes({"MESHNET_LOCAL_NODES": said}) == expected
    assert local_nodes({}) == 1


@in_loop
async def test_each_child_is_told_how_many_they_are(swarm: DemoSwarm, child: Callable[[str], None]) -> None:
    child("import os; print('{\"address\": \"' + os.environ['MESHNET_LOCAL_NODES'] + '\"}', flush=True); input()")
    assert [address async for address in swarm.start(SPEC)] == ["2", "2"]


@in_loop
async def test_addresses_come_as_the_children_get_ready(swarm: DemoSwarm, child: Callable[[str], None]) -> None:
    child(GOOD)
    said: list[str] = []
    assert [address async for address in swarm.start(SPEC, said.append)] == ["http://127.0.0.1:7"] * 2
    assert said == [f"Starting local node {n} of 2 (layers {s})..." for n, s in ((1, "0-3"), (2, "3-6"))]
    pids = swarm.process_ids
    assert len(pids) == 2
    swarm.stop()
    swarm.stop()
    assert not any(map(is_alive, pids))


@pytest.mark.parametrize(
    "code", ["pass", "print('hello')", "print('{}')", "print('[]')", "print('{\"addr')", "import sys; sys.exit(3)"]
)
@in_loop
async def test_child_that_does_not_start_is_named_by_its_layers(
    swarm: DemoSwarm, child: Callable[[str], None], code: str
) -> None:
    child(code)
    with pytest.raises(MachineError, match="local node for layers 0-3 did not start"):
        await anext(swarm.start(SPEC))


@in_loop
async def test_log_of_a_child_that_does_not_start_is_named(child: Callable[[str], None], tmp_path: Path) -> None:
    child("raise SystemExit('no such model')")
    swarm = DemoSwarm(2, log_dir=tmp_path / "logs")
    with pytest.raises(MachineError, match=r"See .*local-node-1\.log"):
        await anext(swarm.start(SPEC))
    swarm.stop()
    assert "no such model" in (tmp_path / "logs" / "local-node-1.log").read_text()


@in_loop
async def test_program_that_cannot_be_run_is_a_plain_error(swarm: DemoSwarm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_module, "node_command", lambda *_: ["/no/such/program"])
    with pytest.raises(MachineError, match="could not be started"):
        await anext(swarm.start(SPEC))


@in_loop
async def test_stop_while_the_children_load_ends_them_at_once(swarm: DemoSwarm, child: Callable[[str], None]) -> None:
    child(SLOW)
    starting = asyncio.ensure_future(anext(swarm.start(SPEC)))
    await until(lambda: len(swarm.process_ids) == 2)
    pids, started = swarm.process_ids, time.monotonic()
    await asyncio.to_thread(swarm.stop)
    assert time.monotonic() - started < 3
    assert not any(map(is_alive, pids))
    with pytest.raises(MachineError):
        await starting
    with pytest.raises(MachineError, match="have been stopped"):
        await anext(swarm.start(SPEC))


@pytest.mark.allow_warnings("did not end in time")
@in_loop
async def test_child_that_does_not_end_when_asked_is_made_to(
    swarm: DemoSwarm, child: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_process, "STOP_DEADLINE_S", 0.05)
    child("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + DEAF)
    addresses = [address async for address in swarm.start(SPEC)]
    assert len(addresses) == 2
    pids = swarm.process_ids
    swarm.stop()
    assert not any(map(is_alive, pids))


PARENT = """
import asyncio, sys
from pathlib import Path
from meshnet_gui.runtime import demo
from tests.fleet import tiny_spec
demo.node_command = lambda *_: [sys.executable, "-c", CODE]
async def main():
    swarm = demo.DemoSwarm(2)
    async for _ in swarm.start(tiny_spec("llama", Path("."))):
        pass
    print(*swarm.process_ids, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


def test_children_end_when_the_parent_is_killed() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", f"CODE = {GOOD!r}\n{PARENT}"],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert parent.stdout is not None
    pids = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(pids) == 2
    assert all(map(is_alive, pids))
    parent.kill()
    parent.wait()
    parent.stdout.close()
    asyncio.run(until(lambda: not any(map(is_alive, pids))))
