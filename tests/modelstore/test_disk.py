from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from meshnet_gui.errors import DiskFull, UserError
from meshnet_gui.modelstore import in_use, staging
from meshnet_gui.modelstore.disk import piece_sizes, size_of
from meshnet_gui.modelstore.folder_check import weight_files
from meshnet_gui.modelstore.folder_import import FolderSource
from meshnet_gui.modelstore.pieces import FETCH_LOCK_NAME, WISH_NAME, all_pieces, part_file, piece_file, progress_file
from meshnet_gui.modelstore.progress import silent
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from tests.in_pieces import add_in_pieces, snapshot

WriteFolder = Callable[..., Path]


@pytest.fixture
def wholes(tmp_path: Path, write_folder: WriteFolder) -> list[ModelSpec]:
    """Three whole models in a store of their own."""
    elsewhere = ModelStore(tmp_path / "elsewhere")
    folders = [snapshot(write_folder(name, rope_theta=float(i)), f"org/{name}") for i, name in enumerate("abc")]
    return [elsewhere.import_path(folder) for folder in folders]


def used_in_order(store: ModelStore, names: str) -> None:
    """As if they had been used one after the other."""
    for at, name in enumerate(names):
        os.utime(store.root / name / in_use.USED_NAME, (1000.0 + at, 1000.0 + at))


def test_each_model_says_what_it_takes_and_whether_it_can_be_fetched_again(
    store: ModelStore, wholes: list[ModelSpec], write_folder: WriteFolder
) -> None:
    spec = add_in_pieces(store, wholes[0], all_pieces(2))
    local = store.import_path(write_folder("mine"))
    found = {usage.name: usage for usage in store.usage()}
    assert set(found) == {"a", "mine"}
    assert found["a"].num_bytes == sum(path.stat().st_size for path in spec.path.iterdir())
    assert (found["a"].can_fetch, found["mine"].can_fetch) == (True, False)
    assert found["a"].used_at > 0
    assert local.name == "mine"


def test_what_was_never_written_of_a_part_does_not_count(store: ModelStore, wholes: list[ModelSpec]) -> None:
    spec = add_in_pieces(store, wholes[0])
    before = size_of(spec.path)
    with (spec.path / part_file("tail")).open("wb") as file:
        file.truncate(2**30)
    assert size_of(spec.path) - before < 2**20


