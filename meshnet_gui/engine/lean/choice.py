"""Whether the lean path takes the generic runner's place: only where it computes the same, and faster, on this machine.

Both run the same short steps before the first request is served. Any failure means the generic runner, and says why.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import PretrainedConfig

from meshnet_gui.engine.lean.graph import Float32Products, Products
from meshnet_gui.engine.lean.plan import LeanPlan, NotLean, lean_plan
from meshnet_gui.engine.lean.quantised import Int8Products, Tell, ensure_quantised
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.lean.weights import Array, MappedWeights
from meshnet_gui.engine.runner import Runner
from meshnet_gui.errors import MachineError, MeshnetError
from meshnet_gui.types import Span

_log = logging.getLogger(__name__)
STEPS = (9, 1, 3, 1)  # a prompt, one position, several on a past, one more
MAX_DIFFERENCE = 1e-4  # of the largest value; measured on the starter model: 1e-6
MAX_INT8_DIFFERENCE = 0.25  # of the norm; measured on spans of the starter model: 0.01 to 0.12
NUM_TIMED_STEPS = 5
CLEARLY_SLOWER = 1.2  # a busy moment of the machine must not decide
_NO_WEIGHTS = ("rotary_emb.inv_freq", "attention.bias", "masked_bias")  # buffers that old checkpoints carry


def lean_runner(
    path: Path,
    config: PretrainedConfig,
    span: Span,
    generic: Runner,
    rotary: Any,
    num_threads: int,
    *,
    unless_slower: bool = True,
) -> LeanRunner | None:
    """The lean runner of the span if it agrees with ``generic`` and ``unless_slower`` than that; else None.

    ``rotary`` is the model's own module of rotary embeddings.
    """
    try:
        with torch.inference_mode():
            plan, weights = lean_plan(config), MappedWeights(path)
            runner = _built(plan, weights, Float32Products(weights), span, rotary, num_threads)
            inputs = _inputs(plan, span)
            for expected, found in _pairs(generic, runner, span, inputs):
                _check_difference(expected, found)
            if unless_slower:
                _check_speed(generic, runner, span, inputs)
    except NotLean as reason:
        _log.info("layers %s run by the generic path: %s", span, reason)
        return None
    except Exception as exc:  # the runtime raises what it likes at graphs that it does not take
        _log.info("layers %s run by the generic path: the lean one failed (%s)", span, type(exc).__name__)
        _log.debug("the lean path failed", exc_info=True)
        return None
    return runner


def int8_runner(
    path: Path, config: PretrainedConfig, span: Span, generic: Runner, rotary: Any, num_threads: int, tell: Tell
) -> LeanRunner:
    """The lean runner of the span with 8-bit products, whose kernels are right on this machine.

    Raises MachineError where there is none, DiskFull where the 8-bit weights cannot be kept.
    """
    try:
        with torch.inference_mode():
            plan, weights = lean_plan(config), MappedWeights(path)
            products = Int8Products(weights, ensure_quantised(weights, tell))
            runner = _built(plan, weights, products, span, rotary, num_threads)
            runner.weight_bytes = products.num_bytes(runner.graph.used)
            for expected, found in _pairs(generic, runner, span, _inputs(plan, span)):
                _check_int8_difference(expected, found)
    except MeshnetError:
        raise
    except NotLean as reason:
        raise _no_int8(span, str(reason)) from reason
    except Exception as exc:  # the runtime raises what it likes at graphs that it does not take
        _log.debug("the 8-bit path failed", exc_info=True)
        raise _no_int8(span, type(exc).__name__) from exc
    return runner


def _no_int8(span: Span, reason: str) -> MachineError:
    return MachineError(f"Layers {span} cannot be served in 8 bit on this computer: {reason}.", "Use fp32 instead.")


def _built(
    plan: LeanPlan, weights: MappedWeights, products: Products, span: Span, rotary: Any, num_threads: int
) -> LeanRunner:
    runner = LeanRunner(plan, weights, products, _rotary_tables(plan, rotary), span, num_threads)
    _check_all_used(weights, runner.graph.used, span)
    return runner


def _check_all_used(weights: MappedWeights, used: frozenset[str], span: Span) -> None:
    """Every tensor of our layers has its place in the graph: what is left over would be left out of the sum."""
    prefixes = tuple(f"model.layers.{index}." for index in range(span.start, span.end))
    left = [n for n in weights.names - used if n.startswith(prefixes) and not n.endswith(_NO_WEIGHTS)]
    if left:
        raise NotLean(f"its layers hold {min(left)}, which the lean graph does not know")


def _rotary_tables(plan: LeanPlan, rotary: Any) -> Any:
    def make(num_positions: int) -> Mapping[str, Array]:
        tables: dict[str, Array] = {}
        positions = torch.arange(num_positions).unsqueeze(0)
        for kind in plan.ropes:
            pair = rotary(torch.zeros(1), positions, *([kind] if kind else []))
            for name, table in zip(("cos", "sin"), pair, strict=True):  # both halves of a row are the same
                tables[f"{name}.{kind}"] = np.ascontiguousarray(table[0, :, : table.shape[-1] // 2].numpy())
        return tables

    return make


def _inputs(plan: LeanPlan, span: Span) -> list[torch.Tensor]:
    """Fixed inputs of each step: token ids, or hidden states of an ordinary size."""
    source = np.random.default_rng(0)
    if span.start == 0:
        return [torch.from_numpy(source.integers(0, plan.vocab_size, (1, n), dtype=np.int64)) for n in STEPS]
    shapes = [(1, n, plan.hidden_size) for n in STEPS]
    return [torch.from_numpy(source.standard_normal(shape, dtype=np.float32)) for shape in shapes]


def _pairs(
    generic: Runner, lean: Runner, span: Span, inputs: Sequence[torch.Tensor]
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """What both give for each step."""
    return zip(_outputs(generic, span, inputs), _outputs(lean, span, inputs), strict=True)


def _check_difference(expected: torch.Tensor, found: torch.Tensor) -> None:
    size, apart = float(expected.abs().max()), float((expected - found).abs().max())
    if not apart <= MAX_DIFFERENCE * size:  # NaN is not
        raise NotLean(f"the lean path is {apart / size:.1e} of the largest value off here")


def _check_int8_difference(expected: torch.Tensor, found: torch.Tensor) -> None:
    """Rounding moves every value a little; a kernel whose sums overflow moves them far."""
    apart = float((expected - found).norm() / expected.norm())
    if not apart <= MAX_INT8_DIFFERENCE:
        raise NotLean(f"8-bit products are {apart:.0%} off here")


def _outputs(runner: Runner, span: Span, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    cache = runner.new_cache(span)
    outputs = []
    for step in inputs:
        cache.begin()
        outputs.append(runner.run(step, span, cache))
        cache.commit(step.shape[1])
    return outputs


def _check_speed(generic: Runner, lean: Runner, span: Span, inputs: Sequence[torch.Tensor]) -> None:
    """The best of some steps of one position each, in turns."""
    prompt, one = inputs[0], inputs[1]
    sides = [(runner, runner.new_cache(span)) for runner in (generic, lean)]
    best = [float("inf"), float("inf")]
    for runner, cache in sides:
        runner.run(prompt, span, cache)
        cache.commit(prompt.shape[1])
    for _ in range(NUM_TIMED_STEPS):
        for side, (runner, cache) in enumerate(sides):
            started = time.perf_counter()
            runner.run(one, span, cache)
            best[side] = min(best[side], time.perf_counter() - started)
            cache.commit(1)
    if best[1] > CLEARLY_SLOWER * best[0]:
        raise NotLean(f"the lean path is slower here ({best[1] * 1e3:.1f} ms a step against {best[0] * 1e3:.1f})")
    _log.info("layers %s run by the lean path: %.1f ms a step, generic %.1f", span, best[1] * 1e3, best[0] * 1e3)
