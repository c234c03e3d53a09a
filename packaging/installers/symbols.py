"""Takes the symbols that only debuggers read out of the bundle's libraries on Linux: a fifth of its size."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from installers import places

ELF = b"\x7fELF"
_SEGMENT = re.compile(r"^ +LOAD +(0x[0-9a-f]+) (0x[0-9a-f]+) 0x\S+ 0x\S+ 0x\S+ .{3} (0x[0-9a-f]+)$", re.MULTILINE)


def strip(folder: Path) -> float:
    """Strips every library below ``folder`` that can be loaded afterwards, and returns how many megabytes that saved.

    Libraries that a wheel's maker moved and patched may come out of it with their segments off their pages; the loader
    would refuse them, so such a one stays as it was. Raises CalledProcessError where binutils fail.
    """
    saved = 0
    trial = places.BUILD / "stripped"
    for path in libraries(folder):
        shutil.copy2(path, trial)
        subprocess.run(["strip", "--strip-unneeded", str(trial)], check=True, capture_output=True)
        gain = path.stat().st_size - trial.stat().st_size
        if gain > 0 and is_loadable(trial):
            shutil.copy2(trial, path)
            saved += gain
    trial.unlink(missing_ok=True)
    return saved / 1e6


def libraries(folder: Path) -> Iterator[Path]:
    """The ELF files below ``folder`` that are libraries by their name; PyInstaller's executable carries an archive."""
    for path in sorted(folder.rglob("*.so*")):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as stream:
            if stream.read(4) == ELF:
                yield path


def is_loadable(library: Path) -> bool:
    """Whether each segment lies in the file as the loader will map it."""
    told = subprocess.run(["readelf", "-lW", str(library)], check=True, capture_output=True, text=True).stdout
    segments = [tuple(int(number, 16) for number in found) for found in _SEGMENT.findall(told)]
    return bool(segments) and all((offset - address) % size == 0 for offset, address, size in segments)
