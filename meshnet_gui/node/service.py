"""The node service: a state machine around one shard, from off over loading to ready and back.

    off ──start──> loading ──> ready ──stop──> stopping ──> off
                      └──> failed ──start──> loading

The shard itself is made by a loader that is handed in, so that this module needs no torch and tests need no weights.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.errors import MachineError, MeshnetError
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.admission import Admission
from meshnet_gui.types import EvictionRecord, NodeStatus, SessionStatus, Span
from meshnet_gui.wire.limits import PayloadLimits
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest
from meshnet_gui.wire.refusals import Busy, KVCacheMiss, Refusal

log = logging.getLogger(__name__)


class SessionCaches(Protocol):
    """What the node asks of a shard's session caches (``engine.kv_sessions.SessionCacheStore``)."""

    @property
    def used_bytes(self) -> int: ...
    @property
    def max_bytes(self) -> int: ...
    @property
    def max_sessions(self) -> int: ...
    @property
    def ttl_s(self) -> float: ...
    @property
    def num_evictions(self) -> int: ...
    def sessions(self) -> tuple[SessionStatus, ...]: ...
    def evictions(self) -> tuple[EvictionRecord, ...]: ...
    def evict(self, session_id: str, reason: str) -> bool: ...
    def evict_short(self, shown: str, reason: str) -> int: ...
    def sweep(self) -> None: ...
    def clear(self, reason: str) -> int: ...


