"""Which files of a model's folder hold a span, and whether they are here: of a model in pieces, often only some are.

Reads names, headers and the list of all tensors. Knows how neither pieces nor folders come about.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from meshnet_gui.amounts import spoken_list
from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.manifest import FILE_NAME, read_manifest
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, layers_in, piece_file, piece_of
from meshnet_gui.modelstore.safetensors_file import TensorEntry, read_header
from meshnet_gui.modelstore.spec import ModelSpec, read_spec
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.types import Span

_GET_AGAIN = "Get these layers again."


def spec_in_pieces(folder: Path) -> ModelSpec | None:
    """What a model in pieces is; None for any other folder, of the store or not. Raises BadModelFile."""
    if not (folder / FILE_NAME).is_file() or not read_manifest(folder).in_pieces:
        return None
    return read_spec(folder)


def check_held(spec: ModelSpec, span: Span) -> None:
    """See that all that a shard of ``span`` needs is here. Raises UserError, which names what is not."""
    missing = spec.missing(span)
    if missing:
        raise UserError(
            f"This computer does not hold {pieces_text(missing)} of {spec.name}.",
            f"Get them first: meshnet models get {spec.name} --layers {span}",
        )


def pieces_text(pieces: Collection[str]) -> str:
    """``the embedding and layers 3-5``: what a person calls these pieces."""
    return spoken_list(list(_kinds(pieces)))


def _kinds(pieces: Collection[str]) -> Iterator[str]:
    if EMBEDDING in pieces:
        yield "the embedding"
    spans = ", ".join(str(span) for span in layers_in(pieces))
    if spans:
        yield f"layers {spans}"
    if TAIL in pieces:
        yield "the tail"


def piece_entries(spec: ModelSpec, pieces: Iterable[str], manifest: TensorManifest) -> list[TensorEntry]:
    """The tensors of pieces that are here, in the order of their bytes. Raises BadModelFile unless they are those of
    the list of all tensors."""
    expected = _by_piece(manifest, spec.num_layers)
    found: list[TensorEntry] = []
    for piece in pieces:
        entries = read_header(spec.path / piece_file(piece))
        if list(entries) != expected.get(piece, []):
            raise BadModelFile(f"The file {piece_file(piece)} of {spec.name} holds other tensors.", _GET_AGAIN)
        found += entries
    return found


def _by_piece(manifest: TensorManifest, num_layers: int) -> dict[str, list[TensorEntry]]:
    found: dict[str, list[TensorEntry]] = {}
    for tensor in manifest.tensors:
        found.setdefault(piece_of(tensor.name, num_layers), []).append(tensor.entry)
    return found
