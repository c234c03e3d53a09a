"""Is the Qt of this installation whole? Asked in a process of its own: a Qt without its plugins aborts the program."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Collection
from multiprocessing.connection import Connection
from pathlib import Path

from meshnet_gui.errors import MachineError

DEADLINE_S = 60.0
NEEDED_PLUGINS = {"linux": ("offscreen", "xcb"), "darwin": ("cocoa",), "win32": ("windows",)}


def check_qt_plugins(folder: Path) -> str:
    """Starts Qt in memory and draws an icon; says which version it is. Raises MachineError with what is missing."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_look, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    try:
        version, plugins, drew = _answer(ours)
    finally:
        process.join(5.0)
        if process.is_alive():
            process.kill()
            process.join()
        ours.close()
    missing = missing_plugins(plugins)
    if missing:
        raise MachineError(f"Qt lacks its platform plugins for {', '.join(missing)}.", "Install the program again.")
    if not drew:
        raise MachineError("Qt cannot draw the program's icons.", "Install the program again.")
    return f"Qt {version}"


def missing_plugins(files: Collection[str], platform: str = sys.platform) -> list[str]:
    """The platform plugins that this system needs and none of ``files`` is."""
    return [name for name in NEEDED_PLUGINS.get(platform, ()) if not any(f"q{name}" in file for file in files)]


def _answer(connection: Connection) -> tuple[str, tuple[str, ...], bool]:
    try:
        if not connection.poll(DEADLINE_S):
            raise MachineError("Qt did not start in time.")
        version, plugins, drew = connection.recv()
    except EOFError as exc:
        raise MachineError("Qt ends the program when it starts.", "Install the program again.") from exc
    return version, plugins, drew


def _look(connection: Connection) -> None:
    """The child's program."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtCore import QLibraryInfo
    from PySide6.QtWidgets import QApplication

    from meshnet_gui.gui.assets import pixmap

    app = QApplication(["meshnet"])
    folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    plugins = tuple(sorted(path.name for path in folder.iterdir())) if folder.is_dir() else ()
    drew = pixmap("app", 32, 1.0).toImage().pixelColor(16, 16).alpha() > 0
    connection.send((QLibraryInfo.version().toString(), plugins, drew))
    connection.close()
    app.quit()
