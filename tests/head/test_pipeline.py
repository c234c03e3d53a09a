"""What each hop of a route is sent, and when: the chunks of a prompt follow each other."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from meshnet_gui.head.hop_client import HopClient
from meshnet_gui.head.pipeline import Pipeline, chunk_tokens
from meshnet_gui.types import Hop, Route, SamplingParams, Span
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, HiddenReply, TensorPayload, TokenReply
from tests.fleet import in_loop, until

ROUTE = Route((Hop("a", Span(0, 2)), Hop("b", Span(2, 4)), Hop("c", Span(4, 6))))
WIDTH = 4


class Hops:
    """Answers as three nodes would, and remembers what came; the tail waits until it may."""

    def __init__(self) -> None:
        self.requests: list[ForwardRequest] = []
        self.tail_may = asyncio.Event()
        self.tail_may.set()

    async def forward(self, hop: Hop, request: ForwardRequest, *, is_tail: bool, hidden_size: int) -> ForwardReply:
        self.requests.append(request)
        count = request.tensor.num_positions
        held = (request.past_len or 0) + count
        if is_tail:
            await self.tail_may.wait()
            return TokenReply("x", 7, held)
        return HiddenReply(TensorPayload((1, count, WIDTH), "float32", bytes(count * WIDTH * 4)), held)


def pipeline(hops: Hops, **options: bool) -> Pipeline:
    return Pipeline(cast(HopClient, hops), ROUTE, "0" * 32, "m", WIDTH, SamplingParams(), **options)


async def sent(ids_to_every_hop: bool) -> list[ForwardRequest]:
    hops = Hops()
    made = pipeline(hops, ids_to_every_hop=ids_to_every_hop)
    await made.prefill([5, 6, 7])
    await made.decode(8, 3)
    return hops.requests


@pytest.mark.parametrize("ids_to_every_hop", [False, True])
def test_ids_go_beside_hidden_states_to_the_tail_or_to_every_hop(ids_to_every_hop: bool) -> None:
    requests = asyncio.run(sent(ids_to_every_hop))
    middle = (5, 6, 7) if ids_to_every_hop else None
    assert [r.token_ids for r in requests[:3]] == [None, middle, (5, 6, 7)]
    assert [r.token_ids for r in requests[3:]] == [None, (8,) if ids_to_every_hop else None, (8,)]
    assert [r.sampling is not None for r in requests] == [False, False, True] * 2


@in_loop
async def test_chunks_enter_the_first_hop_while_the_tail_still_computes() -> None:
    hops = Hops()
    hops.tail_may.clear()
    done: list[int] = []
    task = asyncio.create_task(pipeline(hops).prefill(range(512), done.append))
    await until(lambda: [r.start_layer for r in hops.requests].count(0) >= 4)
    assert ([r.start_layer for r in hops.requests].count(4), done) == (1, [])
    hops.tail_may.set()
    assert (await task).token_id == 7
    assert done[-1] == 512
    assert done == sorted(done)
    size = chunk_tokens(512, 3)
    for start in (0, 2, 4):  # each hop gets all chunks, in order, on top of what it holds
        of_hop = [r for r in hops.requests if r.start_layer == start]
        assert [r.past_len for r in of_hop] == [None, *range(size, 512, size)]
        assert sum(r.tensor.num_positions for r in of_hop) == 512


@pytest.mark.parametrize(
    ("num_tokens", "num_hops", "size"),
    [(10, 2, 10), (355, 2, 89), (512, 2, 86), (1000, 2, 167), (10_000, 3, 250), (512, 1, 256)],
)
def test_chunks_are_as_short_as_it_takes_to_keep_every_hop_at_work(num_tokens: int, num_hops: int, size: int) -> None:
    assert chunk_tokens(num_tokens, num_hops) == size
