"""Our own node: brings its server and its shards to where the settings want them, one switch at a time.

The settings name one shard (model and span) and others beside it. The first is what this computer serves above all: a
new choice takes its place, in use or not. The others are loaded while there is room, and make room when they idle.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.modelstore.forecast import check_fits, room
from meshnet_gui.modelstore.sizes import model_sizes
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.node.app import NodeApp
from meshnet_gui.node.known_answer import Holders, KnownAnswer
from meshnet_gui.node.service import DRAIN_S, Bring, NodeService
from meshnet_gui.node.shard import Shard, ShardLoader
from meshnet_gui.node.shelf import WeightShelf
from meshnet_gui.runtime.announce import coming_offer
from meshnet_gui.runtime.listening import Listening
from meshnet_gui.settings import LOADED_WITH, MIN_CACHE_BYTES, NodeLimits, Settings, shard_words
from meshnet_gui.swarm.credentials import Credentials
from meshnet_gui.swarm.record import ShardOffer
from meshnet_gui.types import Span

log = logging.getLogger(__name__)
CACHES_SHARE = 4  # the part of the memory that is kept for session caches, where their limit is higher
_Key = tuple[str, Span]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wanted now, asked anew each time. ``model`` is the chosen one, ``find`` one by its name; both raise.

    ``credentials`` are those of the active swarm; None while there is none.
    ``span`` says which layers of the chosen model to serve, None: those that the settings name; it raises, too.
    ``ended_sessions`` are our own chats' between two answers, by their short ids: no shard that goes waits for them.
    ``own_sessions`` are all of our own chats': a pause keeps them.
    ``may_serve`` says whether others are to be answered, None: as the switch says. ``keeps`` says whether a pause keeps
    what is loaded, ``finish_s`` how long it waits for the sessions of others.
    ``bring`` fetches the pieces of a span that are not on this disk; ``give_up`` ends that, for another wish.
    """

    settings: Callable[[], Settings]
    limits: Callable[[Settings], NodeLimits]
    model: Callable[[], ModelSpec]
    find: Callable[[str], ModelSpec]
    is_ending: Callable[[], bool]
    credentials: Callable[[], Credentials | None] = lambda: None
    ended_sessions: Callable[[], Collection[str]] = frozenset
    own_sessions: Callable[[], Collection[str]] = frozenset
    span: Callable[[ModelSpec], Awaitable[Span]] | None = None
    bring: Bring | None = None
    give_up: Callable[[], None] = lambda: None
    may_serve: Callable[[], bool] | None = None
    keeps: Callable[[], bool] = lambda: False
    finish_s: Callable[[], float] = lambda: DRAIN_S


