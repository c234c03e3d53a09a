"""Takes digests that nobody has taken yet, and compares what is on the disk with those that are known.

What is wrong in a model in pieces is removed, since it can be fetched again; of a model that was imported it is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore import held
from meshnet_gui.modelstore.hashing import (
    FileInPieces,
    FileOnDisk,
    add_proven,
    are_headers_sure,
    complete_files,
    drop_header,
    files_of,
    hash_file,
    hash_in_pieces,
    proven_files,
)
from meshnet_gui.modelstore.manifest import IMPORT_AGAIN
from meshnet_gui.modelstore.pieces import piece_file, piece_in
from meshnet_gui.modelstore.progress import Progress, part
from meshnet_gui.modelstore.small_files import small_files_in
from meshnet_gui.modelstore.span_files import pieces_text
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.staging import lock
from meshnet_gui.modelstore.tensor_lists import TensorList, merge_locked, model_lock
from meshnet_gui.modelstore.tensors import StoredTensor, TensorManifest, digest

MAX_NAMED = 8


@dataclass(frozen=True, slots=True)
class Verified:
    """What a look at everything that is here has found.

    ``num_tensors`` were compared with a digest, ``num_unknown`` had none to compare with. ``bad`` are the pieces or
    files that are wrong, of which ``removed`` are gone. ``proven`` are files of the repository that are right as a
    whole; ``doubted`` those that are not, by tensors and headers that members gave: one of the two is false.
    """

    name: str
    num_tensors: int
    num_unknown: int = 0
    bad: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    proven: tuple[str, ...] = ()
    doubted: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What to tell a person."""
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        kept = [each for each in self.bad if each not in self.removed]
        if not self.bad and not self.num_tensors and not self.num_unknown:
            yield f"{self.name}: none of its layers is here yet, so there is nothing to check."
            return
        if not self.bad:
            yield f"{self.name}: {self.num_tensors} tensors are as they should be."
        if self.removed:
            yield f"{self.name}: {_listed(self.removed)} damaged and removed; get it again."
        if kept:
            yield f"{self.name}: {_listed(kept)} damaged; remove the model and get it again."
        if self.num_unknown:
            yield f"Nobody has given a digest for {self.num_unknown} more."
        if self.doubted:
            yield f"Some member gave something false of {_listed(self.doubted)}."


def _listed(names: Sequence[str]) -> str:
    """``layers 3-5 and the tail``, or the names of files."""
    files = [name for name in names if piece_in(piece_file(name)) != name]
    more = f" and {len(files) - MAX_NAMED} more" if len(files) > MAX_NAMED else ""
    words = [", ".join(files[:MAX_NAMED]) + more, pieces_text([name for name in names if name not in files])]
    return ", ".join(filter(None, words))


def take_digests(spec: ModelSpec, listing: TensorList, progress: Progress) -> TensorManifest:
    """Hash the tensors here that have no digest yet; of a whole model, check the files' digests in the same pass.

    What was taken is written down file by file. Raises BadModelFile, OSError, MachineError.
    """
    files = files_of(spec, listing.manifest, listing.layouts)
    manifest = listing.manifest
    for file, report in _each(_unhashed(spec, files), progress):
        found, is_right = hash_file(file, report)
        if not is_right:
            raise BadModelFile(f"The file {file.path.name} of the model {spec.name} is damaged.", IMPORT_AGAIN)
        new = found if file.sha256 else {t.name: found[t.name] for t in _tensors(file) if not t.sha256}
        with lock(model_lock(spec.path), lambda: None):
            manifest = merge_locked(spec, new)
            add_proven(spec.path, [file.path.name] if file.sha256 else [])
    return manifest


def _unhashed(spec: ModelSpec, files: Iterable[FileOnDisk]) -> list[FileOnDisk]:
    proven = proven_files(spec.path)
    return [
        file
        for file in files
        if any(not tensor.sha256 for tensor in _tensors(file)) or (file.sha256 and file.path.name not in proven)
    ]


def _tensors(file: FileOnDisk) -> list[StoredTensor]:
    return [placed.tensor for placed in file.tensors]


