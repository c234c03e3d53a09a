"""Where log lines go and how they look. Knows nothing of who writes them.

The app keeps its story in a file and, for its Log tab, in memory; neither ever grows beyond its bounds, and what looks
like a key is masked wherever lines go.
"""

from __future__ import annotations

import logging
import logging.handlers
import os
import re
import sys
import threading
import time
from collections import deque
from dataclasses import dataclass
from json import dumps
from pathlib import Path
from typing import IO, Any

PROGRAM = "meshnet_gui"
MAX_FILE_BYTES = 2 * 2**20
NUM_OLD_FILES = 3
MAX_KEPT_LINES = 2000
MAX_LINE_CHARS = 2000
MAX_MESSAGE_CHARS = 20_000
FILE_NAME = "meshnet.log"
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
MASK = "[masked]"
_KEPT = f"{PROGRAM}.kept"
_KEPT_FILE = f"{PROGRAM}.file"
_ESCAPES = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if code not in (9, 10)}
_SECRETS = (
    re.compile(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----.*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\Z)", re.DOTALL),
    # an invite, also in the pieces that a mail made of it: whoever has it is a member
    re.compile(r"(?i)\bmeshnet:[\w=-]{8,}(?:\s+[\w=-]{20,})*"),
    re.compile(r"\bmesh-[\w-]{20,}"),  # a key of the API
    re.compile(r"\b(?:hf|sk|pk|ghp|gho|glpat|xox[abp])[_-][\w-]{8,}"),  # tokens of the hub and of other services
    re.compile(r"(?i)(?<=\bbearer )[\w.~+/=-]{6,}"),
    re.compile(
        r"(?i)(?<![\w-])(?:api[_-]?key|token|secret|password|passwd|seed)[\"']?\s*[=:]\s*[\"']?[^\s\"',;&)}\]]{4,}"
    ),
    re.compile(r"\b[A-Z][A-Z0-9_]{0,60}_(?:TOKEN|KEY|SECRET|PASSWORD)[\"']?\s*[=:]\s*[\"']?[^\s\"',;&)}\]]{4,}"),
    re.compile(r"(?<=://)[^\s/:@]{1,200}:[^\s/@]{1,200}(?=@)"),
)


class HumanFormatter(logging.Formatter):
    """``14:03:22 INFO node.service: serving layers 12-20``; what a peer sent cannot start a line or a colour."""

    def format(self, record: logging.LogRecord) -> str:
        head = f"{self.formatTime(record, '%H:%M:%S')} {record.levelname} {_place(record)}: "
        return head + _message(record) + _traceback(record, self)


class DatedFormatter(HumanFormatter):
    """The same with the date, for a file that outlives the day."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return super().formatTime(record, "%Y-%m-%d %H:%M:%S")


class JsonFormatter(logging.Formatter):
    """One JSON object for each line, time in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        entry: dict[str, Any] = {
            "time": f"{seconds}.{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if record.exc_info:
            entry["exception"] = masked(self.formatException(record.exc_info))
        return dumps(entry, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line as the Log tab shows it. ``number`` counts all lines; ``time`` is in seconds since 1970."""

    number: int
    time: float
    level: int
    place: str
    text: str


class KeptLines(logging.Handler):
    """The last lines, in memory, for a face to show. Threads: any."""

    def __init__(self, max_lines: int = MAX_KEPT_LINES) -> None:
        super().__init__()
        self._lines: deque[LogLine] = deque(maxlen=max_lines)
        self._num = 0
        self._guard = threading.Lock()
        self.set_name(_KEPT)
        self.setFormatter(HumanFormatter())

    def emit(self, record: logging.LogRecord) -> None:
        text = (_message(record) + _traceback(record, self.formatter or HumanFormatter()))[:MAX_LINE_CHARS]
        with self._guard:
            self._lines.append(LogLine(self._num, record.created, record.levelno, _place(record), text))
            self._num += 1

    def since(self, number: int) -> tuple[LogLine, ...]:
        """Those from ``number`` on that are still kept, oldest first."""
        with self._guard:
            skipped = max(0, number - (self._num - len(self._lines)))
            return tuple(self._lines)[skipped:] if skipped < len(self._lines) else ()


def masked(text: str) -> str:
    """The text with what looks like a key, a token or an invite masked, and the user's own folder as ``~``."""
    for pattern in _SECRETS:
        text = pattern.sub(MASK, text)
    home = os.path.expanduser("~")  # noqa: PTH111 -- unlike Path.home it never raises
    return text.replace(home, "~") if len(home) > 3 else text


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
    handler.setLevel(level)
    handler.set_name(PROGRAM)
    _take_out(PROGRAM, _KEPT, _KEPT_FILE)
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.WARNING)
    logging.getLogger(PROGRAM).setLevel(level)
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)


def are_json() -> bool:
    """Whether whoever reads the lines counts on JSON: then nothing else may stand between them."""
    return any(isinstance(handler.formatter, JsonFormatter) for handler in logging.getLogger().handlers)


def keep(folder: Path) -> KeptLines:
    """Keeps the program's story from INFO on, in memory and in a file in ``folder``, whatever is shown elsewhere."""
    _take_out(_KEPT, _KEPT_FILE)
    root, program = logging.getLogger(), logging.getLogger(PROGRAM)
    if any(isinstance(handler, _QuietFile) and handler.name == PROGRAM for handler in root.handlers):
        _take_out(PROGRAM)  # without a standard error the lines go to that file already
    level = min(logging.INFO, program.level or logging.INFO)
    lines, file = KeptLines(), _file_handler(folder / FILE_NAME)
    file.setFormatter(DatedFormatter())
    file.set_name(_KEPT_FILE)
    for handler in (lines, file):
        handler.setLevel(level)
        root.addHandler(handler)
    program.setLevel(level)
    return lines


def kept_lines() -> KeptLines | None:
    """What ``keep`` has set up; None where nothing has."""
    return next((handler for handler in logging.getLogger().handlers if isinstance(handler, KeptLines)), None)


def _take_out(*names: str) -> None:
    root = logging.getLogger()
    for old in [old for old in root.handlers if getattr(old, "name", None) in names]:
        root.removeHandler(old)
        old.close()


def _place(record: logging.LogRecord) -> str:
    return record.name.removeprefix(f"{PROGRAM}.")


def _message(record: logging.LogRecord) -> str:
    return masked(record.getMessage()[:MAX_MESSAGE_CHARS]).translate(_ESCAPES).replace("\n", "\\n")


def _traceback(record: logging.LogRecord, formatter: logging.Formatter) -> str:
    return "\n" + masked(formatter.formatException(record.exc_info)) if record.exc_info else ""


def _stream_handler(stream: IO[str] | None) -> logging.Handler:
    return logging.NullHandler() if stream is None else logging.StreamHandler(stream)


class _QuietFile(logging.handlers.RotatingFileHandler):
    """A disk that is full, or a folder that is gone, is no reason to say so once for each line."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Nothing: this line is lost."""


def _file_handler(path: Path) -> logging.Handler:
    """A log file that is rotated; a folder that cannot be written must not keep the program from starting."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return _QuietFile(path, maxBytes=MAX_FILE_BYTES, backupCount=NUM_OLD_FILES, encoding="utf-8", delay=False)
    except OSError:
        return logging.NullHandler()
