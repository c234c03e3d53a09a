"""Seconds per token -> figures: rates, quarters, percentiles. Pure functions on made or measured numbers."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from statistics import median

NUM_QUARTERS = 4


def tokens_per_s(seconds: Sequence[float]) -> float:
    """Tokens per second of these steps together."""
    return len(seconds) / math.fsum(seconds)


def typical_tokens_per_s(seconds: Sequence[float]) -> float:
    """Tokens per second of the median step: a few steps that the machine disturbed do not move it."""
    return 1.0 / median(seconds)


def quarters(seconds: Sequence[float]) -> tuple[Sequence[float], ...]:
    """The steps in four parts of equal length; what does not come out even is left out at the start."""
    size = len(seconds) // NUM_QUARTERS
    if size == 0:
        raise ValueError(f"{len(seconds)} steps have no quarters")
    first = len(seconds) - NUM_QUARTERS * size
    return tuple(seconds[first + i * size : first + (i + 1) * size] for i in range(NUM_QUARTERS))


def last_over_first(seconds: Sequence[float]) -> float:
    """Tokens per second of the last quarter over the first, by their median steps; 1 is flat, below 1 decays."""
    first, *_, last = quarters(seconds)
    return median(first) / median(last)


def undisturbed(rounds: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Each step as its quickest round had it: what else runs on a machine only ever adds to a step."""
    return tuple(min(step) for step in zip(*rounds, strict=True))


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that is not below ``percent`` of all (nearest rank)."""
    if not values:
        raise ValueError("no values have no percentile")
    rank = math.ceil(len(values) * percent / 100.0)
    return sorted(values)[max(0, rank - 1)]


class Stopwatch:
    """Seconds of each step of one worker; ``pause`` is called after each step and its time belongs to none."""

    def __init__(
        self, pause: Callable[[int], None] = lambda num_steps: None, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.seconds: list[float] = []
        self._pause = pause
        self._clock = clock
        self._resumed = clock()

    def restart(self) -> None:
        """The first step begins now."""
        self._resumed = self._clock()

    def step(self) -> None:
        """A step has ended."""
        self.seconds.append(self._clock() - self._resumed)
        self._pause(len(self.seconds))
        self._resumed = self._clock()


class Turns:
    """Two workers, 0 and 1, run in turn for ``num_steps`` steps each: what disturbs the machine disturbs both alike.

    Threads: each worker calls from a thread of its own.
    """

    def __init__(self, num_steps: int, patience_s: float = 600.0) -> None:
        self._num_steps = num_steps
        self._patience_s = patience_s
        self._turn = 0
        self._ended: set[int] = set()
        self._changed = threading.Condition()

    def wait(self, worker: int) -> None:
        """Until it is the worker's turn. Raises TimeoutError when the other one hangs."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._may_run(worker), self._patience_s):
                raise TimeoutError("the other side of the comparison hangs")

    def after_step(self, worker: int, num_steps: int) -> None:
        """Hands over, and waits, where the worker's turn is over."""
        if num_steps % self._num_steps == 0:
            self._hand_over(worker)
            self.wait(worker)

    def end(self, worker: int) -> None:
        """The worker has no more steps: the other one may run to its end."""
        self._ended.add(worker)
        self._hand_over(worker)

    def _may_run(self, worker: int) -> bool:
        return self._turn == worker or 1 - worker in self._ended

    def _hand_over(self, worker: int) -> None:
        with self._changed:
            self._turn = 1 - worker
            self._changed.notify_all()