def test_a_model_is_in_use_while_it_is_held_and_by_another_process_too(
    store: ModelStore, wholes: list[ModelSpec]
) -> None:
    spec = add_in_pieces(store, wholes[0], all_pieces(2))
    with store.in_use("a"), store.in_use("a", ["tail"]):
        assert [usage.in_use for usage in store.usage()] == [True]
        assert in_use.used_pieces(spec.path) is None
        with pytest.raises(UserError, match="serves a now"):
            store.remove("a")
    assert [usage.in_use for usage in store.usage()] == [False]
    code = (
        "import sys, pathlib; from meshnet_gui.modelstore.store import ModelStore\n"
        "with ModelStore(pathlib.Path(sys.argv[1])).in_use('a', ['tail']):\n"
        "    print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(store.root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        assert in_use.used_pieces(spec.path) == {"tail"}
        other.kill()
    assert in_use.used_pieces(spec.path) == frozenset()
    assert not list(spec.path.glob(f"{in_use.PREFIX}*"))


def test_a_model_is_removed_with_everything_and_its_name_is_free(
    store: ModelStore, wholes: list[ModelSpec], write_folder: WriteFolder
) -> None:
    spec = add_in_pieces(store, wholes[0], all_pieces(2))
    expected = size_of(spec.path)
    assert store.remove("a") == expected
    assert store.list() == ()
    assert not [path for path in store.root.iterdir() if path.is_dir()]
    store.import_path(write_folder("mine"))
    store.remove("mine")
    with pytest.raises(UserError, match="no model named"):
        store.remove("mine")


@pytest.mark.parametrize("name", ["..", ".", "", "../elsewhere", ".lock"])
def test_nothing_outside_of_the_store_can_be_removed(store: ModelStore, wholes: list[ModelSpec], name: str) -> None:
    add_in_pieces(store, wholes[0])
    with pytest.raises(UserError):
        store.remove(name)
    assert wholes[0].path.is_dir()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_is_removed_and_what_it_leads_to_stays(store: ModelStore, wholes: list[ModelSpec]) -> None:
    store.root.mkdir()
    (store.root / "linked").symlink_to(wholes[0].path)
    store.remove("linked")
    spec = add_in_pieces(store, wholes[1], ["tail"])
    (spec.path / "layer-00001.safetensors.part").symlink_to(wholes[0].path)
    assert store.remove_leftovers() < 1000
    store.remove("b")
    assert (wholes[0].path / "model.safetensors").is_file()


def test_pieces_are_removed_with_what_was_made_of_them(store: ModelStore, wholes: list[ModelSpec]) -> None:
    spec = add_in_pieces(store, wholes[0], all_pieces(2))
    coded = spec.path / "quantised-int4_fitted32-layer-00001.safetensors"
    for path in (coded, coded.with_suffix(".json"), spec.path / "quantised-int4_fitted32-tail.json"):
        path.write_bytes(b"x" * 100)
    expected = (spec.path / piece_file("layer-00001")).stat().st_size + 200
    assert piece_sizes(spec)["layer-00001"] == expected
    assert store.remove_pieces("a", ["layer-00001"]) == expected
    spec = store.get("a")
    assert spec.held == {"embedding", "layer-00000", "tail"}
    assert weight_files(spec.path) == ["embedding.safetensors", "layer-00000.safetensors", "tail.safetensors"]
    assert sorted(path.name for path in spec.path.glob("quantised-*")) == ["quantised-int4_fitted32-tail.json"]


def test_pieces_in_use_and_those_of_a_whole_model_stay(
    store: ModelStore, wholes: list[ModelSpec], write_folder: WriteFolder
) -> None:
    add_in_pieces(store, wholes[0], all_pieces(2))
    with store.in_use("a", ["layer-00001"]):
        with pytest.raises(UserError, match="serves these layers"):
            store.remove_pieces("a", ["layer-00000", "layer-00001"])
        store.remove_pieces("a", ["layer-00000"])
    assert store.get("a").held == {"embedding", "layer-00001", "tail"}
    store.import_path(write_folder("mine"))
    with pytest.raises(UserError, match="imported whole"):
        store.remove_pieces("mine", ["tail"])


def test_room_is_made_by_what_was_used_longest_ago(store: ModelStore, wholes: list[ModelSpec]) -> None:
    for whole in wholes:
        add_in_pieces(store, whole, all_pieces(2))
    used_in_order(store, "bac")
    each = piece_sizes(store.get("b"))
    total = size_of(store.root)
    assert store.make_room(100, total + 100) == ()
    assert store.make_room(101, total + 100) == ("b",)
    assert [len(spec.held or ()) for spec in store.list()] == [4, 3, 4]
    lacking = sum(each.values()) - each["embedding"] + 1
    assert store.make_room(lacking, size_of(store.root)) == ("b", "a")
    assert [len(spec.held or ()) for spec in store.list()] == [3, 0, 4]


def test_what_is_kept_in_use_fetched_or_imported_does_not_go(
    store: ModelStore, wholes: list[ModelSpec], write_folder: WriteFolder
) -> None:
    specs = [add_in_pieces(store, whole, all_pieces(2)) for whole in wholes]
    store.import_path(write_folder("mine"))
    used_in_order(store, "abc")
    total = size_of(store.root)
    with (
        store.in_use("a", ["tail"]),
        staging.lock(specs[1].path / FETCH_LOCK_NAME, lambda: None),
        pytest.raises(DiskFull, match="disk limit leaves room for only"),
    ):
        store.make_room(total, total, keep=frozenset({"c"}))
    assert all(spec.held is None or len(spec.held) == 4 for spec in store.list())
    with store.in_use("a", ["tail"]):
        assert store.make_room(300, size_of(store.root), keep=frozenset({"b", "c", "a/embedding"})) == ("a",)
    assert store.get("a").held == {"embedding", "tail"}


def test_a_models_own_fetch_gives_up_layers_that_it_does_not_need(store: ModelStore, wholes: list[ModelSpec]) -> None:
    spec = add_in_pieces(store, wholes[0], ["layer-00000", "tail"])
    with staging.lock(spec.path / FETCH_LOCK_NAME, lambda: None):
        with pytest.raises(DiskFull):
            store.make_room(100, size_of(store.root))
        assert store.make_room(100, size_of(store.root), keep=frozenset({"a/layer-00001", "a/tail"})) == ("a",)
    assert store.get("a").held == {"tail"}


def test_too_little_room_on_the_disk_is_told_before_anything_goes(
    store: ModelStore, wholes: list[ModelSpec], monkeypatch: pytest.MonkeyPatch
) -> None:
    add_in_pieces(store, wholes[0], all_pieces(2))
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=staging.SPARE_BYTES + 1000))
    with pytest.raises(DiskFull, match=r"68.1 MB are needed.* has only 67.1 MB free"):
        store.make_room(10**6)
    assert len(store.get("a").held or ()) == 4
    assert store.make_room(1100) == ("a",)
    assert len(store.get("a").held or ()) == 3
    assert store.make_room(900) == ()


