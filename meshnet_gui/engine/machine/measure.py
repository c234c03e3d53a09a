"""Times products on this machine: by dtype and rows on any device, by thread count on the processor.

Units: seconds. Threads: the compute thread, for about a second; torch's thread count is changed and put back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

import torch

from meshnet_gui.engine.device import release_memory, synchronize
from meshnet_gui.engine.machine.record import DTYPES, ROWS, Times

Clock = Callable[[], float]
_K = TypeVar("_K", bound=Hashable)
_DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
NUM_TURNS = 3
LOOK_FEATURES = 64
_ORDINARY = 0x3C233C23  # 0.01 in float32, twice 0.01 in bfloat16, twice 1.03 in float16


@dataclass(frozen=True, slots=True)
class Sizes:
    """What is multiplied: ``num_matrices`` of ``out_features x in_features``, and for several rows only the first.

    The usual ones are ``NUM_WEIGHTS``: a decode step reads each weight once and from memory.
    """

    out_features: int = 4096
    in_features: int = 2048
    num_matrices: int = 4
    few_out_features: int = 1024


USUAL = Sizes()


def measure_products(
    device: torch.device, sizes: Sizes = USUAL, *, budget_s: float = 1.2, clock: Clock = time.perf_counter
) -> Times:
    """Seconds by dtype and rows. What the device refuses, or what would take more than the budget, is left out.

    One row goes through all matrices, several rows through a part of one. Everything is tried in turns and the quickest
    turn counts: a neighbour that takes a core away takes it from all.
    """
    deadline = clock() + budget_s
    weights = _weights(device, sizes)
    found: dict[str, dict[int, float]] = {dtype: {} for dtype in weights}
    for rows in ROWS:
        trials = {}
        for dtype, matrices in weights.items():
            expected = _expected(found[dtype], rows, sizes) if rows > ROWS[0] else _first_look(device, matrices, clock)
            if dtype == DTYPES[0] or expected * (NUM_TURNS + 1) < deadline - clock():
                trials[dtype] = _trial(device, matrices, rows, sizes)
        for dtype, seconds in _in_turns(trials, clock).items():
            found[dtype][rows] = seconds
    del weights
    release_memory()
    return {dtype: times for dtype, times in found.items() if times}


def measure_threads(
    counts: Sequence[int], sizes: Sizes = USUAL, *, budget_s: float = 0.6, clock: Clock = time.perf_counter
) -> dict[int, float]:
    """Seconds of float32 products of one row by thread count; counts that the budget does not reach are left out."""
    before, device = torch.get_num_threads(), torch.device("cpu")
    try:
        matrices = _matrices(_memory(device, sizes).view(torch.float32), sizes)
    except RuntimeError:  # no room
        return {}
    trial = _trial(device, matrices, 1, sizes)
    deadline = clock() + budget_s
    found: dict[int, float] = {}
    try:
        for count in counts:
            if found and clock() >= deadline:
                break
            torch.set_num_threads(count)
            found |= _in_turns({count: trial}, clock)
    finally:
        torch.set_num_threads(before)
    del matrices, trial
    release_memory()
    return found


def _weights(device: torch.device, sizes: Sizes) -> dict[str, list[torch.Tensor]]:
    """One piece of memory seen in each dtype; each 16-bit one has its own half, so that it does not find it cached.

    Without those that the device refuses; empty where it has no room, or is too old for this torch.
    """
    found = {}
    with suppress(RuntimeError, TypeError):
        memory = _memory(device, sizes)
        half = memory.numel() // 2
        for dtype, part in (("float32", memory), ("bfloat16", memory[:half]), ("float16", memory[half:])):
            with suppress(RuntimeError, TypeError):
                matrices = _matrices(part.view(_DTYPES[dtype]), sizes)
                _product(matrices[0][:1], torch.ones(1, sizes.in_features, dtype=_DTYPES[dtype], device=device))
                found[dtype] = matrices
    return found


def _memory(device: torch.device, sizes: Sizes) -> torch.Tensor:
    """Written, not merely allocated: pages that were never written are all the same one."""
    num_weights = sizes.num_matrices * sizes.out_features * sizes.in_features
    return torch.full((num_weights,), _ORDINARY, dtype=torch.int32, device=device)


def _matrices(weights: torch.Tensor, sizes: Sizes) -> list[torch.Tensor]:
    return list(weights.view(sizes.num_matrices, sizes.out_features, sizes.in_features))


def _first_look(device: torch.device, matrices: list[torch.Tensor], clock: Clock) -> float:
    """About how long one row through all matrices takes, from a small part of them."""
    part = matrices[0][:LOOK_FEATURES]
    inputs = torch.ones(1, part.shape[1], dtype=part.dtype, device=device)

    def run() -> None:
        _product(part, inputs)
        synchronize(device)

    num_parts = len(matrices) * matrices[0].shape[0] / part.shape[0]
    return num_parts * _in_turns({"": run}, clock).get("", float("inf"))


def _expected(by_rows: dict[int, float], rows: int, sizes: Sizes) -> float:
    """If each row takes as long as when there were fewer. 16 bit was seen 500 times slower than float32."""
    fewer = max(by_rows, default=0)
    if not fewer:
        return float("inf")
    part = sizes.few_out_features / (sizes.out_features * sizes.num_matrices) if fewer == 1 else 1.0
    return by_rows[fewer] * part * rows / fewer


def _trial(device: torch.device, matrices: list[torch.Tensor], rows: int, sizes: Sizes) -> Callable[[], None]:
    used = matrices if rows == 1 else [matrices[0][: sizes.few_out_features]]
    inputs = torch.ones(rows, sizes.in_features, dtype=matrices[0].dtype, device=device)

    def run() -> None:
        for matrix in used:
            _product(matrix, inputs)
        synchronize(device)

    return run


@torch.inference_mode()
def _product(matrix: torch.Tensor, inputs: torch.Tensor) -> None:
    torch.nn.functional.linear(inputs, matrix)


def _in_turns(trials: dict[_K, Callable[[], None]], clock: Clock) -> dict[_K, float]:
    """The quickest of some turns of each, after one that does not count: the first call chooses kernels.

    Without those that fail: not every device has every kernel.
    """
    best: dict[_K, float] = {}
    failed: set[_K] = set()
    for turn in range(NUM_TURNS + 1):
        for name, run in trials.items():
            if name in failed:
                continue
            started = clock()
            try:
                run()
            except RuntimeError:
                failed.add(name)
                continue
            if turn:
                best[name] = min(best.get(name, float("inf")), clock() - started)
    return {name: seconds for name, seconds in best.items() if name not in failed}
