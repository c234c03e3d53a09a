from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gguf
import numpy as np
import pytest
from safetensors.numpy import load_file

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore.gguf_import import CHUNK_VALUES, GgufSource
from meshnet_gui.modelstore.progress import silent

if TYPE_CHECKING:
    from tests.modelstore.conftest import TinyGguf

Kind = gguf.GGMLQuantizationType
HEADS, KV_HEADS, HEAD_DIM, LAYERS = 4, 2, 16, 2


def converted(path: Path, directory: Path) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    source = GgufSource(path)
    source.prepare(silent)
    directory.mkdir()
    source.write(directory, silent)
    return load_file(directory / "model.safetensors"), json.loads((directory / "config.json").read_text())


def permuted_as_llama_cpp_does(weights: np.ndarray, heads: int) -> np.ndarray:
    """The converter's own line, the other way round from what is tested."""
    split = weights.reshape(heads, 2, weights.shape[0] // heads // 2, *weights.shape[1:])
    return split.swapaxes(1, 2).reshape(weights.shape)


@pytest.mark.parametrize("kind", [Kind.F32, Kind.F16, Kind.BF16, Kind.Q8_0, Kind.Q4_0, Kind.Q4_1, Kind.Q5_1])
def test_each_quantisation_gives_the_values_of_the_reference(tiny_gguf: TinyGguf, tmp_path: Path, kind: Kind) -> None:
    tiny_gguf.kind = kind
    loaded, _ = converted(tiny_gguf.write(), tmp_path / "out")
    for name in ("ffn_down", "ffn_gate", "attn_v"):
        values = tiny_gguf.tensors[f"blk.1.{name}.weight"]
        expected = gguf.quants.dequantize(gguf.quants.quantize(values, kind), kind)
        place = "self_attn.v_proj" if name == "attn_v" else f"mlp.{name.removeprefix('ffn_')}_proj"
        np.testing.assert_array_equal(loaded[f"model.layers.1.{place}.weight"], expected)


@pytest.mark.parametrize("bias", [False, True])
def test_query_and_key_rows_come_back_in_the_order_of_transformers(
    tiny_gguf: TinyGguf, tmp_path: Path, bias: bool
) -> None:
    rng = np.random.default_rng(3)
    originals = {}
    for index in range(LAYERS):
        for name, heads in (("q", HEADS), ("k", KV_HEADS)):
            for part, shape in (("weight", (heads * HEAD_DIM, 64)), ("bias", (heads * HEAD_DIM,))):
                original = rng.standard_normal(shape, dtype=np.float32)
                if part == "weight" or bias:
                    originals[f"model.layers.{index}.self_attn.{name}_proj.{part}"] = original
                    stored = permuted_as_llama_cpp_does(original, heads)
                    tiny_gguf.tensors[f"blk.{index}.attn_{name}.{part}"] = stored
        if bias:
            tiny_gguf.tensors[f"blk.{index}.attn_v.bias"] = np.ones(KV_HEADS * HEAD_DIM, np.float32)
            tiny_gguf.tensors[f"blk.{index}.attn_output.bias"] = np.ones(64, np.float32)
    loaded, config = converted(tiny_gguf.write(), tmp_path / "out")
    assert config["attention_bias"] is bias
    for name, original in originals.items():
        np.testing.assert_array_equal(loaded[name], original)


@pytest.mark.parametrize("chunk", [1, 1000, CHUNK_VALUES])
def test_the_size_of_a_piece_changes_nothing(
    tiny_gguf: TinyGguf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    whole, _ = converted(tiny_gguf.write(), tmp_path / "whole")
    monkeypatch.setattr("meshnet_gui.modelstore.gguf_import.CHUNK_VALUES", chunk)
    pieces, _ = converted(tiny_gguf.path, tmp_path / "pieces")
    assert whole.keys() == pieces.keys()
    for name in whole:
        np.testing.assert_array_equal(whole[name], pieces[name])


def test_the_configuration_is_what_the_file_says(tiny_gguf: TinyGguf, tmp_path: Path) -> None:
    loaded, config = converted(tiny_gguf.write(), tmp_path / "out")
    expected = {
        "model_type": "llama",
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": 16,
        "rms_norm_eps": 1e-5,
        "rope_parameters": {"rope_theta": 10000.0, "rope_type": "default"},
        "tie_word_embeddings": True,
        "eos_token_id": [0, 2],
        "bos_token_id": 1,
    }
    assert expected.items() <= config.items()
    assert "lm_head.weight" not in loaded
    assert "untied_lm_head" not in config


def test_an_lm_head_of_its_own_is_kept(tiny_gguf: TinyGguf, tmp_path: Path) -> None:
    head = np.random.default_rng(5).standard_normal(tiny_gguf.tensors["token_embd.weight"].shape, dtype=np.float32)
    tiny_gguf.tensors["output.weight"] = head
    loaded, config = converted(tiny_gguf.write(), tmp_path / "out")
    assert config["tie_word_embeddings"] is False
    np.testing.assert_array_equal(loaded["lm_head.weight"], head)


def llama3_factors(factor: float) -> np.ndarray:
    values = []
    for index in range(0, HEAD_DIM, 2):
        wavelength = 2 * math.pi * 500000.0 ** (index / HEAD_DIM)
        if wavelength < 8192 / 4:
            values.append(1.0)
        elif wavelength > 8192:
            values.append(factor)
        else:
            smooth = (8192 / wavelength - 1) / 3
            values.append(1 / ((1 - smooth) / factor + smooth))
    return np.array(values, np.float32)


@pytest.mark.parametrize("factor", [8.0, 32.0])
def test_the_scaling_of_llama_3_is_found_from_its_factors(tiny_gguf: TinyGguf, tmp_path: Path, factor: float) -> None:
    tiny_gguf.keys["llama.rope.freq_base"] = 500000.0
    tiny_gguf.tensors["rope_freqs.weight"] = llama3_factors(factor)
    _, config = converted(tiny_gguf.write(), tmp_path / "out")
    rope = config["rope_parameters"]
    assert (rope["rope_type"], rope["factor"], rope["rope_theta"]) == ("llama3", factor, 500000.0)


def test_factors_of_an_unknown_scaling_are_refused(tiny_gguf: TinyGguf) -> None:
    tiny_gguf.tensors["rope_freqs.weight"] = np.linspace(1, 3, HEAD_DIM // 2, dtype=np.float32)
    with pytest.raises(UserError, match="rotary"):
        GgufSource(tiny_gguf.write())


@pytest.mark.parametrize(("kind", "ok"), [("linear", True), ("none", True), ("longrope", False)])
def test_only_scalings_that_the_configuration_can_express_are_taken(tiny_gguf: TinyGguf, kind: str, ok: bool) -> None:
    tiny_gguf.keys |= {"llama.rope.scaling.type": kind, "llama.rope.scaling.factor": 2.0}
    path = tiny_gguf.write()
    if ok:
        GgufSource(path)
    else:
        with pytest.raises(UserError, match="longrope"):
            GgufSource(path)


def test_another_architecture_is_refused_and_the_supported_ones_named(tiny_gguf: TinyGguf) -> None:
    tiny_gguf.architecture = "rwkv9"
    with pytest.raises(UserError, match=r"rwkv9.*Supported: gemma, .*llama"):
        GgufSource(tiny_gguf.write())


def test_a_piece_of_a_model_is_refused_as_such(tiny_gguf: TinyGguf) -> None:
    tiny_gguf.keys["split.count"] = 3
    with pytest.raises(UserError, match="one of 3 pieces"):
        GgufSource(tiny_gguf.write())


def test_a_tensor_that_is_missing_or_of_another_shape_is_named(tiny_gguf: TinyGguf) -> None:
    kept = tiny_gguf.tensors.pop("blk.1.ffn_up.weight")
    with pytest.raises(BadModelFile, match=r"blk\.1\.ffn_up\.weight"):
        GgufSource(tiny_gguf.write())
    tiny_gguf.tensors["blk.1.ffn_up.weight"] = kept[:-1]
    with pytest.raises(BadModelFile, match=r"blk\.1\.ffn_up\.weight"):
        GgufSource(tiny_gguf.write())


def test_a_tensor_without_a_place_is_refused_instead_of_lost(tiny_gguf: TinyGguf) -> None:
    tiny_gguf.tensors["blk.0.attn_q_norm.weight"] = np.ones(16, np.float32)
    with pytest.raises(UserError, match=r"attn_q_norm"):
        GgufSource(tiny_gguf.write())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("llama.block_count", 0),
        ("llama.block_count", None),
        ("llama.block_count", "two"),
        ("llama.block_count", 3),
        ("llama.attention.head_count", 0),
        ("llama.attention.head_count_kv", 0),
        ("llama.embedding_length", 65),
        ("llama.context_length", 0),
        ("llama.attention.layer_norm_rms_epsilon", float("nan")),
    ],
)
def test_a_size_that_cannot_be_is_refused(tiny_gguf: TinyGguf, key: str, value: object) -> None:
    tiny_gguf.keys[key] = value
    with pytest.raises(BadModelFile):
        GgufSource(tiny_gguf.write())


def test_weights_that_are_not_numbers_are_refused(tiny_gguf: TinyGguf, tmp_path: Path) -> None:
    tiny_gguf.tensors["blk.0.ffn_up.weight"][3, 3] = np.nan
    with pytest.raises(BadModelFile, match=r"blk\.0\.ffn_up"):
        converted(tiny_gguf.write(), tmp_path / "out")


def test_whole_numbers_are_no_weights(tiny_gguf: TinyGguf) -> None:
    path = tiny_gguf.path
    writer = gguf.GGUFWriter(path, "llama")
    for key, value in tiny_gguf.keys.items():
        tiny_gguf._add(writer, key, value)
    for name, values in tiny_gguf.tensors.items():
        writer.add_tensor(name, values.astype(np.int32) if name == "output_norm.weight" else values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with pytest.raises(UserError, match="I32"):
        GgufSource(path)


def test_the_identity_depends_on_the_contents_alone(tiny_gguf: TinyGguf, tmp_path: Path) -> None:
    path = tiny_gguf.write()
    identities = []
    for name in ("one.gguf", "another name.gguf"):
        copy = tmp_path / name
        copy.write_bytes(path.read_bytes())
        source = GgufSource(copy)
        source.prepare(silent)
        directory = tmp_path / f"out-{len(identities)}"
        directory.mkdir()
        identities.append(source.write(directory, silent).identity)
    assert identities[0] == identities[1]
    assert identities[0].repository == "tiny-llama"
    assert identities[0].importer == "gguf-1"
    assert identities[0].quantisation == "float32"