def test_an_import_makes_room_too_and_keeps_to_the_limit(
    store: ModelStore, wholes: list[ModelSpec], write_folder: WriteFolder
) -> None:
    add_in_pieces(store, wholes[0], all_pieces(2))
    folder = write_folder("mine")
    with pytest.raises(DiskFull, match=r"1.0 MB are needed, but the disk limit leaves room for only \d+ B"):
        store.import_path(folder, limit_bytes=size_of(store.root))
    assert len(store.get("a").held or ()) == 4
    needed = FolderSource(folder).num_bytes
    store.import_path(folder, limit_bytes=size_of(store.root) + needed - 100)
    assert len(store.get("a").held or ()) == 3
    assert store.get("mine").held is None


def test_a_model_that_was_just_used_goes_last(store: ModelStore, wholes: list[ModelSpec]) -> None:
    for whole in wholes[:2]:
        add_in_pieces(store, whole, all_pieces(2))
    used_in_order(store, "ab")
    store.touch("a")
    total = size_of(store.root)
    assert store.make_room(100, total) == ("b",)


def leave(directory: Path, name: str, num_bytes: int = 10, age_s: float = 0.0) -> Path:
    path = directory / name
    path.write_bytes(b"x" * num_bytes)
    if age_s:
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime - age_s))
    return path


def test_leftovers_are_found_and_removed_and_nothing_else(store: ModelStore, wholes: list[ModelSpec]) -> None:
    spec = add_in_pieces(store, wholes[0], ["tail"])
    before = sorted(path.name for path in spec.path.iterdir())
    expected = {leave(spec.path, part_file("layer-00001")), leave(spec.path, progress_file("layer-00001"))}
    expected |= {leave(spec.path, ".quantising-0123"), leave(spec.path, "quantised-int8_rotated32-layer-00000.json")}
    unfinished = (".tensors.json.abc", "..fetch.json.abc", ".model.safetensors.header.abc")
    expected |= {leave(spec.path, name, age_s=7200) for name in unfinished}
    golden = [leave(spec.path, f"golden-{i:032x}.tensors", age_s=10 + i) for i in range(18)]
    kept = {
        *golden[:16],
        leave(spec.path, ".tensors.json.new"),
        leave(spec.path, "quantised-int8_rotated32-tail.json"),
    }
    expected |= {*golden[16:]}
    for name in (".importing-01", ".adding-01", ".removing-01", "orphan"):
        (store.root / name).mkdir()
        expected.add(store.root / name)
    for name in (piece_file("tail"), "model.safetensors.header", "proven.json", "config.json"):
        leave(store.root / "orphan", name)
    found = store.leftovers()
    assert {leftover.path for leftover in found} == expected
    assert all(leftover.what for leftover in found)
    assert store.remove_leftovers() == sum(leftover.num_bytes for leftover in found) > 0
    assert store.leftovers() == ()
    assert sorted(path.name for path in spec.path.iterdir()) == sorted([*before, *(path.name for path in kept)])
    assert store.list() == (spec,)


def test_what_somebody_is_at_work_on_is_no_leftover(store: ModelStore, wholes: list[ModelSpec]) -> None:
    spec = add_in_pieces(store, wholes[0])
    leave(spec.path, part_file("tail"))
    (store.root / ".importing-01").mkdir()
    leave(spec.path, ".quantising-0123")
    with (
        staging.store_lock(store.root, silent),
        staging.store_lock(spec.path, silent),
        staging.lock(spec.path / FETCH_LOCK_NAME, lambda: None),
    ):
        assert store.leftovers() == ()
    assert len(store.leftovers()) == 3


def test_the_parts_of_a_paused_fetch_are_no_leftovers(store: ModelStore, wholes: list[ModelSpec]) -> None:
    spec = add_in_pieces(store, wholes[0])
    leave(spec.path, part_file("tail"))
    other = leave(spec.path, part_file("layer-00000"))
    (spec.path / WISH_NAME).write_text('{"pieces": ["tail"], "span": "1-2", "paused": true}')
    assert [leftover.path for leftover in store.leftovers()] == [other]
    (spec.path / WISH_NAME).write_text("[")
    assert len(store.leftovers()) == 2


@pytest.mark.parametrize("name", ["model.safetensors", "diary.txt", "pytorch_model.bin"])
@pytest.mark.allow_warnings("cannot be used")
def test_a_folder_that_somebody_put_there_is_no_leftover(store: ModelStore, name: str) -> None:
    (store.root / "theirs").mkdir(parents=True)
    leave(store.root / "theirs", "config.json")
    assert store.leftovers() == ()
    leave(store.root / "theirs", piece_file("tail"))
    leave(store.root / "theirs", name)
    assert store.leftovers() == ()