def verify(spec: ModelSpec, listing: TensorList, progress: Progress) -> Verified:
    """Compare everything that is here with its digest. Raises BadModelFile, OSError, MachineError."""
    files = files_of(spec, listing.manifest, listing.layouts)
    found = _Findings(spec)
    for file, report in _each(files, part(progress, 0.0, 0.6)):
        found.look_at(file, report)
    proven = proven_files(spec.path)
    complete = [each for each in complete_files(spec, listing.manifest, files) if each.file.name not in proven]
    for in_pieces, report in _each(complete, part(progress, 0.6, 1.0)):
        found.look_at_whole(in_pieces, report)
    small = _changed_small_files(spec, listing.manifest)
    removed = found.settle(listing)
    progress(1.0, f"checked {spec.name}")
    bad = (*small, *(piece_in(name) or name for name in found.bad))
    return Verified(
        spec.name,
        found.num_tensors,
        found.num_unknown,
        bad,
        removed,
        tuple(sorted(found.proven)),
        tuple(found.doubted),
    )


class _Findings:
    """What is known so far of one model's files."""

    def __init__(self, spec: ModelSpec) -> None:
        self._spec = spec
        self._digests: dict[str, str] = {}
        self.bad: list[str] = []
        self.proven: list[str] = []
        self.doubted: list[str] = []
        self.num_tensors = self.num_unknown = 0

    def look_at(self, file: FileOnDisk, progress: Progress) -> None:
        """Compare the tensors of a file, and all of it where its digest is known."""
        try:
            found, is_right = hash_file(file, progress)
        except FileNotFoundError:
            if self._spec.held is None:
                self.bad.append(file.path.name)
            return  # a piece that went meanwhile
        wrong = [] if file.sha256 else [t for t in _tensors(file) if t.sha256 not in ("", found[t.name])]
        if wrong or not is_right:
            self.bad.append(file.path.name)
            return
        if file.sha256:
            self.proven.append(file.path.name)
            self._digests |= found
        num_unknown = 0 if file.sha256 else sum(not tensor.sha256 for tensor in _tensors(file))
        self.num_unknown += num_unknown
        self.num_tensors += len(found) - num_unknown

    def look_at_whole(self, file: FileInPieces, progress: Progress) -> None:
        """Compare a file of the repository that is here in pieces. No digest of a wrong one can be trusted."""
        names = {placed.path.name for placed in file.tensors}
        if names.intersection(self.bad):
            return
        if hash_in_pieces(file, progress) == file.file.sha256:
            self.proven.append(file.file.name)
            return
        if not are_headers_sure(self._spec.path):
            self.doubted.append(file.file.name)
            drop_header(self._spec.path, file.file.name)
            return
        self.bad += sorted(names)
        self._digests |= {placed.tensor.name: "" for placed in file.tensors}

    def settle(self, listing: TensorList) -> tuple[str, ...]:
        """Write down what is known now, and remove the pieces that are wrong; which those were."""
        with lock(model_lock(self._spec.path), lambda: None):
            merge_locked(self._spec, self._digests)
            add_proven(self._spec.path, self.proven)
        pieces = tuple(piece for name in self.bad if (piece := piece_in(name)))
        if self._spec.held is None or not pieces:
            return ()
        held.remove(self._spec, pieces, listing.layouts)
        return pieces


def _changed_small_files(spec: ModelSpec, manifest: TensorManifest) -> tuple[str, ...]:
    here = small_files_in(spec.path)
    expected = {file.name: file.sha256 for file in manifest.small_files if file.sha256}
    return tuple(name for name, sha256 in expected.items() if name not in here or digest(here[name]) != sha256)


Sized = TypeVar("Sized", FileOnDisk, FileInPieces)


def _each(files: Sequence[Sized], progress: Progress) -> Iterator[tuple[Sized, Progress]]:
    """Each file with a callback for its share of all their bytes."""
    total, done = sum(file.num_bytes for file in files) or 1, 0
    for file in files:
        yield file, part(progress, done / total, (done + file.num_bytes) / total)
        done += file.num_bytes
