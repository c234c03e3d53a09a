"""What of a model of the catalogue or the store fits here: asked once, until something that matters has changed.

All of a long catalogue take longer than a window may stand still, so they can be asked for in slices.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from meshnet_gui.gui.model_words import pieces_on_disk
from meshnet_gui.modelstore.catalogue import CatalogueModel
from meshnet_gui.modelstore.fits import Fits
from meshnet_gui.runtime.fitting import fits_now, means
from meshnet_gui.runtime.snapshot import ModelView, Snapshot

_STEP_BYTES = 256 * 2**20  # what is free moves all the time; so much of it is worth looking again
ALL, ALONE, SWARM = "all", "alone", "swarm"


class Fitter:
    """Judges models by the newest snapshot that differs in what matters."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._snapshot: Snapshot | None = None
        self._key: tuple[object, ...] = ()
        self._known: dict[str, Fits] = {}
        self._former: dict[str, Fits] = {}

    def look(self, snapshot: Snapshot) -> None:
        """Takes up what is free and who is there."""
        key = _key_of(snapshot)
        if key != self._key:
            self._key, self._snapshot = key, snapshot
            self._known, self._former = {}, {**self._former, **self._known}

    def of_catalogue(self, model: CatalogueModel) -> Fits | None:
        """None while nobody knows how much memory or disk is free."""
        snapshot = self._snapshot
        if snapshot is None or not _is_known(snapshot):
            return None
        if model.id not in self._known:
            self._known[model.id] = fits_now(
                snapshot,
                model.sizes,
                model.piece_bytes,
                model.context_tokens,
                model.repository,
                few_bits=model.few_bits,
            )
        return self._known[model.id]

    def judge(self, models: Sequence[CatalogueModel], within_s: float) -> bool:
        """Judges one, and as many more as there is time for; False where some are left for another time."""
        end = self._now() + within_s
        late = [model for model in models if model.id not in self._known]
        for place, model in enumerate(late):
            if place and self._now() >= end:
                return False
            if self.of_catalogue(model) is None:
                return True  # nobody knows what is free here
        return True

    def is_shown(self, model: CatalogueModel, wanted: str) -> bool:
        """Whether a model passes the filter, as it was judged last; where nobody knows what is free here, all do."""
        if wanted == ALL or self._snapshot is None or not _is_known(self._snapshot):
            return True
        found = self._known.get(model.id) or self._former.get(model.id)
        return found is not None and (found.alone or (wanted == SWARM and found.with_swarm))

    def of_stored(self, model: ModelView) -> Fits | None:
        """The same for a model of the store."""
        snapshot = self._snapshot
        if snapshot is None or model.sizes is None or not _is_known(snapshot):
            return None
        key = f"{model.identity} {model.held_bytes}"
        if key not in self._known:
            pieces = pieces_on_disk(model)
            self._known[key] = fits_now(
                snapshot, model.sizes, pieces, model.context_tokens, model.identity, model.held_bytes
            )
        return self._known[key]


def repository_of(identity: str) -> str:
    """The repository that an identity names."""
    return identity.partition("@")[0]


def _is_known(snapshot: Snapshot) -> bool:
    return bool(snapshot.free_bytes and snapshot.disk.free_bytes)


def _key_of(snapshot: Snapshot) -> tuple[object, ...]:
    disk, settings = snapshot.disk, snapshot.settings
    members = tuple(
        (peer.address, tuple((shard.identity, shard.span) for shard in peer.status.ready_shards()))
        for peer in snapshot.peers
        if peer.status is not None and peer.state != "offline"
    )
    free = (means(snapshot, 1).free_memory, disk.free_bytes, disk.used_bytes)
    rounded = tuple(num_bytes // _STEP_BYTES for num_bytes in free)
    return (*rounded, disk.limit_bytes, settings.precision, settings.kv_precision, snapshot.limits, members)
