"""The starter model itself: split and whole give the same answer. Needs its weights."""

from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.engine.tokenizer import load_tokenizer
from meshnet_gui.modelstore.spec import ModelSpec
from tests.engine.steps import fresh_shard, generate, request, send, whole_ids

pytestmark = [pytest.mark.real_model, pytest.mark.timeout(600)]
NUM_TOKENS = 48


@pytest.fixture(scope="module")
def path(starter_model: ModelSpec) -> Path:
    return starter_model.path


@pytest.fixture(scope="module")
def prompt(path: Path) -> list[int]:
    return load_tokenizer(path).encode_chat([{"role": "user", "content": "What is the capital of France?"}])


@pytest.mark.parametrize("cut", [15, *(pytest.param(cut, marks=pytest.mark.slow) for cut in (1, 29))])
def test_two_spans_answer_what_one_process_does(path: Path, prompt: list[int], cut: int) -> None:
    shards = [fresh_shard(path, 0, cut), fresh_shard(path, cut, 30)]
    ids = generate(shards, prompt, NUM_TOKENS)
    assert ids == whole_ids(path, prompt, NUM_TOKENS)
    assert load_tokenizer(path).decode(ids).startswith("The capital of France is Paris.")


def test_stateless_and_chunked_give_the_same_tokens(path: Path, prompt: list[int]) -> None:
    shards = [fresh_shard(path, 0, 15), fresh_shard(path, 15, 30)]
    expected = whole_ids(path, prompt, NUM_TOKENS)
    stateless: list[int] = []
    while len(stateless) < 8:
        stateless.append(send(shards, request(prompt + stateless)).token_id or 0)
    assert stateless == expected[:8]
    send(shards, request(prompt[:7], "prefill"))
    assert send(shards, request(prompt[7:], "decode", 7)).token_id == expected[0]


def test_its_tokenizer_agrees_with_the_library(path: Path) -> None:
    from transformers import AutoTokenizer

    ours, theirs = load_tokenizer(path), AutoTokenizer.from_pretrained(path, local_files_only=True)
    for text in ("The quick brown fox.", "  spaces\n\n\ttabs", "naïve 👩‍👩‍👧‍👦 日本語", "def f(x):\n    return x**2"):
        ids = theirs(text)["input_ids"]
        assert ours.encode(text) == ids
        assert ours.decode(ids) == theirs.decode(ids, skip_special_tokens=True)
    messages = [{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hi!"}]
    messages.append({"role": "user", "content": "What is 2+2?"})
    expected = theirs.apply_chat_template(messages, add_generation_prompt=True, return_dict=False)
    assert ours.encode_chat(messages) == expected
