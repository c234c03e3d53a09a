"""Whether others reach this computer from outside, in plain words: which port, what to open, and what cannot be helped.

``Reachability`` is what is known and ``explain`` makes sentences of it, both pure. ``DialBack`` asks other members to
try our addresses: nobody can tell from inside.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

from meshnet_gui.errors import SwarmError
from meshnet_gui.swarm.identity import Identity, verify
from meshnet_gui.swarm.node_id import is_node_id, node_id_of
from meshnet_gui.swarm.tunnels import Subscription

MAX_REPLY_BYTES = 4096
NONCE_BYTES = 16
SIGNED_BYTES = 32 + 64  # public key and signature, before what is said
_ANSWER = b"reach 1\0"
ASK_DEADLINE_S = 6.0
SAME_MEMBER_EVERY_S = 10.0  # how often one member may have its addresses tried
MAX_ASKERS = 1024
MAX_ANSWERS_PER_S = 10.0  # whoever asks says itself who it is
SHARED = ipaddress.ip_network("100.64.0.0/10")  # what providers give to many customers at once


@dataclass(frozen=True, slots=True)
class Reachability:
    """What is known of how others reach this computer.

    ``port`` is our node's, ``swarm_port`` the one of the swarm's own network. ``own`` and ``seen`` are IP addresses:
    those that this computer has, and those that others saw it under. ``reached`` and ``linked`` are the addresses at
    which others reached the one and the other when asked to try, ``num_asked`` how many of them answered at all.
    """

    port: int
    own: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    reached: tuple[str, ...] = ()
    num_asked: int = 0
    swarm_port: int = 0
    linked: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether others reach our node from outside."""
        return any(not is_inside(_host(address)) for address in self.reached)

    @property
    def rendezvous(self) -> tuple[str, ...]:
        """Where others link to us from outside (``host:port``): then we relay, and invites can name it."""
        return tuple(urlsplit(address).netloc for address in self.linked if not is_inside(_host(address)))


def explain(known: Reachability) -> str:
    """One to three plain sentences: whether others reach us directly, and what would help."""
    if not known.port:
        return "This computer's node is off: nobody needs to reach it."
    if known.is_open:
        direct = f"Others reach this computer directly on port {known.port}."
        if known.rendezvous:
            return f"{direct} It passes on traffic for those who cannot be reached, and invites can name it."
        return f"{direct} With TCP port {known.swarm_port} open as well it could pass on traffic for those who cannot."
    if not known.num_asked:
        return "Nobody else is there yet who could say whether this computer can be reached."
    outside = [address for address in known.seen if not is_inside(address)]
    if known.reached:
        return f"Members on this network reach this computer directly. {_advice(known, outside)}".strip()
    if not _is_behind_router(known, outside):
        return (
            f"Nobody reached port {known.port}: a firewall stands before it, on this computer or on its network. "
            f"Allow incoming TCP connections to port {known.port}"
            f"{f' and {known.swarm_port}' if known.swarm_port else ''}. Until then others reach it through a relay."
        )
    return f"Others reach this computer through a relay, which is slower. {_advice(known, outside)}".strip()


def is_shared_by_provider(known: Reachability) -> bool:
    """Whether the provider seems to share one public address among customers: then no port can be opened at home."""
    seen = [address for address in known.seen if not is_inside(address)]
    return any(_parsed(own) in SHARED for own in known.own if ":" not in own) and bool(seen)


def _advice(known: Reachability, outside: Sequence[str]) -> str:
    if is_shared_by_provider(known):
        return (
            "The provider shares one public address among several customers (CGNAT), so that no port can be opened. "
            "IPv6, or a public address from the provider, would help."
        )
    if _is_behind_router(known, outside):
        return (
            f"From elsewhere it is reached directly once the router{f' ({outside[0]})' if outside else ''} forwards "
            f"TCP port {known.port}{f' and {known.swarm_port}' if known.swarm_port else ''} to it; until then through "
            "a relay. Where that does not help, the provider shares one address among several customers."
        )
    return ""


def _is_behind_router(known: Reachability, outside: Sequence[str]) -> bool:
    """Whether others see an address that this computer does not have, or it has only inside ones."""
    if outside:
        return not set(outside) & set(known.own)
    return bool(known.own) and all(is_inside(own) for own in known.own)


def is_inside(address: str) -> bool:
    """Whether an address is of a network of its own: private, shared by a provider, link-local or loopback."""
    parsed = _parsed(address)
    return parsed is None or not parsed.is_global


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address.partition("%")[0].strip("[]"))
    except ValueError:
        return None


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


# -- asking others ----------------------------------------------------------------------------------------------------


class Requests(Protocol):
    """What of ``swarm.overlay.Overlay`` is used."""

    async def request(
        self, key: str, payload: bytes, *, timeout_s: float, acceptable: Callable[[bytes], bool] = ...
    ) -> bytes: ...

    async def serve(self, key: str, handler: Callable[[bytes], Awaitable[bytes]]) -> Subscription: ...


