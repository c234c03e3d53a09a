"""The list of all tensors of each stored model: made from headers for a whole model, kept, and brought up to date.

Threads: any. The newest lists are remembered, since a list of a large model takes a while to read.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.hashing import proven_files
from meshnet_gui.modelstore.manifest import Manifest, read_manifest
from meshnet_gui.modelstore.piece_layout import PieceLayout, piece_layouts
from meshnet_gui.modelstore.safetensors_file import placed_entries
from meshnet_gui.modelstore.small_files import listed, small_files_in
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.staging import lock
from meshnet_gui.modelstore.tensors import FILE_NAME, SourceFile, StoredTensor, TensorManifest, read_tensors
from meshnet_gui.settings import write_atomically

LOCK_NAME = ".pieces.lock"
REMEMBERED = 4


@dataclass(frozen=True, slots=True)
class TensorList:
    """``layouts`` are those of the pieces' files, whether the model is in pieces or not."""

    manifest: TensorManifest
    layouts: Mapping[str, PieceLayout]


class TensorLists:
    """Reads each list once for as long as its file stays the same."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._lists: OrderedDict[Path, tuple[tuple[int, int, int], TensorList]] = OrderedDict()

    def get(self, spec: ModelSpec) -> TensorList:
        """Raises BadModelFile."""
        path = spec.path / FILE_NAME
        stamp = _stamp(path)
        with self._guard:
            known = self._lists.get(path)
            if known is not None and known[0] == stamp:
                self._lists.move_to_end(path)
                return known[1]
        manifest = _read_or_make(spec)
        found = TensorList(manifest, piece_layouts(manifest, spec.num_layers))
        if stamp is not None:
            with self._guard:
                self._lists[path] = stamp, found
                while len(self._lists) > REMEMBERED:
                    self._lists.popitem(last=False)
        return found


def model_lock(path: Path) -> Path:
    """Held while what lies in a model's directory changes: pieces come or go, or digests are written down."""
    return path / LOCK_NAME


def merge(spec: ModelSpec, digests: Mapping[str, str]) -> TensorManifest:
    """Write down digests by tensor name; those that are known already and not among these stay, and so do proven ones.

    Raises BadModelFile, OSError, MachineError.
    """
    with lock(model_lock(spec.path), lambda: None):
        return merge_locked(spec, digests)


def merge_locked(spec: ModelSpec, digests: Mapping[str, str]) -> TensorManifest:
    """The same for who holds the model's lock."""
    manifest, proven = _read_or_make(spec), proven_files(spec.path)
    settled = {tensor.name for tensor in manifest.tensors if tensor.sha256 and tensor.file in proven}
    merged = manifest.with_digests({name: sha256 for name, sha256 in digests.items() if name not in settled})
    if merged != manifest or not (spec.path / FILE_NAME).is_file():
        write_atomically(spec.path / FILE_NAME, merged.to_bytes())
    return merged


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino


def _read_or_make(spec: ModelSpec) -> TensorManifest:
    """What is kept, where it is of this model as it lies here. Of a whole model it can be made again."""
    stored = read_manifest(spec.path)
    files = tuple(SourceFile(f.name, f.num_bytes, f.sha256) for f in sorted(stored.weight_files, key=lambda f: f.name))
    if stored.in_pieces:
        manifest = read_tensors(spec.path)
        if (manifest.identity, manifest.files) != (stored.identity, files):
            raise BadModelFile(f"The list of tensors of {spec.name} is another model's.", "Add the model again.")
        return manifest
    with suppress(BadModelFile):
        manifest = read_tensors(spec.path)
        if (manifest.identity, manifest.files) == (stored.identity, files):
            return manifest
    return _made(spec, stored, files)


def _made(spec: ModelSpec, stored: Manifest, files: tuple[SourceFile, ...]) -> TensorManifest:
    tensors = (
        StoredTensor(entry.name, entry.dtype, entry.shape, file.name, start)
        for file in files
        for entry, start in placed_entries(spec.path / file.name)
    )
    return TensorManifest(stored.identity, files, listed(small_files_in(spec.path)), tuple(tensors))


def in_order(manifest: TensorManifest) -> TensorManifest:
    """The same with everything in the order in which a list of tensors is kept."""
    return replace(
        manifest,
        files=tuple(sorted(manifest.files, key=lambda file: file.name)),
        small_files=tuple(sorted(manifest.small_files, key=lambda file: file.name)),
        tensors=tuple(sorted(manifest.tensors, key=lambda tensor: (tensor.file, tensor.start, tensor.end))),
    )
