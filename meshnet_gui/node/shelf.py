"""What this computer hands to other members: every tensor of which it holds bytes and digest, found by the digest.

Digests that nobody has taken yet are taken in the background, one model at a time, and wait for the steps of chats.
Reading and hashing never happen on the loop.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Protocol

from meshnet_gui.errors import MeshnetError
from meshnet_gui.modelstore.hashing import HEADER_SUFFIX
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, layers_in, piece_of
from meshnet_gui.modelstore.progress import Progress
from meshnet_gui.modelstore.small_files import small_files_in
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.taken import how_taken
from meshnet_gui.modelstore.tensors import FILE_NAME as TENSORS_NAME
from meshnet_gui.modelstore.tensors import TensorManifest, digest
from meshnet_gui.settings import Settings
from meshnet_gui.swarm.attestation import attest
from meshnet_gui.swarm.identity import Identity
from meshnet_gui.wire.weights import MAX_HEADERS, MAX_HELD_MODELS, MAX_MANIFEST_BYTES, Attestation, Held, HeldModel

log = logging.getLogger(__name__)

LOOK_AGAIN_S = 3.0  # at the store, while members ask
STEPS_FIRST_S = 0.05  # that a bit of hashing, or a block, waits for steps, at most
LOOK_EVERY_S = 0.002


class Store(Protocol):
    """What of ``modelstore.store.ModelStore`` is used. All of it blocks."""

    root: Path

    def list(self) -> tuple[ModelSpec, ...]: ...
    def tensors(self, spec: ModelSpec) -> TensorManifest: ...
    def take_digests(self, spec: ModelSpec, progress: Progress) -> TensorManifest: ...
    def place(self, spec: ModelSpec, tensor_name: str) -> tuple[Path, int, int]: ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bytes of something lie: in a file, or here."""

    path: Path = Path()
    offset: int = 0
    num_bytes: int = 0
    content: bytes | None = None


@dataclass(frozen=True)
class _Row:
    """One model when last looked at. ``seen`` tells whether it changed since, ``lacks`` that digests are missing."""

    spec: ModelSpec
    seen: tuple[object, ...]
    model: HeldModel | None
    places: Mapping[str, Place] = field(default_factory=dict)
    lacks: bool = False


