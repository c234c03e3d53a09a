"""``meshnet models``: what lies here and what of it can go, what there is, in one clear line or as JSON."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.models_cli import layers_text
from meshnet_gui.modelstore.fetch.wish import Wish, fetch_lock, remember
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, layer_piece, part_file, piece_file
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore, default_store
from meshnet_gui.modelstore.upkeep import pieces_to_remove
from meshnet_gui.settings import Settings, SettingsFile
from meshnet_gui.types import Span
from tests.hub_server import TOKEN, hub_with
from tests.in_pieces import add_in_pieces, snapshot
from tests.test_cli import Run, one_line
from tests.test_cli import run as run

Held = Callable[[Span], ModelSpec]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("MESHNET_CONFIG_DIR", str(tmp_path / "config"))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model."""
    return write_sized_model(tmp_path_factory.mktemp("models") / "model", num_layers=6)


@pytest.fixture(scope="module")
def of_hub(model: Path) -> ModelSpec:
    """The same in another store, as a repository of the hub."""
    return ModelStore(model.parent / "whole").import_path(snapshot(model))


@pytest.fixture
def held(of_hub: ModelSpec) -> Held:
    """Puts it into this user's store, with those of its layers."""
    return lambda span: add_in_pieces(default_store(), of_hub, of_hub.pieces(span))


def test_the_list_says_which_layers_are_here(run: Run, held: Held, model: Path) -> None:
    spec = held(Span(1, 4))
    run("models", "import", str(model), "--name", "whole")
    lines = run("models")[1].splitlines()
    assert lines[0].startswith(f"{spec.name}: layers 1-4 of 6 here, ")
    assert lines[1].startswith("whole: ")
    told = {entry["name"]: entry for entry in json.loads(run("models", "list", "--json")[1])}
    assert (told[spec.name]["held"], told[spec.name]["is_whole"]) == (["1-4"], False)
    assert (told["whole"]["is_whole"], told["whole"]["can_fetch"]) == (True, False)
    assert 0 < told[spec.name]["bytes"] < spec.weight_bytes


def test_the_list_says_what_is_paused(run: Run, held: Held) -> None:
    spec = held(Span(1, 4))
    assert json.loads(run("models", "--json")[1])[0]["unfinished"] == ""
    remember(spec, Wish(spec.pieces(Span(0, 4)), Span(0, 4), is_paused=True))
    assert run("models")[1].endswith(f"{spec.identity.revision[:8]}, float32, layers 0-4 paused\n")
    told = json.loads(run("models", "--json")[1])[0]
    assert (told["unfinished"], told["paused"]) == ("0-4", True)


def test_layers_are_named_in_words() -> None:
    assert layers_text(()) == "no layers"
    assert layers_text((Span(0, 2), Span(4, 6))) == "layers 0-2 and 4-6"


def test_a_sound_model_is_verified_and_a_damaged_one_is_named(run: Run, held: Held, hub: str) -> None:
    spec = held(Span(1, 4))
    code, out, _ = run("models", "verify", spec.name)
    assert (code, "tensors are as they should be." in out) == (0, True)
    damaged = spec.path / piece_file(layer_piece(2))
    content = bytearray(damaged.read_bytes())
    content[-1] ^= 1
    damaged.write_bytes(content)
    code, out, _ = run("models", "verify", "--json")
    (told,) = json.loads(out)
    assert (code, told["name"], told["is_sound"]) == (1, spec.name, False)
    assert "layers 2-3 damaged and removed" in told["text"]
    assert layer_piece(2) not in (default_store().get(spec.name).held or ())


@pytest.mark.allow_warnings("cannot be used")
def test_a_model_that_cannot_be_used_at_all_is_no_sound_one(run: Run, held: Held, hub: str) -> None:
    spec = held(Span(1, 4))
    (spec.path / "config.json").write_text("{", encoding="utf-8")
    code, out, _ = run("models", "verify", "--json")
    assert (code, [each["name"] for each in json.loads(out)]) == (1, [spec.name])
    shutil.rmtree(spec.path)
    code, out, _ = run("models", "verify")
    assert (code, out.startswith("No models yet")) == (0, True)


def test_layers_that_are_removed_leave_the_others_whole(run: Run, held: Held) -> None:
    spec = held(Span(0, 6))
    code, out, _ = run("models", "rm", spec.name, "--layers", "2-4")
    assert (code, "Layers 2-4 of" in out) == (0, True)
    left = default_store().get(spec.name)
    assert left.held_spans() == (Span(0, 2), Span(4, 6))
    assert not left.missing(Span(0, 2)) + left.missing(Span(4, 6))
    assert json.loads(run("models", "rm", spec.name, "--json")[1])["freed_bytes"] > 0
    assert default_store().list() == ()


def test_a_fetch_that_is_given_up_leaves_what_was_complete(run: Run, held: Held) -> None:
    spec = held(Span(1, 4))
    remember(spec, Wish(spec.pieces(Span(0, 4)), Span(0, 4), is_paused=True))
    part = spec.path / part_file(layer_piece(0))
    part.write_bytes(b"x" * 2_000_000)
    code, out, _ = run("models", "cancel", spec.name)
    assert (code, out) == (0, f"The fetch of {spec.name} is given up; 2.0 MB are free again.\n")
    assert not part.exists()
    assert default_store().get(spec.name).held == spec.held
    assert run("models", "cancel", spec.name)[1].startswith(f"Nothing of {spec.name} was being fetched; ")


