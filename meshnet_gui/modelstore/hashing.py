"""Hashes what lies in a model's directory: each tensor, and whole files of the repository, also out of pieces.

The hub knows digests of whole files only. Those of a file's tensors are as good as the file's own where all of it was
hashed and found right in the same pass; such files are *proven*. In pieces that takes the file's header, too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.manifest import dump_json, read_json
from meshnet_gui.modelstore.piece_layout import PieceLayout
from meshnet_gui.modelstore.pieces import piece_file
from meshnet_gui.modelstore.progress import Progress
from meshnet_gui.modelstore.safetensors_file import MAX_HEADER_BYTES
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.tensors import SourceFile, StoredTensor, TensorManifest
from meshnet_gui.settings import write_atomically

CHUNK_BYTES = 2**20
HEADER_SUFFIX = ".header"
UNSURE_HEADERS_NAME = ".headers-from-members"
PROVEN_NAME = "proven.json"


@dataclass(frozen=True, slots=True)
class Placed:
    """A tensor where it lies on this disk."""

    tensor: StoredTensor
    path: Path
    start: int


@dataclass(frozen=True, slots=True)
class FileOnDisk:
    """A file of the model's directory: its tensors in order, and the digest and the first bytes that it must have."""

    path: Path
    tensors: tuple[Placed, ...]
    num_bytes: int
    sha256: str = ""
    header: bytes = b""


@dataclass(frozen=True, slots=True)
class FileInPieces:
    """A file of the repository that lies here in pieces, every byte of it."""

    file: SourceFile
    header: bytes
    tensors: tuple[Placed, ...]

    @property
    def num_bytes(self) -> int:
        return self.file.num_bytes


def files_of(spec: ModelSpec, manifest: TensorManifest, layouts: Mapping[str, PieceLayout]) -> tuple[FileOnDisk, ...]:
    """The files that hold weights, the repository's own or the pieces'."""
    if spec.held is None:
        tensors = tensors_by_file(manifest)
        return tuple(_own_file(spec, file, tensors[file.name]) for file in manifest.files)
    return tuple(_piece(spec.path / piece_file(piece), layouts[piece]) for piece in layouts if piece in spec.held)


def tensors_by_file(manifest: TensorManifest) -> Mapping[str, list[StoredTensor]]:
    """The tensors of each file of the repository, in order."""
    found: dict[str, list[StoredTensor]] = {file.name: [] for file in manifest.files}
    for tensor in manifest.tensors:
        found[tensor.file].append(tensor)
    return found


def _own_file(spec: ModelSpec, file: SourceFile, tensors: Iterable[StoredTensor]) -> FileOnDisk:
    path = spec.path / file.name
    placed = tuple(Placed(tensor, path, tensor.start) for tensor in tensors)
    return FileOnDisk(path, placed, file.num_bytes, file.sha256)


def _piece(path: Path, layout: PieceLayout) -> FileOnDisk:
    placed = tuple(Placed(tensor, path, layout.offsets[tensor.name]) for tensor in layout.tensors)
    return FileOnDisk(path, placed, layout.num_bytes, header=layout.header)


def hash_file(file: FileOnDisk, progress: Progress) -> tuple[dict[str, str], bool]:
    """The digest of each tensor in one pass, and whether all else about the file is as it must be. Raises OSError."""
    whole, found = hashlib.sha256(), {}
    with file.path.open("rb") as stream:
        is_right = file.path.stat().st_size == file.num_bytes
        header = stream.read(file.tensors[0].start if file.tensors else file.num_bytes)
        is_right = is_right and header.startswith(file.header)
        whole.update(header)
        done = len(header)
        for placed in file.tensors:
            one = hashlib.sha256()
            for chunk in _chunks(stream.read, placed.tensor.num_bytes):
                one.update(chunk)
                if file.sha256:
                    whole.update(chunk)
                done += len(chunk)
                progress(done / max(file.num_bytes, 1), f"checking {file.path.name}")
            found[placed.tensor.name] = one.hexdigest()
    return found, is_right and file.sha256 in ("", whole.hexdigest())


def hash_in_pieces(file: FileInPieces, progress: Progress) -> str:
    """The digest that a file of the repository has, put together from pieces. Raises OSError."""
    whole, done = hashlib.sha256(file.header), 0
    for each in file.tensors:
        with each.path.open("rb") as stream:
            stream.seek(each.start)
            for chunk in _chunks(stream.read, each.tensor.num_bytes):
                whole.update(chunk)
                done += len(chunk)
                progress(done / file.file.num_bytes, f"checking {file.file.name}")
    return whole.hexdigest()


def _chunks(read: Callable[[int], bytes], num_bytes: int) -> Iterator[bytes]:
    while num_bytes and (chunk := read(min(num_bytes, CHUNK_BYTES))):
        num_bytes -= len(chunk)
        yield chunk


def complete_files(spec: ModelSpec, manifest: TensorManifest, files: Iterable[FileOnDisk]) -> Iterator[FileInPieces]:
    """The files of the repository of which every byte is here: in pieces, where their headers were kept."""
    if spec.held is None:
        return
    here = {placed.tensor.name: placed for file in files for placed in file.tensors}
    tensors = tensors_by_file(manifest)
    for file in manifest.files:
        present = tuple(here[tensor.name] for tensor in tensors[file.name] if tensor.name in here)
        header = kept_header(spec.path, file.name)
        if header and len(present) == len(tensors[file.name]):
            yield FileInPieces(file, header, present)


def kept_header(directory: Path, file_name: str) -> bytes:
    """The first bytes of a file of the repository, to the end of its header; none where they were not kept."""
    with suppress(OSError), (directory / f"{file_name}{HEADER_SUFFIX}").open("rb") as stream:
        return stream.read(MAX_HEADER_BYTES)
    return b""


def are_headers_sure(directory: Path) -> bool:
    """Whether the hub gave them, so that a file that does not come right has wrong tensors."""
    return not (directory / UNSURE_HEADERS_NAME).exists()


def drop_header(directory: Path, file_name: str) -> None:
    """Make room for a better one. Raises OSError."""
    (directory / f"{file_name}{HEADER_SUFFIX}").unlink(missing_ok=True)


def proven_files(directory: Path) -> frozenset[str]:
    """The files of the repository whose whole digest was found right when the digests of their tensors were taken."""
    try:
        named = read_json(directory / PROVEN_NAME)["files"]
        return frozenset(str(name) for name in named)
    except (BadModelFile, KeyError, TypeError):
        return frozenset()


def add_proven(directory: Path, names: Collection[str]) -> None:
    """Write down more of them. Call it with the model's lock held. Raises OSError."""
    known = proven_files(directory)
    if not known.issuperset(names):
        write_atomically(directory / PROVEN_NAME, dump_json({"files": sorted(known.union(names))}).encode())


def is_whole(manifest: TensorManifest, proven: frozenset[str]) -> bool:
    """Whether every digest in the list is as good as its file's own."""
    files = {tensor.file for tensor in manifest.tensors if tensor.sha256}
    return bool(files) and files.issubset(proven)
