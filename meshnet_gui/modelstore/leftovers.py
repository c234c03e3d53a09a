"""What lies in the store and no model needs: found by its name, and only where nobody is at work on it.

Knows the names that this program gives its files. What somebody else put into the store is never among them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.disk import entries, is_fetching, size_of
from meshnet_gui.modelstore.folder_check import INDEX_NAME
from meshnet_gui.modelstore.hashing import HEADER_SUFFIX, PROVEN_NAME
from meshnet_gui.modelstore.manifest import FILE_NAME, read_json
from meshnet_gui.modelstore.pieces import PART_SUFFIX, PROGRESS_SUFFIX, WISH_NAME, made_of, piece_file
from meshnet_gui.modelstore.small_files import SMALL_FILES
from meshnet_gui.modelstore.staging import (
    ADDING_LOCK_NAME,
    ADDING_PREFIX,
    LOCK_NAME,
    PREFIX,
    REMOVING_PREFIX,
    is_locked,
)
from meshnet_gui.modelstore.tensors import FILE_NAME as TENSORS_NAME

MAX_GOLDEN_FILES = 16
OLD_S = 3600.0  # nothing that is written in one go is unfinished for so long
_GOLDEN = re.compile(r"golden-[0-9a-f]+\.tensors")
_CODED = re.compile(r"quantised-.*")
_UNFINISHED_CODED = ".quantising-"
_WRITTEN_IN_ONE_GO = (TENSORS_NAME, PROVEN_NAME, INDEX_NAME, WISH_NAME)
_UNFINISHED = re.compile(
    rf"\.(?:golden-|(?:{'|'.join(map(re.escape, _WRITTEN_IN_ONE_GO))}|.+{re.escape(HEADER_SUFFIX)})\.).*"
)


@dataclass(frozen=True, slots=True)
class Leftover:
    """Something that no model needs. ``what`` is for a person."""

    path: Path
    num_bytes: int
    what: str


def leftovers(root: Path) -> Iterator[Leftover]:
    """Everything of that kind in the store."""
    for path in entries(root):
        what = _what(root, path)
        if what:
            yield Leftover(path, size_of(path), what)
        elif path.is_dir() and not path.is_symlink() and not path.name.startswith("."):
            for name, reason in _in_model(path).items():
                yield Leftover(path / name, size_of(path / name), reason)


def _what(root: Path, path: Path) -> str:
    if path.name.startswith(PREFIX) and not is_locked(root / LOCK_NAME):
        return "an import that did not end"
    if path.name.startswith(ADDING_PREFIX) and not is_locked(root / ADDING_LOCK_NAME):
        return "a model that was not added to its end"
    if path.name.startswith(REMOVING_PREFIX):
        return "a model that was removed"
    if path.is_dir() and not path.is_symlink() and not path.name.startswith(".") and _is_no_model(path):
        return "a folder that is no model any more"
    return ""


def _is_no_model(directory: Path) -> bool:
    """Whether all that lies in it is ours and the file without which it is no model is not there."""
    names = [path.name for path in entries(directory)]
    if FILE_NAME in names:
        return False
    marks = [name for name in names if name == TENSORS_NAME or made_of(name)]
    others = {INDEX_NAME, PROVEN_NAME, *SMALL_FILES, *marks}
    ours = (name in others or name.startswith(".") or name.endswith(HEADER_SUFFIX) for name in names)
    return all(ours) and bool(marks or not names)


def _in_model(directory: Path) -> dict[str, str]:
    """By name, what each leftover in a model's directory is."""
    names = [path.name for path in entries(directory)]
    found = dict.fromkeys(_too_many_golden(directory, names), "outputs kept for comparison, too many")
    found |= {name: "a file that was not written to its end" for name in names if _is_old(directory / name)}
    if not is_locked(directory / LOCK_NAME):
        unfinished = (name for name in names if name.startswith(_UNFINISHED_CODED))
        found |= dict.fromkeys(unfinished, "weights in few bits that were not made to their end")
    if not is_fetching(directory):
        wished = _wished(directory)
        parts = (name for name in names if name.endswith((PART_SUFFIX, PROGRESS_SUFFIX)) and made_of(name))
        given_up = (name for name in parts if made_of(name) not in wished)
        found |= dict.fromkeys(given_up, "layers whose fetch was given up")
    if TENSORS_NAME in names:
        coded = (name for name in names if _CODED.fullmatch(name) and made_of(name))
        without = (name for name in coded if piece_file(made_of(name)) not in names)
        found |= dict.fromkeys(without, "weights in few bits of layers that are gone")
    return found


def _wished(directory: Path) -> frozenset[str]:
    """The pieces that a fetch will go on with."""
    try:
        return frozenset(map(str, read_json(directory / WISH_NAME)["pieces"]))
    except (BadModelFile, KeyError, TypeError):
        return frozenset()


def _too_many_golden(directory: Path, names: list[str]) -> list[str]:
    def written_at(name: str) -> float:
        with suppress(OSError):
            return (directory / name).stat().st_mtime
        return 0.0

    golden = sorted(filter(_GOLDEN.fullmatch, names), key=written_at, reverse=True)
    return golden[MAX_GOLDEN_FILES:]


def _is_old(path: Path) -> bool:
    """Whether it is a file that was begun long ago and never renamed."""
    if not _UNFINISHED.fullmatch(path.name):
        return False
    with suppress(OSError):
        return time.time() - path.lstat().st_mtime > OLD_S
    return False
