"""The starter model by the lean path: split and whole give transformers' answer, in memory that is the file's."""

from __future__ import annotations

import gc
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.quality import fixed_text, foresee
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.tokenizer import load_tokenizer
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, generate, request, send, send_many, whole_ids

pytestmark = [pytest.mark.real_model, pytest.mark.timeout(600)]
NUM_TOKENS = 64
NUM_LAYERS = 30


@pytest.fixture(scope="module")
def path(starter_model: ModelSpec) -> Path:
    return starter_model.path


@pytest.fixture(scope="module")
def prompt(path: Path) -> list[int]:
    return load_tokenizer(path).encode_chat([{"role": "user", "content": "What is the capital of France?"}])


def lean_chain(path: Path, *cuts: int) -> list[TorchModelShard]:
    spans = [Span(start, end) for start, end in pairwise([0, *cuts])]
    shards = [load_shard(path, span, identity=MODEL, num_threads=1, runner="lean") for span in spans]
    assert [shard.runner_name for shard in shards] == ["lean"] * len(shards)
    return shards


@pytest.mark.parametrize(
    "cuts", [(NUM_LAYERS,), (15, NUM_LAYERS), pytest.param((1, 29, NUM_LAYERS), marks=pytest.mark.slow)]
)
def test_whole_and_split_answer_what_transformers_does(path: Path, prompt: list[int], cuts: tuple[int, ...]) -> None:
    ids = generate(lean_chain(path, *cuts), prompt, NUM_TOKENS)
    assert ids == whole_ids(path, prompt, NUM_TOKENS)
    assert load_tokenizer(path).decode(ids).startswith("The capital of France is Paris.")


def test_chunks_and_several_tokens_on_a_past_give_the_same_tokens(path: Path, prompt: list[int]) -> None:
    shards = lean_chain(path, 15, NUM_LAYERS)
    expected = whole_ids(path, prompt, NUM_TOKENS)
    send(shards, request(prompt[:7], "prefill"))
    send(shards, request(prompt[7:9], "decode", 7))
    assert send(shards, request(prompt[9:], "decode", 9)).token_id == expected[0]
    again = [*prompt, *expected[:8]]
    assert send(shards, request(again[5:], "decode", 5, truncate_to=5)).token_id == expected[8]


def test_sessions_computed_together_say_what_each_says_alone(path: Path, prompt: list[int]) -> None:
    """Products of several rows round otherwise in the last bits: tokens may differ where two logits are within 1e-3."""
    shards = lean_chain(path, 15, NUM_LAYERS)
    prompts = [prompt, prompt[:19], prompt[3:] + prompt, prompt[::-1]]
    expected = [generate(shards, one, 24) for one in prompts]
    sessions = [f"{index:032x}" for index in range(len(prompts))]
    ids = [
        [send(shards, request(one, "prefill", session=session)).token_id or 0]
        for session, one in zip(sessions, prompts, strict=True)
    ]
    while len(ids[0]) < 24:
        steps = [
            request(own[-1:], "decode", len(one) + len(own) - 1, session=session)
            for session, one, own in zip(sessions, prompts, ids, strict=True)
        ]
        for own, reply in zip(ids, send_many(shards, steps), strict=True):
            own.append(reply.token_id or 0)
    assert ids == expected


@pytest.mark.skipif(not Path("/proc/self/smaps").is_file(), reason="private memory is only told on Linux")
def test_float32_weights_take_no_memory_of_our_own(path: Path) -> None:
    before = _private_bytes()
    shards = lean_chain(path, NUM_LAYERS)
    gc.collect()
    assert _private_bytes() - before < shards[0].parameter_bytes // 4


def _private_bytes() -> int:
    """Without file pages, which the system can take back at any time."""
    lines = Path("/proc/self/smaps").read_text(encoding="utf-8", errors="replace").splitlines()
    return 1024 * sum(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


@pytest.mark.parametrize(("precision", "share"), [("int8", 1 / 3), ("int4", 1 / 4)])
def test_coded_weights_say_nearly_what_float32_says(path: Path, precision: str, share: float) -> None:
    span = Span(0, NUM_LAYERS)
    exact = load_shard(path, span, identity=MODEL, num_threads=1, runner="lean")
    rounded = load_shard(path, span, identity=MODEL, num_threads=1, precision=precision)
    assert rounded.parameter_bytes < exact.parameter_bytes * share
    ids = load_tokenizer(path).encode(fixed_text())[:512]
    expected, found = foresee(exact, ids), foresee(rounded, ids)
    assert found.agreement(expected) >= 0.96  # the bench holds 8 bit to 0.97 on the whole texts
    assert found.perplexity <= 1.03 * expected.perplexity


@pytest.mark.slow
@pytest.mark.skipif("fbgemm" not in torch.backends.quantized.supported_engines, reason="torch has FBGEMM on x86 only")
def test_16_bit_weights_answer_what_the_rounded_model_does(path: Path, prompt: list[int], tmp_path: Path) -> None:
    rounded = Path(shutil.copytree(path, tmp_path / "rounded"))
    tensors = load_file(rounded / "model.safetensors")
    rounded_tensors = {name: t.bfloat16().float() if t.ndim == 2 else t for name, t in tensors.items()}
    save_file(rounded_tensors, rounded / "model.safetensors", metadata={"format": "pt"})
    expected = whole_ids(rounded, prompt, NUM_TOKENS)
    for cuts in ((NUM_LAYERS,), (15, NUM_LAYERS)):
        spans = [Span(start, end) for start, end in pairwise([0, *cuts])]
        shards = [load_shard(path, span, identity=MODEL, num_threads=1, precision="bf16") for span in spans]
        assert generate(shards, prompt, NUM_TOKENS) == expected
    shard = load_shard(path, Span(0, NUM_LAYERS), identity=MODEL, num_threads=1, precision="bf16")
    exact = load_shard(path, Span(0, NUM_LAYERS), identity=MODEL, num_threads=1, runner="lean")
    ids = load_tokenizer(path).encode(fixed_text())[:512]
    assert foresee(shard, ids).agreement(foresee(exact, ids)) >= 0.98
