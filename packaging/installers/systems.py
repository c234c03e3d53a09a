"""Which systems the program is built for, and whether every library that it needs can be had for them.

``packaging/systems.toml`` states it for people to read and for the documents to repeat; ``packaging/wheels.toml`` is
what the package index answered, and ``python -m installers.systems`` asks anew. The tests compare the two.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from installers.elf_needs import needs_of
from installers.places import PACKAGING, ROOT, architecture
from installers.wheels import (
    PLATFORMS,
    WHEELS,
    Wheels,
    ask_all,
    ask_pip,
    known_wheels,
    lowest_of,
    not_on_windows,
    wheels_text,
)

STATEMENT = PACKAGING / "systems.toml"
DOCUMENT = ROOT / "docs" / "systems.md"
SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}
BEGIN, END = "<!-- made by installers.systems: begin -->", "<!-- made by installers.systems: end -->"


@dataclass(frozen=True, slots=True)
class System:
    """A system and its architecture, as the documents state it."""

    id: str
    name: str
    built: bool
    lowest: tuple[int, int] | None
    """The lowest glibc or macOS; None where wheels do not say."""
    needs: str
    """The same in words, for people."""
    why: str

    def __post_init__(self) -> None:
        if self.id not in PLATFORMS:
            raise ValueError(f"{self.id} is none of {', '.join(PLATFORMS)}")


def stated(path: Path = STATEMENT) -> list[System]:
    """The systems of the statement, in its order."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        System(
            id=entry["id"],
            name=entry["name"],
            built=entry["built"],
            lowest=_pair(entry.get("lowest")),
            needs=entry["needs"],
            why=entry["why"],
        )
        for entry in table["system"]
    ]


def disagreements(systems: Iterable[System], wheels: Iterable[Wheels]) -> list[str]:
    """Where the statement and the wheels part, one sentence each; nothing is well."""
    found = []
    wheels = list(wheels)
    for system in systems:
        missing = missing_for(system, wheels)
        if system.built and missing:
            found.append(f"{system.id} is built, and has no wheel of {', '.join(missing)}")
        if not system.built and not missing:
            found.append(f"{system.id} is not built, and has every wheel")
        needed = lowest_for(system, wheels)
        if system.built and needed is not None and (system.lowest is None or system.lowest < needed):
            found.append(f"{system.id} is said to need {system.lowest}, and its wheels need {needed}")
    return found


def missing_for(system: System, wheels: Iterable[Wheels]) -> list[str]:
    """The libraries without a wheel there, but for those that pyproject.toml leaves out on that system."""
    left_out = set() if not system.id.startswith("windows") else not_on_windows()
    return [entry.name for entry in wheels if not entry.tags.get(system.id) and entry.name not in left_out]


def lowest_for(system: System, wheels: Iterable[Wheels]) -> tuple[int, int] | None:
    """The lowest glibc or macOS that all wheels of a system run on."""
    lowest = [found for entry in wheels if (found := lowest_of(entry.tags.get(system.id, ""))) is not None]
    return max(lowest, default=None)


def beyond_statement(bundle: Path, system: System) -> str:
    """What a Linux bundle asks for beyond what is stated, in a sentence; empty where it keeps to that."""
    glibc = needs_of(bundle).glibc
    if system.lowest is None or glibc <= system.lowest:
        return ""
    return f"{bundle} needs glibc {'.'.join(map(str, glibc))}; {system.id} is said to need {system.needs}"


def here() -> System:
    """The system that this runs on."""
    own = f"{SYSTEMS[sys.platform]}-{architecture()}"
    return next(system for system in stated() if system.id == own)


def document_tables(systems: Iterable[System], wheels: Iterable[Wheels]) -> str:
    """Both tables of the document: what is supported, and by which wheels."""
    systems, wheels = list(systems), list(wheels)
    lines = ["| system | installer | needs | why |", "|---|---|---|---|"]
    lines += [f"| {each.name} | {'yes' if each.built else 'no'} | {each.needs} | {each.why} |" for each in systems]
    lines += ["", "| library | version | " + " | ".join(each.name for each in systems) + " |"]
    lines.append("|---|---|" + "---|" * len(systems))
    for entry in wheels:
        cells = [_cell(entry.tags.get(each.id, "")) for each in systems]
        lines.append(f"| {entry.name} | {entry.version} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(tag: str) -> str:
    """What a tag asks for, in a word."""
    lowest = lowest_of(tag)
    if lowest is None:
        return {"": "none", "any": "any"}.get(tag, "yes")
    return f"{'glibc' if 'manylinux' in tag else 'macOS'} {lowest[0]}.{lowest[1]}"


def with_tables(text: str, tables: str) -> str:
    """The document with its tables replaced."""
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n{tables}{END}{after}"


def rewrite() -> None:
    """Ask the index, and write what it says into the kept table and the document."""
    wheels = ask_all(ask_pip)
    WHEELS.write_text(wheels_text(wheels), encoding="utf-8", newline="\n")
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(with_tables(text, document_tables(stated(), wheels)), encoding="utf-8", newline="\n")


def main() -> int:
    """With a bundle: whether it keeps to the statement. Without: ask the index and write the tables anew."""
    parser = argparse.ArgumentParser(prog="python -m installers.systems", description=main.__doc__)
    parser.add_argument("bundle", nargs="?", type=Path)
    bundle = parser.parse_args().bundle
    if bundle is None:
        rewrite()
        found = disagreements(stated(), known_wheels())
    else:
        found = [line for line in [beyond_statement(bundle, here())] if line]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


def _pair(value: str | None) -> tuple[int, int] | None:
    if value is None:
        return None
    major, _, minor = value.partition(".")
    return int(major), int(minor or 0)


if __name__ == "__main__":
    sys.exit(main())
