"""Several heads on one node at the same time: each gets what it would have got alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import TokenReply
from tests.engine.lean_models import make_lean
from tests.engine.steps import request
from tests.fleet import Node, in_loop, running_node
from tests.node.fake_shards import SPEC
from tests.tiny_models import NUM_LAYERS

NUM_TOKENS = 12
PROMPTS = [[7 + 3 * index + step for step in range(4 + 5 * index)] for index in range(4)]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_lean("llama", tmp_path_factory.mktemp("together") / "llama")


async def generate(node: Node, prompt: Sequence[int], session: str) -> list[int]:
    model = str(SPEC.identity)
    reply = await node.service.forward(request(prompt, "prefill", session=session, model=model))
    found: list[int] = []
    while isinstance(reply, TokenReply):
        found.append(reply.token_id or 0)
        if len(found) == NUM_TOKENS:
            break
        past_len = len(prompt) + len(found) - 1
        reply = await node.service.forward(request(found[-1:], "decode", past_len, session=session, model=model))
    return found


@in_loop
async def test_heads_at_the_same_time_get_what_each_gets_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    run_many = LeanRunner.run_many

    def counted(self: LeanRunner, inputs: Any, *args: Any) -> Any:
        sizes.append(len(inputs))
        return run_many(self, inputs, *args)

    monkeypatch.setattr(LeanRunner, "run_many", counted)

    def load(spec: ModelSpec, span: Span) -> TorchModelShard:
        store = SessionCacheStore()
        return load_shard(path, span, identity=str(spec.identity), store=store, num_threads=1, runner="lean")

    async with running_node(SPEC, Span(0, NUM_LAYERS), load) as node:
        sessions = [f"{index:032x}" for index in range(8)]
        expected = [await generate(node, prompt, session) for prompt, session in zip(PROMPTS, sessions, strict=False)]
        assert sizes == []
        running = [generate(node, prompt, session) for prompt, session in zip(PROMPTS, sessions[4:], strict=True)]
        assert await asyncio.gather(*running) == expected
        assert max(sizes) > 1
        assert node.service.status().counters["tokens"] == 2 * sum(len(p) + NUM_TOKENS - 1 for p in PROMPTS)
