"""Where Qt finds its plugins."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLibraryInfo

from meshnet_gui.gui.plugins import find_plugins


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders that were named to Qt."""
    found: list[str] = []
    monkeypatch.setattr(QCoreApplication, "addLibraryPath", found.append)
    return found


@pytest.mark.parametrize("place", ["Qt/plugins", "plugins"])
def test_a_bundle_names_them_wherever_it_lies(tmp_path: Path, named: list[str], place: str) -> None:
    folder = tmp_path / 'my, "apps"; new' / "PySide6"
    (folder / place / "platforms").mkdir(parents=True)
    assert find_plugins(folder, bundle=True) == folder / place
    assert named == [str(folder / place)]


def test_from_source_qt_knows_by_itself(named: list[str]) -> None:
    assert find_plugins(bundle=False) == Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath))
    assert named == []


def test_a_bundle_without_them_is_not_told_of_any(tmp_path: Path, named: list[str]) -> None:
    find_plugins(tmp_path, bundle=True)
    assert named == []
