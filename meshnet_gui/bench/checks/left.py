"""What a run leaves behind that should be gone: threads, child processes, sockets that listen, files elsewhere."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import psutil  # type: ignore[import-untyped]

from meshnet_gui.bench.checks.check import CheckFailed

_T = TypeVar("_T")
PATIENCE_S = 5.0
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATHS_OF: Mapping[str, tuple[int, ...]] = {
    "open": (0,),
    "os.mkdir": (0,),
    "os.rename": (0, 1),
    "os.remove": (0,),
    "os.rmdir": (0,),
    "os.link": (1,),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "sqlite3.connect": (0,),
}
"""Which arguments of an audit event are paths that change; those after them say relative to which folder."""
_NO_FILES = ("/dev", "/proc", "/sys", "\\\\.\\", ":memory:", os.devnull)


class Writes:
    """Hears of each file that Python code of this process opens to write, makes or moves outside of ``folder``.

    Compiled modules are not meant: an interpreter keeps those beside its source. What libraries write without Python
    goes unheard. Listens from ``start`` to ``stop``; the hook itself cannot be taken out.
    """

    def __init__(self, folder: Path) -> None:
        self._inside = {str(folder.absolute()), str(folder.resolve())}
        self._listens = False
        self._heard: dict[str, None] = {}

    @property
    def outside(self) -> tuple[str, ...]:
        return tuple(self._heard)

    def start(self) -> None:
        self._listens = True
        sys.addaudithook(self._hear)

    def stop(self) -> None:
        self._listens = False

    def _hear(self, event: str, args: tuple[object, ...]) -> None:
        if not self._listens or event not in _PATHS_OF or (event == "open" and not _is_writing(args)):
            return
        for path in (args[index] for index in _PATHS_OF[event]):
            if isinstance(path, str | bytes | os.PathLike):
                self._note(os.fsdecode(path), is_whole=event == "open" or not _is_within(args))

    def _note(self, path: str, *, is_whole: bool) -> None:
        if not is_whole and not Path(path).is_absolute():
            return  # within a folder that was noted when it was made
        whole = str(Path(path).absolute())
        is_inside = any(whole == own or whole.startswith(own + os.sep) for own in self._inside)
        if not is_inside and not path.startswith(_NO_FILES) and "__pycache__" not in whole:
            self._heard[whole] = None


@dataclass(frozen=True, slots=True)
class Before:
    """What there was at the start."""

    threads: frozenset[threading.Thread] = field(default_factory=lambda: frozenset(threading.enumerate()))
    children: frozenset[int] = field(default_factory=lambda: frozenset(_children()))
    sockets: frozenset[tuple[str, int]] = field(default_factory=lambda: frozenset(_listening()))


def nothing_left(before: Before, writes: Writes, folder: Path) -> str:
    """Raises CheckFailed where anything is left; ``folder`` had all the checks' files."""
    wrong = {
        "threads": threads_left(before.threads),
        "processes": [_children().get(pid, str(pid)) for pid in _gone(lambda: _children().keys() - before.children)],
        "sockets": [str(address) for address in _gone(lambda: _listening() - before.sockets)],
        "the temporary folder": [str(folder)] if folder.exists() else [],
        "files elsewhere": list(writes.outside),
    }
    found = [f"{what}: {', '.join(names[:5])}" for what, names in wrong.items() if names]
    if found:
        raise CheckFailed(f"left behind are {'; '.join(found)}")
    return "no thread, process, socket or file left"


def threads_left(before: frozenset[threading.Thread] | set[threading.Thread]) -> list[str]:
    """Names of the threads that are new and do not end within some seconds; torch's own pools are native ones."""
    return [thread.name for thread in _gone(lambda: set(threading.enumerate()) - before)]


def _gone(left: Callable[[], Collection[_T]]) -> list[_T]:
    """What is still there after some patience."""
    deadline = time.monotonic() + PATIENCE_S
    while (found := left()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return list(found)


def _children() -> dict[int, str]:
    """Child processes by id, but for the one of Python's own that minds shared memory until this one ends."""
    found: dict[int, str] = {}
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            command = " ".join(child.cmdline())
            if "resource_tracker" not in command and child.status() != psutil.STATUS_ZOMBIE:
                found[child.pid] = command[:100] or child.name()
    return found


def _listening() -> set[tuple[str, int]]:
    """Addresses at which this process accepts connections or takes datagrams."""
    with suppress(psutil.Error):
        connections = psutil.Process().net_connections("inet")
        return {(each.laddr.ip, each.laddr.port) for each in connections if each.laddr and not each.raddr}
    return set()


def _is_within(args: Sequence[object]) -> bool:
    """Whether the path is relative to an open folder, as ``shutil.rmtree`` works through one."""
    return isinstance(args[-1], int) and args[-1] >= 0


def _is_writing(args: Sequence[object]) -> bool:
    flags = args[2] if len(args) > 2 else 0
    return isinstance(flags, int) and bool(flags & _WRITES)
