"""What is known of a crash, as a text to hand on: where it happened, in which version, on which system. Knows no Qt.

Keys and the user's own folder are masked as in the log; long values, which may be somebody's text, are cut.
"""

from __future__ import annotations

import faulthandler
import logging
import platform
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO

from meshnet_gui import __version__
from meshnet_gui.logs import kept_lines, masked

MAX_CHARS = 20_000
MAX_LINE_CHARS = 300
MAX_FRAMES = 40
NUM_LOG_LINES = 30
FILE_NAME = "crash.txt"


def report_of(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None, thread: str) -> str:
    """The report of an exception that nobody caught."""
    lines = traceback.TracebackException(kind, error or kind(), trace, limit=-MAX_FRAMES).format()
    return report("".join(lines), thread)


def report(what: str, thread: str = "") -> str:
    """The report around a traceback: version and system before it, the last lines of the log after it."""
    head = [f"Meshnet {__version__}", f"Python {platform.python_version()}, {platform.platform()}"]
    head += [f"Thread: {thread}"] if thread else []
    kept = kept_lines()
    last = kept.since(0)[-NUM_LOG_LINES:] if kept is not None else ()
    log = [f"{logging.getLevelName(line.level)} {line.place}: {line.text}" for line in last]
    tail = ["", "The log's last lines:", *log] if log else []
    cut = (line[:MAX_LINE_CHARS] for line in masked("\n".join([*head, "", what.rstrip(), *tail])).splitlines())
    return "\n".join(cut)[:MAX_CHARS]


class LastRun:
    """A file that stays empty unless the process is ended by a fault inside a library; then it says where that was.

    The next run reads it. Use: ``begin`` once nobody else uses the folder, ``end`` at the end of the program.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._file: IO[str] | None = None

    def begin(self) -> str:
        """What the run before left, empty where it ended well; from here on faults of this one are written down."""
        left = self._left()
        with suppress(OSError, ValueError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self._path.open("w", encoding="utf-8")
            faulthandler.enable(self._file)
        return left

    def end(self) -> None:
        """This run ends well."""
        if self._file is None:
            return
        faulthandler.disable()
        if sys.stderr is not None:
            with suppress(OSError, ValueError):
                faulthandler.enable()
        with suppress(OSError):
            self._file.close()
            self._path.unlink(missing_ok=True)
        self._file = None

    def _left(self) -> str:
        try:
            with self._path.open(encoding="utf-8", errors="replace") as stream:
                return stream.read(MAX_CHARS).strip("\0 \n")
        except OSError:
            return ""
