"""How a Qt behaves in which something is wrong: what the Qt check's process runs instead of asking the real one."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection

from meshnet_gui.gui.qt_check import Found

WHOLE = Found(
    "6.12.0",
    ("libqoffscreen.so", "libqxcb.so"),
    ("jpeg", "png", "svg"),
    ("libqsvgicon.so",),
    ("libqnetworkmanager.so",),
)


def ends(connection: Connection, platform: str, names: Sequence[str]) -> None:
    """As where there is no plugin for the platform."""
    os._exit(134)


def lacks_xcb(connection: Connection, platform: str, names: Sequence[str]) -> None:
    """As where a library of the plugin is missing."""
    if platform == "xcb":
        os._exit(134)
    connection.send(WHOLE)


def draws_nothing(connection: Connection, platform: str, names: Sequence[str]) -> None:
    connection.send(replace(WHOLE, wrong=tuple(names)))


def says_nothing(connection: Connection, platform: str, names: Sequence[str]) -> None:
    threading.Event().wait(600.0)
