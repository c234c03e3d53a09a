"""One step at one hop: a message goes out, a reply or a refusal comes back, within a deadline that fits the work.

What to do about a hop that fails is not decided here.
"""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from meshnet_gui.concurrency.http_client import Body
from meshnet_gui.errors import PeerMisbehaved, PeerRefused, PeerUnreachable
from meshnet_gui.head.finite import is_finite
from meshnet_gui.head.flight import Flight
from meshnet_gui.head.pace import Paces, Patience
from meshnet_gui.head.transport import RawReply, Transport
from meshnet_gui.types import Hop
from meshnet_gui.wire.codec import encode_request, parse_hidden_reply, parse_token_reply
from meshnet_gui.wire.limits import MAX_JSON_BYTES
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, short_id
from meshnet_gui.wire.refusals import (
    BadRequest,
    Busy,
    Draining,
    KVCacheMiss,
    NoRoom,
    Refusal,
    WrongModel,
    refusal_from_reply,
)

__all__ = ["LOCAL", "HopBusy", "HopClient", "HopMissed", "HopRefused", "Patience", "hop_name"]

log = logging.getLogger(__name__)

LOCAL = "local"  # the address of this computer's own node
MEMBER = "node:"  # and the node id, of which the first digits are shown
SHOWN_ID_CHARS = 8
CLOSE_DEADLINE_S = 2.0
FRESH_S = 5.0  # so long after a reply a connection does not break for being unused


class HopMissed(KVCacheMiss):
    """A cache miss, and the hop that had it."""

    def __init__(self, hop: Hop, reason: str) -> None:
        super().__init__(reason)
        self.hop = hop


class HopBusy(PeerRefused):
    """The hop says that it may answer later; ``is_draining`` where it is about to leave."""

    def __init__(self, hop: Hop, refusal: Busy) -> None:
        hint = "Try again in a while."
        super().__init__(hop.address, f"{hop_name(hop)} stayed busy: {refusal.reason}.", hint)
        self.is_draining = isinstance(refusal, Draining)


class HopFull(PeerRefused):
    """The hop has no room for this session."""


class HopRefused(PeerRefused):
    """The hop says that it cannot do this step. Where another one then does, that was not true."""


