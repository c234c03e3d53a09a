"""Whether this computer lets us onto the network at all: a state that its user can mend, once it is named.

Firewalls and privacy settings answer with errors of their own, at once and by this computer itself; whoever is merely
not there answers with others, or not at all.
"""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable, Sequence
from functools import partial

from meshnet_gui.swarm.lookout import own_addresses
from meshnet_gui.swarm.overlay_config import MULTICAST_GROUP, multicast_port

CONNECT_DEADLINE_S = 1.0
MAX_TRIED = 3
_DENIED = {errno.EPERM, errno.EACCES, 10013}  # the last is Windows's
_ANSWERED = {0, errno.ECONNREFUSED, 10061}
_UNKNOWN = -1  # such as no answer in time
_NO_WAY = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL, 10051, 10065}


def access_problem(swarm_id: str, rendezvous: Sequence[str]) -> str:
    """Why this computer cannot talk to others at all and what to do, in plain words; "" where it can, or may.

    Threads: blocks for some seconds at most; not for the core loop.
    """
    return words_for(
        is_connected=bool(own_addresses()),
        local=_errno_of(partial(_send_to_group, multicast_port(swarm_id))),
        outside=[_errno_of(partial(_connect, address)) for address in rendezvous[:MAX_TRIED]],
    )


def words_for(*, is_connected: bool, local: int, outside: Sequence[int] = (), platform: str = sys.platform) -> str:
    """The problem in words. ``local`` and ``outside`` are the error numbers of trying, 0 for none."""
    if not is_connected:
        return "This computer is on no network. Chats use it alone until it is."
    if platform == "darwin" and local in _DENIED | _NO_WAY:
        return (
            "macOS does not let Meshnet onto the local network. "
            "Allow it in System Settings, Privacy & Security, Local Network."
        )
    if local in _DENIED and not any(number in _ANSWERED for number in outside):  # what is dropped only times out
        return f"A firewall on this computer stops Meshnet. {_allow(platform)}"
    if outside and all(number in _DENIED for number in outside):
        return f"A firewall on this computer keeps Meshnet from the addresses in the invite. {_allow(platform)}"
    return ""


def _allow(platform: str) -> str:
    if platform == "win32":
        return "Allow it in Windows Security, Firewall & network protection, Allow an app through firewall."
    return "Allow it in the firewall's settings."


def _errno_of(attempt: Callable[[], None]) -> int:
    try:
        attempt()
    except OSError as exc:
        return exc.errno or _UNKNOWN
    return 0


def _send_to_group(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 1)
        sock.sendto(b"", (MULTICAST_GROUP, port))  # empty: nobody takes it for a message


def _connect(address: str) -> None:
    host, _, port = address.rpartition(":")
    with socket.create_connection((host.strip("[]"), int(port)), CONNECT_DEADLINE_S):
        pass
