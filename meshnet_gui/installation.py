"""This installation: whether it is a bundle, how the program starts itself as another process, where its files lie.

From source the interpreter runs it. A bundle has two executables side by side: that of the console, and that of the
window, which has no standard streams on Windows. Knows nothing of what is started.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

PACKAGE = "meshnet_gui"
CONSOLE, WINDOW = "meshnet", "meshnet-gui"
_CREATE_NO_WINDOW = 0x08000000  # as subprocess has it, on Windows only
IS_BUNDLE = bool(getattr(sys, "frozen", False))
"""Whether the interpreter is inside this program, which then cannot run other Python code."""


def console_command(executable: str = sys.executable, *, bundle: bool = IS_BUNDLE) -> tuple[str, ...]:
    """What a subcommand is appended to, for a process whose output is read."""
    return (_beside(executable, CONSOLE),) if bundle else (executable, "-m", PACKAGE)


def window_executable(executable: str = sys.executable) -> str:
    """In a bundle: the executable that opens the window, and no console behind it."""
    return _beside(executable, WINDOW)


def creation_flags(platform: str = sys.platform) -> int:
    """For a child process of the window: on Windows each program of the console would open one on the screen."""
    return _CREATE_NO_WINDOW if platform == "win32" else 0


def resources() -> Traversable:
    """The files that ship: in the installed package, or beside the package in a plain checkout."""
    try:
        return files(f"{PACKAGE}.resources")
    except ModuleNotFoundError:
        return Path(__file__).resolve().parents[1] / "resources"


def _beside(executable: str, name: str) -> str:
    own = Path(executable)
    return str(own.with_name(name + (own.suffix if own.suffix.lower() == ".exe" else "")))
