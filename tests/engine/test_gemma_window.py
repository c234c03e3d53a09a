"""Gemma 3 270M across its sliding window of 512 tokens: any split, by any road, gives transformers' tokens.

Layers 5, 11 and 17 attend to all tokens, the others to the last 512.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.tokenizer import load_tokenizer
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, generate, request, send, whole_ids, whole_model

pytestmark = [pytest.mark.real_model, pytest.mark.timeout(900)]
TEXT = Path(__file__).resolve().parents[2] / "LICENSE"
WINDOW, NUM_LAYERS = 512, 18
SPLITS = [(7, NUM_LAYERS), (1, 5, 6, NUM_LAYERS)]


@pytest.fixture(scope="module")
def path(gemma_model: ModelSpec) -> Iterator[Path]:
    yield gemma_model.path
    whole_model.cache_clear()  # a gigabyte


@pytest.fixture(scope="module")
def ids(path: Path) -> list[int]:
    """More than a window of real text."""
    return load_tokenizer(path).encode(TEXT.read_text(encoding="utf-8"))


def chain(path: Path, *cuts: int, runner: str = "generic") -> list[TorchModelShard]:
    spans = [Span(start, end) for start, end in pairwise([0, *cuts])]
    shards = [load_shard(path, span, identity=MODEL, num_threads=1, runner=runner) for span in spans]
    assert [shard.runner_name for shard in shards] == [runner] * len(shards)
    return shards


def test_the_model_is_what_its_file_says(path: Path) -> None:
    config = whole_model(path).config
    full = [index for index, kind in enumerate(config.layer_types) if kind == "full_attention"]
    assert (config.sliding_window, full, config.num_hidden_layers) == (WINDOW, [5, 11, 17], NUM_LAYERS)
    assert config.eos_token_id == [1, 106]


def test_it_speaks(path: Path) -> None:
    tokenizer = load_tokenizer(path)
    prompt = tokenizer.encode("The capital of France is")
    assert prompt[0] == 2  # its start token
    assert "France" in tokenizer.decode(whole_ids(path, prompt, 12))


def test_decoding_crosses_the_window(path: Path, ids: list[int]) -> None:
    prompt = ids[: WINDOW - 4]
    assert generate(chain(path, 6, NUM_LAYERS), prompt, 8) == whole_ids(path, prompt, 8)


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["generic", "lean"])
@pytest.mark.parametrize("cuts", SPLITS)
def test_a_long_answer_crosses_the_window(path: Path, ids: list[int], cuts: tuple[int, ...], runner: str) -> None:
    prompt = ids[:480]
    assert generate(chain(path, *cuts, runner=runner), prompt, 64) == whole_ids(path, prompt, 64)


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["generic", "lean"])
@pytest.mark.parametrize("cuts", SPLITS)
def test_prefill_past_the_window_at_once_and_in_pieces(
    path: Path, ids: list[int], cuts: tuple[int, ...], runner: str
) -> None:
    prompt, expected = ids[:900], whole_ids(path, ids[:900], 24)
    shards = chain(path, *cuts, runner=runner)
    assert generate(shards, prompt, 24) == expected
    again = "f" * 32
    send(shards, request(prompt[:300], "prefill", session=again))
    send(shards, request(prompt[300:700], "decode", 300, session=again))
    assert send(shards, request(prompt[700:], "decode", 700, session=again)).token_id == expected[0]
    for index, token in enumerate(expected[:-1]):
        reply = send(shards, request([token], "decode", len(prompt) + index, session=again))
        assert reply.token_id == expected[index + 1]


@pytest.mark.slow
def test_a_lost_cache_is_filled_again_past_the_window(path: Path, ids: list[int]) -> None:
    prompt = ids[:600]
    expected = whole_ids(path, prompt, 24)
    shards = chain(path, 5, 6, NUM_LAYERS)
    assert generate(shards, prompt, 12) == expected[:12]
    fresh = [chain(path, 5, 6, NUM_LAYERS)[1]]
    history = [*prompt, *expected[:11]]
    assert generate([shards[0], *fresh, shards[2]], history, 12, session="e" * 32) == expected[11:23]
