"""What a bundle needs of the Linux that it runs on, read from its own libraries rather than guessed.

Reads headers by ``objdump``, which PyInstaller needs as well, and asks ``dpkg`` which package brings a library. So it
holds for systems from the one that it was built on, and that one must have all that the bundle wants to find.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

_MAGIC = b"\x7fELF"
_NEEDED = re.compile(r"^\s+NEEDED\s+(\S+)", re.MULTILINE)
_GLIBC = re.compile(r"^\s+0x[0-9a-f]+ 0x[0-9a-f]+ \d+ GLIBC_(\d+(?:\.\d+)+)", re.MULTILINE)
_FILE = re.compile(r"^(.+):\s+file format elf\S*$", re.MULTILINE)
_AT_A_TIME = 500
# Since Debian 13 and Ubuntu 24.04 these are called NAMEt64, on computers of 64 bit for no other reason than the name.
_RENAMED = frozenset(
    {"libasound2", "libatk1.0-0", "libatspi2.0-0", "libcups2", "libglib2.0-0", "libgtk-3-0", "libpng16-16", "libssl3"}
)


@dataclass(frozen=True, slots=True)
class Needs:
    """Libraries that are not in the bundle, each with a file that wants it, and the least version of the C library."""

    libraries: dict[str, Path] = field(default_factory=dict)
    glibc: tuple[int, ...] = ()


def needs_of(bundle: Path) -> Needs:
    """Of all executables and libraries in it, at any depth."""
    files = sorted(path for path in bundle.rglob("*") if path.is_file())
    held = {path.name for path in files}
    libraries: dict[str, Path] = {}
    versions: list[tuple[int, ...]] = [()]
    for path, header in _headers([path for path in files if not path.is_symlink() and _is_elf(path)]):
        versions += [tuple(map(int, found.split("."))) for found in _GLIBC.findall(header)]
        for name in _NEEDED.findall(header):
            if name not in held:
                libraries.setdefault(name, path)
    return Needs(libraries, max(versions))


def debian_depends(needs: Needs) -> list[str]:
    """As they stand in ``Depends``, sorted. Raises ValueError for a library that no package of this computer brings."""
    packages = {_with_other_name(name) for name in _owners(needs.libraries)}
    version = ".".join(map(str, needs.glibc))
    return sorted({f"libc6 (>= {version})" if name == "libc6" else name for name in packages})


def _owners(libraries: dict[str, Path]) -> Iterator[str]:
    if not libraries:
        return
    said = subprocess.run(
        ["dpkg-query", "--search", *(f"*-linux-gnu/{name}" for name in libraries)],
        capture_output=True,
        text=True,
        check=False,  # it also fails where it found some
    ).stdout
    packages = {
        path.rpartition("/")[2]: names for names, _, path in (line.partition(": ") for line in said.splitlines())
    }
    for name, wanted_by in libraries.items():
        if name not in packages:
            raise ValueError(
                f"{name}, which {wanted_by} needs, is neither in the bundle nor in a package of this system"
            )
        yield packages[name].partition(":")[0]


def _with_other_name(package: str) -> str:
    old = package.removesuffix("t64")
    return f"{old}t64 | {old}" if old in _RENAMED else package


def _is_elf(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(len(_MAGIC)) == _MAGIC


def _headers(files: list[Path]) -> Iterator[tuple[Path, str]]:
    for batch in _batches(files):
        said = subprocess.run(
            ["objdump", "--private-headers", *batch],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        ).stdout
        _, *pieces = _FILE.split(said)
        for path, header in zip(pieces[::2], pieces[1::2], strict=True):
            yield Path(path), header


def _batches(files: list[Path]) -> Iterable[list[Path]]:
    return (files[start : start + _AT_A_TIME] for start in range(0, len(files), _AT_A_TIME))
