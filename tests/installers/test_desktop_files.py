"""What a Linux desktop is told of the program is valid, translated and true."""

from __future__ import annotations

import argparse
import configparser
import gzip
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import meshnet_gui
from installers import desktop_files
from meshnet_gui.arguments import make_parser

DATE = datetime(2031, 5, 4, tzinfo=UTC)
ENTRY = desktop_files.TEXTS / "meshnet.desktop"
LANGUAGES = ("de", "zh_CN")
XML_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def ended_well(*command: str | Path) -> None:
    """And said nothing but hints: software centres would like an id that is somebody's domain."""
    if shutil.which(str(command[0])) is None:
        pytest.skip(f"{command[0]} is not installed")
    found = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    said = [line for line in (found.stdout + found.stderr).splitlines() if line and not line.startswith(("I:", "✔"))]
    assert (found.returncode, said) == (0, [])


def entry() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(ENTRY, encoding="utf-8")
    return parser


@pytest.fixture
def icons(tmp_path) -> Path:
    folder = tmp_path / "icons"
    (folder / "png").mkdir(parents=True)
    for name in ("png/16.png", "png/512.png", "meshnet.svg"):
        (folder / name).write_text(name, encoding="utf-8")
    return folder


def test_the_entry_of_the_menu_is_valid():
    ended_well("desktop-file-validate", ENTRY)


def test_every_text_of_the_entry_is_translated():
    for name, group in entry().items():
        for key in {"GenericName", "Comment", "Keywords"} & group.keys() | (
            {"Name"} & group.keys() if "Action" in name else set()
        ):
            for language in LANGUAGES:
                assert group.get(f"{key}[{language}]"), f"{name}: {key} in {language}"


def test_the_entry_starts_the_app_and_nothing_else():
    for group in [entry()["Desktop Entry"], entry()["Desktop Action hidden"]]:
        program, *words = group["Exec"].split()
        assert program == "meshnet-gui"
        assert make_parser().parse_args(words).command == "app"
    assert "MimeType" not in entry()["Desktop Entry"], "the app opens no file that it is given"


def test_windows_are_told_to_belong_to_the_entry():
    source = (Path(meshnet_gui.__file__).parent / "gui" / "application.py").read_text(encoding="utf-8")
    assert f'setApplicationName("{entry()["Desktop Entry"]["StartupWMClass"]}")' in source
    assert f'setDesktopFileName("{ENTRY.stem}")' in source


def test_software_centres_take_the_page_without_a_complaint(tmp_path):
    path = tmp_path / "local.meshnet.gui.metainfo.xml"
    for environ in ({}, {"MESHNET_HOMEPAGE": "https://[::1]/?a&b"}):
        path.write_text(desktop_files.component(DATE, environ), encoding="utf-8")
        ended_well("appstreamcli", "validate", "--no-net", "--no-color", path)


def test_the_page_names_this_version_its_day_and_its_home():
    page = ET.fromstring(desktop_files.component(DATE, {"MESHNET_HOMEPAGE": "https://localhost/?a&b"}))
    release = page.find("releases/release")
    assert release is not None
    assert release.attrib == {"version": meshnet_gui.__version__, "date": "2031-05-04"}
    assert page.findtext("url[@type='homepage']") == "https://localhost/?a&b"
    assert page.findtext("launchable") == ENTRY.name
    assert ET.fromstring(desktop_files.component(DATE, {})).find("url") is None


def test_every_text_of_the_page_is_translated():
    page = ET.fromstring(desktop_files.component(DATE, {}))
    for place in (".", "description", "description/ul"):
        for tag in ("summary", "p", "li"):
            languages = [text.get(XML_LANGUAGE, "en") for text in page.findall(f"{place}/{tag}")]
            assert languages == ["en", *LANGUAGES] * (len(languages) // 3), f"{place}/{tag}"


def commands_of(parser: argparse.ArgumentParser, before: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield before + name, command
                yield from commands_of(command, f"{before}{name} ")


def plain(name: str) -> str:
    """A page of the manual without the marks that say how a word looks."""
    text = desktop_files.manual(name, DATE)
    return re.sub(r" Fl Fl |^\.Fl Fl ", " --", re.sub(r"\.It Cm |\.Cm ", "\n= ", text), flags=re.MULTILINE)


def test_the_manual_has_every_command():
    text = plain("meshnet.1")
    for command, _ in commands_of(make_parser()):
        assert re.search(rf"[=,] {command}\b|= {command.replace(' ', ' Op Cm ')}\b", text), command


def test_the_manual_has_no_option_that_there_is_not():
    options = {
        word
        for _, parser in [("", make_parser()), *commands_of(make_parser())]
        for action in parser._actions
        for word in action.option_strings
    }
    for name in desktop_files.MANUALS:
        named = set(re.findall(r"(?<=\s)--[a-z][a-z-]*", plain(name)))
        assert named - options - {"--user"} == set(), name
    assert {"--hidden", "--layers", "--no-hub"} <= set(re.findall(r"--[a-z-]+", plain("meshnet.1")))


@pytest.mark.parametrize("name", desktop_files.MANUALS)
def test_a_page_of_the_manual_can_be_set(name, tmp_path):
    (tmp_path / name).write_text(desktop_files.manual(name, DATE), encoding="utf-8")
    ended_well("groff", "-mdoc", "-Tutf8", "-ww", "-z", tmp_path / name)
    assert "May 4, 2031" in (tmp_path / name).read_text(encoding="utf-8")


def test_everything_lies_where_a_desktop_looks(tmp_path, icons):
    share = tmp_path / "share"
    desktop_files.write_desktop_files(share, icons)
    assert sorted(str(path.relative_to(share)) for path in share.rglob("*") if path.is_file()) == [
        "applications/meshnet.desktop",
        "icons/hicolor/16x16/apps/meshnet.png",
        "icons/hicolor/512x512/apps/meshnet.png",
        "icons/hicolor/scalable/apps/meshnet.svg",
        "man/man1/meshnet-gui.1.gz",
        "man/man1/meshnet.1.gz",
        "metainfo/local.meshnet.gui.metainfo.xml",
    ]
    assert b".Dt MESHNET 1" in gzip.decompress((share / "man/man1/meshnet.1.gz").read_bytes())
