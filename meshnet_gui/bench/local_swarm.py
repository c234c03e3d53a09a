"""What ``turns`` and ``clients`` ask: two node processes on the lean path, and the product's own head before them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from meshnet_gui.bench.own_head import OwnHead, own_head
from meshnet_gui.bench.rig import GENERATION_DEADLINE_S, NUM_NODES, NUM_THREADS
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.demo import DemoSwarm
from meshnet_gui.settings import Settings

RUNNER, PRECISION = "lean", "fp32"  # a busy moment while a shard loads must not decide what is measured


@contextmanager
def local_swarm(
    spec: ModelSpec, settings: Settings, environ: Mapping[str, str] | None = None
) -> Iterator[tuple[OwnHead, list[str]]]:
    """The head and the nodes' addresses; ``environ`` is what the nodes are told beside. Always ended."""
    swarm = DemoSwarm(
        NUM_NODES, NUM_THREADS, runner=RUNNER, precision=PRECISION, dtype="float32", device="cpu", environ=environ or {}
    )
    with LoopThread("meshnet-bench") as loop, tempfile.TemporaryDirectory(prefix="meshnet-bench-") as folder:
        try:
            addresses = loop.submit(_started(swarm, spec)).result(GENERATION_DEADLINE_S)
            with own_head(spec, Path(folder), settings) as head:
                for address in addresses:
                    head.add(address)
                yield head, addresses
        finally:
            swarm.stop()


async def _started(swarm: DemoSwarm, spec: ModelSpec) -> list[str]:
    return [address async for address in swarm.start(spec)]
