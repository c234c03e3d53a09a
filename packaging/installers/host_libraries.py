"""Libraries of the build host inside a bundle: which Debian package each came from, and that package's licence."""

from __future__ import annotations

import fnmatch
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from installers.licences import TEXTS, Part, Text, kept_text, read

DOCUMENTS = Path("/usr/share/doc")
COMMON = Path("/usr/share/common-licenses")
_FORMAT = "${Package}\t${Version}\t${source:Package}\t${source:Version}\t${Homepage}\n"
_REFERENCE = re.compile(r"/usr/share/common-licenses/([A-Za-z]+(?:-[0-9]+(?:\.[0-9]+)*)?)")


def parts_of(libraries: Iterable[Path]) -> tuple[list[Part], list[Path]]:
    """One part for each package, or entry of the reviewed table, and the libraries of which nobody knows anything."""
    libraries = list(libraries)
    table = _reviewed("library")
    packages = _packages(libraries)
    owned: dict[str, list[str]] = {}
    reviewed: dict[str, list[str]] = {}
    unknown: list[Path] = []
    for library in libraries:
        names = [str(entry["name"]) for entry in table if _matches(library.name, entry["files"])]
        if names:
            reviewed.setdefault(names[0], []).append(library.name)
        elif library in packages:
            owned.setdefault(packages[library], []).append(library.name)
        else:
            unknown.append(library)
    parts = [_debian_part(package, files) for package, files in sorted(owned.items())]
    parts += [_reviewed_part(entry, reviewed[entry["name"]]) for entry in table if entry["name"] in reviewed]
    return parts, unknown


def common_texts(parts: Iterable[Part]) -> tuple[Text, ...]:
    """The licences that Debian keeps once for all packages, as far as one of the texts points there."""
    named = {name for part in parts for text in part.texts for name in _REFERENCE.findall(text.body)}
    kept = [COMMON / name for name in sorted(named) if (COMMON / name).is_file()]
    return tuple(Text(f"{COMMON.name}/{path.name}", read(path)) for path in kept)


def refusals(parts: Iterable[Part]) -> list[str]:
    """A sentence for each part that must not come along."""
    return [
        f"{part.name} {entry['reason']}"
        for part in parts
        for entry in _reviewed("refused")
        if _matches(part.name, entry["packages"])
    ]


def _reviewed(kind: str) -> list[dict[str, Any]]:
    table: dict[str, list[dict[str, Any]]] = tomllib.loads((TEXTS / "reviewed.toml").read_text(encoding="utf-8"))
    return table[kind]


def _packages(libraries: list[Path]) -> dict[Path, str]:
    """Each file's package, looked up under both names that /lib has had."""
    if shutil.which("dpkg-query") is None or not libraries:
        return {}
    names = {str(name): library for library in libraries for name in (library, _without_usr(library))}
    asked = ["dpkg-query", "--search", *names]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False).stdout  # fails where one is not found
    found: dict[Path, str] = {}
    for line in answer.splitlines():
        packages, _, file = line.partition(": ")
        if file in names and not packages.startswith("diversion "):
            found.setdefault(names[file], packages.split(",")[0].strip())
    return found


def _without_usr(library: Path) -> Path:
    return Path("/", *library.parts[2:]) if library.parts[1:2] == ("usr",) else library


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatch(name.lower(), pattern) for pattern in patterns)


def _debian_part(package: str, files: list[str]) -> Part:
    asked = ["dpkg-query", "--show", f"--showformat={_FORMAT}", package]
    name, version, source, source_version, home = (
        subprocess.run(asked, capture_output=True, text=True, check=True).stdout.splitlines()[0].split("\t")
    )
    document = DOCUMENTS / name / "copyright"
    return Part(
        name=name,
        version=version,
        licence="see the text",
        home=home,
        texts=(Text(f"{name}/copyright", read(document)),) if document.is_file() else (),
        notes=f"As {', '.join(sorted(files))}. Its source is the source package {source} {source_version}.",
    )


def _reviewed_part(entry: dict[str, Any], files: list[str]) -> Part:
    return Part(
        name=str(entry["name"]),
        version="",
        licence=str(entry["licence"]),
        home=str(entry.get("home", "")),
        texts=tuple(kept_text(name) for name in entry.get("texts", ())),
        notes=f"As {', '.join(sorted(files))}. {entry.get('notes', '')}".strip(),
    )
