"""A model cut into shards computes what the whole model computes, and refuses what it cannot do."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.step import ComputeFailed
from meshnet_gui.types import SamplingParams, Span
from meshnet_gui.wire.messages import HiddenReply, TensorPayload, TokenReply
from meshnet_gui.wire.refusals import BadRequest, KVCacheMiss, NoRoom, Refusal, TooLarge, WrongModel
from tests.engine.steps import (
    MODEL,
    PROMPT,
    SESSION,
    cached_shard,
    chain,
    fresh_shard,
    generate,
    held_state,
    hidden_of,
    hidden_payload,
    ids_payload,
    request,
    send,
    whole_hidden,
    whole_ids,
)
from tests.tiny_models import KINDS, NUM_LAYERS, WINDOW

Tiny = Callable[[str], Path]
CROPPABLE = ("llama", "moe")


# -- split == whole ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cut", [1, 3, NUM_LAYERS - 1])
@pytest.mark.parametrize("kind", KINDS)
def test_two_shards_generate_what_the_whole_model_does(tiny: Tiny, kind: str, cut: int) -> None:
    path = tiny(kind)
    shards = chain(path, cut, NUM_LAYERS)
    assert all(shard.supports_kv_cache for shard in shards)
    assert generate(shards, PROMPT, 12) == whole_ids(path, PROMPT, 12)


@pytest.mark.parametrize("kind", KINDS)
def test_one_layer_shards_generate_what_the_whole_model_does(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    shards = chain(path, *range(1, NUM_LAYERS + 1))
    assert generate(shards, PROMPT, 12) == whole_ids(path, PROMPT, 12)


@pytest.mark.parametrize("kind", KINDS)
def test_one_shard_of_all_layers_generates_what_the_whole_model_does(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    assert generate(chain(path, NUM_LAYERS), PROMPT, 12) == whole_ids(path, PROMPT, 12)


@pytest.mark.parametrize("kind", KINDS)
def test_a_prompt_in_chunks_gives_the_same_tokens(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    shards = chain(path, 2, NUM_LAYERS)
    send(shards, request(PROMPT[:5], "prefill"))
    send(shards, request(PROMPT[5:17], "decode", 5))
    ids = [send(shards, request(PROMPT[17:], "decode", 17)).token_id]
    for past_len in range(len(PROMPT), len(PROMPT) + 7):
        ids.append(send(shards, request([ids[-1] or 0], "decode", past_len)).token_id)
    assert ids == whole_ids(path, PROMPT, 8)


@pytest.mark.parametrize("kind", KINDS)
def test_short_prompt_decodes_past_the_sliding_window(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    count = 3 * WINDOW
    assert generate(chain(path, 4, NUM_LAYERS), PROMPT[:3], count) == whole_ids(path, PROMPT[:3], count)


@pytest.mark.parametrize("kind", KINDS)
def test_prefill_again_under_the_same_id_goes_on_identically(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    shards = chain(path, 3, NUM_LAYERS)
    expected = whole_ids(path, PROMPT, 12)
    assert generate(shards, PROMPT, 6) == expected[:6]
    assert generate(shards, [*PROMPT, *expected[:6]], 6) == expected[6:]


@pytest.mark.parametrize("kind", KINDS)
def test_hidden_states_between_shards_are_those_of_the_whole_model(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    shard = cached_shard(path, 0, 3)
    expected = whole_hidden(path, PROMPT, 3)
    stateless = hidden_of(shard.forward(request(PROMPT)))
    torch.testing.assert_close(stateless, expected, rtol=1e-5, atol=1e-5)
    shard.forward(request(PROMPT[:-1], "prefill"))
    last = hidden_of(shard.forward(request(PROMPT[-1:], "decode", len(PROMPT) - 1)))
    torch.testing.assert_close(last, expected[:, -1:], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_stateless_steps_give_the_same_tokens(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    shards = chain(path, 2, NUM_LAYERS)
    ids: list[int] = []
    while len(ids) < 5:
        reply = send(shards, request(PROMPT + ids))
        assert reply.past_len == 0
        ids.append(reply.token_id or 0)
    assert ids == whole_ids(path, PROMPT, 5)


@pytest.mark.parametrize("kind", KINDS)
def test_sub_spans_of_one_shard_make_up_the_whole(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    first, second = cached_shard(path, 0, 4), cached_shard(path, 2, NUM_LAYERS)
    expected = whole_ids(path, PROMPT, 8)
    ids: list[int] = []
    for step in range(8):
        new = PROMPT if step == 0 else ids[-1:]
        mode, past_len = ("prefill", None) if step == 0 else ("decode", len(PROMPT) + step - 1)
        message = request(new, mode, past_len, start_layer=0, end_layer=3)  # type: ignore[arg-type]
        middle = first.forward(message)
        assert isinstance(middle, HiddenReply)
        tail = second.forward(replace(message, tensor=middle.tensor, start_layer=3, end_layer=None))
        assert isinstance(tail, TokenReply)
        ids.append(tail.token_id or 0)
    assert ids == expected


@pytest.mark.parametrize("kind", KINDS)
def test_two_interleaved_sessions_never_see_each_other(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    shards = chain(path, 3, NUM_LAYERS)
    prompts = {"a" * 32: PROMPT, "b" * 32: PROMPT[::-1]}
    ids: dict[str, list[int]] = {session: [] for session in prompts}
    for session, prompt in prompts.items():
        ids[session].append(send(shards, request(prompt, "prefill", session=session)).token_id or 0)
    for step in range(7):
        for session in prompts:
            message = request(ids[session][-1:], "decode", len(PROMPT) + step, session=session)
            ids[session].append(send(shards, message).token_id or 0)
    for session, prompt in prompts.items():
        assert ids[session] == whole_ids(path, prompt, 8)


def test_a_two_process_like_chain_of_three_uneven_spans(tiny: Tiny) -> None:
    path = tiny("sliding")
    assert generate(chain(path, 1, 5, NUM_LAYERS), PROMPT, 10) == whole_ids(path, PROMPT, 10)


# -- refusals leave the cache as it was --------------------------------------------------------------------------------


@pytest.fixture
def held(tiny: Tiny, request: pytest.FixtureRequest) -> TorchModelShard:
    """A middle shard with one session of len(PROMPT) tokens."""
    shard = fresh_shard(tiny(getattr(request, "param", "llama")), 1, 5)
    shard.forward(_hidden_request(PROMPT_STATES, "prefill"))
    return shard


PROMPT_STATES = numpy.random.default_rng(1).standard_normal((1, len(PROMPT), 32))


def _hidden_request(values: Any, cache: Any = None, past_len: int | None = None, **more: Any) -> Any:
    return replace(request([0], cache, past_len, **more), tensor=hidden_payload(values))


_ONE = PROMPT_STATES[:, :1]
_NAN = numpy.full((1, 1, 32), numpy.nan)
_PAST = len(PROMPT)
REFUSED: dict[str, tuple[Any, type[Refusal]]] = {
    "replayed step": (_hidden_request(_ONE, "decode", _PAST - 1), KVCacheMiss),
    "later past": (_hidden_request(_ONE, "decode", _PAST + 1), KVCacheMiss),
    "unknown session": (_hidden_request(_ONE, "decode", _PAST, session="f" * 32), KVCacheMiss),
    "another start layer": (_hidden_request(_ONE, "decode", _PAST, start_layer=2), KVCacheMiss),
    "another end layer": (_hidden_request(_ONE, "decode", _PAST, end_layer=4), KVCacheMiss),
    "layers of another node": (_hidden_request(_ONE, "decode", _PAST, start_layer=0), BadRequest),
    "empty span": (_hidden_request(_ONE, "decode", _PAST, start_layer=3, end_layer=3), BadRequest),
    "another model": (_hidden_request(_ONE, "decode", _PAST, model="other@1:0123456789abcdef:float32"), WrongModel),
    "not finite": (_hidden_request(_NAN, "decode", _PAST), BadRequest),
    "not finite in prefill": (_hidden_request(_NAN, "prefill"), BadRequest),
    "ids in the middle": (request([1], "decode", _PAST), BadRequest),
    "past the context": (_hidden_request(numpy.zeros((1, 256, 32)), "decode", _PAST), TooLarge),
    "another hidden size": (_hidden_request(numpy.zeros((1, 1, 16)), "decode", _PAST), BadRequest),
    "a batch of two": (_hidden_request(numpy.zeros((2, 1, 32)), "decode", _PAST), BadRequest),
    "crop to another length": (_hidden_request(_ONE, "decode", _PAST, truncate_to=4), BadRequest),
    "crop to more than held": (_hidden_request(_ONE, "decode", _PAST + 3, truncate_to=_PAST + 3), KVCacheMiss),
}


@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid"])
@pytest.mark.parametrize("case", REFUSED)
def test_refusal_leaves_every_byte_of_the_cache(tiny: Tiny, kind: str, case: str) -> None:
    held = cached_shard(tiny(kind), 1, 5)
    held.kv_sessions.clear()
    held.forward(_hidden_request(PROMPT_STATES, "prefill"))
    message, refusal = REFUSED[case]
    before = held_state(held)
    with pytest.raises(Refusal) as refused:
        held.forward(message)
    assert type(refused.value) is refusal
    assert held_state(held) == before
    assert [row.short_id for row in held.kv_sessions.sessions()] == [SESSION[:8]]
    again = held.forward(_hidden_request(_ONE, "decode", _PAST))
    assert again.past_len == _PAST + 1


@pytest.mark.parametrize("held", ["llama", "all_sliding", "sliding", "hybrid", "conv", "moe"], indirect=True)
@pytest.mark.parametrize("num_new", [1, 3])
@pytest.mark.allow_warnings("could not compute")
def test_a_decode_that_fails_midway_leaves_every_byte_of_the_cache(
    held: TorchModelShard, num_new: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held_state(held)
    last = held._runner._layers[4]
    monkeypatch.setattr(last, "forward", _broken)
    with pytest.raises(ComputeFailed, match="1-5"):
        held.forward(_hidden_request(PROMPT_STATES[:, :num_new], "decode", _PAST))
    monkeypatch.undo()
    assert held_state(held) == before


@pytest.mark.allow_warnings("could not compute")
def test_a_decode_that_fails_after_cropping_brings_the_cropped_tokens_back(
    held: TorchModelShard, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = held_state(held)
    monkeypatch.setattr(held._runner._layers[4], "forward", _broken)
    with pytest.raises(ComputeFailed):
        held.forward(_hidden_request(PROMPT_STATES[:, 1:4], "decode", 9, truncate_to=9))
    monkeypatch.undo()
    assert held_state(held) == before


@pytest.mark.allow_warnings("could not compute")
def test_a_prefill_that_fails_keeps_the_older_state(held: TorchModelShard, monkeypatch: pytest.MonkeyPatch) -> None:
    before = held_state(held)
    monkeypatch.setattr(held._runner._layers[4], "forward", _broken)
    with pytest.raises(ComputeFailed):
        held.forward(_hidden_request(PROMPT_STATES[:, :4], "prefill"))
    monkeypatch.undo()
    assert held_state(held) == before


@pytest.mark.allow_warnings("could not compute")
def test_out_of_memory_is_no_room_and_no_other_failure(held: TorchModelShard, monkeypatch: pytest.MonkeyPatch) -> None:
    before = held_state(held)

    def exhausted(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("[enforce fail at alloc_cpu.cpp] DefaultCPUAllocator: not enough memory")

    monkeypatch.setattr(held._runner._layers[3], "forward", exhausted)
    with pytest.raises(NoRoom):
        held.forward(_hidden_request(_ONE, "decode", _PAST))
    monkeypatch.undo()
    assert held_state(held) == before


def test_values_that_overflow_are_refused_with_the_layers_named(held: TorchModelShard) -> None:
    before = held_state(held)
    layer = held._runner._layers[2]
    with torch.no_grad():
        layer.mlp.down_proj.weight.mul_(float("inf"))
    with pytest.raises(ComputeFailed, match="layers 1-5 produced"):
        held.forward(_hidden_request(_ONE, "decode", _PAST))
    assert held_state(held) == before


@pytest.mark.parametrize(
    "sampling",
    [SamplingParams(), SamplingParams(1.0), SamplingParams(1.0, 0.9, 50, 1.1), SamplingParams(1.0, 0.9)],
    ids=["greedy", "temperature", "all", "top-p"],
)
def test_logits_that_are_not_finite_are_refused(tiny: Tiny, sampling: SamplingParams) -> None:
    shard = fresh_shard(tiny("llama"), 0, NUM_LAYERS)
    with torch.no_grad():
        shard._runner._model.lm_head.weight[7].fill_(float("nan"))
    with pytest.raises(ComputeFailed, match="0-6"):
        shard.forward(replace(request(PROMPT, "prefill"), sampling=sampling))
    assert len(shard.kv_sessions) == 0


@pytest.mark.allow_warnings("could not compute")
def test_a_newcomer_that_fails_evicts_nobody(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    shard = fresh_shard(tiny("llama"), 1, 5, SessionCacheStore(max_sessions=1, protect_s=0.0))
    shard.forward(_hidden_request(PROMPT_STATES, "prefill"))
    monkeypatch.setattr(shard._runner._layers[4], "forward", _broken)
    with pytest.raises(ComputeFailed):
        shard.forward(_hidden_request(PROMPT_STATES, "prefill", session="e" * 32))
    monkeypatch.undo()
    assert [row.short_id for row in shard.kv_sessions.sessions()] == [SESSION[:8]]
    shard.forward(_hidden_request(PROMPT_STATES, "prefill", session="e" * 32))
    assert [row.short_id for row in shard.kv_sessions.sessions()] == ["e" * 8]


def _broken(*_args: Any, **_kwargs: Any) -> None:
    raise ValueError("a layer broke")


# -- ids, text, sampling -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", [-1, 267, 2**40])
def test_ids_outside_the_vocabulary_are_refused(tiny: Tiny, bad: int) -> None:
    with pytest.raises(BadRequest, match="vocabulary"):
        cached_shard(tiny("llama"), 0, 3).forward(request([1, bad]))


def test_hidden_states_at_layer_0_are_taken_in_place_of_ids(tiny: Tiny) -> None:
    path = tiny("sliding")
    shard = cached_shard(path, 0, 3)
    embedded = whole_hidden(path, PROMPT, 0)
    reply = shard.forward(_hidden_request(embedded.numpy()))
    torch.testing.assert_close(hidden_of(reply), hidden_of(shard.forward(request(PROMPT))), rtol=1e-5, atol=1e-5)


def test_the_tail_computes_logits_for_the_last_position_only(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    shard = fresh_shard(tiny("llama"), 0, NUM_LAYERS)
    seen: list[int] = []
    lm_head = shard._runner._model.lm_head
    forward = lm_head.forward
    monkeypatch.setattr(lm_head, "forward", lambda hidden: (seen.append(hidden.shape[1]), forward(hidden))[1])
    shard.forward(request(PROMPT, "prefill"))
    shard.forward(request([5, 6, 7], "decode", len(PROMPT), verify=True))
    assert seen == [1, 3]


def test_verify_answers_one_token_per_position(tiny: Tiny) -> None:
    path = tiny("llama")
    shards = chain(path, 3, NUM_LAYERS)
    expected = whole_ids(path, PROMPT, 6)
    send(shards, request(PROMPT[:-1], "prefill"))
    draft = [PROMPT[-1], *expected[:4]]
    reply = send(shards, request(draft, "decode", len(PROMPT) - 1, verify=True))
    assert list(reply.token_ids) == expected[:5]
    assert reply.token_id == expected[4]


def test_more_positions_than_can_be_verified_are_refused(tiny: Tiny) -> None:
    with pytest.raises(TooLarge, match="verified"):
        cached_shard(tiny("llama"), 0, NUM_LAYERS).forward(request(PROMPT * 4, verify=True))


def test_the_text_of_a_token_comes_beside_its_id(tiny: Tiny) -> None:
    shard = cached_shard(tiny("llama"), 0, NUM_LAYERS)
    reply = shard.forward(request(PROMPT))
    assert isinstance(reply, TokenReply)
    assert shard._tokenizer is not None
    assert reply.text == shard._tokenizer.decode([reply.token_id or 0])


def test_a_replacement_tail_continues_the_same_random_stream(tiny: Tiny) -> None:
    path = tiny("llama")
    sampling = SamplingParams(temperature=0.9, top_p=0.95, top_k=50, repetition_penalty=1.2, seed=7)
    whole = [cached_shard(path, 0, NUM_LAYERS)]
    unbroken = _sampled(whole, PROMPT, 12, sampling)
    half = _sampled(whole, PROMPT, 5, sampling)
    replacement = chain(path, 2, NUM_LAYERS)
    assert unbroken[:5] == half
    assert half + _sampled(replacement, PROMPT + half, 7, sampling) == unbroken
    assert unbroken != _sampled(whole, PROMPT, 12, replace(sampling, seed=8))


def test_the_tail_picks_what_is_allowed_and_says_how_likely_it_was(tiny: Tiny) -> None:
    shards = chain(tiny("llama"), 2, NUM_LAYERS)
    sampling = SamplingParams(top_logprobs=3)
    free = send(shards, request(PROMPT, "prefill", sampling=sampling))
    assert free.logprobs is not None
    assert free.logprobs.top[0] == (free.token_id, free.logprobs.logprob)
    bits = bytearray(200)
    bits[2] = 0b1000_0001  # 16 and 23
    bound = send(shards, request(PROMPT, "prefill", sampling=sampling, allowed=bytes(bits)))
    assert bound.token_id in (16, 23)
    assert bound.logprobs is not None
    assert bound.logprobs.logprob < bound.logprobs.top[0][1]
    assert bound.logprobs.top == free.logprobs.top
    unconstrained = send(shards, request([5], "decode", len(PROMPT)))
    assert unconstrained.logprobs is not None  # the sampling stays with the session, what is allowed does not
    with pytest.raises(BadRequest, match="allowed"):
        send(shards, request(PROMPT, "prefill", allowed=bytes(199) + b"\x80"))


def test_penalties_of_the_answer_hold_across_steps(tiny: Tiny) -> None:
    path = tiny("llama")
    never_again = SamplingParams(presence_penalty=2.0, frequency_penalty=2.0, answer_start=len(PROMPT))
    usual = _sampled([cached_shard(path, 0, NUM_LAYERS)], PROMPT, 12, SamplingParams())
    varied = _sampled([cached_shard(path, 0, NUM_LAYERS)], PROMPT, 12, never_again)
    assert varied[0] == usual[0]
    assert len(set(varied)) == len(varied) > len(set(usual))
    first = varied[:6]
    replacement = chain(path, 2, NUM_LAYERS)
    assert first + _sampled(replacement, PROMPT + first, 6, never_again) == varied


def _sampled(shards: list[TorchModelShard], prompt: list[int], count: int, sampling: SamplingParams) -> list[int]:
    reply = send(shards, request(prompt, "prefill", sampling=sampling))
    ids = [reply.token_id or 0]
    while len(ids) < count:
        reply = send(shards, request(ids[-1:], "decode", len(prompt) + len(ids) - 1))
        ids.append(reply.token_id or 0)
    return ids


# -- sessions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", CROPPABLE)
def test_a_cropped_session_goes_on_as_if_the_rest_had_never_been(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    shards = chain(path, 3, NUM_LAYERS)
    generate(shards, [*PROMPT, 9, 8, 7], 6)
    ids = [send(shards, request(PROMPT[10:], "decode", 10, truncate_to=10)).token_id]
    for past_len in range(len(PROMPT), len(PROMPT) + 5):
        ids.append(send(shards, request([ids[-1] or 0], "decode", past_len)).token_id)
    assert ids == whole_ids(path, PROMPT, 6)


@pytest.mark.parametrize("kind", ["sliding", "all_sliding", "hybrid", "conv"])
def test_a_session_that_cannot_be_cropped_is_a_miss_and_stays(tiny: Tiny, kind: str) -> None:
    path = tiny(kind)
    shard = fresh_shard(path, 0, 3)
    shard.forward(request(PROMPT, "prefill"))
    before = held_state(shard)
    with pytest.raises(KVCacheMiss):
        shard.forward(request([5], "decode", 10, truncate_to=10))
    assert held_state(shard) == before
    assert shard.forward(request([5], "decode", len(PROMPT), truncate_to=len(PROMPT))).past_len == len(PROMPT) + 1


def test_a_sliding_session_below_its_window_can_be_cropped(tiny: Tiny) -> None:
    path = tiny("all_sliding")
    shards = chain(path, 3, NUM_LAYERS)
    send(shards, request(PROMPT[: WINDOW - 2], "prefill"))
    reply = send(shards, request(PROMPT[3:], "decode", 3, truncate_to=3))
    assert [reply.token_id] == whole_ids(path, PROMPT, 1)


def test_every_reply_says_how_many_tokens_are_held(tiny: Tiny) -> None:
    shard = fresh_shard(tiny("llama"), 0, 3)
    assert shard.forward(request(PROMPT, "prefill")).past_len == len(PROMPT)
    assert shard.forward(request([5, 6], "decode", len(PROMPT))).past_len == len(PROMPT) + 2
    assert shard.forward(request(PROMPT)).past_len == 0


def test_with_caching_disabled_prefill_answers_0_and_decode_is_a_miss(tiny: Tiny) -> None:
    path = tiny("llama")
    shard = fresh_shard(path, 0, NUM_LAYERS)
    shard.forward(request(PROMPT, "prefill"))
    shard.kv_sessions.set_enabled(False)
    with pytest.raises(KVCacheMiss):
        shard.forward(request([5], "decode", len(PROMPT)))
    reply = shard.forward(request(PROMPT, "prefill"))
    assert reply.past_len == 0
    assert isinstance(reply, TokenReply)
    assert [reply.token_id] == whole_ids(path, PROMPT, 1)
    assert len(shard.kv_sessions) == 0


def test_a_session_answers_only_to_the_client_that_opened_it(tiny: Tiny) -> None:
    shard = fresh_shard(tiny("llama"), 0, 3)
    shard.forward(request(PROMPT, "prefill"), owner="a member")
    before = held_state(shard)
    with pytest.raises(KVCacheMiss):
        shard.forward(request([5], "decode", len(PROMPT)), owner="another member")
    with pytest.raises(BadRequest):
        shard.forward(request([5], "prefill"), owner="another member")
    assert held_state(shard) == before


@pytest.mark.allow_warnings("takes no cache")
def test_a_model_whose_layers_reject_the_cache_stays_stateless_for_good(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = tiny("llama")

    def rejecting(self: object, *_args: object, **_kwargs: object) -> None:
        raise TypeError("unexpected keyword argument 'cache'")

    monkeypatch.setattr("meshnet_gui.engine.cache.GrowingLayer.update", rejecting)
    shard = fresh_shard(path, 0, NUM_LAYERS)
    assert not shard.supports_kv_cache
    assert caplog.text.count("takes no cache") == 1
    reply = shard.forward(request(PROMPT, "prefill"))
    assert isinstance(reply, TokenReply)
    assert ([reply.token_id], reply.past_len) == (whole_ids(path, PROMPT, 1), 0)
    with pytest.raises(KVCacheMiss):
        shard.forward(request([5], "decode", len(PROMPT)))


@pytest.mark.parametrize("kind", KINDS)
def test_bytes_of_a_session_are_those_of_its_tensors(tiny: Tiny, kind: str) -> None:
    shard = fresh_shard(tiny(kind), 1, 5)
    shard.forward(_hidden_request(PROMPT_STATES, "prefill"))
    shard.forward(_hidden_request(_ONE, "decode", _PAST))
    (row,) = shard.kv_sessions.sessions()
    cache = shard.kv_sessions._entries[SESSION].cache
    storages = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in _tensors(cache)}
    assert row.num_bytes == sum(storages.values()) == shard.kv_sessions.used_bytes > 0


def _tensors(cache: Any) -> list[torch.Tensor]:
    found: list[torch.Tensor] = []
    stack: list[Any] = [vars(layer) for layer in cache.layers[1:5]]
    while stack:
        value = stack.pop()
        if isinstance(value, torch.Tensor):
            found.append(value)
        elif isinstance(value, dict):
            stack.extend(value.values())
        elif isinstance(value, (list, tuple)):
            stack.extend(value)
    return found


def test_a_long_prompt_does_not_stay_behind_a_sliding_window(tiny: Tiny) -> None:
    shard = fresh_shard(tiny("all_sliding"), 1, 5)
    shard.forward(_hidden_request(numpy.tile(PROMPT_STATES, (1, 10, 1)), "prefill"))
    (row,) = shard.kv_sessions.sessions()
    window_bytes = 4 * 2 * 2 * 8 * 4 * (WINDOW - 1)  # layers, keys and values, key-value attention heads, width, float
    assert row.num_bytes <= 2 * window_bytes


def test_evicted_tensors_are_freed_at_once(tiny: Tiny) -> None:
    shard = fresh_shard(tiny("llama"), 1, 5)
    shard.forward(_hidden_request(PROMPT_STATES, "prefill"))
    shard.forward(_hidden_request(_ONE, "decode", _PAST))
    references = [weakref.ref(tensor) for tensor in _tensors(shard.kv_sessions._entries[SESSION].cache)]
    assert references
    gc.disable()
    try:
        assert shard.kv_sessions.evict(SESSION, "user")
        assert [reference for reference in references if reference() is not None] == []
    finally:
        gc.enable()


def test_a_session_evicted_while_it_decodes_is_not_brought_back(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    shard = fresh_shard(tiny("llama"), 1, 5)
    shard.forward(_hidden_request(PROMPT_STATES, "prefill"))
    layer = shard._runner._layers[2]
    forward = layer.forward

    def evicting(*args: Any, **kwargs: Any) -> Any:
        shard.kv_sessions.clear("unload")
        return forward(*args, **kwargs)

    monkeypatch.setattr(layer, "forward", evicting)
    assert shard.forward(_hidden_request(_ONE, "decode", _PAST)).past_len == _PAST + 1
    assert shard.forward(_hidden_request(PROMPT_STATES, "prefill")).past_len == _PAST
    assert len(shard.kv_sessions) == 0


def test_the_byte_budget_refuses_before_compute(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    shard = fresh_shard(tiny("llama"), 1, 5)
    shard.forward(_hidden_request(PROMPT_STATES, "prefill"))
    before = held_state(shard)
    shard.kv_sessions.set_limits(max_bytes=shard.kv_sessions.used_bytes + 100)
    monkeypatch.setattr(shard._runner._layers[1], "forward", _broken)
    with pytest.raises(NoRoom):
        shard.forward(_hidden_request(PROMPT_STATES, "prefill", session="e" * 32))
    with pytest.raises(NoRoom):
        shard.forward(_hidden_request(numpy.tile(PROMPT_STATES, (1, 8, 1)), "decode", _PAST))
    monkeypatch.undo()
    assert held_state(shard) == before


# -- what a shard says of itself ---------------------------------------------------------------------------------------


def test_a_shard_says_what_it_holds(tiny: Tiny) -> None:
    shard = cached_shard(tiny("llama"), 2, 5)
    assert (shard.span, shard.num_layers, shard.hidden_size, shard.vocab_size) == (Span(2, 5), NUM_LAYERS, 32, 267)
    assert (shard.dtype, shard.is_tail, shard.has_embedding, shard.identity) == ("float32", False, False, MODEL)
    assert (shard.limits.max_positions, shard.limits.hidden_size) == (256, 32)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_other_dtypes_on_the_wire_are_taken(tiny: Tiny, dtype: str) -> None:
    shard = cached_shard(tiny("llama"), 1, 5)
    values = torch.from_numpy(PROMPT_STATES).to(getattr(torch, dtype))
    payload = TensorPayload(tuple(values.shape), dtype, values.view(torch.int16).numpy().tobytes())
    reply = shard.forward(replace(request([0]), tensor=payload))
    expected = shard.forward(_hidden_request(values.float().numpy()))
    assert hidden_of(reply).equal(hidden_of(expected))


def test_a_shard_in_bfloat16_answers_in_bfloat16(tiny: Tiny) -> None:
    from meshnet_gui.engine.loader import load_shard

    shard = load_shard(tiny("llama"), Span(0, 2), identity=MODEL, dtype="bfloat16", num_threads=1)
    reply = shard.forward(replace(request(PROMPT), tensor=ids_payload(PROMPT)))
    assert isinstance(reply, HiddenReply)
    assert reply.tensor.dtype == shard.dtype == "bfloat16"


def test_values_that_only_our_dtype_cannot_hold_are_not_the_senders_fault(tiny: Tiny) -> None:
    from meshnet_gui.engine.loader import load_shard

    shard = load_shard(tiny("llama"), Span(1, 2), identity=MODEL, dtype="float16", num_threads=1)
    with pytest.raises(ComputeFailed, match="larger than float16 can hold"):
        shard.forward(_hidden_request(numpy.full((1, 2, 32), 1e5)))
    with pytest.raises(BadRequest, match="not finite"):
        shard.forward(_hidden_request(numpy.full((1, 2, 32), numpy.inf)))
