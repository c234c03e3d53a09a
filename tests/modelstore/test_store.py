from __future__ import annotations

import errno
import json
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from meshnet_gui.errors import BadModelFile, DiskFull, MachineError, UserError
from meshnet_gui.modelstore import staging
from meshnet_gui.modelstore.progress import silent
from meshnet_gui.modelstore.safetensors_file import SafetensorsWriter
from meshnet_gui.modelstore.store import ModelStore, default_store
from meshnet_gui.modelstore.upkeep import ROOM_LOCK_NAME

if TYPE_CHECKING:
    from tests.modelstore.conftest import TinyGguf

WriteFolder = Callable[..., Path]


def visible(store: ModelStore) -> list[str]:
    """Everything in the store but its lock files."""
    locks = (staging.LOCK_NAME, staging.ADDING_LOCK_NAME, ROOM_LOCK_NAME)
    return sorted(path.name for path in store.root.iterdir() if path.name not in locks)


def test_an_imported_gguf_is_listed_and_got(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    spec = store.import_path(tiny_gguf.write())
    assert spec.name == "tiny-llama"
    assert store.list() == (spec,)
    assert store.get("tiny-llama") == spec
    assert visible(store) == ["tiny-llama"]
    assert sorted(path.name for path in spec.path.iterdir()) == [
        "config.json",
        "generation_config.json",
        "meshnet.json",
        "model.safetensors",
        "tokenizer.json",
        "tokenizer_config.json",
    ]


def test_an_imported_folder_is_listed_and_got(store: ModelStore, write_folder: WriteFolder) -> None:
    spec = store.import_path(write_folder("My Model"))
    assert spec.name == "my-model"
    assert store.get("my-model") == spec


def test_progress_goes_forward_to_the_end(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    seen: list[float] = []
    store.import_path(tiny_gguf.write(), progress=lambda fraction, text: seen.append(fraction))
    assert seen == sorted(seen)
    assert seen[0] >= 0.0
    assert seen[-1] == 1.0


def test_the_same_model_again_is_returned_as_it_is(
    store: ModelStore, tiny_gguf: TinyGguf, write_folder: WriteFolder
) -> None:
    for path in (tiny_gguf.write(), write_folder()):
        first = store.import_path(path)
        changed = (first.path / "config.json").stat().st_mtime_ns
        assert store.import_path(path) == first
        assert store.import_path(path, "other-name") == first
        assert (first.path / "config.json").stat().st_mtime_ns == changed
    assert len(store.list()) == 2


def tokenizer_with(*tokens: str) -> str:
    return json.dumps({"model": {"type": "BPE", "vocab": {token: i for i, token in enumerate(tokens)}, "merges": []}})


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("tokenizer.json", tokenizer_with("a", "b")),
        ("tokenizer_config.json", '{"chat_template": "{{ messages }}"}'),
        ("generation_config.json", '{"eos_token_id": 7}'),
        ("chat_template.jinja", "{{ messages }}"),
        ("vocab.json", "{}"),
    ],
)
def test_equal_weights_with_another_small_file_are_another_import(
    store: ModelStore, write_folder: WriteFolder, file: str, content: str
) -> None:
    first = store.import_path(write_folder("first"))
    folder = write_folder("second")
    (folder / file).write_text(content)
    second = store.import_path(folder, "mine")
    assert second.name == "mine"
    assert "".join((second.path / file).read_text().split()) == "".join(content.split())
    assert store.import_path(folder) == second
    (folder / file).unlink()
    (folder / "tokenizer.json").write_bytes((first.path / "tokenizer.json").read_bytes())
    assert store.import_path(folder) == first


def test_two_tokenizers_or_configurations_on_equal_weights_are_two_models_for_a_route(
    store: ModelStore, write_folder: WriteFolder
) -> None:
    folders = [write_folder("a"), write_folder("b"), write_folder("c", rope_theta=5e5)]
    (folders[1] / "tokenizer.json").write_text(tokenizer_with("a", "b"))
    assert len({store.import_path(folder).identity for folder in folders}) == 3


