"""What members hand out is asked of all at once; who lies, drips or is no member offers nothing."""

from __future__ import annotations

import asyncio
import hashlib
import threading
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.errors import PeerMisbehaved, PeerRefused, PeerUnreachable, SwarmError
from meshnet_gui.modelstore.fetch.job import Fetch
from meshnet_gui.modelstore.precision import in_precision
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.modelstore.taken import note_members
from meshnet_gui.swarm import weight_files, weights
from meshnet_gui.swarm.agreement import agree, check_small_files
from meshnet_gui.swarm.weight_files import model_files
from meshnet_gui.swarm.weight_source import member_sources
from meshnet_gui.swarm.weights import MAX_LAYERS, find_offers, read_whole, small_files
from meshnet_gui.types import Span
from meshnet_gui.wire.weights import encode_held, parse_held
from tests.in_pieces import COMMIT, are_proven
from tests.weight_members import DigestingStore, Swarm, Twist, make_folder, stored, swarm

Whole = tuple[DigestingStore, ModelSpec]


@pytest.fixture(scope="module")
def members() -> Iterator[Swarm]:
    with swarm() as made:
        yield made


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    store, spec = stored(folder / "store", make_folder(folder / "folder", commit=COMMIT))
    store.take_digests(spec)
    return store, spec


