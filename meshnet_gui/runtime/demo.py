"""A swarm of local nodes in processes of their own: what ``meshnet demo`` and the benchmarks run against."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

from meshnet_gui.errors import MachineError
from meshnet_gui.installation import console_command
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.node_process import NodeProcess
from meshnet_gui.types import Span

LOCAL_NODES = "MESHNET_LOCAL_NODES"
MAX_LOCAL_NODES = 1024


def local_nodes(environ: Mapping[str, str]) -> int:
    """How many nodes share this machine, as the program that started them says; 1 where none did."""
    text = environ.get(LOCAL_NODES, "")
    return min(max(1, int(text)), MAX_LOCAL_NODES) if text.isascii() and text.isdigit() else 1


def even_spans(num_layers: int, num_nodes: int) -> tuple[Span, ...]:
    """The layers cut into spans of equal length, the last ones shorter where it does not come out even."""
    if not 1 <= num_nodes <= num_layers:
        raise ValueError(f"{num_layers} layers cannot be shared by {num_nodes} nodes")
    cuts = [round(i * num_layers / num_nodes) for i in range(num_nodes + 1)]
    return tuple(Span(a, b) for a, b in pairwise(cuts))


def node_command(
    model: str,
    span: Span,
    num_threads: int,
    runner: str = "auto",
    precision: str = "auto",
    uncertified: bool = False,
    dtype: str = "auto",
    device: str = "auto",
    kv_precision: str = "auto",
    others: Sequence[str] = ("--no-swarm",),
) -> list[str]:
    """How a child node is started: this program, headless. ``others`` say how it meets others."""
    options = ["--model", model, "--layers", str(span), "--threads", str(num_threads)]
    options += ["--runner", runner, "--precision", precision, "--dtype", dtype, "--device", device]
    options += ["--kv-precision", kv_precision]
    options += ["--uncertified"] if uncertified else []
    return [*console_command(), "node", *options, *others, "--port", "0", "--json", "--until-stdin-closes"]


class DemoSwarm:
    """Two or more child nodes that together serve one model. ``environ``: what they are told beside ours."""

    def __init__(
        self,
        num_nodes: int = 2,
        num_threads: int = 0,
        log_dir: Path | None = None,
        runner: str = "auto",
        precision: str = "auto",
        *,
        uncertified: bool = False,
        dtype: str = "auto",
        device: str = "auto",
        kv_precision: str = "auto",
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._num_nodes = num_nodes
        self._num_threads = num_threads
        self._log_dir = log_dir
        self._runner = runner
        self._precision = precision
        self._uncertified = uncertified
        self._dtype = dtype
        self._device = device
        self._kv_precision = kv_precision
        self._environ = environ or {}
        self._children: list[NodeProcess] = []
        self._files = ExitStack()
        self._stopped = False

    @property
    def process_ids(self) -> tuple[int, ...]:
        return tuple(child.pid for child in self._children)

    async def start(self, spec: ModelSpec, say: Callable[[str], None] = lambda text: None) -> AsyncIterator[str]:
        """Starts all nodes at once and yields each one's address when it is ready. Raises MachineError."""
        spans = even_spans(spec.num_layers, self._num_nodes)
        for index, span in enumerate(spans):
            how = (self._runner, self._precision, self._uncertified, self._dtype, self._device, self._kv_precision)
            command = node_command(spec.name, span, self._num_threads, *how)
            self._children.append(self._spawn(command, index))
        for index, (child, span) in enumerate(zip(self._children, spans, strict=True)):
            say(f"Starting local node {index + 1} of {len(spans)} (layers {span})...")
            yield await self._ready(child, span, index)

    def stop(self) -> None:
        """Ends the children: asked first, then killed. A second call does nothing."""
        self._stopped = True
        children, self._children = self._children, []
        for child in children:
            child.ask_to_end()
        for child in children:
            child.end()
        self._files.close()

    def _spawn(self, command: Sequence[str], index: int) -> NodeProcess:
        if self._stopped:
            raise MachineError("The local nodes have been stopped.")
        environ = os.environ | self._environ | {LOCAL_NODES: str(self._num_nodes)}
        return NodeProcess(command, environ, self._log_file(index))

    def _log_file(self, index: int) -> int:
        if self._log_dir is None:
            return subprocess.DEVNULL
        self._log_dir.mkdir(parents=True, exist_ok=True)
        return self._files.enter_context(self._log_path(index).open("wb")).fileno()

    def _log_path(self, index: int) -> Path:
        assert self._log_dir is not None
        return self._log_dir / f"local-node-{index + 1}.log"

    async def _ready(self, child: NodeProcess, span: Span, index: int) -> str:
        try:
            return str((await child.ready())["address"])
        except MachineError as exc:
            where = f"See {self._log_path(index)}." if self._log_dir else ""
            raise MachineError(f"The local node for layers {span} did not start.", where) from exc
