"""Steps of several sessions through one shard at once: each gets what it would have got alone, or its own refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.step import ComputeFailed
from meshnet_gui.types import SamplingParams
from meshnet_gui.wire.messages import ForwardReply, ForwardRequest, HiddenReply, TokenReply
from meshnet_gui.wire.refusals import BadRequest, KVCacheMiss, NoRoom, TooLarge
from tests.engine.lean_models import Lean, lean_shard
from tests.engine.steps import PROMPT, fresh_shard, hidden_of, request
from tests.tiny_models import NUM_LAYERS

A, B, C, D = (letter * 32 for letter in "abcd")
SAMPLED = SamplingParams(temperature=1.5, seed=7)
Outcome = ForwardReply | Exception


@pytest.fixture
def shard(lean: Lean) -> TorchModelShard:
    return lean_shard(lean("llama"), 0, NUM_LAYERS)


@pytest.fixture
def sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many sessions each batch of the lean path had."""
    found: list[int] = []
    run_many = LeanRunner.run_many

    def counted(self: LeanRunner, inputs: Sequence[torch.Tensor], *args: Any) -> list[torch.Tensor]:
        found.append(len(inputs))
        return run_many(self, inputs, *args)

    monkeypatch.setattr(LeanRunner, "run_many", counted)
    return found


def prefill(shard: TorchModelShard, session: str, length: int, **more: Any) -> int:
    reply = shard.forward(request(PROMPT[:length], "prefill", session=session, **more))
    return reply.token_id or 0 if isinstance(reply, TokenReply) else 0


def decode(session: str, past_len: int, token_id: int = 9, **more: Any) -> tuple[ForwardRequest, str | None]:
    return request([token_id], "decode", past_len, session=session, **more), None


def token(outcome: Outcome) -> int | None:
    assert isinstance(outcome, TokenReply), outcome
    return outcome.token_id


def held(shard: TorchModelShard) -> dict[str, tuple[int, str]]:
    return {i: (entry.num_tokens, entry.state) for i, entry in shard.kv_sessions._entries.items()}


def test_sessions_of_different_lengths_and_samplings_say_what_they_say_alone(
    shard: TorchModelShard, lean: Lean, sizes: list[int]
) -> None:
    alone = lean_shard(lean("llama"), 0, NUM_LAYERS)
    asked = [(A, 3, None), (B, 21, SAMPLED), (C, 9, SamplingParams(repetition_penalty=1.7)), (D, 1, None)]
    for one in (shard, alone):
        for session, length, sampling in asked:
            prefill(one, session, length, sampling=sampling)
    for number in range(4):
        steps = [decode(session, length + number, 5 + number) for session, length, _ in asked]
        expected = [token(alone.forward(*step)) for step in steps]
        assert [token(outcome) for outcome in shard.forward_many(steps)] == expected
    assert sizes == [4] * 4
    assert held(shard) == held(alone)


def test_a_hop_in_the_middle_gives_each_its_hidden_states(lean: Lean, sizes: list[int]) -> None:
    shard, alone = (lean_shard(lean("gemma3"), 0, NUM_LAYERS) for _ in range(2))
    ends = {"start_layer": 0, "end_layer": 3}
    for one in (shard, alone):
        for session, length in ((A, 4), (B, 8)):
            prefill(one, session, length, **ends)
    steps = [decode(A, 4, **ends), decode(B, 8, 11, **ends)]
    expected = [hidden_of(alone.forward(*step)) for step in steps]
    for one, outcome in zip(expected, shard.forward_many(steps), strict=True):
        torch.testing.assert_close(hidden_of(outcome), one, rtol=1e-5, atol=1e-5)
    assert sizes == [2]


def test_each_span_is_computed_by_itself(shard: TorchModelShard, sizes: list[int]) -> None:
    ends = {"start_layer": 0, "end_layer": 2}
    for session, more in ((A, {}), (B, ends), (C, {}), (D, ends)):
        prefill(shard, session, 5, **more)
    outcomes = shard.forward_many([decode(A, 5), decode(B, 5, **ends), decode(C, 5), decode(D, 5, **ends)])
    assert [type(outcome) for outcome in outcomes] == [TokenReply, HiddenReply, TokenReply, HiddenReply]
    assert sizes == [2, 2]


def test_refused_ones_do_not_harm_the_others(shard: TorchModelShard, sizes: list[int]) -> None:
    for session in (A, B, C):
        prefill(shard, session, 5)
    wrong_model = replace(decode(C, 5)[0], model="tiny@2:0123456789abcdef:float32")
    steps = [
        decode(A, 5),
        decode(D, 5),  # unknown
        decode(B, 4),  # stale
        (decode(C, 5)[0], "somebody else"),
        (wrong_model, None),
        decode(C, shard.context_tokens),
        decode(C, 5),
    ]
    outcomes = shard.forward_many(steps)
    kinds = [TokenReply, KVCacheMiss, KVCacheMiss, KVCacheMiss, BadRequest, TooLarge, TokenReply]
    assert [isinstance(outcome, kind) for outcome, kind in zip(outcomes, kinds, strict=True)] == [True] * 7
    assert sizes == [2]
    assert held(shard) == {A: (6, "idle"), B: (5, "idle"), C: (6, "idle")}
    assert shard.kv_sessions.num_misses == 3