class OwnNode:
    """Server and service of this process's node. Threads: the core loop only."""

    def __init__(
        self,
        compute: ComputeThread,
        wishes: Wishes,
        load_shard: Callable[[Settings], ShardLoader],
        on_change: Callable[[], None],
        free_memory: Callable[[], int] | None = None,
        holders: Holders | None = None,
        shelf: Callable[[NodeService], WeightShelf] | None = None,
    ) -> None:
        self._wishes = wishes
        self._on_change = on_change
        self._load_shard = load_shard
        self._free_memory = free_memory
        self.service = NodeService(
            compute,
            self._load,
            on_change,
            check_memory=self._check_memory if free_memory is not None else None,
            ended_sessions=wishes.ended_sessions,
            join_check=KnownAnswer(holders).check,
            bring=self.bring,
        )
        self.shelf = shelf(self.service) if shelf is not None else None
        self.app = NodeApp(self.service, self.shelf)
        self.listening = Listening(self.app)
        self._cache_limit_bytes: int | None = None
        self._computing: tuple[object, ...] = ()
        self._first: _Key | None = None
        self._brings_for: tuple[object, ...] | None = None
        self.coming: ShardOffer | None = None  # while it is fetched
        self._switching = asyncio.Lock()

    @property
    def is_on(self) -> bool:
        """Whether requests can reach it at all."""
        return self.listening.is_open

    @property
    def url(self) -> str:
        """Where it answers; empty while it does not."""
        return self.listening.url if self.service.is_serving else ""

    @property
    def health_url(self) -> str:
        """Where programs on this computer may ask for its health; empty while it does not serve."""
        return self.listening.health_url if self.service.is_serving else ""

    async def settle(self) -> None:
        """Brings the node to where the settings want it now; the latest wish wins. Raises a MeshnetError.

        Switched off, it answers until the sessions of others have moved to other nodes, for ``DRAIN_S`` at most.
        """
        if self._may_serve():
            self.service.go_on()  # if it is just being switched off
        if self._brings_for not in (None, self._wish()):
            self._wishes.give_up()
        async with self._switching:
            if self._wishes.is_ending():
                return
            settings = self._wishes.settings()
            if not self._may_serve():
                await self._pause()
                return
            spec, span = await self._open(settings)
            self.service.resume()
            if self.service.is_serving:  # it goes on meanwhile
                await self.bring(spec, span)
            await self._apply_settings(settings)
            await self._serve_first(spec, span)
            await self._serve_others(settings)
        if self.shelf is not None and self._wishes.credentials() is not None:
            await self.shelf.prepare()  # the digests that members will ask for

    async def free(self) -> None:
        """Gives the memory of a paused node back; a node that serves by now keeps it."""
        async with self._switching:
            if self.service.is_paused and not self._may_serve():
                await self.service.stop()

    async def _pause(self) -> None:
        """Answers nobody any more, and keeps what is loaded where that is wanted."""
        within_s = self._wishes.finish_s()
        if self._wishes.keeps() and self.service.state in ("ready", "draining", "loading", "joining", "paused"):
            if self.service.is_paused or await self.service.pause(within_s, self._wishes.own_sessions):
                await self.close_server()
                return
            if self._may_serve():
                return
        if await self.service.drain(within_s):
            await self.close_server()

    def _may_serve(self) -> bool:
        wanted = self._wishes.settings().contributing
        return wanted and (self._wishes.may_serve is None or self._wishes.may_serve())

    async def add(self, spec: ModelSpec, span: Span) -> None:
        """Serves one more shard beside the first; an idle other one makes room for it. Raises a MeshnetError."""
        async with self._switching:
            if self._wishes.is_ending():
                return
            await self.service.start(spec, span, first=False, keep=[self._first] if self._first else [])

    async def remove(self, identity: str, span: Span) -> None:
        """Stops one of the others. Raises UserError for the first one."""
        async with self._switching:
            if (identity, span) == self._first:
                raise UserError("This is what the computer serves above all.", "Choose others, or stop sharing.")
            await self.service.stop_shard(identity, span, within_s=DRAIN_S)

    def others(self) -> tuple[str, ...]:
        """The shards beside the first one, as the settings name them."""
        shards = self.service.status().shards
        return tuple(f"{s.model_name}:{s.span}" for s in shards if (s.identity, s.span) != self._first)

    async def let_sessions_move(self) -> None:
        """Before others reach the node in another way: waits for them as a drain does, and keeps its shards."""
        await self.service.hand_over()
        self.service.take_all_back()

    async def bring(self, spec: ModelSpec, span: Span) -> None:
        """Fetches what ``span`` needs and is not on this disk; another wish ends it. Raises a MeshnetError."""
        if self._wishes.bring is None or not spec.missing(span):
            return
        self._brings_for, self.coming = self._wish(), coming_offer(spec, span)
        self._on_change()
        try:
            await self._wishes.bring(spec, span)
        finally:
            self._brings_for = self.coming = None

    def _wish(self) -> tuple[object, ...]:
        """What decides on the first shard."""
        settings, credentials = self._wishes.settings(), self._wishes.credentials()
        swarm_id = credentials.swarm_id if credentials is not None else ""
        return self._may_serve(), settings.model, settings.span, swarm_id

    async def leave(self, within_s: float) -> None:
        """Stops answering for good, once others' sessions have moved or after ``within_s``; nothing is freed."""
        await self.service.hand_over(within_s)
        await self.close_server()

    async def close_server(self) -> None:
        await self.listening.close()

    async def close(self) -> None:
        """Ends what runs beside the server."""
        if self.shelf is not None:
            await self.shelf.close()

    # -- inside ---------------------------------------------------------------------------------------------------

    async def _open(self, settings: Settings) -> tuple[ModelSpec, Span]:
        """What to serve first, with the server listening; else nothing at all is served and the reason shown."""
        try:
            wanted = await self._wanted(settings)
            await self.listening.settle(settings, self._wishes.credentials())
        except MeshnetError as exc:
            await self.close_server()
            await self.service.stop()
            self.service.fail(str(exc))
            raise
        return wanted

    async def _wanted(self, settings: Settings) -> tuple[ModelSpec, Span]:
        spec = self._wishes.model()
        choose = self._wishes.span
        return spec, await choose(spec) if choose is not None else span_of(spec, settings.span)

    async def _apply_settings(self, settings: Settings) -> None:
        """Limits change in place; what shapes the computation does not, and every shard is loaded anew."""
        limits = self._wishes.limits(settings)
        computing = computing_settings(settings)
        if computing != self._computing and self.service.status().shards:
            await self.service.hand_over()
            await self.service.stop()
        self._computing = computing
        self.service.max_shards = limits.max_shards
        self._set_cache_limits(settings)

    async def _serve_first(self, spec: ModelSpec, span: Span) -> None:
        before, self._first = self._first, (str(spec.identity), span)
        if before not in (None, self._first):
            await self.service.stop_shard(*before, within_s=DRAIN_S)
        try:
            if not self.service.put_first(*self._first):
                await self.service.start(spec, span)
            await self.service.make_fewer(keep=[self._first])
        except MeshnetError as exc:
            if not self.service.is_ready:
                await self.close_server()
                self.service.fail(str(exc))
            raise

    async def _serve_others(self, settings: Settings) -> None:
        """Those that are not there yet, as far as there is room; what stands in the way shows in the status."""
        for text in settings.also:
            if self.service.num_held >= self.service.max_shards:
                log.info("%s is not served: there are %d shards already", text, self.service.num_held)
                continue
            name, span_text = shard_words(text)
            try:
                spec = self._wishes.find(name)
                span = span_of(spec, span_text)
                held = [(shard.identity, shard.span) for shard in self.service.status().shards]
                if (str(spec.identity), span) not in held:
                    await self.service.start(spec, span, first=False, keep=held)
            except MeshnetError as exc:
                log.info("%s is not served: %s", text, exc.text)

    def limit_memory(self, max_bytes: int | None) -> None:
        """The most that shards and session caches take together from now on; caches give way, shards do not."""
        taken = sum(shard.shard_bytes for shard in self.service.status().shards if shard.is_on_processor)
        before, self._cache_limit_bytes = self._cache_limit_bytes, None if max_bytes is None else max_bytes - taken
        if self._cache_limit_bytes != before and self.service.status().shards:
            self._set_cache_limits(self._wishes.settings())

    def _set_cache_limits(self, settings: Settings) -> None:
        limits, most = self._wishes.limits(settings), self._cache_limit_bytes
        max_bytes = limits.max_bytes if most is None else max(MIN_CACHE_BYTES, min(limits.max_bytes, most))
        self.service.set_cache_limits(limits.ttl_s, limits.max_sessions, max_bytes)

    def _load(self, spec: ModelSpec, span: Span) -> Shard:
        return self._load_shard(self._wishes.settings())(spec, span)

    def memory_bytes(self) -> int:
        """What the first shard may take: what is free and what it gives back, less room for session caches."""
        if self._free_memory is None:
            return 2**62
        going = {self._first} if self._first is not None else set()
        left = room(self._free_memory(), self.service.status().shards, going)
        return left - min(self._wishes.limits(self._wishes.settings()).max_bytes, left // CACHES_SHARE)

    def _check_memory(self, spec: ModelSpec, span: Span, more: int) -> None:
        """Not on the loop: it reads the headers of the weight files. Raises MachineError."""
        assert self._free_memory is not None
        settings = self._wishes.settings()
        if settings.device in ("auto", "cpu"):  # how much a named GPU has is for the loader to find out
            check_fits(model_sizes(spec), spec.name, span, settings.precision, self._free_memory() + more)


def span_of(spec: ModelSpec, text: str) -> Span:
    """The span that a setting names, the whole model where it names none. Raises UserError."""
    return spec.chosen_span(Span.parse(text) if text else None)


def computing_settings(settings: Settings) -> tuple[object, ...]:
    """What a shard has taken up of the settings when it was loaded."""
    return tuple(getattr(settings, name) for name in LOADED_WITH)
