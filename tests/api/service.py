"""The API over a real chat and two real nodes of a tiny model, served on a loopback port."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from meshnet_gui.api.app import make_app
from meshnet_gui.api.backend import AskedModel
from meshnet_gui.api.line import Line
from meshnet_gui.concurrency.server import HttpServer
from meshnet_gui.errors import UserError
from meshnet_gui.events import EventBus
from meshnet_gui.head.chat import Chat, ChatTokenizer, Question, Surroundings
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Route, SamplingParams
from tests.fleet import QUICK, Pair, running_pair

KEY = "mesh-0123456789abcdef"


def roomy(spec: ModelSpec, num_tokens: int = 2000) -> ModelSpec:
    """The tiny model with room for a description of tools letter by letter."""
    folder = spec.path.parent / f"{spec.path.name}-roomy"
    if not folder.is_dir():
        shutil.copytree(spec.path, folder)
        file = folder / "config.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | {"max_position_embeddings": num_tokens}))
    return replace(spec, path=folder, context_tokens=num_tokens)


class PairBackend:
    """What the API asks, answered by a chat over a pair."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.asked: list[Question] = []
        self.most_tokens = pair.spec.context_tokens
        self.is_loaded = True
        self.route_error: Exception | None = None
        self.route_wait: Callable[[], Any] | None = None
        self.chat = Chat(
            HopClient(pair.fleet, patience=QUICK),
            Surroundings(
                lambda: pair.spec,
                self.tokenizer,
                self._route,
                constrain=self._constrain,
                goes_on=lambda spec, route: True,
            ),
            EventBus(),
        )

    def models(self) -> Sequence[AskedModel]:
        spec = self.pair.spec
        return (AskedModel(spec.name, 1_700_000_000, spec.context_tokens, self.is_loaded, num_bytes=1000),)

    def find(self, name: str) -> ModelSpec:
        if name != self.pair.spec.name:
            raise UserError("no such model")
        return self.pair.spec

    def usual_sampling(self) -> SamplingParams:
        return SamplingParams()

    async def tokenizer(self, spec: ModelSpec) -> ChatTokenizer:
        tokenizer: ChatTokenizer = self.pair.tokenizer
        return tokenizer

    def ask(self, question: Question, generation_id: str, publish: Callable[[object], None]) -> None:
        self.asked.append(question)
        limited = replace(question, max_tokens=min(question.max_tokens, self.most_tokens))
        self.chat.ask(limited, generation_id, publish)

    async def stop(self, generation_id: str) -> None:
        await self.chat.stop(generation_id)

    async def _route(self, spec: ModelSpec, num_prompt_tokens: int, num_answer_tokens: int) -> Route:
        if self.route_wait is not None:
            await self.route_wait()
        if self.route_error is not None:
            raise self.route_error
        return self.pair.route

    def _constrain(self, spec: ModelSpec, tokenizer: ChatTokenizer, grammar: str) -> Any:
        from meshnet_gui.engine.grammar import constrain

        return constrain(spec.path, spec.vocab_size, tokenizer.eos_ids, grammar)


@dataclass
class Service:
    """A running API with a client that knows the key."""

    backend: PairBackend
    line: Line
    url: str
    client: httpx.AsyncClient
    hosts: set[str] = field(default_factory=set)

    @property
    def model(self) -> str:
        return self.backend.pair.spec.name

    def chat(self, **changes: Any) -> dict[str, Any]:
        """A request for a short greedy answer."""
        return {
            "model": self.model,
            "messages": [{"role": "user", "content": "What is it that you can tell of the sea?"}],
            "max_tokens": 6,
            "temperature": 0,
        } | changes

    async def post(self, path: str, content: Any, **options: Any) -> httpx.Response:
        return await self.client.post(path, json=content, **options)

    async def events(self, path: str, content: Any) -> list[Any]:
        """The contents of a stream's events; the last is its end, ``[DONE]`` where it was said."""
        async with self.client.stream("POST", path, json=content) as reply:
            assert reply.status_code == 200, await reply.aread()
            lines = [line async for line in reply.aiter_lines() if line.startswith("data: ")]
        return [line[6:] if line == "data: [DONE]" else json.loads(line[6:]) for line in lines]

    async def begin(self, path: str, content: Any) -> asyncio.StreamWriter:
        """Sends a request on a connection of its own; whoever closes that leaves."""
        url, body = httpx.URL(self.url), json.dumps(content).encode()
        _, writer = await asyncio.open_connection(url.host, url.port)
        head = f"POST {path} HTTP/1.1\r\nhost: {url.host}\r\nauthorization: Bearer {KEY}\r\n"
        writer.write(f"{head}content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n".encode() + body)
        await writer.drain()
        return writer

    async def idle(self) -> None:
        """Waits until no answer is being made."""
        async with asyncio.timeout(10):
            while self.backend.chat.num_generating or self.line.num_running:  # noqa: ASYNC110
                await asyncio.sleep(0.001)


@asynccontextmanager
async def running_api(spec: ModelSpec, max_running: int = 4, max_waiting: int = 8) -> AsyncIterator[Service]:
    async with running_pair(spec) as pair:
        backend, line, hosts = PairBackend(pair), Line(max_running, max_waiting), set[str]()
        server = HttpServer(make_app(backend, line, lambda: KEY, lambda: hosts), "127.0.0.1", 0)
        await server.start()
        headers = {"authorization": f"Bearer {KEY}"}
        try:
            known = {"base_url": server.url, "headers": headers, "timeout": 30, "trust_env": False}
            async with httpx.AsyncClient(**known, verify=False) as client:  # certificates take a while to load
                yield Service(backend, line, server.url, client, hosts)
        finally:
            await backend.chat.close()
            await server.stop()