class Shard(Protocol):
    """What the node asks of a shard (``engine.shard.TorchModelShard``)."""

    @property
    def span(self) -> Span: ...
    @property
    def num_layers(self) -> int: ...
    @property
    def identity(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def dtype(self) -> str: ...
    @property
    def runner_name(self) -> str: ...
    @property
    def parameter_bytes(self) -> int: ...
    @property
    def supports_kv_cache(self) -> bool: ...
    @property
    def limits(self) -> PayloadLimits: ...
    @property
    def kv_sessions(self) -> SessionCaches: ...
    def forward(self, request: ForwardRequest, owner: str | None = None) -> ForwardReply: ...


ShardLoader = Callable[[ModelSpec, Span], Shard]
SWEEP_EVERY_S = 2.0


class NodeService:
    """One node: at most one shard, its state and its counters. Threads: the core loop only."""

    def __init__(self, compute: ComputeThread, load: ShardLoader, on_change: Callable[[], None] = lambda: None) -> None:
        self._compute = compute
        self._load = load
        self._on_change = on_change
        self._shard: Shard | None = None
        self._planned: tuple[ModelSpec, Span] | None = None
        self._state = "off"
        self._error = ""
        self._counters: Counter[str] = Counter()
        self.admission = Admission()
        self._closing: set[asyncio.Task[bool]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._switching = asyncio.Lock()

    @property
    def state(self) -> str:
        return self._state

    @property
    def is_ready(self) -> bool:
        return self._state == "ready"

    async def start(self, spec: ModelSpec, span: Span) -> None:
        """Loads a span and serves it; a shard that is already there is unloaded first.

        Raises the MeshnetError that stopped it, and stays in ``failed`` with its text.
        """
        async with self._switching:
            await self._unload()
            self._planned = (spec, span)
            self._set("loading")
            try:
                shard = await self._compute.run(self._load, spec, span)
            except asyncio.CancelledError:
                self._planned = None
                self._set("off")
                raise
            except MeshnetError as exc:
                self._set("failed", str(exc))
                raise
            except Exception as exc:
                log.exception("loading %s of %s failed", span, spec.name)
                self._set("failed", f"Loading {span} of {spec.name} failed ({type(exc).__name__}).")
                raise MachineError(self._error, "See the log for the reason.") from exc
            self._shard, self._counters = shard, Counter()
            self.admission.drain(False)
            self._sweeper = asyncio.create_task(self._sweep(shard), name="session-sweep")
            log.info("serving %s of %s (%d MB)", shard.span, spec.name, shard.parameter_bytes // 1_000_000)
            self._set("ready")

    def fail(self, text: str) -> None:
        """Shows why the node is not there although it should be (a taken port, a span that the model has not)."""
        self._set("failed", text)

    async def stop(self) -> None:
        """Refuses new requests, lets the running one end, and frees the shard and its session caches."""
        async with self._switching:
            await self._unload()
            self._planned = None
            self._set("off")

    async def forward(self, request: ForwardRequest, owner: str | None = None) -> ForwardReply:
        """One step of an admitted request. Raises a Refusal."""
        shard = self.ready_shard()
        self._counters["requests"] += 1
        reply = await self._compute.run(shard.forward, request, owner)
        self._counters["tokens"] += request.tensor.num_positions
        return reply

    def count_refusal(self, refusal: Refusal) -> None:
        """Counts a request that was refused, at whatever point."""
        self._counters["cache_misses" if isinstance(refusal, KVCacheMiss) else "refusals"] += 1

    def ready_shard(self) -> Shard:
        """Raises Busy while there is none."""
        if self._shard is None or self._state != "ready":
            raise Busy(f"this node is not ready ({self._state})")
        return self._shard

    async def close_session(self, session_id: str) -> bool:
        """Its head says that the session is over: dropped now, and again behind the steps that still wait or run.

        A prefill among those would otherwise bring it back, and it would stay for its whole TTL.
        """
        shard = self._shard
        if shard is None:
            return False
        closed = shard.kv_sessions.evict(session_id, "closed")
        behind = asyncio.create_task(self._compute.run(shard.kv_sessions.evict, session_id, "closed"))
        self._closing.add(behind)  # goes on if the head does not wait for it
        behind.add_done_callback(self._closing.discard)
        return await asyncio.shield(behind) or closed

    def evict_session(self, short_id: str) -> bool:
        """The user of this computer drops a session."""
        return self._shard is not None and self._shard.kv_sessions.evict_short(short_id, "user") > 0

    def status(self) -> NodeStatus:
        """The real state at this instant. Looking is not a use of any session."""
        shard = self._shard
        if shard is None:
            spec, span = self._planned or (None, None)
            return NodeStatus(
                state=self._state,
                model_name=spec.name if spec else "",
                identity=str(spec.identity) if spec else "",
                span=span,
                num_layers=spec.num_layers if spec else 0,
                error=self._error,
            )
        caches = shard.kv_sessions
        return NodeStatus(
            state=self._state,
            model_name=shard.name,
            identity=shard.identity,
            span=shard.span,
            num_layers=shard.num_layers,
            shard_bytes=shard.parameter_bytes,
            dtype=shard.dtype,
            runner=shard.runner_name,
            supports_kv_cache=shard.supports_kv_cache,
            sessions=caches.sessions(),
            evictions=caches.evictions(),
            used_bytes=caches.used_bytes,
            limit_bytes=caches.max_bytes,
            max_sessions=caches.max_sessions,
            ttl_s=caches.ttl_s,
            counters=self._counters_now(caches),
            error=self._error,
        )

    def _counters_now(self, caches: SessionCaches) -> dict[str, int]:
        counted = {name: self._counters[name] for name in ("requests", "tokens", "cache_misses", "refusals")}
        return counted | {"evictions": caches.num_evictions}

    async def _unload(self) -> None:
        if self._shard is None:
            return
        self._set("stopping")
        self.admission.drain(True)
        sweeper, self._sweeper = self._sweeper, None
        if sweeper is not None:
            sweeper.cancel()
            await asyncio.wait([sweeper])
        del sweeper
        shard, self._shard = self._shard, None
        await self._compute.run(shard.kv_sessions.clear, "unload")
        log.info("stopped serving %s", shard.span)
        del shard
        await self._compute.run(gc.collect)  # a model is full of cycles: its memory falls now and not some day

    async def _sweep(self, shard: Shard) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            shard.kv_sessions.sweep()

    def _set(self, state: str, error: str = "") -> None:
        self._state, self._error = state, error
        self._on_change()
