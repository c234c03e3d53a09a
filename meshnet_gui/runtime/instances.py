"""Which programs of this user run now, and how each can be told something: a file for each, which only the user reads.

A file whose process has ended, or whose number has become another process's, counts for nothing and is removed.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]

from meshnet_gui.settings import write_atomically

FOLDER = "running"
KINDS = ("app", "node", "serve", "relay")
MAX_FILE_BYTES = 4096
MAX_INSTANCES = 64
_TYPES = {"pid": int, "began": float, "kind": str, "port": int, "token": str}
_SAME_S = 2.0  # how exactly systems tell when a process began


@dataclass(frozen=True, slots=True)
class Instance:
    """One of ``KINDS``. ``began`` is when its process did, in seconds since 1970; ``port`` is its control channel's."""

    pid: int
    began: float
    kind: str
    port: int
    token: str

    def is_running(self) -> bool:
        """Whether the very process is there."""
        began = began_at(self.pid)
        return began > 0 and abs(began - self.began) < _SAME_S


def began_at(pid: int) -> float:
    """When the process began, in seconds since 1970; 0 where there is none or it has ended."""
    with suppress(psutil.Error, OSError, ValueError):
        process = psutil.Process(pid)
        if process.status() != psutil.STATUS_ZOMBIE:
            return float(process.create_time())
    return 0.0


def remember(folder: Path, kind: str, port: int, token: str) -> Path:
    """Says that this process can be reached; returns the file, to be removed at its end. Raises OSError."""
    place = folder / FOLDER
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "posix":
        place.chmod(0o700)
    path = place / f"{os.getpid()}.json"
    content = asdict(Instance(os.getpid(), began_at(os.getpid()), kind, port, token))
    write_atomically(path, json.dumps(content).encode())
    return path


def running(folder: Path) -> tuple[Instance, ...]:
    """Those that run, by the numbers of their processes; removes the files of those that do not."""
    found = []
    for path in sorted((folder / FOLDER).glob("*.json"))[: 4 * MAX_INSTANCES]:
        instance = _read(path)
        if instance is not None and instance.is_running():
            found.append(instance)
        else:
            with suppress(OSError):
                path.unlink(missing_ok=True)
    return tuple(sorted(found, key=lambda instance: instance.pid)[:MAX_INSTANCES])


def _read(path: Path) -> Instance | None:
    try:
        with path.open("rb") as stream:
            said = json.loads(stream.read(MAX_FILE_BYTES))
        is_sound = all(type(said[name]) is kind for name, kind in _TYPES.items())
        instance = Instance(**said)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    is_sound = is_sound and 0 < instance.port < 65536 and instance.pid > 0 and instance.kind in KINDS
    return instance if is_sound else None
