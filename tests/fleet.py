"""A fleet of real nodes over tiny models in this process, reached by a transport that can be told to misbehave."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.concurrency.http_client import Body
from meshnet_gui.concurrency.server import AsgiApp
from meshnet_gui.errors import PeerUnreachable
from meshnet_gui.head.hop_client import HopClient, Patience
from meshnet_gui.head.pipeline import Pipeline
from meshnet_gui.head.transport import InProcessTransport, RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.app import NodeApp
from meshnet_gui.node.service import NodeService
from meshnet_gui.types import Hop, ModelIdentity, Route, SamplingParams, Span
from meshnet_gui.wire import codec
from tests.tiny_models import NUM_LAYERS, VOCAB_SIZE, make_tiny

QUICK = Patience(floor_s=20.0, busy_wait_s=0.0, busy_tries=3, reconnect_for_s=0.2, reconnect_wait_s=0.01)
SESSION = "0123456789abcdef0123456789abcdef"
HIDDEN = 32
CONTEXT = 256


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test that is a coroutine, with a loop of its own and a deadline."""

    @functools.wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        async def bounded() -> None:
            async with asyncio.timeout(60):
                await test(*args, **kwargs)

        asyncio.run(bounded())

    return run


async def until(condition: Callable[[], object]) -> None:
    """Waits for something that no event tells."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], ModelSpec]:
    """Tiny models by kind, each written once in a run."""
    root = tmp_path_factory.getbasetemp() / "tiny"

    def make(kind: str) -> ModelSpec:
        path = root / kind
        if not (path / "config.json").is_file():
            make_tiny(kind, path)
        return tiny_spec(kind, path)

    return make


def tiny_spec(kind: str, path: Path) -> ModelSpec:
    return ModelSpec(
        name=f"tiny-{kind}",
        path=path,
        identity=ModelIdentity(f"tiny/{kind}", "1", "0123456789abcdef", "float32"),
        model_type=kind,
        num_layers=NUM_LAYERS,
        hidden_size=HIDDEN,
        vocab_size=VOCAB_SIZE,
        context_tokens=CONTEXT,
        weight_bytes=1,
    )


def load(spec: ModelSpec, span: Span, **limits: Any) -> Any:
    """A real shard with a session store of its own."""
    from meshnet_gui.engine.kv_sessions import SessionCacheStore
    from meshnet_gui.engine.loader import load_shard

    store = SessionCacheStore(**{"protect_s": 0.0, **limits})
    return load_shard(spec.path, span, identity=str(spec.identity), name=spec.name, store=store, num_threads=1)


@functools.cache
def _loaded(spec: ModelSpec, span: Span) -> Any:
    return load(spec, span)


def load_once(spec: ModelSpec, span: Span) -> Any:
    """A shard that the tests of one run share, with its sessions dropped and caching on."""
    shard = _loaded(spec, span)
    shard.kv_sessions.set_enabled(True)
    shard.kv_sessions.clear("unload")
    return shard


def load_tokenizer(spec: ModelSpec) -> Any:
    from meshnet_gui.engine.tokenizer import load_tokenizer

    return load_tokenizer(spec.path)


def reference_ids(spec: ModelSpec, prompt: Sequence[int], num_tokens: int) -> list[int]:
    """What transformers itself generates in one process, greedily, the end of the sequence ignored."""
    return list(_reference_ids(spec, tuple(prompt), num_tokens))


@functools.cache
def _reference_ids(spec: ModelSpec, prompt: tuple[int, ...], num_tokens: int) -> list[int]:
    import torch

    model = _whole_model(spec)
    inputs = torch.tensor([list(prompt)])
    output = model.generate(
        inputs, attention_mask=torch.ones_like(inputs), max_new_tokens=num_tokens, do_sample=False, use_cache=True
    )
    return output[0, len(prompt) :].tolist()


@functools.cache
def _whole_model(spec: ModelSpec) -> Any:
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(spec.path, dtype=torch.float32)
    model.generation_config.eos_token_id = None
    model.generation_config.pad_token_id = 0
    return model


class Node:
    """One node: service, app and compute thread, with whatever the loader makes."""

    def __init__(self, loader: Callable[[ModelSpec, Span], Any] = load, **options: Any) -> None:
        self.compute = ComputeThread()
        self.service = NodeService(self.compute, loader, **options)
        self.app = NodeApp(self.service)

    @property
    def caches(self) -> Any:
        return self.service.ready_shard().kv_sessions

    @property
    def tokens_held(self) -> list[int]:
        return [session.num_tokens for session in self.service.status().sessions]

    async def ask(
        self,
        method: str = "POST",
        path: str = "/forward",
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> RawReply:
        return await InProcessTransport(self.app).send(
            "here", method, path, headers or {}, body, deadline_s=30, max_bytes=1 << 24
        )


@asynccontextmanager
async def running_node(
    spec: ModelSpec, span: Span, loader: Callable[[ModelSpec, Span], Any] = load, **options: Any
) -> AsyncIterator[Node]:
    node = Node(loader, **options)
    node.compute.start()
    try:
        await node.service.start(spec, span)
        yield node
    finally:  # the loop of the test ends the rest; unloading would collect garbage in each test
        await asyncio.to_thread(node.compute.stop)


@dataclass(frozen=True, slots=True)
class Call:
    """One request as the transport saw it."""

    address: str
    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def mode(self) -> str:
        return self.headers.get(codec.CACHE, "stateless") if self.method == "POST" else self.method.lower()


Hook = Callable[[Call], Awaitable[RawReply | None]]


@dataclass
class Fleet:
    """A transport to apps by address. ``hook`` may answer or raise in an app's stead; ``after`` may change a reply."""

    apps: dict[str, AsgiApp]
    calls: list[Call] = field(default_factory=list)
    hook: Hook | None = None
    after: Callable[[Call, RawReply], RawReply] | None = None

    async def send(
        self,
        address: str,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        *,
        deadline_s: float,
        max_bytes: int,
    ) -> RawReply:
        call = Call(address, method, path, dict(headers), bytes(body))
        self.calls.append(call)
        if self.hook is not None and (answer := await self.hook(call)) is not None:
            return answer
        if address not in self.apps:
            raise PeerUnreachable(address, f"{address} cannot be reached.") from ConnectionRefusedError()
        transport = InProcessTransport(self.apps[address])
        reply = await transport.send(address, method, path, headers, body, deadline_s=deadline_s, max_bytes=max_bytes)
        return self.after(call, reply) if self.after is not None else reply

    async def close(self) -> None:
        """Nothing is open."""

    def modes(self, address: str) -> list[str]:
        return [call.mode for call in self.calls if call.address == address]


