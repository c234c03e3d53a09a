"""Is the program's code all there, and what it depends on? Knows no files but those of Python packages."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Callable, Collection, Iterable
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

import meshnet_gui
from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.installation import IS_BUNDLE, PACKAGE, console_command, window_executable

DISTRIBUTION = "meshnet-gui"


def imports(folder: Path) -> str:
    """Every module of the program can be imported, and every distribution that it depends on is there."""
    found = modules()
    missing = sorted(modules_of(metadata_of(DISTRIBUTION)) - found)
    if missing:
        raise CheckFailed(f"modules are missing: {listed(missing)}")
    for name in sorted(found):
        try:
            importlib.import_module(name)
        except Exception as exc:
            raise CheckFailed(f"{name}: {exc}") from exc
    versions = [version_of(name) for name in needed(metadata_of(DISTRIBUTION).requires or ())]
    return f"{len(found)} modules, {len(versions)} distributions"


def program(folder: Path, command: Callable[[], tuple[str, ...]] = console_command, *, bundle: bool = IS_BUNDLE) -> str:
    """What starts this program as another process is there."""
    executables = [Path(command()[0]), *([Path(window_executable())] if bundle else [])]
    for executable in executables:
        if not executable.is_file():
            raise CheckFailed(f"there is no {executable}")
    return ", ".join(executable.name for executable in executables)


def modules() -> set[str]:
    """All of the program that can be found, but what runs when it is imported."""
    walked = pkgutil.walk_packages(meshnet_gui.__path__, f"{PACKAGE}.")
    return {name for name in (PACKAGE, *(module.name for module in walked)) if not name.endswith("__main__")}


def modules_of(distribution: metadata.Distribution) -> set[str]:
    """The modules that an installed distribution says it has; none where it only points to a checkout."""
    paths = [Path(file) for file in distribution.files or () if file.name.endswith(".py")]
    parts = [path.with_suffix("").parts for path in paths if path.parts[0] == PACKAGE]
    names = {".".join(part for part in each if part != "__init__") for each in parts}
    return {name for name in names if not name.endswith("__main__")}


def metadata_of(name: str) -> metadata.Distribution:
    """Raises CheckFailed."""
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError as exc:
        raise CheckFailed(f"there is no metadata of {name}") from exc


def version_of(name: str) -> str:
    """Raises CheckFailed where the distribution's metadata cannot be read."""
    found = metadata_of(name)
    if not found.version or not found.metadata["Name"]:
        raise CheckFailed(f"the metadata of {name} cannot be read")
    return found.version


def needed(requirements: Iterable[str], platform: str = sys.platform) -> list[str]:
    """The names of the distributions that are required here, without those of extras."""
    found = map(Requirement, requirements)
    here = {"sys_platform": platform, "extra": ""}
    return [one.name for one in found if one.marker is None or one.marker.evaluate(here)]


def listed(names: Collection[str], most: int = 5) -> str:
    """``a, b and 3 more``."""
    shown = ", ".join(list(names)[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")
