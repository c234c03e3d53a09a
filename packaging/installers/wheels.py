"""Which wheels exist of the libraries that the program needs: asked of the package index, and kept as a table."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

from installers.places import PACKAGING, ROOT

WHEELS = PACKAGING / "wheels.toml"
PYTHON = "3.11"
"""The Python of the bundles, for which the index is asked."""

# What pip is asked for, the least demanding first: of several wheels it takes the first that fits.
_GLIBC = ("2_17", "2_24", "2_26", "2_27", "2_28", "2_31", "2_34", "2_35", "2_36", "2_39")
_MACOS = ("10_9", "10_12", "10_13", "11_0", "12_0", "13_0", "14_0", "15_0")
PLATFORMS: Mapping[str, tuple[str, ...]] = {
    "linux-x86_64": ("manylinux2014_x86_64", *(f"manylinux_{version}_x86_64" for version in _GLIBC)),
    "linux-arm64": ("manylinux2014_aarch64", *(f"manylinux_{version}_aarch64" for version in _GLIBC)),
    "windows-x86_64": ("win_amd64",),
    "windows-arm64": ("win_arm64",),
    "macos-arm64": tuple(f"macosx_{version}_arm64" for version in _MACOS[3:]),
    "macos-x86_64": tuple(f"macosx_{version}_x86_64" for version in _MACOS),
}
_LOWEST_TAG = re.compile(r"(?:manylinux|macosx)_(\d+)_(\d+)_")
_NO_WHEEL = ("No matching distribution", "ResolutionImpossible")
"""What pip says where there is none; the second where a constraint of its own settings names the library too."""


@dataclass(frozen=True, slots=True)
class Wheels:
    """One library with the tag of its wheel for each system; where the index has none, the text is empty."""

    name: str
    version: str
    tags: Mapping[str, str]


def known_wheels(path: Path = WHEELS) -> list[Wheels]:
    """What the index answered when it was last asked."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Wheels(name, entry["version"], entry["tags"]) for name, entry in table.items()]


def lowest_of(tag: str) -> tuple[int, int] | None:
    """``manylinux_2_27_x86_64.manylinux_2_28_x86_64`` runs on 2.27: a wheel names every tag that it fulfils."""
    tag = tag.replace("manylinux2014_", "manylinux_2_17_")  # one of the older names that mean a version
    versions = [(int(major), int(minor)) for major, minor in _LOWEST_TAG.findall(tag)]
    return min(versions, default=None)


def binary_requirements() -> dict[str, str]:
    """Name and version of everything that the program needs here and that has code for one system in it."""
    seen: dict[str, importlib.metadata.Distribution] = {}
    waiting = [Requirement(line) for line in dependencies()]
    while waiting:
        requirement = waiting.pop()
        name = requirement.name.lower().replace("_", "-")
        if name in seen or (requirement.marker is not None and not requirement.marker.evaluate({"extra": ""})):
            continue
        seen[name] = importlib.metadata.distribution(name)
        waiting += [Requirement(line) for line in seen[name].requires or ()]
    return {name: seen[name].version.partition("+")[0] for name in sorted(seen) if _is_binary(seen[name])}


def dependencies() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [str(line) for line in project["dependencies"]]


def not_on_windows() -> set[str]:
    requirements = [Requirement(line) for line in dependencies()]
    return {
        requirement.name.lower()
        for requirement in requirements
        if requirement.marker is not None and not requirement.marker.evaluate({"sys_platform": "win32"})
    }


def _is_binary(distribution: importlib.metadata.Distribution) -> bool:
    tags = [line for line in (distribution.read_text("WHEEL") or "").splitlines() if line.startswith("Tag:")]
    return bool(tags) and not any(tag.endswith("-any") for tag in tags)


def ask_all(ask: Callable[[str, str, tuple[str, ...]], str]) -> list[Wheels]:
    """Ask for every library and every system."""
    found = []
    for name, version in binary_requirements().items():
        tags = {system: ask(name, version, platforms) for system, platforms in PLATFORMS.items()}
        found.append(Wheels(name, version, tags))
    return found


def ask_pip(name: str, version: str, platforms: tuple[str, ...]) -> str:
    """The tag of the wheel that pip would take there, from the index that it is set up for; empty without one."""
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--report", "-", "--no-deps"]
    command += ["--only-binary=:all:", "--ignore-installed", "--target", "unused", "--implementation", "cp"]
    command += ["--python-version", PYTHON, f"{name}=={version}"]
    command += [part for platform in platforms for part in ("--platform", platform)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode != 0:
        if not any(sign in answer.stderr for sign in _NO_WHEEL):
            raise ConnectionError(f"pip could not ask for {name} {version}:\n{answer.stderr}")
        return ""
    address = json.loads(answer.stdout)["install"][0]["download_info"]["url"]
    return str(address).rsplit("/", 1)[-1].removesuffix(".whl").rsplit("-", 1)[-1]


def wheels_text(wheels: Iterable[Wheels]) -> str:
    """The table as it is kept."""
    lines = [f"# Made by `python -m installers.systems`: the wheels that exist, for Python {PYTHON}. Empty: none."]
    for entry in wheels:
        lines += ["", f"[{entry.name}]", f'version = "{entry.version}"', f"[{entry.name}.tags]"]
        lines += [f'{system} = "{tag}"' for system, tag in entry.tags.items()]
    return "\n".join(lines) + "\n"
