"""The script that makes the AppImage: it runs nothing that it has not checked."""

import hashlib
import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from installers.places import PACKAGING

pytestmark = pytest.mark.skipif(shutil.which("sha256sum") is None, reason="the script is for Linux")

SCRIPT = PACKAGING / "release" / "appimage.sh"
TOOL = b'#!/bin/sh\necho "$@" > "$4"\n'
RUNTIME = b"runtime"
ARCH = platform.machine()
FETCH = """#!/bin/sh
while [ $# -gt 2 ]; do shift; done
case $2 in
    */appimagetool/releases/download/1.2/*) cp "$STAND_IN/tool" "$1" ;;
    */type2-runtime/releases/download/2030/*) cp "$STAND_IN/runtime" "$1" ;;
    *) exit 22 ;;
esac
"""


def digests(tool: bytes = TOOL, runtime: bytes = RUNTIME) -> str:
    files = {f"appimagetool-{ARCH}.AppImage": tool, f"runtime-{ARCH}": runtime}
    return "\n".join(f"{hashlib.sha256(data).hexdigest()}  {name}" for name, data in files.items())


def make(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the script with a stand-in for curl, and the settings of a repository as far as given."""
    (folder / "bin").mkdir()
    (folder / "bin" / "curl").write_text(FETCH)
    (folder / "bin" / "curl").chmod(0o755)
    (folder / "tool").write_bytes(TOOL)
    (folder / "runtime").write_bytes(RUNTIME)
    settings = {"APPIMAGETOOL_RELEASE": "1.2", "APPIMAGE_RUNTIME_RELEASE": "2030", "APPIMAGE_SHA256SUMS": digests()}
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **settings, **variables, "PATH": path, "STAND_IN": str(folder)}
    command = ["bash", str(SCRIPT), str(folder), str(folder / "out.AppImage")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_tool_makes_one_file_with_the_checked_runtime(tmp_path: Path) -> None:
    done = make(tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.AppImage").read_text().startswith("--runtime-file ")


@pytest.mark.parametrize("name", ["APPIMAGETOOL_RELEASE", "APPIMAGE_RUNTIME_RELEASE", "APPIMAGE_SHA256SUMS"])
def test_a_missing_setting_is_named(tmp_path: Path, name: str) -> None:
    done = make(tmp_path, **{name: ""})
    assert done.returncode == 1
    assert f"the variable {name} is not set" in done.stderr


@pytest.mark.parametrize("changed", [{"tool": b"another"}, {"runtime": b"another"}])
def test_a_download_that_differs_is_not_run(tmp_path: Path, changed: dict[str, bytes]) -> None:
    done = make(tmp_path, APPIMAGE_SHA256SUMS=digests(**changed))
    assert done.returncode != 0
    assert not (tmp_path / "out.AppImage").exists()


def test_a_file_without_a_digest_is_not_run(tmp_path: Path) -> None:
    done = make(tmp_path, APPIMAGE_SHA256SUMS=digests().splitlines()[0])
    assert f"no line for runtime-{ARCH}" in done.stderr
    assert not (tmp_path / "out.AppImage").exists()
