"""Golden outputs come from the library piece by piece, and no two copies of the weights are in memory at once."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import AutoConfig

from meshnet_gui.engine import loader
from meshnet_gui.engine.lean import golden_file
from meshnet_gui.engine.lean.golden import cut_into_pieces, fixed_inputs, golden
from meshnet_gui.engine.lean.plan import LeanPlan, lean_plan
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.lean.weights import MappedWeights
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.modelstore.certified import NO_NEEDS
from meshnet_gui.types import Span
from tests.engine.lean_models import make_lean
from tests.engine.steps import MODEL
from tests.tiny_models import NUM_LAYERS, make_tiny

LAYER_BYTES = 4 * (2 * 32 * 32 + 2 * 16 * 32 + 3 * 48 * 32 + 2 * 32)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A tiny Llama with two attention heads of a size that the graph takes."""
    folder = make_tiny("llama", tmp_path / "tiny")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def material(path: Path) -> tuple[MappedWeights, LeanPlan]:
    return MappedWeights(path), lean_plan(AutoConfig.from_pretrained(path))


def store_as(path: Path, dtype: torch.dtype) -> None:
    tensors = {name: tensor.to(dtype) for name, tensor in load_file(path / "model.safetensors").items()}
    (path / "model.safetensors").unlink()
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})


@pytest.mark.parametrize(
    ("max_layers", "cuts"),
    [(4, ["1-5"]), (2, ["1-3", "3-5"]), (3, ["1-4", "4-5"]), (0, ["1-2", "2-3", "3-4", "4-5"])],
)
def test_pieces_hold_as_many_layers_as_fit_and_one_at_the_least(path: Path, max_layers: int, cuts: list[str]) -> None:
    pieces = cut_into_pieces(*material(path), Span(1, 5), max_layers * LAYER_BYTES)
    assert [str(piece) for piece in pieces] == cuts


def test_the_lm_head_counts_and_so_does_what_is_converted(path: Path) -> None:
    lm_head = 4 * 32 * 267
    assert len(cut_into_pieces(*material(path), Span(4, NUM_LAYERS), 2 * LAYER_BYTES)) == 2
    assert len(cut_into_pieces(*material(path), Span(4, NUM_LAYERS), 2 * LAYER_BYTES + lm_head)) == 1
    assert len(cut_into_pieces(*material(path), Span(0, 2), 2 * LAYER_BYTES)) == 1  # its embedding is mapped
    store_as(path, torch.bfloat16)
    assert len(cut_into_pieces(*material(path), Span(0, 2), 2 * LAYER_BYTES)) == 2
    assert len(cut_into_pieces(*material(path), Span(1, 5), 4 * LAYER_BYTES)) == 2


@pytest.mark.parametrize("span", [Span(0, NUM_LAYERS), Span(1, 4)])
def test_pieces_give_what_the_whole_gives(path: Path, span: Span) -> None:
    weights, plan = material(path)
    load_piece = loader._Source(path, AutoConfig.from_pretrained(path), NO_NEEDS).piece
    inputs = fixed_inputs(plan, span)
    with torch.inference_mode():
        whole = golden(load_piece, [span], inputs, timed=False)
        cut = golden(load_piece, cut_into_pieces(weights, plan, span, 0), inputs, timed=True)
    assert all(map(torch.equal, whole.outputs, cut.outputs))
    assert whole.step_s == 0.0 < cut.step_s


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_no_two_copies_of_the_weights_are_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch, precision: str
) -> None:
    loaded: list[weakref.ref[Any]] = []
    load_model, build = loader._load_model, LeanRunner.__init__

    def alive() -> int:
        gc.collect()
        return sum(model() is not None for model in loaded)

    def watched_load(*args: Any) -> Any:
        assert alive() == 0
        model = load_model(*args)
        loaded.append(weakref.ref(model))
        return model

    def watched_build(*args: Any) -> None:
        assert alive() == 0
        build(*args)

    monkeypatch.setattr(loader, "_load_model", watched_load)
    monkeypatch.setattr(LeanRunner, "__init__", watched_build)
    shard = load_shard(path, Span(0, 4), identity=MODEL, num_threads=1, runner="lean", precision=precision)
    assert shard.runner_name.startswith("lean")
    assert len(loaded) >= 1


