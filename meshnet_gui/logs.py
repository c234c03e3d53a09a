"""Where log lines go and how they look. Knows nothing of who writes them."""

from __future__ import annotations

import logging
import logging.handlers
import sys
import time
from json import dumps
from pathlib import Path
from typing import IO, Any

PROGRAM = "meshnet_gui"
MAX_FILE_BYTES = 2 * 2**20
NUM_OLD_FILES = 3
# Their INFO is our noise: one line for each request or each file.
NOISY = (
    "asyncio",
    "filelock",
    "httpcore",
    "httpcore2",
    "httpx",
    "httpx2",
    "transformers",
    "urllib3",
    "uvicorn",
)
_ESCAPES = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code not in (9, 10)}


class HumanFormatter(logging.Formatter):
    """``14:03:22 INFO node.service: serving layers 12-20``; what a peer sent cannot start a line or a colour."""

    def format(self, record: logging.LogRecord) -> str:
        name = record.name.removeprefix(f"{PROGRAM}.")
        message = record.getMessage().translate(_ESCAPES).replace("\n", "\\n")
        line = f"{self.formatTime(record, '%H:%M:%S')} {record.levelname} {name}: {message}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """One JSON object for each line, time in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        entry: dict[str, Any] = {
            "time": f"{seconds}.{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return dumps(entry, ensure_ascii=False)


def configure(
    level: str = "INFO",
    *,
    stream: IO[str] | None = None,
    file: Path | None = None,
    json: bool = False,
    fallback: Path | None = None,
) -> None:
    """Send log lines to ``file``, or to ``stream`` (standard error by default).

    A windowed program has no standard error: its lines go to ``fallback``, and nowhere if that is not given. Calling
    again replaces what the last call set up. Raises ValueError for a level that logging does not know.
    """
    stream = stream if stream is not None else sys.stderr
    path = file if file is not None or stream is not None else fallback
    handler = _file_handler(path) if path is not None else _stream_handler(stream)
    handler.setFormatter(JsonFormatter() if json else HumanFormatter())
    root = logging.getLogger()
    for old in [old for old in root.handlers if getattr(old, "name", None) == PROGRAM]:
        root.removeHandler(old)
        old.close()
    handler.set_name(PROGRAM)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger(PROGRAM).setLevel(level)
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)


def _stream_handler(stream: IO[str] | None) -> logging.Handler:
    return logging.NullHandler() if stream is None else logging.StreamHandler(stream)


def _file_handler(path: Path) -> logging.Handler:
    """A log file that is rotated; a folder that cannot be written must not keep the program from starting."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return logging.handlers.RotatingFileHandler(
            path, maxBytes=MAX_FILE_BYTES, backupCount=NUM_OLD_FILES, encoding="utf-8", delay=False
        )
    except OSError:
        return logging.NullHandler()
