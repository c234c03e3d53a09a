"""Which hosts are this computer alone."""

from __future__ import annotations

import ipaddress
from functools import lru_cache


@lru_cache(64)
def is_loopback(host: str) -> bool:
    """Whether only programs on this computer get to ``host``; names other than localhost are looked up by nobody."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host.lower() == "localhost"
    mapped = getattr(address, "ipv4_mapped", None)  # how a socket for both families shows an IPv4 address
    return bool((mapped or address).is_loopback)
