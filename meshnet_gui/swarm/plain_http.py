"""Peers outside of a swarm: without encryption, so on this computer, or where the user allows it."""

from __future__ import annotations

from urllib.parse import urlsplit

from meshnet_gui.concurrency.loopback import is_loopback
from meshnet_gui.errors import UserError


def is_plain(address: str) -> bool:
    """Whether what is said to this peer travels unencrypted, and it may be anybody."""
    return address.startswith("http:")


def check_plain(address: str, *, allowed: bool) -> None:
    """Raises UserError for a plain peer on another computer, unless the user allows those."""
    if is_plain(address) and not allowed and not is_loopback(urlsplit(address).hostname or ""):
        raise UserError(
            f"{address} is not encrypted: whoever is on the way could read and change the chat.",
            "Join its swarm instead, or allow plain http (--plain-http).",
        )