def test_layout_and_origin_of_small_files_do_not_change_what_a_model_is(
    store: ModelStore, write_folder: WriteFolder
) -> None:
    first = store.import_path(write_folder("a", transformers_version="5.0", auto_map={"AutoConfig": "x.Y"}))
    folder = write_folder("b", transformers_version="5.1")
    (folder / "config.json").write_text(json.dumps(json.loads((folder / "config.json").read_text()), indent=4))
    (folder / "tokenizer.json").write_text(json.dumps(json.loads((folder / "tokenizer.json").read_text()), indent=1))
    second = store.import_path(folder)
    assert (second.name, second.identity) == ("b", first.identity)


def test_another_model_of_the_same_name_is_refused_and_the_first_one_kept(
    store: ModelStore, tiny_gguf: TinyGguf
) -> None:
    first = store.import_path(tiny_gguf.write())
    tiny_gguf.tensors["output_norm.weight"] += 1
    with pytest.raises(UserError, match="already named"):
        store.import_path(tiny_gguf.write(), first.name)
    second = store.import_path(tiny_gguf.path, "a-second")
    assert store.list() == (second, first)
    assert second.identity != first.identity


def test_an_import_without_a_name_takes_one_that_is_free(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    first = store.import_path(tiny_gguf.write())
    tiny_gguf.tensors["output_norm.weight"] += 1
    second = store.import_path(tiny_gguf.write())
    assert second.name == f"{first.name}-2"
    assert store.list() == (first, second)
    assert store.import_path(tiny_gguf.path) == second


@pytest.mark.parametrize("name", ["Upper", "../x", "", ".lock", "a/b"])
def test_a_name_that_is_no_slug_is_refused(store: ModelStore, tiny_gguf: TinyGguf, name: str) -> None:
    with pytest.raises(UserError):
        store.import_path(tiny_gguf.write(), name)
    assert store.list() == ()


def test_an_unknown_name_is_answered_with_the_known_ones(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    with pytest.raises(UserError, match=r"There is none yet.*models import"):
        store.get("x")
    store.import_path(tiny_gguf.write())
    for name in ("x", "..", ".", "", ".lock"):
        with pytest.raises(UserError, match="tiny-llama"):
            store.get(name)


@pytest.mark.allow_warnings("tiny-llama cannot be used")
def test_a_broken_model_is_left_out_reported_and_healed_by_a_new_import(
    store: ModelStore, tiny_gguf: TinyGguf, write_folder: WriteFolder
) -> None:
    spec = store.import_path(tiny_gguf.write())
    good = store.import_path(write_folder("good"))
    weights = spec.path / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-100])
    with pytest.raises(BadModelFile, match="damaged"):
        store.get("tiny-llama")
    assert store.list() == (good,)
    assert [problem.name for problem in store.problems()] == ["tiny-llama"]
    assert store.import_path(tiny_gguf.path) == spec
    assert store.get("tiny-llama") == spec
    assert store.problems() == ()
    assert visible(store) == ["good", "tiny-llama"]


