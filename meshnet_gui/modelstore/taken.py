"""How the digests of a model's tensors came about: from whole files, from what the hub sent, or from other members.

Only the first two are a member's own word for others. A mark in the model's directory says that members gave some.
"""

from __future__ import annotations

from meshnet_gui.modelstore.hashing import is_whole, proven_files
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.tensors import TensorManifest
from meshnet_gui.wire.weights import FROM_FILES, FROM_MEMBERS, FROM_RANGES

MARK = ".from-members"


def how_taken(spec: ModelSpec, manifest: TensorManifest) -> str:
    """``file``, ``range`` or ``members``."""
    if spec.held is None or is_whole(manifest, proven_files(spec.path)):
        return FROM_FILES
    return FROM_MEMBERS if (spec.path / MARK).exists() else FROM_RANGES


def note_members(spec: ModelSpec) -> None:
    """Before anything is taken over from members. Raises OSError."""
    (spec.path / MARK).touch()
