from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore import manifest
from meshnet_gui.modelstore.folder_check import check_weights, weight_files
from meshnet_gui.modelstore.folder_import import FolderSource
from meshnet_gui.modelstore.manifest import Manifest
from meshnet_gui.modelstore.progress import silent
from meshnet_gui.modelstore.store import ModelStore

WriteFolder = Callable[..., Path]


def imported(folder: Path, target: Path) -> Manifest:
    source = FolderSource(folder)
    source.prepare(silent)
    target.mkdir()
    return source.write(target, silent)


@pytest.mark.parametrize("sharded", [False, True])
def test_a_complete_folder_is_copied_and_nothing_else_in_it(
    write_folder: WriteFolder, tmp_path: Path, sharded: bool
) -> None:
    folder = write_folder(sharded=sharded)
    for stray in ("README.md", "modeling_custom.py", "pytorch_model.bin", "optimizer.pt", "notes.json"):
        (folder / stray).write_text("x")
    manifest = imported(folder, tmp_path / "out")
    weights = [file.name for file in manifest.weight_files]
    index = ["model.safetensors.index.json"] if sharded else []
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == sorted(
        ["config.json", "tokenizer.json", *weights, *index]
    )
    assert len(weights) == (2 if sharded else 1)
    for name in weights:
        assert (tmp_path / "out" / name).read_bytes() == (folder / name).read_bytes()


def test_the_identity_follows_the_contents_not_the_folder_name(write_folder: WriteFolder, tmp_path: Path) -> None:
    first = imported(write_folder("a", sharded=True), tmp_path / "1").identity
    second = imported(write_folder("b", sharded=True), tmp_path / "2").identity
    whole = imported(write_folder("c"), tmp_path / "3").identity
    assert first == second
    assert str(first).startswith("llama@local:")
    assert first.quantisation == "float32"
    assert whole.weights_digest != first.weights_digest


def test_repository_commit_and_quantiser_come_from_the_configuration(write_folder: WriteFolder, tmp_path: Path) -> None:
    folder = write_folder(
        _name_or_path="Org/Model-1", _commit_hash="a" * 40, quantization_config={"quant_method": "gptq", "bits": 4}
    )
    identity = imported(folder, tmp_path / "out").identity
    assert (identity.repository, identity.revision, identity.quantisation) == ("Org/Model-1", "a" * 40, "gptq_4")


@pytest.mark.parametrize(
    ("method", "bits", "quantisation"),
    [
        ("", 4, "_4"),
        ("", None, "float32"),
        ("é\n:@", None, "____"),
        ("x" * 99, 4, "x" * 16),
        ("a", 10**300, "a_1" + "0" * 13),
    ],
)
def test_whatever_quantiser_a_configuration_names_the_model_gets_an_identity(
    write_folder: WriteFolder, tmp_path: Path, method: str, bits: object, quantisation: str
) -> None:
    folder = write_folder(quantization_config={"quant_method": method, "bits": bits})
    assert imported(folder, tmp_path / "out").identity.quantisation == quantisation


@pytest.mark.parametrize("name", ["/home/somebody/model", "../x", "a/b/c", "", 5])
def test_a_path_never_becomes_the_repository(write_folder: WriteFolder, tmp_path: Path, name: object) -> None:
    assert imported(write_folder(_name_or_path=name), tmp_path / "out").identity.repository == "llama"


def test_a_shard_file_that_the_index_names_but_is_missing_is_named(write_folder: WriteFolder) -> None:
    folder = write_folder(sharded=True)
    (folder / "model-2.safetensors").unlink()
    with pytest.raises(BadModelFile, match=r"model-2\.safetensors"):
        FolderSource(folder)


def test_the_tokenizer_is_parsed_once(write_folder: WriteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, parsed, parse = write_folder(), [], manifest.parse_json

    def counted(content: bytes, name: str, of: str) -> dict[str, object]:
        parsed.append(name)
        return parse(content, name, of)

    monkeypatch.setattr(manifest, "parse_json", counted)
    FolderSource(folder)
    assert parsed.count("tokenizer.json") == 1


def test_a_truncated_shard_file_is_refused(write_folder: WriteFolder) -> None:
    path = write_folder(sharded=True) / "model-2.safetensors"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadModelFile, match=r"model-2\.safetensors"):
        FolderSource(path.parent)


@pytest.mark.parametrize(
    "table",
    [
        {},
        None,
        {"x": 5},
        {"x": "../secret.safetensors"},
        {"x": "sub/other.safetensors"},
        {"x": "..\\secret.safetensors"},
        {"x": "config.json"},
        {"x": "weights.bin"},
        {"model.layers.9.mlp.weight": "model-1.safetensors"},
    ],
)
def test_an_index_that_lies_is_refused(write_folder: WriteFolder, table: object) -> None:
    folder = write_folder(sharded=True)
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": table}))
    with pytest.raises(BadModelFile):
        FolderSource(folder)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "model.pt", "model.pth", "model.ckpt"])
