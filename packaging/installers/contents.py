"""What is inside a bundle, by whom: read from the tables that PyInstaller leaves beside it.

Every module and file of a bundle was copied from somewhere, and those tables say from where. What cannot be traced to
a Python distribution, to Python, to the build host or to this project is named, so that nothing slips in unseen.
"""

from __future__ import annotations

import ast
import fnmatch
import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.utils import canonicalize_name

from installers.places import ROOT

OWN_DISTRIBUTION = "meshnet-gui"
OWN_FOLDER = "meshnet_gui"
"""What lies in a bundle under this name is ours, also where it was put there after PyInstaller."""
SHARED_PREFIXES = ("/usr", "/usr/local")
"""Folders that a Python may share with everything else, so that lying in one says nothing."""
_PYTHON_LIBRARIES = ("libpython3*", "python3*.dll")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table: what it is called in the bundle, and the file that it was taken from."""

    name: str
    source: Path


@dataclass(frozen=True, slots=True)
class Contents:
    """Who made what is inside; each list in the order of its names."""

    distributions: tuple[Distribution, ...]
    libraries: tuple[Path, ...]
    """Files of the build host, outside of Python and its packages."""
    unknown: tuple[str, ...]
    """Files in the bundle that no table names."""


def contents_of(internal: Path, work: Path) -> Contents:
    """``internal`` is the folder of the bundle's files; below ``work`` lie the tables of its build and of no other."""
    owners = _owners()
    found: dict[str, Distribution] = {}
    libraries: set[Path] = set()
    ours = (Path(os.path.realpath(work)), ROOT)
    collected = tables(work, "COLLECT")
    if not collected:
        raise FileNotFoundError(f"there is no table of a build below {work}")
    present = [entry for entry in collected if (internal / entry.name).exists()]
    for entry in (*tables(work, "PYZ"), *tables(work, "PKG"), *present):
        source = Path(os.path.realpath(entry.source))
        owner = owners.get(os.path.normcase(source))
        if owner is not None:
            found[canonicalize_name(owner.name)] = owner
        elif not (_named_ours(entry.name) or _of_python(source) or _of_ours(source, ours)):
            libraries.add(source)
    found.pop(OWN_DISTRIBUTION, None)
    unknown = _unnamed(internal, {entry.name for entry in collected})
    return Contents(tuple(found[name] for name in sorted(found)), tuple(sorted(libraries)), tuple(unknown))


def tables(work: Path, kind: str) -> list[Entry]:
    """The lines of all tables of one kind: ``PYZ`` (modules), ``PKG`` (in an executable), ``COLLECT`` (files)."""
    lines: list[Entry] = []
    for path in sorted(work.rglob(f"{kind}-*.toc")):
        lines += _lines(ast.literal_eval(path.read_text(encoding="utf-8")))
    return lines


def _lines(table: object) -> Iterator[Entry]:
    """Each (name, source, kind) in there; links and options have no source of their own."""
    match table:
        case (str(name), str(source), str(kind)):
            if kind not in ("SYMLINK", "OPTION") and source not in ("", "-"):
                yield Entry(Path(name).as_posix(), Path(source))
        case tuple() | list():
            for inner in table:
                yield from _lines(inner)
        case _:
            pass


def _unnamed(internal: Path, named: set[str]) -> Iterator[str]:
    for path in sorted(internal.rglob("*")):
        name = path.relative_to(internal).as_posix()
        if path.is_file() and not path.is_symlink() and not _named_ours(name) and name not in named:
            yield name


def _named_ours(name: str) -> bool:
    """Whether it is a module or a file of this project, by what it is called in the bundle."""
    return name == OWN_FOLDER or name.startswith((f"{OWN_FOLDER}/", f"{OWN_FOLDER}."))


@cache
def _owners() -> dict[str, Distribution]:
    """Each installed file with the distribution that lists it."""
    owners: dict[str, Distribution] = {}
    for distribution in distributions():
        folder = Path(os.path.realpath(str(distribution.locate_file(""))))
        for file in distribution.files or ():
            owners.setdefault(os.path.normcase(os.path.normpath(folder / file)), distribution)
    return owners


def _of_python(source: Path) -> bool:
    standard = {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    if sys.base_prefix not in SHARED_PREFIXES:
        standard.add(sys.base_prefix)
    if any(source.is_relative_to(os.path.realpath(folder)) for folder in standard if folder):
        return not {"site-packages", "dist-packages"} & set(source.parts)
    return any(fnmatch.fnmatch(source.name, pattern) for pattern in _PYTHON_LIBRARIES)


def _of_ours(source: Path, ours: Iterable[Path]) -> bool:
    in_environment = sys.prefix != sys.base_prefix and source.is_relative_to(os.path.realpath(sys.prefix))
    return not in_environment and any(source.is_relative_to(folder) for folder in ours)
