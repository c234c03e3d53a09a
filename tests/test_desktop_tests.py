"""docs/desktop-tests.md: what the app does, and the test that shows it. Every test that it names must exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "desktop-tests.md"
SECTIONS = ("Chat", "Sharing", "Node, swarm and models", "First start", "Desktop manners", "Settings and log", "Looks")
SECTIONS += ("Other programs", "Bad input", "Measured")
_ROW = re.compile(r"^\| (?P<what>.+?) \| (?P<tests>.+?) \|$")
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def sections() -> dict[str, list[tuple[str, list[tuple[str, str]]]]]:
    """The rows below each heading: what is done, and the tests as file and name."""
    found: dict[str, list[tuple[str, list[tuple[str, str]]]]] = {}
    rows: list[tuple[str, list[tuple[str, str]]]] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            rows = found.setdefault(line.removeprefix("## "), [])
        elif (match := _ROW.match(line)) and match["what"] not in ("what", "---"):
            rows.append((match["what"], [(file, name) for file, name in _TEST.findall(match["tests"])]))
    return found


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds) and node.name.startswith("test_"))


def test_every_section_is_there_and_has_rows() -> None:
    found = sections()
    assert tuple(found) == SECTIONS
    assert all(found.values())


@pytest.mark.parametrize("section", SECTIONS)
def test_every_behaviour_has_a_test_that_exists(section: str) -> None:
    for what, tests in sections()[section]:
        assert tests, f"no test is named for: {what}"
        for file, name in tests:
            assert (ROOT / file).is_file(), f"{file}, named for {what!r}, is gone"
            assert name in names_in(file), f"{name} is not in {file} any more (named for {what!r})"


def test_no_behaviour_is_listed_twice() -> None:
    said = [what for rows in sections().values() for what, _ in rows]
    assert len(said) == len(set(said))
