"""What else runs on this computer: the programs by name, and how much of the processor is used by others than us.

Our own process, those that it started and other Meshnets of this user (a node without a window, a measurement) are no
others. Threads: any, one at a time; a look takes some milliseconds for every hundred processes.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import psutil  # type: ignore[import-untyped]

from meshnet_gui.runtime.governor.rules import app_key

MAX_APPS = 2000
FAMILY_EVERY_S = 10.0
_KERNEL = 2  # whose children on Linux are its threads
_OURS = ("meshnet_gui", "meshnet")


def running_apps() -> tuple[str, ...]:
    """The programs that run for this user, each once, by the names of their files, in alphabetical order."""
    me = _user()
    names: dict[str, str] = {}
    for process in psutil.process_iter(["name", "username", "ppid"]):
        name = process.info["name"] or ""
        is_program = (
            name and name.isprintable() and not (psutil.LINUX and _KERNEL in (process.pid, process.info["ppid"]))
        )
        if is_program and (me is None or process.info["username"] == me):
            names.setdefault(app_key(name), name)
        if len(names) >= MAX_APPS:
            break
    return tuple(sorted(names.values(), key=str.casefold))


def all_names() -> tuple[str, ...]:
    """The names of all processes, whoever they belong to: quicker, since nobody is looked up."""
    return tuple({process.info["name"] or "" for process in psutil.process_iter(["name"])})


def is_ours(command: Iterable[str]) -> bool:
    """Whether a command line starts a Meshnet: the program itself, or its module in an interpreter."""
    words = list(command)[:4]
    program = os.path.basename(words[0]).lower() if words else ""  # noqa: PTH119  # of any system's paths
    if app_key(program) in _OURS:
        return True
    return program.startswith("python") and any(os.path.basename(word) in _OURS for word in words[1:])  # noqa: PTH119


class OtherWork:
    """How much of the processor others use, as a share of all of it since the last look."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._family: dict[int, psutil.Process] = {}
        self._family_at = float("-inf")
        self._last: tuple[float, float, dict[int, float]] | None = None

    def percent(self) -> float | None:
        """None at the first look, since there is nothing yet to compare with. Raises OSError or psutil.Error."""
        if self._clock() - self._family_at >= FAMILY_EVERY_S:
            self._family, self._family_at = _family(), self._clock()
        times = psutil.cpu_times()
        total, idle = _total_and_idle(times)
        ours = {pid: used for pid, process in self._family.items() if (used := _used(process)) is not None}
        last, self._last = self._last, (total, idle, ours)
        if last is None or total <= last[0]:
            return None
        mine = sum(used - last[2][pid] for pid, used in ours.items() if pid in last[2])
        busy = (total - last[0]) - (idle - last[1]) - mine
        return min(100.0, max(0.0, 100.0 * busy / (total - last[0])))


def _total_and_idle(times: object) -> tuple[float, float]:
    """In seconds of one processor; what a guest system used is counted in ``user`` already."""
    named = times._asdict()  # type: ignore[attr-defined]
    total = sum(value for name, value in named.items() if name not in ("guest", "guest_nice", "interrupt", "dpc"))
    return float(total), float(named.get("idle", 0.0) + named.get("iowait", 0.0))


def _used(process: psutil.Process) -> float | None:
    with suppress(psutil.Error, OSError):
        times = process.cpu_times()
        return float(times.user + times.system)
    return None


def _family() -> dict[int, psutil.Process]:
    me = psutil.Process()
    found = {me.pid: me}
    with suppress(psutil.Error, OSError):
        found |= {child.pid: child for child in me.children(recursive=True)}
    for process in psutil.process_iter(["name"]):
        name = (process.info["name"] or "").lower()
        if process.pid not in found and name.startswith(("python", *_OURS)):
            with suppress(psutil.Error, OSError):
                if is_ours(process.cmdline()):
                    found[process.pid] = process
    return found


def _user() -> str | None:
    with suppress(psutil.Error, OSError, KeyError):
        return str(psutil.Process().username())
    return None
