"""``bench memory``: what a shard costs a node beyond the bytes of its tensors, while it loads and afterwards.

A node process that has imported torch and serves nothing, and the same process with layers 10-20 after one forward:
the difference in private memory, which no other process shares. The weights are mapped from their file. The same
process then holds sessions, which are evicted. Peaks of loads are in ``load_peak``.
"""

from __future__ import annotations

import gc
import random
import struct
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path

from meshnet_gui.bench import eviction, load_peak
from meshnet_gui.bench.child import child
from meshnet_gui.bench.eviction import Eviction
from meshnet_gui.bench.load_peak import Peak
from meshnet_gui.bench.report import Report, Say, Target, circumstances
from meshnet_gui.bench.rig import NUM_THREADS, starter_spec
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.errors import MachineError, UserError
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.transport import HttpTransport
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.assembly import assemble
from meshnet_gui.runtime.core import Core
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.settings import Settings
from meshnet_gui.types import Hop, Span
from meshnet_gui.wire.messages import ForwardRequest, TensorPayload, mint_session_id

SPAN = Span(10, 20)
NUM_PROMPT_TOKENS = 32
FACTOR_LIMIT = 1.3
SPARE_BYTES = 32 * 2**20
READY_DEADLINE_S = 180.0
_PRIVATE = ("Private_Clean:", "Private_Dirty:")
_SHARED = ("Shared_Clean:", "Shared_Dirty:")


@dataclass(frozen=True, slots=True)
class Memory:
    """Private bytes of the process without and with the shard, and the bytes of its tensors."""

    idle_bytes: int
    serving_bytes: int
    tensor_bytes: int

    @property
    def excess_bytes(self) -> int:
        """What the shard costs beyond its tensors."""
        return self.serving_bytes - self.idle_bytes - self.tensor_bytes

    @property
    def over_tensor_bytes(self) -> float:
        return (self.serving_bytes - self.idle_bytes) / self.tensor_bytes

    @property
    def figures(self) -> dict[str, float]:
        """By the names that scripts know."""
        return {
            "private_bytes_over_tensor_bytes": self.over_tensor_bytes,
            "excess_bytes": float(self.excess_bytes),
            "tensor_bytes": float(self.tensor_bytes),
        }

    @property
    def limit_bytes(self) -> int:
        """The most that may be in excess."""
        return int((FACTOR_LIMIT - 1) * self.tensor_bytes) + SPARE_BYTES


def run(say: Say) -> Report:
    """Measures with the starter model. Raises UserError where it, or the system's help, is not there."""
    if not can_measure():
        raise UserError("Private memory is not measured on this system.", "This bench needs Linux.")
    spec = starter_spec()
    say("starting a node process")
    with _child(spec.name, SPAN) as (process_id, connection):
        memory, address = _served(process_id, connection, spec, SPAN)
        say("evicting sessions")
        evicted = _evicted(process_id, connection, spec, address)
    peaks = load_peak.measure_all(spec.path, load_peak.cases(spec.num_layers), say)
    return report(spec, memory, evicted, peaks)


def measure(spec: ModelSpec, span: Span = SPAN) -> Memory:
    """Takes the two pictures. Raises MachineError."""
    with _child(spec.name, span) as (process_id, connection):
        return _served(process_id, connection, spec, span)[0]


def _served(process_id: int, connection: Connection, spec: ModelSpec, span: Span) -> tuple[Memory, str]:
    idle = _reading(process_id, spec)
    address, tensor_bytes = _answer(connection)
    _forwards(Hop(address, span), spec, 1, NUM_PROMPT_TOKENS)
    return Memory(idle, _reading(process_id, spec), int(tensor_bytes)), address


def _evicted(process_id: int, connection: Connection, spec: ModelSpec, address: str) -> Eviction:
    def read() -> int:
        return _reading(process_id, spec)

    def evict() -> None:
        connection.send("evict")
        if not connection.poll(READY_DEADLINE_S) or connection.recv() < eviction.NUM_SESSIONS:
            raise MachineError("The node process did not evict its sessions.")

    hop = Hop(address, SPAN)
    _forwards(hop, spec, eviction.NUM_SESSIONS, eviction.NUM_TOKENS)  # buffers that stay have their size now
    evict()
    empty = read()
    _forwards(hop, spec, eviction.NUM_SESSIONS, eviction.NUM_TOKENS)
    return eviction.watch(read, empty, read(), evict)


def report(spec: ModelSpec, memory: Memory, evicted: Eviction, peaks: Sequence[Peak]) -> Report:
    mega = 1e6
    rows: list[tuple[str, ...]] = [
        ("MB of private memory", "MB"),
        ("node process, torch imported, no shard", f"{memory.idle_bytes / mega:.1f}"),
        (f"the same with layers {SPAN} after one forward", f"{memory.serving_bytes / mega:.1f}"),
        ("tensors of the shard", f"{memory.tensor_bytes / mega:.1f}"),
        ("in excess of the tensors", f"{memory.excess_bytes / mega:.1f}"),
        ("allowed excess (0.3 x tensors + 32 MiB)", f"{memory.limit_bytes / mega:.1f}"),
        (f"{eviction.NUM_SESSIONS} sessions of {eviction.NUM_TOKENS} tokens", f"{evicted.session_bytes / mega:.1f}"),
    ]
    rows += [load_peak.HEADER, *(peak.row for peak in peaks)]
    width = max(map(len, rows))
    rows = [row + ("",) * (width - len(row)) for row in rows]
    targets = (
        Target("excess_bytes", memory.limit_bytes, at_least=False),
        *eviction.TARGETS,
        *(p.target for p in peaks),
    )
    figures = memory.figures | evicted.figures
    for peak in peaks:
        figures |= peak.figures
    settings = circumstances(model=spec.name, layers=str(SPAN), threads=NUM_THREADS, prompt_tokens=NUM_PROMPT_TOKENS)
    return Report("memory", figures, rows, targets, settings)


