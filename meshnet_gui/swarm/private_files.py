"""Files that only their user may read, and a lock that ends with the process that holds it."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from pathlib import Path

MAX_BYTES = 2**20
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}  # some network drives know none


def private_folder(folder: Path) -> None:
    """Makes the folder, closed to others, where it is not there yet. Raises OSError."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def read_private(path: Path) -> bytes | None:
    """The content; None where there is no file. Closes it to others if it was open to them. Raises OSError."""
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES)
    except FileNotFoundError:
        return None
    with contextlib.suppress(OSError):
        path.chmod(0o600)
    return content


class FileLock:
    """Held by one program at a time; the system lets go of it when that program ends, in whatever way."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> FileLock | None:
        """The lock, None where somebody holds it. Where the drive knows no locks everybody gets it. Raises OSError."""
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        try:
            taken = _lock(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        if not taken:
            os.close(descriptor)
            return None
        return cls(descriptor)

    def release(self) -> None:
        """A second call does nothing."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as exc:
            if exc.errno not in _NO_LOCKS:
                return False
        return True
