"""16-bit weights with float32 activations: the numbers of the rounded model, for each family, and nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

from meshnet_gui.engine.lean import half
from meshnet_gui.engine.lean.cache import LeanCache
from meshnet_gui.engine.lean.half import HalfWeights, Rows
from meshnet_gui.engine.lean.plan import NotLean
from meshnet_gui.engine.lean.torch_attention import Positions
from meshnet_gui.engine.lean.torch_graph import GraphText, compiled
from meshnet_gui.engine.lean.torch_step import TorchStep
from meshnet_gui.engine.lean.weights import MappedWeights
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.engine.step import ComputeFailed
from meshnet_gui.errors import MachineError
from meshnet_gui.types import Span
from tests.engine.lean_models import KINDS, make_lean
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

pytestmark = pytest.mark.skipif(
    "fbgemm" not in torch.backends.quantized.supported_engines, reason="torch has FBGEMM on x86 only"
)
Made = Callable[[str], tuple[Path, Path]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """``made(kind)`` are the folders of a tiny model and of the same with its matrices rounded to bfloat16."""
    found: dict[str, tuple[Path, Path]] = {}

    def get(kind: str) -> tuple[Path, Path]:
        if kind not in found:
            path = make_lean(kind, tmp_path_factory.mktemp("half") / kind)
            found[kind] = path, rounded_copy(path)
        return found[kind]

    return get


def rounded_copy(path: Path) -> Path:
    target = Path(shutil.copytree(path, path.with_name(f"{path.name}_rounded")))
    tensors = load_file(target / "model.safetensors")
    rounded = {name: t.bfloat16().float() if t.ndim == 2 else t for name, t in tensors.items()}
    save_file(rounded, target / "model.safetensors", metadata={"format": "pt"})
    return target


def stored_as(path: Path, dtype: torch.dtype) -> None:
    tensors = {name: t.to(dtype) for name, t in load_file(path / "model.safetensors").items()}
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})


def half_shard(path: Path, start: int = 0, end: int = NUM_LAYERS) -> TorchModelShard:
    shard = load_shard(path, Span(start, end), identity=MODEL, num_threads=1, precision="bf16")
    assert shard.runner_name == "lean bf16"
    return shard


@lru_cache(maxsize=64)
def shared_shard(path: Path, start: int, end: int) -> TorchModelShard:
    return half_shard(path, start, end)


def assert_close(found: torch.Tensor, expected: torch.Tensor) -> None:
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)


def half_chain(path: Path, *cuts: int) -> list[TorchModelShard]:
    return [shared_shard(path, start, end) for start, end in pairwise([0, *cuts])]


# -- the same numbers as the library, of the rounded weights -----------------------------------------------------------


@pytest.mark.parametrize("cuts", [pytest.param((NUM_LAYERS,), marks=pytest.mark.slow), (2, 3, NUM_LAYERS)])
@pytest.mark.parametrize("kind", KINDS)
def test_half_shards_generate_what_the_whole_rounded_model_does(made: Made, kind: str, cuts: Sequence[int]) -> None:
    path, rounded = made(kind)
    assert generate(half_chain(path, *cuts), PROMPT, 64) == whole_ids(rounded, PROMPT, 64)


@pytest.mark.parametrize("kind", KINDS)
def test_hidden_states_of_spans_and_sub_spans_are_those_of_the_rounded_model(made: Made, kind: str) -> None:
    path, rounded = made(kind)
    shard = shared_shard(path, 0, 2)
    expected = whole_hidden(rounded, PROMPT, 2)
    assert_close(hidden_of(shard.forward(request(PROMPT))), expected)
    first = hidden_of(shard.forward(request(PROMPT, start_layer=0, end_layer=1)))
    assert_close(first, whole_hidden(rounded, PROMPT, 1))
    second = shard.forward(type(request([1]))(hidden_payload(first.numpy()), start_layer=1, end_layer=2))
    assert_close(hidden_of(second), expected)


@pytest.mark.parametrize("kind", KINDS)
def test_cached_chunked_and_stateless_steps_agree(made: Made, kind: str) -> None:
    path, _ = made(kind)
    shard = shared_shard(path, 0, 4)
    stateless = hidden_of(shard.forward(request(PROMPT)))
    shard.forward(request(PROMPT[:5], "prefill"))
    rest = [
        hidden_of(shard.forward(request(PROMPT[start:end], "decode", start)))
        for start, end in ((5, 17), (17, 18), (18, 21))
    ]
    assert_close(torch.cat(rest, 1), stateless[:, 5:])


def test_going_back_and_on_gives_what_a_fresh_session_does(made: Made) -> None:
    path, rounded = made("llama")
    shards = half_chain(path, NUM_LAYERS)
    generate(shards, PROMPT, 6)
    reply = send(shards, request([7, 8, 9], "decode", 10, truncate_to=10))
    assert reply.token_id == whole_ids(rounded, [*PROMPT[:10], 7, 8, 9], 1)[0]


@pytest.mark.allow_warnings("could not compute")
def test_a_failed_step_leaves_the_session_as_it_was(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    path, rounded = made("llama")
    shards = half_chain(path, NUM_LAYERS)
    ids = generate(shards, PROMPT, 4)
    cache = shards[0].kv_sessions._entries[SESSION].cache
    assert isinstance(cache, LeanCache)
    held, before = cache.num_tokens, cache._buffer[:, :, :, : cache.num_tokens].copy()
    run = TorchStep.run

    def writes_then_fails(*args: object, **kwargs: object) -> torch.Tensor:
        run(*args, **kwargs)  # type: ignore[arg-type]
        raise RuntimeError("broken after it has written")

    with monkeypatch.context() as patch:
        patch.setattr(TorchStep, "run", writes_then_fails)
        with pytest.raises(ComputeFailed):
            shards[0].forward(request([3, 4, 5], "decode", 12, truncate_to=12))
        with pytest.raises(ComputeFailed):
            shards[0].forward(request([3], "decode", held))
    assert np.array_equal(cache._buffer[:, :, :, :held], before)
    assert send(shards, request(ids[-1:], "decode", held)).token_id == whole_ids(rounded, PROMPT, 5)[-1]


def test_a_draft_is_verified_position_by_position(made: Made) -> None:
    path, rounded = made("llama_tied")
    shards, expected = half_chain(path, NUM_LAYERS), whole_ids(rounded, PROMPT, 5)
    send(shards, request(PROMPT, "prefill"))
    reply = send(shards, request(expected[:4], "decode", len(PROMPT), verify=True))
    assert list(reply.token_ids) == expected[1:]


def test_sessions_outgrow_their_first_buffer_and_the_rotary_table(made: Made) -> None:
    path, rounded = made("llama")
    assert generate(half_chain(path, NUM_LAYERS), PROMPT[:3], 200) == whole_ids(rounded, PROMPT[:3], 200)


def test_matrices_packed_in_many_parts_give_the_same_tokens(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    path, rounded = made("llama_biases")
    monkeypatch.setattr(half, "_WEIGHTS_AT_ONCE", 300)  # nine rows of 32: parts cross the borders of q, k and v
    shard = half_shard(path)
    assert len(shard.runner._layers[0].qkv.parts) > 3  # type: ignore[attr-defined]
    assert generate([shard], PROMPT, 12) == whole_ids(rounded, PROMPT, 12)


# -- which values are held ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_files_stored_in_16_bit_keep_their_values(tmp_path: Path, dtype: torch.dtype) -> None:
    path = make_lean("llama_tied", tmp_path / "stored")
    stored_as(path, dtype)
    assert generate([half_shard(path)], PROMPT, 24) == whole_ids(path, PROMPT, 24)


def test_weights_take_16_bit_each(made: Made) -> None:
    path, _ = made("llama")
    exact = load_shard(path, Span(1, 3), identity=MODEL, num_threads=1, runner="lean")
    norms = 4 * 2 * 2 * 32
    assert half_shard(path, 1, 3).parameter_bytes == (exact.parameter_bytes - norms) // 2 + norms


def weights_with(tmp_path: Path, **tensors: torch.Tensor) -> MappedWeights:
    save_file(tensors, tmp_path / "model.safetensors")
    return MappedWeights(tmp_path)


def product_of(weights: MappedWeights, name: str) -> torch.Tensor:
    """The matrix that a product computes with."""
    num_rows, width = weights.shape(name)
    return HalfWeights(weights).product([Rows(name, np.arange(num_rows))])(torch.eye(width)).T


def test_every_bfloat16_of_an_ordinary_size_is_held_exactly(tmp_path: Path) -> None:
    exponents = torch.arange(-17, 16).repeat_interleave(128)
    values = torch.ldexp(1 + torch.arange(128).repeat(33) / 128, exponents).view(33, 128).bfloat16().float()
    assert torch.equal(product_of(weights_with(tmp_path, a=values), "a"), values)
    assert torch.equal(product_of(weights_with(tmp_path, a=-values.half()), "a"), -values)


def test_tiny_values_beside_ordinary_ones_lose_next_to_nothing(tmp_path: Path) -> None:
    values = torch.tensor([[0.02, 3e-6, -1e-8, 0.0]])
    found = product_of(weights_with(tmp_path, a=values), "a")
    assert float((found - values.bfloat16().float()).abs().max()) <= 2**-25


@pytest.mark.parametrize("values", [[1.0, 1e5], [1e-6, 2e-6], [1.0, float("nan")], [1.0, float("inf")]])
def test_values_that_float16_cannot_hold_are_refused(tmp_path: Path, values: list[float]) -> None:
    with pytest.raises(NotLean, match="a holds values that are too large or too small"):
        product_of(weights_with(tmp_path, a=torch.tensor([values])), "a")


def test_a_model_with_matrices_in_float32_and_in_16_bit_is_refused(tmp_path: Path) -> None:
    weights = weights_with(tmp_path, a=torch.ones(2, 2), b=torch.ones(2, 2).half(), norm=torch.ones(2))
    with pytest.raises(NotLean, match="some of its matrices"):
        HalfWeights(weights)


def test_a_machine_without_the_kernel_says_so(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(torch.backends.quantized), "supported_engines", ["qnnpack"])
    with pytest.raises(MachineError, match="16 bit on this computer: it needs FBGEMM"):
        load_shard(made("llama")[0], Span(0, 1), identity=MODEL, num_threads=1, precision="bf16")


def test_a_layer_with_an_unknown_tensor_is_refused(tmp_path: Path) -> None:
    path = make_lean("llama", tmp_path / "more")
    tensors = load_file(path / "model.safetensors") | {"model.layers.0.self_attn.extra.weight": torch.ones(4, 4)}
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(MachineError, match=r"extra\.weight"):
        load_shard(path, Span(0, 1), identity=MODEL, num_threads=1, precision="bf16")


# -- masks -------------------------------------------------------------------------------------------------------------


def test_a_mask_hides_what_lies_ahead_and_what_left_the_window() -> None:
    seen = Positions(3, 6).mask(2) == 0  # from position 2 on
    assert seen.tolist() == [[True, True, False, False], [False, True, True, False], [False, False, True, True]]
    assert Positions(0, 8).is_causal(8)
    assert not Positions(0, 9).is_causal(8)
    assert not Positions(1, 3).is_causal(0)


# -- one call for a layer ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["llama_biases", "mistral", "qwen3", "gemma3"])
def test_a_layer_as_one_graph_computes_what_its_operators_do(made: Made, kind: str) -> None:
    runner = shared_shard(made(kind)[0], 0, NUM_LAYERS).runner
    assert isinstance(runner, TorchStep)
    assert runner._one_row is not None
    span, ids = Span(0, NUM_LAYERS), torch.tensor([PROMPT])
    found = []
    for one_row in (runner._one_row, None):
        with pytest.MonkeyPatch.context() as patch, torch.inference_mode():
            patch.setattr(runner, "_one_row", one_row)
            cache = runner.new_cache(span)
            steps = []
            for start, end in ((0, 9), (9, 10), (10, 11), (11, 12)):
                steps.append(runner.run(ids[:, start:end], span, cache))
                cache.commit(end - start)
            found.append(torch.cat(steps, 1))
    assert_close(*found)


def test_where_torch_has_no_interpreter_operators_are_called_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = GraphText()
    text = graph.text(graph.node("aten::add", graph.input(), graph.input(), 2))
    add = compiled(text)
    assert add is not None
    assert add(torch.ones(2), torch.ones(2)).tolist() == [3.0, 3.0]
    assert compiled("graph(what") is None
    monkeypatch.delattr(torch._C, "parse_ir")
    assert compiled(text) is None
    product = half._linear_function()
    packed = torch.ops.quantized.linear_prepack_fp16(torch.eye(2), None)
    assert product(torch.tensor([[3.0, 4.0]]), packed).tolist() == [[3.0, 4.0]]
