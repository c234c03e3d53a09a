from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from meshnet_gui.errors import BadModelFile, UserError
from meshnet_gui.modelstore import disk, staging
from meshnet_gui.modelstore.folder_check import INDEX_NAME, weight_files
from meshnet_gui.modelstore.manifest import FILE_NAME as OWN_FILE
from meshnet_gui.modelstore.pieces import all_pieces, piece_file, progress_file
from meshnet_gui.modelstore.safetensors_file import read_header
from meshnet_gui.modelstore.sizes import model_sizes
from meshnet_gui.modelstore.small_files import small_files_in
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.taken import MARK, how_taken
from meshnet_gui.modelstore.tensor_lists import merge
from meshnet_gui.modelstore.tensors import TensorManifest, digest, read_tensors
from meshnet_gui.types import Span
from tests.in_pieces import COMMIT, add_in_pieces, publish, snapshot, tensor_bytes, write_part

WriteFolder = Callable[..., Path]
PIECES = ("embedding", "layer-00000", "layer-00001", "tail")


@pytest.fixture(params=[False, True], ids=["one file", "many files"])
def whole(tmp_path: Path, write_folder: WriteFolder, request: pytest.FixtureRequest) -> ModelSpec:
    """A whole model, in a store of its own."""
    return ModelStore(tmp_path / "elsewhere").import_path(snapshot(write_folder(sharded=request.param)))


def announced(whole: ModelSpec) -> tuple[dict[str, bytes], TensorManifest]:
    return small_files_in(whole.path), ModelStore(whole.path.parent).tensors(whole)


def test_an_added_model_has_its_sizes_and_no_layers(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole)
    assert (spec.name, spec.identity, spec.num_layers, spec.tied) == ("tiny", whole.identity, 2, True)
    assert (spec.held, spec.held_spans(), spec.weight_bytes) == (frozenset(), (), whole.weight_bytes)
    assert spec.missing(Span(0, 1)) == ("embedding", "layer-00000")
    assert model_sizes(spec) == model_sizes(whole)
    assert store.list() == (spec,)


def test_a_folder_of_the_hubs_library_and_a_fetched_copy_are_one_model(store: ModelStore, whole: ModelSpec) -> None:
    assert (whole.identity.repository, whole.identity.revision) == ("org/tiny", COMMIT)
    assert whole.is_on_hub
    assert add_in_pieces(store, whole).identity == whole.identity


def test_adding_again_changes_nothing(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, ["layer-00001"])
    assert add_in_pieces(store, whole, name="another") == spec
    assert store.list() == (spec,)


@pytest.mark.parametrize("content", [b"", b"{}", b"\0" * 100])
def test_adding_again_puts_a_damaged_list_of_tensors_right(store: ModelStore, whole: ModelSpec, content: bytes) -> None:
    spec = add_in_pieces(store, whole, ["tail"])
    (spec.path / "tensors.json").write_bytes(content)
    with pytest.raises(BadModelFile, match="Add the model again"):
        store.tensors(spec)
    assert add_in_pieces(store, whole) == spec
    assert store.tensors(spec) == announced(whole)[1]
    assert store.verify(spec.name).num_unknown == 1


def test_another_model_of_that_name_gets_a_number(
    store: ModelStore, whole: ModelSpec, write_folder: WriteFolder
) -> None:
    other = ModelStore(whole.path.parent).import_path(snapshot(write_folder("b", rope_theta=5.0), "org/else"), "b")
    assert [add_in_pieces(store, each, name="same").name for each in (whole, other)] == ["same", "same-2"]


def test_pieces_appear_with_their_digests_and_in_the_index(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, ["layer-00001"])
    (spec.path / progress_file("tail")).write_bytes(b"x")
    publish(store, spec, "tail", whole)
    spec = store.get(spec.name)
    assert spec.held == {"layer-00001", "tail"}
    assert weight_files(spec.path) == ["layer-00001.safetensors", "tail.safetensors"]
    assert not list(spec.path.glob("*.part"))
    assert not list(spec.path.glob("*.progress"))
    table = json.loads((spec.path / INDEX_NAME).read_text())["weight_map"]
    assert set(table) == {"model.layers.1.mlp.weight", "model.norm.weight"}
    for tensor in store.tensors(spec).tensors:
        expected = digest(tensor_bytes(whole, tensor.name)) if tensor.name in table else ""
        assert tensor.sha256 == expected
        if tensor.name in table:
            assert tensor_bytes(spec, tensor.name) == tensor_bytes(whole, tensor.name)
        else:
            with pytest.raises(BadModelFile, match="not on this computer"):
                store.place(spec, tensor.name)


