"""A hop that lies: it is left for another one, and the text is that of an unbroken run."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace

import pytest

from meshnet_gui.errors import PeerRefused
from meshnet_gui.head.transport import RawReply
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.wire import codec
from meshnet_gui.wire.refusals import BadRequest, Refusal
from tests.fleet import Call, in_loop, reference_ids
from tests.head.trio import NUM_TOKENS, PROMPT, running_trio

Tiny = Callable[[str], ModelSpec]
After = Callable[[Call, RawReply], RawReply]


def from_hop(address: str, change: Callable[[RawReply], RawReply]) -> After:
    """Changes what one hop answers to its steps."""
    return lambda call, reply: change(reply) if call.address == address and call.method == "POST" else reply


def poisoned(value: float) -> Callable[[RawReply], RawReply]:
    """Hidden states whose last number is this."""
    return lambda reply: replace(reply, body=reply.body[:-4] + struct.pack("<f", value))


def said(name: str, value: str) -> Callable[[RawReply], RawReply]:
    return lambda reply: replace(reply, headers={**reply.headers, name: value})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
@in_loop
async def test_hop_whose_values_are_no_numbers_is_left_and_not_the_one_behind_it(tiny: Tiny, value: float) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        trio.fleet.after = from_hop("b", poisoned(value))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert trio.addresses(result) == ["a", "b2", "c"]
        assert trio.faults.noted == ["b"]


@in_loop
async def test_hops_that_say_for_ever_that_they_leave_do_not_pass_a_session_to_and_fro(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        trio.reserves |= {"b"}
        leaving = said(codec.DRAINING, "1")
        trio.fleet.after = lambda call, reply: leaving(reply) if call.address in ("b", "b2") else reply
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert result.num_recoveries == 1


@in_loop
async def test_hop_that_keeps_nothing_is_left_where_another_one_keeps_the_session(tiny: Tiny) -> None:
    spec = tiny("llama")
    async with running_trio(spec) as trio:
        trio.fleet.after = from_hop("b", said(codec.PAST_LEN, "0"))
        result = await trio.generate()
        assert list(result.token_ids) == reference_ids(spec, PROMPT, NUM_TOKENS)
        assert (result.cached, trio.addresses(result)) == (True, ["a", "b2", "c"])


@pytest.mark.parametrize("refusal", [BadRequest("layers 2-4 are not all here"), Refusal("the step failed here")])
@in_loop
async def test_hop_that_refuses_what_another_one_takes_is_at_fault(tiny: Tiny, refusal: Refusal) -> None:
    async with running_trio(tiny("llama")) as trio:
        trio.fleet.after = from_hop("b", lambda reply: RawReply(refusal.status, {}, refusal.to_body()))
        assert trio.addresses(await trio.generate()) == ["a", "b2", "c"]
        assert trio.faults.noted == ["b"]


@in_loop
async def test_step_that_everybody_refuses_is_nobodys_fault(tiny: Tiny) -> None:
    async with running_trio(tiny("llama")) as trio:
        refusal = BadRequest("the token ids are not of this model")
        trio.fleet.after = lambda call, reply: (
            RawReply(refusal.status, {}, refusal.to_body()) if call.address in ("b", "b2") else reply
        )
        with pytest.raises(PeerRefused):
            await trio.generate()
        assert trio.faults.noted == []
