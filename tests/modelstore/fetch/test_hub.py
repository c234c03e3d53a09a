import json
from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.bench import hub_repository
from meshnet_gui.bench.hub_faults import ALWAYS
from meshnet_gui.bench.local_hub import LocalHub
from meshnet_gui.bench.sized_model import write_sized_model
from meshnet_gui.errors import BadModelFile, MachineError, UserError
from meshnet_gui.modelstore.fetch.hub import Hub
from meshnet_gui.modelstore.safetensors_file import read_header
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.tensors import TensorManifest, digest
from tests.hub_server import REPOSITORY, TOKEN

WEIGHTS = "model.safetensors"


def _no_wait(seconds: float) -> None:
    """Time passes at once."""


def _folder(tmp_path: Path) -> Path:
    return tmp_path / "repository"


def test_a_model_is_described_without_its_weights(hub: LocalHub, tmp_path: Path):
    model = Hub(hub.url).describe(REPOSITORY)
    assert [tensor.entry for tensor in model.manifest.tensors] == list(read_header(_folder(tmp_path) / WEIGHTS))
    assert TensorManifest.from_bytes(model.manifest.to_bytes()) == model.manifest
    assert model.identity.revision == hub.repositories[REPOSITORY].branches["main"]
    assert (model.licence, model.gated) == ("apache-2.0", "")
    assert hub.bytes_sent(WEIGHTS) <= 40_000 < (_folder(tmp_path) / WEIGHTS).stat().st_size


@pytest.mark.parametrize("num_files", [1, 3])
def test_it_has_the_digest_and_precision_of_the_same_files_imported(hub: LocalHub, tmp_path: Path, num_files: int):
    folder = write_sized_model(tmp_path / "model", num_layers=3, num_files=num_files)
    (folder / "chat_template.jinja").write_text("{{ messages }}", encoding="utf-8")
    hub.add("somebody/other", folder)
    model = Hub(hub.url).describe("somebody/other")
    imported = ModelStore(tmp_path / "models").import_path(folder)
    facts = {"repository": "any", "revision": "local"}
    assert replace(model.identity, **facts) == replace(imported.identity, **facts)
    assert set(model.files) == {
        "config.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "chat_template.jinja",
    }
    for name, content in model.files.items():
        assert content == (imported.path / name).read_bytes()
    assert {file.name: file.sha256 for file in model.manifest.small_files} == {
        name: digest(content) for name, content in model.files.items()
    }


def test_a_header_longer_than_the_first_question_is_read_to_its_end(hub: LocalHub, tmp_path: Path):
    hub.add("somebody/deep", write_sized_model(tmp_path / "deep", num_layers=120, hidden_size=4, intermediate_size=4))
    assert len(Hub(hub.url).describe("somebody/deep").manifest.tensors) == 120 * 9 + 3


def test_weights_that_are_not_in_the_storage_are_hashed_and_read_from_the_hub_itself(
    hub: LocalHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hub_repository, "LARGE_SUFFIXES", frozenset())
    hub.add(REPOSITORY, _folder(tmp_path))
    model = Hub(hub.url).describe(REPOSITORY)
    content = (_folder(tmp_path) / WEIGHTS).read_bytes()
    assert [file.sha256 for file in model.manifest.files] == [digest(content)]
    read = Hub(hub.url).read_ranges(REPOSITORY, model.identity.revision, model.manifest, [(WEIGHTS, 100, 200)])
    assert read == (content[100:200],)
    assert {asked.at for asked in hub.asked} == {"hub"}


def test_headers_without_end_are_not_kept(hub: LocalHub, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("meshnet_gui.modelstore.fetch.hub.MAX_HEADERS_BYTES", 100)
    with pytest.raises(BadModelFile, match="far too large"):
        Hub(hub.url).describe(REPOSITORY)


def test_a_branch_is_pinned_to_its_commit(hub: LocalHub, tmp_path: Path):
    first = Hub(hub.url).describe(REPOSITORY).identity.revision
    (_folder(tmp_path) / "generation_config.json").write_text("{}", encoding="utf-8")
    second = hub.add(REPOSITORY, _folder(tmp_path))
    assert Hub(hub.url).describe(REPOSITORY).identity.revision == second != first
    assert Hub(hub.url).describe(REPOSITORY, first).identity.revision == first


def test_a_renamed_repository_is_found_under_its_new_name(hub: LocalHub):
    hub.renamed["somebody/former"] = REPOSITORY
    assert Hub(hub.url).describe("somebody/former").identity.repository == REPOSITORY


def test_code_of_a_repository_is_left_out(hub: LocalHub, tmp_path: Path):
    config = json.loads((_folder(tmp_path) / "config.json").read_text(encoding="utf-8"))
    (_folder(tmp_path) / "config.json").write_text(json.dumps(config | {"auto_map": {"AutoModel": "x.Y"}}))
    hub.add(REPOSITORY, _folder(tmp_path))
    assert b"auto_map" not in Hub(hub.url).describe(REPOSITORY).files["config.json"]
    (_folder(tmp_path) / "config.json").write_text(json.dumps(config | {"auto_map": {}, "model_type": "strange"}))
    hub.add(REPOSITORY, _folder(tmp_path))
    with pytest.raises(UserError, match="code of its own"):
        Hub(hub.url).describe(REPOSITORY)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (("model.Q4_K.gguf",), "gguf files only"),
        (("config.json", "pytorch_model.bin"), "pickled"),
        (("README.md",), "no language model"),
        (("model.safetensors",), "no config.json"),
    ],
)
def test_a_repository_that_is_no_model_is_refused_with_the_reason(
    hub: LocalHub, tmp_path: Path, files: tuple[str, ...], expected: str
):
    folder = tmp_path / "other"
    folder.mkdir()
    for name in files:
        config = (_folder(tmp_path) / "config.json").read_bytes()
        (folder / name).write_bytes(config if name == "config.json" else b"1")
    hub.add("somebody/other", folder)
    with pytest.raises(UserError, match=expected) as refusal:
        Hub(hub.url).describe("somebody/other")
    assert refusal.value.hint


