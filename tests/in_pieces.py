"""Models in pieces on the disk: the folder of a whole one as the hub library keeps it, and copies of it in pieces."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from meshnet_gui.modelstore.hashing import is_whole, proven_files
from meshnet_gui.modelstore.pieces import part_file
from meshnet_gui.modelstore.small_files import small_files_in
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.tensors import digest

COMMIT = "0123456789abcdef" * 2 + "01234567"


def snapshot(folder: Path, repository: str = "org/tiny", commit: str = COMMIT) -> Path:
    """A copy of ``folder`` beside it, as the hub library keeps that commit of the repository."""
    target = folder.parent / f"models--{repository.replace('/', '--')}" / "snapshots" / commit
    shutil.copytree(folder, target)
    return target


def add_in_pieces(store: ModelStore, whole: ModelSpec, pieces: Iterable[str] = (), name: str = "") -> ModelSpec:
    """Add a model that lies whole in another store, with some of its pieces."""
    from_store = ModelStore(whole.path.parent)
    spec = store.add(name, small_files_in(whole.path), from_store.tensors(whole), source="a test")
    for piece in pieces:
        publish(store, spec, piece, whole)
    return store.get(spec.name)


def write_part(store: ModelStore, spec: ModelSpec, piece: str, whole: ModelSpec) -> Path:
    """The complete file of a piece, not published yet."""
    part = spec.path / part_file(piece)
    layout = store.layouts(spec)[piece]
    part.write_bytes(layout.header + b"".join(tensor_bytes(whole, tensor.name) for tensor in layout.tensors))
    return part


def publish(store: ModelStore, spec: ModelSpec, piece: str, whole: ModelSpec) -> None:
    """Bring a piece, with the digests of its tensors."""
    part = write_part(store, spec, piece, whole)
    names = [tensor.name for tensor in store.layouts(spec)[piece].tensors]
    store.publish_piece(spec, piece, part, {name: digest(tensor_bytes(whole, name)) for name in names})


def are_proven(store: ModelStore, spec: ModelSpec) -> bool:
    """Whether the digests of its tensors were all taken from whole files whose own digests were right."""
    return is_whole(store.tensors(spec), proven_files(spec.path))


def tensor_bytes(spec: ModelSpec, name: str) -> bytes:
    """A tensor's bytes from a model's files."""
    path, start, num_bytes = ModelStore(spec.path.parent).place(spec, name)
    with path.open("rb") as file:
        file.seek(start)
        return file.read(num_bytes)
