"""What zenoh raises, in our words; and the addresses that it prints, in ours."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from typing import TypeVar

import zenoh

from meshnet_gui.errors import MachineError, PortInUse, SwarmError

_T = TypeVar("_T")
_PANIC = "PanicException"  # of pyo3, which derives it from BaseException and gives it no name to import
_MAPPED = re.compile(r"\[::ffff:([0-9.]+)\](:[0-9]+)")  # an IPv4 address as an IPv6 socket shows it
_IN_USE = ("in use", "os error 98", "os error 48", "os error 10048")
_NO_IPV6 = ("not supported", "os error 97", "os error 10047")


class SessionBroken(SwarmError):
    """Something in the session failed for good: only a new one helps."""


def guarded(call: Callable[[], _T]) -> _T:
    """What the call returns. Raises SwarmError, SessionBroken among them."""
    try:
        return call()
    except zenoh.ZError as exc:
        raise SwarmError(f"The swarm's network did not do it ({short(exc)}).") from exc
    except BaseException as exc:
        if type(exc).__name__ != _PANIC:
            raise
        raise SessionBroken("The swarm's network failed and is opened anew.") from exc


def lacks_ipv6(exc: zenoh.ZError) -> bool:
    """Whether a session could not be opened because this computer has no IPv6."""
    return any(sign in str(exc).lower() for sign in _NO_IPV6)


def open_error(exc: zenoh.ZError, port: int) -> MachineError:
    """Why a session could not be opened."""
    if any(sign in str(exc).lower() for sign in _IN_USE):
        return PortInUse(f"Port {port} is taken by another program.", "Choose another port for the swarm.")
    return MachineError(f"The swarm's network cannot be opened ({short(exc)}).", "Is this computer on a network?")


def short(exc: Exception) -> str:
    """The beginning of what it says, in one line."""
    return " ".join(str(exc).split())[:120]


def host_port(locator: str) -> str:
    """``tls/[::ffff:10.0.0.1]:7447`` -> ``10.0.0.1:7447``."""
    address = re.split(r"[?#]", locator.partition("/")[2])[0]
    mapped = _MAPPED.fullmatch(address)
    return mapped[1] + mapped[2] if mapped else address


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        port: int = probe.getsockname()[1]
        return port
