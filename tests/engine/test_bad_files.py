"""Files that are broken or lie end in one plain sentence: nothing of them is run, nothing is lost, nothing hangs."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from meshnet_gui.engine.loader import load_shard
from meshnet_gui.engine.tokenizer import load_tokenizer
from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.types import Span
from tests.engine.steps import MODEL, PROMPT, generate
from tests.tiny_models import NUM_LAYERS, make_tiny

HEADER_LENGTH = 8
INDEX = "model.safetensors.index.json"


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny("llama", tmp_path_factory.mktemp("tiny") / "tiny")


@pytest.fixture
def path(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "model"))


def load(path: Path, span: Span | None = None) -> Any:
    return load_shard(path, span or Span(0, NUM_LAYERS), identity=MODEL, num_threads=1)


def header_of(path: Path) -> dict[str, Any]:
    content = (path / "model.safetensors").read_bytes()
    length = int.from_bytes(content[:HEADER_LENGTH], "little")
    header: dict[str, Any] = json.loads(content[HEADER_LENGTH : HEADER_LENGTH + length])
    return header


def put_header(path: Path, header: bytes, length: int | None = None) -> None:
    content = (path / "model.safetensors").read_bytes()
    old = int.from_bytes(content[:HEADER_LENGTH], "little")
    length = len(header) if length is None else length
    data = content[HEADER_LENGTH + old :]
    (path / "model.safetensors").write_bytes(length.to_bytes(HEADER_LENGTH, "little") + header + data)


def change_config(path: Path, **changes: Any) -> None:
    file = path / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | changes), encoding="utf-8")


def refused(path: Path, match: str = ".", span: Span | None = None) -> None:
    with pytest.raises((BadModelFile, UserError), match=match) as caught:
        load(path, span)
    assert "\n" not in caught.value.text
    assert len(caught.value.text) < 500


# -- safetensors -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 2**31, 2**63, 2**64 - 1])
def test_a_header_length_that_lies_is_refused(path: Path, length: int) -> None:
    put_header(path, json.dumps(header_of(path)).encode(), length)
    refused(path, r"model\.safetensors")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("data_offsets", [0, 2**40]),
        ("data_offsets", [0, 4]),
        ("data_offsets", [-4, 0]),
        ("data_offsets", [8, 4]),
        ("data_offsets", "all"),
        ("shape", [2**40, 2**40]),
        ("shape", [-1, 32]),
        ("shape", [1.5]),
        ("dtype", "PICKLE"),
        ("dtype", "F64"),
        ("dtype", None),
    ],
)
def test_an_entry_that_lies_is_refused(path: Path, key: str, value: object) -> None:
    header = header_of(path)
    header["model.norm.weight"][key] = value
    put_header(path, json.dumps(header).encode())
    refused(path, r"model\.safetensors")


def test_two_tensors_on_the_same_bytes_are_refused(path: Path) -> None:
    header = header_of(path)
    other = header["model.layers.0.input_layernorm.weight"]["data_offsets"]
    header["model.norm.weight"]["data_offsets"] = other
    put_header(path, json.dumps(header).encode())
    refused(path, r"model\.safetensors")


@pytest.mark.parametrize("header", [b"[" * 100_000, b'{"a":' * 5_000, b"\xff\xfe", b"null", b"NaN", b'{"a": NaN}'])
def test_a_header_that_is_no_table_is_refused(path: Path, header: bytes) -> None:
    put_header(path, header)
    refused(path, r"model\.safetensors")


def test_a_name_twice_in_two_files_is_refused(path: Path) -> None:
    tensors = load_file(path / "model.safetensors")
    (path / "model.safetensors").rename(path / "one.safetensors")
    save_file({"model.norm.weight": tensors["model.norm.weight"] * 2}, path / "two.safetensors")
    table = dict.fromkeys(tensors, "one.safetensors") | {"model.norm.weight": "two.safetensors"}
    (path / INDEX).write_text(json.dumps({"weight_map": table}), encoding="utf-8")
    refused(path, "norm.weight twice")


@pytest.mark.parametrize(
    "name",
    ["../outside.safetensors", "/etc/passwd", "folder/x.safetensors", "..", "", "missing.safetensors", "model.bin", 5],
)
def test_an_index_that_leads_elsewhere_is_refused(path: Path, name: object) -> None:
    shutil.copyfile(path / "model.safetensors", path.parent / "outside.safetensors")
    table = dict.fromkeys(load_file(path / "model.safetensors"), name)
    (path / INDEX).write_text(json.dumps({"weight_map": table}), encoding="utf-8")
    refused(path)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"weight_map": []}', '{"weight_map": {}}', "[" * 50_000])
def test_an_index_that_is_none_is_refused(path: Path, content: str) -> None:
    (path / INDEX).write_text(content, encoding="utf-8")
    refused(path)


def test_an_unknown_tensor_more_changes_nothing(path: Path, original: Path) -> None:
    tensors = load_file(path / "model.safetensors") | {"something.else": torch.ones(3)}
    (path / "model.safetensors").unlink()
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})
    assert generate([load(path)], PROMPT, 4) == generate([load(original)], PROMPT, 4)


def test_a_tied_model_with_an_lm_head_of_the_same_values_computes_the_same(tmp_path: Path) -> None:
    path = make_tiny("llama_tied", tmp_path / "tied")
    expected = generate([load(path)], PROMPT, 4)
    tensors = load_file(path / "model.safetensors")
    tensors["lm_head.weight"] = tensors["model.embed_tokens.weight"].clone()
    (path / "model.safetensors").unlink()
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})
    assert generate([load(path)], PROMPT, 4) == expected


# -- configurations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("num_layers", [1, NUM_LAYERS - 1, NUM_LAYERS + 1, 40, 9_999, 10**9])
def test_another_number_of_layers_than_there_are_is_refused(path: Path, num_layers: int) -> None:
    change_config(path, num_hidden_layers=num_layers)
    refused(path, span=Span(0, 1))


@pytest.mark.parametrize("value", [0, -1, "6", 2.5, None, True, [6], float("nan"), float("inf"), 10**30])
def test_a_number_of_layers_that_is_none_is_refused(path: Path, value: object) -> None:
    change_config(path, num_hidden_layers=value)
    refused(path, span=Span(0, 1))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hidden_size", 64),
        ("hidden_size", 2**40),
        ("hidden_size", -32),
        ("hidden_size", "32"),
        ("intermediate_size", 2**40),
        ("intermediate_size", -1),
        ("vocab_size", 2**40),
        ("vocab_size", 2**26),
        ("vocab_size", 0),
        ("num_attention_heads", 2**40),
        ("num_attention_heads", 0),
        ("num_key_value_heads", 3),
        ("head_dim", 2**33),
        ("hidden_act", "no_such_function"),
        ("rope_parameters", {"rope_type": "no_such_type"}),
    ],
)
def test_sizes_that_the_weights_do_not_have_are_refused(path: Path, key: str, value: object) -> None:
    change_config(path, **{key: value})
    refused(path)


def test_what_would_be_allocated_before_it_is_missed_is_refused(path: Path) -> None:
    """An lm_head that is not in the files, for a vocabulary of millions: terabytes at worst."""
    tensors = load_file(path / "model.safetensors")
    del tensors["lm_head.weight"]
    del tensors["model.embed_tokens.weight"]
    (path / "model.safetensors").unlink()
    save_file(tensors, path / "model.safetensors", metadata={"format": "pt"})
    change_config(path, vocab_size=2**26)
    refused(path, "larger sizes than its weight files hold")


@pytest.mark.parametrize("content", ["", "{", "null", "[" * 100_000, '{"a":' * 50_000, "\x00", '{"model_type": 5}'])
def test_a_configuration_that_is_none_is_refused(path: Path, content: str) -> None:
    (path / "config.json").write_text(content, encoding="utf-8")
    refused(path)


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"model_type": "evil_new"}, "type evil_new are not known"),
        (
            {"model_type": "evil_new", "auto_map": {"AutoConfig": "evil.C", "AutoModelForCausalLM": "evil.M"}},
            "type evil_new are not known here. It asks for code of its own, which is never run",
        ),
        ({"model_type": "../evil"}, "are not known"),
        ({"model_type": "t5"}, "t5"),
    ],
)
def test_an_architecture_that_is_not_known_is_refused_by_name(path: Path, changes: dict[str, Any], match: str) -> None:
    marker = path / "ran"
    for name in ("evil.py", "modeling_evil_new.py", "configuration_evil_new.py", "__init__.py"):
        (path / name).write_text(f"open({str(marker)!r}, 'w').close()\nclass C: pass\nclass M: pass\n")
    change_config(path, **changes)
    refused(path, match)
    assert not marker.exists()


def test_code_beside_a_known_model_is_not_run(path: Path, original: Path) -> None:
    marker = path / "ran"
    (path / "evil.py").write_text(f"open({str(marker)!r}, 'w').close()\nclass C: pass\nclass M: pass\n")
    change_config(path, auto_map={"AutoConfig": "evil.C", "AutoModelForCausalLM": "evil.M"})
    assert generate([load(path)], PROMPT, 4) == generate([load(original)], PROMPT, 4)
    assert not marker.exists()


# -- tokenizers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [None, b"", b"\x00" * 10, b"{}", b"[" * 100_000, b'{"model": {"type": "Evil"}}'])
def test_a_tail_without_a_tokenizer_is_refused(path: Path, content: bytes | None) -> None:
    (path / "tokenizer.json").unlink()
    if content is not None:
        (path / "tokenizer.json").write_bytes(content)
    with pytest.raises(BadModelFile):
        load_tokenizer(path)
    refused(path)


# -- everything at once ------------------------------------------------------------------------------------------------


def test_random_damage_is_refused_or_harmless(path: Path, original: Path) -> None:
    """Bytes of the small files and of the header are changed, cut, doubled or exchanged."""
    source = random.Random(3)
    expected = hidden(load(original, Span(1, 2)))
    for _ in range(200):
        name = source.choice(["config.json", "model.safetensors"])
        content = (original / name).read_bytes()
        reach = len(content) if name == "config.json" else 3_000
        (path / name).write_bytes(_damaged(source, content, reach))
        try:
            found = hidden(load(path, Span(1, 2)))
        except (BadModelFile, UserError):
            pass
        else:
            assert name == "config.json" or found.equal(expected)
        (path / name).write_bytes(content)


def _damaged(source: random.Random, content: bytes, reach: int) -> bytes:
    at, length = source.randrange(reach), source.choice([1, 1, 1, 2, 8, 40])
    kinds: list[Callable[[], bytes]] = [
        lambda: content[:at] + source.randbytes(length) + content[at + length :],
        lambda: content[:at] + content[at + length :],
        lambda: content[:at],
        lambda: content[: at + length] + content[at:],
        lambda: content[:at] + str(source.choice([0, -1, 10**12, 7, "NaN", "[[["])).encode() + content[at + 1 :],
    ]
    return source.choice(kinds)()


def hidden(shard: Any) -> torch.Tensor:
    inputs = torch.randn(1, 5, 32, generator=torch.Generator().manual_seed(0))
    with torch.inference_mode():
        found: torch.Tensor = shard.runner.run(inputs, shard.span, None)
    return found
