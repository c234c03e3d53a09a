"""The lean path computes what the library computes, for each family, and undoes a step like the generic one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.lean.cache import LeanCache
from meshnet_gui.engine.lean.runner import MAX_SUB_SPANS, LeanRunner
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.step import ComputeFailed
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import HiddenReply
from meshnet_gui.wire.refusals import KVCacheMiss, NoRoom
from tests.engine.lean_models import KINDS, Lean, lean_chain, lean_shard, make_lean, shared_shard
from tests.engine.steps import (
    MODEL,
    PROMPT,
    SESSION,
    generate,
    hidden_of,
    hidden_payload,
    request,
    send,
    whole_hidden,
    whole_ids,
)
from tests.tiny_models import NUM_LAYERS


def cache_of(shard: TorchModelShard) -> LeanCache:
    cache = shard.kv_sessions._entries[SESSION].cache
    assert isinstance(cache, LeanCache)
    return cache


def held_rows(shard: TorchModelShard) -> torch.Tensor:
    cache = cache_of(shard)
    return torch.from_numpy(cache._buffer[:, :, :, : cache.num_tokens].copy())


# -- the same numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cuts", [(NUM_LAYERS,), (2, 3, NUM_LAYERS)])
@pytest.mark.parametrize("kind", KINDS)
def test_lean_shards_generate_what_the_whole_model_does(lean: Lean, kind: str, cuts: Sequence[int]) -> None:
    path = lean(kind)
    assert generate(lean_chain(path, *cuts), PROMPT, 24) == whole_ids(path, PROMPT, 24)


@pytest.mark.parametrize("kind", KINDS)
def test_a_prompt_in_chunks_and_several_tokens_on_a_past_give_the_same_tokens(lean: Lean, kind: str) -> None:
    path = lean(kind)
    shards = lean_chain(path, NUM_LAYERS)
    send(shards, request(PROMPT[:5], "prefill"))
    send(shards, request(PROMPT[5:17], "decode", 5))
    assert send(shards, request(PROMPT[17:], "decode", 17)).token_id == whole_ids(path, PROMPT, 1)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_hidden_states_are_those_of_the_whole_model(lean: Lean, kind: str) -> None:
    path = lean(kind)
    shard = shared_shard(path, 0, 2)
    expected = whole_hidden(path, PROMPT, 2)
    torch.testing.assert_close(hidden_of(shard.forward(request(PROMPT))), expected, rtol=1e-4, atol=1e-4)
    first = hidden_of(shard.forward(request(PROMPT, start_layer=0, end_layer=1)))
    second = shard.forward(_hidden_request(first, 1, 2))
    torch.testing.assert_close(hidden_of(second), expected, rtol=1e-4, atol=1e-4)


def test_a_mixed_chain_of_lean_and_generic_shards_agrees(lean: Lean) -> None:
    path = lean("llama")
    generic = load_shard(path, Span(0, 2), identity=MODEL, num_threads=1)
    assert generic.runner_name == "generic"
    assert generate([generic, lean_shard(path, 2, NUM_LAYERS)], PROMPT, 12) == whole_ids(path, PROMPT, 12)


def test_half_precision_files_give_the_same_tokens(lean: Lean, tmp_path: Path) -> None:
    path = make_lean("llama_tied", tmp_path / "half")
    AutoModelForCausalLM.from_pretrained(path, dtype=torch.bfloat16).save_pretrained(path)
    assert generate(lean_chain(path, 3, NUM_LAYERS), PROMPT, 12) == whole_ids(path, PROMPT, 12)


def test_a_draft_is_verified_position_by_position(lean: Lean) -> None:
    path = lean("llama")
    shards = lean_chain(path, NUM_LAYERS)
    expected = whole_ids(path, PROMPT, 5)
    assert send(shards, request(PROMPT, "prefill")).token_id == expected[0]
    reply = send(shards, request(expected[:4], "decode", len(PROMPT), verify=True))
    assert list(reply.token_ids) == expected[1:]


def test_sessions_outgrow_their_first_buffer_and_the_rotary_table(lean: Lean) -> None:
    path = lean("llama")
    assert generate(lean_chain(path, NUM_LAYERS), PROMPT[:3], 200) == whole_ids(path, PROMPT[:3], 200)


def test_interleaved_sessions_do_not_see_each_other(lean: Lean) -> None:
    path = lean("llama")
    shards = lean_chain(path, 3, NUM_LAYERS)
    prompts = {"1" * 32: PROMPT, "2" * 32: PROMPT[::-1]}
    ids = {s: [send(shards, request(p, "prefill", session=s)).token_id or 0] for s, p in prompts.items()}
    for step in range(8):
        for session, prompt in prompts.items():
            step_request = request(ids[session][-1:], "decode", len(prompt) + step, session=session)
            ids[session].append(send(shards, step_request).token_id or 0)
    assert all(ids[session] == whole_ids(path, prompt, 9) for session, prompt in prompts.items())


# -- sessions ----------------------------------------------------------------------------------------------------------


def test_going_back_and_on_gives_what_a_fresh_session_does(lean: Lean) -> None:
    path = lean("llama")
    shards = lean_chain(path, NUM_LAYERS)
    generate(shards, PROMPT, 6)
    other = [7, 8, 9]
    reply = send(shards, request(other, "decode", 10, truncate_to=10))
    assert reply.token_id == whole_ids(path, [*PROMPT[:10], *other], 1)[0]
    assert cache_of(shards[0]).num_tokens == 13


@pytest.mark.allow_warnings("could not compute")
def test_a_failed_step_leaves_the_session_as_it_was(lean: Lean, monkeypatch: pytest.MonkeyPatch) -> None:
    path = lean("llama")
    shards = lean_chain(path, NUM_LAYERS)
    (shard,) = shards
    ids = generate(shards, PROMPT, 4)
    before, held = held_rows(shard), cache_of(shard).num_tokens
    with monkeypatch.context() as patch:
        patch.setattr(LeanRunner, "run", _writes_then_fails(LeanRunner.run))
        with pytest.raises(ComputeFailed):
            shard.forward(request([3, 4, 5], "decode", 12, truncate_to=12))
        with pytest.raises(ComputeFailed):
            shard.forward(request([3], "decode", held))
    assert torch.equal(held_rows(shard), before)
    assert send(shards, request(ids[-1:], "decode", held)).token_id == whole_ids(path, PROMPT, 5)[-1]


def test_a_step_that_does_not_fit_is_a_miss(lean: Lean) -> None:
    shard = lean_shard(lean("llama"), 0, NUM_LAYERS)
    shard.forward(request(PROMPT, "prefill"))
    with pytest.raises(KVCacheMiss):
        shard.forward(request([3], "decode", len(PROMPT) - 1))


@pytest.mark.allow_warnings("could not compute")
def test_memory_that_the_runtime_cannot_have_is_no_room(lean: Lean, monkeypatch: pytest.MonkeyPatch) -> None:
    shard = lean_shard(lean("llama"), 0, NUM_LAYERS)

    def exhausted(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(shard.runner, "run", exhausted)
    with pytest.raises(NoRoom):
        shard.forward(request(PROMPT))


def test_bytes_are_counted_and_bounded_by_the_store(lean: Lean) -> None:
    shard = lean_shard(lean("llama"), 0, NUM_LAYERS)
    shard.forward(request(PROMPT, "prefill"))
    (row,) = shard.kv_sessions.sessions()
    assert row.num_bytes == cache_of(shard)._buffer.nbytes
    assert row.num_bytes >= 2 * NUM_LAYERS * 2 * 8 * len(PROMPT) * 4
    small = SessionCacheStore(max_bytes=row.num_bytes // 8)
    with pytest.raises(NoRoom):
        lean_shard(lean("llama"), 0, NUM_LAYERS, small).forward(request(PROMPT, "prefill"))


def test_only_a_few_sub_spans_are_kept(lean: Lean) -> None:
    shard = lean_shard(lean("llama"), 0, NUM_LAYERS)
    for end in range(1, NUM_LAYERS):
        for start in range(end):
            hidden = torch.zeros(1, 2, 32)
            assert isinstance(shard.forward(_hidden_request(hidden, start, end)), HiddenReply)
    assert isinstance(shard.runner, LeanRunner)
    assert len(shard.runner._parts) == MAX_SUB_SPANS


def _hidden_request(hidden: torch.Tensor, start: int, end: int):
    message = request([1])
    return type(message)(hidden_payload(hidden.numpy()), start_layer=start, end_layer=end)


def _writes_then_fails(run: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    def failing(*args: object, **kwargs: object) -> torch.Tensor:
        run(*args, **kwargs)
        raise RuntimeError("broken after it has written")

    return failing
