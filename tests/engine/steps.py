"""Steps through a chain of shards, and the whole model beside them to compare with."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy
import torch
from transformers import AutoModelForCausalLM

from meshnet_gui.engine.cache import SpanCache
from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.types import Span
from meshnet_gui.wire.messages import CacheMode, ForwardRequest, HiddenReply, TensorPayload, TokenReply

MODEL = "tiny@1:0123456789abcdef:float32"
SESSION = "0123456789abcdef0123456789abcdef"
PROMPT = [(index * 37) % 250 + 5 for index in range(21)]


@lru_cache(maxsize=64)
def cached_shard(path: Path, start: int, end: int) -> TorchModelShard:
    """A shard that several tests share: they use sessions of their own and never unload it."""
    return fresh_shard(path, start, end)


def fresh_shard(path: Path, start: int, end: int, store: SessionCacheStore | None = None) -> TorchModelShard:
    store = SessionCacheStore(max_sessions=1000) if store is None else store
    return load_shard(path, Span(start, end), identity=MODEL, store=store, num_threads=1)


def chain(path: Path, *cuts: int) -> list[TorchModelShard]:
    """Shards of the model cut at ``cuts``, sharing nothing."""
    ends = [0, *cuts]
    return [cached_shard(path, start, end) for start, end in pairwise(ends)]


def ids_payload(ids: Sequence[int]) -> TensorPayload:
    return TensorPayload((1, len(ids)), "int64", struct.pack(f"<{len(ids)}q", *ids))


def hidden_payload(values: numpy.ndarray[Any, Any]) -> TensorPayload:
    array = numpy.ascontiguousarray(values, dtype=numpy.float32)
    return TensorPayload(array.shape, "float32", array.tobytes())


def request(
    ids: Sequence[int], cache: CacheMode | None = None, past_len: int | None = None, **more: Any
) -> ForwardRequest:
    """A request with token ids; ``session`` and ``model`` are filled in where the cache mode needs them."""
    if cache is not None:
        more = {"session": SESSION, "model": MODEL} | more
    return ForwardRequest(ids_payload(ids), cache=cache, past_len=past_len, **more)


def send(shards: Sequence[TorchModelShard], first: ForwardRequest) -> TokenReply:
    """One step through the whole chain."""
    ids = tuple(struct.unpack(f"<{first.tensor.num_positions}q", first.tensor.data))
    message = first
    for shard in shards:
        reply = shard.forward(message)
        if isinstance(reply, HiddenReply):
            message = replace(first, tensor=reply.tensor, token_ids=ids)
    assert isinstance(reply, TokenReply)
    return reply


def send_many(shards: Sequence[TorchModelShard], first: Sequence[ForwardRequest]) -> list[TokenReply]:
    """A step of several sessions at once through the whole chain."""
    messages = list(first)
    for shard in shards:
        replies = shard.forward_many([(message, None) for message in messages])
        if not shard.is_tail:
            hidden = [reply.tensor for reply in replies if isinstance(reply, HiddenReply)]
            messages = [replace(one, tensor=tensor) for one, tensor in zip(messages, hidden, strict=True)]
    tokens = [reply for reply in replies if isinstance(reply, TokenReply)]
    assert len(tokens) == len(first)
    return tokens


def generate(shards: Sequence[TorchModelShard], prompt: list[int], count: int, *, session: str = SESSION) -> list[int]:
    """Greedy ids by one prefill and single decodes."""
    reply = send(shards, request(prompt, "prefill", session=session))
    ids, past_len = [reply.token_id], len(prompt)
    while len(ids) < count:
        reply = send(shards, request([ids[-1] or 0], "decode", past_len, session=session))
        ids.append(reply.token_id)
        past_len += 1
    return [token or 0 for token in ids]


@lru_cache(maxsize=16)
def whole_model(path: Path) -> Any:
    model = AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32, local_files_only=True)
    model.generation_config.eos_token_id = None
    return model.eval()


@lru_cache(maxsize=64)
def _whole_ids(path: Path, prompt: tuple[int, ...], count: int) -> list[int]:
    output = whole_model(path).generate(torch.tensor([prompt]), max_new_tokens=count, do_sample=False)
    return output[0][len(prompt) :].tolist()


def whole_ids(path: Path, prompt: list[int], count: int) -> list[int]:
    """Greedy ids of the library's own generation in one piece."""
    return _whole_ids(path, tuple(prompt), count)


def whole_hidden(path: Path, ids: list[int], layer: int) -> torch.Tensor:
    """Hidden states before ``layer`` (not the last), computed in one piece. Shapes: ``(1, n, hidden)``."""
    with torch.inference_mode():
        return whole_model(path)(torch.tensor([ids]), output_hidden_states=True).hidden_states[layer]


def hidden_of(reply: object) -> torch.Tensor:
    assert isinstance(reply, HiddenReply)
    return torch.frombuffer(bytearray(reply.tensor.data), dtype=torch.float32).view(reply.tensor.shape)


def held_state(shard: TorchModelShard, session: str = SESSION) -> dict[str, object]:
    """Every byte that the shard holds for a session, and its counts."""
    entry = shard.kv_sessions._entries[session]
    assert isinstance(entry.cache, SpanCache)
    found: dict[str, object] = {
        "num_tokens": (entry.num_tokens, entry.cache.num_tokens),
        "state": entry.state,
        "token_ids": list(entry.token_ids),
        "sampling": entry.sampling,
        "last": entry.last_token_id,
    }
    for index in range(entry.span.start, entry.span.end):
        _collect(found, f"{index}", vars(entry.cache.layers[index]))
    return found


def _collect(found: dict[str, object], name: str, value: object) -> None:
    if isinstance(value, torch.Tensor):
        found[name] = value.contiguous().view(torch.uint8).numpy().tobytes() if value.ndim else value.item()
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in {"_buffers", "_cut", "num_bytes"}:  # spare room is no content
                _collect(found, f"{name}.{key}", item)
    elif isinstance(value, (int, bool, str, type(None))):
        found[name] = value