def test_pickled_weights_are_refused_with_the_reason(write_folder: WriteFolder, name: str) -> None:
    folder = write_folder()
    (folder / "model.safetensors").rename(folder / name)
    with pytest.raises(UserError, match="pickled"):
        FolderSource(folder)


def test_code_of_the_folder_is_left_behind(write_folder: WriteFolder, tmp_path: Path) -> None:
    folder = write_folder(auto_map={"AutoModelForCausalLM": "modeling_evil.Evil"})
    (folder / "modeling_evil.py").write_text("raise SystemExit")
    (folder / "tokenizer_config.json").write_text(json.dumps({"auto_map": {"AutoTokenizer": ["x.Y", None]}, "a": 1}))
    imported(folder, tmp_path / "out")
    assert "auto_map" not in json.loads((tmp_path / "out" / "config.json").read_text())
    assert json.loads((tmp_path / "out" / "tokenizer_config.json").read_text()) == {"a": 1}
    assert not (tmp_path / "out" / "modeling_evil.py").exists()


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("config.json", None),
        ("config.json", "{"),
        ("config.json", "[]"),
        ("config.json", "\xff"),
        ("config.json", "[" * 100_000),
        ("config.json", '{"model_type": "llama"}'),
        ("config.json", '{"num_hidden_layers": 2, "hidden_size": 4, "vocab_size": 8}'),
        ("tokenizer.json", None),
        ("tokenizer.json", "{"),
        ("tokenizer.json", "{}"),
        ("tokenizer.json", '{"model": "BPE"}'),
        ("tokenizer.json", '{"model": {"type": 5}}'),
        ("model.safetensors", None),
        ("model.safetensors", "short"),
        ("tokenizer_config.json", "{"),
    ],
)
def test_a_folder_with_a_missing_or_broken_file_is_refused(
    write_folder: WriteFolder, tmp_path: Path, file: str, content: str | None
) -> None:
    path = write_folder() / file
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_text(content, encoding="latin-1")
    with pytest.raises(BadModelFile):
        imported(path.parent, tmp_path / "out")


@pytest.mark.parametrize(
    ("config", "text"),
    [
        ({"num_hidden_layers": 1}, "states 1 layers, but the weights have 2"),
        ({"num_hidden_layers": 3}, "states 3 layers, but the weights have 2"),
        ({"num_hidden_layers": 3, "num_nextn_predict_layers": 1}, "states 3 layers"),
        ({"hidden_size": 8}, "states a hidden size of 8, but the weights have 4"),
        ({"hidden_size": 2}, "states a hidden size of 2, but the weights have 4"),
        ({"text_config": {"num_hidden_layers": 2, "hidden_size": 8, "vocab_size": 8}}, "hidden size of 8"),
    ],
)
def test_a_configuration_of_another_model_is_refused(
    write_folder: WriteFolder, config: dict[str, object], text: str
) -> None:
    with pytest.raises(BadModelFile, match=text):
        FolderSource(write_folder(**config))


@pytest.mark.parametrize(
    "config",
    [
        {"num_hidden_layers": 1, "num_nextn_predict_layers": 1},
        {"hidden_size": 8, "word_embed_proj_dim": 4},
        {"text_config": {"num_hidden_layers": 1, "hidden_size": 4, "vocab_size": 8}},
    ],
    ids=["layers that predict further tokens", "a projected embedding", "a part with more layers"],
)
def test_unusual_but_consistent_shapes_are_taken(write_folder: WriteFolder, config: dict[str, object]) -> None:
    FolderSource(write_folder(**config))


def test_several_weight_files_without_an_index_are_refused(write_folder: WriteFolder) -> None:
    folder = write_folder(sharded=True)
    (folder / "model.safetensors.index.json").unlink()
    with pytest.raises(BadModelFile, match="index"):
        FolderSource(folder)


def test_a_file_that_changes_while_it_is_copied_is_noticed(write_folder: WriteFolder, tmp_path: Path) -> None:
    folder = write_folder()
    source = FolderSource(folder)
    source.prepare(silent)
    data = bytearray((folder / "model.safetensors").read_bytes())
    data[-1] ^= 1
    (folder / "model.safetensors").write_bytes(data)
    (tmp_path / "out").mkdir()
    with pytest.raises(BadModelFile, match="changed"):
        source.write(tmp_path / "out", silent)


def test_a_lone_weight_file_of_any_name_is_found_by_whoever_loads_it(
    write_folder: WriteFolder, store: ModelStore
) -> None:
    folder = write_folder()
    (folder / "model.safetensors").rename(folder / "weights-v1.safetensors")
    spec = store.import_path(folder)
    assert weight_files(spec.path) == ["weights-v1.safetensors"]
    assert check_weights(spec.path) > 0
    assert store.import_path(folder) == spec  # the same again


def test_a_lone_weight_file_that_nobody_would_load_is_refused(write_folder: WriteFolder, store: ModelStore) -> None:
    folder = write_folder()
    (folder / "model.safetensors").rename(folder / "weights (1).safetensors")
    with pytest.raises(UserError, match="odd name"):
        store.import_path(folder)
