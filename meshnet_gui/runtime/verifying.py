"""Whether what lies here of a model is what it should be: by its digests, and by parts that the hub sends again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from meshnet_gui.errors import MeshnetError
from meshnet_gui.modelstore.checking import Verified
from meshnet_gui.modelstore.fetch.cross_check import CrossChecked, cross_check
from meshnet_gui.modelstore.fetch.sources import SourceFailed
from meshnet_gui.modelstore.progress import Progress, part, silent
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.tensors import TensorManifest

HASHING = 0.95  # of the work; the rest is the hub's


class Ranges(Protocol):
    """What of the hub is used."""

    def read_ranges(
        self, repository: str, commit: str, manifest: TensorManifest, ranges: Sequence[tuple[str, int, int]]
    ) -> tuple[bytes, ...]: ...


@dataclass(frozen=True, slots=True)
class Checked:
    """``hub`` is None where it was not asked; ``hub_problem`` says why it could not be."""

    verified: Verified
    hub: CrossChecked | None = None
    hub_problem: str = ""

    @property
    def is_sound(self) -> bool:
        return not self.verified.bad and not (self.hub is not None and self.hub.bad)

    @property
    def text(self) -> str:
        """What to tell a person."""
        if self.hub is not None and self.hub.bad:
            differ = f"{len(self.hub.bad)} tensor{'' if len(self.hub.bad) == 1 else 's'}"
            return f"{self.verified.text} But {differ} differ from the hub's: remove the model and get it from the hub."
        if self.hub is not None and self.hub.num_ranges:
            return f"{self.verified.text} {self.hub.num_ranges} random parts are as the hub has them."
        return f"{self.verified.text} {self.hub_problem}".strip()


def check_model(
    store: ModelStore, name: str, hub: Ranges | None, progress: Progress = silent, chance: random.Random | None = None
) -> Checked:
    """Reads all of it, and where it is a hub's some random parts from there. Blocks. Raises MeshnetError."""
    verified = store.verify(name, part(progress, 0.0, HASHING))
    spec = store.get(name)
    if hub is None or not spec.is_on_hub or spec.held == frozenset():
        return Checked(verified)
    progress(HASHING, f"reading parts of {name} from the hub")
    try:
        return Checked(verified, _compared(store, spec, hub, chance or random.SystemRandom()))
    except (MeshnetError, SourceFailed) as exc:
        return Checked(verified, hub_problem=f"The hub could not be asked: {exc.text}")


def _compared(store: ModelStore, spec: ModelSpec, hub: Ranges, chance: random.Random) -> CrossChecked:
    repository, commit, manifest = spec.identity.repository, spec.identity.revision, store.tensors(spec)
    return cross_check(store, spec, lambda ranges: hub.read_ranges(repository, commit, manifest, ranges), chance)
