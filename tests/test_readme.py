"""The README's file tree is drawn from the files: ``python -m tests.test_readme`` writes it anew."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"(<!-- tree: [^>]*-->\n```\n)(.*?)(```\n)", re.DOTALL)
OTHERS = {
    "resources/": "icons and style sheet, read as meshnet_gui.resources",
    "tests/": "mirrors meshnet_gui/; tests/gui/gallery.py draws the pictures of docs/gallery",
    "docs/": "architecture, protocol, glossary, lab notes, decisions (adr/), pictures",
    "packaging/": "what set-up, installers and releases need",
    "pyinstaller.spec": "the bundle of every system, read by PyInstaller",
    "pyproject.toml": "package, dependencies, and the settings of every check",
    "dev.py": "one door for every task: run, test, check, shots, bundle",
    ".ci/run": "what CI runs: python3 dev.py test, then the bundle and its self-test",
}
MAX_CHARS = 118


def file_tree() -> str:
    """Every module with the first sentence of its docstring, then the other places."""
    return "".join([*_package_lines(ROOT / "meshnet_gui", 0), *(_line(n, t, 0) for n, t in OTHERS.items())])


def _package_lines(folder: Path, depth: int) -> Iterator[str]:
    yield _line(f"{folder.name}/", _first_sentence(folder / "__init__.py"), depth)
    for path in sorted(folder.iterdir()):
        if path.suffix == ".py" and path.name != "__init__.py":
            yield _line(path.name, _first_sentence(path), depth + 1)
    for path in sorted(folder.iterdir()):
        if (path / "__init__.py").is_file():
            yield from _package_lines(path, depth + 1)


def _line(name: str, text: str, depth: int) -> str:
    start = f"{'  ' * depth}{name}".ljust(26)
    room = MAX_CHARS - len(start) - 1
    return f"{start} {text if len(text) <= room else _shortened(text, room)}\n"


def _shortened(text: str, room: int) -> str:
    """Up to where a clause ends, or with dots where none does."""
    ends = [text.rfind(mark, 30, room) for mark in (": ", "; ", ", ")]
    return text[: max(ends)] if max(ends) > 0 else text[: room - 3].rsplit(" ", 1)[0] + "..."


def _first_sentence(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=[a-z)`])\.(?:\s|$)", " ".join(docstring.split()), maxsplit=1)[0]


def test_the_tree_in_the_readme_is_that_of_the_repository() -> None:
    found = BLOCK.search(README.read_text(encoding="utf-8"))
    assert found is not None
    assert found[2] == file_tree(), "write it anew: python -m tests.test_readme"


def test_every_picture_and_page_that_the_readme_names_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


if __name__ == "__main__":
    README.write_text(
        BLOCK.sub(lambda m: m[1] + file_tree() + m[3], README.read_text(encoding="utf-8")), encoding="utf-8"
    )
