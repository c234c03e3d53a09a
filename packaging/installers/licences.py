"""The licence of one part of the bundle: what it is called, what it allows, and every text that comes with it."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution
from pathlib import Path, PurePath
from typing import Any

from packaging.utils import canonicalize_name

from installers.places import PACKAGING

TEXTS = PACKAGING / "licences"
"""Texts that parts do not bring themselves, and the reviewed tables that say for which parts they stand."""
_LEGAL_NAME = re.compile(r"^(licen[cs]e|copying|copyright|notice|third[-_ ]?party)", re.IGNORECASE)
_LEGAL_ENDINGS = {"", ".txt", ".md", ".rst", ".apache", ".bsd", ".mit", ".apache2"}
_HOME_LABELS = ("homepage", "home", "repository", "source", "source code", "github", "code", "documentation")


@dataclass(frozen=True, slots=True)
class Text:
    """A licence text with the name of its file."""

    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Part:
    """Something inside the bundle that others have made."""

    name: str
    version: str
    licence: str
    """As its makers state it, best as an SPDX expression."""
    home: str = ""
    texts: tuple[Text, ...] = ()
    notes: str = ""
    components: tuple[str, ...] = ()
    """What was built into it, one line each, as far as its metadata says so."""


def kept_text(name: str) -> Text:
    """A text of the folder beside this package."""
    return Text(name, read(TEXTS / name))


def read(path: Path) -> str:
    """A text as it is printed: one kind of line end, no trailing blanks, whatever stray bytes it has."""
    text = path.read_text(encoding="utf-8-sig", errors="replace").replace("\f", "")
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n") + "\n"


def part_of(distribution: Distribution) -> Part:
    """A Python distribution, with the reviewed table filling in what its metadata leaves out."""
    reviewed = reviewed_parts().get(canonicalize_name(distribution.name), {})
    texts = (*_own_texts(distribution), *(kept_text(name) for name in reviewed.get("texts", ())))
    return Part(
        name=distribution.name,
        version=distribution.version,
        licence=str(reviewed.get("licence") or _licence(distribution)),
        home=_home(distribution),
        texts=texts,
        notes=str(reviewed.get("notes", "")).format(version=distribution.version).strip(),
        components=_components(distribution),
    )


@cache
def reviewed_parts() -> dict[str, dict[str, Any]]:
    """What a person has looked up about distributions that bring no licence text or more than it says."""
    table = tomllib.loads((TEXTS / "reviewed.toml").read_text(encoding="utf-8"))
    return {canonicalize_name(str(entry["name"])): entry for entry in table["distribution"]}


def _own_texts(distribution: Distribution) -> tuple[Text, ...]:
    """Every file of the distribution that reads like a licence, and those that its metadata names."""
    stated = {PurePath(name).as_posix() for name in distribution.metadata.get_all("License-File") or ()}
    texts = []
    for file in sorted(distribution.files or ()):
        path = Path(str(distribution.locate_file(file)))
        if (_is_legal(file) or _short(file) in stated) and path.is_file():
            texts.append(Text(_short(file), read(path)))
    return tuple(texts)


def _is_legal(file: PurePath) -> bool:
    return _LEGAL_NAME.match(file.name) is not None and file.suffix.lower() in _LEGAL_ENDINGS


def _short(file: PurePath) -> str:
    """The file's name without the folders that every distribution has."""
    parts = list(file.parts)
    if parts[0].endswith(".dist-info"):
        parts = parts[1:]
        if parts[0] in ("licenses", "license_files"):
            parts = parts[1:]
    return "/".join(parts)


def _licence(distribution: Distribution) -> str:
    metadata = distribution.metadata
    stated = metadata["License-Expression"] or metadata["License"] or ""
    if stated and "\n" not in stated:
        return stated
    names = [line.rsplit(" :: ", 1)[-1] for line in metadata.get_all("Classifier") or () if line.startswith("License")]
    return ", ".join(names) or stated.split("\n", 1)[0] or "see the text"


def _home(distribution: Distribution) -> str:
    pairs = [line.split(", ", 1) for line in distribution.metadata.get_all("Project-URL") or () if ", " in line]
    links = {label.strip().lower(): address.strip() for label, address in pairs}
    known = [links[label] for label in _HOME_LABELS if label in links]
    return distribution.metadata["Home-page"] or next(iter(known + list(links.values())), "")


def _components(distribution: Distribution) -> tuple[str, ...]:
    """The libraries that its bills of materials name, as ``name version (licence)``."""
    lines: set[str] = set()
    for file in distribution.files or ():
        if "sboms" in file.parts and file.suffix == ".json":
            document = json.loads(Path(str(distribution.locate_file(file))).read_text(encoding="utf-8"))
            lines |= {_component(entry) for entry in document.get("components", ())}
    return tuple(sorted(lines, key=str.lower))


def _component(entry: dict[str, Any]) -> str:
    names = [_expression(choice) for choice in entry.get("licenses", ())]
    return f"{entry['name']} {entry.get('version', '')} ({' AND '.join(names) or 'licence not stated'})"


def _expression(choice: dict[str, Any]) -> str:
    named = choice.get("license", {})
    return str(choice.get("expression") or named.get("id") or named.get("name"))