@dataclass(frozen=True, slots=True)
class Sight:
    """What one member says of us, "" where it is nothing.

    ``reached`` and ``linked`` are the addresses at which it reached our node and the swarm's network here, ``seen`` is
    the IP address that it sees us under.
    """

    reached: str
    seen: str
    linked: str = ""


class DialBack:
    """Asks members to try our addresses, and tries theirs when asked. Threads: the core loop only.

    Others may answer under a member's key, so an answer is signed, over a number that the asker chose. ``reach`` tries
    the addresses that a member's own signed record names, no others, and says which answered: as they are, or at
    another port where that is not 0. ``seen_as`` is the IP address under which a member is linked to us, "" where it
    is not. ``swarm_port`` is where we listen for links.
    """

    def __init__(
        self,
        overlay: Requests,
        identity: Identity,
        reach: Callable[[str, int], Awaitable[str]],
        seen_as: Callable[[str], str] = lambda node_id: "",
        swarm_port: Callable[[], int] = lambda: 0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._overlay = overlay
        self._identity = identity
        self._reach = reach
        self._seen_as = seen_as
        self._swarm_port = swarm_port
        self._clock = clock
        self._answered_at: OrderedDict[str, float] = OrderedDict()
        self._next_at = float("-inf")
        self._serving: Subscription | None = None

    async def start(self) -> None:
        """Answers others from now on."""
        self._serving = await self._overlay.serve(_key(self._identity.node_id), self._answer)

    async def close(self) -> None:
        """A second call does nothing."""
        serving, self._serving = self._serving, None
        if serving is not None:
            await serving.close()

    async def ask(self, node_id: str) -> Sight | None:
        """What this member says of us; None where it says nothing in time."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        payload = nonce + self._swarm_port().to_bytes(2, "big") + self._identity.node_id.encode()

        def is_its_own(reply: bytes) -> bool:
            return _is_signed(reply, payload, node_id)

        try:
            reply = await self._overlay.request(_key(node_id), payload, timeout_s=ASK_DEADLINE_S, acceptable=is_its_own)
            return _parse_sight(reply[SIGNED_BYTES:])
        except (TimeoutError, SwarmError, ValueError):
            return None

    async def _answer(self, asked: bytes) -> bytes:
        """Raises ValueError for what is no question, or one too many."""
        port = int.from_bytes(asked[NONCE_BYTES : NONCE_BYTES + 2], "big")
        node_id = asked[NONCE_BYTES + 2 :].decode("ascii")
        if not is_node_id(node_id):
            raise ValueError("not a node id")
        now = self._clock()
        if now - self._answered_at.get(node_id, float("-inf")) < SAME_MEMBER_EVERY_S:
            raise ValueError("asked too often")
        if now < self._next_at - 1.0:
            raise ValueError("asked by too many")
        self._next_at = max(self._next_at, now) + 1.0 / MAX_ANSWERS_PER_S
        self._answered_at[node_id] = now
        self._answered_at.move_to_end(node_id)
        while len(self._answered_at) > MAX_ASKERS:
            self._answered_at.popitem(last=False)
        tries = [self._reach(node_id, 0), *([self._reach(node_id, port)] if port else [])]
        reached, *linked = await asyncio.gather(*tries)
        content = {"reached": reached, "seen": self._seen_as(node_id), "linked": "".join(linked)}
        said = json.dumps(content).encode()
        return self._identity.public_key + self._identity.sign(_ANSWER + asked + said) + said


def _key(node_id: str) -> str:
    return f"meshnet/reach/{node_id}"


def _is_signed(reply: bytes, asked: bytes, node_id: str) -> bool:
    """Whether just this member answered just this question."""
    key, signature, said = reply[:32], reply[32:SIGNED_BYTES], reply[SIGNED_BYTES:]
    is_right_key = len(key) == 32 and node_id_of(key) == node_id
    return is_right_key and len(reply) <= MAX_REPLY_BYTES and verify(key, signature, _ANSWER + asked + said)


def _parse_sight(reply: bytes) -> Sight:
    said = json.loads(reply)
    if not isinstance(said, dict):
        raise ValueError("no object")
    reached, seen, linked = (said.get(name, "") for name in ("reached", "seen", "linked"))
    if not all(isinstance(text, str) for text in (reached, seen, linked)):
        raise ValueError("no texts")
    return Sight(_only_url(reached), seen if _parsed(seen) else "", _only_url(linked))


def _only_url(text: str) -> str:
    """The text where it is a base URL with an IP address, else nothing."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    return base_url(host, port) if parts.scheme == "https" and _parsed(host) is not None and port else ""


def at_port(addresses: Sequence[str], port: int) -> tuple[str, ...]:
    """The same hosts at another port."""
    return tuple(dict.fromkeys(base_url(_host(address), port) for address in addresses if _host(address)))


def base_url(host: str, port: int) -> str:
    return f"https://[{host}]:{port}" if ":" in host else f"https://{host}:{port}"
