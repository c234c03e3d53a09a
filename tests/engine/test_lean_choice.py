"""The lean path is used where it computes the same and is faster; everywhere else the generic one, with the reason."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file
from transformers import AutoConfig

from meshnet_gui.engine.lean import choice, golden
from meshnet_gui.engine.lean.plan import NotLean, lean_plan
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.lean.weights import MappedWeights
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.errors import BadModelFile
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, PROMPT, generate, whole_ids
from tests.tiny_models import NUM_LAYERS, make_tiny

SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A tiny Llama with two attention heads of a size that the graph takes."""
    folder = make_tiny("llama", tmp_path / "tiny")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def load(path: Path, runner: str = "lean", span: Span | None = None) -> TorchModelShard:
    span = Span(0, NUM_LAYERS) if span is None else span
    return load_shard(path, span, identity=MODEL, num_threads=1, runner=runner)


def test_a_shard_takes_the_lean_path_and_lets_the_library_s_weights_go(path: Path) -> None:
    shard = load(path)
    assert isinstance(shard.runner, LeanRunner)
    assert shard.runner_name == "lean"
    assert generate([shard], PROMPT, 8) == whole_ids(path, PROMPT, 8)


@pytest.mark.parametrize("span", [Span(0, 2), Span(2, 4), Span(4, NUM_LAYERS)])
def test_every_part_of_a_model_takes_it(path: Path, span: Span) -> None:
    assert load(path, span=span).runner_name == "lean"


