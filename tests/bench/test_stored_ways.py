"""Every way of storing a model holds the same model."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM

from meshnet_gui.bench.stored_ways import NUM_SHARDS, WAYS
from tests.tiny_models import make_tiny


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny("llama_tied", tmp_path_factory.mktemp("tiny") / "tiny")


def logits(path: Path) -> torch.Tensor:
    with torch.inference_mode():
        loaded = AutoModelForCausalLM.from_pretrained(path, dtype=torch.float32, local_files_only=True)
        found: torch.Tensor = loaded(torch.tensor([[5, 3, 8, 1]])).logits
    return found


@pytest.mark.parametrize("way", WAYS)
def test_it_computes_the_same(model: Path, tmp_path: Path, way: str) -> None:
    target = tmp_path / way
    target.mkdir()
    WAYS[way](model, target)
    expected, found = logits(model), logits(target)
    assert (expected - found).abs().max() <= (0.02 if way == "bf16_stored" else 0.0) * expected.abs().max()


def test_each_is_stored_as_its_name_says(model: Path, tmp_path: Path) -> None:
    for way, write in WAYS.items():
        (tmp_path / way).mkdir()
        write(model, tmp_path / way)
    assert len(list((tmp_path / "sharded").glob("*.safetensors"))) == NUM_SHARDS
    assert "lm_head.weight" in load_file(tmp_path / "untied" / "model.safetensors")
    half = load_file(tmp_path / "bf16_stored" / "model.safetensors")
    source = load_file(model / "model.safetensors")
    assert all(tensor.equal(source[name].to(torch.bfloat16)) for name, tensor in half.items())
