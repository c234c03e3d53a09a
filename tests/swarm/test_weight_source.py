"""Tensors are read from a member by digest, and whatever else it sends is noticed, over real connections."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace

import pytest

from meshnet_gui.concurrency.http_client import CutShort, Reply
from meshnet_gui.modelstore.fetch.sources import SourceFailed, Stretch
from meshnet_gui.modelstore.pieces import layer_piece, piece_of
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.swarm import weight_source
from meshnet_gui.swarm.agreement import Agreed, agree
from meshnet_gui.swarm.weight_source import MemberSource, member_sources
from meshnet_gui.swarm.weights import Offer, find_offers
from meshnet_gui.types import ModelIdentity, Span
from meshnet_gui.wire.weights import HeldModel
from tests.in_pieces import tensor_bytes
from tests.weight_members import NUM_LAYERS, DigestingStore, Sharing, Swarm, Twist, make_folder, stored, swarm


@pytest.fixture(scope="module")
def members() -> Iterator[Swarm]:
    with swarm() as made:
        yield made


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[DigestingStore, ModelSpec]:
    folder = tmp_path_factory.mktemp("whole")
    store, spec = stored(folder / "store", make_folder(folder / "folder", width=100))
    store.take_digests(spec)
    return store, spec


Whole = tuple[DigestingStore, ModelSpec]
IDENTITY = ModelIdentity.parse("llama@local:0123456789abcdef:float32")
EVERYTHING = HeldModel(IDENTITY, "tiny", (Span(0, NUM_LAYERS),), True, True, "a" * 64, 1, (), None)


def offered(members: Swarm, one: Sharing, spec: ModelSpec) -> tuple[Offer, Agreed]:
    (offer,) = members.run(find_offers(members.roads, {one.node_id: "anna"}, spec.identity))
    return offer, agree([offer])


def source_of(members: Swarm, one: Sharing, spec: ModelSpec) -> MemberSource:
    offer, agreed = offered(members, one, spec)
    (source,) = member_sources([offer], agreed, members.ask)
    return source


def stretch_of(whole: Whole, layer: int = 1) -> Stretch:
    store, spec = whole
    piece = layer_piece(layer)
    return Stretch(piece, tuple(t for t in store.tensors(spec).tensors if piece_of(t.name, NUM_LAYERS) == piece))


def content_of(whole: Whole, stretch: Stretch) -> bytes:
    return b"".join(tensor_bytes(whole[1], tensor.name) for tensor in stretch.tensors)


def never() -> bool:
    return False


def of_tensors(change: Callable[[bytes], bytes], **headers: bytes) -> Twist:
    """A lie about what is asked for by range, and only that."""

    def twist(path: str, status: int, said: dict[bytes, bytes], body: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        if status == 206 and not body.startswith(b'{"'):
            body = change(body)
            said = said | {b"content-length": str(len(body)).encode()} | {k.encode(): v for k, v in headers.items()}
        return status, said, body

    return twist


def test_every_part_of_a_stretch_is_read_in_order(
    members: Swarm, whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weight_source, "FIRST_BLOCK_BYTES", 7_777)
    monkeypatch.setattr(weight_source, "MAX_BLOCK_BYTES", 7_777)
    source, stretch = source_of(members, members.share(whole[0]), whole[1]), stretch_of(whole)
    assert source.has(stretch)
    content = content_of(whole, stretch)
    for offset in (0, 1, 7_777, 40_000, len(content) - 1, len(content)):
        assert b"".join(source.read(stretch, offset, never)) == content[offset:]


def test_parts_grow_with_the_speed(members: Swarm, whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weight_source, "FIRST_BLOCK_BYTES", 1_000)
    source, stretch = source_of(members, members.share(whole[0]), whole[1]), stretch_of(whole)
    sizes = [len(part) for part in source.read(stretch, 0, never)]
    assert sizes[0] == 1_000
    assert max(sizes) > 4_000
    assert sum(sizes) == stretch.num_bytes


def test_two_parts_are_under_way_at_a_time_and_few_of_one_member(whole: Whole) -> None:
    under_way: list[Future[Reply]] = []

    def ask(*args: object) -> Future[Reply]:
        under_way.append(Future())
        return under_way[-1]

    source = fake_source(whole, ask)
    threads = [
        threading.Thread(target=lambda i=i: list(source.read(stretch_of(whole, i), 0, stopped.is_set)))
        for i in range(NUM_LAYERS)
    ]
    stopped = threading.Event()
    for thread in threads:
        thread.start()
    try:
        while len(under_way) < weight_source.MAX_IN_FLIGHT:
            assert not stopped.wait(0.01)
        assert not stopped.wait(0.1)
        assert len(under_way) == weight_source.MAX_IN_FLIGHT
    finally:
        stopped.set()
        for thread in threads:
            thread.join(5)
    assert all(future.cancelled() for future in under_way)
    assert source._places.acquire(timeout=0)


def fake_source(whole: Whole, ask: weight_source.Ask) -> MemberSource:
    store, spec = whole
    manifest = store.tensors(spec)
    offer = Offer("a" * 64, "anna", EVERYTHING, "a" * 64, 0.1, manifest=manifest)
    return MemberSource(offer, {tensor.name: tensor.sha256 for tensor in manifest.tensors}, ask)


def replying(*replies: Reply | BaseException) -> weight_source.Ask:
    """Each request gets the next of these."""
    left = iter(replies)

    def ask(*args: object) -> Future[Reply]:
        future, reply = Future[Reply](), next(left)
        if isinstance(reply, BaseException):
            future.set_exception(reply)
        else:
            future.set_result(reply)
        return future

    return ask


def test_a_flipped_byte_arrives_and_its_digest_is_another(members: Swarm, whole: Whole) -> None:
    liar = members.share(whole[0], twist=of_tensors(lambda body: bytes([body[0] ^ 1]) + body[1:]))
    source, stretch = source_of(members, liar, whole[1]), stretch_of(whole)
    content = b"".join(source.read(stretch, 0, never))
    assert len(content) == stretch.num_bytes
    first = stretch.tensors[0]
    assert hashlib.sha256(content[: first.num_bytes]).hexdigest() != first.sha256


@pytest.mark.parametrize("change", [lambda body: body[:-1], lambda body: body + b"x", lambda body: b""])
def test_a_part_of_another_length_is_a_lie(members: Swarm, whole: Whole, change: Callable[[bytes], bytes]) -> None:
    source, stretch = source_of(members, members.share(whole[0], twist=of_tensors(change)), whole[1]), stretch_of(whole)
    with pytest.raises(SourceFailed) as failed:
        list(source.read(stretch, 0, never))
    assert failed.value.is_final
    assert not source.has(stretch)


def test_another_range_than_was_asked_for_is_a_lie(members: Swarm, whole: Whole) -> None:
    liar = members.share(whole[0], twist=of_tensors(lambda body: body, **{"content-range": b"bytes 1-2/3"}))
    with pytest.raises(SourceFailed, match="another part") as failed:
        list(source_of(members, liar, whole[1]).read(stretch_of(whole), 0, never))
    assert failed.value.is_final


def test_who_drips_is_dropped(members: Swarm, whole: Whole, monkeypatch: pytest.MonkeyPatch) -> None:
    released = asyncio.Event()

    async def wait(path: str) -> None:
        if waits:
            await released.wait()

    waits: list[int] = []
    liar = members.share(whole[0], wait=wait)
    source = source_of(members, liar, whole[1])
    waits.append(1)
    monkeypatch.setattr(weight_source, "deadline_s", lambda num_bytes: 0.1)
    try:
        with pytest.raises(SourceFailed, match="less than 64 kB/s") as failed:
            list(source.read(stretch_of(whole), 0, never))
        assert not failed.value.is_final
        while not failed.value.is_final:
            with pytest.raises(SourceFailed, match="less than 64 kB/s") as failed:
                list(source.read(stretch_of(whole), 0, never))
    finally:
        members.call_soon(released.set)
    assert failed.value.is_final
    assert not source.has(stretch_of(whole))


@pytest.mark.parametrize("fault", [TimeoutError(), ConnectionResetError("gone")])
def test_a_network_that_fails_once_drops_nobody_and_one_that_fails_each_time_does(
    whole: Whole, fault: BaseException
) -> None:
    first = content_of(whole, stretch_of(whole))[: stretch_of(whole).tensors[0].num_bytes]
    good = (206, {"content-range": f"bytes 0-{len(first) - 1}/{len(first)}"}, first)
    source = fake_source(whole, replying(*[fault, good] * 2, good, fault, good, *[fault, good] * 2))
    assert not failure(source.read(stretch_of(whole), 0, never)).is_final
    assert not failure(source.read(stretch_of(whole), 0, never)).is_final
    read = source.read(stretch_of(whole), 0, never)
    assert next(read) == first
    assert not failure(read).is_final
    assert not failure(source.read(stretch_of(whole), 0, never)).is_final
    assert failure(source.read(stretch_of(whole), 0, never)).is_final


def failure(read: Iterator[bytes]) -> SourceFailed:
    with pytest.raises(SourceFailed) as failed:
        next(read)
    return failed.value


def test_a_stop_is_heard_while_the_member_is_silent(whole: Whole) -> None:
    silent: list[Future[Reply]] = []

    def ask(*args: object) -> Future[Reply]:
        silent.append(Future())
        return silent[-1]

    assert list(fake_source(whole, ask).read(stretch_of(whole), 0, lambda: bool(silent))) == []
    assert all(future.cancelled() for future in silent)


@pytest.mark.parametrize(
    ("reply", "is_final", "retry_after_s"),
    [
        ((503, {"retry-after": "7"}, b""), False, 7.0),
        ((503, {"retry-after": "9" * 50}, b""), False, 1.0),
        ((503, {"retry-after": "86400"}, b""), False, 60.0),
        ((503, {}, b""), False, 1.0),
        ((404, {}, b""), False, 0.0),
        ((403, {}, b""), True, 0.0),
        ((200, {}, b"everything"), True, 0.0),
        ((416, {}, b""), True, 0.0),
        ((500, {}, b""), False, 0.0),
        (ConnectionResetError("gone"), False, 0.0),
        (CutShort("gone"), True, 0.0),
        (TimeoutError(), False, 0.0),
    ],
)
def test_what_a_reply_means(whole: Whole, reply: Reply | BaseException, is_final: bool, retry_after_s: float) -> None:
    source = fake_source(whole, replying(reply, reply))
    with pytest.raises(SourceFailed) as failed:
        list(source.read(stretch_of(whole), 0, never))
    assert (failed.value.is_final, failed.value.retry_after_s) == (is_final, retry_after_s)
    assert source.has(stretch_of(whole)) == (not is_final and not (isinstance(reply, tuple) and reply[0] == 404))


def test_what_was_signed_otherwise_is_not_asked_for(members: Swarm, whole: Whole) -> None:
    offer, agreed = offered(members, members.share(whole[0]), whole[1])
    stretch = stretch_of(whole)
    other = dict(agreed.expected) | {stretch.tensors[0].name: "0" * 64}
    assert not MemberSource(offer, other, members.ask).has(stretch)
    assert MemberSource(offer, other, members.ask).has(stretch_of(whole, 2))


def test_liars_are_no_sources(members: Swarm, whole: Whole) -> None:
    offer, agreed = offered(members, members.share(whole[0]), whole[1])
    assert member_sources([offer], replace(agreed, liars=frozenset({offer.node_id})), members.ask) == ()


def test_who_is_relayed_gives_only_what_nobody_else_has(whole: Whole) -> None:
    store, spec = whole
    manifest = store.tensors(spec)
    near = Offer("a" * 64, "near", EVERYTHING, "", 0.2, manifest=manifest)
    far = Offer("b" * 64, "far", EVERYTHING, "", 0.1, is_relayed=True, manifest=manifest)
    gone = replying((403, {}, b""), (403, {}, b""))
    direct, relayed = member_sources([far, near], agree([near, far]), gone)
    stretch = stretch_of(whole)
    assert (direct.name, direct.has(stretch)) == ("near", True)
    assert (relayed.name, relayed.has(stretch)) == ("far", False)
    with pytest.raises(SourceFailed):
        list(direct.read(stretch, 0, never))
    assert relayed.has(stretch)
