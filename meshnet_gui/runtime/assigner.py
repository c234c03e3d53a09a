"""Which layers our node serves: those that its owner chose, in a swarm those that are needed most, else all.

The decision is ``swarm.assignment``'s; here is what it is made of, when it is made, and how a move is carried out: the
node fetches what it lacks and goes on serving, then it drains, looks once more whether its layers are still held by
others when all have seen that, and only then loads the new ones. Layers that the old and the new span share are read
anew, from files that the system has in memory.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import MachineError, MeshnetError
from meshnet_gui.modelstore.sizes import ModelSizes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.service import NodeService
from meshnet_gui.runtime.own_node import span_of
from meshnet_gui.runtime.survey import Survey, layers_on_disk, needs_of, own_holder
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.assignment import LOOK_EVERY_S, Assignment, Me, ModelShape, assign, is_still_worth, may_leave
from meshnet_gui.swarm.coverage import Coverage, Holder
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.types import NodeStatus, Span

log = logging.getLogger(__name__)

FIRST_LOOK_S = (0.5, 2.0)  # who is there is known by then, and not all who start at once take the same layers
SEEN_S = 1.0  # after so long everybody has heard that a node drains
RETRY_S, MAX_RETRY_S = 60.0, 900.0  # after a failure, each time twice as long
TYPICAL_FETCH_BYTES_PER_S = 5e6  # 40 Mbit/s: what is reckoned with until a fetch has been measured


@dataclass(frozen=True, slots=True)
class Sight:
    """The active swarm as our node sees it: its own id there, and the records of the others."""

    swarm_id: str
    node_id: str
    records: Sequence[NodeRecord]


async def _no_limit(spec: ModelSpec) -> int | None:
    return None


@dataclass(frozen=True, slots=True)
class Situation:
    """What is to be decided about, asked anew each time. ``sight`` is None while there is no swarm.

    ``sizes`` raises BadModelFile. ``memory_bytes`` is what the node's first shard may take, with the session caches
    that go with it. ``cuts`` says where the model may be cut, None where anywhere. ``fetch_bytes_per_s`` is how
    quickly layers come that are not on this disk, 0 while nobody knows. ``disk_bytes`` is what the disk has for a
    model, with what it takes there already; None where that is no limit.
    """

    settings: Callable[[], Settings]
    sight: Callable[[], Sight | None]
    sizes: Callable[[ModelSpec], Awaitable[ModelSizes]]
    memory_bytes: Callable[[], int]
    cuts: Callable[[ModelSpec], Awaitable[frozenset[int] | None]]
    fetch_bytes_per_s: Callable[[], float] = lambda: 0.0
    disk_bytes: Callable[[ModelSpec], Awaitable[int | None]] = _no_limit


@dataclass(frozen=True, slots=True)
class _Decided:
    swarm_id: str
    identity: str
    span: Span


class Moves(Protocol):
    """What is done about a decision (``runtime.own_node.OwnNode``)."""

    @property
    def service(self) -> NodeService: ...
    async def settle(self) -> None: ...
    async def bring(self, spec: ModelSpec, span: Span) -> None: ...


class Assigner:
    """Chooses the span. ``sentence`` says why, for the owner. Threads: the core loop only."""

    def __init__(
        self,
        situation: Situation,
        model: Callable[[], ModelSpec],
        status: Callable[[], NodeStatus],
        chance: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._situation = situation
        self._model = model
        self._status = status
        self._chance = chance or random.Random()
        self._clock = clock
        self._survey = Survey(clock)
        self._decided: _Decided | None = None
        self._since = 0.0
        self._met = ""  # the swarm whose members had time to make themselves known
        self._num_failures = 0
        self._retry_at = 0.0
        self._num_fetch_failures = 0
        self._fetch_again_at = 0.0
        self.sentence = ""

    async def span(self, spec: ModelSpec) -> Span:
        """What to serve of the model now. Raises UserError, or MachineError where this computer cannot help."""
        chosen, sight = self._situation.settings().span, self._situation.sight()
        if chosen or sight is None:
            self._decided = None
            span = span_of(spec, chosen)
            self.sentence = f"Serving {span} because you chose it." if chosen else ""
            return span
        decided = self._decided
        if decided is not None and not await self._still_fits(spec, decided.span):
            decided = None
        if decided is None or (decided.swarm_id, decided.identity) != (sight.swarm_id, str(spec.identity)):
            await self._situation.cuts(spec)  # the first time it takes seconds: not between looking and deciding
            await self._wait_for_the_others(sight)
            decision = await self._decide(spec)
            if decision.span is None:
                raise MachineError(decision.sentence, "Choose a smaller model, or close other programs.")
            decided = self._take(sight, spec, decision.span)
        return decided.span

    async def preview(self) -> str:
        """Which layers this computer would serve if it shared now, in a sentence; "" where there is no swarm.

        Raises UserError without a model, BadModelFile.
        """
        outlook = await self._outlook(self._model())
        if outlook is None:
            return ""
        me, coverage, shape = outlook
        decision = assign(me, coverage, shape, self._clock(), random.Random())
        if decision.span is None:
            return decision.sentence
        memory = bytes_text(me.memory_bytes)
        return f"With the {memory} of memory that it may use, this computer would run layers {decision.span}."

    async def watch(self, moves: Moves) -> None:
        """Looks again and again whether to move; runs until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S * self._chance.uniform(0.5, 1.5))
            try:
                await self.look(moves)
            except MeshnetError as exc:
                log.info("the node does not serve what is needed: %s", exc.text)
            except Exception:  # one odd record must not end all looking
                log.exception("looking for the layers that are needed most failed")

    async def look(self, moves: Moves) -> None:
        """Moves where that is worth it, and tries anew what failed a while ago. Raises a MeshnetError."""
        settings = self._situation.settings()
        if not settings.contributing or settings.span or self._situation.sight() is None:
            return
        status = self._status()
        if status.state == "failed":
            await self._try_again(moves)
            return
        self._num_failures = 0
        spec = self._model()
        if status.state != "ready" or self._decided is None or self._holding(spec) is None:
            return
        decision = await self._decide(spec)
        if decision.span is not None and decision.span != self._decided.span:
            await self._move(moves, spec, decision)

    # -- inside ---------------------------------------------------------------------------------------------------

    async def _wait_for_the_others(self, sight: Sight) -> None:
        if self._met != sight.swarm_id:
            self._met = sight.swarm_id
            await asyncio.sleep(self._chance.uniform(*FIRST_LOOK_S))

    async def _still_fits(self, spec: ModelSpec, span: Span) -> bool:
        """Whether the memory of now holds it, as after a lower limit; what is served has its memory already."""
        if self._holding(spec) is not None:
            return True
        sizes, cuts = await self._situation.sizes(spec), await self._situation.cuts(spec)
        shape, memory_bytes = needs_of(
            sizes, self._situation.settings().precision, cuts, self._situation.memory_bytes()
        )
        starts, ends = shape.longest_spans(memory_bytes)
        return any(start <= span.start and span.end <= end for start, end in zip(starts, ends, strict=True))

    async def _decide(self, spec: ModelSpec) -> Assignment:
        outlook = await self._outlook(spec)
        if outlook is None:  # the swarm was left meanwhile
            return Assignment(spec.full_span(), "")
        decision = assign(*outlook, self._clock(), self._chance)
        self.sentence = decision.sentence
        return decision

    async def _outlook(self, spec: ModelSpec, *, counts_fetches: bool = True) -> tuple[Me, Coverage, ModelShape] | None:
        sizes, cuts = await self._situation.sizes(spec), await self._situation.cuts(spec)
        room_bytes = await self._situation.disk_bytes(spec)
        sight, precision = self._situation.sight(), self._situation.settings().precision
        if sight is None:
            return None
        shape, memory_bytes = needs_of(sizes, precision, cuts, self._situation.memory_bytes())
        holding = self._holding(spec)
        me = Me(
            sight.node_id,
            memory_bytes,
            holding.decode_tps if holding is not None else 0.0,
            holding,
            since=self._since,
            held=spec.held_spans(),
            fetch_layer_s=self._fetch_layer_s(spec),
            max_layers=None if room_bytes is None else layers_on_disk(spec, sizes, precision, room_bytes),
        )
        return me, self._coverage(sight, spec, holding, counts_fetches=counts_fetches), shape

    def _fetch_layer_s(self, spec: ModelSpec) -> float:
        """As if all layers were alike, and the ends weighed nothing."""
        bytes_per_s = self._situation.fetch_bytes_per_s() or TYPICAL_FETCH_BYTES_PER_S
        return spec.weight_bytes / spec.num_layers / bytes_per_s

    def _holding(self, spec: ModelSpec) -> Holder | None:
        sight = self._situation.sight()
        return own_holder(sight.node_id, self._status(), spec) if sight is not None else None

    def _coverage(
        self, sight: Sight, spec: ModelSpec, holding: Holder | None, *, counts_fetches: bool = True
    ) -> Coverage:
        """Without ``counts_fetches`` as if nobody fetched layers beside those that it serves."""
        others = self._survey.holders((r for r in sight.records if r.node_id != sight.node_id), spec)
        if not counts_fetches:
            serving = {each.node_id for each in others if each.state == "ready"}
            others = [each for each in others if each.state != "joining" or each.node_id not in serving]
        return Coverage.of([*others, *([holding] if holding is not None else [])], spec.num_layers)

    async def _move(self, moves: Moves, spec: ModelSpec, decision: Assignment) -> None:
        assert decision.span is not None
        assert self._decided is not None
        identity, before = self._decided.identity, self._decided.span
        if spec.missing(decision.span) and not await self._fetched(moves, spec, decision.span):
            return
        if not moves.service.withdraw(identity, before):
            return
        await asyncio.sleep(SEEN_S)
        sight, holding = self._situation.sight(), self._holding(spec)
        if sight is None or holding is None or not may_leave(holding, self._coverage(sight, spec, holding)):
            log.info("staying with layers %s: another holder has left meanwhile", before)
            self.sentence = f"Serving {before}: others that had these layers left."
            moves.service.take_back(identity, before)
            return
        log.info("moving from layers %s to %s: %s", before, decision.span, decision.sentence)
        self._take(sight, spec, decision.span)
        await moves.settle()

    async def _fetched(self, moves: Moves, spec: ModelSpec, span: Span) -> bool:
        """Fetches what ``span`` needs while the node goes on serving; whether the move is worth it still."""
        if self._clock() < self._fetch_again_at:
            return False
        log.info("fetching %s before moving there", span)
        try:
            await moves.bring(spec, span)
        except MeshnetError:
            self._num_fetch_failures += 1
            wait_s = min(RETRY_S * 2 ** (self._num_fetch_failures - 1), MAX_RETRY_S)
            self._fetch_again_at = self._clock() + wait_s
            raise
        self._num_fetch_failures = 0
        # With what is on the disk now. Whoever fetches for the same gap may take long yet: who is first moves.
        outlook = await self._outlook(self._model(), counts_fetches=False)
        if outlook is None or self._decided is None:
            return False
        me, coverage, shape = outlook
        return is_still_worth(me, span, coverage, shape)

    async def _try_again(self, moves: Moves) -> None:
        """With a new decision: what failed may not fit any more, or a peer disagreed on those layers."""
        now = self._clock()
        if self._num_failures == 0:
            self._num_failures, self._retry_at = 1, now + RETRY_S
        if now < self._retry_at:
            return
        self._retry_at = now + min(RETRY_S * 2**self._num_failures, MAX_RETRY_S)
        self._num_failures += 1
        self._decided = None
        await moves.settle()

    def _take(self, sight: Sight, spec: ModelSpec, span: Span) -> _Decided:
        self._decided, self._since = _Decided(sight.swarm_id, str(spec.identity), span), self._clock()
        return self._decided
