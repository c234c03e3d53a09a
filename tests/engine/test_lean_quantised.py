"""8-bit weights: close to what they stand for, made once and whole, and only served where their kernels are right."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file
from transformers import AutoModelForCausalLM

from meshnet_gui.engine.lean import quantised
from meshnet_gui.engine.lean.quantised import BLOCK, dequantise, ensure_quantised, quantise
from meshnet_gui.engine.lean.runner import LeanRunner
from meshnet_gui.engine.lean.weights import MappedWeights
from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.errors import DiskFull, MachineError
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, PROMPT, generate, hidden_of, request
from tests.tiny_models import NUM_LAYERS, make_tiny


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny tied Llama with attention heads of a size that the graph takes."""
    folder = make_tiny("llama_tied", tmp_path_factory.mktemp("tiny") / "tiny")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"num_attention_heads": 2, "num_key_value_heads": 1, "head_dim": 16}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


@pytest.fixture
def path(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "tiny"))


def load(path: Path, span: Span | None = None, tell: Callable[[str], None] | None = None) -> TorchModelShard:
    span = Span(0, NUM_LAYERS) if span is None else span
    return load_shard(path, span, identity=MODEL, num_threads=1, precision="int8", progress=tell)


def made(path: Path) -> Path:
    return path / f"quantised-{quantised.NAME}.safetensors"


def rounded_copy(path: Path, target: Path) -> Path:
    """The model with the weights that the codes stand for, as float32."""
    shutil.copytree(path, target)
    tensors = load_file(target / "model.safetensors")
    for name, tensor in tensors.items():
        if tensor.ndim == 2:
            tensors[name] = dequantise(*quantise(tensor), tensor.shape[1]).copy()
    save_file(tensors, target / "model.safetensors", metadata={"format": "pt"})
    return target


# -- codes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [BLOCK, 3 * BLOCK, BLOCK + 5])
def test_codes_stand_for_weights_within_half_a_step(width: int) -> None:
    rows = np.random.default_rng(0).normal(size=(7, width)).astype(np.float32)
    codes, scales = quantise(rows)
    found = dequantise(codes, scales, width)
    steps = np.abs(np.repeat(scales, BLOCK, axis=1)[:, :width])
    assert codes.dtype == np.uint8
    assert np.abs(found - rows).max() <= steps.max()  # what is nearly the largest, but of the other sign, is cut off
    assert np.mean(np.abs(found - rows) <= steps * 0.501) > 0.98


def test_the_largest_weights_and_nothing_at_all_are_kept() -> None:
    rows = np.zeros((2, 2 * BLOCK), np.float32)
    rows[1, :2] = 3.0, -1.5
    rows[1, -1] = -7.0
    np.testing.assert_allclose(dequantise(*quantise(rows), 2 * BLOCK), rows, rtol=1e-6)


# -- the file ----------------------------------------------------------------------------------------------------------


def test_the_file_is_made_once_and_told_about(path: Path) -> None:
    said: list[str] = []
    file = ensure_quantised(MappedWeights(path), said.append)
    assert file == made(path)
    before = file.stat().st_mtime_ns
    assert ensure_quantised(MappedWeights(path), said.append).stat().st_mtime_ns == before
    assert said == ["making the 8-bit weights, once"]
    record = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert record["bytes"] == file.stat().st_size
    assert len(record["sha256"]) == 64


def test_equal_weights_give_an_equal_file(path: Path, original: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(original, tmp_path / "other"))
    assert ensure_quantised(MappedWeights(path)).read_bytes() == ensure_quantised(MappedWeights(other)).read_bytes()


@pytest.mark.parametrize("damage", ["truncated", "no record"])
def test_a_file_that_is_not_whole_is_made_again(path: Path, damage: str) -> None:
    file = ensure_quantised(MappedWeights(path))
    content = file.read_bytes()
    if damage == "truncated":
        file.write_bytes(content[:-1])
    else:
        file.with_suffix(".json").unlink()
    assert ensure_quantised(MappedWeights(path)).read_bytes() == content


def test_what_a_dead_making_left_is_removed(path: Path) -> None:
    (path / ".quantising-0123").write_bytes(b"half")
    ensure_quantised(MappedWeights(path))
    assert not list(path.glob(".quantising-*"))


def test_a_full_disk_is_said_and_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantised.shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    with pytest.raises(DiskFull, match="8-bit weights"):
        ensure_quantised(MappedWeights(path))
    assert not made(path).exists()
    assert not list(path.glob(".quantising-*"))


def test_a_making_that_breaks_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(rows: object) -> None:
        raise OSError(5, "broken disk")

    monkeypatch.setattr(quantised, "quantise", broken)
    with pytest.raises(MachineError, match="broken disk"):
        ensure_quantised(MappedWeights(path))
    assert not made(path).exists()
    assert not list(path.glob(".quantising-*"))


# -- shards ------------------------------------------------------------------------------------------------------------


def test_an_8_bit_shard_computes_with_the_weights_that_its_codes_stand_for(path: Path, tmp_path: Path) -> None:
    shard = load(path, Span(0, 3))
    assert isinstance(shard.runner, LeanRunner)
    assert shard.runner_name == "lean int8"
    rounded = rounded_copy(path, tmp_path / "rounded")
    with torch.inference_mode():
        model = AutoModelForCausalLM.from_pretrained(rounded, dtype=torch.float32)
        expected = model(torch.tensor([PROMPT]), output_hidden_states=True).hidden_states[3]
    found = hidden_of(shard.forward(request(PROMPT)))
    assert float((found - expected).norm() / expected.norm()) < 0.05


def test_8_bit_shards_give_the_same_tokens_whole_and_split(path: Path) -> None:
    whole = generate([load(path)], PROMPT, 12)
    split = [load(path, Span(0, 2)), load(path, Span(2, NUM_LAYERS))]
    assert generate(split, PROMPT, 12) == whole


def test_its_bytes_are_those_of_the_codes(path: Path) -> None:
    stored = load_shard(path, Span(1, 3), identity=MODEL, num_threads=1)
    ratio = load(path, Span(1, 3)).parameter_bytes / stored.parameter_bytes
    assert 0.25 < ratio < 0.4  # one byte and a share of a scale for each four, and the norms as they were


def test_a_kernel_that_is_wrong_here_is_not_served(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = LeanRunner.run
    monkeypatch.setattr(LeanRunner, "run", lambda *args, **kwargs: run(*args, **kwargs) * 0.5)
    with pytest.raises(MachineError, match=r"cannot be served in 8 bit .* off here"):
        load(path)


def test_a_family_without_a_lean_graph_is_refused_in_8_bit(tiny: Callable[[str], Path]) -> None:
    with pytest.raises(MachineError, match="type qwen3_moe"):
        load(tiny("moe"))
