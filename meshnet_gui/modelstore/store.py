"""The models on this computer: list, get, import. A model is a directory that appears complete or not at all."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from meshnet_gui.errors import BadModelFile, MachineError, UserError
from meshnet_gui.modelstore import disk, held, in_use, staging
from meshnet_gui.modelstore.adding import write_added, write_headers
from meshnet_gui.modelstore.checking import Verified, take_digests, verify
from meshnet_gui.modelstore.folder_import import FolderSource
from meshnet_gui.modelstore.gguf_import import GgufSource
from meshnet_gui.modelstore.hashing import is_whole, proven_files
from meshnet_gui.modelstore.leftovers import Leftover, leftovers
from meshnet_gui.modelstore.manifest import FILE_NAME, Manifest, dump_manifest, read_manifest
from meshnet_gui.modelstore.names import check_name, numbered, slug
from meshnet_gui.modelstore.piece_layout import PieceLayout, piece_layouts
from meshnet_gui.modelstore.pieces import piece_file, piece_of
from meshnet_gui.modelstore.progress import Progress, part, silent
from meshnet_gui.modelstore.spec import ModelSpec, check_complete, read_spec
from meshnet_gui.modelstore.tensor_lists import TensorLists, merge, model_lock
from meshnet_gui.modelstore.tensors import TensorManifest, read_tensors
from meshnet_gui.settings import data_dir

ROOM_LOCK_NAME = ".room.lock"
_HOW_TO_IMPORT = (
    "Add one of the catalogue with: meshnet models add NAME. Or import one with: meshnet models import PATH "
    "(a .gguf file or a folder with safetensors files)."
)
MODELS_DIRECTORY = "models"
_log = logging.getLogger(__name__)


class ImportSource(Protocol):
    """What can be imported: checked when it is made, hashed by ``prepare``, written by ``write``."""

    default_name: str

    @property
    def num_bytes(self) -> int: ...

    def prepare(self, progress: Progress) -> None: ...

    def matches(self, spec: ModelSpec) -> bool: ...

    def write(self, directory: Path, progress: Progress) -> Manifest: ...


@dataclass(frozen=True, slots=True)
class Problem:
    """A directory of the store that cannot be used, and why."""

    name: str
    text: str


class ModelStore:
    """The models under ``root``, one directory each.

    Threads: any; imports of all processes wait for each other. Importing takes seconds to minutes.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lists = TensorLists()

    def list(self) -> tuple[ModelSpec, ...]:
        """The usable models by name. A broken one is logged and left out; ``problems`` says why."""
        specs, problems = self._survey()
        for problem in problems:
            _log.warning("the model %s cannot be used: %s", problem.name, problem.text)
        return specs

    def problems(self) -> tuple[Problem, ...]:
        """The broken models."""
        return self._survey()[1]

    def get(self, name: str) -> ModelSpec:
        """A model that is complete by its sizes and headers. Raises UserError (no such model) and BadModelFile."""
        self._refuse_unknown(name)
        spec = _checked(self.root / name)
        if spec.held is not None and not held.is_index_right(spec):
            self._write_index(spec)
        return spec

    def import_path(self, path: Path, name: str | None = None, progress: Progress | None = None) -> ModelSpec:
        """Import a .gguf file or a folder. A model that is there already is returned as it is, under its own name.

        Nothing is left behind by a failure, nor when ``progress`` raises.
        Raises: UserError, BadModelFile, DiskFull, MachineError.
        """
        report = progress or silent
        with staging.disk_errors(self.root):
            source = _open_source(path)
            target = self.root / (check_name(name) if name is not None else source.default_name)
            self._check_place()
            with staging.store_lock(self.root, report):
                staging.remove_dead(self.root)
                source.prepare(part(report, 0.0, 0.15))
                existing = self._find(source.matches)
                if existing is None:
                    return self._build(source, target, report)
                if existing.missing(existing.full_span()):
                    self._refuse_used(existing.path)
                    return self._build(source, existing.path, report, replaced=existing)
                report(1.0, f"{existing.name} is here already")
                return existing

    def _build(
        self, source: ImportSource, target: Path, report: Progress, replaced: ModelSpec | None = None
    ) -> ModelSpec:
        """``replaced``: the same model in pieces, some of which are missing, gives way to the whole one."""
        self._refuse_clash(target, replaced)
        staging.check_room(self.root, source.num_bytes)
        with staging.staging(self.root) as directory:
            manifest = source.write(directory, part(report, 0.15, 0.98))
            staging.write_text(directory / FILE_NAME, dump_manifest(manifest))
            _checked(directory)
            with staging.lock(self.root / staging.ADDING_LOCK_NAME, lambda: None):
                self._refuse_clash(target, replaced)
                staging.publish(directory, target)
        report(1.0, f"imported {target.name}")
        _log.info("imported the model %s, %s", target.name, staging.megabytes(manifest.weight_bytes))
        return read_spec(target)

    def _refuse_clash(self, target: Path, replaced: ModelSpec | None) -> None:
        """A damaged model gives way to a new import; a whole one, or a directory that is not ours, does not.

        Nor does one in pieces: what is damaged of it is fetched again.
        """
        if not target.exists():
            return
        try:
            found = _checked(target)
            if replaced is not None and found.identity == replaced.identity:
                self._refuse_used(target)
                return
        except BadModelFile:
            if _is_damaged_whole(target):
                return
        raise UserError(f"Another model is already named {target.name!r}.", "Import this one under another name.")

    def add(
        self,
        name: str,
        files: Mapping[str, bytes],
        manifest: TensorManifest,
        *,
        source: str,
        headers: Mapping[str, bytes] | None = None,
        is_from_hub: bool = False,
    ) -> ModelSpec:
        """A new model with none of its pieces: enough to use it through a swarm. ``name`` may be empty.

        ``files`` are the small ones, as the repository has them or as another computer stores them. ``headers``: the
        first bytes of the repository's weight files, to the end of each header, by which a file's own digest can be
        taken once all of it is here; ``is_from_hub``: they are sure. The same model, if it is there already, is
        returned as it is; where another one has the name, it gets a number.
        Raises UserError, BadModelFile, DiskFull, MachineError.
        """
        wanted = check_name(name) if name else slug(manifest.identity.repository.rsplit("/", 1)[-1])
        with staging.disk_errors(self.root, "adding of a model"):
            self._check_place()
            self.root.mkdir(parents=True, exist_ok=True)
            staging.check_room(self.root, sum(map(len, files.values())) + 2 * len(manifest.to_bytes()), "model")
            with staging.lock(self.root / staging.ADDING_LOCK_NAME, lambda: None):
                existing = self._find(lambda spec: spec.identity == manifest.identity)
                if existing is not None:
                    return existing
                with staging.staging(self.root, staging.ADDING_PREFIX) as directory:
                    write_added(directory, files, manifest, source)
                    write_headers(directory, manifest, headers or {}, is_from_hub=is_from_hub)
                    return self._publish_added(directory, wanted)

    def _publish_added(self, directory: Path, wanted: str) -> ModelSpec:
        self._write_index(read_spec(directory))
        _checked(directory)
        target = self.root / next(name for name in numbered(wanted) if not os.path.lexists(self.root / name))
        staging.publish(directory, target)
        _log.info("added the model %s; none of its layers is here yet", target.name)
        return read_spec(target)

    def save_headers(self, spec: ModelSpec, headers: Mapping[str, bytes]) -> None:
        """Keep the headers that the hub gave, in the place of whatever members gave. Raises as ``add`` does."""
        with staging.disk_errors(self.root, "saving"), staging.lock(model_lock(spec.path), lambda: None):
            write_headers(spec.path, self.tensors(spec), headers, is_from_hub=True)

    def tensors(self, spec: ModelSpec) -> TensorManifest:
        """The list of all tensors; of a whole model it is made from the headers. Raises BadModelFile."""
        return self._lists.get(spec).manifest

    def layouts(self, spec: ModelSpec) -> Mapping[str, PieceLayout]:
        """What the file of each piece looks like. Raises BadModelFile."""
        return self._lists.get(spec).layouts

    def save_tensors(self, spec: ModelSpec, manifest: TensorManifest) -> TensorManifest:
        """Write down the digests of ``manifest``, and give the whole list. Those that it lacks stay as they were.

        Raises BadModelFile for the tensors of another model, DiskFull, MachineError.
        """
        places = {tensor.name: replace(tensor, sha256="") for tensor in manifest.tensors}
        if places != {tensor.name: replace(tensor, sha256="") for tensor in self.tensors(spec).tensors}:
            raise BadModelFile(f"This is not the list of the tensors of {spec.name}.")
        with staging.disk_errors(self.root, "saving"):
            return merge(spec, {tensor.name: tensor.sha256 for tensor in manifest.tensors if tensor.sha256})

    def place(self, spec: ModelSpec, tensor_name: str) -> tuple[Path, int, int]:
        """The file that holds a tensor, its first byte there, and its bytes. Raises BadModelFile where it is not here.

        The file may be gone when it is opened.
        """
        known = self._lists.get(spec)
        tensor = known.manifest.by_name.get(tensor_name)
        if tensor is not None and spec.held is None:
            return spec.path / tensor.file, tensor.start, tensor.num_bytes
        layout = known.layouts.get(piece_of(tensor_name, spec.num_layers))
        if tensor is not None and layout is not None and (spec.path / piece_file(layout.piece)).is_file():
            return spec.path / piece_file(layout.piece), layout.offsets[tensor_name], tensor.num_bytes
        raise BadModelFile(f"The tensor {tensor_name[:80]} of {spec.name} is not on this computer.")

    def publish_piece(self, spec: ModelSpec, piece: str, part: Path, digests: Mapping[str, str]) -> None:
        """Make ``part``, complete and checked, the file of a piece; ``digests`` are its tensors', by name.

        Raises BadModelFile for a file of another size or header, DiskFull, MachineError.
        """
        layouts = self.layouts(spec)
        with staging.disk_errors(self.root, "fetch"):
            held.publish(spec, layouts[piece], part, digests, layouts)

        in_use.touch(spec.path)

    def take_digests(self, spec: ModelSpec, progress: Progress = silent) -> TensorManifest:
        """Hash the tensors here that have no digest yet, and write those down; the list with them.

        Of a whole model the digests of its files are checked in the same pass. What ``progress`` raises ends it; what
        was taken stays. Raises BadModelFile for a damaged file, DiskFull, MachineError.
        """
        with staging.disk_errors(self.root, "check"):
            return take_digests(spec, self._lists.get(spec), progress)

    def are_proven(self, spec: ModelSpec) -> bool:
        """Whether the digests of its tensors were all taken from whole files whose own digests were right."""
        return is_whole(self.tensors(spec), proven_files(spec.path))

    def verify(self, name: str, progress: Progress = silent) -> Verified:
        """Compare everything that is here with its digest; damaged pieces are removed, since they can be got again.

        Reads all of it. What ``progress`` raises ends it. Raises UserError, BadModelFile, DiskFull, MachineError.
        """
        self._refuse_unknown(name)
        spec = read_spec(self.root / name)
        with staging.disk_errors(self.root, "check"):
            return verify(spec, self._lists.get(spec), progress)

    def remove(self, name: str) -> int:
        """Remove a model, whatever state it is in; the bytes that it took. Raises UserError, DiskFull, MachineError."""
        self._refuse_unknown(name)
        path = self.root / name
        with staging.disk_errors(self.root, "removal"):
            if path.is_symlink():
                path.unlink()
                return 0
            self._refuse_used(path)
            num_bytes = disk.size_of(path)
            staging.discard(path)
        _log.info("removed the model %s, %s", name, staging.megabytes(num_bytes))
        return num_bytes

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
        with staging.disk_errors(self.root, "removal"):
            freed = held.remove(spec, pieces, self.layouts(spec))
        _log.info("removed %d pieces of the model %s, %s", len(pieces), spec.name, staging.megabytes(freed))
        return freed

    def discard_tensors(self, spec: ModelSpec, tensors: Collection[str]) -> tuple[str, ...]:
        """What turned out to be wrong goes, in use or not: the digests are forgotten and the pieces removed; which.

        Of a whole model nothing goes. Raises BadModelFile, DiskFull, MachineError.
        """
        pieces = tuple(sorted({piece_of(name, spec.num_layers) for name in tensors} & (spec.held or frozenset())))
        with staging.disk_errors(self.root, "removal"):
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
        with staging.disk_errors(self.root, "removal"):
            for leftover in self.leftovers():
                staging.delete(leftover.path)
                freed += leftover.num_bytes
        return freed

    def make_room(self, num_bytes: int, limit_bytes: int = 0, keep: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """See that so many bytes more can be written, on the disk and within the limit (0: none) for all models.

        Where they cannot, pieces go that can be fetched again and are not in use, those of the model that was used
        longest ago first; the names of the models that lost some are returned. ``keep`` names models, or pieces as
        ``model/piece``: so the fetch of a model, which nobody else may take anything from meanwhile, names those that
        it needs and gives up others. Raises DiskFull before anything was removed, MachineError.
        """
        with staging.disk_errors(self.root, "fetch"):
            self.root.mkdir(parents=True, exist_ok=True)
            with staging.lock(self.root / ROOM_LOCK_NAME, lambda: None):
                specs = [spec for spec in self._survey()[0] if _can_fetch(spec)]
                specs.sort(key=lambda spec: in_use.used_at(spec.path, FILE_NAME))
                removals = disk.plan_room(self.root, specs, num_bytes, limit_bytes, keep)
                for removal in removals:
                    self._remove_pieces(removal.spec, removal.pieces)
        return tuple(removal.spec.name for removal in removals)

    def _refuse_unknown(self, name: str) -> None:
        if name not in self._names():
            known = [spec.name for spec in self._survey()[0]]
            there = f"There are: {', '.join(known)}." if known else "There is none yet."
            raise UserError(f"There is no model named {name[:80]!r}. {there}", _HOW_TO_IMPORT)

    def _refuse_used(self, path: Path) -> None:
        if in_use.is_in_use(path):
            raise UserError(f"This computer serves {path.name} now.", "Switch sharing off, or choose another model.")
        if disk.is_fetching(path):
            raise UserError(f"Layers of {path.name} are being fetched.", "Cancel that first.")

    def _write_index(self, spec: ModelSpec) -> None:
        with staging.disk_errors(self.root, "saving"), staging.lock(model_lock(spec.path), lambda: None):
            held.write_index(spec, piece_layouts(read_tensors(spec.path), spec.num_layers))

    def check_writable(self) -> None:
        """See that a model could be written here, before it is fetched. Raises MachineError and DiskFull."""
        with staging.disk_errors(self.root):
            self._check_place()
            self.root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.root):
                pass

    def _check_place(self) -> None:
        there = next((place for place in (self.root, *self.root.parents) if place.exists()), None)
        if there is not None and not there.is_dir():
            raise MachineError(f"{there} is not a folder.", f"The models are kept in {self.root}; move it away.")

    def _find(self, matches: Callable[[ModelSpec], bool]) -> ModelSpec | None:
        return next((spec for spec in self._survey()[0] if matches(spec)), None)

    def _names(self) -> tuple[str, ...]:
        try:
            self._check_place()
            entries = sorted(self.root.iterdir()) if self.root.is_dir() else []
        except OSError as exc:
            raise MachineError(f"The model store {self.root} cannot be read.", "Check its access rights.") from exc
        return tuple(path.name for path in entries if path.is_dir() and not path.name.startswith("."))

    def _survey(self) -> tuple[tuple[ModelSpec, ...], tuple[Problem, ...]]:
        specs, problems = [], []
        for name in self._names():
            try:
                specs.append(_checked(self.root / name))
            except BadModelFile as exc:
                problems.append(Problem(name, str(exc)))
        return tuple(specs), tuple(problems)


def default_store() -> ModelStore:
    """The store in this user's data directory."""
    return ModelStore(data_dir() / MODELS_DIRECTORY)


def _checked(directory: Path) -> ModelSpec:
    spec = read_spec(directory)
    check_complete(spec)
    return spec


def _is_damaged_whole(directory: Path) -> bool:
    if not (directory / FILE_NAME).is_file():
        return False
    try:
        return not read_manifest(directory).in_pieces
    except BadModelFile:
        return True


def _can_fetch(spec: ModelSpec) -> bool:
    """Whether pieces that go can be had again. What was imported may be changed from what its folder says it is."""
    return spec.held is not None and spec.is_on_hub


def _open_source(path: Path) -> ImportSource:
    if path.is_dir():
        return FolderSource(path.resolve())
    if path.is_file():
        if path.suffix.lower() in (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".safetensors"):
            raise UserError(
                f"{path.name} alone is not a model.", "Choose a .gguf file, or the folder that the file is in."
            )
        return GgufSource(path)
    raise UserError(f"There is no file or folder at {path}.", "Check the path.")
