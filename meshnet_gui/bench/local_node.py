"""A node inside this process, with its own loop and compute thread and a real socket, and a head that talks to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, build_opener

from meshnet_gui.bench.tiny_model import write_tiny_model
from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.head.generation import Generation
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.pipeline import Pipeline
from meshnet_gui.head.transport import HttpTransport
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.node.app import NodeApp
from meshnet_gui.node.service import NodeService
from meshnet_gui.runtime.assembly import load_tokenizer, shard_loader
from meshnet_gui.settings import Settings
from meshnet_gui.types import Hop, Route, SamplingParams, Span
from meshnet_gui.wire.messages import mint_session_id

DEADLINE_S = 60.0
NO_ENVIRONMENT: dict[str, str] = {}


class LocalNode:
    """A running node. Threads: any."""

    def __init__(self, loop: LoopThread, address: str, span: Span) -> None:
        self.loop = loop
        self.address = address
        self.span = span

    def get(self, path: str) -> dict[str, Any]:
        """What the node answers to a GET, over its socket."""
        with build_opener(ProxyHandler({})).open(self.address + path, timeout=DEADLINE_S) as reply:
            content: dict[str, Any] = json.loads(reply.read())
        return content


@contextmanager
def local_node(spec: ModelSpec, span: Span) -> Iterator[LocalNode]:
    """Serves a span on any free port of loopback; always stopped."""
    compute = ComputeThread("meshnet-check-compute")
    compute.start()
    try:
        with LoopThread("meshnet-check") as loop:
            service = NodeService(compute, shard_loader(Settings(num_threads=1), NO_ENVIRONMENT))
            server = HttpServer(NodeApp(service), "127.0.0.1", 0)
            loop.submit(_start(server, service, spec, span)).result(DEADLINE_S)
            try:
                yield LocalNode(loop, server.url, span)
            finally:
                loop.submit(_stop(server, service)).result(DEADLINE_S)
    finally:
        compute.stop()


async def _start(server: HttpServer, service: NodeService, spec: ModelSpec, span: Span) -> None:
    await server.start()
    try:
        await service.start(spec, span)
    except BaseException:
        await server.stop()
        raise


async def _stop(server: HttpServer, service: NodeService) -> None:
    await server.stop()
    await service.stop()


def greedy_ids(
    nodes: Sequence[LocalNode], spec: ModelSpec, ids: Sequence[int], num_tokens: int, *, cached: bool = True
) -> list[int]:
    """``num_tokens`` greedy ids after ``ids`` over the route of these nodes."""
    route = Route(tuple(Hop(node.address, node.span) for node in nodes))
    return nodes[0].loop.submit(_generate(route, spec, ids, num_tokens, cached)).result(DEADLINE_S)


async def _generate(route: Route, spec: ModelSpec, ids: Sequence[int], num_tokens: int, cached: bool) -> list[int]:
    client = HopClient(HttpTransport())
    try:
        pipeline = Pipeline(client, route, mint_session_id(), str(spec.identity), spec.hidden_size, SamplingParams())
        generation = Generation(
            pipeline,
            load_tokenizer(spec.path),
            context_tokens=spec.context_tokens,
            max_tokens=num_tokens,
            stop_at_eos=False,
        )
        generation.progress.cached = cached
        return list((await generation.run(ids)).token_ids)
    finally:
        await client.close()


def imported_tiny_model(folder: Path) -> ModelSpec:
    """A tiny random model, imported into a store inside ``folder``."""
    return ModelStore(folder / "models").import_path(write_tiny_model(folder / "tiny"), "tiny")