def test_a_lean_runner_that_is_refused_is_gone_before_the_library_loads_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[weakref.ref[Any]] = []
    build, generic = LeanRunner.__init__, loader._Source.generic

    def watched_build(self: LeanRunner, *args: Any) -> None:
        build(self, *args)
        built.append(weakref.ref(self))

    def watched_generic(*args: Any) -> Any:
        assert [runner() for runner in built] == [None]
        return generic(*args)

    run: Callable[..., torch.Tensor] = LeanRunner.run
    monkeypatch.setattr(LeanRunner, "__init__", watched_build)
    monkeypatch.setattr(LeanRunner, "run", lambda *args, **kwargs: run(*args, **kwargs) * 2.0)
    monkeypatch.setattr(loader._Source, "generic", watched_generic)
    shard = load_shard(path, Span(0, 4), identity=MODEL, num_threads=1, runner="lean")
    assert (shard.runner_name, len(built)) == ("generic", 1)


# -- kept beside the weights -------------------------------------------------------------------------------------------


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Span]:
    """The spans that the library loads from now on."""
    loaded: list[Span] = []
    load_model = loader._load_model

    def watched(path: Path, config: Any, span: Span, *more: Any) -> Any:
        loaded.append(span)
        return load_model(path, config, span, *more)

    monkeypatch.setattr(loader, "_load_model", watched)
    return loaded


def lean_shard(path: Path, span: Span, **more: Any) -> Any:
    return load_shard(path, span, identity=MODEL, num_threads=1, **({"runner": "lean"} | more))


@pytest.mark.parametrize("kind", ["llama3", "gemma2", "gemma3", "qwen3", "phi3", "mistral"])
def test_a_later_load_needs_no_model_of_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    path = make_lean(kind, tmp_path / kind)
    span = Span(0, AutoConfig.from_pretrained(path).num_hidden_layers)
    first = lean_shard(path, span)
    loaded = counted(monkeypatch)
    again = lean_shard(path, span)
    assert (first.runner_name, again.runner_name, loaded) == ("lean", "lean", [])
    ids = torch.tensor([[5, 3, 8, 1]])
    with torch.inference_mode():
        assert again.runner.run(ids, span, None).equal(first.runner.run(ids, span, None))


def test_other_weights_spans_or_threads_are_compared_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lean_shard(path, Span(0, 4))
    loaded = counted(monkeypatch)
    lean_shard(path, Span(0, 3))
    store_as(path, torch.bfloat16)
    lean_shard(path, Span(0, 4))
    assert {span.end for span in loaded} >= {3, 4}


def test_a_lean_runner_that_went_wrong_since_is_not_served(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lean_shard(path, Span(0, 4)).runner_name == "lean"
    run: Callable[..., torch.Tensor] = LeanRunner.run
    monkeypatch.setattr(LeanRunner, "run", lambda *args, **kwargs: run(*args, **kwargs) * 2.0)
    assert lean_shard(path, Span(0, 4)).runner_name == "generic"


@pytest.mark.parametrize("damage", ["truncated", "another", "empty", "no seconds", "a folder"])
def test_a_damaged_file_is_made_again(path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    lean_shard(path, Span(0, 4))
    (kept,) = path.glob("golden-*")
    content = kept.read_bytes()
    kept.unlink()
    if damage == "a folder":
        kept.mkdir()
    else:
        other = {"truncated": content[:-1], "another": content[:-4] + b"    ", "empty": b""}
        other["no seconds"] = without_seconds(content)
        kept.write_bytes(other[damage])
    loaded = counted(monkeypatch)
    assert lean_shard(path, Span(0, 4), runner="lean").runner_name == "lean"
    assert bool(loaded) == (damage != "another")  # only the seconds differ, which do not count here


def without_seconds(content: bytes) -> bytes:
    """The last tensor has no numbers."""
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    begin, _ = header["step_seconds"]["data_offsets"]
    header["step_seconds"] |= {"shape": [0], "data_offsets": [begin, begin]}
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + content[start:-4]


def test_a_folder_that_takes_no_files_is_no_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "no room")

    monkeypatch.setattr(golden_file, "SafetensorsWriter", full)
    assert lean_shard(path, Span(0, 4)).runner_name == "lean"
    assert not list(path.glob("*golden*"))


def test_only_some_files_are_kept(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden_file, "MAX_FILES", 2)
    for end in (1, 2, 3, 4):
        lean_shard(path, Span(0, end))
    assert len(list(path.glob("golden-*"))) == 2
