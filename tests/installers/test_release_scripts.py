"""The scripts of a release, with stand-ins for the programs of the system: what they call, and when they give up."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installers.places import PACKAGING

pytestmark = pytest.mark.skipif(shutil.which("realpath") is None, reason="the scripts are for bash and its tools")

SCRIPTS = PACKAGING / "release"
SAY = '#!/usr/bin/env bash\necho "$(basename "$0") $*" >>"$STORY"\n'
RUN = SAY + 'while [[ $1 == -* ]]; do shift; done\nexec "$@"\n'
INSTALLED = SAY + 'case "$*" in *self-test*) exit "${SELF_TEST:-0}" ;; esac\n'
UNPACK = SAY + 'mkdir "$5" && cp "$PROGRAMS/meshnet" "$5/meshnet" && cp "$PROGRAMS/apt-get" "$5/uninstall.sh"\n'


class Machine:
    """A folder with stand-ins that note how they were called."""

    def __init__(self, folder: Path) -> None:
        self.programs = folder / "bin"
        self.dist = folder / "dist"
        self.story = folder / "story.txt"
        for place in (self.programs, self.dist):
            place.mkdir()
        for name, text in {"sudo": RUN, "xvfb-run": RUN, "apt-get": SAY, "meshnet": INSTALLED}.items():
            self.put(self.programs / name, text)
        self.put(self.programs / "dpkg-deb", SAY + "echo meshnet-gui\n")

    def put(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o755)

    def call(self, script: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        own = {"PATH": path, "STORY": str(self.story), "PROGRAMS": str(self.programs)}
        return subprocess.run(
            ["bash", str(SCRIPTS / script), *arguments],
            env={**os.environ, **own, **variables},
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def built(machine: Machine) -> Machine:
    """With one installer of each kind for Linux."""
    (machine.dist / "meshnet.deb").write_text("")
    machine.put(machine.dist / "meshnet.run", UNPACK)
    machine.put(machine.dist / "meshnet.AppImage", INSTALLED)
    return machine


def linux_only() -> pytest.MarkDecorator:
    return pytest.mark.skipif(sys.platform != "linux", reason="tries the installers of the system it runs on")


@linux_only()
def test_every_installer_is_installed_tried_and_removed(built: Machine) -> None:
    done = built.call("try-installed.sh", str(built.dist))
    assert done.returncode == 0, done.stderr
    lines = built.story.read_text().splitlines()
    assert sum("self-test" in line and not line.startswith("xvfb-run") for line in lines) == 3
    assert any(line.startswith("apt-get install") and line.endswith("meshnet.deb") for line in lines)
    assert any(line.startswith("apt-get remove") and line.endswith("meshnet-gui") for line in lines)
    assert "uninstall.sh --quiet" in lines


@linux_only()
def test_a_self_test_that_fails_fails_the_release(built: Machine) -> None:
    assert built.call("try-installed.sh", str(built.dist), SELF_TEST="1").returncode != 0


@linux_only()
def test_an_installer_that_was_not_built_is_named(built: Machine) -> None:
    (built.dist / "meshnet.AppImage").unlink()
    done = built.call("try-installed.sh", str(built.dist))
    assert done.returncode == 1
    assert f"not exactly one file *.AppImage in {built.dist}" in done.stderr
    assert not built.story.exists()


@pytest.mark.parametrize("system", ["windows", "macos"])
def test_without_a_certificate_nothing_is_signed_and_nothing_fails(machine: Machine, system: str) -> None:
    done = machine.call(f"sign-{system}.sh", WINDOWS_CERTIFICATE="", MACOS_CERTIFICATE="")
    assert done.returncode == 0
    assert "stays unsigned" in done.stdout


def test_the_app_for_macs_is_signed_and_notarised_by_the_secrets_and_they_are_gone_afterwards(machine: Machine) -> None:
    """In a copy of the scripts, whose Python notes what it was given."""
    root = machine.dist.parent / "root"
    shutil.copytree(SCRIPTS, root / "packaging" / "release")
    (root / ".venv" / "bin").mkdir(parents=True)
    note = 'echo "$MESHNET_SIGN_IDENTITY $(cat "$MESHNET_NOTARY_KEY_FILE") $MESHNET_NOTARY_KEY_ID"'
    machine.put(root / ".venv" / "bin" / "python", f'{SAY}{note} >>"$STORY"\necho "$MESHNET_NOTARY_KEY_FILE"\n')
    machine.put(machine.programs / "security", SAY)
    secrets = {"CERTIFICATE": "UDEy", "CERTIFICATE_PASSWORD": "word", "IDENTITY": "Developer ID Application: Nobody"}
    secrets |= {"NOTARY_KEY": "P8", "NOTARY_KEY_ID": "id", "NOTARY_ISSUER": "issuer"}
    script = root / "packaging" / "release" / "sign-macos.sh"
    done = machine.call(str(script), **{f"MACOS_{name}": value for name, value in secrets.items()})
    assert done.returncode == 0, done.stderr
    lines = machine.story.read_text().splitlines()
    assert "Developer ID Application: Nobody P8 id" in lines
    assert lines[0].startswith("security create-keychain")
    assert lines[-1].startswith("security delete-keychain")
    assert not Path(done.stdout.strip()).exists()