def test_a_file_that_is_not_the_listed_one_is_refused(hub: LocalHub):
    hub.misbehave("flipped", "tokenizer.json", times=ALWAYS)
    with pytest.raises(MachineError, match=r"tokenizer\.json is not the one"):
        Hub(hub.url, wait=_no_wait).describe(REPOSITORY)


def test_a_model_whose_layers_are_not_those_of_its_configuration_is_refused(hub: LocalHub, tmp_path: Path):
    config = json.loads((_folder(tmp_path) / "config.json").read_text(encoding="utf-8"))
    (_folder(tmp_path) / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 5}))
    hub.add(REPOSITORY, _folder(tmp_path))
    with pytest.raises(BadModelFile, match="states 5 layers"):
        Hub(hub.url).describe(REPOSITORY)


@pytest.mark.parametrize("name", ["../x", "a/b/c", "a b", "", "a//b", "owner/na--me/../x"])
def test_what_is_no_name_is_never_asked_for(hub: LocalHub, name: str):
    with pytest.raises(UserError, match="no name of a repository"):
        Hub(hub.url).describe(name)
    assert not hub.asked


def test_a_name_that_the_hub_does_not_know(hub: LocalHub):
    with pytest.raises(UserError, match="no model somebody/nothing, or it is private"):
        Hub(hub.url).describe("somebody/nothing")
    with pytest.raises(UserError, match="this revision of"):
        Hub(hub.url).describe(REPOSITORY, "v2")


def test_a_gated_model_says_what_to_do_and_opens_once_signed_in(hub: LocalHub):
    hub.repositories[REPOSITORY].gated = "manual"
    with pytest.raises(UserError, match="gated") as refusal:
        Hub(hub.url).describe(REPOSITORY)
    assert "sign in" in refusal.value.hint
    assert "meshnet " not in refusal.value.hint  # the window leaves hints out that are for terminals
    Hub(hub.url).sign_in(TOKEN)
    assert Hub(hub.url).describe(REPOSITORY).gated == "manual"
    hub.token_opens = False
    with pytest.raises(UserError, match="may not read"):
        Hub(hub.url).describe(REPOSITORY)
    Hub(hub.url).sign_out()  # without a warning of the library


@pytest.mark.parametrize(
    ("kind", "file", "expected"),
    [
        ("page", "api", "web page"),
        ("rate-limited", "api", "no more questions"),
        ("unavailable", "api", "trouble of its own"),
        ("hang-up", "api", "ended too early"),
        ("page", "config.json", "web page|not the one|bytes instead"),
        ("not-found", "config.json", "no file config"),
        ("loop", "config.json", "in circles"),
        ("truncated", "config.json", "ended too early"),
        ("server-error", WEIGHTS, "trouble of its own"),
        ("storage-page", WEIGHTS, "web page"),
        ("changed", WEIGHTS, "changed at the hub"),
    ],
)
def test_trouble_is_told_in_words(hub: LocalHub, kind: str, file: str, expected: str):
    hub.misbehave(kind, file, times=ALWAYS)
    with pytest.raises(MachineError, match=expected) as trouble:
        Hub(hub.url, wait=_no_wait).describe(REPOSITORY)
    assert hub.url not in str(trouble.value)


@pytest.mark.parametrize(
    ("kind", "file"), [("unavailable", "api"), ("truncated", "config.json"), ("storage-error", WEIGHTS)]
)
def test_what_fails_for_a_moment_is_asked_again(hub: LocalHub, kind: str, file: str):
    hub.misbehave(kind, file, times=2)
    waits: list[float] = []
    assert Hub(hub.url, wait=waits.append).describe(REPOSITORY).identity.repository == REPOSITORY
    assert len(waits) == 2


def test_a_wait_that_is_asked_for_is_kept_to_unless_it_is_long(hub: LocalHub):
    waits: list[float] = []
    hub.misbehave("rate-limited", "api", seconds=4)
    Hub(hub.url, wait=waits.append).describe(REPOSITORY)
    assert waits == [4]
    hub.misbehave("rate-limited", "api", seconds=400)
    with pytest.raises(MachineError, match="no more questions"):
        Hub(hub.url, wait=waits.append).search("small")
    assert waits == [4]


def test_a_search_finds_repositories_with_what_the_list_shows(hub: LocalHub, tmp_path: Path):
    hub.add("somebody/small-but-gated", _folder(tmp_path), gated="auto", downloads=7, licence="mit")
    first, second = Hub(hub.url).search("SMALL")
    assert (first.repository, first.downloads, first.licence, first.gated) == (
        "somebody/small-but-gated",
        7,
        "mit",
        True,
    )
    assert second.repository == REPOSITORY
    assert Hub(hub.url).search("small", limit=1) == (first,)
    assert Hub(hub.url).search("nothing like it") == ()


def test_ranges_are_read_anew(hub: LocalHub, tmp_path: Path):
    model = Hub(hub.url).describe(REPOSITORY)
    content = (_folder(tmp_path) / WEIGHTS).read_bytes()
    ranges = [(WEIGHTS, 0, 8), (WEIGHTS, 5000, 9000), (WEIGHTS, len(content) - 1, len(content))]
    found = Hub(hub.url).read_ranges(REPOSITORY, model.identity.revision, model.manifest, ranges)
    assert found == tuple(content[start:end] for _, start, end in ranges)