@dataclass
class Pair:
    """Two nodes that share a model, and a head's view of them."""

    spec: ModelSpec
    nodes: list[Node]
    fleet: Fleet
    route: Route
    tokenizer: Any

    def pipeline(self, sampling: SamplingParams | None = None, patience: Patience = QUICK, **changes: Any) -> Pipeline:
        values = {
            "route": self.route,
            "session_id": SESSION,
            "identity": str(self.spec.identity),
            "hidden_size": self.spec.hidden_size,
            "sampling": sampling or SamplingParams(),
        }
        return Pipeline(HopClient(self.fleet, patience=patience), **(values | changes))


@asynccontextmanager
async def running_pair(
    spec: ModelSpec, cut: int = 2, loader: Callable[[ModelSpec, Span], Any] = load_once
) -> AsyncIterator[Pair]:
    """Nodes ``a`` (layers before ``cut``) and ``b`` (the rest)."""
    spans = (Span(0, cut), Span(cut, spec.num_layers))
    async with running_node(spec, spans[0], loader) as first, running_node(spec, spans[1], loader) as second:
        fleet = Fleet({"a": first.app, "b": second.app})
        route = Route(tuple(Hop(address, span) for address, span in zip("ab", spans, strict=True)))
        yield Pair(spec, [first, second], fleet, route, load_tokenizer(spec))


def old_peer(app: AsgiApp, reply_keys: Sequence[str] = ("text", "token_id")) -> AsgiApp:
    """A peer from before session caches: it sees shape, dtype and layers only, and says no past length."""
    known = {codec.SHAPE, codec.DTYPE, codec.START_LAYER, codec.END_LAYER}
    inner = InProcessTransport(app)

    async def answer(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        body = (await receive())["body"]
        seen = {name: value for name, value in headers.items() if name in known}
        reply = await inner.send("old", scope["method"], scope["path"], seen, body, deadline_s=20, max_bytes=1 << 24)
        content = reply.body
        if reply.headers["content-type"] == "application/json" and reply.status == 200:
            said = json.loads(content)
            content = json.dumps({key: said[key] for key in reply_keys}).encode()
        kept = [(n.encode(), v.encode()) for n, v in reply.headers.items() if n != "content-length"]
        await send({"type": "http.response.start", "status": reply.status, "headers": kept})
        await send({"type": "http.response.body", "body": content})

    return answer
