"""Builds the package for Debian and its relatives.

It has no maintainer scripts: what is to be done, such as listing its icons, dpkg's triggers do. So nothing of it is run
as root, and removing it leaves nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from installers import deb_control
from installers.desktop_files import TEXTS, compressed, write_desktop_files
from installers.elf_needs import debian_depends, needs_of
from installers.packed_tree import make_equal
from installers.places import CONSOLE, PACKAGING, ROOT, WINDOW, file_name
from installers.source_date import VARIABLE, source_date

COMPRESSION = ("-Zxz", "-z6")


def build_deb(bundle: Path, icons: Path, out: Path, compression: tuple[str, ...] = COMPRESSION) -> Path:
    """The package in the folder ``out``; equal for an equal bundle of the same commit, and with it the icons."""
    out.mkdir(parents=True, exist_ok=True)
    package = out / file_name(".deb", "linux")
    with tempfile.TemporaryDirectory(prefix="deb-", dir=out) as folder:
        tree = Path(folder) / "tree"
        stage(bundle, icons, tree)
        _write_control(tree, debian_depends(needs_of(bundle)))
        make_equal(tree)
        command = ["dpkg-deb", "--root-owner-group", *compression, "--build", str(tree), str(package)]
        dated = {**os.environ, VARIABLE: str(int(source_date().timestamp()))}
        subprocess.run(command, check=True, env=dated, stdout=subprocess.DEVNULL)
    return package


def stage(bundle: Path, icons: Path, tree: Path) -> None:
    """All files where they will lie, ``tree`` standing for the root of a system."""
    usr = tree / "usr"
    shutil.copytree(bundle, usr / "lib" / "meshnet", symlinks=True)
    (usr / "bin").mkdir()
    for name in (CONSOLE, WINDOW):
        (usr / "bin" / name).symlink_to(f"../lib/meshnet/{name}")
    shutil.copytree(PACKAGING / "systemd" / "user", usr / "lib" / "systemd" / "user")
    write_desktop_files(usr / "share", icons)
    _write_documents(usr / "share")


def _write_documents(share: Path) -> None:
    documents = share / "doc" / deb_control.PACKAGE
    documents.mkdir(parents=True)
    shutil.copyfile(TEXTS / "copyright", documents / "copyright")
    (documents / "changelog.gz").write_bytes(compressed((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
    (documents / "changelog.Debian.gz").write_bytes(compressed(deb_control.changelog(source_date())))
    overrides = share / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    shutil.copyfile(TEXTS / "lintian-overrides", overrides / deb_control.PACKAGE)


def _write_control(tree: Path, depends: list[str]) -> None:
    size, digests = deb_control.installed_kib(tree), deb_control.digests(tree)
    folder = tree / "DEBIAN"
    folder.mkdir()
    (folder / "control").write_text(deb_control.control(depends, size), encoding="utf-8")
    (folder / "md5sums").write_text(digests, encoding="utf-8")
