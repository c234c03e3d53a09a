"""Two real tiny models on one node, through its app: both are answered at once, and each gets its own tokens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from meshnet_gui.head.generation import Generation
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.pipeline import Pipeline
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Hop, Route, SamplingParams, Span
from tests.fleet import QUICK, Fleet, Node, in_loop, load_tokenizer, reference_ids, running_node

Tiny = Callable[[str], ModelSpec]
PROMPT = [10, 20, 30, 40, 50]
NUM_TOKENS = 12


async def generate(node: Node, spec: ModelSpec, spans: list[Span], session: str) -> list[int]:
    route = Route(tuple(Hop("a", span) for span in spans))
    client = HopClient(Fleet({"a": node.app}), patience=QUICK)
    pipeline = Pipeline(client, route, session, str(spec.identity), spec.hidden_size, SamplingParams())
    generation = Generation(
        pipeline, load_tokenizer(spec), context_tokens=spec.context_tokens, max_tokens=NUM_TOKENS, stop_at_eos=False
    )
    result = await generation.run(PROMPT)
    assert result.cached
    assert result.num_recoveries == 0
    return list(result.token_ids)


@in_loop
async def test_two_models_and_two_spans_answer_side_by_side(tiny: Tiny) -> None:
    llama, window = tiny("llama"), tiny("sliding")
    async with running_node(llama, Span(0, 2), max_shards=3) as node:
        await node.service.start(llama, Span(2, 6), first=False)
        await node.service.start(window, Span(0, 6), first=False)
        cut = [Span(0, 2), Span(2, 6)]
        wanted: list[tuple[Any, list[Span]]] = [(llama, cut), (window, [Span(0, 6)]), (llama, cut)]
        answers = await asyncio.gather(
            *(generate(node, spec, spans, str(i) * 32) for i, (spec, spans) in enumerate(wanted))
        )
        assert answers == [reference_ids(spec, PROMPT, NUM_TOKENS) for spec, _ in wanted]
        status = node.service.status()
        assert status.counters["cache_misses"] == 0
        assert [shard.num_sessions for shard in status.shards] == [2, 2, 1]
        assert status.worst_case_bytes < sum(shard.worst_case_bytes for shard in status.shards)