def test_all_pieces_together_hold_every_tensor(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, PIECES)
    assert all_pieces(2) == PIECES
    assert spec.missing(spec.full_span()) == ()
    entries = [entry for name in weight_files(spec.path) for entry in read_header(spec.path / name)]
    assert sorted(entry.name for entry in entries) == sorted(store.tensors(whole).by_name)


def test_a_piece_is_the_same_file_wherever_its_tensors_came_from(
    store: ModelStore, tmp_path: Path, write_folder: WriteFolder
) -> None:
    contents = []
    for sharded in (False, True):
        folder = snapshot(write_folder(f"from-{sharded}", sharded=sharded), f"org/{sharded}".lower())
        whole = ModelStore(tmp_path / "elsewhere").import_path(folder)
        spec = add_in_pieces(store, whole, ["layer-00001"])
        contents.append((spec.path / piece_file("layer-00001")).read_bytes())
    assert contents[0] == contents[1]


@pytest.mark.parametrize("change", ["short", "long", "header"])
def test_a_part_that_is_not_the_piece_is_refused_and_nothing_is_written_down(
    store: ModelStore, whole: ModelSpec, change: str
) -> None:
    spec = add_in_pieces(store, whole)
    part = write_part(store, spec, "tail", whole)
    content = part.read_bytes()
    changed = {"short": content[:-1], "long": content + b"\0", "header": content[:8] + b"[" + content[9:]}
    part.write_bytes(changed[change])
    with pytest.raises(BadModelFile, match="not the complete piece"):
        store.publish_piece(spec, "tail", part, {"model.norm.weight": "0" * 64})
    assert store.get(spec.name).held == frozenset()
    assert not store.tensors(spec).by_name["model.norm.weight"].sha256


def test_an_index_that_a_crash_left_behind_is_written_anew(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, ["layer-00000"])
    write_part(store, spec, "tail", whole).replace(spec.path / piece_file("tail"))
    assert store.get(spec.name).held == {"layer-00000", "tail"}
    assert weight_files(spec.path) == ["layer-00000.safetensors", "tail.safetensors"]
    (spec.path / INDEX_NAME).unlink()
    store.get(spec.name)
    assert weight_files(spec.path) == ["layer-00000.safetensors", "tail.safetensors"]


def test_digests_are_merged(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, ["layer-00000"])
    merged = merge(spec, {"model.norm.weight": "ab" * 32})
    assert merged == store.tensors(spec)
    assert merged.by_name["model.norm.weight"].sha256 == "ab" * 32
    assert merged.by_name["model.layers.0.mlp.weight"].sha256


def test_the_list_of_a_whole_model_is_made_once_and_again_where_it_is_damaged(whole: ModelSpec) -> None:
    store = ModelStore(whole.path.parent)
    manifest = store.tensors(whole)
    assert sum(file.num_bytes for file in manifest.files) == whole.weight_bytes
    assert [file.name for file in manifest.small_files] == ["config.json", "tokenizer.json"]
    for tensor in manifest.tensors:
        path, start, num_bytes = store.place(whole, tensor.name)
        assert path.read_bytes()[start : start + num_bytes] == tensor_bytes(whole, tensor.name)
    kept = merge(whole, {"model.norm.weight": "ab" * 32})
    assert read_tensors(whole.path) == kept == store.tensors(whole)
    (whole.path / "tensors.json").write_text("{")
    assert store.tensors(whole) == manifest


