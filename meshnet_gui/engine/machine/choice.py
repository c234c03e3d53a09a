"""What follows from the measurements: dtype, thread count, device. Pure functions, each with its reason in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeVar

from meshnet_gui.engine.machine.record import Times

_T = TypeVar("_T")
CLEARLY_QUICKER = 1.5
"""How much quicker 16 bit must be on a processor: with 16-bit activations the greedy tokens part from float32's after
some 10 to 50, and the same answers everywhere are worth more than a few per cent."""
QUICKER = 1.1
"""The same for a GPU, where 16 bit is what the memory is for."""
MOST_SLOWER = 1.1
"""What 16 bit may lose at 8 rows: on some processors it takes twice as long there although one row is quicker."""
GOOD_ENOUGH = 1.1
"""A thread count may be this much slower than the quickest: a core more for ten per cent is not worth it."""
ONE, FEW, PROMPT = 1, 8, 128


class Choice(NamedTuple, Generic[_T]):
    """What was chosen and why."""

    value: _T
    reason: str


def choose_dtype(times: Times, device: str, stored_in: str = "float32") -> Choice[str]:
    """The dtype to compute in on a device of this kind (``cpu``, ``cuda``, ...) with weights stored in another.

    float16 only on a GPU, and for weights that are stored in it: hidden states of other models may be larger than it
    can hold.
    """
    is_cpu = device == "cpu"
    gain = CLEARLY_QUICKER if is_cpu else QUICKER
    reasons = []
    for dtype in ("float16", "bfloat16") if stored_in == "float16" and not is_cpu else ("bfloat16",):
        against = _against(times, dtype, gain)
        if not against:
            one, prompt = (_speed(times, dtype, rows) for rows in (ONE, PROMPT))
            return Choice(dtype, f"{dtype} is {one:.1f} times as quick as float32 for one row, {prompt:.1f} for 128")
        reasons.append(against)
    return Choice("float32", "; ".join(reasons))


def _against(times: Times, dtype: str, gain: float) -> str:
    """What speaks against a 16-bit dtype; empty where nothing does."""
    for rows, least in ((ONE, gain), (PROMPT, gain), (FEW, 1 / MOST_SLOWER)):
        speed = _speed(times, dtype, rows)
        if speed == 0.0:
            return f"{dtype} is not there, or far too slow"
        if speed < least:
            what = "one row" if rows == ONE else f"{rows} rows"
            return f"{dtype} is {speed:.2f} times as quick as float32 for {what}, and {least:.2f} is asked"
    return ""


def _speed(times: Times, dtype: str, rows: int) -> float:
    """How many times as quick as float32; 0 where either was not measured."""
    exact, rounded = times.get("float32", {}).get(rows), times.get(dtype, {}).get(rows)
    return exact / rounded if exact and rounded else 0.0


def most_threads(num_usable_cores: int, num_local_nodes: int = 1) -> int:
    """The most that is chosen unasked: half of the cores, and never more than a fair share among nodes of one machine.

    The other half belongs to the person in front of the machine.
    """
    return max(1, min(num_usable_cores // 2, num_usable_cores // max(1, num_local_nodes)))


def thread_counts(most: int) -> tuple[int, ...]:
    """Which counts to measure: 1, 2, 4, ... and ``most`` itself."""
    powers = [1 << n for n in range(most.bit_length()) if 1 << n < most]
    return (*powers, most)


def choose_num_threads(one_row: Mapping[int, float], most: int) -> Choice[int]:
    """The smallest count up to ``most`` that is about as quick as the quickest."""
    measured = {count: seconds for count, seconds in one_row.items() if count <= most}
    if most == 1 or not measured:
        return Choice(most, f"no more than {most} of the cores are taken unasked")
    best = min(measured.values())
    count = min(count for count, seconds in measured.items() if seconds <= GOOD_ENOUGH * best)
    return Choice(count, f"{count} threads are within {GOOD_ENOUGH - 1:.0%} of the quickest of up to {most}")


def leave_to_others(num_threads: int, num_cores: int, busy_cores: float) -> Choice[int]:
    """Fewer threads on a busy machine: threads that wait for each other's cores are slower than one alone."""
    free = max(1, int(num_cores - busy_cores))
    if free >= num_threads:
        return Choice(num_threads, "")
    return Choice(free, f"{busy_cores:.1f} of {num_cores} cores are busy: {free} threads instead of {num_threads}")


def is_busy(num_cores: int, busy_cores: float) -> bool:
    """Whether others use so much that a measurement tells of them rather than of the machine."""
    return busy_cores > num_cores / 2
