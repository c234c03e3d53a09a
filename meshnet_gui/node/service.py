"""The node service: a few shards, each in a state of its own, and which one answers a request.

    off ──start──> loading ──> joining ──> ready ──drain──> draining ──> stopping ──> off
                      └───────────┴──> failed ──start──> loading

A shard that was loaded is ``joining`` until it has answered a known question rightly (``node.known_answer``).
The node is ready as soon as one shard is. Another one is loaded beside it while their number and the memory allow it,
else in the place of the one that was idle for longest; one that is in use makes room for nobody. A load runs on the
compute thread, and the steps of the other shards wait for it: the library changes what holds for the whole process
while it loads (the default dtype, how weights are initialised), and two threads that compute take each other's cores.

A shard that is to go says so first (``draining``): new sessions are sent elsewhere, and those that it has go on until
their heads have moved them, or for a bounded time.

Shards are made by a loader that is handed in, so that this module needs no torch and tests need no weights.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace
from heapq import merge

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.concurrency.garbage import collect_here
from meshnet_gui.errors import MachineError, MeshnetError
from meshnet_gui.modelstore.forecast import room
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.admission import Admission
from meshnet_gui.node.choice import choose, holds, takes
from meshnet_gui.node.given import Given
from meshnet_gui.node.prompts import PREFILLED, REUSED
from meshnet_gui.node.question import Answer
from meshnet_gui.node.resident import IN_USE_S, Resident, steps_lately
from meshnet_gui.node.shard import SessionCaches, Shard, ShardLoader
from meshnet_gui.types import NodeStatus, Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, Target
from meshnet_gui.wire.refusals import Busy, Draining, KVCacheMiss, Refusal

log = logging.getLogger(__name__)
SWEEP_EVERY_S = 2.0
DRAIN_S = 20.0  # the longest that a leaving node waits for heads to move; a dead one is replaced as well, only later
LOOK_EVERY_S = 0.05
_COUNTED = ("requests", "tokens", "cache_misses", "refusals", PREFILLED, REUSED)

# Raises MachineError where a span does not fit this computer's memory. The last argument is what to add to the free
# bytes: what idle shards would give back, less the mapped weights of others, which look free and are not.
MemoryCheck = Callable[[ModelSpec, Span, int], None]

# Brings the pieces of a span that are not on this disk; nothing is left to do where all are. Raises a MeshnetError.
Bring = Callable[[ModelSpec, Span], Awaitable[None]]

# Raises MachineError where a shard that was just loaded computes something else than it must.
JoinCheck = Callable[[ModelSpec, Shard, Answer], Awaitable[None]]


class NodeService:
    """One node: its shards, the first of which stands for it, and its counters. Threads: the core loop only."""

    def __init__(
        self,
        compute: ComputeThread,
        load: ShardLoader,
        on_change: Callable[[], None] = lambda: None,
        *,
        max_shards: int = 1,
        ended_sessions: Callable[[], Collection[str]] = frozenset,
        check_memory: MemoryCheck | None = None,
        join_check: JoinCheck | None = None,
        bring: Bring | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._compute = compute
        self._load = load
        self._on_change = on_change
        self._ended_sessions = ended_sessions  # by short ids: those that nobody who leaves has to wait for
        self._check_memory = check_memory
        self._join_check = join_check
        self._bring = bring
        self._clock = clock
        self.max_shards = max_shards
        self._is_leaving = False
        self._is_paused = False
        self.in_a_hurry = False  # set from any thread: whoever drains waits for nobody any more
        self._residents: list[Resident] = []
        self._error = ""
        self._counters: Counter[str] = Counter()
        self.admission = Admission()
        self.weights_sent_bytes = 0  # counted by who hands them out
        self.given = Given()
        self.num_tokens = 0  # computed since the program started; the counters begin anew with each load
        self._closing: set[asyncio.Task[bool]] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._switching = asyncio.Lock()

    @property
    def state(self) -> str:
        states = {resident.state for resident in self._residents}
        if self.is_paused:
            return "paused"
        order = ("ready", "draining", "joining", "loading", "stopping", "failed")
        return "failed" if self._error else next((state for state in order if state in states), "off")

    @property
    def is_ready(self) -> bool:
        return self.state == "ready"

    @property
    def is_paused(self) -> bool:
        """Whether shards are kept that answer nobody but this process."""
        return self._is_paused and not self._error and any(resident.serves for resident in self._residents)

    @property
    def is_serving(self) -> bool:
        """Whether others are answered, if only the sessions of a shard that is draining."""
        return not self._is_paused and any(resident.serves for resident in self._residents)

    @property
    def is_computing(self) -> bool:
        """Whether a step runs now, or waits for its turn."""
        return any(resident.num_running for resident in self._residents)

    # -- starting and stopping ------------------------------------------------------------------------------------

    async def start(
        self, spec: ModelSpec, span: Span, *, first: bool = True, keep: Collection[tuple[str, Span]] = ()
    ) -> None:
        """Loads a span and serves it beside the others; one that is there already is loaded anew.

        ``first``: it stands for the node from now on. ``keep`` names shards that must not make room, by identity and
        span. Raises the MeshnetError that stopped it; it then shows as ``failed`` with its text.
        """
        async with self._switching:
            self._error = ""
            for same in [resident for resident in self._residents if resident.is_for(str(spec.identity), span)]:
                await self._unload(same)
            if not self._residents:
                self._counters.clear()
            resident = Resident(spec, span, self._clock)
            try:
                await self._make_room(spec, span, keep)
                self._place(resident, first=first)
                if self._bring is not None:  # the others know by now that these layers are coming
                    await self._bring(spec, span)
                resident.loaded(await self._compute.run(self._load, spec, span))
                await self._join(resident)
            except asyncio.CancelledError:
                self._remove(resident)
                raise
            except MeshnetError as exc:
                await self._failed(resident, str(exc), first=first)
                raise
            except Exception as exc:
                log.exception("loading %s of %s failed", span, spec.name)
                text = f"Loading {span} of {spec.name} failed ({type(exc).__name__})."
                await self._failed(resident, text, first=first)
                raise MachineError(text, "See the log for the reason.") from exc
            self._serving(resident)

    async def stop(self) -> None:
        """Refuses new requests, lets the running ones end, and frees every shard and its session caches."""
        async with self._switching:
            self._error = ""
            self._is_paused = False
            self.admission.drain(True)
            try:
                for resident in tuple(self._residents):
                    await self._unload(resident)
            finally:
                self.admission.drain(False)
            self._on_change()

    async def drain(self, within_s: float = DRAIN_S) -> bool:
        """Stops once the sessions that run here have moved or ended, at the latest after ``within_s``.

        From this call on no new session is taken. False where ``go_on`` took it back meanwhile.
        """
        self._is_leaving = True
        self._withdraw()
        try:
            async with self._switching:
                self._withdraw()  # what was being loaded until now
                await self._let_go(within_s)
                if self.is_ready:
                    return False
            await self.stop()
        finally:
            self._is_leaving = False
        return True

    async def pause(self, within_s: float = DRAIN_S, own: Callable[[], Collection[str]] = frozenset) -> bool:
        """Like ``drain``, but keeps the shards, for this process alone and for ``resume``.

        Whoever calls it keeps others out from then on. ``own`` are sessions of this process by their short ids, which
        go on. False where ``go_on`` took it back, or nothing is here to keep.
        """
        self._is_leaving = True
        self._withdraw()
        try:
            async with self._switching:
                self._withdraw()
                await self._let_go(within_s, own)
                if self.is_ready or not any(resident.serves for resident in self._residents):
                    return False
                self._is_paused = True
                self._take_back(self._residents)
        finally:
            self._is_leaving = False
        self._on_change()
        return True

    def resume(self) -> None:
        """What a ``pause`` kept serves again."""
        if self._is_paused:
            self._is_paused = False
            self._on_change()

    def is_amid_answers(self) -> bool:
        """Whether somebody is in the middle of an answer, here or from elsewhere."""
        return any(resident.is_amid_answers(self._ended_sessions()) for resident in self._residents)

    async def hand_over(self, within_s: float = DRAIN_S) -> None:
        """The first half of ``drain``, for a program that ends: waits, and frees nothing."""
        self._withdraw()
        await self._let_go(within_s)

    def go_on(self) -> None:
        """Takes a ``drain`` back: whatever has not stopped yet is ready again."""
        if self._is_leaving:
            self._take_back(self._residents)

    def withdraw(self, identity: str, span: Span) -> bool:
        """Lets one shard drain, which ``stop_shard`` or ``take_back`` is to follow. False where it is not ready."""
        found = [resident for resident in self._residents if resident.is_ready and resident.is_for(identity, span)]
        self._withdraw(found)
        return bool(found)

    def take_all_back(self) -> None:
        """After a ``hand_over``: the shards serve on, unless the whole node drains by now."""
        if not self._is_leaving:
            self._take_back(self._residents)

    def take_back(self, identity: str, span: Span) -> None:
        """The shard stays after all."""
        self._take_back([resident for resident in self._residents if resident.is_for(identity, span)])

    async def make_fewer(self, keep: Collection[tuple[str, Span]] = ()) -> None:
        """Unloads idle shards while there are more than ``max_shards``."""
        async with self._switching:
            for resident in self._idle(keep)[: max(0, self.num_held - self.max_shards)]:
                await self._unload(resident)
                self._on_change()

    def put_first(self, identity: str, span: Span) -> bool:
        """Lets a shard that is ready stand for the node; False where there is none such."""
        found = next((r for r in self._residents if r.is_ready and r.is_for(identity, span)), None)
        if found is None:
            return False
        self._residents.remove(found)
        self._residents.insert(0, found)
        self._error = ""
        self._on_change()
        return True

    async def stop_shard(self, identity: str, span: Span, within_s: float = 0.0) -> bool:
        """Drains and frees one shard; the others stay. False where there is no such shard."""
        async with self._switching:
            found = [resident for resident in self._residents if resident.is_for(identity, span)]
            self._withdraw(found)
            await self._let_go(within_s)
            for resident in found:
                await self._unload(resident)
            self._on_change()
            return bool(found)

    def fail(self, text: str) -> None:
        """Shows why the node is not there although it should be (a taken port, a span that the model has not)."""
        self._error = text
        self._on_change()

    def set_cache_limits(self, ttl_s: float, max_sessions: int, max_bytes: int) -> None:
        """Changes the limits of the session caches in place; smaller ones drop sessions at once, the idlest first."""
        for shard in self._shards():
            shard.kv_sessions.set_limits(ttl_s=ttl_s, max_sessions=max_sessions, max_bytes=max_bytes)

    # -- requests -------------------------------------------------------------------------------------------------

    async def forward(self, request: ForwardRequest, owner: str | None = None) -> ForwardReply:
        """One step of an admitted request. Raises a Refusal."""
        target = Target(request.model, request.start_layer, request.end_layer, request.session)
        resident, _ = self._chosen(target)
        assert resident.steps is not None
        resident.begin_step()
        try:
            reply = await resident.steps.compute(self._compute, request, owner)
        finally:
            resident.end_step()
        resident.counters["tokens"] += request.tensor.num_positions
        resident.prompts.note(request)
        self.num_tokens += request.tensor.num_positions
        return replace(reply, draining=True) if resident.state == "draining" else reply

    def ready_shard(self, target: Target = Target()) -> Shard:  # noqa: B008  # frozen
        """The shard that ``target`` is for. Raises Busy while there is none, WrongModel or BadRequest."""
        return self._chosen(target)[1]

    def count_refusal(self, refusal: Refusal) -> None:
        """Counts a request that was refused, at whatever point."""
        self._counters["cache_misses" if isinstance(refusal, KVCacheMiss) else "refusals"] += 1

    async def close_session(self, session_id: str, owner: str | None = None) -> bool:
        """Its head says that the session is over: dropped now, and again behind the steps that still wait or run.

        ``owner`` is who says so; another client's session stays.

        A prefill among those would otherwise bring it back, and it would stay for its whole TTL.
        """
        caches = [shard.kv_sessions for shard in self._shards()]
        if not caches:
            return False
        closed = _close(caches, session_id, owner)
        behind = asyncio.create_task(self._compute.run(_close, caches, session_id, owner))
        self._closing.add(behind)  # goes on if the head does not wait for it
        behind.add_done_callback(self._closing.discard)
        return await asyncio.shield(behind) or closed

    def evict_session(self, short_id: str) -> bool:
        """The user of this computer drops a session, wherever it is held."""
        return sum(shard.kv_sessions.evict_short(short_id, "user") for shard in self._shards()) > 0

    # -- views ----------------------------------------------------------------------------------------------------

    def status(self) -> NodeStatus:
        """The real state at this instant. Looking is not a use of any session."""
        shards = tuple(resident.status() for resident in self._residents)
        front = min(shards, key=lambda shard: _FRONT.get(shard.state, len(_FRONT)), default=None)
        if front is None:
            return NodeStatus(state=self.state, error=self._error, weights_sent_bytes=self.weights_sent_bytes)
        shown = NodeStatus(
            state=self.state,
            model_name=front.model_name,
            identity=front.identity,
            span=front.span,
            num_layers=front.num_layers,
            shard_bytes=front.shard_bytes,
            dtype=front.dtype,
            runner=front.runner,
            device=front.device,
            supports_kv_cache=front.supports_kv_cache,
            error=self._error or front.error,
            shards=shards,
            weights_sent_bytes=self.weights_sent_bytes,
        )
        held = [(i, r.shard.kv_sessions) for i, r in enumerate(self._residents) if r.shard is not None]
        return self._with_caches(shown, held) if held else shown

    def _with_caches(self, shown: NodeStatus, held: list[tuple[int, SessionCaches]]) -> NodeStatus:
        """The limits are those of the node, so any shard's say them; what is held is added up."""
        caches = [each for _, each in held]
        ours = [resident.counters for resident in self._residents]
        counters = {name: self._counters[name] + sum(each[name] for each in ours) for name in _COUNTED}
        weights = sum(resident.num_bytes for resident in self._residents)
        full = max(resident.worst_cache_bytes for resident in self._residents)
        sessions = tuple(replace(session, shard=i) for i, each in held for session in each.sessions())
        kept = sum(session.num_bytes for session in sessions if steps_lately(session, IN_USE_S))
        return replace(
            shown,
            sessions=sessions,
            free_cache_bytes=max(0, caches[0].max_bytes - kept),
            evictions=tuple(merge(*(each.evictions() for each in caches), key=lambda record: record.ago_s)),
            used_bytes=sum(each.used_bytes for each in caches),
            limit_bytes=caches[0].max_bytes,
            max_sessions=caches[0].max_sessions,
            ttl_s=caches[0].ttl_s,
            counters=counters | {"evictions": sum(each.num_evictions for each in caches)},
            worst_case_bytes=weights + full,
        )

    # -- inside ---------------------------------------------------------------------------------------------------

    def _chosen(self, target: Target) -> tuple[Resident, Shard]:
        serving = [resident for resident in self._residents if resident.serves]
        if not serving or self._error:
            kind = Draining if self.state == "stopping" else Busy
            raise kind(f"this node is not ready ({self.state})")
        coming = next((r for r in self._residents if r.state in ("loading", "joining") and takes(r, target)), None)
        if coming is not None and not any(takes(resident, target) for resident in serving):
            raise Busy(f"layers {coming.span} are being loaded")
        taking = [resident for resident in serving if resident.is_ready or holds(resident, target.session)]
        leaving = next((r for r in serving if r not in taking and takes(r, target)), None)
        if leaving is not None and not any(takes(resident, target) for resident in taking):
            raise Draining(f"layers {leaving.span} are about to leave this node, which takes no new session for them")
        resident = choose(taking or serving, target)
        assert resident.shard is not None
        return resident, resident.shard

    def _shards(self) -> list[Shard]:
        return [resident.shard for resident in self._residents if resident.shard is not None]

    def _withdraw(self, residents: Collection[Resident] | None = None) -> None:
        """Lets no new session in; who is there already goes on."""
        for resident in self._residents if residents is None else residents:
            if resident.is_ready:
                log.info("leaving layers %s of %s", resident.span, resident.spec.name)
                resident.state = "draining"
        self._on_change()

    def _take_back(self, residents: Collection[Resident]) -> None:
        leaving = [resident for resident in residents if resident.state == "draining"]
        for resident in leaving:
            resident.state = "ready"
        if leaving:
            self._on_change()

    async def _let_go(self, within_s: float, own: Callable[[], Collection[str]] = frozenset) -> None:
        """Until nobody is in the middle of an answer with a shard that is draining, or for ``within_s``."""
        loop = asyncio.get_running_loop()
        until = loop.time() + within_s
        while self._is_amid(own):
            if self.in_a_hurry or loop.time() >= until:
                log.info("some sessions had not moved; their heads must find another node")
                return
            await asyncio.sleep(LOOK_EVERY_S)

    def _is_amid(self, own: Callable[[], Collection[str]]) -> bool:
        apart_from = {*self._ended_sessions(), *own()}
        return any(r.state == "draining" and r.is_amid_answers(apart_from) for r in self._residents)

    async def _make_room(self, spec: ModelSpec, span: Span, keep: Collection[tuple[str, Span]]) -> None:
        """Unloads idle shards, least recently used first, while there are too many or too little memory is free."""
        idle = self._idle(keep)
        if self.num_held - len(idle) >= self.max_shards:
            raise MachineError(
                f"This node holds {'1 shard' if self.max_shards == 1 else f'{self.max_shards} shards'} at most, "
                "and none of them is idle and could make room.",
                "Try again in a few seconds, or stop one first.",
            )
        await self._check(spec, span, idle)  # before anything is unloaded in vain
        for resident in idle:
            if self.num_held < self.max_shards and await self._fits(spec, span):
                return
            await self._unload(resident)
        await self._check(spec, span, ())

    @property
    def num_held(self) -> int:
        """How many shards there are, without those that could not be loaded."""
        return sum(resident.state != "failed" for resident in self._residents)

    def _idle(self, keep: Collection[tuple[str, Span]]) -> list[Resident]:
        """Who could make room, least recently used first."""
        held = [r for r in self._residents if r.is_ready and not r.is_in_use and (r.identity, r.span) not in keep]
        return sorted(held, key=lambda resident: resident.used_at)

    async def _fits(self, spec: ModelSpec, span: Span) -> bool:
        try:
            await self._check(spec, span, ())
        except MachineError:
            return False
        return True

    async def _check(self, spec: ModelSpec, span: Span, idle: Collection[Resident]) -> None:
        """Raises MachineError where the span would not fit although ``idle`` were gone."""
        if self._check_memory is None:
            return
        more = room(0, [r.status() for r in self._residents], {(r.identity, r.span) for r in idle})
        await asyncio.to_thread(self._check_memory, spec, span, more)

    def _place(self, resident: Resident, *, first: bool) -> None:
        if resident not in self._residents:
            self._residents.insert(0 if first else len(self._residents), resident)
        self._on_change()

    async def _join(self, resident: Resident) -> None:
        """Checks what it computes, while nobody is served by it. Raises MachineError."""
        shard, steps = resident.shard, resident.steps
        assert shard is not None
        assert steps is not None
        if self._join_check is not None:
            self._on_change()
            await self._join_check(resident.spec, shard, lambda request: steps.compute(self._compute, request, None))
        resident.joined()

    async def _failed(self, resident: Resident, text: str, *, first: bool) -> None:
        release = resident.shard.kv_sessions.release if resident.shard is not None else None
        resident.failed(text)
        self._place(resident, first=first)
        if release is not None:
            await self._compute.run(_collect, release)

    def _remove(self, resident: Resident) -> None:
        if resident in self._residents:
            self._residents.remove(resident)
        self._on_change()

    def _serving(self, resident: Resident) -> None:
        log.info("serving %s of %s (%d MB)", resident.span, resident.spec.name, resident.num_bytes // 1_000_000)
        if self._sweeper is None:
            self._sweeper = asyncio.create_task(self._sweep(), name="session-sweep")
        self._on_change()

    async def _unload(self, resident: Resident) -> None:
        shard, release = resident.shard, None
        try:
            if shard is not None:
                resident.state = "stopping"
                self._on_change()
                release = shard.kv_sessions.release
                await resident.drained()
                await self._compute.run(shard.kv_sessions.clear, "unload")
                log.info("stopped serving %s of %s", resident.span, resident.spec.name)
        finally:
            resident.free()
            self._residents.remove(resident)
        del shard
        if not self._residents and self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.wait([self._sweeper])
            self._sweeper = None
        await self._compute.run(_collect, release)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY_S)
            self._sweep_once()  # in a frame of its own, which holds no shard while this one sleeps

    def _sweep_once(self) -> None:
        for shard in self._shards():
            shard.kv_sessions.sweep()


_FRONT = {"ready": 0, "draining": 1}


def _close(caches: list[SessionCaches], session_id: str, owner: str | None) -> bool:
    return sum(each.close(session_id, owner) for each in caches) > 0  # one route may use several of them


def _collect(release: Callable[[], None] | None) -> None:
    """A model is full of cycles: its memory falls now and not some day."""
    collect_here()
    if release is not None:
        release()