def can_measure() -> bool:
    """Whether this system tells a process's private memory."""
    return Path("/proc/self/smaps").is_file()


def private_bytes(process_id: int, own_files: Path) -> int | None:
    """Memory that only this process holds; None where the system does not say.

    Pages of the model in the folder ``own_files`` count even while another process maps the same weights.
    """
    names = {str(own_files), *(str(file.resolve().parent) for file in own_files.glob("*.safetensors"))}
    try:
        lines = Path(f"/proc/{process_id}/smaps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    return 1024 * count_kilobytes(lines, names)


def count_kilobytes(lines: Iterable[str], own_files: Collection[str]) -> int:
    """The sum over the mappings of a ``smaps`` listing, where ``own_files`` are the folders of the model's files.

    Weights may be mapped more than once: as the whole file to look at them, and tensor by tensor by each session of the
    runtime. Their pages are in memory once, so of mappings of the same place one counts, and of both ways the larger.
    Source: proc_pid_smaps(5); a mapping begins with its address range and ends with the path, if it has one.
    """
    total, own, place = 0, Counter[tuple[str, str, str]](), ("", "", "")
    for line in lines:
        name, *rest = line.split()
        if not name.endswith(":"):
            is_own = any(folder in line for folder in own_files)
            place = (rest[0], f"{rest[1]} {rest[-1]}", name) if is_own else ("", "", "")
        elif place[0]:
            own[place] += int(rest[0]) if name in _PRIVATE + _SHARED else 0
        else:
            total += int(rest[0]) if name in _PRIVATE else 0
    return total + _in_memory(own)


def _in_memory(mapped: Mapping[tuple[str, str, str], int]) -> int:
    """``mapped``: kilobytes by permissions, place in which file, and addresses."""
    by_place, by_way = dict[tuple[str, str], int](), Counter[str]()
    for (permissions, offset, _), kilobytes in mapped.items():
        by_place[permissions, offset] = max(kilobytes, by_place.get((permissions, offset), 0))
    for (permissions, _), kilobytes in by_place.items():
        by_way[permissions] += kilobytes
    return max(by_way.values(), default=0)


def _reading(process_id: int, spec: ModelSpec) -> int:
    found = private_bytes(process_id, spec.path)
    if found is None:
        raise MachineError("The node process ended before its memory could be read.")
    return found


# -- the child ----------------------------------------------------------------------------------------------------


@contextmanager
def _child(model: str, span: Span) -> Iterator[tuple[int, Connection]]:
    """A node process that has imported torch and serves nothing until it is asked for an answer."""
    with child(_node, model, span, what="The node process") as (process_id, connection):
        if not connection.poll(READY_DEADLINE_S):
            raise MachineError("The node process did not start in time.")
        connection.recv()
        yield process_id, connection


def _answer(connection: Connection) -> tuple[str, int]:
    """Lets the child load its shard: its address and the bytes of its tensors."""
    connection.send("load")
    if not connection.poll(READY_DEADLINE_S):
        raise MachineError("The node process did not load its layers in time.")
    address, tensor_bytes = connection.recv()
    return str(address), int(tensor_bytes)


def _node(connection: Connection, model: str, span: Span) -> None:
    """The child's program: what ``meshnet node`` runs, with a stop before the shard is loaded."""
    settings = Settings(model=model, span=str(span), num_threads=NUM_THREADS, device="cpu", precision="fp32")
    core = assemble(Plan(replace(settings, kv_max_sessions=4 * eviction.NUM_SESSIONS)))
    try:
        core.start().result(READY_DEADLINE_S)
        import meshnet_gui.engine.loader  # noqa: F401  (torch and transformers, as any node has them)

        gc.collect()
        connection.send("idle")
        connection.recv()
        core.set_contributing(True).result(READY_DEADLINE_S)
        picture = core.snapshot()
        connection.send((picture.node_address, picture.node.shard_bytes))
        while connection.recv() == "evict":
            connection.send(_evict_all(core))
    except EOFError:
        pass  # the parent has seen enough
    finally:
        core.stop()


def _evict_all(core: Core) -> int:
    """How many there were. Waits for the picture of the core to show those of the last forward."""
    deadline = time.monotonic() + READY_DEADLINE_S
    while len(sessions := core.snapshot().node.sessions) < eviction.NUM_SESSIONS and time.monotonic() < deadline:
        time.sleep(0.02)
    return sum(core.evict_session("", session.short_id).result(READY_DEADLINE_S) for session in sessions)


def _forwards(hop: Hop, spec: ModelSpec, num_sessions: int, num_tokens: int) -> None:
    """A prefill for each of some new sessions."""

    async def prefill() -> None:
        client = HopClient(HttpTransport())
        try:
            for _ in range(num_sessions):
                request = _request(hop.span, spec, num_tokens)
                await client.forward(hop, request, is_tail=False, hidden_size=spec.hidden_size)
        finally:
            await client.close()

    with LoopThread("meshnet-bench") as loop:
        loop.submit(prefill()).result(READY_DEADLINE_S)


def _request(span: Span, spec: ModelSpec, num_tokens: int) -> ForwardRequest:
    size, source = num_tokens * spec.hidden_size, random.Random(0)
    data = struct.pack(f"<{size}f", *(source.gauss(0.0, 1.0) for _ in range(size)))
    return ForwardRequest(
        TensorPayload((1, num_tokens, spec.hidden_size), "float32", data),
        session=mint_session_id(),
        cache="prefill",
        start_layer=span.start,
        end_layer=span.end,
        model=str(spec.identity),
    )
