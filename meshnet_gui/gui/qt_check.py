"""Is the Qt of this installation whole? Asked in a process of its own: a Qt without its plugins aborts the program."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from meshnet_gui.errors import MachineError

DEADLINE_S = 60.0
END_S = 5.0
NEEDED_PLATFORMS = {"linux": ("offscreen", "xcb"), "darwin": ("cocoa",), "win32": ("windows",)}
NEEDED_FORMATS = ("jpeg", "png", "svg")  # pictures of invites, and what the style sheet names
TRANSLATED = ("de", "zh_CN")
_AGAIN = "Install the program again."


@dataclass(frozen=True, slots=True)
class Found:
    """What a Qt that has started says of itself; ``wrong`` names files of ours that it cannot use."""

    version: str = ""
    platforms: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    icon_engines: tuple[str, ...] = ()
    networks: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


Look = Callable[[Connection, str, Sequence[str]], None]


def check_qt(resources: Collection[str], environ: Mapping[str, str] = os.environ, look: Look | None = None) -> str:
    """Starts Qt in memory, draws each icon and loads each translation of ``resources``; then on the display, if any.

    Raises MachineError with what is missing.
    """
    child = look or _look
    found = _asked(child, "offscreen", [name for name in resources if name.endswith((".svg", ".qm"))])
    missing = missing_parts(found)
    if missing:
        raise MachineError(f"Qt lacks {', '.join(missing)}.", _AGAIN)
    if found.wrong:
        raise MachineError(f"Qt cannot use {', '.join(found.wrong[:5])}.", _AGAIN)
    display = environ.get("DISPLAY", "") if sys.platform.startswith("linux") else ""
    if display:
        _asked(child, "xcb", ())
    return f"Qt {found.version}" + (f", on display {display}" if display else "")


def missing_parts(found: Found, platform: str = sys.platform) -> list[str]:
    """What this system needs and this Qt does not have."""
    wanted = [f"its platform plugin for {name}" for name in NEEDED_PLATFORMS.get(platform, ())]
    has = [any(f"q{name}" in file for file in found.platforms) for name in NEEDED_PLATFORMS.get(platform, ())]
    wanted += [f"its plugin for {name} pictures" for name in NEEDED_FORMATS]
    has += [name in found.formats for name in NEEDED_FORMATS]
    wanted += ["its plugin for icons", "its plugin for the network's state"]
    has += [any("svg" in file for file in found.icon_engines), bool(found.networks)]
    return [name for name, is_there in zip(wanted, has, strict=True) if not is_there]


def _asked(look: Look, platform: str, names: Sequence[str]) -> Found:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=look, args=(theirs, platform, names), daemon=True)
    process.start()
    theirs.close()
    try:
        return _answer(ours, platform)
    finally:
        process.join(END_S)
        if process.is_alive():
            process.kill()
            process.join()
        ours.close()


def _answer(connection: Connection, platform: str) -> Found:
    try:
        if not connection.poll(DEADLINE_S):
            raise MachineError(f"Qt did not start in time ({platform}).")
        found = connection.recv()
    except EOFError as exc:
        raise MachineError(f"Qt ends the program when it starts ({platform}).", _AGAIN) from exc
    assert isinstance(found, Found)
    return found


def _look(connection: Connection, platform: str, names: Sequence[str]) -> None:
    """The child's program."""
    os.environ["QT_QPA_PLATFORM"] = platform
    from PySide6.QtCore import QLibraryInfo
    from PySide6.QtGui import QImageReader
    from PySide6.QtWidgets import QApplication

    from meshnet_gui.gui.plugins import find_plugins

    plugins = find_plugins()
    app = QApplication(["meshnet"])
    formats = tuple(bytes(each.data()).decode() for each in QImageReader.supportedImageFormats())
    wrong = [*(name for name in names if not _is_usable(name)), *(_untranslated() if names else ())]
    connection.send(
        Found(
            QLibraryInfo.version().toString(),
            _files(plugins / "platforms"),
            formats,
            _files(plugins / "iconengines"),
            _files(plugins / "networkinformation"),
            tuple(wrong),
        )
    )
    connection.close()
    app.quit()


def _files(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.name for path in folder.iterdir())) if folder.is_dir() else ()


def _is_usable(name: str) -> bool:
    """Whether Qt draws this picture, by itself and as a style sheet does, or takes this translation."""
    from PySide6.QtCore import QTranslator
    from PySide6.QtGui import QImageReader

    from meshnet_gui.gui.assets import pixmap, resource, resource_url

    if name.endswith(".qm"):
        return QTranslator().load(str(resource(name)))
    if not resource(name).is_file():
        return False
    drawn = pixmap(Path(name).stem, 32, 1.0).toImage()
    has_drawn = any(drawn.pixelColor(x, y).alpha() for x in range(32) for y in range(32))
    return has_drawn and not QImageReader(resource_url(name)).read().isNull()


def _untranslated() -> list[str]:
    """Of Qt's own texts, those that are not there."""
    from PySide6.QtCore import QLibraryInfo, QTranslator

    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return [f"qtbase_{name}.qm" for name in TRANSLATED if not QTranslator().load(f"qtbase_{name}", folder)]
