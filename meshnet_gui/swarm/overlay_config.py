"""How the overlay's session is set up: TLS only, every member a router, found by multicast and by given addresses.

Source: measured with eclipse-zenoh 1.10.2; docs/adr/0013 says why each of these.
"""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

import zenoh

from meshnet_gui.errors import UserError
from meshnet_gui.swarm.credentials import Credentials

LEASE_MS = 3000  # a member whose link was pulled is gone after this
MAX_MESSAGE_BYTES = 1 << 20
MAX_LINKS = 1000
RETRY_MS = (500, 4000)  # between two tries to reach an address of the invite, at first and at last
FIRST_PORT, NUM_PORTS = 20_000, 12_000
MULTICAST_GROUP = "224.0.0.224"


@dataclass(frozen=True, slots=True)
class OverlaySettings:
    """Where to listen and whom to look for.

    ``rendezvous`` are ``host:port``. ``listen_port`` 0 is any free one. ``interface`` is the one that multicast uses;
    "" switches multicast off.
    """

    rendezvous: tuple[str, ...] = ()
    listen_host: str = "[::]"
    listen_port: int = 0
    interface: str = "auto"

    def __post_init__(self) -> None:
        if not 0 <= self.listen_port < 65536:
            raise UserError(f"{self.listen_port} is no port.")


def multicast_port(swarm_id: str) -> int:
    """The port of a swarm's multicast: other swarms on the same network are not even heard, mostly."""
    return FIRST_PORT + int(swarm_id[:12], 16) % NUM_PORTS


def session_config(credentials: Credentials, settings: OverlaySettings, port: int) -> zenoh.Config:
    """The session's configuration. ``port`` is the one to listen on."""
    return zenoh.Config.from_json5(json.dumps(_content(credentials, settings, port)))


def _content(credentials: Credentials, settings: OverlaySettings, port: int) -> dict[str, object]:
    ours = {"private_key_base64": credentials.key_pem, "certificate_base64": credentials.certificate_pem}
    first_ms, last_ms = RETRY_MS
    tls: dict[str, object] = {
        "root_ca_certificate_base64": _base64(credentials.ca_pem),
        "enable_mtls": True,
        "verify_name_on_connect": False,  # members are told apart by key, not by name
    }
    for side in ("listen", "connect"):
        tls |= {f"{side}_{name}": _base64(pem) for name, pem in ours.items()}
    return {
        "mode": "router",  # the one mode in which members pass on what others send
        "listen": {"endpoints": [f"tls/{settings.listen_host}:{port}"]},
        "connect": {
            "endpoints": [f"tls/{address}" for address in settings.rendezvous],
            "timeout_ms": -1,  # tried for as long as the session lives; 0 is one try. Opening waits for neither
            "exit_on_failure": False,
            "retry": {"period_init_ms": first_ms, "period_max_ms": last_ms, "period_increase_factor": 2},
        },
        "open": {"return_conditions": {"connect_scouted": False, "declares": False}},
        "scouting": {
            "delay": 0,
            "multicast": {
                "enabled": bool(settings.interface),
                "address": f"{MULTICAST_GROUP}:{multicast_port(credentials.swarm_id)}",
                "interface": settings.interface or "auto",
                "autoconnect": {"router": ["router"]},
                "listen": True,
            },
            "gossip": {"enabled": False},
        },
        "transport": {
            "unicast": {"max_sessions": MAX_LINKS},
            "link": {
                "protocols": ["tls"],  # without this a stranger gets in over plain tcp
                "tx": {"lease": LEASE_MS, "keep_alive": 4},
                "rx": {"max_message_size": MAX_MESSAGE_BYTES},
                "tls": tls,
            },
            "shared_memory": {"enabled": False},
        },
        "adminspace": {"enabled": False},
    }


def _base64(pem: str) -> str:
    return base64.b64encode(pem.encode("ascii")).decode("ascii")
