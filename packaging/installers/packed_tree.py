"""Makes a folder that is to be packed the same, whoever packs it where."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from installers.source_date import source_date


def make_equal(tree: Path) -> None:
    """One time for all, and modes that depend neither on the umask nor on how somebody's wheel was packed."""
    date = source_date().timestamp()
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(_mode(path))
        os.utime(path, (date, date), follow_symlinks=False)


def _mode(path: Path) -> int:
    """Everybody may read, and run what is a program; a library is mapped and a module read."""
    if path.is_dir():
        return 0o755
    is_run = path.stat().st_mode & stat.S_IXUSR and ".so" not in path.suffixes and path.suffix != ".py"
    return 0o755 if is_run and _is_program(path) else 0o644


def _is_program(path: Path) -> bool:
    """By how it begins: wheels that were packed on other systems say it of licences, too."""
    with path.open("rb") as stream:
        return stream.read(4).startswith((b"\x7fELF", b"#!"))
