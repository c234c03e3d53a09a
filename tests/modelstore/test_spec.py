from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.manifest import dump_manifest
from meshnet_gui.modelstore.spec import UNSTATED_CONTEXT_TOKENS, check_complete, read_sizes, read_spec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.types import Span

WriteFolder = Callable[..., Path]


@pytest.fixture
def model(store: ModelStore, write_folder: WriteFolder) -> Path:
    return store.import_path(write_folder(sharded=True), "m").path


def test_a_stored_model_is_described_by_its_small_files(model: Path) -> None:
    spec = read_spec(model)
    assert (spec.name, spec.path, spec.model_type) == ("m", model, "llama")
    assert (spec.num_layers, spec.hidden_size, spec.vocab_size, spec.context_tokens) == (2, 4, 8, 32)
    assert spec.weight_bytes == sum(path.stat().st_size for path in model.glob("*.safetensors"))
    assert spec.full_span() == Span(0, 2)


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (
            {"model_type": "gpt2", "n_layer": 12, "n_embd": 768, "vocab_size": 9, "n_positions": 1024},
            (12, 768, 9, 1024),
        ),
        (
            {
                "model_type": "gemma3",
                "text_config": {
                    "num_hidden_layers": 3,
                    "hidden_size": 5,
                    "vocab_size": 7,
                    "max_position_embeddings": 11,
                },
                "num_hidden_layers": 99,
            },
            (3, 5, 7, 11),
        ),
        (
            {"model_type": "bloom", "num_layers": 2, "hidden_size": 4, "vocab_size": 6},
            (2, 4, 6, UNSTATED_CONTEXT_TOKENS),
        ),
        ({"model_type": "mamba", "n_layer": 2, "d_model": 4, "vocab_size": 6, "n_ctx": 8}, (2, 4, 6, 8)),
    ],
)
def test_sizes_are_found_under_each_family_s_words(config: dict[str, Any], expected: tuple[int, ...]) -> None:
    sizes = read_sizes(config, "m")
    assert (sizes.num_layers, sizes.hidden_size, sizes.vocab_size, sizes.context_tokens) == expected
    assert sizes.model_type == config["model_type"]


@pytest.mark.parametrize("value", [0, -1, 1.5, "2", True, 10**9, [2], {}])
def test_a_number_of_layers_that_cannot_be_is_refused(value: object) -> None:
    with pytest.raises(BadModelFile, match="num_hidden_layers"):
        read_sizes({"model_type": "x", "num_hidden_layers": value, "hidden_size": 1, "vocab_size": 1}, "m")


@pytest.mark.parametrize("file", ["config.json", "meshnet.json"])
@pytest.mark.parametrize("content", [None, "", "{", "[]", "null", "{}", '{"format": 1}', "\x00\xff"])
def test_a_broken_small_file_is_named(model: Path, file: str, content: str | None) -> None:
    (model / file).unlink()
    if content is not None:
        (model / file).write_bytes(content.encode("latin-1"))
    with pytest.raises(BadModelFile):
        read_spec(model)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("identity", "nonsense"),
        ("identity", None),
        ("weight_files", []),
        ("weight_files", {"../x": {"bytes": 1, "sha256": ""}}),
        ("weight_files", {"x": {"bytes": "many", "sha256": ""}}),
        ("weight_files", {"x": 1}),
        ("format", 2),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused(model: Path, key: str, value: object) -> None:
    path = model / "meshnet.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))
    with pytest.raises(BadModelFile):
        read_spec(model)


def test_a_manifest_survives_the_round_trip(model: Path) -> None:
    from meshnet_gui.modelstore.manifest import read_manifest

    manifest = read_manifest(model)
    assert dump_manifest(manifest) == (model / "meshnet.json").read_text()


@pytest.mark.parametrize("damage", ["truncate", "remove", "header", "tokenizer", "exchanged"])
def test_an_incomplete_model_is_noticed_without_hashing(model: Path, damage: str) -> None:
    spec = read_spec(model)
    check_complete(spec)
    file = model / "model-2.safetensors"
    data = file.read_bytes()
    if damage == "truncate":
        file.write_bytes(data[:-1])
    elif damage == "remove":
        file.unlink()
    elif damage == "header":
        file.write_bytes(b"\xff" * 8 + data[8:])
    elif damage == "exchanged":
        file.write_bytes((model / "model-1.safetensors").read_bytes())
    else:
        (model / "tokenizer.json").unlink()
    with pytest.raises(BadModelFile):
        check_complete(spec)
