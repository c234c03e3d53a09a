"""Which files ship, and that a broken one is found out."""

from __future__ import annotations

import runpy
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from meshnet_gui.bench.checks import shipped
from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.errors import BadModelFile

ROOT = Path(__file__).resolve().parents[3]
RESOURCES = ROOT / "resources"
LISTING = runpy.run_path(str(RESOURCES / "__init__.py"))


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The resources of a bundle, to break one of them."""
    monkeypatch.setattr(shipped, "names", lambda: (LISTING["FILES"], LISTING["OF_BUNDLES"]))
    root = tmp_path / "resources"
    shutil.copytree(RESOURCES, root, ignore=shutil.ignore_patterns("*.ts", "__pycache__"))
    (root / "starter").mkdir()
    (root / LISTING["OF_BUNDLES"][1]).write_bytes(b"GGUF")
    (root / "notices.txt").write_text("Licences. " * 200, encoding="utf-8")
    return root


def look(root: Path, *, bundle: bool = True) -> str:
    return shipped.resources(root, lambda: root, lambda model: None, bundle=bundle)


def test_the_list_is_what_lies_in_the_tree() -> None:
    """A new file is added to the list in resources/__init__.py."""
    ignored = {".ts", ".py", ".pyc"}
    found = {path.relative_to(RESOURCES).as_posix() for path in RESOURCES.rglob("*") if path.suffix not in ignored}
    files = {name for name in found if (RESOURCES / name).is_file()}
    assert files - set(LISTING["OF_BUNDLES"]) == set(LISTING["FILES"])


def test_what_ships_is_whole(bundle: Path) -> None:
    assert look(bundle) == f"{len(LISTING['FILES']) + 2} files"
    assert look(bundle, bundle=False) == f"{len(LISTING['FILES'])} files"


@pytest.mark.parametrize("name", [*LISTING["FILES"], *LISTING["OF_BUNDLES"]])
def test_each_missing_file_is_named(bundle: Path, name: str) -> None:
    (bundle / name).unlink()
    with pytest.raises(CheckFailed, match=f"missing: {name}"):
        look(bundle)


def test_what_only_a_bundle_has_is_not_missed_from_source(bundle: Path) -> None:
    for name in LISTING["OF_BUNDLES"]:
        (bundle / name).unlink()
    assert look(bundle, bundle=False)


def _write(content: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content)


@pytest.mark.parametrize(
    ("name", "harm", "said"),
    [
        ("style.qss", _write(b" \n"), "style.qss is empty"),
        ("catalogue.json", _write(b'{"models": ['), "catalogue.json: "),
        ("quality_text.txt", _write(b"\xff\xfe\x00"), "quality_text.txt: "),
        ("i18n/meshnet_de.qm", _write(b"no translation"), "is no translation"),
        ("icons/app.svg", _write(b"<html>"), "is no picture"),
        ("notices.txt", _write(b"Licences."), "too short"),
    ],
)
def test_a_damaged_file_is_named(bundle: Path, name: str, harm: Callable[[Path], object], said: str) -> None:
    harm(bundle / name)
    with pytest.raises(CheckFailed, match=said):
        look(bundle)


def test_another_starter_model_than_was_packed_fails(bundle: Path) -> None:
    with pytest.raises(CheckFailed, match="came with Meshnet is damaged"):
        shipped.resources(bundle, lambda: bundle, bundle=True)

    def unreadable(model: Path) -> None:
        raise BadModelFile("It cannot be read.")

    with pytest.raises(CheckFailed, match="cannot be read"):
        shipped.resources(bundle, lambda: bundle, unreadable, bundle=True)


def test_a_package_without_its_list_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str) -> None:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr("importlib.import_module", gone)
    with pytest.raises(CheckFailed, match="list of the files"):
        shipped.names()
