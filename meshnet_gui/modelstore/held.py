"""The pieces of a model that are on this disk: one appears when it is complete, and goes, in one step each.

The index names the tensors that are held, so that whatever reads a model folder finds exactly those.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.folder_check import INDEX_NAME
from meshnet_gui.modelstore.manifest import dump_json, read_json
from meshnet_gui.modelstore.piece_layout import PieceLayout
from meshnet_gui.modelstore.pieces import made_of, piece_file, progress_file
from meshnet_gui.modelstore.spec import ModelSpec, held_pieces
from meshnet_gui.modelstore.staging import lock, sync_directory
from meshnet_gui.modelstore.tensor_lists import merge_locked, model_lock
from meshnet_gui.settings import write_atomically

Layouts = Mapping[str, PieceLayout]
_FETCH_AGAIN = "Get these layers again."


def publish(spec: ModelSpec, layout: PieceLayout, part: Path, digests: Mapping[str, str], layouts: Layouts) -> None:
    """Make a complete and checked file the piece, and write down its tensors' digests.

    Digests come first: a piece without any would have to be trusted. Raises BadModelFile, OSError, MachineError.
    """
    _check_part(layout, part)
    with part.open("r+b") as file:
        os.fsync(file.fileno())
    with lock(model_lock(spec.path), lambda: None):
        merge_locked(spec, digests)
        part.replace(spec.path / piece_file(layout.piece))
        (spec.path / progress_file(layout.piece)).unlink(missing_ok=True)
        sync_directory(spec.path)
        write_index(spec, layouts)


def _check_part(layout: PieceLayout, part: Path) -> None:
    with part.open("rb") as file:
        if file.read(len(layout.header)) != layout.header or part.stat().st_size != layout.num_bytes:
            raise BadModelFile(f"The file {part.name} is not the complete piece of the model.", _FETCH_AGAIN)


def write_index(spec: ModelSpec, layouts: Layouts, but: Collection[str] = ()) -> None:
    """Name the tensors of the pieces that are here, all but those of ``but``. Call it with the model's lock held."""
    held = [piece for piece in layouts if piece in held_pieces(spec.path, spec.num_layers) and piece not in but]
    tensors = {tensor.name: piece_file(piece) for piece in held for tensor in layouts[piece].tensors}
    total = sum(tensor.num_bytes for piece in held for tensor in layouts[piece].tensors)
    content = {"metadata": {"total_size": total, "pieces": held}, "weight_map": dict(sorted(tensors.items()))}
    write_atomically(spec.path / INDEX_NAME, dump_json(content).encode())


def is_index_right(spec: ModelSpec) -> bool:
    """Whether the index names the pieces that are here: a crash between two steps leaves it behind."""
    try:
        named = read_json(spec.path / INDEX_NAME)["metadata"]["pieces"]
        return frozenset(named) == frozenset(spec.held or ())
    except (BadModelFile, KeyError, TypeError):
        return False


def remove(spec: ModelSpec, pieces: Collection[str], layouts: Layouts) -> int:
    """Remove pieces and what was made of them; how many bytes that frees. Raises UserError, OSError, MachineError."""
    if spec.held is None:
        raise UserError(f"The model {spec.name} was imported whole.", "It can only be removed as a whole.")
    freed = 0
    with lock(model_lock(spec.path), lambda: None):
        write_index(spec, layouts, but=pieces)
        for path in spec.path.iterdir():
            if made_of(path.name) in pieces and not path.is_dir():
                freed += path.lstat().st_size
                path.unlink(missing_ok=True)
        sync_directory(spec.path)
    return freed