class WeightShelf:
    """``settings`` say whether anything is handed out at all; ``identity`` signs for the digests.

    ``is_computing``: a step runs now. Threads: the core loop, but for what says otherwise.
    """

    def __init__(
        self,
        store: Store,
        settings: Callable[[], Settings],
        identity: Callable[[], Identity | None] = lambda: None,
        is_computing: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.settings = settings
        self._store = store
        self._identity = identity
        self._is_computing = is_computing
        self._clock = clock
        self._rows: dict[str, _Row] = {}
        self._looked_at = float("-inf")
        self._stamp: object = None
        self._looking: asyncio.Task[None] | None = None
        self._taking: asyncio.Task[None] | None = None
        self._failed: set[tuple[str, tuple[object, ...]]] = set()
        self._ending = threading.Event()

    async def held(self) -> Held:
        """What is handed out now; begins to take the digests that are missing."""
        await self.prepare()
        if not self.settings().share_weights:
            return Held()
        models = tuple(row.model for row in self._rows.values() if row.model is not None)
        return Held(models, sum(row.lacks and row.model is None for row in self._rows.values()))

    def place(self, sha256: str) -> Place | None:
        """Where the bytes with this digest lie; None where they are not handed out."""
        if not self.settings().share_weights:
            return None
        return next((row.places[sha256] for row in self._rows.values() if sha256 in row.places), None)

    async def prepare(self) -> None:
        """Looks at the store, unless that was just done, and takes missing digests in the background.

        Where nothing is to be handed out it does nothing.
        """
        if not self.settings().share_weights:
            return
        if self._looking is None and self._clock() - self._looked_at >= LOOK_AGAIN_S:
            self._looking = asyncio.create_task(self._look(), name="weights")
        if self._looking is not None:
            await asyncio.shield(self._looking)
        if self._taking is None and self._next_to_take() is not None and not self._ending.is_set():
            self._taking = asyncio.create_task(self._take_digests(), name="digests")

    async def close(self) -> None:
        """Ends what runs in the background."""
        self._ending.set()
        tasks = [task for task in (self._looking, self._taking) if task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        try:
            identity = self._identity()
            stamp = (identity and identity.node_id, await asyncio.to_thread(_stamp, self._store.root))
            if stamp != self._stamp:
                self._rows = await asyncio.to_thread(self._rows_now, self._rows, identity)
                self._stamp = stamp
            self._looked_at = self._clock()
        except MeshnetError as exc:
            log.warning("the weights on this disk cannot be handed out: %s", exc.text)
        finally:
            self._looking = None

    def _rows_now(self, before: Mapping[str, _Row], identity: Identity | None) -> dict[str, _Row]:
        """Not on the loop."""
        rows = {}
        for spec in self._store.list()[:MAX_HELD_MODELS]:
            known, seen = before.get(spec.name), _seen(spec, identity)
            try:
                rows[spec.name] = known if known is not None and known.seen == seen else self._row(spec, identity)
            except (MeshnetError, OSError) as exc:
                log.info("the model %s is not handed out: %s", spec.name, exc)
        return rows

    def _row(self, spec: ModelSpec, identity: Identity | None) -> _Row:
        manifest = self._store.tensors(spec)
        seen, content = _seen(spec, identity), manifest.to_bytes()
        wanted = _by_piece(spec, manifest)
        ready = [piece for piece, names in wanted.items() if all(manifest.by_name[n].sha256 for n in names)]
        lacks = len(ready) < len(wanted)
        if not ready or len(content) > MAX_MANIFEST_BYTES:
            return _Row(spec, seen, None, lacks=lacks)
        small = small_files_in(spec.path)
        places = {digest(content): Place(num_bytes=len(content), content=content)}
        places |= {digest(found): Place(num_bytes=len(found), content=found) for found in small.values()}
        for piece in ready:
            places |= {manifest.by_name[name].sha256: Place(*self._store.place(spec, name)) for name in wanted[piece]}
        headers = dict(_headers(spec, manifest))
        places |= {sha256: place for place, sha256 in headers.values()}
        offered = replace(
            _held_model(spec, manifest, content, ready, small),
            headers=tuple((name, place.num_bytes, sha256) for name, (place, sha256) in headers.items()),
            attestation=_attested(spec, manifest, digest(content), identity),
        )
        return _Row(spec, seen, offered, places, lacks)

    def _next_to_take(self) -> _Row | None:
        return next(
            (row for row in self._rows.values() if row.lacks and (row.spec.name, row.seen) not in self._failed), None
        )

    async def _take_digests(self) -> None:
        try:
            while not self._ending.is_set() and (row := self._next_to_take()) is not None:
                log.info("taking the digests of %s, to hand it to others", row.spec.name)
                try:
                    await asyncio.to_thread(self._store.take_digests, row.spec, self._let_steps_first)
                except MeshnetError as exc:
                    log.warning("the digests of %s cannot be taken: %s", row.spec.name, exc)
                self._failed.add((row.spec.name, row.seen))  # where that changed nothing, it is not tried again
                await self._look()
        except _Ending:
            pass
        finally:
            self._taking = None

    def _let_steps_first(self, fraction: float, text: str) -> None:
        """In the thread that hashes."""
        waited_s = 0.0
        while self._is_computing() and waited_s < STEPS_FIRST_S and not self._ending.is_set():
            time.sleep(LOOK_EVERY_S)
            waited_s += LOOK_EVERY_S
        if self._ending.is_set():
            raise _Ending


class _Ending(Exception):
    """Nobody wants the digests any more."""


def _stamp(root: Path) -> tuple[object, ...]:
    """Changes whenever something comes into the store, or into a model, or goes. Raises nothing."""
    with suppress(OSError), os.scandir(root) as entries:
        return tuple(sorted((entry.name, entry.stat(follow_symlinks=False).st_mtime_ns) for entry in entries))
    return ()


def _seen(spec: ModelSpec, identity: Identity | None) -> tuple[object, ...]:
    """Changes whenever what is handed out of a model does."""
    times = [path.stat().st_mtime_ns if path.exists() else 0 for path in (spec.path, spec.path / TENSORS_NAME)]
    return (identity and identity.node_id, str(spec.identity), spec.held, *times)


def _by_piece(spec: ModelSpec, manifest: TensorManifest) -> dict[str, list[str]]:
    """The tensors of each piece that is here."""
    found: dict[str, list[str]] = {}
    for tensor in manifest.tensors:
        piece = piece_of(tensor.name, spec.num_layers)
        if piece and (spec.held is None or piece in spec.held):
            found.setdefault(piece, []).append(tensor.name)
    return found


def _held_model(
    spec: ModelSpec,
    manifest: TensorManifest,
    content: bytes,
    ready: Sequence[str],
    small: Mapping[str, bytes],
) -> HeldModel:
    sha256 = digest(content)
    return HeldModel(
        identity=manifest.identity,
        name=spec.name,
        layers=layers_in(ready),
        has_embedding=EMBEDDING in ready,
        has_tail=TAIL in ready,
        manifest_sha256=sha256,
        manifest_bytes=len(content),
        small_files=tuple((name, len(found), digest(found)) for name, found in small.items()),
        attestation=None,
    )


def _attested(spec: ModelSpec, manifest: TensorManifest, sha256: str, identity: Identity | None) -> Attestation | None:
    if identity is None:
        return None
    return attest(identity, manifest.identity, sha256, how_taken(spec, manifest))


def _headers(spec: ModelSpec, manifest: TensorManifest) -> Iterator[tuple[str, tuple[Place, str]]]:
    """The headers of the repository's files as far as they are here, where they lie and their digests."""
    first = {tensor.file: tensor.start for tensor in reversed(manifest.tensors)}
    for file in manifest.files[:MAX_HEADERS]:
        path = spec.path / (file.name if spec.held is None else f"{file.name}{HEADER_SUFFIX}")
        num_bytes = first.get(file.name, 0)
        with suppress(FileNotFoundError), path.open("rb") as stream:
            content = stream.read(num_bytes)
            if content and len(content) == num_bytes:
                yield file.name, (Place(path, 0, num_bytes), digest(content))
