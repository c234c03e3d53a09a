"""Where the installed program begins: both executables run this file."""

import multiprocessing
import os
import sys
from collections.abc import MutableMapping

# Set by the bundle for its own libraries; a browser or file manager that it opens must not load them.
_OF_THE_BUNDLE = ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH")
_SEARCHED_BY_THE_LOADER = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")


def restore(environ: MutableMapping[str, str], inside: str) -> None:
    """Gives other programs that this one starts the environment that it was started with.

    The loader has read its variables when the process began, and Qt finds its plugins beside its libraries.
    """
    for name in _OF_THE_BUNDLE:
        if environ.get(name, "").startswith(inside):
            del environ[name]
    for name in _SEARCHED_BY_THE_LOADER:
        before = environ.pop(f"{name}_ORIG", "")
        if before:
            environ[name] = before
        elif environ.get(name, "").startswith(inside):
            del environ[name]


if __name__ == "__main__":
    multiprocessing.freeze_support()  # first: a child process does its own task here and never comes back
    restore(os.environ, sys._MEIPASS)  # type: ignore[attr-defined]

    from meshnet_gui.cli import entry

    sys.exit(entry())