class HopClient:
    """Talks to hops; ``local`` goes to ``local_transport``, every other address to ``transport``."""

    def __init__(
        self, transport: Transport, local_transport: Transport | None = None, patience: Patience | None = None
    ):
        self._transport = transport
        self._local_transport = local_transport
        self.patience = patience or Patience()
        self._paces = Paces(self.patience)
        self._doubted_from_s = self.patience.doubt_s + self.patience.alive_s
        self._flights: dict[str, set[Flight]] = {}
        self.tell: Callable[[str], None] = lambda text: None

    def telling(self, tell: Callable[[str], None]) -> HopClient:
        """The same client, with one listener for what the user of a chat should know."""
        client = copy.copy(self)
        client.tell = tell
        return client

    async def forward(self, hop: Hop, request: ForwardRequest, *, is_tail: bool, hidden_size: int) -> ForwardReply:
        """Runs one step. Raises HopMissed (in reply to a decode only), or a PeerError that names the hop."""
        num_positions = request.tensor.num_positions
        raw = await self._send(hop, request, max(num_positions * hidden_size * 4, MAX_JSON_BYTES))
        if raw.status != 200:
            raise _peer_error(hop, request, refusal_from_reply(raw.status, raw.body))
        try:
            if is_tail:
                return parse_token_reply(raw.headers, raw.body)
            reply = parse_hidden_reply(raw.headers, raw.body, num_positions, hidden_size, request.reply_last)
            if not is_finite(reply.tensor):  # the next hop would refuse them, and so would all who took its place
                raise ValueError("it holds values that are not finite")
            return reply
        except ValueError as exc:
            raise PeerMisbehaved(hop.address, f"{hop_name(hop)} sent a broken reply: {exc}.") from exc

    def gone(self, address: str) -> None:
        """Somebody knows that a peer has left: what waits for it ends at once."""
        for flight in self._flights.get(address, ()):
            flight.give_up()

    async def close_session(self, hop: Hop, session_id: str) -> bool:
        """Tells a hop that a session is over; whether it held it. Its loss costs nothing, so nothing is raised."""
        path = f"/session/{session_id}"
        try:
            raw = await self._request(hop, "DELETE", path, {}, b"", CLOSE_DEADLINE_S, MAX_JSON_BYTES)
        except (PeerUnreachable, PeerMisbehaved) as exc:
            log.debug("session %s was not closed at %s: %s", short_id(session_id), hop.address, exc)
            return False
        return raw.status == 204

    async def close(self) -> None:
        await self._transport.close()
        if self._local_transport is not None:
            await self._local_transport.close()

    async def _send(self, hop: Hop, request: ForwardRequest, max_bytes: int) -> RawReply:
        """The reply, with the time that it took noted. Raises PeerUnreachable or PeerMisbehaved."""
        num_positions, pace, loop = request.tensor.num_positions, self._paces.of(hop), asyncio.get_running_loop()
        deadline_s = self._paces.deadline_s(pace, hop.span.num_layers, num_positions)
        headers, started = encode_request(request), loop.time()
        flight, flights = Flight(), self._flights.setdefault(hop.address, set())
        flights.add(flight)
        if deadline_s > self._doubted_from_s and hop.address != LOCAL:
            flight.doubt(partial(self._is_alive, hop), self.patience.doubt_s)
        try:
            if started - pace.replied_at < FRESH_S:
                raw = await self._request(hop, "POST", "/forward", headers, request.tensor.data, deadline_s, max_bytes)
            else:
                raw = await self._send_again(hop, headers, request.tensor.data, deadline_s, max_bytes)
        except asyncio.CancelledError:
            if not flight.was_given_up():
                raise
            cause = TimeoutError() if flight.is_frozen else None
            raise PeerUnreachable(hop.address, f"{hop_name(hop)} left.", "Is it still running?") from cause
        except PeerUnreachable as exc:
            if isinstance(exc.__cause__, TimeoutError):
                pace.passed()
            raise PeerUnreachable(hop.address, _of_hop(hop, exc.text), exc.hint) from exc.__cause__
        finally:
            flight.end()
            flights.discard(flight)
            if not flights:
                self._flights.pop(hop.address, None)
        pace.replied_at = loop.time()
        if raw.status == 200:
            self._paces.took(pace, hop.span.num_layers, num_positions, pace.replied_at - started)
        return raw

    async def _is_alive(self, hop: Hop) -> bool:
        """Whether it answers at all, whatever it answers."""
        with suppress(PeerMisbehaved):
            try:
                await self._request(hop, "GET", "/health", {}, b"", self.patience.alive_s, MAX_JSON_BYTES)
            except PeerUnreachable:
                return False
        return True

    async def _send_again(
        self, hop: Hop, headers: Mapping[str, str], body: Body, deadline_s: float, max_bytes: int
    ) -> RawReply:
        """Makes a connection that was lost anew, once: the peer may just have closed one that was long unused.

        A step that was applied unseen comes back as a cache miss and never counts twice. Where the peer has just
        replied, a connection that breaks is no such one: then whoever is in reserve is quicker than looking for a road.
        """
        try:
            return await self._request(hop, "POST", "/forward", headers, body, deadline_s, max_bytes)
        except PeerUnreachable as exc:
            if hop.address == LOCAL or not isinstance(exc.__cause__, ConnectionResetError):
                raise
        return await self._request(hop, "POST", "/forward", headers, body, deadline_s, max_bytes)

    async def _request(
        self,
        hop: Hop,
        method: str,
        path: str,
        headers: Mapping[str, str],
        body: Body,
        deadline_s: float,
        max_bytes: int,
    ) -> RawReply:
        transport = self._local_transport if hop.address == LOCAL else self._transport
        if transport is None:
            raise PeerUnreachable(hop.address, "This computer's own node is off.", "Switch contribution on.")
        return await transport.send(
            hop.address, method, path, headers, body, deadline_s=deadline_s, max_bytes=max_bytes
        )


def _peer_error(hop: Hop, request: ForwardRequest, refusal: Refusal) -> Exception:
    if isinstance(refusal, KVCacheMiss):
        if request.cache == "decode":
            return HopMissed(hop, refusal.reason)
        return PeerMisbehaved(hop.address, f"{hop_name(hop)} missed a session cache that it was not asked for.")
    if isinstance(refusal, Busy):
        return HopBusy(hop, refusal)
    if isinstance(refusal, WrongModel):
        return PeerRefused(hop.address, f"{hop_name(hop)} serves another model: {refusal.reason}.", "Check the peers.")
    if isinstance(refusal, NoRoom):
        return HopFull(hop.address, f"{hop_name(hop)} refused the step: {refusal.reason}.")
    is_final = type(refusal) in (BadRequest, Refusal)  # neither a lack of room, nor too much at once
    kind = HopRefused if is_final else PeerRefused
    return kind(hop.address, f"{hop_name(hop)} refused the step: {refusal.reason}.")


def hop_name(hop: Hop) -> str:
    """A hop as a person reads it: whose it is, and its layers."""
    return f"{peer_name(hop.address)} (layers {hop.span})"


def peer_name(address: str) -> str:
    """An address as a person reads it at the start of a sentence."""
    if address == LOCAL:
        return "This computer's node"
    return f"Node {address[len(MEMBER) :][:SHOWN_ID_CHARS]}" if address.startswith(MEMBER) else f"Peer {address}"


def _of_hop(hop: Hop, text: str) -> str:
    """A transport's sentence about an address, with the hop's own name in its place."""
    for name in (peer_name(hop.address), hop.address):
        if text.startswith(f"{name} "):
            return f"{hop_name(hop)} {text.removeprefix(name).lstrip()}"
    return f"{hop_name(hop)} left: {text}"
