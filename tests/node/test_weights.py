"""What a node hands out: to whom, in which bounds, and what it keeps to itself."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from meshnet_gui.concurrency.http_client import CutShort
from meshnet_gui.modelstore.pieces import EMBEDDING, layer_piece
from meshnet_gui.modelstore.taken import note_members
from meshnet_gui.node import shelf as shelf_module
from meshnet_gui.node import weights as weights_module
from meshnet_gui.node.app import NodeApp
from meshnet_gui.node.weights import Pace, Readers
from meshnet_gui.settings import Settings
from meshnet_gui.types import Span
from meshnet_gui.wire.refusals import Busy
from meshnet_gui.wire.weights import Held, parse_held
from tests.in_pieces import COMMIT, add_in_pieces, tensor_bytes
from tests.weight_members import DigestingStore, Sharing, Swarm, in_process, make_folder, stored, swarm, wait_until

NORM = "model.layers.1.norm.weight"


@pytest.fixture(scope="module")
def members() -> Iterator[Swarm]:
    with swarm() as made:
        yield made


@pytest.fixture
def store(tmp_path: Path) -> DigestingStore:
    made, spec = stored(tmp_path / "store", make_folder(tmp_path / "folder", commit=COMMIT))
    made.take_digests(spec)
    return made


def held(members: Swarm, one: Sharing) -> Held:
    status, _, body = members.get(one, "/weights")
    assert status == 200
    return parse_held(body)


def digest_of(store: DigestingStore, name: str) -> str:
    return store.tensors(store.get("tiny")).by_name[name].sha256


def test_a_tensor_is_found_by_its_digest_whole_and_in_parts(members: Swarm, store: DigestingStore) -> None:
    one, sha256 = members.share(store), digest_of(store, NORM)
    content = tensor_bytes(store.get("tiny"), NORM)
    held(members, one)
    assert members.get(one, f"/weights/{sha256}")[2] == content
    status, headers, body = members.get(one, f"/weights/{sha256}", {"Range": "bytes=4-11"})
    assert (status, body) == (206, content[4:12])
    assert headers["content-range"] == f"bytes 4-11/{len(content)}"


def test_what_is_handed_out_is_counted_in_the_status(members: Swarm, store: DigestingStore) -> None:
    one = members.share(store)
    held(members, one)
    members.get(one, f"/weights/{digest_of(store, NORM)}")
    assert one.service.status().weights_sent_bytes == len(tensor_bytes(store.get("tiny"), NORM))


def test_the_list_and_the_small_files_are_there_by_their_digests(members: Swarm, store: DigestingStore) -> None:
    one = members.share(store)
    (model,) = held(members, one).models
    for sha256 in (model.manifest_sha256, *(sha for _, _, sha in model.small_files)):
        assert hashlib.sha256(members.get(one, f"/weights/{sha256}")[2]).hexdigest() == sha256
    assert {name for name, _, _ in model.small_files} == {"config.json", "tokenizer.json"}


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("0" * 64, {}, 404),
        ("../../etc/passwd", {}, 404),
        ("model.safetensors", {}, 404),
        ("%2e%2e%2fmeshnet.json", {}, 404),
        ("NORM", {"Range": "bytes=0-128"}, 416),
        ("NORM", {"Range": "bytes=128-128"}, 416),
        ("NORM", {"Range": "bytes=-1"}, 416),
        ("NORM", {"Range": "bytes=0-1,2-3"}, 416),
        ("NORM", {"Range": "lines=1-2"}, 416),
        ("NORM", {"Range": "bytes=0-" + "9" * 5000}, 416),
    ],
)
def test_what_is_not_held_or_out_of_bounds_is_refused(
    members: Swarm, store: DigestingStore, path: str, headers: dict[str, str], status: int
) -> None:
    one = members.share(store)
    held(members, one)
    path = digest_of(store, NORM) if path == "NORM" else path
    assert members.get(one, f"/weights/{path}", headers)[0] == status


def test_a_stranger_and_a_caller_in_this_process_get_nothing(members: Swarm, store: DigestingStore) -> None:
    one = members.share(store)
    held(members, one)
    app = NodeApp(one.service, one.shelf)
    for path in ("/weights", f"/weights/{digest_of(store, NORM)}"):
        assert members.run(in_process(app, path, node_id=None)) == (403, b"for members only\n")
        assert members.run(in_process(app, path, node_id=""))[0] == 403
        assert members.run(in_process(app, path, node_id="a" * 64))[0] == 200
        assert members.run(in_process(app, path, node_id="a" * 64, method="HEAD"))[0] == 405


def test_a_node_without_a_shelf_has_no_weights(members: Swarm, store: DigestingStore) -> None:
    one = members.share(store)
    assert members.run(in_process(NodeApp(one.service), "/weights", node_id="a" * 64))[0] == 404


def test_who_does_not_want_to_share_hands_out_nothing_and_hashes_nothing(members: Swarm, tmp_path: Path) -> None:
    store, spec = stored(tmp_path / "store", make_folder(tmp_path / "folder"))
    one = members.share(store, Settings(share_weights=False))
    assert held(members, one) == Held()
    assert store.num_taken == 0
    store.take_digests(spec)
    assert held(members, one) == Held()
    assert members.get(one, f"/weights/{digest_of(store, NORM)}")[0] == 404


def test_only_pieces_that_are_here_with_their_digests_are_offered(
    members: Swarm, store: DigestingStore, tmp_path: Path
) -> None:
    other = DigestingStore(tmp_path / "other")
    whole = store.get("tiny")
    add_in_pieces(other, whole, [EMBEDDING, layer_piece(1), layer_piece(2)])
    one = members.share(other)
    (model,) = held(members, one).models
    assert (model.layers, model.has_embedding, model.has_tail) == ((Span(1, 3),), True, False)
    assert members.get(one, f"/weights/{digest_of(store, NORM)}")[2] == tensor_bytes(whole, NORM)
    assert members.get(one, f"/weights/{digest_of(store, 'model.layers.3.norm.weight')}")[0] == 404


def test_digests_are_taken_in_the_background_once(members: Swarm, tmp_path: Path) -> None:
    store, _ = stored(tmp_path / "store", make_folder(tmp_path / "folder"))
    one = members.share(store)
    assert held(members, one) == Held((), num_coming=1)
    wait_until(lambda: held(members, one).models != ())
    assert held(members, one).num_coming == 0
    assert store.num_taken == 1


def test_digests_are_ready_before_anybody_asks_where_the_node_prepares(members: Swarm, tmp_path: Path) -> None:
    store, _ = stored(tmp_path / "store", make_folder(tmp_path / "folder"))
    now = [0.0]
    one = members.share(store, clock=lambda: now[0])
    members.run(one.shelf.prepare())
    wait_until(lambda: one.shelf._taking is None)
    assert held(members, one).num_coming == 0


def test_a_model_whose_digests_cannot_be_taken_is_not_tried_for_ever(members: Swarm, tmp_path: Path) -> None:
    class Futile(DigestingStore):
        def take_digests(self, spec, progress=None):
            self.num_taken += 1
            return self.tensors(spec)

    stored(tmp_path / "store", make_folder(tmp_path / "folder"))
    store = Futile(tmp_path / "store")
    one = members.share(store)
    held(members, one)
    wait_until(lambda: one.shelf._taking is None)
    for _ in range(3):
        held(members, one)
    assert store.num_taken == 1


def test_closing_the_shelf_ends_the_hashing(members: Swarm, tmp_path: Path) -> None:
    began = threading.Event()

    class Endless(DigestingStore):
        def take_digests(self, spec, progress=None):
            began.set()
            while True:
                progress(0.0, "")

    stored(tmp_path / "store", make_folder(tmp_path / "folder"))
    one = members.share(Endless(tmp_path / "store"))
    held(members, one)
    assert began.wait(5)
    members.run(asyncio.wait_for(one.shelf.close(), 5))


def test_new_pieces_are_offered_after_a_while_and_removed_ones_are_not(
    members: Swarm, store: DigestingStore, tmp_path: Path
) -> None:
    now = [0.0]
    other, whole = DigestingStore(tmp_path / "other"), store.get("tiny")
    spec = add_in_pieces(other, whole, [layer_piece(1)])
    one = members.share(other, clock=lambda: now[0])
    assert held(members, one).models[0].layers == (Span(1, 2),)
    (spec.path / "layer-00001.safetensors").unlink()
    assert members.get(one, f"/weights/{digest_of(store, NORM)}")[0] == 404
    now[0] += 100.0
    assert held(members, one).models == ()


def test_digests_from_members_are_signed_as_such(members: Swarm, store: DigestingStore, tmp_path: Path) -> None:
    other = DigestingStore(tmp_path / "other")
    spec = add_in_pieces(other, store.get("tiny"), [layer_piece(1)])
    whole, ranges = members.share(store), members.share(other)
    assert [held(members, one).models[0].attestation.taken for one in (whole, ranges)] == ["file", "range"]
    note_members(spec)
    again = members.share(other)
    assert held(members, again).models[0].attestation.taken == "members"


def test_a_member_that_takes_all_its_places_leaves_those_of_others() -> None:
    readers = Readers(most=4, per_member=2)
    with readers.enter("greedy"), readers.enter("greedy"):
        with pytest.raises(Busy, match="this member"), readers.enter("greedy"):
            pass
        with readers.enter("anna"), readers.enter("ben"), pytest.raises(Busy, match="4 requests"):  # noqa: SIM117
            with readers.enter("cleo"):
                pass
    with readers.enter("greedy"):
        pass


def test_one_request_too_many_is_told_to_come_again(
    members: Swarm, store: DigestingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = members.share(store)
    held(members, one)
    opened = threading.Event()
    gate = threading.Event()
    real = weights_module._opened

    def slow(place):
        opened.set()
        gate.wait(5)
        return real(place)

    monkeypatch.setattr(weights_module, "_opened", slow)
    path = f"/weights/{digest_of(store, NORM)}"
    waiting = [members.ask(one.node_id, path, {}, 10.0, 1 << 20) for _ in range(weights_module.MAX_PER_MEMBER)]
    try:
        assert opened.wait(5)
        wait_until(lambda: one.num_open == len(waiting))
        status, headers, _ = members.get(one, path)
        assert (status, headers["retry-after"]) == (503, "1")
    finally:
        gate.set()
    assert {future.result(10)[0] for future in waiting} == {200}


def test_the_limit_in_bytes_per_second_holds_for_all_together() -> None:
    now, limit = [100.0], [1000]
    pace = Pace(lambda: limit[0], lambda: now[0])
    assert [pace.wait_s(500), pace.wait_s(500), pace.wait_s(500)] == [0.0, 0.5, 1.0]
    now[0] += 10.0
    assert pace.wait_s(500) == 0.0
    pace.wait_s(1000)
    pace.give_back(1000)
    assert pace.wait_s(500) == 0.5
    limit[0] = 0
    assert pace.wait_s(10**9) == 0.0
    pace.give_back(10**9)


def test_who_leaves_while_waiting_takes_nothing_of_the_limit(
    members: Swarm, store: DigestingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back, give_back = [], Pace.give_back

    def count(self: Pace, num_bytes: int) -> None:
        given_back.append(num_bytes)
        give_back(self, num_bytes)

    monkeypatch.setattr(Pace, "give_back", count)
    one = members.share(store, Settings(upload_bytes_per_s=1))
    wait_until(lambda: bool(held(members, one).models))
    path = f"/weights/{digest_of(store, NORM)}"
    assert members.get(one, path)[0] == 200  # it is over the limit for minutes from now on
    waiting = [members.ask(one.node_id, path, {}, 60.0, 1 << 20) for _ in range(4)]
    wait_until(lambda: one.num_open == len(waiting))
    for future in waiting:
        future.cancel()
    wait_until(lambda: one.num_open == 0)
    assert len(given_back) == len(waiting)


def test_steps_come_first_for_a_while(members: Swarm, store: DigestingStore, monkeypatch: pytest.MonkeyPatch) -> None:
    one = members.share(store)
    held(members, one)
    looks = []

    def is_computing(service: object) -> bool:
        looks.append(1)
        return len(looks) < 5

    monkeypatch.setattr(type(one.service), "is_computing", property(is_computing))
    assert members.get(one, f"/weights/{digest_of(store, NORM)}")[0] == 200
    assert len(looks) == 5
    monkeypatch.setattr(type(one.service), "is_computing", property(lambda service: True))  # a chat without an end
    assert members.get(one, f"/weights/{digest_of(store, NORM)}")[0] == 200


def test_a_file_that_became_shorter_ends_the_reply_early(members: Swarm, store: DigestingStore) -> None:
    one = members.share(store)
    held(members, one)
    sha256, path = digest_of(store, NORM), store.get("tiny").path / "model.safetensors"
    with path.open("r+b") as file:
        file.truncate(100)
    with pytest.raises(CutShort):
        members.get(one, f"/weights/{sha256}")


def test_a_link_in_the_store_is_not_followed(members: Swarm, store: DigestingStore, tmp_path: Path) -> None:
    one = members.share(store)
    held(members, one)
    sha256, path = digest_of(store, NORM), store.get("tiny").path / "model.safetensors"
    path.replace(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert members.get(one, f"/weights/{sha256}")[0] == 404


def test_the_list_is_written_once_for_all_who_ask_until_it_changes(
    members: Swarm, store: DigestingStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, encode = [], weights_module.encode_held

    def encode_and_count(held: Held) -> bytes:
        written.append(held)
        return encode(held)

    monkeypatch.setattr(weights_module, "encode_held", encode_and_count)
    monkeypatch.setattr(shelf_module, "LOOK_AGAIN_S", 0.0)
    one = members.share(store)
    wait_until(lambda: bool(held(members, one).models))
    before = len(written)
    assert all(held(members, one).models for _ in range(5))
    assert len(written) == before
    store.remove("tiny")
    assert not held(members, one).models
    assert len(written) == before + 1
