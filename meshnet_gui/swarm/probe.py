"""Asks a peer for its status, once. Plain HTTP by httpx: this happens every few seconds, not once per token."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from meshnet_gui.errors import PeerMisbehaved, PeerUnreachable, UserError
from meshnet_gui.types import NodeStatus
from meshnet_gui.wire.limits import MAX_STATUS_BYTES
from meshnet_gui.wire.status import parse_status

PROBE_DEADLINE_S = 3.0
MAX_ADDRESS_CHARS = 256
_IPV6 = re.compile(r"[0-9a-f:.]+")


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What the peer said of itself and the seconds that it took to say it."""

    status: NodeStatus
    round_trip_s: float


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


class Prober:
    """Probes peers over one client. ``transport`` is for tests; proxies are never used."""

    def __init__(
        self, transport: httpx.AsyncBaseTransport | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = httpx.AsyncClient(transport=transport, timeout=PROBE_DEADLINE_S, trust_env=False)
        self._clock = clock

    async def probe(self, address: str) -> ProbeResult:
        """Raises PeerUnreachable or PeerMisbehaved."""
        started = self._clock()
        try:
            async with asyncio.timeout(PROBE_DEADLINE_S), self._client.stream("GET", f"{address}/status") as reply:
                body = await _read_bounded(reply)
        except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, OSError) as exc:
            raise PeerUnreachable(address, f"{address} does not answer ({_why(exc)}).", "Is it switched on?") from exc
        except ValueError as exc:
            raise PeerMisbehaved(address, f"{address} is no Meshnet node: {exc}.") from exc
        elapsed = self._clock() - started
        if reply.status_code != 200:
            raise PeerMisbehaved(address, f"{address} is no Meshnet node (HTTP status {reply.status_code}).")
        try:
            return ProbeResult(parse_status(body), elapsed)
        except ValueError as exc:
            raise PeerMisbehaved(address, f"{address} is no Meshnet node: {exc}.") from exc

    async def close(self) -> None:
        await self._client.aclose()


async def _read_bounded(reply: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in reply.aiter_raw():
        body += chunk
        if len(body) > MAX_STATUS_BYTES:
            raise ValueError("its status is too long")
    return bytes(body)


def _why(exc: Exception) -> str:
    if isinstance(exc, (TimeoutError, httpx.TimeoutException)):
        return f"no answer within {PROBE_DEADLINE_S:.0f} s"
    if isinstance(exc, httpx.ConnectError):
        return "no connection"
    return type(exc).__name__
