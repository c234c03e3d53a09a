from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from meshnet_gui.errors import BadModelFile
from meshnet_gui.modelstore.pieces import all_pieces, piece_file
from meshnet_gui.modelstore.small_files import small_files_in
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.store import ModelStore
from meshnet_gui.modelstore.tensor_lists import merge
from meshnet_gui.modelstore.tensors import digest
from tests.in_pieces import add_in_pieces, are_proven, publish, snapshot, tensor_bytes, write_part

WriteFolder = Callable[..., Path]


@pytest.fixture(params=[False, True], ids=["one file", "many files"])
def whole(tmp_path: Path, write_folder: WriteFolder, request: pytest.FixtureRequest) -> ModelSpec:
    return ModelStore(tmp_path / "elsewhere").import_path(snapshot(write_folder(sharded=request.param)))


class Interrupted(Exception):
    """What a progress callback raises to stop the hashing."""


def headers_of(whole: ModelSpec) -> dict[str, bytes]:
    found = {}
    for path in whole.path.glob("*.safetensors"):
        content = path.read_bytes()
        found[path.name] = content[: 8 + int.from_bytes(content[:8], "little")]
    return found


def add_with_headers(
    store: ModelStore, whole: ModelSpec, headers: dict[str, bytes] | None = None, *, is_from_hub: bool = True
) -> ModelSpec:
    manifest = ModelStore(whole.path.parent).tensors(whole)
    files, headers = small_files_in(whole.path), headers or headers_of(whole)
    return store.add("", files, manifest, source="a test", headers=headers, is_from_hub=is_from_hub)


def flip(path: Path, at: int = -1) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def test_the_digests_of_a_whole_model_are_taken_and_as_good_as_its_files(whole: ModelSpec) -> None:
    store = ModelStore(whole.path.parent)
    seen: list[float] = []
    assert all(not tensor.sha256 for tensor in store.tensors(whole).tensors)
    manifest = store.take_digests(whole, lambda fraction, text: seen.append(fraction))
    assert manifest == store.tensors(whole)
    assert all(tensor.sha256 == digest(tensor_bytes(whole, tensor.name)) for tensor in manifest.tensors)
    assert are_proven(store, whole)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_nothing_is_hashed_twice(whole: ModelSpec) -> None:
    store = ModelStore(whole.path.parent)
    manifest = store.take_digests(whole)
    told: list[str] = []
    assert store.take_digests(whole, lambda fraction, text: told.append(text)) == manifest
    assert told == []


def test_no_digest_of_a_damaged_file_is_taken(whole: ModelSpec) -> None:
    store = ModelStore(whole.path.parent)
    file = sorted(whole.path.glob("*.safetensors"))[-1]
    flip(file)
    with pytest.raises(BadModelFile, match=file.name):
        store.take_digests(whole)
    assert not [t for t in store.tensors(whole).tensors if t.file == file.name and t.sha256]
    assert not (are_proven(store, whole) and store.tensors(whole).tensors[-1].sha256)


def test_a_digest_that_was_taken_from_a_whole_file_stays_whatever_others_say(whole: ModelSpec) -> None:
    store = ModelStore(whole.path.parent)
    manifest = store.take_digests(whole)
    assert merge(whole, {"model.norm.weight": "ab" * 32}) == manifest


def test_what_progress_raises_ends_the_hashing_and_what_was_taken_stays(whole: ModelSpec) -> None:
    store = ModelStore(whole.path.parent)

    def stop(fraction: float, text: str) -> None:
        if fraction > 0.6:
            raise Interrupted

    with pytest.raises(Interrupted):
        store.take_digests(whole, stop)
    taken = {tensor.file for tensor in store.tensors(whole).tensors if tensor.sha256}
    assert taken == ({"model-1.safetensors"} if len(headers_of(whole)) == 2 else set())


def test_pieces_that_came_without_digests_get_them(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole)
    store.publish_piece(spec, "tail", write_part(store, spec, "tail", whole), {})
    spec = store.get(spec.name)
    taken = store.take_digests(spec).by_name["model.norm.weight"].sha256
    assert taken == digest(tensor_bytes(whole, "model.norm.weight"))
    assert not are_proven(store, spec)


def test_a_model_with_no_layer_has_nothing_to_check(store: ModelStore, whole: ModelSpec) -> None:
    found = store.verify(add_in_pieces(store, whole).name)
    assert (found.bad, found.text) == ((), "tiny: none of its layers is here yet, so there is nothing to check.")


def test_a_sound_model_is_found_so(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, ["layer-00001", "tail"])
    found = store.verify(spec.name)
    assert (found.num_tensors, found.num_unknown, found.bad, found.removed) == (2, 0, (), ())
    assert found.text == "tiny: 2 tensors are as they should be."
    elsewhere = ModelStore(whole.path.parent)
    found = elsewhere.verify(whole.name)
    assert (found.num_tensors, found.bad) == (4, ())
    assert set(found.proven) == set(headers_of(whole))
    assert are_proven(elsewhere, whole)


@pytest.mark.parametrize("how", ["byte", "header", "short"])
def test_a_damaged_piece_is_named_and_removed_and_the_others_stay(
    store: ModelStore, whole: ModelSpec, how: str
) -> None:
    spec = add_in_pieces(store, whole, all_pieces(2))
    path = spec.path / piece_file("layer-00001")
    if how == "short":
        path.write_bytes(path.read_bytes()[:-1])
        with pytest.raises(BadModelFile, match=r"layer 1 .*models verify"):
            store.get(spec.name)
    else:
        flip(path, -1 if how == "byte" else 70)
    found = store.verify(spec.name)
    assert found.bad == found.removed == ("layer-00001",)
    assert "tiny: layers 1-2 damaged and removed; get it again." in found.text
    assert store.get(spec.name).held == {"embedding", "layer-00000", "tail"}


