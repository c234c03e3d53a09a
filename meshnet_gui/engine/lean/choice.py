"""Whether a lean runner takes the generic one's place: only where it computes the same, and faster, on this machine.

Before the first request both run the same short steps, one after the other: the library first, piece by piece
(``golden``), then the lean runner of the wanted precision (``kinds``). At no time are there two copies of the weights.
Where a kind may fall back, any failure means the generic runner, and the log says why.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import PretrainedConfig

from meshnet_gui.concurrency.garbage import collect_here
from meshnet_gui.engine.device import release_memory
from meshnet_gui.engine.lean.golden import (
    Golden,
    Library,
    cut_into_pieces,
    fixed_inputs,
    golden,
    run_steps,
    step_seconds,
)
from meshnet_gui.engine.lean.golden_file import golden_path, read_golden, write_golden
from meshnet_gui.engine.lean.kinds import LeanKind, LeanlyRunning, Material
from meshnet_gui.engine.lean.plan import NotLean, lean_plan
from meshnet_gui.engine.lean.rotary import rotary_tables
from meshnet_gui.engine.lean.weights import MappedWeights
from meshnet_gui.errors import MachineError, MeshnetError
from meshnet_gui.types import Span

_log = logging.getLogger(__name__)
CLEARLY_SLOWER = 1.2  # a busy moment of the machine must not decide
_NUM_TIMINGS = 3  # nor must one that is shorter than a timing


@dataclass(frozen=True, slots=True)
class Wanted:
    """A span of a model folder that is to be served. ``unless_slower``: a slower lean runner is no use."""

    path: Path
    config: PretrainedConfig
    span: Span
    num_threads: int
    tell: Callable[[str], None]
    unless_slower: bool


def lean_runner(kind: LeanKind, wanted: Wanted, library: Library) -> LeanlyRunning | None:
    """The runner of this kind if it agrees with the library's and is not slower; None where that shall compute instead.

    Raises MachineError where a kind that may not fall back cannot serve, DiskFull where its weights cannot be kept,
    BadModelFile where the library finds the files wrong.
    """
    try:
        with torch.inference_mode():
            return _agreeing(kind, wanted, library)
    except Exception as exc:  # runtimes raise what they like at what they do not take
        if not kind.falls_back and isinstance(exc, MeshnetError):
            raise
        reason = _reason(exc)
        _log.debug("the lean path failed", exc_info=True)
        if not kind.falls_back:
            raise MachineError(
                f"Layers {wanted.span} cannot be served in {kind.words} on this computer: {reason}.",
                "Serve the weights as stored instead.",
            ) from exc
    _log.info("layers %s run by the generic path: %s", wanted.span, reason)
    collect_here()  # a runner that was refused holds weights
    release_memory()
    return None


def _reason(exc: Exception) -> str:
    if isinstance(exc, NotLean):
        return str(exc)
    if isinstance(exc, ImportError):  # no build of a runtime for this machine
        return f"it needs {exc.name or 'a library'}, which is not here"
    return f"the lean one failed ({type(exc).__name__})"


def _agreeing(kind: LeanKind, wanted: Wanted, library: Library) -> LeanlyRunning:
    """Raises NotLean where it does not agree, or is slower where that counts."""
    plan, span = lean_plan(wanted.config), wanted.span
    weights = MappedWeights(wanted.path, span)
    inputs = fixed_inputs(plan, span)
    timed = kind.falls_back and wanted.unless_slower
    kept_at = golden_path(wanted.path, span, wanted.num_threads, timed=timed)
    runner = _by_kept(kind, wanted, library, kept_at, inputs)
    if runner is not None:
        return runner
    shard_bytes = int(kind.bytes_per_weight * weights.num_weights(plan, span))
    expected = golden(library.piece, cut_into_pieces(weights, plan, span, shard_bytes), inputs, timed=timed)
    runner = _compared(kind, wanted, expected, inputs)
    write_golden(kept_at, expected.outputs, expected.step_s)
    return runner


def _by_kept(
    kind: LeanKind, wanted: Wanted, library: Library, kept_at: Path, inputs: Sequence[torch.Tensor]
) -> LeanlyRunning | None:
    """By the outputs that an earlier load left. None where there are none, or anything is wrong: then they are made."""
    kept = read_golden(kept_at)
    if kept is None:
        return None
    try:
        return _compared(kind, wanted, Golden(*kept, library.rotary()), inputs)
    except Exception:  # runtimes raise what they like at what they do not take
        _log.debug("the golden outputs are made again", exc_info=True)
    collect_here()
    release_memory()
    return None


def _compared(kind: LeanKind, wanted: Wanted, expected: Golden, inputs: Sequence[torch.Tensor]) -> LeanlyRunning:
    try:
        return _built(kind, wanted, expected, inputs)
    except Exception:  # runtimes raise what they like at what they do not take
        if not kind.mend(wanted.path):
            raise
    collect_here()
    release_memory()
    return _built(kind, wanted, expected, inputs)


def _built(kind: LeanKind, wanted: Wanted, expected: Golden, inputs: Sequence[torch.Tensor]) -> LeanlyRunning:
    plan, span = lean_plan(wanted.config), wanted.span
    tables = rotary_tables(plan, expected.rotary)
    weights = MappedWeights(wanted.path, span)
    runner = kind.build(Material(plan, weights, tables, span, wanted.num_threads, wanted.tell))
    _check_difference(kind, expected.outputs, run_steps(runner, span, inputs))
    if kind.falls_back and wanted.unless_slower:
        _check_speed(expected, runner, span, inputs)
    return runner


def _check_difference(kind: LeanKind, expected: Sequence[torch.Tensor], found: Sequence[torch.Tensor]) -> None:
    for one, other in zip(expected, found, strict=True):
        apart = kind.difference(one, other)
        if not apart <= kind.max_difference:  # NaN is not
            raise NotLean(f"the {kind.runner_name} path is {apart:.1e} off here")


def _check_speed(expected: Golden, lean: LeanlyRunning, span: Span, inputs: Sequence[torch.Tensor]) -> None:
    best = math.inf
    for _ in range(_NUM_TIMINGS):
        best = min(best, step_seconds(lean, span, inputs))
        if best <= CLEARLY_SLOWER * expected.step_s:
            _log.info("layers %s: %.1f ms a step, generic %.1f", span, best * 1e3, expected.step_s * 1e3)
            return
    raise NotLean(f"the lean path is slower here ({best * 1e3:.1f} ms a step against {expected.step_s * 1e3:.1f})")
