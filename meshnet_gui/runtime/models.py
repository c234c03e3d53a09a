"""The models of this computer as the commands see them: added, fetched, checked, removed, and the disk that they fill.

Threads: the core loop; the hub, the disk and hashing on the default executor.
"""

from __future__ import annotations

import asyncio
import logging
import random
import threading
from collections.abc import Collection
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import replace

from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.modelstore.checking import Verified
from meshnet_gui.modelstore.fetch.cross_check import CrossChecked, cross_check
from meshnet_gui.modelstore.hashing import proven_files
from meshnet_gui.modelstore.progress import Progress, silent
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.runtime.adding import bring_in
from meshnet_gui.runtime.fetches import Fetches
from meshnet_gui.runtime.place import Place
from meshnet_gui.runtime.snapshot import BrokenModel, DiskView, FetchView, FoundModel, ModelCheck
from meshnet_gui.types import Span

log = logging.getLogger(__name__)
LOOK_AT_DISK_S = 15.0
CHECK_AFTER_S = (30.0, 600.0)


class Models:
    """What a command raises is a MeshnetError."""

    def __init__(self, place: Place) -> None:
        self.fetches = Fetches(place, self._check_later)
        self._disk = DiskView()
        self.is_signed_in: bool | None = None
        self._place = place
        self._adding: dict[tuple[str, str], asyncio.Task[ModelSpec]] = {}
        self._used: dict[tuple[str, Span], ExitStack] = {}
        self._wanted: frozenset[tuple[str, Span]] = frozenset()
        self._using = threading.Lock()  # a thread that looks is not ended by the end of who waits for it
        self._looking: asyncio.Task[None] | None = None
        self._checking: set[asyncio.Task[None]] = set()

    # -- life ---------------------------------------------------------------------------------------------------------

    async def start(self, *, go_on: bool = True) -> None:
        """Looks after the disk, and goes on with what was being fetched where ``go_on`` says so."""
        if not go_on:
            self._disk = await asyncio.to_thread(self._disk_now)  # it is asked for at once
        self._looking = asyncio.create_task(self._look_at_disk(), name="disk")
        if go_on:
            if await asyncio.to_thread(self._place.store.mend):
                await self._place.refresh()
            await self.fetches.start()

    async def close(self) -> None:
        """Ends all that goes on."""
        self._place.is_ending = True
        for task in (self._looking, *self._checking, *self._adding.values()):
            if task is not None:
                task.cancel()
        await self.fetches.close()
        await asyncio.to_thread(self._use, frozenset())

    async def look_at_use(self) -> None:
        """Keeps what is loaded here from being removed by any program, and lets go of what no longer is."""
        loaded = self._place.loaded()
        if loaded != self._wanted:
            self._wanted = loaded
            await asyncio.to_thread(self._use, loaded)

    def _use(self, loaded: frozenset[tuple[str, Span]]) -> None:
        with self._using:
            for key in self._used.keys() - loaded:
                self._used.pop(key).close()
            for key in loaded - self._used.keys() if not self._place.is_ending else ():
                self._used[key] = ExitStack()
                with suppress(MeshnetError, OSError):
                    self._used[key].enter_context(self._hold(*key))

    def _hold(self, name: str, span: Span) -> AbstractContextManager[None]:
        spec = self._place.store.get(name)
        return self._place.store.in_use(name, None if spec.held is None else spec.pieces(span))

    # -- commands -----------------------------------------------------------------------------------------------------

    async def add(self, name: str, revision: str = "") -> ModelSpec:
        """A model becomes known here by its small files (``runtime.adding``). Whoever asks meanwhile waits, too."""
        key = name, revision
        task = self._adding.get(key)
        if task is None:
            task = self._adding[key] = asyncio.create_task(bring_in(self._place, name, revision), name="add")
            task.add_done_callback(lambda _: self._adding.pop(key, None))
            self._place.on_change()
        try:
            spec = await asyncio.shield(task)
        finally:
            self._place.on_change()
        await self._place.refresh()
        return spec

    async def remove(self, name: str) -> None:
        """Deletes a model from the disk."""
        if name in {model for model, _ in self._place.loaded()}:
            raise UserError(f"{name} is in use on this computer.", "Choose another model, or stop sharing, first.")
        if self.fetches.is_known(name):
            await self.fetches.cancel(name)
        await asyncio.to_thread(self._place.store.remove, name)
        await self._refresh()

    async def remove_layers(self, name: str, span: Span) -> int:
        """Deletes layers of a model in pieces; the bytes that this frees."""
        if any(model == name and _overlap(used, span) for model, used in self._place.loaded()):
            raise UserError(f"Layers {span} of {name} are in use on this computer.", "Stop sharing them first.")
        if self.fetches.is_known(name):
            raise UserError(f"More of {name} is being fetched.", "Let that end, or cancel it, first.")
        freed = await asyncio.to_thread(self._place.store.remove_layers, name, span)
        await self._refresh()
        return freed

    async def verify(self, name: str, progress: Progress = silent) -> ModelCheck:
        """Checks what is here, against the hub too where it can be asked. Any thread calls ``progress``."""

        def report(fraction: float, text: str) -> None:
            self._place.go_on()
            progress(fraction, text)

        found = await asyncio.to_thread(self._place.store.verify, name, report)
        await self._refresh()
        spec = await asyncio.to_thread(self._place.store.get, name)
        can_ask = spec.is_on_hub and self._place.has_hub and spec.held != frozenset()
        if can_ask and found.doubted:
            found = await self._verify_with_the_hubs_headers(spec, report) or found
        if not can_ask:
            return ModelCheck(name, not found.bad, found.text)
        progress(1.0, "comparing samples with the hub")
        is_like_the_hubs, text = await self._cross_check(spec)
        return ModelCheck(name, is_like_the_hubs and not found.bad, f"{found.text} {text}")

    async def remove_leftovers(self) -> int:
        """Deletes what no model needs; how many bytes that freed."""
        freed = await asyncio.to_thread(self._place.store.remove_leftovers)
        await self._refresh()
        return freed

    async def search(self, text: str) -> tuple[FoundModel, ...]:
        """Repositories of the hub."""
        hub = await self._place.hub()
        found = await asyncio.to_thread(hub.search, text)
        return tuple(FoundModel(each.repository, each.downloads, each.licence, each.gated) for each in found)

    async def sign_in(self, token: str) -> None:
        """Remembers a token of the hub, or with an empty one forgets it."""
        hub = await self._place.hub()
        try:
            await (asyncio.to_thread(hub.sign_in, token) if token else asyncio.to_thread(hub.sign_out))
        finally:
            await self.look_at_account()

    async def look_at_account(self) -> None:
        """Whether there is a token of the hub, as its own library sees it."""
        if self._place.has_hub:
            hub = await self._place.hub()
            self.is_signed_in = await asyncio.to_thread(hub.signed_in)
            self._place.on_change()

    async def disk_bytes(self, spec: ModelSpec) -> int | None:
        """What the disk has for a model, with what it takes there already; None where all of it is there."""
        return None if spec.held is None else await asyncio.to_thread(self._disk_bytes, spec)

    @property
    def disk(self) -> DiskView:
        """As it was last looked at, with the limit as it is now."""
        return replace(self._disk, limit_bytes=self._place.settings().models_max_bytes)

    def views(self) -> tuple[FetchView, ...]:
        """All that goes on."""
        return (*(FetchView(name, "adding") for name, _ in self._adding), *self.fetches.views())

    # -- inside -------------------------------------------------------------------------------------------------------

    def _check_later(self, name: str, pieces: tuple[str, ...]) -> None:
        """Some of what members gave is compared with the hub, when nobody can foresee it."""
        task = asyncio.create_task(self._check_what_members_gave(name, pieces), name="cross-check")
        self._checking.add(task)
        task.add_done_callback(self._checking.discard)

    async def _check_what_members_gave(self, name: str, pieces: tuple[str, ...]) -> None:
        await asyncio.sleep(random.uniform(*CHECK_AFTER_S))
        try:
            spec = await asyncio.to_thread(self._place.store.get, name)
            held = [piece for piece in pieces if spec.held is not None and piece in spec.held]
            if not held or not spec.is_on_hub or not self._place.has_hub:
                return
            is_right, text = await self._cross_check(spec, held)
            log.info("what members gave of %s: %s", name, text)
            if not is_right:
                self._place.tell(f"Members handed out something else than {name}: {text}")
        except MeshnetError as exc:
            log.info("what members gave of %s was not compared with the hub: %s", name, exc.text)

    async def _verify_with_the_hubs_headers(self, spec: ModelSpec, report: Progress) -> Verified | None:
        """Once more, with what members cannot have changed; None where the hub does not answer."""
        store = self._place.store
        try:
            await asyncio.to_thread(store.save_headers, spec, await self._place.hubs_headers(spec))
            return await asyncio.to_thread(store.verify, spec.name, report)
        except MeshnetError as exc:
            log.info("%s could not be verified with the hub's headers: %s", spec.name, exc.text)
            return None
        finally:
            await self._refresh()

    async def _cross_check(self, spec: ModelSpec, pieces: Collection[str] | None = None) -> tuple[bool, str]:
        """Samples of what is here beside the hub's bytes; pieces that differ are removed."""
        hub = await self._place.hub()

        def check() -> CrossChecked:
            known, identity = self._place.store.tensors(spec), spec.identity
            return cross_check(
                self._place.store,
                spec,
                lambda ranges: hub.read_ranges(identity.repository, identity.revision, known, ranges),
                random.Random(),
                pieces=pieces,
            )

        try:
            checked = await asyncio.to_thread(check)
        except MeshnetError as exc:
            return True, f"It could not be compared with the hub: {exc.text}"
        if not checked.bad:
            return True, f"{checked.num_ranges} samples are what the hub has."
        text = f"{len(checked.bad)} of its tensors are not what the hub has."
        known = await asyncio.to_thread(self._place.store.tensors, spec)
        await self._place.members.note_signers(spec, {name: known.by_name[name].sha256 for name in checked.bad})
        await asyncio.to_thread(self._place.store.discard_tensors, spec, _doubtful(spec, known))
        await self._refresh()
        again = "Remove it and get it again." if spec.held is None else "What is not proven was removed; get it again."
        return False, f"{text} {again}"

    async def _refresh(self) -> None:
        self._disk = await asyncio.to_thread(self._disk_now)
        await self._place.refresh()

    async def _look_at_disk(self) -> None:
        while True:
            try:
                self._disk = await asyncio.to_thread(self._disk_now)
                self._place.on_change()
            except Exception:  # what cannot be read now may be readable later
                log.exception("the disk could not be looked at")
            await asyncio.sleep(LOOK_AT_DISK_S)

    def _disk_bytes(self, spec: ModelSpec) -> int | None:
        store, limit = self._place.store, self._place.settings().models_max_bytes
        free, usage = store.free_bytes(), store.usage()
        if not free:
            return None  # nobody can tell
        if limit:
            free = min(free, limit - sum(each.num_bytes for each in usage))
        own = sum(each.num_bytes for each in usage if each.name == spec.name)
        return free + own + sum(e.num_bytes for e in usage if e.name != spec.name and e.can_fetch and not e.in_use)

    def _disk_now(self) -> DiskView:
        store = self._place.store
        leftovers = store.leftovers()
        return DiskView(
            used_bytes=sum(usage.num_bytes for usage in store.usage()),
            free_bytes=store.free_bytes(),
            num_leftovers=len(leftovers),
            leftover_bytes=sum(leftover.num_bytes for leftover in leftovers),
            broken=tuple(BrokenModel(each.name, each.text) for each in store.problems()),
        )


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _doubtful(spec: ModelSpec, known: TensorManifest) -> list[str]:
    """Whoever stated one digest that is wrong may have lied about all that no whole file proves."""
    proven = proven_files(spec.path)
    return [tensor.name for tensor in known.tensors if tensor.file not in proven]
