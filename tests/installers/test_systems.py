"""The stated systems: borne out by the wheels that exist, and the same wherever they are stated."""

from dataclasses import replace
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from installers import systems, wheels
from installers.elf_needs import Needs
from installers.places import ROOT
from installers.wheels import PLATFORMS, Wheels

LINUX = systems.System("linux-x86_64", "Linux", built=True, lowest=(2, 35), needs="glibc 2.35", why="tested")
EVERYWHERE = Wheels("torch", "1.0", dict.fromkeys(PLATFORMS, "manylinux_2_28_x86_64"))


def test_what_is_stated_is_what_the_wheels_bear_out() -> None:
    assert systems.disagreements(systems.stated(), wheels.known_wheels()) == []


def test_every_system_is_stated_once() -> None:
    assert [system.id for system in systems.stated()] == list(PLATFORMS)


def test_the_wheels_of_every_library_with_code_of_its_own_are_known() -> None:
    assert set(wheels.binary_requirements()) <= {entry.name for entry in wheels.known_wheels()}


def test_the_known_wheels_are_of_versions_that_the_project_admits() -> None:
    versions = {entry.name: Version(entry.version) for entry in wheels.known_wheels()}
    for requirement in map(Requirement, wheels.dependencies()):
        name = requirement.name.lower()
        assert name not in versions or versions[name] in requirement.specifier, name


def test_the_document_has_the_tables_as_they_would_be_written() -> None:
    text = systems.DOCUMENT.read_text(encoding="utf-8")
    tables = systems.document_tables(systems.stated(), wheels.known_wheels())
    assert text == systems.with_tables(text, tables), "run: PYTHONPATH=packaging python -m installers.systems"


def test_the_kept_table_is_as_it_would_be_written() -> None:
    assert wheels.WHEELS.read_text(encoding="utf-8") == wheels.wheels_text(wheels.known_wheels())


def test_the_readme_points_to_the_systems_and_names_the_built_ones() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "docs/systems.md" in readme
    for system in systems.stated():
        assert not system.built or system.needs.split(":")[0] in readme, system.id


def test_a_missing_wheel_is_named() -> None:
    assert systems.disagreements([LINUX], [replace(EVERYWHERE, tags={})]) == [
        "linux-x86_64 is built, and has no wheel of torch"
    ]


def test_a_system_that_could_be_built_and_is_not_is_named() -> None:
    unbuilt = replace(LINUX, built=False)
    assert systems.disagreements([unbuilt], [EVERYWHERE]) == ["linux-x86_64 is not built, and has every wheel"]


def test_a_wheel_that_asks_for_more_than_is_stated_is_named() -> None:
    newer = replace(EVERYWHERE, tags={"linux-x86_64": "manylinux_2_39_x86_64"})
    assert systems.disagreements([LINUX], [newer]) == [
        "linux-x86_64 is said to need (2, 35), and its wheels need (2, 39)"
    ]


def test_what_the_project_leaves_out_on_windows_is_not_missed_there() -> None:
    windows = replace(LINUX, id="windows-x86_64", lowest=None)
    assert systems.missing_for(windows, [Wheels("uvloop", "1.0", {})]) == []
    assert systems.missing_for(LINUX, [Wheels("uvloop", "1.0", {})]) == ["uvloop"]


@pytest.mark.parametrize(
    ("tag", "lowest"),
    [
        ("manylinux_2_27_x86_64.manylinux_2_28_x86_64", (2, 27)),
        ("manylinux2014_x86_64.manylinux_2_17_x86_64", (2, 17)),
        ("macosx_14_0_arm64", (14, 0)),
        ("win_amd64", None),
        ("", None),
    ],
)
def test_the_lowest_system_of_a_tag(tag: str, lowest: tuple[int, int] | None) -> None:
    assert wheels.lowest_of(tag) == lowest


def test_a_bundle_that_asks_for_a_newer_glibc_than_stated_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(systems, "needs_of", lambda bundle: Needs(glibc=(2, 38)))
    assert "needs glibc 2.38; linux-x86_64 is said to need glibc 2.35" in systems.beyond_statement(tmp_path, LINUX)
    monkeypatch.setattr(systems, "needs_of", lambda bundle: Needs(glibc=(2, 34)))
    assert systems.beyond_statement(tmp_path, LINUX) == ""
