"""What the library computes for some fixed steps through a span: the golden outputs that a lean runner must give.

They are computed piece by piece, a few layers at a time, each freed before the next is loaded: a span that is served in
4 bit must not need its float32 weights in memory at once, not even while it loads. Knows no lean runner.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch

from meshnet_gui.concurrency.garbage import collect_here
from meshnet_gui.engine.device import release_memory
from meshnet_gui.engine.lean.plan import LeanPlan
from meshnet_gui.engine.lean.weights import EMBEDDING, MappedWeights
from meshnet_gui.engine.runner import Runner
from meshnet_gui.types import Span

STEPS = (9, 1, 3, 1)  # a prompt, one position, several on a past, one more
NUM_TIMED_STEPS = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """Some layers run by the library, and the model's own module of rotary embeddings."""

    runner: Runner
    rotary: Any


LoadPiece = Callable[[Span], Piece]


class Library(Protocol):
    """The library's model of a span: some layers of it with their weights, or the module of rotary embeddings alone."""

    def piece(self, span: Span) -> Piece: ...
    def rotary(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Golden:
    """The outputs of each step. ``step_s`` is the best time of a step of one position; 0 where it was not taken."""

    outputs: Sequence[torch.Tensor]
    step_s: float
    rotary: Any


def golden(load_piece: LoadPiece, pieces: Sequence[Span], inputs: Sequence[torch.Tensor], *, timed: bool) -> Golden:
    """Run ``inputs`` through ``pieces``, of which only one is in memory at any time. Raises what the pieces raise."""
    outputs, seconds, rotary = inputs, 0.0, None
    for span in pieces:
        piece = load_piece(span)
        rotary, starts = piece.rotary, outputs
        outputs = run_steps(piece.runner, span, starts)
        if timed:
            seconds += step_seconds(piece.runner, span, starts)
        del piece
        collect_here()  # a model is full of cycles
        release_memory()
    return Golden(outputs, seconds, rotary)


def fixed_inputs(plan: LeanPlan, span: Span) -> list[torch.Tensor]:
    """The inputs of each step: token ids, or hidden states of an ordinary size."""
    source = np.random.default_rng(0)
    if span.start == 0:
        return [torch.from_numpy(source.integers(0, plan.vocab_size, (1, n), dtype=np.int64)) for n in STEPS]
    shapes = [(1, n, plan.hidden_size) for n in STEPS]
    return [torch.from_numpy(source.standard_normal(shape, dtype=np.float32)) for shape in shapes]


def run_steps(runner: Runner, span: Span, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """What ``runner`` gives for each step of one session."""
    cache = runner.new_cache(span)
    outputs = []
    for step in inputs:
        cache.begin()
        outputs.append(runner.run(step, span, cache).float())
        cache.commit(step.shape[1])
    return outputs


def step_seconds(runner: Runner, span: Span, inputs: Sequence[torch.Tensor]) -> float:
    """The best time of some steps of one position each."""
    prompt, one = inputs[0], inputs[1]
    cache = runner.new_cache(span)
    runner.run(prompt, span, cache)
    cache.commit(prompt.shape[1])
    best = math.inf
    for _ in range(NUM_TIMED_STEPS):
        started = time.perf_counter()
        runner.run(one, span, cache)
        best = min(best, time.perf_counter() - started)
        cache.commit(1)
    return best


def cut_into_pieces(weights: MappedWeights, plan: LeanPlan, span: Span, max_bytes: int) -> list[Span]:
    """Consecutive parts of ``span`` that the library loads within ``max_bytes`` each; one layer at the least."""
    pieces: list[Span] = []
    start, held = span.start, 0
    for index in range(span.start, span.end):
        needed = sum(_loaded_bytes(weights, name) for name in _tensors_of(weights, plan, index))
        if index > start and held + needed > max_bytes:
            pieces.append(Span(start, index))
            start, held = index, 0
        held += needed
    return [*pieces, Span(start, span.end)]


def _tensors_of(weights: MappedWeights, plan: LeanPlan, index: int) -> set[str]:
    """What loading layer ``index`` reads into memory, with what stands before the first and after the last."""
    names = {name for name in weights.names if name.startswith(f"model.layers.{index}.")}
    if index == plan.num_layers - 1:
        names.add("lm_head.weight" if "lm_head.weight" in weights else EMBEDDING)
    if index == 0 and not weights.is_float32(EMBEDDING):  # of one that is mapped only a few rows are read
        names.add(EMBEDDING)
    return names & weights.names


def _loaded_bytes(weights: MappedWeights, name: str) -> int:
    """Bytes in float32; what is stored otherwise lies in memory beside its copy while it is converted."""
    count = math.prod(weights.shape(name))
    return count * (4 if weights.is_float32(name) else 6)
