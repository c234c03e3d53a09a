"""Whole or nothing on the disk: one import at a time per store, built in a hidden directory, renamed when complete.

Knows no models. Under the store's lock every hidden directory that is found belongs to an import that died.
"""

from __future__ import annotations

import errno
import logging
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from meshnet_gui.amounts import bytes_text
from meshnet_gui.errors import DiskFull, MachineError
from meshnet_gui.modelstore.progress import Progress

LOCK_NAME = ".lock"
PREFIX = ".importing-"
ADDING_PREFIX = ".adding-"
ADDING_LOCK_NAME = ".adding.lock"
REMOVING_PREFIX = ".removing-"
SPARE_BYTES = 64 * 2**20
LOCK_POLL_S = 0.2
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT})
_NO_ROOM_ON_WINDOWS = frozenset({39, 112})
_log = logging.getLogger(__name__)


@contextmanager
def store_lock(root: Path, progress: Progress, timeout_s: float = 3600.0) -> Iterator[None]:
    """Hold the store for one import; another one, of any process, waits. Raises MachineError after ``timeout_s``."""
    root.mkdir(parents=True, exist_ok=True)
    with lock(root / LOCK_NAME, lambda: progress(0.0, "waiting for another import to finish"), timeout_s):
        yield


@contextmanager
def lock(path: Path, waiting: Callable[[], None], timeout_s: float = 60.0) -> Iterator[None]:
    """Hold a lock file among all processes. Raises MachineError after ``timeout_s``; ``waiting`` is called until then.

    The system lets go of the lock when its holder dies, so it cannot be left behind.
    """
    deadline = time.monotonic() + timeout_s
    with path.open("a+b") as file:
        while not try_lock(file):
            if time.monotonic() >= deadline:
                raise MachineError(
                    f"Another program has held {path.parent.name} for too long.", "End it and try again."
                )
            waiting()
            time.sleep(LOCK_POLL_S)
        yield


def is_locked(path: Path) -> bool:
    """Whether somebody holds this lock file now, of any process."""
    try:
        with path.open("r+b") as file:
            return not try_lock(file)
    except OSError:
        return False


def try_lock(file: IO[bytes]) -> bool:
    """Hold an open file for this process alone; False where another one does. Closing it lets go."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def remove_dead(root: Path) -> None:
    """Remove what imports that died have left. Call it with the store's lock held."""
    for leftover in root.glob(f"{PREFIX}*"):
        _log.info("removing an unfinished import, %s", leftover.name)
        shutil.rmtree(leftover, ignore_errors=True)


@contextmanager
def staging(root: Path, prefix: str = PREFIX) -> Iterator[Path]:
    """A hidden directory that is gone afterwards, unless ``publish`` has renamed it."""
    directory = root / f"{prefix}{secrets.token_hex(8)}"
    directory.mkdir()
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def publish(directory: Path, target: Path) -> None:
    """Make a complete directory visible under its name, in one step; a damaged model there gives way.

    Its files are on the disk already (``write_text`` and the writers of weights see to it).
    """
    old = target.parent / f"{PREFIX}{secrets.token_hex(8)}"
    if target.exists():
        target.rename(old)
    sync_directory(directory)
    directory.rename(target)
    sync_directory(target.parent)
    shutil.rmtree(old, ignore_errors=True)


def discard(path: Path) -> None:
    """Remove a directory so that it is gone at once and as a whole under its name, however long it takes."""
    going = path.parent / f"{REMOVING_PREFIX}{secrets.token_hex(8)}"
    path.rename(going)
    sync_directory(path.parent)
    delete(going)


def delete(path: Path) -> None:
    """Remove a file, or a directory with all that is in it, which others may be removing, too. No link is followed."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, onerror=_unless_gone)
    else:
        path.unlink(missing_ok=True)


def _unless_gone(function: object, path: str, error: tuple[type[BaseException], BaseException, object]) -> None:
    if not isinstance(error[1], FileNotFoundError):
        raise error[1]


def write_text(path: Path, text: str) -> None:
    """Write a small file and see it onto the disk."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def sync_directory(path: Path) -> None:
    """See the names in a directory onto the disk, where the system can."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def check_room(root: Path, needed_bytes: int) -> None:
    """Raises DiskFull when ``needed_bytes`` and a little more do not fit."""
    free = shutil.disk_usage(root).free
    if free < needed_bytes + SPARE_BYTES:
        raise DiskFull(
            f"{bytes_text(needed_bytes + SPARE_BYTES)} are needed, but {root} has only {bytes_text(free)} free.",
            "Free some space, or keep the models on another disk.",
        )


@contextmanager
def disk_errors(root: Path, hint: str = "Free some space and try again.") -> Iterator[None]:
    """Turn what the system says while writing into DiskFull or MachineError. ``hint`` is for a full disk."""
    try:
        yield
    except OSError as exc:
        if is_no_room(exc):
            raise DiskFull(f"The disk that holds {root} became full.", hint) from exc
        raise MachineError(
            f"Writing to the disk failed: {exc.strerror or exc}.", f"Check that {root} can be written to."
        ) from exc


def is_no_room(exc: OSError) -> bool:
    """Whether the disk is full, or this user's share of it."""
    return exc.errno in _NO_ROOM or getattr(exc, "winerror", None) in _NO_ROOM_ON_WINDOWS
