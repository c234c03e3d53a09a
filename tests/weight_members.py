"""Members that hand weights to each other over real connections on this computer, and some that lie about it."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.concurrency.http_client import HttpClient, Reply
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.concurrency.server import AsgiApp, HttpServer
from meshnet_gui.modelstore.progress import Progress, silent
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter, TensorEntry
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.node.app import NodeApp
from meshnet_gui.node.service import NodeService
from meshnet_gui.node.shelf import WeightShelf
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.credentials import node_id_of_certificate
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.roads import Roads
from tests.in_pieces import snapshot
from tests.swarm_members import SEED, member

NUM_LAYERS = 4
Twist = Callable[[str, int, dict[bytes, bytes], bytes], tuple[int, dict[bytes, bytes], bytes]]
"""What a liar makes of a reply: path, status, headers, body."""


def make_folder(path: Path, *, width: int = 32, seed: int = 0, commit: str = "") -> Path:
    """A model of random bytes with the names of a llama; as the hub library keeps ``commit`` where one is given."""
    path.mkdir(parents=True)
    sizes = {"hidden_size": width, "num_hidden_layers": NUM_LAYERS, "vocab_size": 64, "num_attention_heads": 4}
    config = {"model_type": "llama", "max_position_embeddings": 64, **sizes}
    (path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (path / "tokenizer.json").write_text('{"model": {"type": "BPE", "vocab": {}}}', encoding="utf-8")
    square, row = (width, width), (width,)
    layers = [f"model.layers.{layer}." for layer in range(NUM_LAYERS)]
    entries = [TensorEntry("model.embed_tokens.weight", "F32", (64, width))]
    for layer in layers:
        entries += [TensorEntry(f"{layer}{name}.weight", "F32", square) for name in ("q_proj", "o_proj", "up_proj")]
        entries += [TensorEntry(f"{layer}norm.weight", "F32", row)]
    entries += [TensorEntry("model.norm.weight", "F32", row), TensorEntry("lm_head.weight", "F32", (64, width))]
    chance = random.Random(seed)
    with SafetensorsWriter(path / "model.safetensors", entries) as writer:
        for entry in entries:
            writer.write(memoryview(chance.randbytes(entry.num_bytes)))
    return snapshot(path, commit=commit) if commit else path


def stored(root: Path, folder: Path) -> tuple[ModelStore, ModelSpec]:
    """A store with this model."""
    store = DigestingStore(root)
    return store, store.import_path(folder, "tiny")


class DigestingStore(ModelStore):
    """A store that counts how often digests were taken."""

    num_taken = 0

    def take_digests(self, spec: ModelSpec, progress: Progress = silent) -> TensorManifest:
        self.num_taken += 1
        return super().take_digests(spec, progress)


@dataclass
class Sharing:
    """A member that hands out weights."""

    node_id: str
    url: str
    service: NodeService
    shelf: WeightShelf
    app: Twisted

    @property
    def asked(self) -> list[str]:
        """The paths of all requests."""
        return self.app.asked

    @property
    def num_open(self) -> int:
        """Requests that are not answered yet."""
        return self.app.num_open


class Twisted:
    """An app whose replies to ``/weights`` are made into something else; ``wait`` holds each up."""

    def __init__(self, app: AsgiApp, twist: Twist | None, wait: Callable[[str], Awaitable[None]] | None) -> None:
        self._app = app
        self._twist = twist
        self._wait = wait
        self.asked: list[str] = []
        self.num_open = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked.append(scope["path"])
        self.num_open += 1
        try:
            await self._run(scope, receive, send)
        finally:
            self.num_open -= 1

    async def _run(self, scope: Any, receive: Any, send: Any) -> None:
        if self._wait is not None:
            await self._wait(scope["path"])
        if self._twist is None:
            await self._app(scope, receive, send)
            return
        heads, body = [], bytearray()

        async def keep(message: Any) -> None:
            heads.append(message)
            body.extend(message.get("body", b""))

        await self._app(scope, receive, keep)
        status, headers, content = self._twist(
            scope["path"], heads[0]["status"], dict(heads[0].get("headers", [])), bytes(body)
        )
        await send({"type": "http.response.start", "status": status, "headers": list(headers.items())})
        await send({"type": "http.response.body", "body": content})


class Swarm:
    """A loop with members on it, and one that asks them. Threads: the test's."""

    def __init__(self, loop: LoopThread) -> None:
        self._loop = loop
        self._addresses: dict[str, str] = {}
        self._ours = member()
        self._client = HttpClient(self._ours.client_context)
        self.roads = Roads(
            self._client, lambda node_id: [self._addresses[node_id]] if node_id in self._addresses else []
        )
        self._ends: list[Callable[[], Any]] = []

    def run(self, coroutine: Any) -> Any:
        return self._loop.submit(coroutine).result(30)

    def call_soon(self, function: Callable[[], None]) -> None:
        """On the loop."""

        async def call() -> None:
            function()

        self.run(call())

    def share(
        self,
        store: Any,
        settings: Settings | None = None,
        twist: Twist | None = None,
        wait: Callable[[str], Awaitable[None]] | None = None,
        identity: Identity | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Sharing:
        """A new member that hands out what is in the store."""
        identity = identity or Identity.make()
        credentials = member(SEED, identity)
        service = NodeService(ComputeThread(), _no_loader)
        chosen = settings or Settings()
        shelf = WeightShelf(store, lambda: chosen, lambda: identity, lambda: service.is_computing, clock)
        app = Twisted(NodeApp(service, shelf), twist, wait)
        server = HttpServer(app, "127.0.0.1", 0, credentials.server_context(), node_id_of_certificate)
        self.run(server.start())
        self._ends += [shelf.close, server.stop]
        self._addresses[identity.node_id] = server.url
        return Sharing(identity.node_id, server.url, service, shelf, app)

    def get(self, sharing: Sharing, path: str, headers: Mapping[str, str] | None = None) -> Reply:
        """One request of ours."""
        return self.run(self._ask(sharing.node_id, path, headers or {}, 10.0, 1 << 24))

    def ask(
        self, node_id: str, path: str, headers: Mapping[str, str], deadline_s: float, max_bytes: int
    ) -> Future[Reply]:
        """What ``weight_source.MemberSource`` asks with."""
        return self._loop.submit(self._ask(node_id, path, headers, deadline_s, max_bytes))

    async def _ask(
        self, node_id: str, path: str, headers: Mapping[str, str], deadline_s: float, max_bytes: int
    ) -> Reply:
        return await self.roads.ask(
            node_id, "GET", path, headers, b"", connect_deadline_s=5.0, deadline_s=deadline_s, max_bytes=max_bytes
        )

    async def _end(self) -> None:
        await self.roads.close()
        await self._client.close()
        await asyncio.gather(*(end() for end in self._ends))


@contextmanager
def swarm() -> Iterator[Swarm]:
    with ExitStack() as stack:
        loop = stack.enter_context(LoopThread())
        made = Swarm(loop)
        stack.callback(lambda: loop.submit(made._end()).result(30))
        yield made


async def in_process(app: AsgiApp, path: str, *, node_id: str | None, method: str = "GET") -> tuple[int, bytes]:
    """A call of the app itself by whoever claims to be ``node_id``."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        await asyncio.sleep(3600)

    state = {} if node_id is None else {"node_id": node_id}
    await app({"type": "http", "method": method, "path": path, "headers": [], "state": state}, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent)


def wait_until(condition: Callable[[], bool], within_s: float = 10.0) -> None:
    """Raises AssertionError where it does not come true."""
    until = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)


def _no_loader(spec: Any, span: Any) -> Any:
    raise AssertionError("nothing is served here")
