"""Where the build takes things from and puts them, and what its results are called."""

from __future__ import annotations

import platform
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
BUILD = ROOT / "build" / "bundle"
DIST = ROOT / "dist"
PROGRAM = BUILD / "program"
"""The program as its wheel has it: ``meshnet_gui`` with its resources, and its metadata."""
ICONS = BUILD / "icons"
BUNDLE = BUILD / "meshnet"
"""The folder with both executables and all that they need."""
CONSOLE, WINDOW = "meshnet", "meshnet-gui"
_SYSTEMS = {"linux": "linux", "win32": "windows", "darwin": "macos"}
_ARCHITECTURES = {"amd64": "x86_64", "x86_64": "x86_64", "arm64": "arm64", "aarch64": "arm64"}


def version() -> str:
    """The program's version, read without importing it."""
    text = (ROOT / "meshnet_gui" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([0-9]+(?:\.[0-9]+)*)"$', text, re.MULTILINE)
    if found is None:
        raise ValueError("meshnet_gui/__init__.py names no version")
    return found[1]


def architecture(machine: str | None = None) -> str:
    """``x86_64`` or ``arm64``; ValueError for others, for which PyTorch or Qt has no wheel."""
    name = (machine or platform.machine()).lower()
    if name not in _ARCHITECTURES:
        raise ValueError(f"there are no wheels for {name}")
    return _ARCHITECTURES[name]


def file_name(ending: str, system: str = sys.platform) -> str:
    """``meshnet-0.1.0-linux-x86_64.run``: how whatever people download is called."""
    return f"meshnet-{version()}-{_SYSTEMS[system]}-{architecture()}{ending}"
