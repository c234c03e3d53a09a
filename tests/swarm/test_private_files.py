"""A lock that ends with its process, and files that are closed to others."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from meshnet_gui.swarm import private_files
from meshnet_gui.swarm.private_files import MAX_BYTES, FileLock, read_private

HOLD = """
import sys
from pathlib import Path
from meshnet_gui.swarm.private_files import FileLock
lock = FileLock.take(Path(sys.argv[1]))
print("held" if lock else "taken", flush=True)
sys.stdin.read()
"""


def test_a_lock_is_held_once_and_ends_with_a_process_that_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "it.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert FileLock.take(path) is None
        holder.kill()
        holder.wait(10)
    lock = FileLock.take(path)
    assert lock is not None
    assert FileLock.take(path) is None
    lock.release()
    lock.release()
    again = FileLock.take(path)
    assert again is not None
    again.release()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks otherwise")
def test_a_drive_without_locks_keeps_nobody_from_starting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(private_files.fcntl, "flock", refuse)
    lock = FileLock.take(tmp_path / "it.lock")
    assert lock is not None
    lock.release()


def test_what_is_read_is_bounded_and_what_is_not_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "large"
    assert read_private(path) is None
    path.write_bytes(bytes(MAX_BYTES + 1))
    assert len(read_private(path) or b"") == MAX_BYTES
