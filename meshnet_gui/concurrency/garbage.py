"""When objects in cycles are collected, and on which thread.

A window's process collects on the window's thread only (``gui.garbage``): whatever else collects might end a Qt object
in its own thread, which waits for the interpreter with a lock of Qt's held, while the window's thread waits for that
lock with the interpreter held. There, Python's own collecting is switched off.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping


class _Elsewhere:
    """Stands among the collector's callbacks while one thread does all the collecting."""

    def __call__(self, phase: str, info: Mapping[str, int]) -> None:
        """There is nothing to do: that it stands there says it all."""


def collect_here() -> None:
    """Collects now, on this thread; where another one does all the collecting, it is left to that."""
    if not any(isinstance(each, _Elsewhere) for each in gc.callbacks):
        gc.collect()


def collect_only_myself() -> Callable[[], None]:
    """From here on the caller collects and nobody else, until what this returns is called."""
    mark, was_enabled = _Elsewhere(), gc.isenabled()
    gc.callbacks.append(mark)
    gc.disable()

    def end() -> None:
        if mark in gc.callbacks:
            gc.callbacks.remove(mark)
            if was_enabled:
                gc.enable()

    return end
