"""One session over one route: prefill in chunks, decode, and the acknowledgement rule. Recovery is the generation's.

Hop after hop, the hidden states of each go to the next; the tail answers with a token.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Sequence

from meshnet_gui.errors import PeerMisbehaved
from meshnet_gui.head.hop_client import HopClient, hop_name
from meshnet_gui.types import Hop, Route, SamplingParams
from meshnet_gui.wire.limits import MAX_TOKEN_IDS
from meshnet_gui.wire.messages import CacheMode, ForwardRequest, HiddenReply, TensorPayload, TokenReply

PREFILL_CHUNK_TOKENS = 256


class NotAcknowledged(Exception):
    """Some hop keeps no session cache: this generation must send everything at every step."""


class Pipeline:
    """The steps of one session. Threads: the core loop only.

    ``route`` may be replaced between steps (same model); hops that hold no fitting cache answer with a miss.
    """

    def __init__(
        self,
        client: HopClient,
        route: Route,
        session_id: str,
        identity: str,
        hidden_size: int,
        sampling: SamplingParams,
        vocab_size: int | None = None,
        *,
        ids_to_every_hop: bool = False,
    ) -> None:
        self.route = route
        self._client = client
        self._session_id = session_id
        self._identity = identity
        self._hidden_size = hidden_size
        self._sampling = sampling
        self._vocab_size = vocab_size
        self._ids_to_every_hop = ids_to_every_hop

    async def prefill(
        self, ids: Sequence[int], on_progress: Callable[[int], None] = lambda num_done: None
    ) -> TokenReply:
        """Opens the session anew with ``ids`` on every hop and returns the token after them.

        Raises NotAcknowledged where a hop answered that it holds nothing, KVCacheMiss, or a PeerError.
        """
        reply = None
        for start in range(0, len(ids), PREFILL_CHUNK_TOKENS):
            chunk = ids[start : start + PREFILL_CHUNK_TOKENS]
            reply = await self._step(chunk, "decode" if start else "prefill", start)
            on_progress(start + len(chunk))
        if reply is None:
            raise ValueError("a prefill needs at least one token")
        return reply

    async def decode(self, token_id: int, past_len: int) -> TokenReply:
        """One more token on ``past_len`` held ones. Raises as ``prefill`` does."""
        return await self._step((token_id,), "decode", past_len)

    async def stateless(self, ids: Sequence[int]) -> TokenReply:
        """Everything at once, nothing kept: what a route with a hop that does not cache gets at every step."""
        return await self._step(ids, None, 0)

    async def close(self) -> None:
        """Tells every hop at once that the session is over."""
        closing = (self._client.close_session(hop, self._session_id) for hop in self.route.hops)
        await asyncio.gather(*closing, return_exceptions=True)

    async def _step(self, ids: Sequence[int], mode: CacheMode | None, past_len: int) -> TokenReply:
        tensor = TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids))
        for hop in self.route.hops[:-1]:
            reply = await self._client.forward(
                hop,
                self._request(tensor, mode, past_len, hop.span.start, hop.span.end, ids, is_tail=False),
                is_tail=False,
                hidden_size=self._hidden_size,
            )
            assert isinstance(reply, HiddenReply)
            self._check(hop, mode, past_len + len(ids), reply.past_len)
            tensor = reply.tensor
        return await self._tail_step(tensor, ids, mode, past_len)

    async def _tail_step(
        self, tensor: TensorPayload, ids: Sequence[int], mode: CacheMode | None, past_len: int
    ) -> TokenReply:
        tail = self.route.hops[-1]
        request = self._request(tensor, mode, past_len, tail.span.start, tail.span.end, ids, is_tail=True)
        reply = await self._client.forward(tail, request, is_tail=True, hidden_size=self._hidden_size)
        assert isinstance(reply, TokenReply)
        if reply.token_id is not None and self._vocab_size is not None and reply.token_id >= self._vocab_size:
            raise PeerMisbehaved(tail.address, f"{hop_name(tail)} answered a token that the model does not have.")
        self._check(tail, mode, past_len + len(ids), reply.past_len)
        return reply

    def _request(
        self,
        tensor: TensorPayload,
        mode: CacheMode | None,
        past_len: int,
        start: int,
        end: int,
        ids: Sequence[int],
        *,
        is_tail: bool,
    ) -> ForwardRequest:
        """The message for one hop; the tail's says how to sample and, as those of models that ask for it, the ids."""
        sends_ids = (is_tail or self._ids_to_every_hop) and 0 < len(ids) <= MAX_TOKEN_IDS and not tensor.is_token_ids
        return ForwardRequest(
            tensor=tensor,
            session=self._session_id if mode else None,
            cache=mode,
            past_len=past_len if mode == "decode" else None,
            start_layer=start,
            end_layer=end,
            model=self._identity,
            sampling=self._sampling if is_tail else None,
            token_ids=tuple(ids) if sends_ids else None,
        )

    def _check(self, hop: Hop, mode: CacheMode | None, due: int, held: int) -> None:
        """The acknowledgement rule: a hop that does not say it holds all tokens may not be asked to decode."""
        if mode is None or held == due:
            return
        if held == 0:
            raise NotAcknowledged(hop.address)
        raise PeerMisbehaved(hop.address, f"{hop_name(hop)} says it holds {held} tokens where {due} were due.")
