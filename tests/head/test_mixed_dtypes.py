"""Nodes of one route may compute in different dtypes: each sends in its own, and the next one takes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from meshnet_gui.head.generation import Generation
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Span
from meshnet_gui.wire import codec
from tests.fleet import in_loop, reference_ids, running_pair

Tiny = Callable[[str], ModelSpec]
PROMPT = [10, 20, 30, 40, 50, 60, 70]
NUM_TOKENS = 6


def computing_in(*dtypes: str) -> Callable[[ModelSpec, Span], Any]:
    """Loads the shard from layer 0 in the first dtype and the other one in the second."""

    def load(spec: ModelSpec, span: Span) -> Any:
        from meshnet_gui.engine.kv_sessions import SessionCacheStore
        from meshnet_gui.engine.loader import load_shard

        return load_shard(
            spec.path,
            span,
            identity=str(spec.identity),
            name=spec.name,
            dtype=dtypes[span.start > 0],
            store=SessionCacheStore(protect_s=0.0),
            num_threads=1,
        )

    return load


@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid"])
@pytest.mark.parametrize(
    "dtypes",
    [
        ("float32", "bfloat16"),
        ("bfloat16", "float32"),
        ("float16", "float32"),
        ("float32", "float16"),
        ("bfloat16", "float16"),
    ],
)
@in_loop
async def test_a_route_of_two_dtypes_answers_from_its_caches(tiny: Tiny, dtypes: tuple[str, str], kind: str) -> None:
    spec = tiny(kind)
    async with running_pair(spec, 3, computing_in(*dtypes)) as pair:
        generation = Generation(
            pair.pipeline(), pair.tokenizer, context_tokens=256, max_tokens=NUM_TOKENS, stop_at_eos=False
        )
        result = await generation.run(PROMPT)
        assert result.cached
        assert result.num_recoveries == 0
        assert len(result.token_ids) == NUM_TOKENS
        assert result.token_ids[0] == reference_ids(spec, PROMPT, 1)[0]  # rounding does not make it another text yet
        sent = {call.headers[codec.DTYPE] for call in pair.fleet.calls if call.address == "b"}
        assert sent == {dtypes[0]}
        num_bytes = {call.mode: len(call.body) for call in pair.fleet.calls if call.address == "b"}
        assert num_bytes["decode"] == 32 * (4 if dtypes[0] == "float32" else 2)
        assert [node.service.status().dtype for node in pair.nodes] == list(dtypes)
