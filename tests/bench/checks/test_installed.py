"""An installation that lacks code is found out."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from meshnet_gui.bench.checks import installed
from meshnet_gui.bench.checks.check import CheckFailed

ROOT = Path(__file__).resolve().parents[3]


class Distribution(metadata.Distribution):
    """An installation as its RECORD tells of it."""

    def __init__(self, *files: str, requires: tuple[str, ...] = (), version: str = "1.0") -> None:
        self._texts = {"RECORD": "\n".join(f"{file},," for file in files)}
        needs = "".join(f"Requires-Dist: {line}\n" for line in requires)
        self._texts["METADATA"] = f"Metadata-Version: 2.1\nName: meshnet-gui\nVersion: {version}\n{needs}\n"

    def read_text(self, filename: str) -> str | None:
        return self._texts.get(filename)

    def locate_file(self, path: object) -> Path:
        return Path("/somewhere") / str(path)


def test_modules_are_found_without_being_run() -> None:
    found = installed.modules()
    assert {"meshnet_gui", "meshnet_gui.cli", "meshnet_gui.bench.checks.installed"} <= found
    assert "meshnet_gui.__main__" not in found


def test_a_module_that_was_installed_and_is_not_there_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Distribution("meshnet_gui/__init__.py", "meshnet_gui/lost/part.py", "other/x.py", "meshnet_gui/a.txt")
    assert installed.modules_of(told) == {"meshnet_gui", "meshnet_gui.lost.part"}
    monkeypatch.setattr(installed, "metadata_of", lambda name: told)
    with pytest.raises(CheckFailed, match=r"modules are missing: meshnet_gui\.lost\.part"):
        installed.imports(tmp_path)


def test_a_module_that_cannot_be_imported_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "modules", lambda: {"meshnet_gui.not_there"})
    monkeypatch.setattr(installed, "metadata_of", lambda name: Distribution())
    with pytest.raises(CheckFailed, match=r"meshnet_gui\.not_there: No module named"):
        installed.imports(tmp_path)


def test_a_distribution_without_metadata_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Distribution(requires=("surely-nobody-has-this>=1",))
    find = installed.metadata_of
    monkeypatch.setattr(installed, "modules", lambda: {"meshnet_gui"})
    monkeypatch.setattr(installed, "metadata_of", lambda name: own if name == "meshnet-gui" else find(name))
    with pytest.raises(CheckFailed, match="no metadata of surely-nobody-has-this"):
        installed.imports(tmp_path)


def test_a_distribution_with_unreadable_metadata_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "metadata_of", lambda name: Distribution(version=""))
    with pytest.raises(CheckFailed, match="cannot be read"):
        installed.version_of("numpy")


def test_what_is_needed_is_what_the_project_says_for_this_system() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [*project["dependencies"], "pytest>=9 ; extra == 'dev'"]
    linux, windows = installed.needed(lines, "linux"), installed.needed(lines, "win32")
    assert {"torch", "PySide6-Essentials", "jeepney", "uvloop"} <= set(linux)
    assert set(linux) - set(windows) == {"jeepney", "uvloop"}
    assert "pytest" not in linux


def test_every_distribution_that_is_needed_is_here() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for name in installed.needed(project["dependencies"]):
        assert installed.version_of(name)


def test_an_executable_that_is_not_there_fails(tmp_path: Path) -> None:
    command = (str(tmp_path / "meshnet"),)
    with pytest.raises(CheckFailed, match="there is no"):
        installed.program(tmp_path, lambda: command)
    assert installed.program(tmp_path) != ""


def test_a_long_list_is_cut() -> None:
    assert installed.listed(["a", "b"]) == "a, b"
    assert installed.listed(list("abcdefg"), 5) == "a, b, c, d, e and 2 more"
