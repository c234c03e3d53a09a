"""Several sessions in one step of the lean path: what each would have got alone."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import torch

from meshnet_gui.engine.lean import batch as batch_module
from meshnet_gui.engine.lean.cache import LeanCache
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.lean.torch_step import TorchStep
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.types import Span
from tests.engine.lean_models import KINDS, Lean, shared_shard
from tests.engine.steps import MODEL, PROMPT
from tests.tiny_models import NUM_LAYERS

CLOSE = 1e-5  # of the largest value: a product of several rows adds in another order than one of one row


HAS_HALF = "fbgemm" in torch.backends.quantized.supported_engines


def runner_of(path: Path, span: Span) -> LeanRunner:
    runner = shared_shard(path, span.start, span.end).runner
    assert isinstance(runner, LeanRunner)
    return runner


@lru_cache(maxsize=32)
def half_runner(path: Path, span: Span) -> TorchStep:
    runner = load_shard(path, span, identity=MODEL, num_threads=1, precision="bf16").runner
    assert isinstance(runner, TorchStep)
    return runner


def inputs(span: Span, num_positions: int, seed: int) -> torch.Tensor:
    torch.manual_seed(seed)
    if span.start == 0:
        return torch.tensor([[(token * (seed + 1)) % 250 for token in (PROMPT * 2)[:num_positions]]])
    return torch.randn(1, num_positions, 32)


def filled(runner: Any, span: Span, lengths: Sequence[int]) -> list[LeanCache]:
    caches = []
    for seed, length in enumerate(lengths):
        cache = runner.new_cache(span)
        runner.run(inputs(span, length, seed), span, cache)
        cache.commit(length)
        caches.append(cache)
    return caches


def steps(span: Span, number: int, num_sessions: int) -> list[torch.Tensor]:
    return [inputs(span, 1, 10 * number + seed) for seed in range(num_sessions)]


def check(runner: LeanRunner | TorchStep, span: Span, lengths: Sequence[int], num_steps: int = 3) -> None:
    """Some steps of sessions that hold so many tokens, together and alone."""
    alone, together = filled(runner, span, lengths), filled(runner, span, lengths)
    for number in range(num_steps):
        new = steps(span, number, len(lengths))
        expected = [runner.run(one, span, cache) for one, cache in zip(new, alone, strict=True)]
        found = runner.run_many(new, span, together)
        for cache in (*alone, *together):
            cache.commit(1)
        for one, other in zip(expected, found, strict=True):
            assert one.shape == other.shape
            assert float((one - other).abs().max()) <= CLOSE * float(one.abs().max())


@pytest.mark.parametrize("kind", KINDS)
def test_sessions_of_different_lengths_get_what_they_would_alone(lean: Lean, kind: str) -> None:
    span = Span(0, NUM_LAYERS)
    check(runner_of(lean(kind), span), span, (3, 21, 1))


@pytest.mark.parametrize(("start", "end"), [(0, 3), (2, 4), (3, NUM_LAYERS)])
def test_first_middle_and_last_hop_and_a_part_of_one(lean: Lean, start: int, end: int) -> None:
    check(runner_of(lean("gemma3"), Span(start, end)), Span(start, end), (5, 9))
    check(runner_of(lean("llama"), Span(0, NUM_LAYERS)), Span(start, end), (5, 9))


@pytest.mark.skipif(not HAS_HALF, reason="torch has FBGEMM on x86 only")
@pytest.mark.parametrize("kind", KINDS)
def test_16_bit_weights_take_several_sessions_too(lean: Lean, kind: str) -> None:
    for span in (Span(0, NUM_LAYERS), Span(2, 4)):
        check(half_runner(lean(kind), span), span, (3, 21, 1))
    check(half_runner(lean(kind), Span(0, NUM_LAYERS)), Span(1, 5), (30, 2, 9, 9))


def test_caches_that_outgrow_their_room_in_the_middle(lean: Lean) -> None:
    span = Span(0, NUM_LAYERS)
    runner = runner_of(lean("llama"), span)
    caches = filled(runner, span, (20, 3))
    room = caches[0].capacity
    check(runner, span, (20, 3), room - 20 + 2)


def test_each_number_of_sessions_in_any_order(lean: Lean) -> None:
    span = Span(0, NUM_LAYERS)
    runner = runner_of(lean("qwen3"), span)
    lengths = (4, 9, 2, 7, 12, 1, 5, 3)
    alone, together = filled(runner, span, lengths), filled(runner, span, lengths)
    for order in ((7, 0), (2, 1, 0), (0, 1, 2), tuple(reversed(range(8))), (5, 3, 4, 6)):
        new = steps(span, len(order), 8)
        found = runner.run_many([new[i] for i in order], span, [together[i] for i in order])
        for index, other in zip(order, found, strict=True):
            one = runner.run(new[index], span, alone[index])
            assert float((one - other).abs().max()) <= CLOSE * float(one.abs().max())
            alone[index].commit(1)
            together[index].commit(1)


def test_a_step_can_be_undone(lean: Lean) -> None:
    span = Span(0, NUM_LAYERS)
    runner = runner_of(lean("llama"), span)
    caches = filled(runner, span, (6, 8))
    kept = [cache.keys(1)[:, :, : cache.num_tokens].copy() for cache in caches]
    caches[0].begin(4)
    caches[1].begin()
    runner.run_many(steps(span, 0, 2), span, caches)
    for cache, rows in zip(caches, kept, strict=True):
        cache.rollback()
        assert (cache.keys(1)[:, :, : cache.num_tokens] == rows).all()


def test_graphs_and_bindings_are_bounded_and_hold_no_session(lean: Lean, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_module, "MAX_GRAPHS", 2)
    monkeypatch.setattr(batch_module, "MAX_BINDINGS", 2)
    span = Span(0, NUM_LAYERS)
    runner = runner_of(lean("llama"), span)
    for num_sessions in (2, 3, 4):
        for _ in range(3):
            caches = filled(runner, span, [3] * num_sessions)
            runner.run_many(steps(span, 0, num_sessions), span, caches)
    graphs: Any = runner._batches._graphs
    assert [key[1] for key in graphs] == [3, 4]
    assert all(len(graph._bindings) <= 2 for graph in graphs.values())
    del caches


def test_a_dropped_session_gives_its_memory_back_at_once(lean: Lean) -> None:
    span = Span(0, NUM_LAYERS)
    runner = runner_of(lean("llama"), span)
    caches = filled(runner, span, (3, 4))
    runner.run_many(steps(span, 0, 2), span, caches)
    buffers = [weakref.ref(cache._buffer) for cache in caches]
    caches[0].bound = None
    del caches[0]
    assert buffers[0]() is None
    assert buffers[1]() is not None