@pytest.mark.parametrize("words", [["rm"], ["rm", "--layers", "1-2"], ["cancel"]])
def test_what_another_program_fetches_now_is_left_alone(run: Run, held: Held, words: list[str]) -> None:
    spec = held(Span(1, 4))
    with fetch_lock(spec.path, lambda seconds: False) as is_ours:
        assert is_ours
        code, _, err = run("models", *words, spec.name)
    assert code == 2
    assert "Another program is fetching" in one_line(err)
    assert default_store().get(spec.name).held == spec.held


def test_the_ends_go_with_the_last_layers_that_need_them(held: Held) -> None:
    spec = held(Span(0, 6))
    assert EMBEDDING not in pieces_to_remove(spec, Span(2, 4))
    assert set(pieces_to_remove(spec, Span(0, 6))) == spec.held
    assert TAIL in pieces_to_remove(spec, Span(3, 6))
    first = {piece for piece in pieces_to_remove(spec, Span(0, 3)) if piece == EMBEDDING}
    assert first == (set() if spec.tied else {EMBEDDING})


def test_layers_of_a_whole_model_cannot_be_removed(run: Run, model: Path) -> None:
    run("models", "import", str(model), "--name", "whole")
    code, _, err = run("models", "rm", "whole", "--layers", "0-2")
    assert code == 2
    assert "can only be removed as a whole" in one_line(err)
    code, out, _ = run("models", "rm", "whole")
    assert (code, out.startswith("whole is removed; ")) == (0, True)


def test_leftovers_are_named_and_deleted_when_asked(run: Run, held: Held) -> None:
    spec = held(Span(0, 2))
    assert run("models", "clean")[1] == "Nothing lies here that no model needs.\n"
    unfinished = default_store().root / ".importing-0123"
    unfinished.mkdir()
    (unfinished / "weights").write_bytes(bytes(3_000_000))
    assert "3.0 MB could be deleted." in run("models", "clean", "--dry-run")[1]
    assert unfinished.exists()
    told = json.loads(run("models", "clean", "--json")[1])
    assert (told["bytes"], told["deleted"], unfinished.exists()) == (3_000_000, True, False)
    assert default_store().get(spec.name).held == spec.held


def test_the_catalogue_says_how_each_model_fits(run: Run) -> None:
    lines = run("models", "catalogue", "smollm2")[1].splitlines()
    assert any(line.startswith("smollm2-135m-instruct ") and "30 layers" in line for line in lines)
    told = json.loads(run("models", "catalogue", "--json")[1])
    by_id = {entry["id"]: entry for entry in told}
    assert by_id["smollm2-135m-instruct"]["fits"]["sentences"]
    assert all(entry["num_layers"] and entry["bytes"] for entry in told)


def test_one_model_of_the_catalogue_is_told_in_full(run: Run) -> None:
    out = run("models", "catalogue", "qwen3-8b")[1]
    assert "a layer takes 386 MB of disk, and in memory 772 MB in fp32, 386 MB in bf16" in out
    assert "295 kB of session cache" in out  # 36 layers x 2 x 8 heads x 128 numbers of 4 bytes
    told = json.loads(run("models", "catalogue", "qwen3-8b", "--json")[1])[0]
    assert (told["kv_bytes_per_token"], told["layer_bytes"]["stored"]) == (
        36 * 2 * 8 * 128 * 4,
        2 * (2 * 4096 * 4096 + 2 * 4096 * 1024 + 3 * 4096 * 12288 + 2 * 4096 + 2 * 128),
    )


def test_the_catalogue_says_in_how_few_bits_a_model_would_fit_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.models_cli.available_bytes", lambda: 8_000_000_000)
    monkeypatch.setattr(ModelStore, "free_bytes", lambda store: 500_000_000_000)
    (line,) = [line for line in run("models", "catalogue", "qwen3-4b")[1].splitlines() if line.startswith("qwen3-4b ")]
    assert line.endswith("more computers like yours. All of it would fit here in 8 bit.")
    out = run("models", "catalogue", "qwen3-4b", "--precision", "int8")[1]
    assert any(line.startswith("qwen3-4b ") and "Fits on this computer" in line for line in out.splitlines())


def test_nothing_in_the_catalogue_points_to_the_hub(run: Run) -> None:
    code, out, _ = run("models", "catalogue", "no such family")
    assert (code, "meshnet models search TEXT" in out) == (0, True)


# -- the hub ------------------------------------------------------------------------------------------------------


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a hub on this computer with one repository, which this user's settings name as the mirror."""
    monkeypatch.setenv("HF_HOME", str(tmp_path / "account"))
    with hub_with(tmp_path / "model", num_layers=2) as made:
        SettingsFile().save(Settings(hub_endpoint=made.url))
        yield made.url


def test_a_search_names_repositories(run: Run, hub: str) -> None:
    code, out, _ = run("models", "search", "small")
    assert (code, out.startswith("somebody/small-model: ")) == (0, True)
    assert json.loads(run("models", "search", "small", "--json")[1])[0]["repository"] == "somebody/small-model"
    assert run("models", "search", "nothing-like-it")[1] == "Nothing of that name was found.\n"


def test_a_token_comes_from_standard_input_and_is_never_shown(
    run: Run, hub: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{TOKEN}\n"))
    code, out, err = run("models", "sign-in")
    assert (code, out) == (0, "Signed in to the hub as somebody.\n")
    assert TOKEN not in out + err
    assert run("models", "sign-out")[0] == 0


@pytest.mark.parametrize("text", ["", "\n", "x" * 1000])
def test_what_is_no_token_is_refused(run: Run, hub: str, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    code, _, err = run("models", "sign-in")
    assert (code, one_line(err).startswith("meshnet: That is no token.")) == (2, True)
