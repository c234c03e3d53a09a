"""The lean path computes what the library computes, for each family, and undoes a step like the generic one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch
from transformers import AutoConfig, AutoModelForCausalLM

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.lean.cache import LeanCache
from meshnet_gui.engine.lean.runner import MAX_SUB_SPANS, LeanRunner
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import ComputeFailed, TorchModelShard
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import HiddenReply
from meshnet_gui.wire.refusals import KVCacheMiss, NoRoom
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
from tests.tiny_models import NUM_LAYERS, WINDOW, make_tiny

_MIXED = ["sliding_attention", "sliding_attention", "full_attention"] * 2
_TIED = {"tie_word_embeddings": True}
_LLAMA3 = {"rope_type": "llama3", "rope_theta": 1e4, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
_KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("llama", {}),
    "llama_tied": ("llama", _TIED),
    "llama3": ("llama", {"rope_parameters": {**_LLAMA3, "original_max_position_embeddings": 16}}),
    "llama_biases": ("llama", {"attention_bias": True, "mlp_bias": True}),
    "mistral": ("mistral", {"sliding_window": WINDOW}),
    "qwen2": ("qwen2", {}),
    "qwen2_sliding": ("qwen2", {"use_sliding_window": True, "sliding_window": WINDOW, "max_window_layers": 2}),
    "qwen3": ("qwen3", {}),
    "phi3": ("phi3", {"sliding_window": WINDOW}),
    "gemma": ("gemma", _TIED),
    "gemma2": ("gemma2", _TIED | {"sliding_window": WINDOW, "query_pre_attn_scalar": 8, "layer_types": _MIXED}),
    "gemma3": ("gemma3_text", _TIED | {"sliding_window": WINDOW, "layer_types": _MIXED}),
}
KINDS = tuple(_KINDS)
Lean = Callable[[str], Path]


@pytest.fixture(scope="module")
def lean(tmp_path_factory: pytest.TempPathFactory) -> Lean:
    """``lean(kind)`` is the folder of a tiny model that the lean path takes."""
    made: dict[str, Path] = {}

    def get(kind: str) -> Path:
        if kind not in made:
            made[kind] = _make(kind, tmp_path_factory.mktemp("lean") / kind)
        return made[kind]

    return get


def _make(kind: str, folder: Path) -> Path:
    """A tiny model with attention heads as large as the graph wants them, in the place of a tiny Llama."""
    model_type, changes = _KINDS[kind]
    make_tiny("llama", folder)
    base = {name: value for name, value in AutoConfig.from_pretrained(folder).to_dict().items() if name in _SIZES}
    config = AutoConfig.for_model(model_type, **(base | {"head_dim": 16} | changes))
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if parameter.ndim > 1 or "bias" in name:
                parameter.normal_(0.0, 0.2)
            elif "norm" in name:
                parameter.add_(torch.randn_like(parameter) * 0.1)
    model.save_pretrained(folder)
    return folder


_SIZES = {
    "vocab_size", "hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads",
    "num_key_value_heads", "head_dim", "max_position_embeddings", "eos_token_id", "bos_token_id", "pad_token_id",
    "tie_word_embeddings",
}  # fmt: skip


def lean_shard(path: Path, start: int, end: int, store: SessionCacheStore | None = None) -> TorchModelShard:
    store = SessionCacheStore(max_sessions=1000) if store is None else store
    shard = load_shard(path, Span(start, end), identity=MODEL, store=store, num_threads=1, runner="lean")
    assert shard.runner_name == "lean"
    return shard


@lru_cache(maxsize=64)
def shared_shard(path: Path, start: int, end: int) -> TorchModelShard:
    """A shard that several tests share: they prefill anew and never unload it."""
    return lean_shard(path, start, end)


def lean_chain(path: Path, *cuts: int) -> list[TorchModelShard]:
    return [shared_shard(path, start, end) for start, end in pairwise([0, *cuts])]


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
    path = _make("llama_tied", tmp_path / "half")
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
