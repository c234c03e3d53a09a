"""A guard for Python 3.11, where PySide6 6.12 loses a reference to None (True, False) with each call that answers it.

Its wheels are built for interpreters whose constants are immortal, as they are from Python 3.12 on. On 3.11 the count
runs out after a few thousand calls and the process aborts with "none_dealloc: deallocating None".
PySide6 6.11.3 is right.
Source: ``sys.getrefcount(None)`` falls by 1000 over 1000 calls of ``QObject.setObjectName`` with PySide6 6.12.0.
"""

from __future__ import annotations

import ctypes
import sys

CONSTANTS = (None, True, False, NotImplemented, Ellipsis)
_PLENTY = 2 ** (8 * ctypes.sizeof(ctypes.c_ssize_t) - 3)


def make_constants_immortal(version: tuple[int, ...] = sys.version_info[:2]) -> None:
    """Gives the constants so many references that they never run out. Does nothing where they are immortal already."""
    if version >= (3, 12) or sys.implementation.name != "cpython":
        return
    for constant in CONSTANTS:
        ctypes.c_ssize_t.from_address(id(constant)).value = _PLENTY  # ob_refcnt is an object's first field