def test_a_damaged_whole_model_is_named_and_nothing_of_it_removed(whole: ModelSpec) -> None:
    store = ModelStore(whole.path.parent)
    file = sorted(whole.path.glob("*.safetensors"))[-1]
    flip(file)
    found = store.verify(whole.name)
    assert (found.bad, found.removed) == ((file.name,), ())
    assert "import" in found.text or "get it again" in found.text
    assert file.is_file()


def test_a_changed_tokenizer_is_named(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, ["tail"])
    (spec.path / "tokenizer.json").write_bytes((spec.path / "tokenizer.json").read_bytes() + b" ")
    found = store.verify(spec.name)
    assert (found.bad, found.removed) == (("tokenizer.json",), ())


def test_tensors_without_a_digest_are_counted(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole)
    store.publish_piece(spec, "tail", write_part(store, spec, "tail", whole), {})
    found = store.verify(spec.name)
    assert (found.num_tensors, found.num_unknown) == (0, 1)
    assert "Nobody has given a digest for 1 more." in found.text


def test_a_file_that_is_complete_in_pieces_is_compared_as_a_whole(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_with_headers(store, whole)
    for piece in all_pieces(2):
        publish(store, spec, piece, whole)
    found = store.verify(spec.name)
    assert set(found.proven) == set(headers_of(whole))
    assert found.bad == ()
    assert are_proven(store, store.get(spec.name))


def test_pieces_whose_digests_were_lies_are_found_out_by_their_whole_file(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_with_headers(store, whole)
    for piece in ("embedding", "layer-00000", "layer-00001"):
        publish(store, spec, piece, whole)
    part = write_part(store, spec, "tail", whole)
    flip(part)
    lie = digest(part.read_bytes()[-16:])
    store.publish_piece(spec, "tail", part, {"model.norm.weight": lie})
    touching = {"layer-00001", "tail"} if len(headers_of(whole)) == 2 else set(all_pieces(2))
    assert set(store.verify(spec.name).removed) == touching
    spec = store.get(spec.name)
    assert spec.held == set(all_pieces(2)) - touching
    assert store.tensors(spec).by_name["model.norm.weight"].sha256 == ""


def test_a_header_of_another_file_is_refused_of_the_hub_and_left_out_of_a_member(
    store: ModelStore, whole: ModelSpec
) -> None:
    wrong = {name: header.replace(b"model.", b"nodel.") for name, header in headers_of(whole).items()}
    with pytest.raises(BadModelFile, match="header"):
        add_with_headers(store, whole, wrong)
    assert store.list() == ()
    spec = add_with_headers(store, whole, {**wrong, "x.safetensors": b"x"}, is_from_hub=False)
    assert not list(spec.path.glob("*.header"))


def test_a_false_header_of_a_member_costs_no_pieces_and_the_hubs_takes_its_place(
    store: ModelStore, whole: ModelSpec
) -> None:
    false = {name: header.replace(b'"pt"', b'"pT"') for name, header in headers_of(whole).items()}
    spec = add_with_headers(store, whole, false, is_from_hub=False)
    for piece in all_pieces(2):
        publish(store, spec, piece, whole)
    found = store.verify(spec.name)
    assert set(found.doubted) == set(headers_of(whole))
    assert (found.bad, found.proven) == ((), ())
    assert "Some member gave something false" in found.text
    spec = store.get(spec.name)
    assert spec.held == set(all_pieces(2))
    assert not are_proven(store, spec)
    store.save_headers(spec, headers_of(whole))
    assert set(store.verify(spec.name).proven) == set(headers_of(whole))
    assert are_proven(store, spec)


def test_tensors_that_turned_out_wrong_go_with_their_pieces_and_digests(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, all_pieces(2))
    with store.in_use(spec.name):
        assert store.discard_tensors(spec, ["model.norm.weight", "model.layers.0.mlp.weight"]) == (
            "layer-00000",
            "tail",
        )
    spec = store.get(spec.name)
    assert spec.held == {"embedding", "layer-00001"}
    known = {tensor.name for tensor in store.tensors(spec).tensors if tensor.sha256}
    assert known == {"model.embed_tokens.weight", "model.layers.1.mlp.weight"}
    elsewhere = ModelStore(whole.path.parent)
    assert elsewhere.discard_tensors(whole, ["model.norm.weight"]) == ()
    assert elsewhere.get(whole.name) == whole


@pytest.mark.allow_warnings("layers 1-2 damaged on the disk and removed")
def test_a_truncated_piece_goes_and_the_rest_of_the_model_serves(store: ModelStore, whole: ModelSpec) -> None:
    spec = add_in_pieces(store, whole, all_pieces(2))
    path = spec.path / piece_file("layer-00001")
    path.write_bytes(path.read_bytes()[:-1])
    assert store.mend() == (spec.name,)
    assert [each.held for each in store.list()] == [{"embedding", "layer-00000", "tail"}]
    assert store.problems() == ()


def test_what_is_sound_or_beyond_help_is_left_as_it_is(
    store: ModelStore, whole: ModelSpec, write_folder: WriteFolder
) -> None:
    sound = add_in_pieces(store, whole, all_pieces(2))
    broken = store.import_path(write_folder("broken"))
    (broken.path / "model.safetensors").write_bytes(b"x")
    assert store.mend() == ()
    assert store.get(sound.name) == sound
    assert (broken.path / "model.safetensors").read_bytes() == b"x"
    assert [problem.name for problem in store.problems()] == ["broken"]
