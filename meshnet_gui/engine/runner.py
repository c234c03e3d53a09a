"""What a shard asks of whatever computes its steps, and of the session caches that this makes. Knows no model code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import torch

from meshnet_gui.types import Span

MAX_SESSIONS = 8  # whose steps are computed together


class StepCache(Protocol):
    """The layers' state of one session; what a step did to it can be undone until ``commit``."""

    num_tokens: int

    def can_truncate(self, keep: int) -> bool:
        """Whether it can still go back to ``keep`` tokens."""

    def begin(self, truncate_to: int | None = None) -> None:
        """Start a step that ``rollback`` can undo, from ``truncate_to`` tokens if given."""

    def commit(self, num_new: int) -> None:
        """The step of ``num_new`` positions is right: keep it."""

    def rollback(self) -> None:
        """Put everything back as it was at ``begin``."""

    def num_bytes(self) -> int:
        """Memory that it holds."""


class Runner(Protocol):
    """Computes steps through a span and its sub-spans. ``num_layers`` are the whole model's.

    ``cache_name`` is None where the model takes no session cache. Threads: one step at a time.
    """

    num_layers: int
    cache_name: str | None

    def learn_form(self, hidden_size: int) -> None:
        """A first step. Raises whatever the model raises where it cannot run."""

    def new_cache(self, span: Span) -> Any:
        """An empty ``StepCache`` of this runner's own kind for steps through ``span``."""

    def run(self, inputs: torch.Tensor, span: Span, cache: Any, num_logits: int = 1) -> torch.Tensor:
        """One step: hidden states after ``span``, or the last ``num_logits`` positions' logits at the tail.

        ``cache`` is one of ``new_cache(span)``, or None. Shapes: ``inputs`` is ``(1, n)`` token ids (only from
        layer 0) or ``(1, n, hidden)``.
        """


@runtime_checkable
class ManyRunner(Protocol):
    """A runner that also takes a step of one position for each of several sessions, at most ``max_sessions``."""

    max_sessions: int

    def run_many(self, inputs: Sequence[torch.Tensor], span: Span, caches: Sequence[Any]) -> list[torch.Tensor]:
        """What ``run`` gives for each; ``caches`` are of different sessions.

        Shapes: each of ``inputs`` is ``(1, 1)`` token ids (only from layer 0) or ``(1, 1, hidden)``.
        """


@dataclass(frozen=True, slots=True)
class Compute:
    """What computes a shard's steps: ``name`` as ``/status`` tells it, and the bytes of its weights.

    ``dtype`` and ``device``: of the hidden states that it takes and gives.
    """

    runner: Runner
    name: str
    weight_bytes: int
    dtype: torch.dtype
    device: torch.device
