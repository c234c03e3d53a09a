"""Builds what needs no package manager: an AppDir, and an archive that installs itself for one user."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

from installers.deb_control import installed_kib
from installers.desktop_files import TEXTS, write_desktop_files
from installers.packed_tree import make_equal
from installers.places import CONSOLE, WINDOW, architecture, file_name, version
from installers.source_date import source_date

APP_DIR = "Meshnet.AppDir"
_SCRIPTS = ("install.sh", "uninstall.sh")
_MACHINES = {"x86_64": "x86_64 amd64", "arm64": "aarch64 arm64"}
"""What ``uname -m`` calls them."""
_LEVEL = "-6"
_MARGIN = 1.05  # a file system keeps some for itself


def build_app_dir(bundle: Path, icons: Path, out: Path) -> Path:
    """A folder that runs wherever it lies, in the folder ``out``; appimagetool makes one file of it."""
    tree = out / APP_DIR
    shutil.rmtree(tree, ignore_errors=True)
    usr = tree / "usr"
    shutil.copytree(bundle, usr / "lib" / "meshnet", symlinks=True)
    (usr / "bin").mkdir()
    for name in (CONSOLE, WINDOW):
        (usr / "bin" / name).symlink_to(f"../lib/meshnet/{name}")
    write_desktop_files(usr / "share", icons)
    shutil.copy(TEXTS / "AppRun", tree / "AppRun")
    shutil.copyfile(TEXTS / "meshnet.desktop", tree / "meshnet.desktop")
    shutil.copyfile(icons / "png" / "256.png", tree / "meshnet.png")
    (tree / ".DirIcon").symlink_to("meshnet.png")
    make_equal(tree)
    return tree


def build_run(bundle: Path, icons: Path, out: Path) -> Path:
    """The archive in the folder ``out``, by makeself: it unpacks into a temporary folder, where it runs install.sh.

    The program itself lies compressed inside, so that it is unpacked only once and to where it belongs.
    """
    out.mkdir(parents=True, exist_ok=True)
    archive = out / file_name(".run", "linux")
    with tempfile.TemporaryDirectory(prefix="run-", dir=out) as folder:
        payload = Path(folder) / "meshnet"
        payload.mkdir()
        _pack_files(bundle, icons, Path(folder) / "tree", payload)
        for name in _SCRIPTS:
            shutil.copy(TEXTS / name, payload / name)
        make_equal(payload)
        _make_self_extracting(Path(folder), archive)
    return archive


def _pack_files(bundle: Path, icons: Path, tree: Path, payload: Path) -> None:
    shutil.copytree(bundle, tree / "meshnet", symlinks=True)
    write_desktop_files(tree / "share", icons)
    make_equal(tree)
    about = {"version": version(), "machines": _MACHINES[architecture()], "size_kib": _needed_kib(tree)}
    lines = [f"{name}={shlex.quote(str(value))}\n" for name, value in about.items()]
    (payload / "about.sh").write_text("".join(lines), encoding="utf-8")
    command = ["tar", *_tar_options(), "-C", str(tree), "-cJf", str(payload / "files.tar.xz"), "meshnet", "share"]
    subprocess.run(command, check=True, env={**os.environ, "XZ_OPT": f"{_LEVEL} -T0"})


def _needed_kib(tree: Path) -> int:
    return round(installed_kib(tree) * _MARGIN)


def _make_self_extracting(folder: Path, archive: Path) -> None:
    """Named without a folder, since makeself writes its own command line into what it makes."""
    script = ["sh", "./install.sh", r"--quiet=\$quiet"]  # as the archive was told: its own variable, read when it runs
    options = [
        "--quiet",
        "--nocomp",
        "--nomd5",
        "--nocrc",
        "--sha256",
        "--nox11",
        "--keep-umask",
        "--tar-format",
        "gnu",
    ]
    dated = ["--packaging-date", f"{source_date():%Y-%m-%d}", "--tar-extra", " ".join(_tar_options())]
    command = ["makeself", *options, *dated, "meshnet", archive.name, f"Meshnet {version()}", *script]
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    (folder / archive.name).replace(archive)


def _tar_options() -> list[str]:
    dated = f"--mtime=@{int(source_date().timestamp())}"
    return ["--sort=name", dated, "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"]
