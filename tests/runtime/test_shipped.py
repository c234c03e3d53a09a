from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from meshnet_gui import subcommands
from meshnet_gui.cli import main
from meshnet_gui.runtime import assembly, shipped
from meshnet_gui.runtime.plan import Plan
from meshnet_gui.settings import Settings

FEED = "https://api.forge.example/repos/own/meshnet/releases/latest"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(shipped, "resources", lambda: tmp_path)
    return tmp_path


def test_a_checkout_names_no_feed() -> None:
    assert shipped.release_feed() == ""


def test_a_build_names_its_own_feed(folder: Path) -> None:
    (folder / "release.json").write_text(f'{{"feed": "{FEED}"}}')
    assert shipped.release_feed() == FEED


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"feed": 1}', '{"feed": null}', '{"feed": "http://a.example/"}', '{"feed": "${URL}"}']
)
def test_what_is_no_feed_is_none(folder: Path, content: str) -> None:
    (folder / "release.json").write_text(content)
    assert shipped.release_feed() == ""


def test_without_the_file_there_is_none(folder: Path) -> None:
    assert shipped.release_feed() == ""


def test_licences_are_printed_where_they_came_along(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert subcommands.notices is shipped.notices
    (folder / "notices.txt").write_text("Ä licence\nand another\n", encoding="utf-8")
    assert main(["licences"]) == 0
    assert capsys.readouterr().out == "Ä licence\nand another\n"


def test_without_licences_it_is_said_and_the_exit_code_is_1(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["licences"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "their licences are with those that were installed" in " ".join(err.split())


def test_only_the_app_with_a_window_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"MESHNET_{name}_DIR", str(tmp_path / name))
    monkeypatch.setattr(assembly, "release_feed", lambda: FEED)
    others = (Plan(Settings()), Plan(Settings(), kind="serve"), Plan(only_fetches=True))
    asks = [assembly.assemble(plan, {})._updates.view().can_look for plan in (Plan(kind="app"), *others)]
    assert asks == [True, False, False, False]
