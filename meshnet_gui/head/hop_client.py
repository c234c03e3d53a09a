"""One step at one hop: a message goes out, a reply or a refusal comes back, within a deadline that fits the work."""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from meshnet_gui.concurrency.http_client import Body
from meshnet_gui.errors import PeerMisbehaved, PeerRefused, PeerUnreachable
from meshnet_gui.head.transport import RawReply, Transport
from meshnet_gui.types import Hop
from meshnet_gui.wire.codec import encode_request, parse_hidden_reply, parse_token_reply
from meshnet_gui.wire.limits import MAX_JSON_BYTES
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, short_id
from meshnet_gui.wire.refusals import Busy, KVCacheMiss, Refusal, WrongModel, refusal_from_reply

log = logging.getLogger(__name__)

LOCAL = "local"  # the address of this computer's own node
CLOSE_DEADLINE_S = 2.0


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a head waits. One step may take ``step_s`` plus ``position_s`` per position that it computes.

    A busy peer (503) is asked again every ``busy_wait_s`` up to ``busy_tries`` times. A lost connection is made anew
    for ``reconnect_for_s``, since a step that was applied unseen comes back as a cache miss and never twice. Both are
    long enough for a node that is started again: first nobody listens, then it loads.
    """

    step_s: float = 20.0
    position_s: float = 0.25
    busy_wait_s: float = 1.0
    busy_tries: int = 20
    reconnect_for_s: float = 8.0
    reconnect_wait_s: float = 0.3


class HopMissed(KVCacheMiss):
    """A cache miss, and the hop that had it."""

    def __init__(self, hop: Hop, reason: str) -> None:
        super().__init__(reason)
        self.hop = hop


class HopClient:
    """Talks to hops; ``local`` goes to ``local_transport``, every other address to ``transport``."""

    def __init__(
        self, transport: Transport, local_transport: Transport | None = None, patience: Patience | None = None
    ):
        self._transport = transport
        self._local_transport = local_transport
        self._patience = patience or Patience()
        self._on_wait: Callable[[str], None] = lambda text: None

    def telling(self, on_wait: Callable[[str], None]) -> HopClient:
        """The same client, which tells one listener what it waits for."""
        client = copy.copy(self)
        client._on_wait = on_wait
        return client

    async def forward(self, hop: Hop, request: ForwardRequest, *, is_tail: bool, hidden_size: int) -> ForwardReply:
        """Runs one step. Raises HopMissed (in reply to a decode only), or a PeerError that names the hop."""
        num_positions = request.tensor.num_positions
        raw = await self._send_patiently(hop, request, max(num_positions * hidden_size * 4, MAX_JSON_BYTES))
        if raw.status != 200:
            raise _peer_error(hop, request, refusal_from_reply(raw.status, raw.body))
        try:
            if is_tail:
                return parse_token_reply(raw.headers, raw.body)
            return parse_hidden_reply(raw.headers, raw.body, num_positions, hidden_size)
        except ValueError as exc:
            raise PeerMisbehaved(hop.address, f"{hop_name(hop)} sent a broken reply: {exc}.") from exc

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

    async def _send_patiently(self, hop: Hop, request: ForwardRequest, max_bytes: int) -> RawReply:
        """Asks again where the peer is busy; raises PeerRefused when it stays so."""
        headers, patience = encode_request(request), self._patience
        deadline_s = patience.step_s + patience.position_s * request.tensor.num_positions
        for left in range(patience.busy_tries - 1, -1, -1):
            raw = await self._send_again(hop, headers, request.tensor.data, deadline_s, max_bytes)
            if raw.status != Busy.status:
                return raw
            if left == patience.busy_tries - 1:
                self._on_wait(f"{hop_name(hop)} is busy; waiting for it.")
            if left:
                await asyncio.sleep(patience.busy_wait_s)
        reason = refusal_from_reply(raw.status, raw.body).reason
        raise PeerRefused(hop.address, f"{hop_name(hop)} stayed busy: {reason}.", "Try again in a while.")

    async def _send_again(
        self, hop: Hop, headers: Mapping[str, str], body: Body, deadline_s: float, max_bytes: int
    ) -> RawReply:
        """Makes a lost connection anew. A passed deadline is final: a frozen peer would only take it twice."""
        waits = 0
        give_up_at = asyncio.get_running_loop().time() + self._patience.reconnect_for_s
        while True:
            try:
                return await self._request(hop, "POST", "/forward", headers, body, deadline_s, max_bytes)
            except PeerUnreachable as exc:
                is_final = hop.address == LOCAL or isinstance(exc.__cause__, TimeoutError)
                if is_final or asyncio.get_running_loop().time() >= give_up_at:
                    raise PeerUnreachable(hop.address, f"{hop_name(hop)} left: {exc.text}", exc.hint) from exc
            waits += 1
            if waits == 2:  # the first time it may just have closed an old connection
                self._on_wait(f"{hop_name(hop)} does not answer; waiting for it to come back.")
            await asyncio.sleep(self._patience.reconnect_wait_s)

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
    if isinstance(refusal, WrongModel):
        return PeerRefused(hop.address, f"{hop_name(hop)} serves another model: {refusal.reason}.", "Check the peers.")
    return PeerRefused(hop.address, f"{hop_name(hop)} refused the step: {refusal.reason}.")


def hop_name(hop: Hop) -> str:
    """A hop as a person reads it: whose it is, and its layers."""
    where = "This computer's node" if hop.address == LOCAL else f"Peer {hop.address}"
    return f"{where} (layers {hop.span})"
