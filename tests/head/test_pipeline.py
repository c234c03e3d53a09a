"""What each hop of a route is sent beside the tensor."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.pipeline import Pipeline
from meshnet_gui.types import Hop, Route, SamplingParams, Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, HiddenReply, TensorPayload, TokenReply

ROUTE = Route((Hop("a", Span(0, 2)), Hop("b", Span(2, 4)), Hop("c", Span(4, 6))))
WIDTH = 4


class Hops:
    """Answers as three nodes would, and remembers what came."""

    def __init__(self) -> None:
        self.requests: list[ForwardRequest] = []

    async def forward(self, hop: Hop, request: ForwardRequest, *, is_tail: bool, hidden_size: int) -> ForwardReply:
        self.requests.append(request)
        count = request.tensor.num_positions
        held = (request.past_len or 0) + count
        if is_tail:
            return TokenReply("x", 7, held)
        return HiddenReply(TensorPayload((1, count, WIDTH), "float32", bytes(count * WIDTH * 4)), held)


async def sent(ids_to_every_hop: bool) -> list[ForwardRequest]:
    hops = Hops()
    client = cast(HopClient, hops)
    pipeline = Pipeline(client, ROUTE, "0" * 32, "m", WIDTH, SamplingParams(), ids_to_every_hop=ids_to_every_hop)
    await pipeline.prefill([5, 6, 7])
    await pipeline.decode(8, 3)
    return hops.requests


@pytest.mark.parametrize("ids_to_every_hop", [False, True])
def test_ids_go_beside_hidden_states_to_the_tail_or_to_every_hop(ids_to_every_hop: bool) -> None:
    requests = asyncio.run(sent(ids_to_every_hop))
    middle = (5, 6, 7) if ids_to_every_hop else None
    assert [r.token_ids for r in requests[:3]] == [None, middle, (5, 6, 7)]
    assert [r.token_ids for r in requests[3:]] == [None, (8,) if ids_to_every_hop else None, (8,)]
    assert [r.sampling is not None for r in requests] == [False, False, True] * 2
