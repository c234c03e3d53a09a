"""Where the installed program begins: both executables run this file."""

import importlib
import multiprocessing
import os
import sys
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

# Set by the bundle for its own libraries; a browser or file manager that it opens must not load them.
_OF_THE_BUNDLE = ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH")
_SEARCHED_BY_THE_LOADER = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")


def restore(environ: MutableMapping[str, str], inside: str) -> None:
    """Gives other programs that this one starts the environment that it was started with.

    The loader has read its variables when the process began, and Qt finds its plugins beside its libraries. Another
    process of this program has to set them anew, and not to count on ours; PyInstaller's variable says so.
    """
    environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    for name in _OF_THE_BUNDLE:
        if environ.get(name, "").startswith(inside):
            del environ[name]
    for name in _SEARCHED_BY_THE_LOADER:
        before = environ.pop(f"{name}_ORIG", "")
        if before:
            environ[name] = before
        elif environ.get(name, "").startswith(inside):
            del environ[name]


def read_what_runs(archive: Any, own_file: str = "/proc/self/exe") -> None:
    """Takes the modules that are imported later out of the file that was started, whatever lies in its place by then.

    A package manager puts the next version there while this one runs. ``archive`` is the loader's own reader. Where the
    system has no such name for the file, as without a mounted /proc, it stays as it is.
    """
    if Path(own_file).exists() and Path(own_file).samefile(archive._filename):
        archive._filename = own_file


if __name__ == "__main__":
    multiprocessing.freeze_support()  # first: a child process does its own task here and never comes back
    restore(os.environ, sys._MEIPASS)  # type: ignore[attr-defined]
    if sys.platform == "linux":
        read_what_runs(importlib.import_module("pyimod02_importers").pyz_archive)

    from meshnet_gui.cli import entry

    sys.exit(entry())