def damaged(manifest: TensorManifest, how: str) -> TensorManifest:
    file, tensor = manifest.files[0], manifest.tensors[0]
    changes: dict[str, TensorManifest] = {
        "a file without digest": replace(manifest, files=(replace(file, sha256=""), *manifest.files[1:])),
        "another file": replace(manifest, files=(replace(file, sha256="0" * 64), *manifest.files[1:])),
        "a file of another name": replace(manifest, files=(replace(file, name="x.bin"), *manifest.files[1:])),
        "a gap": replace(manifest, tensors=(replace(tensor, start=tensor.start + 4), *manifest.tensors[1:])),
        "another precision": replace(manifest, identity=replace(manifest.identity, quantisation="int8")),
        "another digest": replace(manifest, identity=replace(manifest.identity, weights_digest="0" * 32)),
        "other small files": replace(
            manifest, small_files=tuple(replace(f, sha256="0" * 64) for f in manifest.small_files)
        ),
        "a layer too few": replace(manifest, tensors=tuple(t for t in manifest.tensors if "layers.1" not in t.name)),
        "no layer": replace(manifest, tensors=tuple(t for t in manifest.tensors if "layers" not in t.name)),
    }
    return changes[how]


@pytest.mark.parametrize(
    "how",
    [
        "a file without digest",
        "another file",
        "a file of another name",
        "a gap",
        "another precision",
        "another digest",
        "other small files",
        "a layer too few",
        "no layer",
    ],
)
def test_what_does_not_belong_together_is_not_added(store: ModelStore, whole: ModelSpec, how: str) -> None:
    files, manifest = announced(whole)
    with pytest.raises(BadModelFile):
        store.add("", files, damaged(manifest, how), source="a test")
    assert store.list() == ()
    assert not [path for path in store.root.iterdir() if path.is_dir()]


@pytest.mark.parametrize("name", ["modeling_evil.py", "../x", "model.safetensors", "meshnet.json", ".fetch.json"])
def test_a_file_that_no_model_needs_is_not_written(store: ModelStore, whole: ModelSpec, name: str) -> None:
    files, manifest = announced(whole)
    with pytest.raises(BadModelFile, match="none that a model needs"):
        store.add("", {**files, name: b"x"}, manifest, source="a test")
    assert not (store.root.parent / "x").exists()


def test_code_that_a_configuration_names_is_left_out_and_the_list_says_what_is_stored(
    store: ModelStore, whole: ModelSpec
) -> None:
    files, manifest = announced(whole)
    asks = json.dumps({"auto_map": {"AutoConfig": "x.Y"}, **json.loads(files["config.json"])}).encode()
    spec = store.add("", {**files, "config.json": asks}, replace(manifest, small_files=()), source="a test")
    assert small_files_in(spec.path) == small_files_in(whole.path)
    assert store.tensors(spec).small_files == manifest.small_files


@pytest.mark.parametrize("missing", ["config.json", "tokenizer.json"])
def test_a_model_without_configuration_or_tokenizer_is_refused(
    store: ModelStore, whole: ModelSpec, missing: str
) -> None:
    files, manifest = announced(whole)
    del files[missing]
    with pytest.raises(BadModelFile):
        store.add("", files, manifest, source="a test")


@pytest.mark.parametrize("name", ["Upper", "../x", ".lock", "a/b"])
def test_an_added_model_needs_a_name_that_is_a_slug(store: ModelStore, whole: ModelSpec, name: str) -> None:
    files, manifest = announced(whole)
    with pytest.raises(UserError):
        store.add(name, files, manifest, source="a test")


def test_an_import_of_the_same_model_takes_the_place_of_its_pieces(
    store: ModelStore, whole: ModelSpec, tmp_path: Path
) -> None:
    spec = add_in_pieces(store, whole, ["layer-00000"], name="mine")
    folder = next((tmp_path / "models--org--tiny" / "snapshots").iterdir())
    with store.in_use("mine"), pytest.raises(UserError, match="serves mine now"):
        store.import_path(folder)
    assert store.get("mine").held == {"layer-00000"}
    imported = store.import_path(folder)
    assert (imported.name, imported.identity, imported.held) == ("mine", spec.identity, None)
    assert store.list() == (imported,)


def test_an_import_of_a_model_that_is_here_in_all_its_pieces_changes_nothing(
    store: ModelStore, whole: ModelSpec, tmp_path: Path
) -> None:
    spec = add_in_pieces(store, whole, PIECES)
    assert store.import_path(next((tmp_path / "models--org--tiny" / "snapshots").iterdir())) == spec


