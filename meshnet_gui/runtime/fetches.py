"""The fetches of this program: one for each model at most, from the wish until all has come or the user gave up.

A fetch runs on the default executor. It is remembered on the disk, so that it goes on after a restart.
Threads: the core loop only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from meshnet_gui.errors import BadModelFile, MachineError, MeshnetError, SwarmError, UserError
from meshnet_gui.modelstore.fetch.pace import FetchProgress
from meshnet_gui.modelstore.fetch.sources import HUB, Source
from meshnet_gui.modelstore.fetch.wish import Wish, remember, remembered
from meshnet_gui.modelstore.hashing import are_headers_sure
from meshnet_gui.modelstore.piece_layout import piece_layouts
from meshnet_gui.modelstore.spec import ModelSpec, held_pieces
from meshnet_gui.modelstore.starter import is_starter
from meshnet_gui.modelstore.taken import note_members
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.runtime.member_weights import Given
from meshnet_gui.runtime.place import Place
from meshnet_gui.runtime.snapshot import FetchView
from meshnet_gui.types import Span

if TYPE_CHECKING:
    from meshnet_gui.modelstore.fetch.job import Fetch

log = logging.getLogger(__name__)
MORE_MEMBERS_S = 30.0  # between two looks for members who could give as well
SHOW_EVERY_S = 0.5
LOOK_EVERY_S = 2.0  # for pieces that have come, each of which is of use at once


@dataclass(slots=True)
class _Job:
    """What goes on with one model. ``spans`` were asked for, the latest last; ``text`` says why it stands still.

    ``pieces`` and ``found`` are of an earlier run of the program: what it had still to bring, for all its spans, and
    the bytes that it has brought of how many.
    """

    model: str
    spans: list[Span] = field(default_factory=list)
    pieces: tuple[str, ...] = ()
    fetch: Fetch | None = None
    task: asyncio.Task[None] | None = None
    is_paused: bool = False
    is_cancelled: bool = False
    text: str = ""
    found: tuple[int, int] = (0, 0)

    @property
    def is_running(self) -> bool:
        return self.task is not None and not self.task.done()

    def missing(self, spec: ModelSpec) -> tuple[str, ...]:
        """What of all that was asked for is not here."""
        asked = [piece for span in self.spans for piece in spec.missing(span)]
        held = spec.held
        before = [] if held is None else [piece for piece in self.pieces if piece not in held]
        return tuple(dict.fromkeys([*before, *asked]))

    def view(self) -> FetchView:
        still = "paused" if self.is_paused else "failed"
        if self.fetch is None:
            state = "waiting" if self.is_running and not self.text else still
            return FetchView(self.model, state, self.spans[-1], *self.found, text=self.text)
        at = self.fetch.progress()
        members = {name: count for name, count in at.by_source.items() if name != HUB}
        return FetchView(
            self.model,
            _SHOWN.get(at.state, "waiting") if self.is_running and not self.text else still,
            self.spans[-1],
            done_bytes=at.done_bytes,
            total_bytes=at.total_bytes,
            bytes_per_s=at.bytes_per_s if self.is_running else 0.0,
            eta_s=at.eta_s if self.is_running else None,
            hub_bytes=at.by_source.get(HUB, 0),
            peer_bytes=sum(members.values()),
            num_peers=len(members),
            text=self.text or (at.text if self.is_running else ""),
            dropped=tuple(sorted(at.dropped.values())),
        )


_SHOWN = {"fetching": "fetching", "checking": "checking", "done": "checking"}


class Fetches:
    """Begins, pauses and goes on. What a command raises is a MeshnetError."""

    def __init__(self, place: Place, on_given: Callable[[str, tuple[str, ...]], None]) -> None:
        """``on_given`` is told of the pieces of a model that has come, in part or as a whole, from members."""
        self.bytes_per_s = 0.0  # as it was last; 0 before the first fetch
        self._place = place
        self._on_given = on_given
        self._jobs: dict[str, _Job] = {}
        self._brought = ""

    async def start(self) -> None:
        """Goes on with what was being fetched when the program ended, unless it was paused."""
        for spec in await asyncio.to_thread(self._place.store.list):
            wish = await asyncio.to_thread(remembered, spec)
            if wish is None or wish.span is None:
                continue
            job = _Job(spec.name, [wish.span], wish.pieces, is_paused=wish.is_paused)
            missing = job.missing(spec)
            if not missing:
                continue
            job.found = await asyncio.to_thread(self._found, spec, missing)
            self._jobs[spec.name] = job
            if not wish.is_paused:
                self._run(job)
        self._place.on_change()

    def _found(self, spec: ModelSpec, missing: Sequence[str]) -> tuple[int, int]:
        """What has come of the pieces that are missing; nothing where that cannot be said."""
        from meshnet_gui.modelstore.fetch.parts import come_so_far

        try:
            layouts = piece_layouts(self._place.store.tensors(spec), spec.num_layers)
            return come_so_far(spec.path, [layouts[piece] for piece in missing])
        except (MeshnetError, OSError) as exc:
            log.info("how much of %s has come cannot be said: %s", spec.name, exc)
            return 0, 0

    async def close(self) -> None:
        """Ends all of them; they go on at the next start."""
        running = [job for job in self._jobs.values() if job.is_running]
        for job in running:
            if job.fetch is not None:
                job.fetch.stop()
        await asyncio.gather(*(_ended(job) for job in running))

    def views(self) -> tuple[FetchView, ...]:
        """In the order in which they began."""
        return tuple(job.view() for job in self._jobs.values())

    # -- commands -----------------------------------------------------------------------------------------------------

    async def fetch(self, name: str, span: Span | None) -> None:
        """Brings the layers here that are not; returns when they are, or when it was paused or cancelled."""
        spec = await asyncio.to_thread(self._place.store.get, name)
        wanted = spec.chosen_span(span)
        if not spec.missing(wanted):
            return
        job = self._jobs.setdefault(name, _Job(name))
        job.spans = [*(each for each in job.spans if each != wanted), wanted]
        job.is_paused = False
        task = job.task if job.is_running and job.task is not None else self._run(job)
        await asyncio.shield(task)

    async def bring(self, spec: ModelSpec, span: Span) -> None:
        """``fetch`` for a node that is to load ``span``; MachineError where it is not here afterwards."""
        self._brought = spec.name
        await self.fetch(spec.name, span)
        if (await asyncio.to_thread(self._place.store.get, spec.name)).missing(span):
            raise MachineError(f"Layers {span} of {spec.name} are not all on this disk.", "Get them, or choose others.")

    def give_up(self) -> None:
        """The node wants something else now than what is being brought: that is paused, and may go on later."""
        job = self._jobs.get(self._brought)
        if job is not None and job.is_running:
            job.is_paused = True
            if job.fetch is not None:
                job.fetch.pause()

    async def pause(self, name: str) -> None:
        """What has come stays."""
        job = self._existing(name)
        job.is_paused, job.text = True, ""
        if job.fetch is not None:
            job.fetch.pause()
        await _ended(job)
        self._place.on_change()

    async def resume(self, name: str) -> None:
        """Goes on; returns when it runs."""
        job = self._existing(name)
        if job.is_paused:
            await _ended(job)
        job.is_paused = False
        if not job.is_running:
            self._run(job)

    async def cancel(self, name: str) -> None:
        """Unfinished pieces go; those that are whole stay."""
        from meshnet_gui.modelstore.fetch.job import discard

        job = self._existing(name)
        job.is_cancelled = True
        if job.fetch is not None:
            job.fetch.cancel()
        await _ended(job)
        self._jobs.pop(name, None)
        with suppress(UserError, BadModelFile):  # the model is gone or damaged: removing it is not held up by that
            await asyncio.to_thread(lambda: discard(self._place.store.get(name)))
        await self._place.refresh()

    def is_known(self, name: str) -> bool:
        """Whether there is anything to pause, to go on with, or to give up."""
        return name in self._jobs

    # -- inside -------------------------------------------------------------------------------------------------------

    def _existing(self, name: str) -> _Job:
        job = self._jobs.get(name)
        if job is None:
            raise UserError(f"Nothing of {name[:80]} is being fetched.")
        return job

    def _run(self, job: _Job) -> asyncio.Task[None]:
        job.text, job.fetch = "", None
        job.task = asyncio.create_task(self._work(job), name=f"fetch {job.model}")
        job.task.add_done_callback(lambda task: task.cancelled() or task.exception())  # whoever waits is told
        return job.task

    async def _work(self, job: _Job) -> None:
        """One fetch after the other, until nothing of what was asked for is missing."""
        try:
            while self._goes_on(job):
                spec = await asyncio.to_thread(self._place.store.get, job.model)
                missing = job.missing(spec)
                if not missing:
                    self._jobs.pop(job.model, None)
                    return
                await self._fetch_once(job, spec, missing)
                await self._place.refresh()
            await asyncio.to_thread(self._remember_all, job)
        except MeshnetError as exc:
            job.text = str(exc)
            raise
        except Exception as exc:
            log.exception("fetching %s failed", job.model)
            job.text = f"Something went wrong ({type(exc).__name__}); the log says what."
            raise MachineError(job.text) from exc
        finally:
            self._place.on_change()

    def _remember_all(self, job: _Job) -> None:
        """What was asked for while the fetch of something else ran: the fetch knows of its own pieces only."""
        if len(job.spans) < 2 or job.is_cancelled:
            return
        with suppress(MeshnetError, OSError):
            spec = self._place.store.get(job.model)
            missing = job.missing(spec)
            if missing:
                remember(spec, Wish(missing, job.spans[-1], job.is_paused))

    def _goes_on(self, job: _Job) -> bool:
        return not (job.is_paused or job.is_cancelled or self._place.is_ending)

    async def _fetch_once(self, job: _Job, spec: ModelSpec, pieces: tuple[str, ...]) -> None:
        from meshnet_gui.modelstore.fetch.job import Fetch

        known = await asyncio.to_thread(self._place.store.tensors, spec)
        sources, given = await self._sources(spec, known)
        if not self._goes_on(job):
            return
        fetch = job.fetch = Fetch(
            self._place.store,
            spec,
            pieces,
            sources,
            expected=given.expected,
            max_disk_bytes=lambda: self._place.settings().models_max_bytes,
            span=job.spans[-1],
            believe_hub=spec.is_on_hub and self._place.has_hub and (await self._place.hub()).is_private,
        )
        beside = [
            asyncio.create_task(self._look_for_more(fetch, spec, known, {source.name for source in sources})),
            asyncio.create_task(self._keep_showing(fetch, spec)),
        ]
        try:
            await asyncio.to_thread(fetch.run)
            self._place.on_change()  # a last picture with all that came, and from whom
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            if any(name != HUB for name in fetch.progress().by_source):
                self._on_given(spec.name, pieces)
            await self._note_lies(spec, fetch.progress(), given)

    async def _note_lies(self, spec: ModelSpec, at: FetchProgress, given: Given) -> None:
        self._place.members.note_givers(given, at.liars)
        given = replace(given, disputed=given.disputed.union(at.disputed))
        if given.disputed:
            await self._place.members.note_liars(given, await asyncio.to_thread(self._place.store.tensors, spec))

    async def _sources(self, spec: ModelSpec, known: TensorManifest) -> tuple[list[Source], Given]:
        """Members first, the hub last."""
        can_ask = spec.is_on_hub and self._place.has_hub
        why_not = await self._why_not_the_hub(spec) if can_ask else ""
        has_hub = can_ask and not why_not
        try:
            given = await self._place.members.give(spec, known, has_hub=has_hub)
        except SwarmError as exc:
            if not has_hub:
                raise
            log.info("members are not asked for %s: %s", spec.name, exc.text)
            given = Given()
        sources = list(given.sources)
        if has_hub:
            hub, identity = await self._place.hub(), spec.identity
            sources.append(await asyncio.to_thread(hub.source, identity.repository, identity.revision, known))
        if given.sources or (has_hub and not hub.is_private):  # then the digests are not our own word
            await asyncio.to_thread(note_members, spec)
        if not sources:
            nobody = f"Nobody in your swarm hands out {spec.name} now. {why_not}".strip()
            if is_starter(spec):
                raise SwarmError(nobody, "It is the starter model, which needs no member: meshnet models starter")
            raise SwarmError(nobody, "Wait until a member that has it shares, or import it from a file.")
        return sources, given

    async def _why_not_the_hub(self, spec: ModelSpec) -> str:
        """Where members said which tensors lie where, the hub has to say the same; why it could not be asked.

        Bytes of the hub at a place that a liar named are no less wrong. Raises BadModelFile where it says otherwise.
        """
        if await asyncio.to_thread(are_headers_sure, spec.path):
            return ""
        try:
            headers = await self._place.hubs_headers(spec)
        except MeshnetError as exc:
            log.info("the hub is not asked for %s, which came from members: %s", spec.name, exc.text)
            return exc.text
        await asyncio.to_thread(self._place.store.save_headers, spec, headers)
        return ""

    async def _look_for_more(self, fetch: Fetch, spec: ModelSpec, known: TensorManifest, names: set[str]) -> None:
        """Members who came since the fetch began."""
        while True:
            await asyncio.sleep(MORE_MEMBERS_S)
            with suppress(MeshnetError):
                given = await self._place.members.give(spec, known, has_hub=spec.is_on_hub and self._place.has_hub)
                new = [source for source in given.sources if source.name not in names]
                if new:
                    await asyncio.to_thread(note_members, spec)
                    names |= {source.name for source in new}
                    fetch.add_sources(new, given.expected)

    async def _keep_showing(self, fetch: Fetch, spec: ModelSpec) -> None:
        """How far it is, and before it ends already which pieces are here."""
        loop = asyncio.get_running_loop()
        held, looked_at = spec.held, loop.time()
        while True:
            await asyncio.sleep(SHOW_EVERY_S)
            self.bytes_per_s = fetch.progress().bytes_per_s or self.bytes_per_s
            self._place.on_change()
            if loop.time() - looked_at >= LOOK_EVERY_S:
                looked_at = loop.time()
                with suppress(MeshnetError):  # the fetch itself will say what is wrong
                    now = await asyncio.to_thread(held_pieces, spec.path, spec.num_layers)
                    if now != held:
                        held = now
                        await self._place.look()


async def _ended(job: _Job) -> None:
    if job.task is not None:
        await asyncio.wait([job.task])
