"""Tells systemd how far the program is (``sd_notify``): one datagram to the socket that it names, if it does."""

from __future__ import annotations

import os
import socket
from contextlib import suppress

VARIABLE = "NOTIFY_SOCKET"


def tell_service_manager(state: str) -> None:
    """``READY=1`` or ``STOPPING=1``. Nobody there, or nobody who listens, is no error."""
    name = os.environ.get(VARIABLE, "")
    if not name or not hasattr(socket, "AF_UNIX"):
        return
    address = f"\0{name[1:]}" if name.startswith("@") else name
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.setblocking(False)
        sock.sendto(state.encode(), address)