def test_of_two_steps_for_one_session_one_wins(shard: TorchModelShard) -> None:
    for session in (A, B):
        prefill(shard, session, 5)
    first, second, other = shard.forward_many([decode(A, 5), decode(A, 5, truncate_to=5), decode(B, 5)])
    assert isinstance(first, TokenReply)
    assert isinstance(second, KVCacheMiss)
    assert isinstance(other, TokenReply)
    assert held(shard) == {A: (6, "idle"), B: (6, "idle")}


def test_a_session_dropped_while_it_is_computed_stays_dropped(
    shard: TorchModelShard, monkeypatch: pytest.MonkeyPatch
) -> None:
    for session in (A, B):
        prefill(shard, session, 5)
    run_many = LeanRunner.run_many

    def drop(self: LeanRunner, *args: Any) -> list[torch.Tensor]:
        shard.kv_sessions.evict(A, "user")
        return run_many(self, *args)

    monkeypatch.setattr(LeanRunner, "run_many", drop)
    outcomes = shard.forward_many([decode(A, 5), decode(B, 5)])
    assert [type(outcome) for outcome in outcomes] == [TokenReply, TokenReply]
    assert held(shard) == {B: (6, "idle")}


def test_one_that_becomes_infinite_fails_alone_and_is_put_back(
    shard: TorchModelShard, monkeypatch: pytest.MonkeyPatch
) -> None:
    for session in (A, B):
        prefill(shard, session, 5)
    run_many = LeanRunner.run_many

    def spoil(self: LeanRunner, *args: Any) -> list[torch.Tensor]:
        return [run_many(self, *args)[0] * float("inf"), *run_many(self, *args)[1:]]

    monkeypatch.setattr(LeanRunner, "run_many", spoil)
    failed, good = shard.forward_many([decode(A, 5), decode(B, 5)])
    assert isinstance(failed, ComputeFailed)
    assert isinstance(good, TokenReply)
    assert held(shard) == {A: (5, "idle"), B: (6, "idle")}
    monkeypatch.undo()
    assert isinstance(shard.forward(*decode(A, 5)), TokenReply)


@pytest.mark.allow_warnings("could not be computed together")
@pytest.mark.parametrize(("error", "tried"), [(RuntimeError("no"), 1), (MemoryError(), 2)])
def test_where_a_batch_fails_each_is_computed_alone(
    shard: TorchModelShard, monkeypatch: pytest.MonkeyPatch, error: Exception, tried: int,
    caplog: pytest.LogCaptureFixture,
) -> None:  # fmt: skip
    calls = []

    def fail(self: LeanRunner, *args: Any) -> None:
        calls.append(1)
        raise error

    monkeypatch.setattr(LeanRunner, "run_many", fail)
    for session in (A, B):
        prefill(shard, session, 5)
    for past_len in (5, 6):
        outcomes = shard.forward_many([decode(A, past_len), decode(B, past_len)])
        assert [type(outcome) for outcome in outcomes] == [TokenReply, TokenReply]
    assert len(calls) == tried
    assert "could not be computed together" in caplog.text


def test_requests_of_another_kind_are_answered_too(shard: TorchModelShard) -> None:
    for session in (A, B):
        prefill(shard, session, 5)
    steps = [decode(A, 5), (request(PROMPT[:4], "prefill", session=C), None), (request(PROMPT[:4]), None), decode(B, 5)]
    assert all(isinstance(outcome, TokenReply) for outcome in shard.forward_many(steps))
    assert held(shard) == {A: (6, "idle"), B: (6, "idle"), C: (4, "idle")}


def test_more_sessions_than_a_batch_takes_go_in_several(lean: Lean, sizes: list[int]) -> None:
    shard = lean_shard(lean("llama"), 0, NUM_LAYERS)
    sessions = [f"{index:032x}" for index in range(10)]
    for session in sessions:
        prefill(shard, session, 3)
    assert len([token(outcome) for outcome in shard.forward_many([decode(session, 3) for session in sessions])]) == 10
    assert sizes == [8, 2]


def test_the_generic_runner_takes_one_after_the_other(tiny: Callable[[str], Path]) -> None:
    shard, alone = (fresh_shard(tiny("llama"), 0, NUM_LAYERS) for _ in range(2))
    for one in (shard, alone):
        for session in (A, B):
            prefill(one, session, 5)
    steps = [decode(A, 5), decode(C, 5), decode(B, 5, 12)]
    first, refused, last = shard.forward_many(steps)
    assert (token(first), token(last)) == (token(alone.forward(*steps[0])), token(alone.forward(*steps[2])))
    assert isinstance(refused, KVCacheMiss)


def test_what_a_batch_may_grow_by_counts_against_the_budget(lean: Lean) -> None:
    store = SessionCacheStore(max_sessions=8)
    shard = lean_shard(lean("llama"), 0, NUM_LAYERS, store)
    for session in (A, B):
        prefill(shard, session, 5)
    store.growth = _Steep()
    store.set_limits(max_bytes=store.used_bytes + 150)
    first, second = shard.forward_many([decode(A, 5), decode(B, 5)])
    assert isinstance(first, TokenReply)
    assert isinstance(second, NoRoom)
    assert held(shard)[B] == (5, "idle")


class _Steep:
    """100 bytes a token."""

    def estimate(self, num_tokens: int) -> int:
        return 100 * num_tokens

    def observe(self, num_tokens: int, num_bytes: int) -> None: ...
