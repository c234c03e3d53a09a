"""Long steps are computed in parts: the same result, all or nothing, and others' steps between them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from meshnet_gui.engine import shard as shard_module
from meshnet_gui.engine import step as step_module
from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.step import ComputeFailed
from meshnet_gui.wire.messages import ForwardRequest, HiddenReply, TokenReply
from meshnet_gui.wire.refusals import Busy, KVCacheMiss
from tests.engine.lean_models import Lean, lean_shard
from tests.engine.steps import PROMPT, fresh_shard, held_state, hidden_of, hidden_payload, request
from tests.tiny_models import NUM_LAYERS

A, B, C = (letter * 32 for letter in "abc")
PART = 4
KINDS = ("llama", "sliding", "hybrid", "conv")


@pytest.fixture
def lengths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Parts of 4 positions; how many each computation had."""
    found: list[int] = []
    run = TorchModelShard._run

    def counted(self: TorchModelShard, inputs: torch.Tensor, *args: Any) -> torch.Tensor:
        found.append(inputs.shape[1])
        return run(self, inputs, *args)

    monkeypatch.setattr(TorchModelShard, "_run", counted)
    monkeypatch.setattr(shard_module, "MAX_POSITIONS_AT_ONCE", PART)
    monkeypatch.setattr(step_module, "MAX_POSITIONS_AT_ONCE", PART)
    return found


Tiny = Callable[[str], Path]
Make = Callable[..., TorchModelShard]


@pytest.fixture(params=["lean llama", "lean gemma3", *KINDS])
def make(request: pytest.FixtureRequest, lean: Lean, tiny: Tiny) -> Make:
    """``make(start, end)`` is a fresh shard, by the lean and by the generic path."""
    is_lean, kind = request.param.startswith("lean"), request.param.split()[-1]

    def made(start: int = 0, end: int = NUM_LAYERS) -> TorchModelShard:
        return lean_shard(lean(kind), start, end) if is_lean else fresh_shard(tiny(kind), start, end)

    return made


def whole(monkeypatch: pytest.MonkeyPatch, shard: TorchModelShard, step: ForwardRequest) -> Any:
    """What the shard says in one piece."""
    with monkeypatch.context() as patch:
        patch.setattr(shard_module, "MAX_POSITIONS_AT_ONCE", 1000)
        return shard.forward(step)