def test_a_model_in_pieces_does_not_give_way_to_another_one(
    store: ModelStore, whole: ModelSpec, write_folder: WriteFolder
) -> None:
    spec = add_in_pieces(store, whole, PIECES, name="mine")
    (spec.path / piece_file("tail")).write_bytes(b"damaged")
    with pytest.raises(UserError, match="already named"):
        store.import_path(write_folder("other", rope_theta=7.0), "mine")
    assert (spec.path / piece_file("layer-00001")).is_file()


def test_pieces_that_are_published_at_once_lose_no_digest(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda piece: publish(ModelStore(store.root), spec, piece, whole), PIECES))
    assert store.get(spec.name).held == set(PIECES)
    assert all(tensor.sha256 for tensor in store.tensors(spec).tensors)
    assert set(weight_files(spec.path)) == set(map(piece_file, PIECES))


def test_a_model_that_is_added_twice_at_once_is_there_once(store: ModelStore, whole: ModelSpec) -> None:
    files, manifest = announced(whole)
    with ThreadPoolExecutor(4) as pool:
        added = set(pool.map(lambda _: ModelStore(store.root).add("", files, manifest, source="a test"), range(4)))
    assert added == set(store.list())
    assert len(added) == 1


@pytest.mark.allow_warnings("cannot be used")
@pytest.mark.parametrize("change", [{"\0": 4}, {"..": 4}, {"": 4}, {"a/b": 4}, {"m.safetensors": float("inf")}])
def test_one_model_whose_own_file_is_damaged_takes_no_other_with_it(
    store: ModelStore, whole: ModelSpec, change: dict[str, float]
) -> None:
    damaged, sound = add_in_pieces(store, whole, name="damaged"), whole.path
    shutil.copytree(sound, store.root / "sound")
    for spec in (damaged, store.get("sound")):
        own = json.loads((spec.path / OWN_FILE).read_text(encoding="utf-8"))
        own["weight_files"] = {name: {"bytes": size, "sha256": "a" * 64} for name, size in change.items()}
        (damaged.path / OWN_FILE).write_text(json.dumps(own), encoding="utf-8")
        assert [found.name for found in store.list()] == ["sound"]
        assert [problem.name for problem in store.problems()] == ["damaged"]


def test_a_model_that_many_remove_at_once_is_removed_once(store: ModelStore, whole: ModelSpec) -> None:
    name = add_in_pieces(store, whole, PIECES).name

    def remove(_: int) -> bool:
        try:
            ModelStore(store.root).remove(name)
        except UserError:  # not that the disk failed
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(remove, range(8))) == 1
    assert not store.leftovers()


def test_what_many_delete_at_once_is_gone_and_nobody_is_told_of_the_others(tmp_path: Path) -> None:
    folder = tmp_path / "leftover"
    for name in map(str, range(200)):
        (folder / name).mkdir(parents=True)
        (folder / name / "file").touch()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: staging.delete(folder), range(8)))
    assert not folder.exists()


def test_a_model_that_is_removed_while_room_is_made_stops_nobody(
    store: ModelStore, whole: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, plan = add_in_pieces(store, whole, PIECES), disk.plan_room

    def plan_and_remove(*args: Any) -> Any:
        removals = plan(*args)
        store.remove(spec.name)
        return removals

    monkeypatch.setattr(disk, "plan_room", plan_and_remove)
    assert store.make_room(1, disk.size_of(store.root)) == (spec.name,)


def test_digests_of_members_are_known_as_such_before_the_model_can_be_seen(
    store: ModelStore, whole: ModelSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, publish_it = [], staging.publish

    def look_and_publish(directory: Path, target: Path) -> None:
        seen.append((directory / MARK).exists())
        publish_it(directory, target)

    monkeypatch.setattr(staging, "publish", look_and_publish)
    files, manifest = announced(whole)
    spec = store.add("", files, manifest, source="a test", is_from_members=True)
    assert seen == [True]
    (spec.path / MARK).unlink()
    (spec.path / "tensors.json").write_bytes(b"damaged")
    store.add("", files, manifest, source="a test", is_from_members=True)
    assert how_taken(spec, store.tensors(spec)) == "members"
