"""The starter model in the self-test: from a bundle, from the user's own store, or not at all."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from meshnet_gui.bench import memory
from meshnet_gui.bench.checks import places, starter
from meshnet_gui.bench.checks.check import CheckFailed, Skipped
from meshnet_gui.bench.checks.places import Starter, own_places
from meshnet_gui.bench.tiny_model import write_tiny_model
from meshnet_gui.errors import BadModelFile, DiskFull
from meshnet_gui.modelstore.starter import STARTER_NAME
from meshnet_gui.modelstore.store import ModelStore, default_store


@pytest.fixture
def users(tmp_path: Path) -> ModelStore:
    """The user's own store, with something of that name."""
    store = ModelStore(tmp_path / "user" / "models")
    model = store.import_path(write_tiny_model(tmp_path / "tiny"), STARTER_NAME)
    (model.path / "golden-1.tensors").write_bytes(b"made by a node")
    return store


def test_everything_is_written_in_places_of_its_own(tmp_path: Path) -> None:
    before = dict(os.environ)
    with own_places(tmp_path / "own"):
        assert default_store().root.is_relative_to(tmp_path / "own")
        assert Path(os.environ["TMPDIR"]).is_dir()
    assert dict(os.environ) == before


@pytest.mark.parametrize("num_refused", [0, 1, 2])
def test_the_user_s_model_is_read_and_not_changed(
    users: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, num_refused: int
) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise OSError("not here")

    monkeypatch.setattr(places, "_LINKS", ((refuse,) * num_refused + places._LINKS[num_refused:]))
    before = sorted(path.name for path in (users.root / STARTER_NAME).iterdir())
    with own_places(tmp_path / "own"):
        spec = Starter(users, bundle=False).spec()
        (spec.path / "golden-2.tensors").write_bytes(b"made by the self-test")
    assert spec.path.is_relative_to(tmp_path / "own")
    assert sorted(path.name for path in (users.root / STARTER_NAME).iterdir()) == before
    assert not (spec.path / "golden-1.tensors").exists()


def test_from_source_a_model_that_is_not_there_is_no_fault(tmp_path: Path) -> None:
    own = Starter(ModelStore(tmp_path / "none"), bundle=False)
    for check in (starter.answer, starter.shard_memory):
        with own_places(tmp_path / "own"), pytest.raises(Skipped, match="not imported"):
            check(own, tmp_path)


def test_a_bundle_without_its_model_fails(users: ModelStore, tmp_path: Path) -> None:
    with own_places(tmp_path / "own"), pytest.raises(CheckFailed, match="did not come along"):
        Starter(users, bundle=True).spec()


def test_a_damaged_model_of_a_bundle_fails_and_no_room_for_it_is_no_fault(
    users: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "inside.gguf"
    inside.write_bytes(b"GGUF")
    with own_places(tmp_path / "own"), pytest.raises(BadModelFile, match="damaged"):
        Starter(users, inside, bundle=True).spec()

    def full(*args: object) -> None:
        raise DiskFull("There is no room.")

    monkeypatch.setattr(places, "import_bundled", full)
    with own_places(tmp_path / "own"), pytest.raises(Skipped, match="no room"):
        Starter(users, inside, bundle=True).spec()


class Tokenizer:
    """Says what it is told to say."""

    def __init__(self, text: str) -> None:
        self._text = text

    def encode_chat(self, messages: object) -> list[int]:
        return [1]

    def detokenizer(self) -> Any:
        return SimpleNamespace(push=lambda token_id: self._text, flush=lambda: "")


def said(text: str, monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    @contextmanager
    def two_nodes(spec: object, precision: str) -> Iterator[Any]:
        route = SimpleNamespace(hops=[SimpleNamespace(address=address)])
        yield SimpleNamespace(generate=lambda ids, num: SimpleNamespace(token_ids=(1,)), route=route)

    monkeypatch.setattr(starter, "load_tokenizer", lambda path: Tokenizer(text))
    monkeypatch.setattr(starter, "two_nodes", two_nodes)


def test_a_wrong_answer_and_a_node_that_goes_on_fail(
    users: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Starter(users, bundle=False)
    with own_places(tmp_path / "own"), socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        said("It is Paris.", monkeypatch, address)
        with pytest.raises(CheckFailed, match="node processes are left"):
            starter.answer(own, tmp_path)
        listening.close()
        assert starter.answer(own, tmp_path) == "It is Paris."
        said("It is Rome.", monkeypatch, address)
        with pytest.raises(CheckFailed, match=r"was 'It is Rome\.'"):
            starter.answer(own, tmp_path)


def test_a_shard_that_costs_more_than_it_may_fails(
    users: ModelStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Starter(users, bundle=False)
    monkeypatch.setattr(memory, "can_measure", lambda: True)
    monkeypatch.setattr(memory, "measure", lambda spec: memory.Memory(0, 400 * 2**20, 100 * 2**20))
    with own_places(tmp_path / "own"), pytest.raises(CheckFailed, match=r"4\.00 x tensor bytes"):
        starter.shard_memory(own, tmp_path)
    monkeypatch.setattr(memory, "measure", lambda spec: memory.Memory(0, 110 * 2**20, 100 * 2**20))
    with own_places(tmp_path / "other"):
        assert starter.shard_memory(Starter(users, bundle=False), tmp_path).text.startswith("1.10 x")
