"""From a checkout to the bundle: the program as its wheel has it, the starter model, the icons, then PyInstaller."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from installers import icons, notices, places, symbols

FEED_VARIABLE = "MESHNET_RELEASE_FEED"


class BuildFailed(Exception):
    """A step went wrong; the text says which, and what it said."""


def build_bundle() -> Path:
    """Makes ``places.BUNDLE`` anew and returns it. Raises BuildFailed."""
    check_programs()
    shutil.rmtree(places.BUILD, ignore_errors=True)
    places.BUILD.mkdir(parents=True)
    lay_program()
    icons.draw_icons(places.ICONS)
    freeze()
    if sys.platform == "linux":  # which tells no programs with a console from those without
        (places.BUNDLE / places.WINDOW).symlink_to(places.CONSOLE)
    internal = places.BUNDLE / "_internal"
    if sys.platform == "linux":
        symbols.strip(internal)
    try:
        notices.write_notices(internal, resources(internal) / "notices.txt", places.BUILD / "work")
    except notices.NoticesIncomplete as reason:
        raise BuildFailed(str(reason)) from reason
    return places.BUNDLE


def check_programs(system: str = sys.platform) -> None:
    """Raises BuildFailed where a program is missing that is asked for minutes later."""
    missing = [name for name in ("objdump", "readelf", "strip") if shutil.which(name) is None]
    if system == "linux" and missing:
        raise BuildFailed(f"{', '.join(missing)}: not installed (on Debian or Ubuntu: apt-get install binutils)")


def resources(folder: Path) -> Path:
    """The program's resources below ``folder``, which holds its package."""
    return folder / "meshnet_gui" / "resources"


def lay_program() -> None:
    """Installs the program alone into ``places.PROGRAM``, with the starter model among its resources."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
    run("pip install", [*pip, "--no-deps", "--no-compile", "--target", str(places.PROGRAM), str(places.ROOT)])
    feed = os.environ.get(FEED_VARIABLE, "")
    if feed:
        (resources(places.PROGRAM) / "release.json").write_text(json.dumps({"feed": feed}) + "\n", encoding="utf-8")
    lay_starter(resources(places.PROGRAM) / "starter")


def lay_starter(folder: Path) -> None:
    """Fetches the starter model and lays its file into ``folder``."""
    from meshnet_gui.modelstore import starter

    folder.mkdir()
    with tempfile.TemporaryDirectory(prefix="meshnet-bundle-") as temporary:
        model = starter.fetch_model(Path(temporary))
        starter.check_bundled(model)
        shutil.move(model, folder / model.name)


def freeze() -> None:
    """Runs PyInstaller on pyinstaller.spec; its story is in ``build/bundle/pyinstaller.log``."""
    story = places.BUILD / "pyinstaller.log"
    folders = ["--distpath", str(places.BUILD), "--workpath", str(places.BUILD / "work")]
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", *folders, str(places.ROOT / "pyinstaller.spec")]
    with story.open("wb") as output:
        code = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, check=False).returncode
    if code:
        last = "\n".join(story.read_text(encoding="utf-8", errors="replace").splitlines()[-15:])
        raise BuildFailed(f"PyInstaller ended with code {code}:\n{last}\n(all of it: {story})")


def run(what: str, command: list[str]) -> None:
    """A step whose output matters only where it fails. Raises BuildFailed."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
        raise BuildFailed(f"{what} ended with code {done.returncode}:\n{last}")
