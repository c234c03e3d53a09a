"""How long nobody has touched keyboard or mouse, asked of the system; None where it does not say.

Threads: one worker thread at a time. Windows and macOS count it for the session; X11 has an extension for it; under
Wayland the desktop is asked over D-Bus (GNOME's compositor, the screen saver of KDE, then logind, which knows only that
a session is idle). Source: the systems' documentation of the calls named below.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

ANSWER_S = 1.0
TRY_AGAIN_S = 30.0  # where nobody on the buses says it


def idle_reader() -> Callable[[], float | None]:
    """The way that fits this system; it keeps its connection, or tries anew with each call where it has none."""
    readers = {"win32": windows_idle_s, "darwin": mac_idle_s}
    return readers.get(sys.platform) or LinuxIdle().read


class _LastInput(ctypes.Structure):
    _fields_ = (("size", ctypes.c_uint), ("at_ms", ctypes.c_uint))


def windows_idle_s() -> float | None:
    """By ``GetLastInputInfo``, whose clock starts again from 0 every 49 days."""
    windows: Any = getattr(ctypes, "windll", None)
    info = _LastInput(ctypes.sizeof(_LastInput))
    if windows is None or not windows.user32.GetLastInputInfo(ctypes.byref(info)):
        return None
    return float((windows.kernel32.GetTickCount() - info.at_ms) & 0xFFFFFFFF) / 1000


def mac_idle_s() -> float | None:
    """By ``CGEventSourceSecondsSinceLastEventType`` over every kind of input."""
    services = ctypes.CDLL("/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices")
    since = services.CGEventSourceSecondsSinceLastEventType
    since.restype, since.argtypes = ctypes.c_double, (ctypes.c_int32, ctypes.c_uint32)
    seconds = float(since(1, 0xFFFFFFFF))
    return seconds if seconds >= 0 else None


class _ScreenSaverInfo(ctypes.Structure):
    _fields_ = (
        ("window", ctypes.c_ulong),
        ("state", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("til_or_since", ctypes.c_ulong),
        ("idle_ms", ctypes.c_ulong),
        ("mask", ctypes.c_ulong),
    )


class X11Idle:
    """Over one connection to the X server, which is made anew where it failed to open. Raises OSError without Xlib."""

    def __init__(self) -> None:
        self._x, self._saver = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXss.so.1")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XOpenDisplay.argtypes = (ctypes.c_char_p,)
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._x.XDefaultRootWindow.argtypes = self._x.XCloseDisplay.argtypes = (ctypes.c_void_p,)
        self._saver.XScreenSaverQueryExtension.argtypes = (ctypes.c_void_p, *([ctypes.POINTER(ctypes.c_int)] * 2))
        self._saver.XScreenSaverQueryInfo.argtypes = (
            ctypes.c_void_p,
            ctypes.c_ulong,
            ctypes.POINTER(_ScreenSaverInfo),
        )

    def read(self) -> float | None:
        """A connection for each question: one that lasts would end the whole program when the X server goes."""
        display = self._x.XOpenDisplay(None)
        if not display:
            return None
        try:
            first, second, info = ctypes.c_int(), ctypes.c_int(), _ScreenSaverInfo()
            if not self._saver.XScreenSaverQueryExtension(display, ctypes.byref(first), ctypes.byref(second)):
                return None
            root = self._x.XDefaultRootWindow(display)
            asked = self._saver.XScreenSaverQueryInfo(display, root, ctypes.byref(info))
            return info.idle_ms / 1000 if asked else None
        finally:
            self._x.XCloseDisplay(display)


class LinuxIdle:
    """X11 where the session is one, else whoever answers over D-Bus; who answered is asked first the next time,
    and where nobody did, they are asked anew only after a while."""

    def __init__(
        self,
        ask: Callable[[str, str, str, str, str], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask = ask or ask_bus
        self._clock = clock
        self._again_at = float("-inf")
        self._x11: X11Idle | None = None
        self._was_more_than_0 = False
        self._ways: list[Callable[[], float | None]] = [self._gnome, self._kde, self._logind]

    def read(self) -> float | None:
        if os.environ.get("XDG_SESSION_TYPE") != "wayland" and not os.environ.get("WAYLAND_DISPLAY"):
            with suppress(OSError):
                return self._by_x11()
        if self._clock() < self._again_at:
            return None
        for way in tuple(self._ways):
            with suppress(Exception):
                idle_s = way()
                if idle_s is not None:
                    self._ways.remove(way)
                    self._ways.insert(0, way)
                    return idle_s
        self._again_at = self._clock() + TRY_AGAIN_S
        return None

    def _by_x11(self) -> float | None:
        if not os.environ.get("DISPLAY"):
            raise OSError("there is no display")
        if self._x11 is None:
            self._x11 = X11Idle()
        return self._x11.read()

    def _gnome(self) -> float | None:
        name = "org.gnome.Mutter.IdleMonitor"
        return float(self._ask("SESSION", name, "/org/gnome/Mutter/IdleMonitor/Core", name, "GetIdletime")) / 1000

    def _kde(self) -> float | None:
        """In seconds. Where the compositor tells it nothing it says 0 for ever: that is no answer."""
        name = "org.freedesktop.ScreenSaver"
        idle_s = float(self._ask("SESSION", name, "/ScreenSaver", name, "GetSessionIdleTime"))
        self._was_more_than_0 = self._was_more_than_0 or idle_s > 0
        return idle_s if self._was_more_than_0 else None

    def _logind(self) -> float | None:
        """Only whether the session is idle, and since when; one that is not may never be said to be."""
        name, path = "org.freedesktop.login1", "/org/freedesktop/login1/session/auto"
        if not self._ask("SYSTEM", name, path, f"{name}.Session", "IdleHint"):
            return None
        since_us = int(self._ask("SYSTEM", name, path, f"{name}.Session", "IdleSinceHintMonotonic"))
        return max(0.0, time.monotonic() - since_us / 1e6)


def ask_bus(bus: str, name: str, path: str, interface: str, member: str) -> Any:
    """Calls a method without arguments (``Get...``), or reads a property. Raises what the bus or jeepney raises."""
    from jeepney import DBusAddress, Properties, new_method_call  # type: ignore[import-untyped]
    from jeepney.io.blocking import open_dbus_connection  # type: ignore[import-untyped]

    address = DBusAddress(path, bus_name=name, interface=interface)
    is_call = member.startswith("Get")
    message = new_method_call(address, member) if is_call else Properties(address).get(member)
    with open_dbus_connection(bus) as connection:
        reply = connection.send_and_get_reply(message, timeout=ANSWER_S)
    if reply.header.message_type.name == "error":
        raise OSError(f"{name} does not say")
    return reply.body[0] if is_call else reply.body[0][1]
