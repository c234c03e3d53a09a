"""Spans on the GPU of this machine, where there is one: ``pytest -m gpu``. It adds up in another order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch

from meshnet_gui.engine.device import accelerator, find_device, free_bytes, release_memory
from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.machine.plan import Wish, plan_compute
from meshnet_gui.engine.machine.this_machine import ThisMachine
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, PROMPT, SESSION, generate, request, send, whole_ids, whole_model

pytestmark = [pytest.mark.slow, pytest.mark.gpu]
Tiny = Callable[[str], Path]
KINDS = ["llama", "llama_tied", "sliding", "all_sliding", "hybrid", "conv", "moe", "renamed"]
MAX_DIFFERENCE = 1e-3  # of the largest logit
ANOTHER = "f" * 32


@pytest.fixture
def gpu() -> Iterator[str]:
    found = accelerator()
    if found is None:
        pytest.skip("needs a GPU that torch can use")
    yield found.type
    release_memory()


def chain(path: Path, gpu: str, *cuts: int, dtype: str = "float32", num_layers: int = 6) -> list[TorchModelShard]:
    return [
        load_shard(
            path,
            Span(start, end),
            identity=MODEL,
            dtype=dtype,
            device=gpu,
            store=SessionCacheStore(max_sessions=100, protect_s=0.0),
            num_threads=1,
        )
        for start, end in pairwise((0, *cuts, num_layers))
    ]


def last_logits(shards: list[TorchModelShard], prompt: list[int]) -> torch.Tensor:
    seen: list[torch.Tensor] = []
    shards[-1].on_logits = seen.append
    send(shards, request(prompt, "prefill", session=ANOTHER))
    shards[-1].on_logits = None
    return seen[-1][-1]


def expected_logits(path: Path, prompt: list[int]) -> torch.Tensor:
    with torch.inference_mode():
        return whole_model(path)(torch.tensor([prompt])).logits[0, -1]


@pytest.mark.parametrize("kind", KINDS)
def test_spans_on_the_gpu_compute_what_the_whole_model_does_on_the_processor(tiny: Tiny, gpu: str, kind: str) -> None:
    path = tiny(kind)
    shards = chain(path, gpu, 2, 5)
    assert {shard.device for shard in shards} == {gpu}
    expected, found = expected_logits(path, PROMPT), last_logits(shards, PROMPT)
    assert float((expected - found).abs().max() / expected.abs().max()) < MAX_DIFFERENCE
    assert generate(shards, PROMPT, 12) == whole_ids(path, PROMPT, 12)


@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid"])
def test_session_caches_lie_on_the_gpu_and_replies_do_not(tiny: Tiny, gpu: str, kind: str) -> None:
    first, _ = chain(tiny(kind), gpu, 3)
    reply: Any = first.forward(request(PROMPT, "prefill"))
    assert len(bytes(reply.tensor.data)) == 4 * 32 * len(PROMPT)
    entry: Any = first.kv_sessions._entries[SESSION]
    tensors = [value for layer in entry.cache._own for value in vars(layer).values() if isinstance(value, torch.Tensor)]
    assert {tensor.device.type for tensor in tensors} == {gpu}


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("kind", ["llama", "sliding", "hybrid"])
def test_16_bit_says_the_same_first_token(tiny: Tiny, gpu: str, kind: str, dtype: str) -> None:
    path = tiny(kind)
    shards = chain(path, gpu, 3, dtype=dtype)
    assert generate(shards, PROMPT, 8)[0] == whole_ids(path, PROMPT, 1)[0]
    assert {shard.dtype for shard in shards} == {dtype}


@pytest.mark.allow_warnings("could not compute a step")
def test_a_step_without_room_is_refused_and_the_session_goes_on(tiny: Tiny, gpu: str) -> None:
    (shard,) = chain(tiny("llama"), gpu)
    send([shard], request(PROMPT, "prefill"))
    run = shard.runner.run

    def full(*_: Any, **__: Any) -> Any:
        raise torch.OutOfMemoryError("full")

    shard.runner.run = full  # type: ignore[method-assign]
    with pytest.raises(Exception, match="not enough memory"):
        send([shard], request([7], "decode", len(PROMPT)))
    shard.runner.run = run  # type: ignore[method-assign]
    assert send([shard], request([7], "decode", len(PROMPT))).past_len == len(PROMPT) + 1


def test_memory_is_given_back_after_an_eviction_and_after_unloading(tiny: Tiny, gpu: str) -> None:
    if gpu == "mps":
        pytest.skip("Metal counts the system's memory")
    place = find_device(gpu)
    shards = chain(tiny("llama"), gpu)
    release_memory()
    before = torch.accelerator.memory_reserved(place)
    for number in range(50):
        send(shards, request(list(range(5, 205)), "prefill", session=f"{number:032x}"))
    full = torch.accelerator.memory_reserved(place)
    assert full > before
    shards[0].kv_sessions.clear("user")
    release_memory()
    assert torch.accelerator.memory_reserved(place) <= before + (full - before) // 4


def test_layers_that_do_not_fit_are_refused(tiny: Tiny, gpu: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.engine.device.free_bytes", lambda *_: 1000)
    with pytest.raises(Exception, match="do not fit into the memory"):
        chain(tiny("llama"), gpu)


def test_this_machine_takes_its_gpu_in_a_measured_dtype(gpu: str) -> None:
    machine = ThisMachine(fresh=True)
    times = machine.products(gpu, 1)
    assert set(times["float32"]) == {1, 8, 128}
    plan = plan_compute(Wish(num_threads=1, is_lean_family=True), machine)
    assert plan.device in {gpu, "cpu"}
    free = free_bytes(find_device(gpu))
    assert free is None or free > 0


@pytest.mark.real_model
def test_the_starter_model_on_the_gpu_says_what_it_says_on_the_processor(starter_model: ModelSpec, gpu: str) -> None:
    spec = starter_model
    shards = chain(spec.path, gpu, 10, num_layers=spec.num_layers)
    expected, found = expected_logits(spec.path, PROMPT), last_logits(shards, PROMPT)
    assert float((expected - found).abs().max() / expected.abs().max()) < MAX_DIFFERENCE
    assert generate(shards, PROMPT, 32) == whole_ids(spec.path, PROMPT, 32)
    rounded = chain(spec.path, gpu, 10, dtype="bfloat16", num_layers=spec.num_layers)
    assert generate(rounded, PROMPT, 4)[0] == whole_ids(spec.path, PROMPT, 1)[0]
