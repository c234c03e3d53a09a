"""What models take on the disk, and what goes when there is no room.

Only pieces of models that are on the hub go by themselves, those of the model that was used longest ago first: they
can be fetched again. Knows directories and file names; no file is opened and no link is followed.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import DiskFull
from meshnet_gui.modelstore.in_use import used_pieces
from meshnet_gui.modelstore.pieces import FETCH_LOCK_NAME, PART_SUFFIX, made_of
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.staging import SPARE_BYTES, is_locked

_BLOCK_BYTES = 512


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What one model takes. ``used_at`` is in seconds of the wall clock, 0 where that is not known.

    ``can_fetch``: its pieces may go when room is needed, since they can be fetched again.
    """

    name: str
    num_bytes: int
    used_at: float
    can_fetch: bool
    in_use: bool


def size_of(path: Path) -> int:
    """The bytes of a file, or of all that is in a directory. What was never written of a file is not counted."""
    try:
        found = path.lstat()
    except OSError:
        return 0
    if not stat.S_ISDIR(found.st_mode):
        return _written(found) if path.name.endswith(PART_SUFFIX) else found.st_size
    return sum(map(size_of, entries(path)))


def _written(found: os.stat_result) -> int:
    blocks = getattr(found, "st_blocks", None)
    return found.st_size if blocks is None else min(found.st_size, blocks * _BLOCK_BYTES)


def entries(directory: Path) -> list[Path]:
    """What lies in a directory, none where it cannot be read."""
    try:
        return sorted(directory.iterdir())
    except OSError:
        return []


def is_fetching(directory: Path) -> bool:
    """Whether a fetch of this model runs now, in any process."""
    return is_locked(directory / FETCH_LOCK_NAME)


def piece_sizes(spec: ModelSpec) -> dict[str, int]:
    """What removing each piece that is here frees, with all that was made of it."""
    sizes = dict.fromkeys(sorted(spec.held or ()), 0)
    for path in entries(spec.path):
        if made_of(path.name) in sizes:
            sizes[made_of(path.name)] += size_of(path)
    return sizes


def has_room(root: Path, num_bytes: int, limit_bytes: int) -> bool:
    """Whether so many bytes more fit although nothing goes. Raises OSError."""
    return num_bytes <= min(_free_and_left(root, limit_bytes))


def _free_and_left(root: Path, limit_bytes: int) -> tuple[int, int]:
    """What the disk has room for, and what the limit leaves, without one the same."""
    free = shutil.disk_usage(root).free - SPARE_BYTES
    return free, limit_bytes - size_of(root) if limit_bytes else free


@dataclass(frozen=True, slots=True)
class Removal:
    """Pieces of one model that go to make room."""

    spec: ModelSpec
    pieces: tuple[str, ...]


def plan_room(
    root: Path,
    candidates: Sequence[ModelSpec],
    num_bytes: int,
    limit_bytes: int,
    keep: frozenset[str],
) -> tuple[Removal, ...]:
    """What has to go before ``num_bytes`` more are written. ``candidates``: the model that may go first is first.

    Raises DiskFull where that is not enough.
    """
    free, left = _free_and_left(root, limit_bytes)
    removals, freed = _removals(candidates, num_bytes - min(free, left), keep)
    lacking = num_bytes - min(free, left) - freed
    if lacking <= 0:
        return removals
    if limit_bytes and left < free:
        raise DiskFull(
            f"{bytes_text(num_bytes)} are needed, but the disk limit leaves room for only "
            f"{bytes_text(max(0, num_bytes - lacking))}.",
            "Raise the disk limit, take less, or remove a model.",
        )
    raise DiskFull(
        f"{bytes_text(num_bytes + SPARE_BYTES)} are needed, but {root} has only "
        f"{bytes_text(num_bytes + SPARE_BYTES - lacking)} free.",
        "Free some space, take less, or keep the models on another disk.",
    )


def _removals(candidates: Iterable[ModelSpec], lacking: int, keep: frozenset[str]) -> tuple[tuple[Removal, ...], int]:
    """As few pieces as make up for what is lacking, or all that can go; with the bytes that they free."""
    removals, freed = [], 0
    for spec in candidates:
        if freed >= lacking:
            break
        pieces = []
        for piece, size in _can_go(spec, keep).items():
            if freed < lacking:
                pieces.append(piece)
                freed += size
        if pieces:
            removals.append(Removal(spec, tuple(pieces)))
    return tuple(removals), freed


def _can_go(spec: ModelSpec, keep: frozenset[str]) -> dict[str, int]:
    used = used_pieces(spec.path)
    is_ours = any(each.startswith(f"{spec.name}/") for each in keep)  # it is this model's own fetch that asks
    if spec.name in keep or used is None or (is_fetching(spec.path) and not is_ours):
        return {}
    sizes = piece_sizes(spec)
    return {piece: size for piece, size in sizes.items() if piece not in used and f"{spec.name}/{piece}" not in keep}
