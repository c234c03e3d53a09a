"""One session over one route: prefill in chunks, decode, and the acknowledgement rule. Recovery is the generation's.

Hop after hop, the hidden states of each go to the next; the tail answers with a token. The chunks of a prompt
follow each other, so that several hops compute at once.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

from meshnet_gui.errors import PeerMisbehaved
from meshnet_gui.head.hop_client import HopClient, hop_name
from meshnet_gui.head.stages import pass_through
from meshnet_gui.types import Hop, Route, SamplingParams
from meshnet_gui.wire.limits import MAX_TOKEN_IDS
from meshnet_gui.wire.messages import CacheMode, ForwardRequest, HiddenReply, TensorPayload, TokenReply

MAX_CHUNK_TOKENS = 256
MIN_CHUNK_TOKENS = 64
CHUNKS_PER_HOP = 3


class NotAcknowledged(Exception):
    """Some hop keeps no session cache: this generation must send everything at every step."""


@dataclass(frozen=True, slots=True)
class _Step:
    """Positions on their way along the route, with what the hop before made of them; ``reply`` is the tail's."""

    ids: Sequence[int]
    mode: CacheMode | None
    past_len: int
    tensor: TensorPayload
    reply: TokenReply | None = None

    @classmethod
    def of(cls, ids: Sequence[int], mode: CacheMode | None, past_len: int) -> _Step:
        return cls(ids, mode, past_len, TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids)))

    @property
    def num_held(self) -> int:
        """How many tokens a hop holds after it."""
        return self.past_len + len(self.ids)

    def token(self) -> TokenReply:
        assert self.reply is not None
        return self.reply


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

        Chunk by chunk: while a hop computes one, the hop before it computes the next.
        Raises NotAcknowledged where a hop answered that it holds nothing, KVCacheMiss, or a PeerError.
        """
        hops = self.route.hops
        size = chunk_tokens(len(ids), len(hops))
        chunks = [
            _Step.of(ids[start : start + size], "decode" if start else "prefill", start)
            for start in range(0, len(ids), size)
        ]
        replies: list[TokenReply] = []

        def arrived(step: _Step) -> None:
            replies[:] = [step.token()]
            on_progress(step.num_held)

        await pass_through(chunks, [partial(self._run, hop, hop is hops[-1]) for hop in hops], arrived)
        if not replies:
            raise ValueError("a prefill needs at least one token")
        return replies[0]

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
        step, hops = _Step.of(ids, mode, past_len), self.route.hops
        for hop in hops:
            step = await self._run(hop, hop is hops[-1], step)
        return step.token()

    async def _run(self, hop: Hop, is_tail: bool, step: _Step) -> _Step:
        """The step as it leaves the hop."""
        request = self._request(hop, is_tail, step)
        reply = await self._client.forward(hop, request, is_tail=is_tail, hidden_size=self._hidden_size)
        if isinstance(reply, HiddenReply):
            made = replace(step, tensor=reply.tensor)
        else:
            if reply.token_id is not None and self._vocab_size is not None and reply.token_id >= self._vocab_size:
                raise PeerMisbehaved(hop.address, f"{hop_name(hop)} answered a token that the model does not have.")
            made = replace(step, reply=reply)
        self._check(hop, step, reply.past_len)
        return made

    def _request(self, hop: Hop, is_tail: bool, step: _Step) -> ForwardRequest:
        """The message for one hop; the tail's says how to sample and, as those of models that ask for it, the ids."""
        wants_ids = (is_tail or self._ids_to_every_hop) and not step.tensor.is_token_ids
        return ForwardRequest(
            tensor=step.tensor,
            session=self._session_id if step.mode else None,
            cache=step.mode,
            past_len=step.past_len if step.mode == "decode" else None,
            start_layer=hop.span.start,
            end_layer=hop.span.end,
            model=self._identity,
            sampling=self._sampling if is_tail else None,
            token_ids=tuple(step.ids) if wants_ids and 0 < len(step.ids) <= MAX_TOKEN_IDS else None,
        )

    def _check(self, hop: Hop, step: _Step, held: int) -> None:
        """The acknowledgement rule: a hop that does not say it holds all tokens may not be asked to decode."""
        if step.mode is None or held == step.num_held:
            return
        if held == 0:
            raise NotAcknowledged(hop.address)
        raise PeerMisbehaved(
            hop.address, f"{hop_name(hop)} says it holds {held} tokens where {step.num_held} were due."
        )


def chunk_tokens(num_tokens: int, num_hops: int) -> int:
    """How many tokens of a prompt travel together: few enough that every hop has work most of the time.

    The hops of a route wait for the first chunk to arrive and the first of them for the last one to end: that
    is ``num_hops - 1`` chunks' time beyond the work itself. Very short chunks are computed at a lower speed.
    """
    if num_hops == 1:
        return MAX_CHUNK_TOKENS
    return min(MAX_CHUNK_TOKENS, max(MIN_CHUNK_TOKENS, ceil(num_tokens / (CHUNKS_PER_HOP * num_hops))))
