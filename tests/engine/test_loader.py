"""Only our own tensors, every one accounted for, and plain errors for files that are not right."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, PROMPT, fresh_shard, generate, whole_ids
from tests.tiny_models import KINDS, NUM_LAYERS

Tiny = Callable[[str], Path]


@pytest.fixture
def copy(tiny: Tiny, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny("llama"), tmp_path / "copy"))


def load(path: Path, start: int = 1, end: int = 3, **more: Any) -> Any:
    return load_shard(path, Span(start, end), identity=MODEL, num_threads=1, **more)


def names(shard: Any) -> set[str]:
    return {name for name, _ in shard._runner._model.named_parameters(remove_duplicate=False)}


def change_weights(path: Path, change: Callable[[dict[str, torch.Tensor]], object]) -> None:
    file = path / "model.safetensors"
    tensors = {name: tensor.clone() for name, tensor in load_file(file).items()}
    change(tensors)
    file.unlink()
    save_file(tensors, file, metadata={"format": "pt"})


@pytest.mark.parametrize("kind", KINDS)
def test_a_middle_shard_holds_its_layers_and_nothing_else(tiny: Tiny, kind: str) -> None:
    shard = fresh_shard(tiny(kind), 2, 4)
    assert {
        int(part) for name in names(shard) for part in name.split(".") if part.isdigit() and "expert" not in name
    } <= {
        2,
        3,
    }
    assert all(".layers." in name for name in names(shard))


def test_ends_hold_embedding_norm_and_lm_head(tiny: Tiny) -> None:
    path = tiny("llama")
    outside = [sorted(n for n in names(fresh_shard(path, *span)) if ".layers." not in n) for span in ((0, 2), (4, 6))]
    assert outside == [["model.embed_tokens.weight"], ["lm_head.weight", "model.norm.weight"]]


def test_the_tail_of_a_tied_model_keeps_the_embedding_as_its_lm_head(tiny: Tiny) -> None:
    path = tiny("llama_tied")
    tail, head, middle = fresh_shard(path, 4, NUM_LAYERS), fresh_shard(path, 0, 4), fresh_shard(path, 2, 4)
    assert "lm_head.weight" in names(tail)
    model = tail._runner._model
    expected = load_file(path / "model.safetensors")["model.embed_tokens.weight"]
    assert model.lm_head.weight.equal(expected)
    assert names(head) & {"model.embed_tokens.weight", "lm_head.weight"} == {"model.embed_tokens.weight"}
    assert not names(middle) & {"model.embed_tokens.weight", "lm_head.weight"}


def test_parameter_bytes_count_tied_tensors_once(tiny: Tiny) -> None:
    path = tiny("llama_tied")
    total = sum(tensor.nbytes for tensor in load_file(path / "model.safetensors").values())
    assert fresh_shard(path, 0, NUM_LAYERS).parameter_bytes == total


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_without_data(tiny: Tiny, kind: str) -> None:
    model = fresh_shard(tiny(kind), 1, 4)._runner._model
    assert [name for name, buffer in model.named_buffers() if buffer.is_meta] == []
    assert not model.training


@pytest.mark.parametrize(
    ("name", "span"),
    [
        ("model.layers.2.self_attn.k_proj.weight", (1, 3)),
        ("model.layers.1.input_layernorm.weight", (1, 3)),
        ("lm_head.weight", (3, NUM_LAYERS)),
        ("model.norm.weight", (3, NUM_LAYERS)),
        ("model.embed_tokens.weight", (0, 2)),
    ],
)
def test_a_missing_tensor_of_the_span_stops_the_load_and_is_named(copy: Path, name: str, span: tuple[int, int]) -> None:
    change_weights(copy, lambda tensors: tensors.pop(name))
    with pytest.raises(BadModelFile, match=name):
        load(copy, *span)


def test_the_missing_embedding_of_a_tied_tail_stops_the_load(tiny: Tiny, tmp_path: Path) -> None:
    path = Path(shutil.copytree(tiny("llama_tied"), tmp_path / "tied"))
    change_weights(path, lambda tensors: tensors.pop("model.embed_tokens.weight"))
    with pytest.raises(BadModelFile):
        load(path, 3, NUM_LAYERS)


def test_missing_tensors_of_other_spans_do_not_matter(copy: Path, caplog: pytest.LogCaptureFixture) -> None:
    change_weights(copy, lambda tensors: tensors.pop("model.layers.5.mlp.up_proj.weight"))
    load(copy, 1, 3)
    assert "model.layers" not in caplog.text


def test_a_tensor_of_another_shape_is_named(copy: Path) -> None:
    def shrink(tensors: dict[str, torch.Tensor]) -> None:
        name = "model.layers.2.mlp.up_proj.weight"
        tensors[name] = tensors[name][:-1].clone()

    change_weights(copy, shrink)
    with pytest.raises(BadModelFile):
        load(copy, 1, 3)


@pytest.mark.parametrize("size", [0, 7, 1000, -1])
def test_a_truncated_file_is_a_plain_error(copy: Path, size: int) -> None:
    file = copy / "model.safetensors"
    content = file.read_bytes()
    file.write_bytes(content[:size])
    with pytest.raises(BadModelFile, match="truncated or damaged"):
        load(copy)


@pytest.mark.parametrize("name", ["model.safetensors", "config.json"])
def test_a_missing_file_is_a_plain_error(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(BadModelFile):
        load(copy)


def test_a_missing_folder_is_a_plain_error(tmp_path: Path) -> None:
    with pytest.raises(BadModelFile, match="no model folder"):
        load(tmp_path / "nothing")


@pytest.mark.parametrize("span", [(5, 7), (6, 7), (100, 200)])
def test_a_span_outside_the_model_is_the_users_matter(tiny: Tiny, span: tuple[int, int]) -> None:
    with pytest.raises(UserError, match=r"not all in this model\. It has 6 layers"):
        load(tiny("llama"), *span)


def test_an_unknown_dtype_is_the_users_matter(tiny: Tiny) -> None:
    with pytest.raises(UserError, match="float32"):
        load(tiny("llama"), dtype="int4")


@pytest.mark.parametrize(
    "change",
    [
        {"model_type": "no_such_model"},
        {
            "model_type": "no_such_model",
            "auto_map": {"AutoConfig": "evil.Config", "AutoModelForCausalLM": "evil.Model"},
        },
        {"model_type": "t5"},
        {"num_hidden_layers": "many"},
        {"num_hidden_layers": -3},
    ],
)
def test_a_config_that_cannot_be_used_is_a_plain_error(copy: Path, change: dict[str, Any]) -> None:
    (copy / "evil.py").write_text("raise SystemExit('ran foreign code')", encoding="utf-8")
    _change_config(copy, change)
    with pytest.raises(BadModelFile):
        load(copy)


@pytest.mark.parametrize(
    "change",
    [
        {"return_dict": False},
        {"use_cache": False},
        {"output_attentions": True, "output_hidden_states": True},
        {"_attn_implementation": "somebody/kernel", "attn_implementation": "somebody/kernel"},
    ],
)
def test_a_config_cannot_change_how_the_model_is_run(tiny: Tiny, copy: Path, change: dict[str, Any]) -> None:
    _change_config(copy, change)
    shards = [fresh_shard(copy, 0, 3), fresh_shard(copy, 3, NUM_LAYERS)]
    assert generate(shards, PROMPT, 4) == whole_ids(tiny("llama"), PROMPT, 4)


def _change_config(path: Path, change: dict[str, Any]) -> None:
    file = path / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | change), encoding="utf-8")


def test_a_model_that_reaches_into_foreign_layers_is_named(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    def reaching(model: Any, _span: Span, **_more: object) -> None:
        model.model.layers[0].mamba  # noqa: B018

    monkeypatch.setattr("meshnet_gui.engine.span_model.prune", reaching)
    with pytest.raises(BadModelFile, match="llama cannot be cut into layers"):
        load(tiny("llama"))


def test_a_model_that_cannot_run_as_a_span_is_named(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_args: object) -> None:
        raise ValueError("needs the token ids too")

    monkeypatch.setattr("meshnet_gui.engine.span_model.SpanRunner.run", failing)
    with pytest.raises(BadModelFile, match="llama cannot be run as layers 1-3 here: needs the token ids too"):
        load(tiny("llama"))


def test_the_probe_learns_how_sessions_grow(tiny: Tiny) -> None:
    store = SessionCacheStore()
    load(tiny("llama"), store=store)
    per_token = 2 * 2 * 2 * 8 * 4  # layers, keys and values, key-value attention heads, width, float32
    assert 64 * per_token <= store.growth.estimate(64) <= 2 * 64 * per_token
    assert store.growth.estimate(640) > 5 * store.growth.estimate(64)
    assert len(store) == 0


def test_progress_is_told(tiny: Tiny) -> None:
    told: list[str] = []
    load(tiny("llama"), progress=told.append)
    assert told == ["reading the weights", "computing a first token"]
