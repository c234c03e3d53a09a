"""What a hub, its storage or somebody in between may do wrong, and the list of what is to go wrong next."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

AT_THE_HUB = (
    "gated",  # 401, or 403 where a token came along
    "not-found",
    "rate-limited",
    "server-error",
    "unavailable",
    "page",  # an HTML page with status 200
    "changed",  # another file than the one of that commit, by its ETag
    "moved",  # the answer is said to be of another commit
    "no-etag",
    "loop",  # it redirects to itself
    "hang-up",  # the connection closes right after the headers
)
AT_THE_STORAGE = (
    "expired",  # the signed address is no longer good; a new one is
    "truncated",  # it ends after ``after_bytes`` of what was announced
    "stalled",  # the same, but the connection stays open
    "dripping",  # ``bytes_per_s``
    "short",  # an honest answer for a shorter range than was asked for
    "long",  # it goes on after the end of the range
    "whole",  # the range is not looked at: 200 and all of the file
    "shifted",  # an answer for another range
    "flipped",  # one byte is another, ``after_bytes`` into the answer
    "storage-page",  # an HTML page with status 200
    "storage-limited",
    "storage-error",
    "resized",  # the file has another size than it had
)
API = "api"
PAGE = "<!DOCTYPE html><html><body>Please sign in to this network.</body></html>"
ALWAYS = -1


@dataclass(frozen=True, slots=True)
class Fault:
    """``kind`` is one of the above, ``file`` a file of a repository (any where empty) or ``api``."""

    kind: str
    file: str = ""
    times: int = 1
    after_bytes: int = 0
    seconds: int = 0
    bytes_per_s: int = 1000

    def __post_init__(self) -> None:
        if self.kind not in (*AT_THE_HUB, *AT_THE_STORAGE):
            raise ValueError(f"no fault is called {self.kind}")


class Faults:
    """What is to go wrong, each as often as it says. Threads: any."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._lock = threading.Lock()

    def add(self, fault: Fault) -> None:
        with self._lock:
            self._faults.append(fault)

    def clear(self) -> None:
        with self._lock:
            self._faults.clear()

    def take(self, kinds: tuple[str, ...], file: str) -> Fault | None:
        """The first of these kinds that is due for the file, counted as having happened."""
        with self._lock:
            for index, fault in enumerate(self._faults):
                if fault.kind in kinds and (fault.file == file or (not fault.file and file != API)):
                    if fault.times != ALWAYS:
                        self._faults[index] = replace(fault, times=fault.times - 1)
                        self._faults = [each for each in self._faults if each.times]
                    return fault
        return None
