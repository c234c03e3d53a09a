"""The models on this computer: list, get, import, add. A model is a directory that appears complete or not at all."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore import held, in_use, staging
from meshnet_gui.modelstore.adding import write_added, write_headers
from meshnet_gui.modelstore.folder_import import FolderSource
from meshnet_gui.modelstore.gguf_import import GgufSource
from meshnet_gui.modelstore.manifest import FILE_NAME, Manifest, dump_manifest, read_manifest
from meshnet_gui.modelstore.names import check_name, numbered, slug
from meshnet_gui.modelstore.progress import Progress, part, silent
from meshnet_gui.modelstore.spec import ModelSpec, read_spec
from meshnet_gui.modelstore.stored import checked
from meshnet_gui.modelstore.taken import MARK as MEMBERS_MARK
from meshnet_gui.modelstore.tensor_lists import model_lock
from meshnet_gui.modelstore.tensors import FILE_NAME as TENSORS_NAME
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.modelstore.upkeep import Upkeep
from meshnet_gui.settings import data_dir

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


class ModelStore(Upkeep):
    """The models under ``root``: all that can be done with them, and how new ones come.

    Threads: any; imports of all processes wait for each other. Importing takes seconds to minutes.
    """

    def import_path(
        self, path: Path, name: str | None = None, progress: Progress | None = None, limit_bytes: int = 0
    ) -> ModelSpec:
        """Import a .gguf file or a folder. A model that is there already is returned as it is, under its own name.

        Without a ``name`` it takes its own, with a number where another model has that.
        ``limit_bytes``: the most that all models may take, 0 for no limit; what can be fetched again makes room.
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
                    target = target if name is not None else self._free(source.default_name)
                    return self._build(source, target, report, limit_bytes)
                if existing.missing(existing.full_span()):
                    self._refuse_used(existing.path)
                    return self._build(source, existing.path, report, limit_bytes, existing)
                report(1.0, f"{existing.name} is here already")
                return existing

    def _build(
        self,
        source: ImportSource,
        target: Path,
        report: Progress,
        limit_bytes: int,
        replaced: ModelSpec | None = None,
    ) -> ModelSpec:
        """``replaced``: the same model in pieces, some of which are missing, gives way to the whole one."""
        self._refuse_clash(target, replaced)
        self.make_room(source.num_bytes, limit_bytes, frozenset({target.name}))
        with staging.staging(self.root) as directory:
            manifest = source.write(directory, part(report, 0.15, 0.98))
            staging.write_text(directory / FILE_NAME, dump_manifest(manifest))
            checked(directory)
            with staging.lock(self.root / staging.ADDING_LOCK_NAME, lambda: None):
                self._refuse_clash(target, replaced)
                staging.publish(directory, target)
        report(1.0, f"imported {target.name}")
        _log.info("imported the model %s, %s", target.name, bytes_text(manifest.weight_bytes))
        return read_spec(target)

    def _free(self, wanted: str) -> Path:
        """Where an import goes that was given no name: what is there already keeps its own."""
        for name in numbered(wanted):
            with suppress(UserError):
                self._refuse_clash(self.root / name, None)
                return self.root / name
        raise AssertionError("names have no end")

    def _refuse_clash(self, target: Path, replaced: ModelSpec | None) -> None:
        """A damaged model gives way to a new import; a whole one, or a directory that is not ours, does not.

        Nor does one in pieces: what is damaged of it is fetched again.
        """
        if not target.exists():
            return
        try:
            found = checked(target)
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
        is_from_members: bool = False,
    ) -> ModelSpec:
        """A new model with none of its pieces: enough to use it through a swarm. ``name`` may be empty.

        ``files`` are the small ones, as the repository has them or as another computer stores them. ``headers``: the
        first bytes of the repository's weight files, to the end of each header, by which a file's own digest can be
        taken once all of it is here; ``is_from_hub``: they are sure. ``is_from_members``: the digests are what members
        said, and are passed on as no more than that. The same model, if it is there already, is returned as it is;
        where another one has the name, it gets a number.
        Raises UserError, BadModelFile, DiskFull, MachineError.
        """
        wanted = check_name(name) if name else slug(manifest.identity.repository.rsplit("/", 1)[-1])
        with staging.disk_errors(self.root):
            self._check_place()
            self.root.mkdir(parents=True, exist_ok=True)
            staging.check_room(self.root, sum(map(len, files.values())) + 2 * len(manifest.to_bytes()))
            with staging.lock(self.root / staging.ADDING_LOCK_NAME, lambda: None):
                existing = self._find(lambda spec: spec.identity == manifest.identity)
                if existing is not None and self.has_list(existing):
                    return existing
                with staging.staging(self.root, staging.ADDING_PREFIX) as directory:
                    write_added(directory, files, manifest, source)
                    write_headers(directory, manifest, headers or {}, is_from_hub=is_from_hub)
                    if is_from_members:
                        (directory if existing is None else existing.path).joinpath(MEMBERS_MARK).touch()
                    if existing is None:
                        return self._publish_added(directory, wanted)
                    with staging.lock(model_lock(existing.path), lambda: None):
                        (directory / TENSORS_NAME).replace(existing.path / TENSORS_NAME)
                    return existing

    def _publish_added(self, directory: Path, wanted: str) -> ModelSpec:
        self._write_index(read_spec(directory))
        checked(directory)
        target = self.root / next(name for name in numbered(wanted) if not os.path.lexists(self.root / name))
        staging.publish(directory, target)
        _log.info("added the model %s; none of its layers is here yet", target.name)
        return read_spec(target)

    def save_headers(self, spec: ModelSpec, headers: Mapping[str, bytes]) -> None:
        """Keep the headers that the hub gave, in the place of whatever members gave. Raises as ``add`` does."""
        with staging.disk_errors(self.root), staging.lock(model_lock(spec.path), lambda: None):
            write_headers(spec.path, self.tensors(spec), headers, is_from_hub=True)

    def publish_piece(self, spec: ModelSpec, piece: str, part: Path, digests: Mapping[str, str]) -> None:
        """Make ``part``, complete and checked, the file of a piece; ``digests`` are its tensors', by name.

        Raises BadModelFile for a file of another size or header, DiskFull, MachineError.
        """
        layouts = self.layouts(spec)
        with staging.disk_errors(self.root):
            held.publish(spec, layouts[piece], part, digests, layouts)
        in_use.touch(spec.path)

    def check_writable(self) -> None:
        """See that a model could be written here, before it is fetched. Raises MachineError and DiskFull."""
        with staging.disk_errors(self.root):
            self._check_place()
            self.root.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=self.root):
                pass


def default_store() -> ModelStore:
    """The store in this user's data directory."""
    return ModelStore(data_dir() / MODELS_DIRECTORY)


def _is_damaged_whole(directory: Path) -> bool:
    if not (directory / FILE_NAME).is_file():
        return False
    try:
        return not read_manifest(directory).in_pieces
    except BadModelFile:
        return True


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
