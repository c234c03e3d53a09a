"""One of the node's shards: its state, what it was asked, and whether it is in use.

loading ──> joining ──> ready ──> draining ──> stopping
   └───────────┴──> failed
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection

from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.prompts import PromptCounts
from meshnet_gui.node.shard import Shard
from meshnet_gui.node.steps import MeasuredSteps
from meshnet_gui.types import SessionStatus, ShardStatus, Span

IN_USE_S = 5.0  # a head that decodes steps more often; the session caches protect a session as long
MID_ANSWER_S = 2.0  # a session that made no step for longer is not waited for by a shard that is to go


class Resident:
    """A shard that is loaded, about to be, or could not be. Threads: the core loop only."""

    def __init__(self, spec: ModelSpec, span: Span, clock: Callable[[], float]) -> None:
        self.spec = spec
        self.span = span
        self.state = "loading"
        self.error = ""
        self.shard: Shard | None = None
        self.steps: MeasuredSteps | None = None
        self.counters: Counter[str] = Counter()
        self.prompts = PromptCounts(self.counters)
        self.num_running = 0
        self._drained = asyncio.Event()
        self._drained.set()
        self._clock = clock
        self._stepped_at: float | None = None
        self.used_at = clock()

    @property
    def identity(self) -> str:
        return str(self.spec.identity)

    @property
    def is_ready(self) -> bool:
        return self.state == "ready"

    @property
    def serves(self) -> bool:
        """Whether it answers; one that is draining only those who are with it already."""
        return self.state in ("ready", "draining")

    def is_amid_answers(self, apart_from: Collection[str] = ()) -> bool:
        """Whether somebody is in the middle of an answer here; sessions by their short ids may be left out."""
        sessions = self.shard.kv_sessions.sessions() if self.shard is not None else ()
        others = (session for session in sessions if session.short_id not in apart_from)
        return self.num_running > 0 or any(steps_lately(session, MID_ANSWER_S) for session in others)

    @property
    def is_in_use(self) -> bool:
        """Whether a step runs, or the next one of somebody's answer is to be expected."""
        return self.num_running > 0 or (self._stepped_at is not None and self._clock() - self._stepped_at < IN_USE_S)

    @property
    def num_bytes(self) -> int:
        """Of its weights, as far as they are loaded."""
        return self.shard.parameter_bytes if self.shard is not None else 0

    def is_for(self, identity: str, span: Span) -> bool:
        return (self.identity, self.span) == (identity, span)

    def loaded(self, shard: Shard) -> None:
        self.shard, self.steps, self.state = shard, MeasuredSteps(shard), "joining"

    def joined(self) -> None:
        self.state = "ready"
        self.used_at = self._clock()

    def failed(self, error: str) -> None:
        self.free()
        self.state, self.error = "failed", error

    def free(self) -> None:
        """Keeps nothing of the shard."""
        self.shard = self.steps = None

    def begin_step(self) -> None:
        self.num_running += 1
        self._drained.clear()
        self.counters["requests"] += 1
        self.used_at = self._stepped_at = self._clock()

    def end_step(self) -> None:
        self.num_running -= 1
        self.used_at = self._stepped_at = self._clock()
        if not self.num_running:
            self._drained.set()

    async def drained(self) -> None:
        """Until the steps that run or wait have ended; a long one may give way to other calls in between."""
        await self._drained.wait()

    def status(self) -> ShardStatus:
        """The real state at this instant. Looking is not a use."""
        shard, steps, spec = self.shard, self.steps, self.spec
        if shard is None or steps is None:
            return ShardStatus(self.state, spec.name, self.identity, self.span, spec.num_layers, error=self.error)
        speed = steps.speed
        return ShardStatus(
            state=self.state,
            model_name=shard.name,
            identity=shard.identity,
            span=shard.span,
            num_layers=shard.num_layers,
            shard_bytes=shard.parameter_bytes,
            dtype=shard.dtype,
            runner=shard.runner_name,
            device=shard.device,
            supports_kv_cache=shard.supports_kv_cache,
            context_tokens=shard.limits.max_positions,
            num_sessions=len(shard.kv_sessions.sessions()),
            kv_bytes_per_token=self.kv_bytes_per_token,
            worst_case_bytes=shard.parameter_bytes + self.worst_cache_bytes,
            error=self.error,
            decode_tps=speed.decode_tps,
            prefill_tps=speed.prefill_tps,
            queue_s=speed.queue_s,
        )

    @property
    def kv_bytes_per_token(self) -> int:
        """What one token of a long session takes, by the caches that were measured."""
        shard = self.shard
        if shard is None or not shard.supports_kv_cache:
            return 0
        return -(-shard.kv_sessions.estimate_bytes(shard.limits.max_positions) // shard.limits.max_positions)

    @property
    def worst_cache_bytes(self) -> int:
        """As many sessions as the node may hold, each as long as the model takes them; at most the node's budget."""
        shard = self.shard
        if shard is None or not shard.supports_kv_cache:
            return 0
        caches = shard.kv_sessions
        full = caches.max_sessions * caches.estimate_bytes(shard.limits.max_positions)
        return min(full, caches.max_bytes)


def steps_lately(session: SessionStatus, within_s: float) -> bool:
    """Whether the session computes now, or did within the last seconds."""
    return session.state != "idle" or session.idle_s < within_s