def test_a_long_prompt_says_what_it_says_in_one_piece(
    make: Make, lengths: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shard = make()
    expected = whole(monkeypatch, shard, request(PROMPT, "prefill", session=A))
    del lengths[:]
    found = shard.forward(request(PROMPT, "prefill", session=B))
    assert lengths == [4, 4, 4, 4, 4, 1]
    assert found == expected
    for past_len in (21, 22, 23):
        first, second = (shard.forward(request([7], "decode", past_len, session=session)) for session in (A, B))
        assert isinstance(first, TokenReply)
        assert first == second


def test_a_hop_that_is_not_the_tail_gives_all_positions(
    make: Make, lengths: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shard = make(0, 4)
    expected = whole(monkeypatch, shard, request(PROMPT[:18], "prefill", session=A))
    found = shard.forward(request(PROMPT[:18], "prefill", session=B))
    assert isinstance(found, HiddenReply)
    assert found.past_len == 18
    torch.testing.assert_close(hidden_of(found), hidden_of(expected), rtol=1e-4, atol=1e-4)


def test_a_long_decode_and_a_stateless_step_too(
    make: Make, lengths: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    shard = make()
    shard.forward(request(PROMPT[:3], "prefill", session=A))
    del lengths[:]
    found = shard.forward(request(PROMPT[3:], "decode", 3, session=A))
    assert lengths == [4, 4, 4, 4, 2]
    assert found == whole(monkeypatch, shard, request(PROMPT, "prefill", session=B))
    stateless = shard.forward(request(PROMPT))
    assert isinstance(stateless, TokenReply)
    assert stateless.token_id == found.token_id


class _Fails:
    """Lets a number of parts through, then fails."""

    def __init__(self, num_parts: int, error: BaseException) -> None:
        self.num_left, self.error = num_parts, error

    def __call__(self) -> None:
        self.num_left -= 1
        if self.num_left == 0:
            raise self.error


@pytest.mark.parametrize("cut", [None, 5])
def test_a_failure_in_the_third_part_leaves_the_session_as_it_was(
    make: Make, lengths: list[int], monkeypatch: pytest.MonkeyPatch, cut: int | None
) -> None:
    shard, other = make(), make()
    for one in (shard, other):
        one.forward(request(PROMPT[:7], "prefill", session=A))
    before = _state(shard)
    past_len = 7 if cut is None else cut
    long_step = request(PROMPT[past_len:], "decode", past_len, session=A, truncate_to=cut)
    del lengths[:]
    cache: Any = shard.kv_sessions._entries[A].cache
    goes_back = cache.can_truncate(past_len)
    with pytest.raises(asyncio.CancelledError if goes_back else KVCacheMiss):
        shard.forward(long_step, None, _Fails(2, asyncio.CancelledError()))
    assert lengths == ([4, 4] if goes_back else [])
    assert _state(shard) == before
    if goes_back:
        assert shard.forward(long_step) == other.forward(long_step)


@pytest.mark.allow_warnings("could not compute")
def test_a_part_that_cannot_be_computed_undoes_the_ones_before(lean: Lean, lengths: list[int]) -> None:
    shard = lean_shard(lean("llama"), 0, 4)
    shard.forward(request(PROMPT[:7], "prefill", session=A))
    before = _state(shard)
    with pytest.MonkeyPatch.context() as patch:
        run, calls = LeanRunner.run, []

        def fail(self: LeanRunner, *args: Any) -> torch.Tensor:
            calls.append(1)
            if len(calls) == 3:
                raise RuntimeError("no")
            return run(self, *args)

        patch.setattr(LeanRunner, "run", fail)
        with pytest.raises(ComputeFailed):
            shard.forward(request(PROMPT[7:], "decode", 7, session=A))
        del calls[:]
        with pytest.raises(ComputeFailed):
            shard.forward(request(PROMPT, "prefill", session=A))
    assert _state(shard) == before
    assert isinstance(shard.forward(request([9], "decode", 7, session=A)), HiddenReply)


def _state(shard: TorchModelShard) -> dict[str, object]:
    entry: Any = shard.kv_sessions._entries[A]
    if hasattr(entry.cache, "_buffer"):
        rows = entry.cache._buffer[:, :, :, : entry.num_tokens].tobytes()
        return {"rows": rows, "entry": (entry.num_tokens, entry.cache.num_tokens, entry.state, list(entry.token_ids))}
    return held_state(shard, A)


def test_steps_of_other_sessions_come_between_the_parts(make: Make, lengths: list[int]) -> None:
    shard, other = make(), make()
    for one in (shard, other):
        one.forward(request(PROMPT[:3], "prefill", session=A))
    expected = [other.forward(request([9], "decode", 3 + number, session=A)) for number in range(5)]
    found: list[Any] = []

    def pause() -> None:
        found.extend(shard.forward_many([(request([9], "decode", 3 + len(found), session=A), None)]))

    long_reply = shard.forward(request(PROMPT, "prefill", session=B), None, pause)
    assert found == expected
    assert long_reply == other.forward(request(PROMPT, "prefill", session=B))


def test_the_session_that_is_computed_takes_no_other_step_meanwhile(make: Make, lengths: list[int]) -> None:
    shard, other = make(), make()
    for one in (shard, other):
        one.forward(request(PROMPT[:3], "prefill", session=A))
    found: list[Any] = []
    steps = [(request([9], "decode", past_len, session=A), None) for past_len in (3, 7)]
    steps.append((request([9], "decode", 3, session=A, truncate_to=3), None))
    long_step = request(PROMPT[3:], "decode", 3, session=A)
    reply = shard.forward(long_step, None, lambda: found.extend(shard.forward_many(steps)))
    assert {type(outcome) for outcome in found} == {KVCacheMiss}
    assert reply == other.forward(long_step)


def test_a_session_that_stepped_meanwhile_does_not_make_room(lean: Lean, lengths: list[int]) -> None:
    now = [0.0]
    store = SessionCacheStore(max_sessions=1, protect_s=5.0, clock=lambda: now[0])
    shard = lean_shard(lean("llama"), 0, NUM_LAYERS, store)
    shard.forward(request(PROMPT[:3], "prefill", session=A))
    now[0] = 60.0
    found: list[Any] = []

    def pause() -> None:
        now[0] += 1.0
        if not found:
            found.extend(shard.forward_many([(request([9], "decode", 3, session=A), None)]))

    with pytest.raises(Busy):
        shard.forward(request(PROMPT, "prefill", session=B), None, pause)
    assert [type(outcome) for outcome in found] == [TokenReply]
    assert [entry.num_tokens for entry in store._entries.values()] == [4]
    now[0] = 120.0
    shard.forward(request(PROMPT, "prefill", session=B), None, lambda: None)
    assert list(store._entries) == [B]


def test_hidden_states_come_in_parts_as_well(make: Make, lengths: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    shard = make(2, 4)
    torch.manual_seed(0)
    payload = hidden_payload(torch.randn(1, 11, shard.hidden_size).numpy())
    step = replace(request([0], "prefill", session=A), tensor=payload)
    expected = whole(monkeypatch, shard, step)
    del lengths[:]
    found = shard.forward(replace(step, session=B))
    assert lengths == [4, 4, 3]
    torch.testing.assert_close(hidden_of(found), hidden_of(expected), rtol=1e-4, atol=1e-4)
