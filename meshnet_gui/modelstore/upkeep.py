"""The models on this computer looked after: their digests, what is damaged or unwanted, the room that they take."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import MeshnetError, UserError
from meshnet_gui.modelstore import disk, held, in_use, staging
from meshnet_gui.modelstore.checking import Verified, take_digests, verify
from meshnet_gui.modelstore.leftovers import Leftover, leftovers
from meshnet_gui.modelstore.manifest import FILE_NAME
from meshnet_gui.modelstore.pieces import layer_piece, layers_in, piece_of
from meshnet_gui.modelstore.progress import Progress, silent
from meshnet_gui.modelstore.span_files import pieces_text
from meshnet_gui.modelstore.spec import ModelSpec, damaged_pieces, read_spec
from meshnet_gui.modelstore.stored import StoredModels
from meshnet_gui.modelstore.tensor_lists import merge
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.types import Span

ROOM_LOCK_NAME = ".room.lock"
_log = logging.getLogger(__name__)


class Upkeep(StoredModels):
    """What can be done with models that are here. Threads: any; hashing and removing take seconds to minutes."""

    def take_digests(self, spec: ModelSpec, progress: Progress = silent) -> TensorManifest:
        """Hash the tensors here that have no digest yet, and write those down; the list with them.

        Of a whole model the digests of its files are checked in the same pass. What ``progress`` raises ends it; what
        was taken stays. Raises BadModelFile for a damaged file, DiskFull, MachineError.
        """
        with staging.disk_errors(self.root):
            return take_digests(spec, self._lists.get(spec), progress)

    def verify(self, name: str, progress: Progress = silent) -> Verified:
        """Compare everything that is here with its digest; damaged pieces are removed, since they can be got again.

        Reads all of it. What ``progress`` raises ends it. Raises UserError, BadModelFile, DiskFull, MachineError.
        """
        self._refuse_unknown(name)
        spec = read_spec(self.root / name)
        with staging.disk_errors(self.root):
            return verify(spec, self._lists.get(spec), progress)

    def mend(self) -> tuple[str, ...]:
        """Remove truncated pieces, so that the rest of each model serves; the names of the models that had some.

        Looks at sizes and headers only. What cannot be put right stays as it is.
        """
        mended = []
        for name in self._names():
            try:
                spec = read_spec(self.root / name)
                damaged = damaged_pieces(spec)
                if damaged:
                    _log.warning("%s: %s damaged on the disk and removed", name, pieces_text(damaged))
                    self._remove_pieces(spec, damaged)
                    mended.append(name)
                self.get(name)
            except MeshnetError as exc:
                _log.info("the model %s cannot be put right: %s", name, exc.text)
        return tuple(mended)

    def discard_tensors(self, spec: ModelSpec, tensors: Collection[str]) -> tuple[str, ...]:
        """What turned out to be wrong goes, in use or not: the digests are forgotten and the pieces removed; which.

        Of a whole model nothing goes. Raises BadModelFile, DiskFull, MachineError.
        """
        pieces = tuple(sorted({piece_of(name, spec.num_layers) for name in tensors} & (spec.held or frozenset())))
        with staging.disk_errors(self.root):
            merge(spec, dict.fromkeys(tensors, ""))
        if pieces:
            self._remove_pieces(spec, pieces)
        return pieces

    def touch(self, name: str) -> None:
        """Note that a model is used now. Raises UserError."""
        self._refuse_unknown(name)
        in_use.touch(self.root / name)

    @contextmanager
    def in_use(self, name: str, pieces: Collection[str] | None = None) -> Iterator[None]:
        """Hold a model, or these pieces of it, while it is loaded: seen by all processes. Raises UserError."""
        self._refuse_unknown(name)
        in_use.touch(self.root / name)
        with in_use.in_use(self.root / name, pieces):
            yield

    def remove(self, name: str) -> int:
        """Remove a model, whatever state it is in; the bytes that it took. Raises UserError, DiskFull, MachineError."""
        self._refuse_unknown(name)
        path = self.root / name
        with staging.disk_errors(self.root):
            if path.is_symlink():
                path.unlink()
                return 0
            try:
                self._refuse_used(path)
                num_bytes = disk.size_of(path)
                staging.discard(path)
            except FileNotFoundError:  # somebody else was quicker
                self._refuse_unknown(name)
                raise
        _log.info("removed the model %s, %s", name, bytes_text(num_bytes))
        return num_bytes

    def remove_layers(self, name: str, span: Span) -> int:
        """Remove layers of a model in pieces, and the ends that no layer that stays needs; the bytes that this frees.

        Raises UserError for layers that are in use, for a model that is whole in its own files; DiskFull, MachineError.
        """
        return self.remove_pieces(name, pieces_to_remove(self.get(name), span))

    def remove_pieces(self, name: str, pieces: Collection[str]) -> int:
        """Remove pieces of a model, and what was made of them; the bytes that this frees.

        Raises UserError for pieces that are in use, DiskFull, MachineError.
        """
        spec = self.get(name)
        used = in_use.used_pieces(spec.path)
        if used is None or used.intersection(pieces):
            raise UserError(f"This computer serves these layers of {name}.", "Switch sharing off first.")
        return self._remove_pieces(spec, pieces)

    def _remove_pieces(self, spec: ModelSpec, pieces: Collection[str]) -> int:
        with staging.disk_errors(self.root):
            freed = held.remove(spec, pieces, self.layouts(spec))
        _log.info("removed %d pieces of the model %s, %s", len(pieces), spec.name, bytes_text(freed))
        return freed

    def usage(self) -> tuple[disk.ModelUsage, ...]:
        """What each model takes on the disk, the broken ones, too."""
        can_fetch = {spec.name for spec in self._survey()[0] if _can_fetch(spec)}
        return tuple(
            disk.ModelUsage(
                name,
                disk.size_of(self.root / name),
                in_use.used_at(self.root / name, FILE_NAME),
                name in can_fetch,
                in_use.is_in_use(self.root / name),
            )
            for name in self._names()
        )

    def free_bytes(self) -> int:
        """What is free on the disk that the models are kept on; 0 where nobody can tell."""
        try:
            return shutil.disk_usage(next(place for place in (self.root, *self.root.parents) if place.exists())).free
        except (OSError, StopIteration):
            return 0

    def leftovers(self) -> tuple[Leftover, ...]:
        """What no model needs: of imports and fetches that were given up, and more of the kind."""
        self._names()
        return tuple(leftovers(self.root))

    def remove_leftovers(self) -> int:
        """Remove all of it; the bytes that this frees. Raises DiskFull, MachineError."""
        freed = 0
        with staging.disk_errors(self.root):
            for leftover in self.leftovers():
                staging.delete(leftover.path)
                freed += leftover.num_bytes
        return freed

    def make_room(
        self,
        num_bytes: int,
        limit_bytes: int = 0,
        keep: frozenset[str] = frozenset(),
    ) -> tuple[str, ...]:
        """See that so many bytes more can be written, on the disk and within the limit (0: none) for all models.

        Where they cannot, pieces go that can be fetched again and are not in use, those of the model that was used
        longest ago first; the names of the models that lost some are returned. ``keep`` names models, or pieces as
        ``model/piece``: so the fetch of a model, which nobody else may take anything from meanwhile, names those that
        it needs and gives up others.
        Raises DiskFull before anything was removed, MachineError.
        """
        with staging.disk_errors(self.root):
            self.root.mkdir(parents=True, exist_ok=True)
            if disk.has_room(self.root, num_bytes, limit_bytes):
                return ()
            with staging.lock(self.root / ROOM_LOCK_NAME, lambda: None):
                specs = [spec for spec in self._survey()[0] if _can_fetch(spec)]
                specs.sort(key=lambda spec: in_use.used_at(spec.path, FILE_NAME))
                removals = disk.plan_room(self.root, specs, num_bytes, limit_bytes, keep)
                for removal in removals:
                    try:
                        self._remove_pieces(removal.spec, removal.pieces)
                    except MeshnetError:
                        if removal.spec.path.exists():
                            raise  # else the whole model was removed meanwhile, which makes room as well
        return tuple(removal.spec.name for removal in removals)


def _can_fetch(spec: ModelSpec) -> bool:
    """Whether pieces that go can be had again. What was imported may be changed from what its folder says it is."""
    return spec.held is not None and spec.is_on_hub


def pieces_to_remove(spec: ModelSpec, span: Span) -> tuple[str, ...]:
    """What goes with the layers of ``span``: they themselves, and the ends that no layer that stays needs.

    Raises UserError.
    """
    if spec.held is None:
        raise UserError(f"{spec.name} lies here whole, in its own files.", "It can only be removed as a whole.")
    spec.chosen_span(span)
    gone = {layer_piece(layer) for layer in range(span.start, span.end)}
    staying = layers_in(spec.held - gone)
    needed = {piece for part in staying for piece in spec.pieces(part)}
    return tuple(piece for piece in spec.pieces(span) if piece in spec.held and piece not in needed)
