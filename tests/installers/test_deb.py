"""The package for Debian: where its files lie, what it says of itself, and that nothing is left of it."""

from __future__ import annotations

import email
import gzip
import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

import meshnet_gui
from installers import deb, deb_control
from installers.packed_tree import make_equal
from tests.installers.stand_in import PROGRAM, make_bundle, make_icons

if shutil.which("dpkg-deb") is None:
    pytest.skip("builds packages by dpkg-deb", allow_module_level=True)


@pytest.fixture
def tree(tmp_path) -> Path:
    deb.stage(make_bundle(tmp_path), make_icons(tmp_path), tmp_path / "tree")
    make_equal(tmp_path / "tree")
    return tmp_path / "tree"


def built(folder: Path, compression: tuple[str, ...] = ("-Znone",)) -> Path:
    """Uncompressed, since that is what takes the time."""
    folder.mkdir()
    return deb.build_deb(make_bundle(folder), make_icons(folder), folder / "dist", compression)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777


def test_commands_are_links_to_what_is_in_lib(tree):
    assert sorted(path.name for path in (tree / "usr/bin").iterdir()) == ["meshnet", "meshnet-gui"]
    for path in (tree / "usr/bin").iterdir():
        assert path.is_symlink()
        assert path.read_text(encoding="utf-8") == PROGRAM
    assert (tree / "usr/lib/meshnet/_internal/libone.so").is_symlink()


def test_all_can_be_read_by_all_and_only_programs_be_run(tree):
    programs = {path for path in tree.rglob("*") if path.is_file() and mode(path) != 0o644}
    assert {path.resolve() for path in programs} == {
        tree / "usr/lib/meshnet" / name for name in ("meshnet", "meshnet-gui")
    }
    assert {mode(path) for path in programs} == {0o755}
    assert {mode(path) for path in [tree, *tree.rglob("*")] if path.is_dir()} == {0o755}


def test_the_users_units_are_there_and_nothing_enables_them(tree):
    units = tree / "usr/lib/systemd/user"
    assert sorted(path.name for path in units.iterdir()) == ["meshnet-node.service", "meshnet-serve.service"]
    assert not (tree / "etc").exists()


def test_both_changelogs_and_the_licences_lie_where_policy_wants_them(tree):
    documents = tree / "usr/share/doc/meshnet"
    assert gzip.decompress((documents / "changelog.gz").read_bytes()).startswith(b"# Changelog")
    assert gzip.decompress((documents / "changelog.Debian.gz").read_bytes()).startswith(b"meshnet (")
    notices = next(
        line for line in (documents / "copyright").read_text(encoding="utf-8").splitlines() if "notices" in line
    )
    assert tree.joinpath(notices.strip().lstrip("/")).is_file()


def test_it_says_what_it_is(monkeypatch):
    monkeypatch.delenv("MESHNET_MAINTAINER", raising=False)
    said = email.message_from_string(deb_control.control(["libc6 (>= 2.34)", "libegl1"], 7, {}))
    assert (said["Package"], said["Version"]) == ("meshnet", f"{meshnet_gui.__version__}-1")
    assert said["Architecture"] == subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    assert (said["Installed-Size"], said["Depends"]) == (
        "7",
        "ca-certificates, fontconfig-config, libc6 (>= 2.34), libegl1",
    )
    assert said["Homepage"] is None


def test_who_publishes_it_names_an_address_and_a_home():
    named = {"MESHNET_MAINTAINER": "A <a@localhost>", "MESHNET_HOMEPAGE": "https://localhost"}
    said = email.message_from_string(deb_control.control([], 1, named))
    assert (said["Maintainer"], said["Homepage"], said["Depends"]) == (
        "A <a@localhost>",
        "https://localhost",
        "ca-certificates, fontconfig-config",
    )
    log = deb_control.changelog(datetime(2031, 5, 4, 3, 2, 1, tzinfo=UTC), named)
    assert log.endswith("\n -- A <a@localhost>  Sun, 04 May 2031 03:02:01 +0000\n")


def test_its_size_counts_whole_kib_for_files_and_one_for_the_rest(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file").write_bytes(b"x" * 1025)
    (tmp_path / "link").symlink_to("folder/file")
    assert deb_control.installed_kib(tmp_path) == 1 + 2 + 1


def test_two_builds_are_equal_whatever_the_umask(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    first = built(tmp_path / "one")
    before = os.umask(0o077)
    try:
        second = built(tmp_path / "two")
    finally:
        os.umask(before)
    assert first.read_bytes() == second.read_bytes()
    assert first.name == f"meshnet-{meshnet_gui.__version__}-linux-{deb_control.architecture()}.deb"
    assert [path.name for path in first.parent.iterdir()] == [first.name], "nothing else is left in the folder"


def test_it_has_no_scripts_and_the_digests_of_all_its_files(tmp_path):
    package = built(tmp_path / "one")
    subprocess.run(["dpkg-deb", "--raw-extract", package, tmp_path / "raw"], check=True)
    assert sorted(path.name for path in (tmp_path / "raw/DEBIAN").iterdir()) == ["control", "md5sums"]
    subprocess.run(["md5sum", "--check", "--quiet", "DEBIAN/md5sums"], cwd=tmp_path / "raw", check=True)
    files = {path for path in (tmp_path / "raw/usr").rglob("*") if path.is_file() and not path.is_symlink()}
    assert len((tmp_path / "raw/DEBIAN/md5sums").read_text(encoding="utf-8").splitlines()) == len(files)


@pytest.mark.slow
def test_lintian_finds_nothing_that_is_not_explained(tmp_path):
    if shutil.which("lintian") is None:
        pytest.skip("lintian is not installed")
    package = built(tmp_path / "one", deb.COMPRESSION)
    found = subprocess.run(
        ["lintian", "--allow-root", "--no-tag-display-limit", package], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout) == (0, ""), found.stdout


@pytest.mark.slow
def test_nothing_is_left_once_it_was_removed(tmp_path):
    """In a system of its own, which has no scripts to run: nothing of this one is touched."""
    if shutil.which("fakeroot") is None:
        pytest.skip("fakeroot is not installed")
    package, root = built(tmp_path / "one"), tmp_path / "root"
    database = root / "var/lib/dpkg"
    for folder in ("info", "updates", "triggers"):
        (database / folder).mkdir(parents=True)
    (database / "status").touch()
    (root / "home/someone/.config").mkdir(parents=True)
    for name in ("bin/other", "lib/other", "share/icons/hicolor/other"):  # else dpkg takes folders that became empty
        (root / "usr" / name).parent.mkdir(parents=True)
        (root / "usr" / name).touch()
    before = sorted((root / "usr").rglob("*"))

    def dpkg(*words: str | Path) -> None:
        command = ["fakeroot", "dpkg", f"--root={root}", "--force-depends", "--log=/dev/null", *words]
        subprocess.run(command, check=True, capture_output=True)

    dpkg("--install", package)
    dpkg("--verify", "meshnet")
    assert (root / "usr/bin/meshnet").resolve() == root / "usr/lib/meshnet/meshnet"
    assert subprocess.check_output([root / "usr/bin/meshnet", "a"], text=True) == "stand-in a\n"
    dpkg("--install", package)  # the same over itself, as at an upgrade
    dpkg("--remove", "meshnet")
    assert sorted((root / "usr").rglob("*")) == before
    assert "meshnet" not in (database / "status").read_text(encoding="utf-8"), "there is nothing left to purge"
    assert (root / "home/someone/.config").is_dir()
