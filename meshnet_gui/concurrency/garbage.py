"""When objects in cycles are collected, and on which thread.

A window's process collects on the window's thread only (``gui.garbage``): whatever else collects might end a Qt object
in its own thread, which waits for the interpreter with a lock of Qt's held, while the window's thread waits for that
lock with the interpreter held. There, Python's own collecting is switched off.
"""

from __future__ import annotations

import gc


def collect_here() -> None:
    """Collects now, on this thread; where another one does that by itself, it is left to that."""
    if gc.isenabled():
        gc.collect()
