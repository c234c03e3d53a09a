"""The promise of the protocol on a real model: two nodes over HTTP give the tokens of one process, whatever is lost.

Run with ``MESHNET_REAL_MODEL_TESTS=1``. Compared exactly: everything is computed in float32 by the same kernels.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.head.generation import Generation
from meshnet_gui.head.hop_client import HopClient, Patience
from meshnet_gui.head.pipeline import Pipeline
from meshnet_gui.head.transport import HttpTransport
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import GenerationResult, Hop, Route, SamplingParams, Span
from meshnet_gui.wire.messages import mint_session_id
from tests.fleet import Node, load_once, load_tokenizer

pytestmark = [pytest.mark.real_model, pytest.mark.timeout(300)]

QUESTION = "Tell me in a few sentences what the capital of France is known for."
NUM_TOKENS = 40
BREAK_AT = 17
CUT = 13  # uneven, so that the two spans differ in length


@pytest.fixture(scope="module")
def prompt(starter_model: ModelSpec) -> list[int]:
    ids: list[int] = load_tokenizer(starter_model).encode_chat([{"role": "user", "content": QUESTION}])
    return ids


@pytest.fixture(scope="module")
def one_process(starter_model: ModelSpec, prompt: list[int]) -> list[int]:
    """The greedy tokens of transformers alone, beyond the end of the sequence."""
    import torch
    from transformers import AutoModelForCausalLM

    torch.set_num_threads(1)  # as the nodes do: the same kernels, and no waiting for threads on a busy machine
    model = AutoModelForCausalLM.from_pretrained(starter_model.path, dtype=torch.float32)
    model.generation_config.eos_token_id = None
    inputs = torch.tensor([prompt])
    output = model.generate(
        inputs,
        attention_mask=torch.ones_like(inputs),
        max_new_tokens=NUM_TOKENS,
        do_sample=False,
        pad_token_id=0,
    )
    ids: list[int] = output[0, len(prompt) :].tolist()
    return ids


class Servers:
    """Two nodes behind real sockets, in this process."""

    def __init__(self, spec: ModelSpec) -> None:
        self.spec = spec
        self.spans = (Span(0, CUT), Span(CUT, spec.num_layers))
        self.nodes = [Node(load_once), Node(load_once)]
        self.servers: list[HttpServer] = []

    async def start(self) -> None:
        for node, span in zip(self.nodes, self.spans, strict=True):
            node.compute.start()
            await node.service.start(self.spec, span)
            self.servers.append(HttpServer(node.app, "127.0.0.1", 0))
            await self.servers[-1].start()

    async def stop(self) -> None:
        for server in self.servers:
            await server.stop()
        for node in self.nodes:
            await asyncio.to_thread(node.compute.stop)

    async def restart(self, index: int) -> None:
        """The node goes away and comes back at the same address without its sessions."""
        await self.servers[index].stop()
        await self.nodes[index].service.start(self.spec, self.spans[index])
        await self.servers[index].start()

    @property
    def addresses(self) -> list[str]:
        return [server.url for server in self.servers]


async def generate(
    spec: ModelSpec, addresses: Sequence[str], prompt: Sequence[int], on_token: Callable[[int], Awaitable[None]] | None
) -> GenerationResult:
    spans = (Span(0, CUT), Span(CUT, spec.num_layers))
    route = Route(tuple(Hop(address, span) for address, span in zip(addresses, spans, strict=True)))
    client = HopClient(HttpTransport(), patience=Patience(reconnect_wait_s=0.05))
    pipeline = _Told(client, route, mint_session_id(), str(spec.identity), spec.hidden_size, SamplingParams())
    pipeline.on_token = on_token
    generation = Generation(
        pipeline,
        load_tokenizer(spec),
        context_tokens=spec.context_tokens,
        max_tokens=NUM_TOKENS,
        stop_at_eos=False,
    )
    try:
        return await generation.run(prompt)
    finally:
        await pipeline.close()
        await client.close()


class _Told(Pipeline):
    """A pipeline that tells before each decode how many there were."""

    on_token: Callable[[int], Awaitable[None]] | None = None
    num_decodes = 0

    async def decode(self, token_id: int, past_len: int, allowed: bytes | None = None) -> Any:
        self.num_decodes += 1
        if self.on_token is not None:
            await self.on_token(self.num_decodes)
        return await super().decode(token_id, past_len, allowed)


@asynccontextmanager
async def two_servers(spec: ModelSpec) -> AsyncIterator[Servers]:
    servers = Servers(spec)
    try:
        await servers.start()
        yield servers
    finally:
        await servers.stop()


def test_cached_and_stateless_generation_give_the_tokens_of_one_process(
    starter_model: ModelSpec, prompt: list[int], one_process: list[int]
) -> None:
    async def scenario() -> None:
        async with two_servers(starter_model) as servers:
            cached = await generate(starter_model, servers.addresses, prompt, None)
            assert (list(cached.token_ids), cached.cached) == (one_process, True)
            servers.nodes[0].caches.set_enabled(False)
            stateless = await generate(starter_model, servers.addresses, prompt, None)
            assert (list(stateless.token_ids), stateless.cached) == (one_process, False)
            assert cached.text == stateless.text == load_tokenizer(starter_model).decode(one_process)
            assert "Paris" in cached.text

    asyncio.run(scenario())


@pytest.mark.parametrize("index", [0, 1])
@pytest.mark.parametrize("name", ["eviction", "restart"])
def test_lost_cache_in_the_middle_leaves_the_text_unbroken(
    starter_model: ModelSpec, prompt: list[int], one_process: list[int], name: str, index: int
) -> None:
    async def scenario() -> None:
        async with two_servers(starter_model) as servers:

            async def lose(number: int) -> None:
                if number == BREAK_AT and name == "eviction":
                    assert servers.nodes[index].caches.clear("user") == 1
                elif number == BREAK_AT:
                    await servers.restart(index)

            result = await generate(starter_model, servers.addresses, prompt, lose)
            assert list(result.token_ids) == one_process
            assert (result.num_recoveries, result.cached) == (1, True)

    asyncio.run(scenario())


def node_command(span: Span, spec: ModelSpec, port: int) -> list[str]:
    own = [sys.executable, "-m", "meshnet_gui", "node", "--model", spec.name, "--layers", str(span)]
    return [*own, "--threads", "1", "--port", str(port), "--json", "--until-stdin-closes"]


class Processes:
    """Node processes by port; each ends when its input closes."""

    def __init__(self, spec: ModelSpec) -> None:
        self._spec = spec
        self._running: list[subprocess.Popen[bytes]] = []

    def spawn(self, span: Span, port: int = 0) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            node_command(span, self._spec, port),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[1],
        )
        self._running.append(process)
        return process

    def stop(self) -> None:
        for process in self._running:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                assert pipe is not None
                pipe.close()


def address_of(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    return str(json.loads(process.stdout.readline())["address"])


@pytest.fixture
def processes(starter_model: ModelSpec, monkeypatch: pytest.MonkeyPatch) -> Iterator[Processes]:
    data = starter_model.path.parent.parent
    if starter_model.path.parent.name != "models":
        pytest.skip("node processes look for their models in the folder 'models' of the data directory")
    monkeypatch.setenv("MESHNET_DATA_DIR", str(data))
    made = Processes(starter_model)
    yield made
    made.stop()


def test_killed_and_restarted_node_process_leaves_the_text_unbroken(
    starter_model: ModelSpec, prompt: list[int], one_process: list[int], processes: Processes
) -> None:
    """Two real processes; the tail's is killed in the middle and comes back on its port."""
    spans = (Span(0, CUT), Span(CUT, starter_model.num_layers))
    first, tail = [processes.spawn(span) for span in spans]
    addresses = [address_of(first), address_of(tail)]

    async def lose(number: int) -> None:
        if number != BREAK_AT:
            return
        tail.kill()
        tail.wait()
        again = processes.spawn(spans[1], int(addresses[1].rsplit(":", 1)[1]))
        assert await asyncio.to_thread(address_of, again) == addresses[1]

    result = asyncio.run(generate(starter_model, addresses, prompt, lose))
    assert list(result.token_ids) == one_process
    assert result.num_recoveries == 1
