"""Whether Qt can open a window here at all, asked before Qt would abort the process. Knows no Qt."""

from __future__ import annotations

import ctypes
import os
import re
import socket
import sys
from collections.abc import Mapping

_OFFSCREEN = ("offscreen", "minimal", "vnc", "eglfs", "linuxfb")
_LOCAL_X11 = re.compile(r":(\d{1,5})(?:\.\d+)?")
_CONNECT_S = 1.0
# What Qt's xcb platform plugin links to and a bare system often lacks, with the Debian package of each.
_XCB_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libEGL.so.1": "libegl1",
}


def display_problem(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """One line for stderr saying why no window can open; empty where it can."""
    reason = why_no_display(environ, platform)
    return f"meshnet: {reason} “meshnet chat” works without a window." if reason else ""


def why_no_display(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> str:
    """The same as one sentence."""
    wanted = environ.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if not platform.startswith("linux") or wanted in _OFFSCREEN:
        return ""
    x11, wayland = bool(environ.get("DISPLAY")), bool(environ.get("WAYLAND_DISPLAY"))
    if not (x11 or wayland):
        return "There is no display (DISPLAY and WAYLAND_DISPLAY are not set)."
    if x11 and not wayland and not x11_answers(environ["DISPLAY"]):
        return f"There is no display: nobody answers at {environ['DISPLAY'][:80]}, which DISPLAY names."
    missing = missing_libraries() if x11 and wanted in ("", "xcb") and not wayland else ()
    if missing:
        packages = " ".join(_XCB_LIBRARIES[name] for name in missing)
        return f"The window needs system libraries (on Debian or Ubuntu: sudo apt install {packages})."
    return ""


def x11_answers(display: str) -> bool:
    """Whether somebody listens at the display, as far as it is one of this computer: Qt would abort the process."""
    local = _LOCAL_X11.fullmatch(display)
    if local is None:
        return True  # it is elsewhere, and nobody waits for that here
    place = f"/tmp/.X11-unix/X{local[1]}"
    return _connects(f"\0{place}") or _connects(place)


def _connects(address: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_CONNECT_S)
        try:
            connection.connect(address)
        except OSError:
            return False
    return True


def missing_libraries(names: tuple[str, ...] = tuple(_XCB_LIBRARIES)) -> tuple[str, ...]:
    """Those of the libraries that the loader does not find."""
    return tuple(name for name in names if not _loads(name))


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True