def test_a_directory_that_is_not_a_model_is_never_replaced(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    (store.root / "tiny-llama").mkdir(parents=True)
    (store.root / "tiny-llama" / "diary.txt").write_text("dear")
    with pytest.raises(UserError):
        store.import_path(tiny_gguf.write(), "tiny-llama")
    assert store.import_path(tiny_gguf.path).name == "tiny-llama-2"
    assert (store.root / "tiny-llama" / "diary.txt").read_text() == "dear"
    assert len(store.problems()) == 1


@pytest.mark.parametrize("name", ["missing.gguf", "weights.bin", "model.safetensors", "empty.gguf"])
def test_a_path_that_is_no_model_is_refused(store: ModelStore, tmp_path: Path, name: str) -> None:
    if name != "missing.gguf":
        (tmp_path / name).write_bytes(b"")
    with pytest.raises((UserError, BadModelFile)):
        store.import_path(tmp_path / name)
    assert store.list() == ()


class Interrupted(Exception):
    """What a progress callback raises to stop an import."""


@pytest.mark.parametrize("stop_at", [0.0, 0.1, 0.3, 0.6, 0.97])
def test_an_interrupted_import_leaves_nothing(store: ModelStore, tiny_gguf: TinyGguf, stop_at: float) -> None:
    def stop(fraction: float, text: str) -> None:
        if fraction >= stop_at:
            raise Interrupted

    with pytest.raises(Interrupted):
        store.import_path(tiny_gguf.write(), progress=stop)
    assert visible(store) == []
    assert store.import_path(tiny_gguf.path).name == "tiny-llama"


def test_what_a_killed_import_left_is_removed_by_the_next(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    leftover = store.root / f"{staging.PREFIX}0123"
    leftover.mkdir(parents=True)
    (leftover / "model.safetensors").write_bytes(b"x" * 1000)
    assert store.list() == ()
    store.import_path(tiny_gguf.write())
    assert visible(store) == ["tiny-llama"]


def test_a_full_disk_is_noticed_before_writing(
    store: ModelStore, tiny_gguf: TinyGguf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=50_000_000))
    with pytest.raises(DiskFull, match=r"\d+ MB are needed.*only 50.0 MB"):
        store.import_path(tiny_gguf.write())
    assert visible(store) == []


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
@pytest.mark.parametrize("call", [0, 3, 10])
def test_a_disk_that_becomes_full_leaves_nothing(
    store: ModelStore, tiny_gguf: TinyGguf, monkeypatch: pytest.MonkeyPatch, code: int, call: int
) -> None:
    calls = 0
    write = SafetensorsWriter.write

    def fail(self: SafetensorsWriter, data: memoryview) -> None:
        nonlocal calls
        calls += 1
        if calls > call:
            raise OSError(code, "no room")
        write(self, data)

    monkeypatch.setattr(SafetensorsWriter, "write", fail)
    with pytest.raises(DiskFull):
        store.import_path(tiny_gguf.write())
    assert visible(store) == []


def test_a_full_disk_while_a_folder_is_copied_leaves_nothing(
    store: ModelStore, write_folder: WriteFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no room")

    folder = write_folder()
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(DiskFull):
        store.import_path(folder)
    assert visible(store) == []


def test_a_truncated_file_leaves_nothing(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    whole = tiny_gguf.write().read_bytes()
    for size in range(100, len(whole) - 100, len(whole) // 12):
        tiny_gguf.path.write_bytes(whole[:size])
        with pytest.raises(BadModelFile):
            store.import_path(tiny_gguf.path)
    assert store.list() == ()


def test_a_store_that_cannot_be_made_is_an_error_of_this_machine(tmp_path: Path, tiny_gguf: TinyGguf) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MachineError):
        ModelStore(tmp_path / "file" / "models").import_path(tiny_gguf.write())


@pytest.mark.parametrize("where", ["data/models", "data"])
def test_a_file_in_the_place_of_the_store_is_named(tmp_path: Path, tiny_gguf: TinyGguf, where: str) -> None:
    place = tmp_path / where
    place.parent.mkdir(exist_ok=True)
    place.write_text("")
    store = ModelStore(tmp_path / "data" / "models")
    for attempt in (store.list, store.problems, store.check_writable, lambda: store.import_path(tiny_gguf.write())):
        with pytest.raises(MachineError, match="is not a folder"):
            attempt()
    assert place.read_text() == ""


def test_two_imports_at_once_give_one_model(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    path = tiny_gguf.write()
    results: list[Any] = []
    threads = [threading.Thread(target=lambda: results.append(store.import_path(path))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 3
    assert set(results) == {store.get("tiny-llama")}
    assert visible(store) == ["tiny-llama"]


def test_waiting_for_another_import_says_so_and_ends(store: ModelStore) -> None:
    told: list[str] = []
    with (
        staging.store_lock(store.root, silent),
        pytest.raises(MachineError, match="too long"),
        staging.store_lock(store.root, lambda fraction, text: told.append(text), timeout_s=0.1),
    ):
        pass
    assert told == ["waiting for another import to finish"]


def test_an_empty_or_absent_store_lists_nothing(store: ModelStore) -> None:
    assert store.list() == ()
    assert store.problems() == ()
    store.root.mkdir()
    assert store.list() == ()


def test_the_default_store_lies_in_the_data_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path))
    assert default_store().root == tmp_path / "models"


def test_the_manifest_names_source_and_digests(store: ModelStore, tiny_gguf: TinyGguf) -> None:
    spec = store.import_path(tiny_gguf.write())
    manifest = json.loads((spec.path / "meshnet.json").read_text())
    assert manifest["format"] == 1
    assert manifest["source"] == "Tiny-Llama.Q8_0.gguf"
    assert manifest["weight_files"]["model.safetensors"]["sha256"].startswith(spec.identity.weights_digest)
