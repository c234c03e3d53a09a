"""Who uses a model now, and when it was last used: seen by all processes, and gone with the one that said so.

Each user holds a lock file of its own in the model's directory, which names the pieces that it uses.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from meshnet_gui.modelstore.staging import is_locked, try_lock

PREFIX = ".in-use-"
USED_NAME = ".used"
MAX_CONTENT_BYTES = 2**20


@contextmanager
def in_use(directory: Path, pieces: Collection[str] | None = None) -> Iterator[None]:
    """Hold a model, or some of its pieces, so that nothing of it is removed to make room. Raises OSError."""
    named = "" if pieces is None else json.dumps(sorted(pieces))
    path, file = _own_lock(directory)
    try:
        with file:
            file.write(f" {named}".encode())  # the first byte is what is locked
            file.flush()
            yield
    finally:
        _drop(path)


def used_pieces(directory: Path) -> frozenset[str] | None:
    """The pieces that somebody uses now; None: all of them."""
    used: set[str] = set()
    for path in directory.glob(f"{PREFIX}*"):
        if not is_locked(path):
            _drop(path)
            continue
        named = _named(path)
        if named is None:
            return None
        used.update(named)
    return frozenset(used)


def is_in_use(directory: Path) -> bool:
    """Whether anybody uses anything of it now."""
    return used_pieces(directory) != frozenset()


def touch(directory: Path) -> None:
    """Note that the model is used now; a disk that does not take the note is no error."""
    with suppress(OSError):
        (directory / USED_NAME).touch()


def used_at(directory: Path, otherwise: str) -> float:
    """When it was last used, in seconds of the wall clock; when ``otherwise`` was written where nobody has used it."""
    return written_at(directory / USED_NAME) or written_at(directory / otherwise)


def written_at(path: Path) -> float:
    """When a file was written, in seconds of the wall clock; 0 where there is none."""
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def _own_lock(directory: Path) -> tuple[Path, IO[bytes]]:
    while True:
        path = directory / f"{PREFIX}{secrets.token_hex(8)}"
        file = path.open("x+b")
        if try_lock(file) and _is_still(path, file.fileno()):
            return path, file
        file.close()  # somebody took it for a dead one's


def _named(path: Path) -> list[str] | None:
    try:
        with path.open("rb", buffering=0) as file:
            file.seek(1)
            named = json.loads(file.read(MAX_CONTENT_BYTES))
    except (OSError, ValueError):
        return None
    return named if isinstance(named, list) and all(isinstance(piece, str) for piece in named) else None


def _is_still(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except OSError:
        return False


def _drop(path: Path) -> None:
    with suppress(OSError):  # a system on which open files cannot be removed leaves it to the next look
        path.unlink(missing_ok=True)
