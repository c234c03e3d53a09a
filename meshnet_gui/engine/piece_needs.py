"""Which pieces a span of some type of model needs beside its own: found by loading spans from these tensors alone.

The library runs what stands before the layers on every node, whatever comes of it, and some layers share weights with
others: such a span needs more than its layers. Knows no results file.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from safetensors.torch import load_file, save_file

from meshnet_gui.engine.loader import load_shard
from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.certified import Needs
from meshnet_gui.modelstore.folder_check import weight_files
from meshnet_gui.modelstore.pieces import is_tied, piece_of
from meshnet_gui.modelstore.spec import needed_pieces
from meshnet_gui.types import Span

_IDENTITY = "tiny@1:0123456789abcdef:float32"


def with_piece_needs(needs: Needs, folder: Path, spans: Sequence[Span], num_layers: int) -> Needs:
    """``needs`` with as little more as lets each of ``spans`` load. ``folder``: a tiny whole model of the type.

    Raises BadModelFile where one does not load from all pieces either.
    """
    for more in (needs, replace(needs, ends=True)):
        if all(_loads(folder, span, num_layers, more) for span in spans):
            return more
    return replace(needs, all_layers=True)


def _loads(folder: Path, span: Span, num_layers: int, needs: Needs) -> bool:
    tensors = {name: tensor for file in weight_files(folder) for name, tensor in load_file(folder / file).items()}
    pieces = needed_pieces(span, num_layers, tied=is_tied(tensors), needs=needs)
    kept = {name: tensor for name, tensor in tensors.items() if piece_of(name, num_layers) in pieces}
    with tempfile.TemporaryDirectory(prefix="meshnet-") as scratch:
        for file in folder.glob("*.json"):
            if not file.name.endswith(".index.json"):
                shutil.copy(file, scratch)
        save_file(kept, Path(scratch) / "model.safetensors", metadata={"format": "pt"})
        try:
            load_shard(Path(scratch), span, identity=_IDENTITY, num_threads=1, needs=needs)
        except BadModelFile:
            return False
    return True