def of_lists(**changes: object) -> Twist:
    """A lie in the list of what is held."""

    def twist(path: str, status: int, said: dict[bytes, bytes], body: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        if path == "/weights":
            held = parse_held(body)
            models = [weights.replace(model, **changes) for model in held.models]
            body = encode_held(weights.replace(held, models=tuple(models)))
        return status, said | {b"content-length": str(len(body)).encode()}, body

    return twist


def of_everything(body: bytes, status: int = 200) -> Twist:
    return lambda path, _, said, __: (status, {b"content-length": str(len(body)).encode()}, body)


def test_a_model_comes_with_its_list_of_tensors_and_its_small_files(members: Swarm, whole: Whole) -> None:
    store, spec = whole
    one, two = members.share(store), members.share(store)
    offers = members.run(find_offers(members.roads, {one.node_id: "anna", two.node_id: "ben"}, spec.identity))
    assert {offer.name for offer in offers} == {"anna", "ben"}
    assert all(offer.is_first_hand and offer.manifest == store.tensors(spec) for offer in offers)
    assert offers[0].pieces() == {*(f"layer-0000{i}" for i in range(4)), "embedding", "tail"}
    files = members.run(small_files(members.roads, offers[0]))
    check_small_files(spec.identity, agree(offers).manifest, files)
    lists = [path for each in (one, two) for path in each.asked if offers[0].held.manifest_sha256 in path]
    assert len(lists) == 1


def test_layers_that_are_named_again_and_again_count_once(members: Swarm, whole: Whole) -> None:
    one = members.share(whole[0])
    (offer,) = members.run(find_offers(members.roads, {one.node_id: "anna"}))
    everything = replace(offer.held, layers=(Span(0, 99_999),) * 16)
    tracemalloc.start()
    pieces = replace(offer, held=everything).pieces()
    peak_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(pieces) == MAX_LAYERS + 2
    assert peak_bytes < 4 * 2**20


def test_what_takes_long_to_check_does_not_hold_up_the_loop(
    members: Swarm, whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, threads = members.share(whole[0]), []
    offers = members.run(find_offers(members.roads, {one.node_id: "anna"}, whole[1].identity))
    monkeypatch.setattr(weight_files, "check_small_files", lambda *_: threads.append(threading.get_ident()))
    members.run(weight_files.model_files(members.roads, offers, agree(offers)))
    assert members.run(_thread()) not in threads
    assert threads


async def _thread() -> int:
    return threading.get_ident()


def test_the_precision_in_an_identity_does_not_matter(members: Swarm, whole: Whole) -> None:
    one = members.share(whole[0])
    wanted = in_precision(whole[1], "int8").identity
    (offer,) = members.run(find_offers(members.roads, {one.node_id: "anna"}, wanted))
    assert offer.identity == whole[1].identity


def test_without_an_identity_all_models_are_listed_and_nothing_else_is_read(members: Swarm, whole: Whole) -> None:
    one = members.share(whole[0])
    (offer,) = members.run(find_offers(members.roads, {one.node_id: "anna"}))
    assert (offer.identity, offer.manifest) == (whole[1].identity, None)
    assert one.asked == ["/weights"]


def test_members_of_one_name_are_told_apart(members: Swarm, whole: Whole) -> None:
    names = {members.share(whole[0]).node_id: "anna" for _ in range(2)}
    offers = members.run(find_offers(members.roads, names, whole[1].identity))
    assert {offer.name for offer in offers} == {f"anna ({node_id[:8]})" for node_id in names}


def test_who_is_relayed_comes_last(members: Swarm, whole: Whole) -> None:
    one, two = members.share(whole[0]), members.share(whole[0])
    names = {one.node_id: "anna", two.node_id: "ben"}
    roads = {one.node_id: "relayed", two.node_id: "direct"}
    offers = members.run(find_offers(members.roads, names, whole[1].identity, road_of=roads.__getitem__))
    assert [(offer.name, offer.is_relayed) for offer in offers] == [("ben", False), ("anna", True)]


def test_who_still_takes_digests_is_asked_again(members: Swarm, tmp_path: Path) -> None:
    store, spec = stored(tmp_path / "store", make_folder(tmp_path / "folder"))
    one = members.share(store)
    (offer,) = members.run(find_offers(members.roads, {one.node_id: "anna"}, spec.identity))
    assert offer.manifest is not None
    assert one.asked.count("/weights") > 1


@pytest.mark.parametrize(
    "twist",
    [
        of_everything(b'{"format":1,"coming":0,"models":[' + b"{}," * 10**6 + b"{}]}"),
        of_everything(b'{"format":1,"coming":0,"models":[' + b"{}," * 100 + b"{}]}"),
        of_everything(b"<html>"),
        of_everything(b""),
        of_everything(b"", 403),
        of_everything(b"[" * 100_000),
    ],
)
def test_who_answers_with_no_list_offers_nothing_and_holds_up_nobody(
    members: Swarm, whole: Whole, twist: Twist
) -> None:
    liar, honest = members.share(whole[0], twist=twist), members.share(whole[0])
    names = {liar.node_id: "liar", honest.node_id: "anna"}
    assert [offer.name for offer in members.run(find_offers(members.roads, names, whole[1].identity))] == ["anna"]


def test_who_is_gone_or_silent_holds_up_nobody_for_long(members: Swarm, whole: Whole) -> None:
    ended = asyncio.Event()

    async def wait(path: str) -> None:
        await ended.wait()

    silent, honest = members.share(whole[0], wait=wait), members.share(whole[0])
    names = {silent.node_id: "silent", "f" * 64: "gone", honest.node_id: "anna"}
    offers = members.run(find_offers(members.roads, names, whole[1].identity, within_s=0.5))
    members.call_soon(ended.set)
    assert [offer.name for offer in offers] == ["anna"]


def test_a_signature_for_another_list_is_none(members: Swarm, whole: Whole, tmp_path: Path) -> None:
    other, spec = stored(tmp_path / "store", make_folder(tmp_path / "folder", seed=1))
    other.take_digests(spec)
    honest = members.share(whole[0])
    (offer,) = members.run(find_offers(members.roads, {honest.node_id: "anna"}))
    thief = members.share(other, twist=of_lists(attestation=offer.held.attestation))
    (stolen,) = members.run(find_offers(members.roads, {thief.node_id: "thief"}, spec.identity))
    assert (stolen.signer, stolen.is_first_hand) == ("", False)


def test_a_signature_of_another_member_is_not_this_ones(members: Swarm, whole: Whole) -> None:
    honest = members.share(whole[0])
    (offer,) = members.run(find_offers(members.roads, {honest.node_id: "anna"}))
    echo = members.share(whole[0], twist=of_lists(attestation=offer.held.attestation))
    (echoed,) = members.run(find_offers(members.roads, {echo.node_id: "echo"}))
    assert not echoed.is_first_hand


def test_a_list_of_tensors_that_is_something_else_is_no_offer(members: Swarm, whole: Whole) -> None:
    def twist(path: str, status: int, said: dict[bytes, bytes], body: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        return status, said, body if path == "/weights" else bytes([body[0] ^ 1]) + body[1:]

    liar = members.share(whole[0], twist=twist)
    assert members.run(find_offers(members.roads, {liar.node_id: "liar"}, whole[1].identity)) == ()


def test_one_who_has_the_list_and_does_not_send_it_is_passed_over(members: Swarm, whole: Whole) -> None:
    has_answered = asyncio.Event()

    def twist(path: str, status: int, said: dict[bytes, bytes], body: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        has_answered.set()
        return (status, said, body) if path == "/weights" else (404, {b"content-length": b"0"}, b"")

    async def wait(path: str) -> None:
        await has_answered.wait()

    quick, honest = members.share(whole[0], twist=twist), members.share(whole[0], wait=wait)
    names = {quick.node_id: "quick", honest.node_id: "anna"}
    offers = members.run(find_offers(members.roads, names, whole[1].identity))
    assert {offer.name for offer in offers if offer.manifest is not None} == {"quick", "anna"}
    assert [path for path in quick.asked + honest.asked if path != "/weights"]


def test_small_files_that_are_something_else_are_refused(members: Swarm, whole: Whole) -> None:
    one = members.share(whole[0])
    (offer,) = members.run(find_offers(members.roads, {one.node_id: "anna"}))
    too_much = tuple((f"{i}.json", 60 * 2**20, "a" * 64) for i in range(3))
    big = weights.replace(offer, held=weights.replace(offer.held, small_files=too_much))
    with pytest.raises(PeerMisbehaved, match="too large"):
        members.run(small_files(members.roads, big))
    unknown = weights.replace(offer.held, small_files=(("config.json", 5, "a" * 64),))
    with pytest.raises(PeerRefused, match="404"):
        members.run(small_files(members.roads, weights.replace(offer, held=unknown)))
    liar = members.share(whole[0], twist=lambda path, status, said, body: (status, said, b"x" * len(body)))
    members.get(liar, "/weights")
    (_, num_bytes, sha256) = offer.held.small_files[0]
    with pytest.raises(PeerMisbehaved, match="something else"):
        members.run(read_whole(members.roads, liar.node_id, "liar", sha256, num_bytes))


def test_the_files_of_a_model_come_from_the_first_whose_files_are_its(members: Swarm, whole: Whole) -> None:
    def twist(path: str, status: int, said: dict[bytes, bytes], body: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        if path == "/weights":
            return of_lists(small_files=(("config.json", 2, hashlib.sha256(b"{}").hexdigest()),))(
                path, status, said, body
            )
        if path.endswith(hashlib.sha256(b"{}").hexdigest()):
            return 206, {b"content-length": b"2", b"content-range": b"bytes 0-1/2"}, b"{}"
        return status, said, body

    store, spec = whole
    liar, honest = members.share(store, twist=twist), members.share(store)
    offers = members.run(find_offers(members.roads, {liar.node_id: "liar"}, spec.identity))
    with pytest.raises(SwarmError, match="No member"):
        members.run(model_files(members.roads, offers, agree(offers)))
    offers += members.run(find_offers(members.roads, {honest.node_id: "anna"}, spec.identity))
    files = members.run(model_files(members.roads, offers, agree(offers)))
    assert set(files.small) == {"config.json", "tokenizer.json"}
    (header,) = files.headers.values()
    assert (spec.path / "model.safetensors").read_bytes().startswith(header)


def test_a_model_that_came_from_members_alone_is_proven_by_its_identity(
    members: Swarm, whole: Whole, tmp_path: Path
) -> None:
    store, spec = whole
    one = members.share(store)
    offers = members.run(find_offers(members.roads, {one.node_id: "anna"}, spec.identity))
    agreed = agree(offers)
    files = members.run(model_files(members.roads, offers, agreed))
    joined = DigestingStore(tmp_path / "joined")
    added = joined.add("tiny", files.small, agreed.manifest, source="the swarm", headers=files.headers)
    note_members(added)
    sources = member_sources(offers, agreed, members.ask)
    pieces = added.pieces(added.full_span())
    assert Fetch(joined, added, pieces, sources, expected=agreed.expected).run()
    added = joined.get("tiny")
    assert added.missing(added.full_span()) == ()
    assert not are_proven(joined, added)
    assert joined.verify("tiny").bad == ()
    assert are_proven(joined, added)
    other = members.share(joined)
    (offer,) = members.run(find_offers(members.roads, {other.node_id: "ben"}, spec.identity))
    assert offer.held.attestation is not None
    assert (offer.held.attestation.taken, offer.held.headers) == ("file", offers[0].held.headers)


def test_a_member_that_left_is_unreachable(members: Swarm) -> None:
    with pytest.raises(PeerUnreachable, match="does not answer"):
        members.run(read_whole(members.roads, "f" * 64, "gone", "a" * 64, 10))
