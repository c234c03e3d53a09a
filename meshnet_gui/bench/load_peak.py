"""The most memory that a process takes while it loads a span: for each way of storing a model and each precision.

Compared with an idle process that has imported torch and transformers. What counts is memory that is no file's, and
every page of the model's own files that is mapped, once; not the code of libraries, which all processes share. It is
read every few milliseconds, by another process.
"""

from __future__ import annotations

import gc
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

from meshnet_gui.bench.child import child
from meshnet_gui.bench.report import Say, Target
from meshnet_gui.bench.stored_ways import WAYS
from meshnet_gui.errors import MachineError
from meshnet_gui.settings import PRECISIONS
from meshnet_gui.types import Span

FACTOR_LIMIT = 1.3
SPARE_BYTES = 64 * 2**20
INTERVAL_S = 0.004
DEADLINE_S = 300.0
NUM_THREADS = 1
_EVERY_WAY = ("fp32", "int8")
"""Precisions that are loaded from every way of storing; the others only where it makes a difference."""


@dataclass(frozen=True, slots=True)
class Case:
    """A span to be loaded. ``name`` is how its figures begin."""

    name: str
    way: str
    precision: str
    span: Span


@dataclass(frozen=True, slots=True)
class Peak:
    """Bytes over those of the idle process, at the most and after the load; and bytes of the shard's weights."""

    case: Case
    peak_bytes: int
    after_bytes: int
    shard_bytes: int
    load_s: float

    @property
    def of_bound(self) -> float:
        """The peak as a part of what it may be."""
        return self.peak_bytes / (FACTOR_LIMIT * self.shard_bytes + SPARE_BYTES)

    @property
    def figures(self) -> dict[str, float]:
        """By the names that scripts know."""
        name = self.case.name
        return {f"{name}_peak_bytes": float(self.peak_bytes), f"{name}_peak_of_bound": self.of_bound}

    @property
    def target(self) -> Target:
        return Target(f"{self.case.name}_peak_of_bound", 1.0, at_least=False)

    @property
    def row(self) -> tuple[str, ...]:
        sizes = (self.shard_bytes, self.peak_bytes, self.after_bytes)
        return (self.case.name, *(f"{size / 1e6:.0f}" for size in sizes), f"{self.of_bound:.2f}", f"{self.load_s:.1f}")


HEADER = ("MB while loading", "weights", "peak", "after", "of bound", "seconds")


def cases(num_layers: int, precisions: Sequence[str] = PRECISIONS) -> list[Case]:
    """Every way of storing with its spans: all layers, some in the middle, the tail."""
    third = num_layers // 3
    spans = {"whole": Span(0, num_layers), "middle": Span(third, 2 * third), "tail": Span(2 * third, num_layers)}
    wanted = [("one_file", "whole"), ("one_file", "middle"), ("bf16_stored", "whole"), ("bf16_stored", "middle")]
    more = [("sharded", "middle"), ("one_file", "tail"), ("untied", "tail")]
    more += [("in_pieces", "middle"), ("in_pieces", "tail")]
    found = []
    for precision in precisions:
        if precision == "auto":
            continue
        for way, part in wanted + (more if precision in _EVERY_WAY else []):
            found.append(Case(f"{precision}_{_way_name(way, part)}_{part}", way, precision, spans[part]))
    return found


def _way_name(way: str, part: str) -> str:
    return "tied" if (way, part) == ("one_file", "tail") else way


def measure_all(model: Path, wanted: Sequence[Case], say: Say) -> list[Peak]:
    """Loads each in a process of its own, from copies of the model folder ``model``. Raises MachineError."""
    peaks = []
    with tempfile.TemporaryDirectory(prefix="meshnet-bench-") as room:
        for way, write in WAYS.items():
            of_way = [case for case in wanted if case.way == way]
            if not of_way:
                continue
            folder = Path(room) / way
            folder.mkdir()
            write(model, folder)
            for case in of_way:
                say(f"loading {case.name}")
                peaks.append(measure(folder, case))
    return peaks


def measure(folder: Path, case: Case) -> Peak:
    """Raises MachineError."""
    with child(_load, folder, case, what=f"The process that loads {case.name}") as (process_id, connection):
        _answer(connection)
        read = partial(held_bytes, process_id, folder)
        idle = read()
        sampler = _Sampler(read)
        with sampler:
            connection.send("load")
            shard_bytes, load_s = _answer(connection)
        return Peak(case, sampler.peak - idle, read() - idle, shard_bytes, load_s)


def held_bytes(process_id: int, own_files: Path) -> int:
    """Memory of a process that is its own or its model's. Source: proc_pid_smaps(5). Raises MachineError."""
    try:
        text = Path(f"/proc/{process_id}/smaps").read_text(encoding="utf-8", errors="replace")
    except OSError as exc:
        raise MachineError("The process ended before its memory could be read.") from exc
    return 1024 * count_kilobytes(text.splitlines(), f" {own_files}/")


def count_kilobytes(lines: Sequence[str], own_files: str) -> int:
    """The sum over a ``smaps`` listing; a mapping begins with its address range and ends with the path, if any."""
    total, counted = 0, ""
    for line in lines:
        if line.startswith(counted) and counted:
            total += int(line.split()[1])
        elif "-" in line[:17]:
            counted = "Pss:" if own_files in line else "Anonymous:"
    return total


class _Sampler:
    """Reads a process's memory again and again, and keeps the most."""

    def __init__(self, read: Callable[[], int]) -> None:
        self.peak = 0
        self._read = read
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memory-sampler", daemon=True)

    def __enter__(self) -> _Sampler:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                self.peak = max(self.peak, self._read())
            except MachineError:  # whoever waits for its answer says so
                return
            self._over.wait(INTERVAL_S)


def _answer(connection: Connection) -> tuple[int, float]:
    if not connection.poll(DEADLINE_S):
        raise MachineError("The process that loads did not answer in time.")
    shard_bytes, load_s = connection.recv()
    return int(shard_bytes), float(load_s)


def _load(connection: Connection, folder: Path, case: Case) -> None:
    """The child's program."""
    from meshnet_gui.engine.loader import load_shard

    gc.collect()
    try:
        connection.send((0, 0.0))
        connection.recv()
        started = time.monotonic()
        precision = case.precision
        shard = load_shard(
            folder, case.span, identity="bench", num_threads=NUM_THREADS, runner="auto", precision=precision
        )
        connection.send((shard.parameter_bytes, time.monotonic() - started))
        connection.recv()
    except EOFError:
        pass  # the parent has seen enough
