"""A model whose weights are stored in codes computes what it would with the numbers that the codes stand for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch.nn import functional
from transformers import AutoConfig, AutoModelForCausalLM

from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.shard import TorchModelShard
from meshnet_gui.types import Span
from tests.engine.steps import MODEL
from tests.tiny_models import VOCAB_SIZE, make_tiny

SIZE = 128  # what shares a scale, on either side
E2M1 = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
FP8 = {"quant_method": "fp8", "activation_scheme": "dynamic", "fmt": "e4m3", "weight_block_size": [SIZE, SIZE]}
MXFP4 = {"quant_method": "mxfp4", "modules_to_not_convert": ["model.embed_tokens", "lm_head"]}
SIZES = {
    "vocab_size": VOCAB_SIZE,
    "hidden_size": SIZE,
    "intermediate_size": 2 * SIZE,
    "moe_intermediate_size": SIZE,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 4,
    "head_dim": 48,  # 192 rows: a square and a half
    "num_experts": 4,
    "num_local_experts": 4,
    "num_experts_per_tok": 2,
    "max_position_embeddings": 256,
    "eos_token_id": 2,
    "bos_token_id": 0,
    "pad_token_id": 0,
    "tie_word_embeddings": False,
}


def fp8(name, tensor):
    """The numbers that the codes give, and the codes with their scales."""
    if tensor.ndim != 2 or ".layers." not in name or name.endswith("gate.weight"):
        return {name: tensor}, {name: tensor}
    rows, width = tensor.shape
    fill = (0, -width % SIZE, 0, -rows % SIZE)  # squares at the edges are cut off
    padded = functional.pad(tensor, fill)
    squares = padded.reshape(padded.shape[0] // SIZE, SIZE, padded.shape[1] // SIZE, SIZE)
    scales = squares.abs().amax((1, 3)) / 448
    codes = (squares / scales[:, None, :, None]).to(torch.float8_e4m3fn)
    numbers = (codes.float() * scales[:, None, :, None]).reshape(padded.shape)[:rows, :width]
    cut = codes.reshape(padded.shape)[:rows, :width]
    return {name: numbers.contiguous()}, {name: cut.contiguous(), f"{name}_scale_inv": scales.contiguous()}


def mxfp4(name, tensor):
    if ".experts." not in name or name.endswith("bias"):
        return {name: tensor}, {name: tensor}
    source = torch.Generator().manual_seed(len(name))
    experts, width, rows = tensor.shape
    codes = torch.randint(0, 16, (experts, rows, width // 32, 32), generator=source)
    exponents = torch.randint(118, 124, (experts, rows, width // 32), generator=source)
    table = torch.tensor([*E2M1, *(-number for number in E2M1)])
    numbers = table[codes] * torch.exp2(exponents.float() - 127)[..., None]
    blocks = (codes[..., ::2] | codes[..., 1::2] << 4).to(torch.uint8)
    coded = {f"{name}_blocks": blocks.contiguous(), f"{name}_scales": exponents.to(torch.uint8)}
    return {name: numbers.reshape(experts, rows, width).transpose(1, 2).contiguous()}, coded


def folders(tmp_path, model_type, code, quantiser):
    """The same model twice: with its weights as numbers, and in codes."""
    plain, coded = make_tiny("llama", tmp_path / "plain"), make_tiny("llama", tmp_path / "coded")
    config = AutoConfig.for_model(model_type, **SIZES)
    torch.manual_seed(0)
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    for folder in (plain, coded):
        model.save_pretrained(folder)
    tensors = load_file(plain / "model.safetensors")
    pairs = [code(name, tensor) for name, tensor in tensors.items()]
    for folder, index in ((plain, 0), (coded, 1)):
        content = {name: tensor for pair in pairs for name, tensor in pair[index].items()}
        save_file(content, folder / "model.safetensors", {"format": "pt"})
    written = json.loads((coded / "config.json").read_text())
    (coded / "config.json").write_text(json.dumps(written | {"quantization_config": quantiser}))
    return plain, coded


def output(folder: Path, span: Span) -> torch.Tensor:
    shard: TorchModelShard = load_shard(folder, span, identity=MODEL, num_threads=1)
    inputs = torch.arange(5, 12)[None]
    if span.start:
        inputs = torch.randn(1, 7, SIZE, generator=torch.Generator().manual_seed(0))
    cache = shard.runner.new_cache(span)
    with torch.inference_mode():
        cache.begin()
        return shard.runner.run(inputs, span, cache).clone()


@pytest.mark.parametrize(
    ("model_type", "code", "quantiser"),
    [("qwen3", fp8, FP8), ("qwen3_moe", fp8, FP8), ("gpt_oss", mxfp4, MXFP4)],
    ids=["fp8", "fp8 experts", "mxfp4 experts"],
)
@pytest.mark.parametrize("span", [Span(0, 1), Span(1, 2)], ids=str)
def test_codes_compute_as_the_numbers_that_they_stand_for(tmp_path, model_type, code, quantiser, span):
    plain, coded = folders(tmp_path, model_type, code, quantiser)
    expected = output(plain, span)
    assert expected.abs().max() > 0.01
    torch.testing.assert_close(output(coded, span), expected, rtol=1e-5, atol=1e-6)