def test_the_slower_path_is_not_taken_unless_asked_for(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def seconds(runner: object, *_: object) -> float:
        return 2.0 if isinstance(runner, LeanRunner) else 1.0

    monkeypatch.setattr(golden, "step_seconds", seconds)
    monkeypatch.setattr(choice, "step_seconds", seconds)
    with caplog.at_level(logging.INFO, logger="meshnet_gui"):
        assert load(path, "auto").runner_name == "generic"
    assert "slower here" in caplog.text
    assert load(path, "lean").runner_name == "lean"


def test_a_path_that_computes_something_else_is_not_taken(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    run = LeanRunner.run
    monkeypatch.setattr(LeanRunner, "run", lambda *args, **kwargs: run(*args, **kwargs) * 1.001)
    with caplog.at_level(logging.INFO, logger="meshnet_gui"):
        shard = load(path)
    assert shard.runner_name == "generic"
    assert "the lean path is 1.0e-03 off here" in caplog.text
    assert generate([shard], PROMPT, 8) == whole_ids(path, PROMPT, 8)


def test_values_that_are_no_numbers_do_not_agree(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = LeanRunner.run
    monkeypatch.setattr(LeanRunner, "run", lambda *args, **kwargs: run(*args, **kwargs) * float("nan"))
    assert load(path).runner_name == "generic"


def test_a_runtime_that_fails_is_not_taken(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no such operator")

    monkeypatch.setattr("meshnet_gui.engine.lean.program.Program.__init__", broken)
    with caplog.at_level(logging.INFO, logger="meshnet_gui"):
        assert load(path).runner_name == "generic"
    assert "the lean one failed (RuntimeError)" in caplog.text


def test_a_tensor_that_the_graph_does_not_know_is_not_left_out(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tensors = load_file(path / "model.safetensors")
    tensors["model.layers.1.self_attn.sinks"] = np.zeros(4, np.float32)
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})
    with caplog.at_level(logging.INFO, logger="meshnet_gui"):
        assert load(path).runner_name == "generic"
    assert "model.layers.1.self_attn.sinks" in caplog.text


def test_other_families_stay_with_the_generic_path(tiny: Callable[[str], Path]) -> None:
    shard = load(tiny("moe"))
    assert shard.runner_name == "generic"
    assert shard.supports_kv_cache


def test_unless_it_is_asked_for_the_generic_path_computes(path: Path) -> None:
    assert load(path, "generic").runner_name == "generic"


# -- plans -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model_type", "changes", "reason"),
    [
        ("mixtral", {}, "type mixtral"),
        ("llama", {"head_dim": 8}, "size 8"),
        ("llama", {"hidden_act": "relu"}, "relu"),
        ("llama", {"rope_parameters": {"rope_type": "dynamic", "rope_theta": 1e4, "factor": 2.0}}, "dynamic"),
        ("gemma3_text", {"use_bidirectional_attention": True}, "ahead"),
        ("qwen2", {"layer_types": ["full_attention", "chunked_attention"]}, "kinds of layers"),
    ],
)
def test_what_the_graph_cannot_say_has_no_plan(model_type: str, changes: dict[str, object], reason: str) -> None:
    config = AutoConfig.for_model(model_type, **(SIZES | changes))
    with pytest.raises(NotLean, match=reason):
        lean_plan(config)


def test_layers_with_and_without_a_window_have_rotary_tables_of_their_own() -> None:
    kinds = ["sliding_attention", "full_attention"]
    plan = lean_plan(AutoConfig.for_model("gemma3_text", **SIZES, sliding_window=8, layer_types=kinds))
    assert [layer.window for layer in plan.layers] == [8, 0]
    assert [layer.rope for layer in plan.layers] == kinds


# -- weights -----------------------------------------------------------------------------------------------------------


def test_float32_tensors_are_mapped_and_others_converted(tmp_path: Path) -> None:
    tensors = {
        "full": torch.tensor([[1.5, -2.0], [0.25, 8.0]]),
        "half": torch.tensor([[1.5, -2.0]], dtype=torch.float16),
        "brain": torch.tensor([[1.5, -2.0], [3.0, -0.5]], dtype=torch.bfloat16),
    }
    from safetensors.torch import save_file as save_torch

    save_torch(tensors, tmp_path / "model.safetensors")
    weights = MappedWeights(tmp_path)
    for name, tensor in tensors.items():
        assert weights.float32(name).tolist() == tensor.tolist()
        assert weights.float32(name).dtype == np.float32
    assert weights.float32_rows("brain", np.array([[1, 0, 1]])).tolist() == [[[3.0, -0.5], [1.5, -2.0], [3.0, -0.5]]]
    assert weights.place("half") is None
    place = weights.place("full")
    assert place is not None
    raw = (tmp_path / place.file).read_bytes()[place.offset : place.offset + place.num_bytes]
    assert raw == tensors["full"].numpy().tobytes()
    with pytest.raises(NotLean, match="no tensor other"):
        weights.float32("other")


def test_weights_in_several_files_are_found_by_their_index(tmp_path: Path) -> None:
    save_file({"a": np.ones(2, np.float32)}, tmp_path / "one.safetensors")
    save_file({"b": np.zeros(2, np.float32)}, tmp_path / "two.safetensors")
    index = {"weight_map": {"a": "one.safetensors", "b": "two.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    assert MappedWeights(tmp_path).names == {"a", "b"}


def test_an_index_that_names_another_folder_is_not_followed(tmp_path: Path) -> None:
    index = {"weight_map": {"a": "../one.safetensors"}}
    (tmp_path / "model.safetensors.index.json").write_text(json.dumps(index), encoding="utf-8")
    with pytest.raises(BadModelFile, match="not safetensors files of the folder"):
        MappedWeights(tmp_path)


def test_what_was_converted_is_let_go_and_read_again(tmp_path: Path) -> None:
    from safetensors.torch import save_file as save_torch

    tensor = torch.randn(64, 512).to(torch.bfloat16)
    save_torch({"before": tensor[0].clone(), "brain": tensor}, tmp_path / "model.safetensors")
    weights = MappedWeights(tmp_path)
    assert weights.float32("brain").tolist() == tensor.tolist()
    weights.forget("brain")
    weights.forget("no such tensor")
    assert weights.float32_rows("brain", np.arange(64)).tolist() == tensor.tolist()
