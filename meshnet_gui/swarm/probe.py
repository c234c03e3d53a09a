"""Asks a peer for its status, once: a plain peer over HTTP, a member on the road to it or at an address given by hand.

Not once per token, so nothing here is quick.
"""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from meshnet_gui.concurrency.http_client import Asker, BrokenReply, HttpClient, Reply
from meshnet_gui.errors import PeerMisbehaved, PeerUnreachable, UserError
from meshnet_gui.swarm.credentials import node_id_of_certificate
from meshnet_gui.swarm.node_id import short_id
from meshnet_gui.swarm.roads import MEMBER, NoRoad
from meshnet_gui.types import NodeStatus
from meshnet_gui.wire.limits import MAX_STATUS_BYTES
from meshnet_gui.wire.status import parse_status

PROBE_DEADLINE_S = 3.0
MAX_ADDRESS_CHARS = 256
_IPV6 = re.compile(r"[0-9a-f:.]+")


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What the peer said of itself, the seconds that it took to say it, and which member it proved to be, if any."""

    status: NodeStatus
    round_trip_s: float
    node_id: str = ""


class TlsAsker(Asker, Protocol):
    """A client that can say who answered."""

    def certificate(self, address: str) -> bytes: ...


def normal_address(text: str, scheme: str = "http") -> str:
    """A base URL as it is kept: ``http://host:port`` or ``https://host:port``; ``scheme`` is for a text without one.

    Raises UserError for anything that is no such address.
    """
    text = text.strip().rstrip("/")
    url = text if "//" in text else f"{scheme}://{text}"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as exc:
        raise UserError(f"{text[:80]!r} is no peer address.", "It looks like http://192.168.1.20:51001.") from exc
    extra = parts.path or parts.query or parts.fragment or parts.username
    clean = url.isprintable() and " " not in url and len(url) <= MAX_ADDRESS_CHARS
    if parts.scheme not in ("http", "https") or not _is_host(host) or not port or extra or not clean:
        raise UserError(f"{text[:80]!r} is no peer address.", "It looks like http://192.168.1.20:51001.")
    return f"{parts.scheme}://[{host}]:{port}" if ":" in host else f"{parts.scheme}://{host}:{port}"


def _is_host(name: str) -> bool:
    """Whether it could be a host's name or address; a stricter look is the resolver's."""
    if ":" in name:  # urlsplit has seen to the brackets
        return _IPV6.fullmatch(name) is not None
    return all(label and all(c.isalnum() or c in "-_" for c in label) for label in name.removesuffix(".").split("."))


def was_refused(error: BaseException) -> bool:
    """Whether the peer's computer itself said that nobody is there any more: waiting longer would change nothing."""
    return isinstance(error.__cause__, (ConnectionRefusedError, NoRoad))


class Prober:
    """Probes peers. ``use`` says over what members are reached; plain peers need nothing of it.

    Threads: the core loop only.
    """

    def __init__(self, plain: Asker | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._own = HttpClient() if plain is None else None
        self._plain: Asker | None = plain or self._own
        self._members: TlsAsker | None = None
        self._roads: Asker | None = None
        self._clock = clock

    def use(self, members: TlsAsker | None, roads: Asker | None) -> None:
        """The active swarm's client and roads; None where there is no such swarm."""
        self._members, self._roads = members, roads

    async def probe(self, address: str, deadline_s: float = PROBE_DEADLINE_S) -> ProbeResult:
        """Raises PeerUnreachable or PeerMisbehaved."""
        started = self._clock()
        name = f"Node {short_id(address.removeprefix(MEMBER))}" if address.startswith(MEMBER) else address
        try:
            async with asyncio.timeout(deadline_s):
                code, _, body = await self._ask(address, deadline_s)
        except (TimeoutError, OSError) as exc:
            text = f"{name} does not answer ({_why(exc)})."
            if isinstance(exc, TimeoutError):
                text = f"{name} does not answer (no answer within {deadline_s:.0f} s)."
            raise PeerUnreachable(address, text, "Is it switched on?") from exc
        except BrokenReply as exc:
            raise PeerMisbehaved(address, f"{name} is no Meshnet node: {exc}.") from exc
        elapsed = self._clock() - started
        if code != 200:
            raise PeerMisbehaved(address, f"{name} is no Meshnet node (HTTP status {code}).")
        try:
            return ProbeResult(parse_status(body), elapsed, self._who(address))
        except ValueError as exc:
            raise PeerMisbehaved(address, f"{name} is no Meshnet node: {exc}.") from exc

    async def close(self) -> None:
        if self._own is not None:
            await self._own.close()

    async def _ask(self, address: str, deadline_s: float) -> Reply:
        asker = self._plain
        if address.startswith(MEMBER):
            asker = self._roads
        elif address.startswith("https:"):
            asker = self._members
        if asker is None:
            raise ConnectionError("not in its swarm")
        where = address.removeprefix(MEMBER)
        return await asker.ask(
            where,
            "GET",
            "/status",
            {},
            b"",
            connect_deadline_s=deadline_s,
            deadline_s=deadline_s,
            max_bytes=MAX_STATUS_BYTES,
        )

    def _who(self, address: str) -> str:
        if address.startswith(MEMBER):
            return address.removeprefix(MEMBER)  # the road is pinned
        if not address.startswith("https:") or self._members is None:
            return ""
        return node_id_of_certificate(self._members.certificate(address))


def _why(exc: OSError) -> str:
    if isinstance(exc, (NoRoad, ConnectionError)) and str(exc) and exc.errno is None:
        return str(exc)
    if isinstance(exc, ssl.SSLError):
        return "it is not a member of this swarm, or we are none of its"
    return "no connection"
