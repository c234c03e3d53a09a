"""Tells the swarm of our own node: at once when it changes in what others count on, now and then where numbers drift.

Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from meshnet_gui.concurrency.loop import end_task
from meshnet_gui.errors import SwarmError
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.swarm.members import INFO_KEY
from meshnet_gui.swarm.record import NodeRecord, ShardOffer
from meshnet_gui.swarm.signed_record import sign_answer, sign_record

log = logging.getLogger(__name__)

AT_ONCE_S = 0.1  # between two announcements, where what others count on has changed
FLOOR_S = 1.0  # between two announcements for anything else
DRIFT_S = 5.0  # a number that drifted is told no sooner than this after the last announcement
AGAIN_S = 60.0  # everything, in case that somebody missed it
AFTER_JOINING_S = (0.5, 2.0)  # and so long after the start: until ways are known, nobody hears it
DRIFT = 0.25


class Publisher(Protocol):
    """``swarm.overlay.Overlay``, or a fake of it."""

    async def publish_record(self, signed: bytes) -> None: ...

    async def serve(self, key: str, handler: Callable[[bytes], Awaitable[bytes]]) -> Served: ...


class Served(Protocol):
    """What is answered until ``close``."""

    async def close(self) -> None: ...


class Announcer:
    """Publishes our own record and answers who asks for it. ``start`` and ``close`` are paired."""

    def __init__(
        self,
        overlay: Publisher,
        identity: Identity,
        swarm_id: str,
        record: NodeRecord,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._overlay = overlay
        self._identity = identity
        self._swarm_id = swarm_id
        self._clock = clock
        self._sequence = 0
        self._wanted = record
        self._told: NodeRecord | None = None
        self._told_at = 0.0
        self._again_s = AGAIN_S
        self._soon: list[float] = []
        self._changed = asyncio.Event()
        self._served: Served | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def record(self) -> NodeRecord:
        """What is told now."""
        return self._told or self._wanted

    async def start(self) -> None:
        """Begins to answer and to tell; before the overlay is opened, so that no one asks too early."""
        self._served = await self._overlay.serve(f"{INFO_KEY}/{self._identity.node_id}", self._answer)
        self._soon = list(AFTER_JOINING_S)
        self._task = asyncio.create_task(self._keep_telling(), name="announce")

    async def close(self) -> None:
        """Ends it. A second call does nothing."""
        task, self._task = self._task, None
        await end_task(task)
        served, self._served = self._served, None
        if served is not None:
            await served.close()

    def announce(self, record: NodeRecord) -> None:
        """What is true of our node from now on. Id, boot and sequence are set here; call it as often as you like."""
        self._wanted = record
        if self._due_in() is not None:
            self._changed.set()

    def again(self) -> None:
        """Tells everything anew, as after a reopening."""
        self._told, self._soon = None, list(AFTER_JOINING_S)
        self._changed.set()

    async def _answer(self, nonce: bytes) -> bytes:
        """Raises ValueError for what is no nonce."""
        return sign_answer(sign_record(self._next(), self._swarm_id, self._identity), nonce, self._identity)

    def _next(self) -> NodeRecord:
        self._sequence += 1
        return replace(self._wanted, node_id=self._identity.node_id, boot=self._identity.boot, sequence=self._sequence)

    async def _keep_telling(self) -> None:
        while True:
            due_s = self._due_in()
            is_repeat = due_s is None
            if due_s is None:
                due_s = self._told_at + (self._soon[0] if self._soon else self._again_s) - self._clock()
            with suppress(TimeoutError):
                async with asyncio.timeout(due_s):
                    await self._changed.wait()
                    self._changed.clear()
                    continue
            if is_repeat:
                del self._soon[:1]
            await self._tell()

    async def _tell(self) -> None:
        record = self._next()
        self._told, self._told_at = record, self._clock()
        self._again_s = AGAIN_S * random.uniform(0.8, 1.2)
        try:
            await self._overlay.publish_record(sign_record(record, self._swarm_id, self._identity))
        except SwarmError as exc:
            log.debug("our record was not told: %s", exc)
            self._again_s = FLOOR_S

    def _due_in(self) -> float | None:
        """Seconds until what changed is told; None where nothing did that is worth it."""
        told = self._told
        if told is None:
            return 0.0
        if _counted_on(self._wanted) != _counted_on(told):
            floor_s = AT_ONCE_S
        elif _described(self._wanted) != _described(told):
            floor_s = FLOOR_S
        elif _has_drifted(_numbers(self._wanted), _numbers(told)):
            floor_s = DRIFT_S
        else:
            return None
        return max(0.0, self._told_at + floor_s - self._clock())


def _counted_on(record: NodeRecord) -> object:
    """What routes are built on."""
    return record.state, [(shard.identity, shard.span, shard.state) for shard in record.shards]


def _described(record: NodeRecord) -> object:
    """What changes by a step and not by degrees."""
    kinds = [(shard.model_name, shard.context_tokens, shard.dtype, shard.runner) for shard in record.shards]
    return record.name, record.version, record.addresses, record.is_relay, record.max_sessions, kinds


def _numbers(record: NodeRecord) -> list[float]:
    """Without the round trips, which are never quite the same: they go along with the rest."""
    numbers = [float(record.free_cache_bytes >> 20)]
    return numbers + [number for shard in record.shards for number in _shard_numbers(shard)]


def _shard_numbers(shard: ShardOffer) -> tuple[float, ...]:
    return shard.decode_tps, shard.prefill_tps, round(shard.queue_s, 2), float(shard.kv_bytes_per_token)


def _has_drifted(now: list[float], then: list[float]) -> bool:
    return any(abs(a - b) > DRIFT * max(abs(a), abs(b)) for a, b in zip(now, then, strict=True))
