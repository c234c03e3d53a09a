"""How a step reaches the compute thread: steps of one position together with others', the rest alone.

A long one lets the others in between its parts. Each tells how long it waited and how long it took.
Knows no state of the node; what may be computed together is the shard's to say.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.node.speed import Speed
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest


class Steps(Protocol):
    """What computes steps (``engine.shard.TorchModelShard``)."""

    @property
    def span(self) -> Span: ...
    def forward(
        self, request: ForwardRequest, owner: str | None = None, pause: Callable[[], None] = ...
    ) -> ForwardReply: ...
    def forward_many(self, requests: Sequence[tuple[ForwardRequest, str | None]]) -> list[ForwardReply | Exception]: ...


@dataclass(frozen=True, slots=True)
class _Asked:
    request: ForwardRequest
    owner: str | None
    at: float


class MeasuredSteps:
    """The steps of one shard, and what they tell of its speed."""

    def __init__(self, shard: Steps, clock: Callable[[], float] = time.perf_counter) -> None:
        self._shard = shard
        self._clock = clock
        self.speed = Speed()

    async def compute(self, compute: ComputeThread, request: ForwardRequest, owner: str | None) -> ForwardReply:
        """The reply to one admitted request. Raises a Refusal."""
        asked = _Asked(request, owner, self._clock())
        if request.cache == "decode" and request.tensor.num_positions == 1:
            return await compute.run_together(self._many, asked)
        return await compute.run(self._one, asked, compute.pause)

    def _one(self, asked: _Asked, pause: Callable[[], None]) -> ForwardReply:
        began = self._clock()
        away_s = 0.0

        def let_others_in() -> None:
            nonlocal away_s
            left = self._clock()
            pause()
            away_s += self._clock() - left

        reply = self._shard.forward(asked.request, asked.owner, let_others_in)
        self._note(asked, began, self._clock() - began - away_s)
        return reply

    def _many(self, together: Sequence[_Asked]) -> list[ForwardReply | Exception]:
        began = self._clock()
        outcomes = self._shard.forward_many([(asked.request, asked.owner) for asked in together])
        seconds = self._clock() - began
        for asked, outcome in zip(together, outcomes, strict=True):
            if not isinstance(outcome, Exception):
                self._note(asked, began, seconds if len(together) == 1 else None)
        return outcomes

    def _note(self, asked: _Asked, began: float, seconds: float | None) -> None:
        """``seconds`` None: it was computed with others, which tells nothing of one alone."""
        request, span = asked.request, self._shard.span
        self.speed.waited(began - asked.at)
        if seconds is not None:
            start = span.start if request.start_layer is None else request.start_layer
            end = span.end if request.end_layer is None else request.end_layer
            self.speed.computed(request.tensor.num_positions, end - start, seconds)
