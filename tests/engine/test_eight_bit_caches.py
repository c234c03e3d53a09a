"""Session caches in 8 bit: a quarter of the memory, undone and continued like any other, and hardly other answers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import LlamaConfig, MistralConfig

from meshnet_gui.engine.cache import EightBitLayer, GrowingLayer, SpanCache
from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.errors import UserError
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, PROMPT, generate, request, send, whole_ids

Tiny = Callable[[str], Path]
LLAMA = LlamaConfig(num_hidden_layers=6, hidden_size=32, num_attention_heads=4, num_key_value_heads=2)
SLIDING = MistralConfig(num_hidden_layers=6, sliding_window=4)


def rows(count: int, seed: int = 0, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.randn(1, 2, count, 8, generator=torch.Generator().manual_seed(seed)).to(dtype)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
def test_rows_come_back_nearly_as_they_were_and_in_their_dtype(dtype: torch.dtype) -> None:
    layer, states = EightBitLayer(), rows(20, dtype=dtype)
    keys, values = layer.update(states, -states)
    assert keys.dtype == values.dtype == dtype
    apart = (keys.float() - states.float()).abs().amax(-1) / states.float().abs().amax(-1)
    assert float(apart.max()) < (0.5 / 127 if dtype == torch.float32 else 0.02) * 1.01
    assert values.equal(-keys)


def test_rows_stay_as_they_were_rounded_however_they_came() -> None:
    at_once, one_by_one = EightBitLayer(), EightBitLayer()
    states = rows(90)
    whole = at_once.update(states, states)
    for index in range(90):
        piece = states[:, :, index : index + 1]
        found = one_by_one.update(piece, piece)
    assert found[0].equal(whole[0])


def test_zeros_and_rows_without_width_are_no_trouble() -> None:
    layer = EightBitLayer()
    keys, values = layer.update(torch.zeros(1, 2, 3, 8), torch.zeros(1, 2, 3, 0))
    assert keys.equal(torch.zeros(1, 2, 3, 8))
    assert values.shape == (1, 2, 3, 0)


def test_memory_is_about_a_quarter() -> None:
    sizes = []
    for layer in (GrowingLayer(), EightBitLayer()):
        wide = torch.randn(1, 2, 500, 64)
        layer.update(wide, wide)
        sizes.append(layer.num_bytes)
    assert sizes[1] == pytest.approx(sizes[0] * (64 + 4) / 256, rel=0.01)


def test_cut_rows_come_back_to_the_last_bit() -> None:
    layer = EightBitLayer()
    before = [states.clone() for states in layer.update(rows(10), rows(10, 1))]
    layer.truncate(4)
    layer.update(rows(3, 7), rows(3, 8))
    layer.rollback(10)
    more = layer.update(rows(1, 9), rows(1, 9))
    assert more[0][:, :, :10].equal(before[0])
    assert more[1][:, :, :10].equal(before[1])


def test_only_full_attention_is_kept_in_8_bit() -> None:
    assert {type(layer) for layer in SpanCache(LLAMA, Span(1, 3), eight_bit=True)._own} == {EightBitLayer}
    assert EightBitLayer not in {type(layer) for layer in SpanCache(SLIDING, Span(1, 3), eight_bit=True)._own}


# -- shards ------------------------------------------------------------------------------------------------------------


def shards(path: Path, *cuts: int, **more: Any) -> list[Any]:
    ends = [0, *cuts, 6]
    return [
        load_shard(
            path,
            Span(start, end),
            identity=MODEL,
            num_threads=1,
            kv_precision="int8",
            store=SessionCacheStore(protect_s=0.0),
            **more,
        )
        for start, end in pairwise(ends)
    ]


@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid", "moe"])
def test_answers_begin_as_in_full_precision_and_do_not_depend_on_the_cut(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    found = generate(shards(path, 3), PROMPT, 10)
    assert found == generate(shards(path), PROMPT, 10) == generate(shards(path, 2, 5), PROMPT, 10)
    assert found[0] == whole_ids(path, PROMPT, 1)[0]


def test_a_session_is_smaller_and_the_status_says_why(tiny: Tiny) -> None:
    path = tiny("llama")
    sizes = []
    for shard in (*shards(path), load_shard(path, Span(0, 6), identity=MODEL, num_threads=1)):
        send([shard], request(list(range(5, 205)), "prefill"))
        sizes.append(shard.kv_sessions.used_bytes)
    assert sizes[0] < 0.4 * sizes[1]  # heads of 8 values only: the scale counts
    assert shards(path)[0].runner_name == "generic, 8-bit caches"


def test_the_lean_path_gives_way_and_8_bit_weights_do_not(tiny: Tiny) -> None:
    (shard,) = shards(tiny("llama"), runner="lean")
    assert shard.runner_name.startswith("generic")
    with pytest.raises(UserError, match="Choose one of the two"):
        shards(tiny("llama"), precision="int8")
