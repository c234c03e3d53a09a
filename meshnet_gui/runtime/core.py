"""The core: everything that runs without a window, behind the commands and the snapshot.

Threads: the commands may be called from anywhere; all else runs on the core loop.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from meshnet_gui.concurrency.compute import ComputeThread
from meshnet_gui.concurrency.loop import LoopThread
from meshnet_gui.errors import MachineError, MeshnetError, UserError
from meshnet_gui.events import EndAsked, EventBus
from meshnet_gui.head.chat import Chat, ChatTokenizer, Constrain, Surroundings, new_generation_id, no_constraint
from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.transport import HttpTransport, InProcessTransport, SwarmTransport
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.node.service import DRAIN_S, NodeService
from meshnet_gui.node.shard import ShardLoader
from meshnet_gui.node.shelf import WeightShelf
from meshnet_gui.runtime.adoption import Adoption
from meshnet_gui.runtime.alone import Alone, keep_watch, local_app
from meshnet_gui.runtime.api_backend import ApiBackend
from meshnet_gui.runtime.api_key import ApiKey
from meshnet_gui.runtime.api_service import ApiService
from meshnet_gui.runtime.assigner import Assigner, Sight, Situation
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.control import Control, Levers
from meshnet_gui.runtime.demo import DemoSwarm
from meshnet_gui.runtime.governor.senses import Senses
from meshnet_gui.runtime.handed_on import HandedOn
from meshnet_gui.runtime.history import History, reading
from meshnet_gui.runtime.holders import DirectoryHolders
from meshnet_gui.runtime.kept import KeptConversations
from meshnet_gui.runtime.leaving import Leaving
from meshnet_gui.runtime.library import Library
from meshnet_gui.runtime.member_weights import MemberWeights
from meshnet_gui.runtime.metrics import Metrics
from meshnet_gui.runtime.models import Models
from meshnet_gui.runtime.own_node import OwnNode, Wishes, computing_settings, span_of
from meshnet_gui.runtime.paced import Paced
from meshnet_gui.runtime.peer_view import peer_view
from meshnet_gui.runtime.place import Place
from meshnet_gui.runtime.presence import computer_name
from meshnet_gui.runtime.routes import Now, Routes
from meshnet_gui.runtime.served import loaded_shards, served_models
from meshnet_gui.runtime.sharing import Household, Sharing
from meshnet_gui.runtime.snapshot import (
    STARTING,
    DayTotals,
    ModelView,
    Snapshot,
    SnapshotTaken,
    SwarmModelView,
)
from meshnet_gui.runtime.swarm import Around, OwnSwarm
from meshnet_gui.runtime.tally import Tally, counts_of
from meshnet_gui.runtime.updates import Updates
from meshnet_gui.settings import NodeLimits, Settings, SettingsFile, config_dir, data_dir, node_limits
from meshnet_gui.swarm.directory import Directory
from meshnet_gui.swarm.penalties import Penalties
from meshnet_gui.swarm.plain_http import check_plain
from meshnet_gui.swarm.probe import Prober, normal_address
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.types import Hop, Message, SamplingParams, Span

if TYPE_CHECKING:
    from meshnet_gui.modelstore.fetch.hub import Hub

log = logging.getLogger(__name__)
_T = TypeVar("_T")

SNAPSHOT_EVERY_S = 0.5


@dataclass(frozen=True, slots=True)
class Parts:
    """What the core is built of and cannot make itself; wired in ``runtime.assembly``.

    ``load_tokenizer`` is called on the compute thread, like the shard loader. ``fetch_starter`` imports the starter
    model if it is not there; it reports ``(fraction, text)`` and runs on the default executor. ``has_starter``: nothing
    is downloaded for that. ``free_memory`` says how
    many bytes a new shard may take (None: nobody asks). Keys and swarms are in ``swarm_folder``, chats in
    ``chats_folder``; ``swarm`` names another than the active one, "" none. ``model_cuts``, on the compute thread too,
    says where a model may be cut (None: anywhere). ``only_fetches``: no chat and no node follow, so no tokenizer is
    loaded, and nothing is fetched but what is asked for. ``hub`` makes the client of the hub at an address ("": the
    usual one), on the default executor; None where the hub is not to be asked. What is given by day is kept in
    ``totals_folder``, None: nowhere; there, too, what was found at ``release_feed``, which tells of newer versions
    ("": nobody asks). The API's key is in ``api_key_file``, None:
    among the keys. ``kind`` is as what commands find it by ``control_folder``, "": not at all. ``constrain`` holds
    answers to a grammar. ``senses`` are what the rules of sharing look at; by default nothing is known.
    """

    store: ModelStore
    load_shard: Callable[[Settings], ShardLoader]
    load_tokenizer: Callable[[Path], ChatTokenizer]
    fetch_starter: Callable[[ModelStore, Callable[[float, str], None]], ModelSpec]
    has_starter: bool = False
    settings_file: SettingsFile | None = None
    limits: Callable[[Settings], NodeLimits] = lambda settings: node_limits(settings, {})
    free_memory: Callable[[], int] | None = None
    swarm_folder: Path = field(default_factory=config_dir)
    chats_folder: Path = field(default_factory=data_dir)
    swarm: str | None = None
    model_cuts: Callable[[Path], tuple[int, ...]] | None = None
    demo: DemoSwarm | None = None
    extra_peers: tuple[str, ...] = ()
    only_fetches: bool = False
    hub: Callable[[str], Hub] | None = None
    totals_folder: Path | None = None
    release_feed: str = ""
    constrain: Constrain = no_constraint
    api_key_file: Path | None = None
    kind: str = ""
    control_folder: Path = field(default_factory=data_dir)
    senses: Senses = field(default_factory=Senses)


class Core(HandedOn):
    """Node, head and directory of this process. Implements ``runtime.commands.Commands``."""

    def __init__(self, parts: Parts, settings: Settings, notice: str = "") -> None:
        self.events = EventBus()
        self._parts = parts
        self._settings = settings
        self._notice = notice
        self._startup = STARTING
        self._importing = ""
        self._stopping = False
        self._loop = LoopThread()
        self._compute = ComputeThread()
        self._ticker: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._watch: asyncio.Task[None] | None = None
        self._assigning: asyncio.Task[None] | None = None
        self._adopting: asyncio.Task[None] | None = None
        self._free_bytes = parts.free_memory() if parts.free_memory is not None else 0
        self._latest = Snapshot(settings, startup=self._startup, notice=notice)
        self._library = Library(
            parts.store, self._compute, parts.load_tokenizer, lambda: self._settings, parts.model_cuts
        )
        situation = Situation(
            lambda: self._settings,
            self._sight,
            self._library.sizes,
            lambda: self._own.memory_bytes(),
            self._library.cuts,
            lambda: self._models.fetches.bytes_per_s,
            lambda spec: self._models.disk_bytes(spec),
        )
        self._assigner = Assigner(situation, self._library.model, lambda: self._own.service.status())
        wishes = Wishes(
            lambda: self._settings,
            parts.limits,
            self._library.model,
            self._library.find,
            lambda: self._stopping,
            credentials=lambda: self._swarm.credentials,
            span=self._assigner.span,
            bring=self._bring,
            give_up=lambda: self._models.fetches.give_up(),
            ended_sessions=lambda: frozenset() if self._chat.num_generating else frozenset(self._chat.own_sessions),
            own_sessions=lambda: frozenset(self._chat.own_sessions),
            may_serve=lambda: self._sharing.may_serve(),
            keeps=lambda: self._sharing.keeps(),
            finish_s=lambda: self._sharing.finish_s(),
        )
        holders = DirectoryHolders(lambda identity: self._directory.candidates(identity), lambda: self._client)
        free_memory = self._free_for_shards if parts.free_memory is not None else None
        self._own = OwnNode(self._compute, wishes, parts.load_shard, self._publish, free_memory, holders, self._shelf)
        self._sharing = Sharing(Household(lambda: self._settings, self._change, lambda: self._own), parts.senses)
        self._prober = Prober()
        self._looking_anew = Paced(self._take_up_directory)
        self._directory = Directory(self._prober, self._looking_anew.ask)
        self._swarm = OwnSwarm(parts.swarm_folder, parts.swarm, self._around_swarm())
        self._history = History()
        self._tally = Tally(parts.totals_folder, self._note)
        self._served: tuple[SwarmModelView, ...] = ()
        self._seen: tuple[tuple[NodeRecord, ...], tuple[ModelSpec, ...]] = (), ()
        self._models = Models(self._place())
        self._adoption = Adoption(self._models.add, self._to_adopt, self._adopted)
        self._alone = Alone(
            self._compute, lambda spec, span: parts.load_shard(self._settings)(spec, span), self._publish
        )
        now = Now(
            lambda: self._settings,
            lambda: self._free_bytes if parts.free_memory is not None else None,
            self._swarm.finds_for_s,
            lambda: self._swarm.presence is not None,
            self._tell_of_route,
            lambda: self._sharing.may_serve(),
        )
        self._routes = Routes(now, self._library, self._own.service, self._alone, self._directory, Penalties())
        here = InProcessTransport(
            local_app(self._alone, self._own.service, self._own.app),
            lambda: self._own.is_on or self._own.service.is_paused or self._alone.service.is_ready,
        )
        self._client = HopClient(SwarmTransport(self._swarm.roads, HttpTransport()), here)
        surroundings = Surroundings(
            self._library.model,
            self._library.tokenizer,
            self._routes.route,
            constrain=parts.constrain,
            goes_on=self._routes.goes_on,
            replacement=self._routes.replacement,
            changed=self._routes.changed,
            is_leaving=self._routes.is_leaving,
            faults=self._routes,
            subscribe_gone=self._directory.subscribe_gone,
        )
        self._chat = Chat(self._client, surroundings, self.events)
        self._metrics = Metrics()
        self.events.subscribe(self._metrics.hear)
        backend = ApiBackend(
            self._chat,
            self._library,
            lambda: self._settings,
            self._metrics.hear,
            lambda: (self._own.service.status(), self._alone.service.status()),
        )
        key = ApiKey(parts.swarm_folder, parts.api_key_file)
        self.api_key_file = key.path
        self._api = ApiService(backend, lambda: self._settings, key, self._publish, self._metrics.note_request)
        self._updates = Updates(
            parts.release_feed, parts.totals_folder, lambda: self._settings.check_for_updates, self._publish
        )
        self._leaving = Leaving(self._let_go, self._is_busy, lambda: self.events.publish(EndAsked()))
        self._control = Control(self._levers(), parts.kind, parts.control_folder, lambda: self._settings.control_port)
        self.conversations = KeptConversations(self.events, parts.chats_folder)

    @property
    def commands(self) -> Commands:
        """The same object under the name by which faces know it."""
        return self

    # -- life ---------------------------------------------------------------------------------------------------

    def start(self) -> Future[None]:
        """Starts the threads and prepares everything; the future ends when a chat can begin (or with why not)."""
        self._loop.start()
        self._compute.start()
        return self._submit(self._start())

    def stop(self, timeout_s: float = 10.0, handover_s: float = DRAIN_S) -> None:
        """Stops everything within ``timeout_s``, in any phase. A second call does nothing.

        Where somebody else's answer runs through our node, its head first gets ``handover_s`` to move on.
        """
        self._stopping = True
        if self._loop.is_running:
            with suppress(TimeoutError, RuntimeError, CancelledError):
                self._loop.submit(self._stop(handover_s)).result(timeout_s + handover_s)
        self._compute.stop(timeout_s=2.0)
        self._loop.stop(timeout_s=3.0)
        self.conversations.close()
        if self._parts.demo is not None:
            self._parts.demo.stop()

    def hurry(self) -> None:
        """Whoever stops the core waits for no other head any more. Any thread, and signal handlers."""
        self._own.service.in_a_hurry = True

    async def _start(self) -> None:
        self._ticker = asyncio.create_task(self._tick(), name="snapshot")
        self._watch = asyncio.create_task(keep_watch(self._alone, self._routes.is_alone_needed), name="alone")
        self._assigning = asyncio.create_task(self._assigner.watch(self._own), name="assign")
        self._sharing.start()
        self._updates.settle()
        if self._parts.kind:
            await self._let_commands_in()
        self._preparing = asyncio.create_task(self._prepare(), name="prepare")
        await self._preparing

    async def _let_commands_in(self) -> None:
        """A service that cannot be told anything does not start; the app, which has a window, goes on and says so."""
        try:
            await self._control.start()
        except MeshnetError as exc:
            if self._parts.settings_file is None:
                raise
            log.warning("commands cannot reach this program: %s", exc.text)
            self._note(str(exc))

    async def _prepare(self) -> None:
        try:
            self._add_remembered_peers()
            for address in self._parts.extra_peers:
                self._directory.add(address, remembered=False)
            await self._join_swarm()
            await self._refresh_models()
            await self._models.start(go_on=not self._parts.only_fetches)
            if self._parts.only_fetches:
                return
            self._api.start()
            await self._bring_in_named()
            await self._adoption.look(self._swarm.finds_for_s())
            if self._parts.demo is not None:
                await self._start_demo(self._parts.demo)
            await self._library.load_tokenizer_early()
            await self._sharing.begin()
        finally:
            self._say("")

    async def _bring_in_named(self) -> None:
        """A model that the command line names need not be here: its small files are brought here, as ``add`` does."""
        name = self._settings.model
        if not name or self._parts.settings_file is not None or self._library.chosen() is not None:
            return
        if name in {problem.name for problem in await asyncio.to_thread(self._parts.store.problems)}:
            return  # whoever needs it says what is wrong with it
        self._say(f"Looking for {name}...")
        self._change(model=(await self._models.add(name)).name)

    def _to_adopt(self) -> Sequence[SwarmModelView] | None:
        if self._library.chosen() is not None or self._swarm.presence is None:
            return None
        self._look_at_swarm()
        return [view for view in self._served if self._settings.model in ("", view.name)]

    def _adopted(self, name: str) -> None:
        self._change(model=name)
        self._note(f"Your swarm serves {name}: chats use it.")

    def _add_remembered_peers(self) -> None:
        """One address that cannot be used must not keep the program from starting."""
        for address in self._settings.peers:
            try:
                check_plain(address, allowed=self._settings.plain_http)
                self._directory.add(address, remembered=True)
            except UserError as exc:
                log.info("a remembered peer cannot be used: %s", exc.text)
                self._note(exc.text)

    async def _join_swarm(self) -> None:
        """A swarm that cannot be taken part in must not keep the program from starting."""
        try:
            await self._swarm.start()
        except MeshnetError as exc:
            if self._parts.swarm:  # it was asked for by name
                raise
            log.warning("the swarm cannot be taken part in: %s", exc.text)
            self._note(str(exc))
        self._note(self._swarm.notice)

    def _around_swarm(self) -> Around:
        async def settle() -> None:
            if self._settings.contributing and self._own.is_on:
                with suppress(MeshnetError):  # its state says why
                    await self._own.settle()

        return Around(
            swarm_port=lambda: self._settings.swarm_port,
            serving=lambda: self._own.listening.at,
            hand_over=lambda: self._own.let_sessions_move(),
            settle=settle,
            directory=self._directory,
            prober=self._prober,
            on_change=self._publish,
        )

    def _place(self) -> Place:
        return Place(
            self._parts.store,
            lambda: self._settings,
            self._parts.hub,
            MemberWeights(lambda: self._swarm.presence),
            self._refresh_models,
            self._take_up_models,
            loaded=lambda: loaded_shards(self._own.service.status(), self._alone.service.status()),
            served=lambda: self._served,
            on_change=self._publish,
            tell=self._note,
        )

    def _note(self, text: str) -> None:
        self._notice = f"{self._notice} {text}".strip()
        self._publish()

    async def _bring(self, spec: ModelSpec, span: Span) -> None:
        self._say("")  # from here on, the fetch says how far it is; all else can be used meanwhile
        await self._models.fetches.bring(spec, span)

    def _shelf(self, service: NodeService) -> WeightShelf:
        return WeightShelf(
            self._parts.store, lambda: self._settings, lambda: self._swarm.identity, lambda: service.is_computing
        )

    async def _start_demo(self, demo: DemoSwarm) -> None:
        if not self._settings.model:
            await self._bring_in_starter()
        spec = self._library.model()
        async for address in demo.start(spec, self._say):
            self._directory.add(address, remembered=False)
            await self._directory.probe(address)

    async def _bring_in_starter(self) -> ModelSpec:
        loop = asyncio.get_running_loop()

        def report(fraction: float, text: str) -> None:
            self._go_on()
            loop.call_soon_threadsafe(self._say, f"{text} ({fraction:.0%})" if 0 < fraction < 1 else text)

        spec = await asyncio.to_thread(self._parts.fetch_starter, self._parts.store, report)
        await self._refresh_models()
        return spec

    async def _stop(self, handover_s: float) -> None:
        started = self._ticker, self._preparing, self._watch, self._assigning, self._adopting
        tasks = [task for task in started if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await self._updates.close()
        await self._leaving.close()
        await self._control.close()
        await self._sharing.close()
        await self._api.close()
        await self._models.close()
        await self._chat.close()
        await self._own.leave(handover_s)
        await self._own.close()
        await self._tally.close()
        await self._directory.close()
        await self._swarm.stop()
        self._looking_anew.close()
        await self._prober.close()
        await self._client.close()

    # -- commands -----------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The latest picture. Any thread."""
        return self._latest

    def start_generation(
        self, messages: Sequence[Message], sampling: SamplingParams, max_tokens: int, overflow: str = "stop"
    ) -> str:
        generation_id = new_generation_id()

        async def begin() -> None:
            self._chat.start(messages, sampling, max_tokens, generation_id, overflow)
            self._publish()

        self._submit(begin())
        return generation_id

    def stop_generation(self, generation_id: str) -> Future[None]:
        return self._submit(self._chat.stop(generation_id))

    def resume_generation(self, generation_id: str) -> Future[None]:
        async def resume() -> None:
            self._chat.resume(generation_id)
            self._publish()

        return self._submit(resume())

    def preview_placement(self) -> Future[str]:
        return self._submit(self._assigner.preview())

    def totals(self, num_days: int) -> Future[tuple[DayTotals, ...]]:
        return self._submit(self._tally.days(num_days))

    def count_tokens(self, messages: Sequence[Message]) -> Future[int]:
        return self._submit(self._chat.count_tokens(messages))

    def set_span(self, span: Span | None) -> Future[None]:
        async def choose() -> None:
            span_of(self._library.model(), str(span) if span else "")
            self._change(span=str(span) if span else "")
            await self._own.settle()

        return self._submit(choose())

    def set_model(self, name: str) -> Future[None]:
        async def choose() -> None:
            await asyncio.to_thread(self._parts.store.get, name)
            self._change(model=name, span="")
            await self._own.settle()

        return self._submit(choose())

    def import_model(self, path: Path) -> Future[ModelView]:
        async def bring_in() -> ModelView:
            limit_bytes, loop = self._settings.models_max_bytes, asyncio.get_running_loop()

            def report(fraction: float, text: str) -> None:
                self._go_on()
                loop.call_soon_threadsafe(self._say_import, f"{text[:1].upper()}{text[1:]} ({fraction:.0%})")

            try:
                spec = await asyncio.to_thread(self._parts.store.import_path, path, None, report, limit_bytes)
            finally:
                self._say_import("")
            await self._take_up_models()
            return self._library.view(spec)

        return self._submit(bring_in())

    def fetch_starter(self) -> Future[ModelView]:
        async def fetch() -> ModelView:
            try:
                spec = await self._bring_in_starter()
            finally:
                self._say("")
            await self._try_node_again()
            return self._library.view(spec)

        return self._submit(fetch())

    def add_model(self, name: str, revision: str = "") -> Future[ModelView]:
        async def add() -> ModelView:
            return self._library.view(await self._models.add(name, revision))

        return self._submit(add())

    def add_peer(self, address: str) -> Future[None]:
        async def add() -> None:
            known = normal_address(address)
            check_plain(known, allowed=self._settings.plain_http)
            self._change(peers=tuple(dict.fromkeys((*self._directory.remembered(), known))))  # first what may fail
            self._directory.add(known, remembered=True)

        return self._submit(add())

    def remove_peer(self, address: str) -> Future[None]:
        async def remove() -> None:
            self._change(peers=self._directory.remembered(without=address))
            self._directory.remove(address)

        return self._submit(remove())

    def probe_peer(self, address: str) -> Future[None]:
        async def probe() -> None:
            await self._directory.probe(address)
            self._publish()  # also what no panel shows, like counters

        return self._submit(probe())

    def serve(self, model: str, span: Span | None, **changes: Any) -> Future[None]:
        async def choose() -> None:
            await asyncio.to_thread(self._parts.store.get, model)
            wanted = str(span) if span else ""
            span_of(self._library.find(model), wanted)
            self._change(**changes, model=model, span=wanted)
            await self._own.settle()
            self._remember_others()

        return self._submit(choose())

    def serve_also(self, model: str, span: Span | None) -> Future[None]:
        async def add() -> None:
            await asyncio.to_thread(self._parts.store.get, model)
            spec = self._library.find(model)
            wanted = span_of(spec, str(span) if span else "")
            if self._sharing.may_serve():
                await self._own.add(spec, wanted)
                self._remember_others()
            else:
                self._change(also=tuple(dict.fromkeys((*self._settings.also, f"{model}:{wanted}"))))

        return self._submit(add())

    def stop_shard(self, identity: str, span: Span) -> Future[None]:
        async def stop() -> None:
            await self._own.remove(identity, span)
            self._remember_others()

        return self._submit(stop())

    def _remember_others(self) -> None:
        """So that they are there again after the next start."""
        if self._sharing.may_serve():
            self._change(also=self._own.others())

    def join_swarm(self, invite: str) -> Future[str]:
        async def join() -> str:
            name = await self._swarm.join(invite)
            if self._adopting is not None:
                self._adopting.cancel()  # it looked in the swarm that was left
            self._adopting = asyncio.create_task(self._adoption.look(), name="adopt")
            return name

        return self._submit(join())

    def evict_session(self, address: str, short_id: str) -> Future[bool]:
        async def evict() -> bool:
            if not address:
                return self._own.service.evict_session(short_id)
            session_id = self._chat.own_sessions.get(short_id)
            if session_id is None:
                raise UserError("Only sessions of your own chats can be ended on a peer.")
            closed = await self._client.close_session(Hop(address, Span(0, 1)), session_id)
            await self._directory.probe(address)
            return closed

        return self._submit(evict())

    def change_settings(self, **changes: Any) -> Future[None]:
        async def change() -> None:
            before = _node_settings(self._settings)
            self._change(**changes)
            await self._sharing.look()
            await self._api.settle()
            self._updates.settle()
            if self._settings.contributing and _node_settings(self._settings) != before:
                await self._own.settle()

        return self._submit(change())

    # -- told by commands --------------------------------------------------------------------------------------

    def _levers(self) -> Levers:
        return Levers(
            self.snapshot,
            self._sharing.hold,
            self._sharing.go_on,
            self._leaving.begin,
            lambda: self._leaving.has_begun,
            lambda: self._metrics.text(self._picture()),
        )

    async def _let_go(self) -> None:
        self._api.take_nothing_new()
        await self._sharing.leave()

    def _is_busy(self) -> bool:
        return self._api.is_busy or self._chat.num_generating > 0

    # -- our own node -------------------------------------------------------------------------------------------

    def _sight(self) -> Sight | None:
        presence = self._swarm.presence
        if presence is None:
            return None
        return Sight(presence.membership.swarm_id, self._swarm.node_id, presence.members.records())

    def _take_up_directory(self) -> None:
        self._routes.look()
        self._publish()

    async def _take_up_models(self) -> None:
        """Looks at the store; a node that failed may have lacked what has just come."""
        await self._refresh_models()
        await self._try_node_again()

    async def _try_node_again(self) -> None:
        if self._settings.contributing and self._own.service.state == "failed":
            with suppress(MeshnetError):  # its state says why
                await self._own.settle()

    # -- settings, models, snapshot -----------------------------------------------------------------------------

    def _change(self, **changes: Any) -> None:
        known = {f.name for f in fields(Settings)}
        if unknown := set(changes) - known:
            raise UserError(f"There is no setting named {', '.join(sorted(unknown))}.")
        try:
            settings = replace(self._settings, **changes)
        except (ValueError, TypeError) as exc:
            raise UserError(f"{exc}.") from exc
        if settings.contributing or self._settings.contributing:
            settings = replace(settings, shared_before=True)
        if settings != self._settings:
            self._settings = settings
            if self._parts.settings_file is not None:
                self._parts.settings_file.save(settings)
        self._publish()

    async def _refresh_models(self) -> None:
        await self._library.refresh()
        self._publish()

    def _say(self, startup: str) -> None:
        self._startup = startup
        self._publish()

    def _say_import(self, text: str) -> None:
        self._importing = text  # the next picture shows it

    def _tell_of_route(self, text: str) -> None:
        if self._startup != text and (self._preparing is None or self._preparing.done()):
            self._say(text)

    def say_step(self, text: str) -> None:
        """Tells how far a load is while everything is being prepared; later, nobody waits for it. Any thread."""

        async def say() -> None:
            if self._preparing is not None and not self._preparing.done():
                self._say(text)

        self._submit(say())

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(SNAPSHOT_EVERY_S)
            try:
                await self._swarm.look_if_changed()
                self._look_at_memory()
                self._look_back()
                self._look_at_swarm()
                await self._models.look_at_use()
                self._publish()
            except Exception:  # what fails now must not leave the picture as it is for ever
                log.exception("the picture could not be made")

    def _look_at_swarm(self) -> None:
        presence = self._swarm.presence
        seen = presence.members.records() if presence is not None else (), self._library.specs
        if seen != self._seen:
            self._seen, self._served = seen, served_models(*seen)

    def _free_for_shards(self) -> int:
        assert self._parts.free_memory is not None
        return self._sharing.free_bytes(self._parts.free_memory())

    def _look_at_memory(self) -> None:
        self._free_bytes = self._parts.free_memory() if self._parts.free_memory is not None else 0

    def _look_back(self) -> None:
        self._tally.look(counts_of(self._own.service), shares=bool(self._own.url))
        if self._history.is_due():
            self._history.take(reading(self._own.service, self._alone.service, self._free_bytes))

    def _publish(self) -> None:
        name = self._settings.node_name or computer_name()
        self._swarm.announce(self._own.service.status(), name, self._own.coming)
        self._latest = self._picture()
        self.events.publish(SnapshotTaken(self._latest))

    def _picture(self) -> Snapshot:
        chosen = self._library.chosen()
        route, missing, route_note = self._routes.shown(chosen) if chosen else (None, (), "")
        return Snapshot(
            settings=self._settings,
            model=self._library.view(chosen) if chosen else None,
            models=self._library.views(),
            node=self._own.service.status(),
            node_address=self._own.url,
            health_address=self._own.health_url,
            peers=tuple(peer_view(p, chosen, self._swarm.road(p.node_id)) for p in self._directory.peers()),
            route=route,
            missing=missing,
            route_note=route_note,
            alone=self._alone.service.status(),
            num_generating=self._chat.num_generating,
            own_sessions=frozenset(self._chat.own_sessions),
            startup=self._startup,
            importing=self._importing,
            has_starter=self._parts.has_starter,
            notice=self._notice,
            limits=self._parts.limits(self._settings),
            free_bytes=self._sharing.free_bytes(self._free_bytes),
            sharing=self._sharing.view(),
            swarm=self._swarm.view(),
            swarms=self._swarm.views(),
            node_id=self._swarm.node_id,
            assignment=self._assigner.sentence if self._sharing.may_serve() else "",
            fetches=self._models.views(),
            swarm_models=self._served,
            disk=self._models.disk,
            is_signed_in=self._models.is_signed_in,
            recent=self._history.samples,
            api=self._api.view(),
            updates=self._updates.view(),
        )

    def _submit(self, coroutine: Coroutine[Any, Any, _T]) -> Future[_T]:
        try:
            return self._loop.submit(self._done(coroutine))
        except RuntimeError:
            coroutine.close()
            future: Future[_T] = Future()
            future.set_exception(MachineError("Meshnet is ending."))
            return future

    async def _done(self, coroutine: Coroutine[Any, Any, _T]) -> _T:
        """A command; what it changed is in the snapshot when it ends."""
        try:
            return await _in_our_words(coroutine)
        finally:
            self._looking_anew.finish()

    def _go_on(self, fraction: float = 0.0, text: str = "") -> None:
        """A progress report that ends long work on the executor once the program stops."""
        if self._stopping:
            raise MachineError("Meshnet is ending.")


def _node_settings(settings: Settings) -> tuple[object, ...]:
    """The settings that a running node has taken up."""
    limits = settings.kv_ttl_s, settings.kv_max_sessions, settings.kv_max_bytes, settings.max_loaded_shards
    return (settings.host, settings.port, settings.plain_http, *computing_settings(settings), *limits)


async def _in_our_words(coroutine: Coroutine[Any, Any, _T]) -> _T:
    """What a command raises is a MeshnetError; anything else is logged and becomes one."""
    try:
        return await coroutine
    except MeshnetError:
        raise
    except Exception as exc:
        log.exception("a command failed")
        raise MachineError(f"Something went wrong ({type(exc).__name__}).", "See the log for the reason.") from exc
