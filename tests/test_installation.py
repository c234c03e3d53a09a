from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from meshnet_gui.installation import console_command, creation_flags, resources, window_executable

ROOT = Path(__file__).resolve().parents[1]


def test_from_source_the_interpreter_is_asked_for_the_package() -> None:
    assert console_command("/v/bin/python", bundle=False) == ("/v/bin/python", "-m", "meshnet_gui")


@pytest.mark.parametrize("executable", ["/opt/m e/meshnet", "/opt/m e/meshnet-gui"])
def test_both_executables_of_a_bundle_know_each_other(executable: str) -> None:
    assert console_command(executable, bundle=True) == ("/opt/m e/meshnet",)
    assert window_executable(executable) == "/opt/m e/meshnet-gui"


def test_the_executables_of_windows_keep_their_ending() -> None:
    assert console_command("meshnet-gui.exe", bundle=True) == ("meshnet.exe",)
    assert window_executable("meshnet.exe") == "meshnet-gui.exe"


def test_a_child_of_the_window_opens_no_console_on_windows() -> None:
    assert creation_flags("win32") == 0x08000000
    assert creation_flags("linux") == 0


def test_the_command_starts_this_program() -> None:
    ended = subprocess.run([*console_command(), "--version"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0
    assert "meshnet" in ended.stdout.lower()


def test_the_files_that_ship_are_found() -> None:
    assert (resources() / "style.qss").is_file()


def test_nobody_else_looks_for_the_interpreter_to_start_this_program() -> None:
    """A bundle would start itself over and over with ``-c`` or ``-m``."""
    allowed = {"installation.py", "runtime/autostart.py", "modelstore/starter.py", "bench/start.py"}
    found = {
        str(path.relative_to(ROOT / "meshnet_gui").as_posix())
        for path in ROOT.glob("meshnet_gui/**/*.py")
        if re.search(r'sys\.executable|"frozen", False', path.read_text(encoding="utf-8"))
    }
    assert found == allowed
