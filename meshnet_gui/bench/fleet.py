"""Node processes on this machine that a bench may kill, freeze and replace: places, each with a node at a time."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.bench.meeting import Meeting
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.errors import MachineError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.demo import LOCAL_NODES, node_command
from meshnet_gui.runtime.node_process import NodeProcess
from meshnet_gui.types import Span

NUM_THREADS = 1
RUNNER, DTYPE, DEVICE = "lean", "float32", "cpu"  # a busy moment while a shard loads must not decide what is measured
START_DEADLINE_S = 300.0
SEEN_DEADLINE_S = 60.0
LOOK_EVERY_S = 0.05
MAX_LOG_CHARS = 600


@dataclass(slots=True)
class Place:
    """One node of the fleet: the layers that it serves, and the process that does so now.

    ``state`` is what was done to it: ``empty``, ``starting``, ``up``, ``frozen`` or ``dead``. ``started_at`` and
    ``ready_at`` are when its process was started and when that said that it serves, in seconds of ``perf_counter``.
    """

    number: int
    span: Span
    state: str = "empty"
    address: str = ""
    process: NodeProcess | None = None
    started_at: float = 0.0
    ready_at: float = 0.0


class Fleet:
    """The places, and the head that comes to know who is there. Threads: one loop."""

    def __init__(self, spec: ModelSpec, spans: Sequence[Span], meeting: Meeting) -> None:
        self.spec = spec
        self.places = [Place(number, span) for number, span in enumerate(spans)]
        self._meeting = meeting
        self._head = meeting.head
        self._processes: list[NodeProcess] = []
        self._stopped = False

    async def fill(self, places: Sequence[Place]) -> None:
        """A node for each of these places, all at once; then the head sees each of them. Raises MachineError."""
        for place in places:
            self._spawn(place)
        await asyncio.gather(*map(self._settle, places))

    def is_ready(self, place: Place) -> bool:
        """Whether it serves and the head knows it."""
        return place.state == "up" and self._head.sees(place.address)

    def can_do_without(self, place: Place) -> bool:
        """Whether another ready node serves the same layers."""
        others = (other for other in self.places if other is not place and other.span == place.span)
        return any(map(self.is_ready, others))

    def at(self, address: str) -> Place:
        """Whose address that is."""
        return next(place for place in self.places if place.address == address)

    def kill(self, place: Place) -> None:
        assert place.process is not None
        place.state = "dead"
        place.process.kill()

    def freeze(self, place: Place) -> None:
        assert place.process is not None
        place.state = "frozen"
        place.process.freeze()

    def go_on(self, place: Place) -> None:
        assert place.process is not None
        place.process.go_on()
        place.state = "up"

    async def replace(self, place: Place) -> None:
        """A new process where one was killed.

        Where the head must be told to forget the dead one, that comes last: until then it finds out by itself.
        """
        before, dead = place.address, place.process
        self._spawn(place)
        await self._bury(dead)
        await self._settle(place)
        if place.address != before:
            await asyncio.to_thread(self._meeting.forget, before)

    async def empty(self, place: Place) -> None:
        """Kills the node, and waits until the head does without it."""
        self.kill(place)
        await self._bury(place.process)
        await asyncio.to_thread(self._meeting.forget, place.address)
        await self._until(lambda: not self._head.sees(place.address))

    async def until_all_ready(self) -> None:
        """Until the head sees every node. Raises MachineError."""
        await self._until(lambda: all(map(self.is_ready, self.places)))

    def stop(self) -> None:
        """Ends every process, and starts none any more. Any thread."""
        self._stopped = True
        for place in self.places:
            if place.state == "frozen":
                self.go_on(place)
        for process in self._processes:
            process.ask_to_end()
        for process in self._processes:
            process.end()
        self._processes.clear()

    async def _bury(self, dead: NodeProcess | None) -> None:
        if dead is not None:
            await asyncio.to_thread(dead.end)
            self._processes.remove(dead)

    def _spawn(self, place: Place) -> None:
        if self._stopped:
            raise MachineError("The nodes have been stopped.")
        name, others = self.spec.name, self._meeting.options()
        command = node_command(name, place.span, NUM_THREADS, RUNNER, dtype=DTYPE, device=DEVICE, others=others)
        environ = {LOCAL_NODES: str(len(self.places)), **self._meeting.environ(place.number)}
        with self._log_of(place).open("ab") as log_file:
            place.process = NodeProcess(command, os.environ | environ, log_file.fileno())
        place.state, place.started_at = "starting", time.perf_counter()
        self._processes.append(place.process)

    async def _settle(self, place: Place) -> None:
        """Until the node in this place serves and the head knows it."""
        assert place.process is not None
        try:
            said = await place.process.ready()
        except MachineError as exc:
            complaint = self._log_of(place).read_text(encoding="utf-8", errors="replace").strip()[-MAX_LOG_CHARS:]
            raise MachineError(f"The node for layers {place.span} did not start.", complaint) from exc
        place.ready_at = time.perf_counter()
        place.address = self._meeting.address(place.number, said)
        place.state = "up"
        await asyncio.to_thread(self._meeting.introduce, place.address)
        await self._until(lambda: place.state != "up" or self._head.sees(place.address))

    def _log_of(self, place: Place) -> Path:
        return self._meeting.folder / f"node-{place.number + 1}.log"

    async def _until(self, condition: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(SEEN_DEADLINE_S):
                while not condition():  # noqa: ASYNC110
                    await asyncio.sleep(LOOK_EVERY_S)
        except TimeoutError as exc:
            missing = ", ".join(str(place.span) for place in self.places if not self.is_ready(place))
            raise MachineError(f"The head does not see the nodes for layers {missing}.") from exc


@contextmanager
def fleet_of(
    loop: LoopThread, spec: ModelSpec, spans: Sequence[Span], meeting: Meeting, num_filled: int | None = None
) -> Iterator[Fleet]:
    """A fleet on ``loop`` with a node in each of the first ``num_filled`` places (None: in all); always ended."""
    fleet = Fleet(spec, spans, meeting)
    try:
        loop.submit(fleet.fill(fleet.places[:num_filled])).result(START_DEADLINE_S)
        yield fleet
    finally:
        fleet.stop()
