"""A whole fetch with every kind of source, its pauses and ends."""

from __future__ import annotations

import errno
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.errors import DiskFull, MachineError, MeshnetError, SwarmError, UserError
from meshnet_gui.modelstore.fetch.job import Fetch, discard
from meshnet_gui.modelstore.fetch.pace import FetchProgress
from meshnet_gui.modelstore.fetch.parts import PiecePart
from meshnet_gui.modelstore.fetch.sources import SourceFailed, Stretch
from meshnet_gui.modelstore.fetch.wish import Wish, fetch_lock, remembered
from meshnet_gui.modelstore.pieces import EMBEDDING, TAIL, all_pieces, layer_piece, piece_file
from meshnet_gui.types import Span
from tests.modelstore.fetch.fakes import (
    FAULTS,
    HURRIED,
    FakeStore,
    Giver,
    busy,
    dripping,
    flipped,
    long,
    make_truth,
    raising,
    refusing,
    short,
    silent,
)

TRUTH = make_truth()
PIECES = all_pieces(TRUTH.num_layers)
UNHURRIED = replace(HURRIED, stall_s=60.0, slow_after_s=60.0)  # on a busy machine, too, nobody is passed over
LIES = pytest.mark.allow_warnings("it is asked no more", "reading from .* failed", "other bytes")


@pytest.fixture
def store(tmp_path: Path) -> FakeStore:
    return FakeStore(tmp_path / "models", TRUTH)


def hub(**changes: object) -> Giver:
    return Giver("hub", TRUTH, is_hub=True, **changes)  # type: ignore[arg-type]


def member(name: str = "amber-owl", **changes: object) -> Giver:
    return Giver(name, TRUTH, **changes)  # type: ignore[arg-type]


def fetch(store: FakeStore, *sources: Giver, pieces: tuple[str, ...] = PIECES, **changes: object) -> Fetch:
    patience = HURRIED if any(source.spoil for source in sources) else UNHURRIED
    options = {"expected": TRUTH.digests, "patience": patience, "max_stretch_bytes": 3000}
    return Fetch(store, store.spec, pieces, sources, **(options | changes))  # type: ignore[arg-type]


def unfinished(store: FakeStore) -> list[str]:
    return sorted(path.name for path in store.spec.path.iterdir() if path.suffix in (".part", ".progress"))


def test_all_pieces_come_right_from_the_hub_and_their_digests_are_taken(store: FakeStore):
    job = fetch(store, hub(), expected={})
    assert job.run()
    assert all(map(store.is_right, PIECES))
    assert store.digests == TRUTH.digests
    assert unfinished(store) == []
    assert remembered(store.spec) is None
    progress = job.progress()
    assert (progress.state, progress.done_bytes, progress.refetched_bytes) == ("done", progress.total_bytes, 0)
    assert progress.by_source == {"hub": progress.total_bytes}


def test_members_are_asked_before_the_hub(store: FakeStore):
    the_hub = hub()
    assert fetch(store, the_hub, member()).run()
    assert the_hub.asked == []


def test_only_what_no_member_has_comes_from_the_hub(store: FakeStore):
    the_hub, other = hub(), member(pieces=frozenset(PIECES) - {layer_piece(2)})
    assert fetch(store, the_hub, other).run()
    assert {stretch.piece for stretch, _ in the_hub.asked} == {layer_piece(2)}


def test_what_nobody_knows_the_digest_of_is_asked_of_the_hub_alone(store: FakeStore):
    the_hub, other = hub(), member()
    known = {name: sha for name, sha in TRUTH.digests.items() if ".2." not in name}
    assert fetch(store, the_hub, other, expected=known).run()
    assert {stretch.piece for stretch, _ in the_hub.asked} == {layer_piece(2)}


def test_a_member_that_calls_itself_hub_is_believed_no_more_than_others(store: FakeStore):
    with pytest.raises(SwarmError):
        fetch(store, member("hub"), expected={}).run()
    assert store.published == []


def test_pieces_that_are_here_are_left_alone(store: FakeStore):
    assert fetch(store, hub(), pieces=PIECES[:3]).run()
    asked = hub()
    assert fetch(store, asked).run()
    assert {stretch.piece for stretch, _ in asked.asked} == set(PIECES[3:])
    assert all(map(store.is_right, PIECES))


def test_there_is_room_before_the_first_byte(store: FakeStore):
    source = hub()
    job = fetch(store, source, max_disk_bytes=lambda: 10_000)
    job.run()
    (whole, limit), *each = store.room_asked
    sizes = [(store.spec.path / piece_file(piece)).stat().st_size for piece in PIECES]
    assert (whole, limit) == (sum(sizes), 10_000)
    assert sorted(num_bytes for num_bytes, _ in each) == sorted(sizes)


def test_a_limit_that_is_lowered_meanwhile_stops_the_fetch_before_its_next_piece(store: FakeStore):
    make_room = store.make_room

    def limited(num_bytes: int, limit_bytes: int, keep: frozenset[str] = frozenset()) -> None:
        make_room(num_bytes, limit_bytes, keep)
        if limit_bytes == 1:
            raise DiskFull("The disk limit leaves no room.")

    store.make_room = limited  # type: ignore[method-assign]
    job = fetch(store, hub(), max_disk_bytes=lambda: 1 if store.published else 10_000, num_workers=1)
    with pytest.raises(DiskFull):
        job.run()
    assert len(store.published) == 1
    assert job.progress().state == "failed"
    store.make_room = make_room  # type: ignore[method-assign]
    assert fetch(store, hub()).run()
    assert all(map(store.is_right, PIECES))


@LIES
@pytest.mark.parametrize("fault", [short, long, flipped, dripping, silent, raising, refusing])
def test_a_member_with_a_fault_costs_its_stretches_and_the_others_give_them(store: FakeStore, fault):
    bad = member("bad", spoil=fault)

    def once_the_other_was_asked(
        giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]
    ) -> Iterator[bytes]:
        while not bad.asked:
            assert not stop()
            time.sleep(0.001)
        yield from giver.right(stretch, offset, stop)

    good = member("good", spoil=once_the_other_was_asked)
    job = fetch(store, bad, good)
    assert job.run()
    assert all(map(store.is_right, PIECES))
    progress = job.progress()
    assert progress.total_bytes - progress.by_source["good"] <= bad.num_given
    if fault in (long, flipped, refusing, dripping):
        assert "bad" in progress.dropped


@LIES
def test_a_liar_is_asked_no_more_once_it_is_found_out(store: FakeStore):
    liar, the_hub = member("liar", spoil=flipped), hub()
    job = fetch(store, liar, the_hub, num_workers=1)
    assert job.run()
    assert len(liar.asked) == 1
    assert job.progress().dropped == {"liar": "liar gave other bytes than it should have."}
    assert job.progress().liars == ("liar",)
    assert (
        job.progress().refetched_bytes
        == liar.num_given
        - sum(  # up to its first wrong tensor all was right
            tensor.num_bytes for tensor in liar.asked[0][0].tensors[:-1]
        )
    )


@LIES
def test_bytes_of_two_givers_blame_nobody_until_one_alone_gave_them(store: FakeStore):
    """The first one breaks off in the middle of a tensor, the second one lies about the rest."""

    def breaks_off(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        if len(giver.asked) > 1:
            yield from giver.right(stretch, offset, stop)
            return
        yield giver.truth.bytes_of(stretch)[offset : offset + 1000]
        raise SourceFailed("lost")

    honest, liar = member("honest", spoil=breaks_off), member("liar", spoil=flipped)
    job = fetch(store, honest, liar, num_workers=1, pieces=(EMBEDDING,))
    assert job.run()
    assert store.is_right(EMBEDDING)
    assert "honest" not in job.progress().dropped


@pytest.mark.allow_warnings("members said")
def test_the_hub_is_right_where_members_agreed_on_another_digest(store: FakeStore):
    wrong = "model.norm.weight"
    job = fetch(store, hub(), expected=TRUTH.digests | {wrong: "f" * 64})
    assert job.run()
    assert store.digests[wrong] == TRUTH.digests[wrong]
    assert job.progress().disputed == (wrong,)


@LIES
def test_a_hub_that_is_not_believed_is_dropped_where_it_gives_other_bytes(store: FakeStore):
    job = fetch(store, hub(spoil=flipped), believe_hub=False, pieces=(TAIL,))
    with pytest.raises(MeshnetError):
        job.run()
    assert store.published == []


def test_a_source_that_asks_for_a_pause_gets_one_and_is_asked_again(store: FakeStore):
    job = fetch(store, hub(spoil=busy))
    assert job.run()
    assert job.progress().dropped == {}


def test_a_fetch_to_which_nothing_comes_says_why(store: FakeStore):
    said: list[str] = []

    def wants_to_be_left_alone(*_: object) -> Iterator[bytes]:
        yield from ()
        raise SourceFailed("Too many requests.", retry_after_s=60.0)

    def note(at: FetchProgress) -> None:
        said.append(at.text)
        if at.text == "Too many requests.":
            job.pause()

    job = fetch(store, hub(spoil=wants_to_be_left_alone), on_change=note)
    assert not job.run()
    assert "Too many requests." in said
    assert said[-1] == ""


def test_what_the_hub_refuses_is_the_users_to_mend(store: FakeStore):
    job = fetch(store, hub(spoil=refusing))
    with pytest.raises(UserError, match="may not be read"):
        job.run()
    assert job.progress().state == "failed"
    assert "may not be read" in job.progress().text


@LIES
def test_a_hub_that_fails_again_and_again_ends_the_fetch_and_what_came_is_kept(store: FakeStore):
    with pytest.raises(MachineError, match="came to a stop"):
        fetch(store, hub(spoil=raising)).run()
    assert remembered(store.spec) == Wish(PIECES, Span(0, 4))
    job = fetch(store, hub())
    assert job.run()
    assert job.progress().by_source["hub"] < job.progress().total_bytes


def test_nobody_who_has_it_is_said_plainly_after_the_rest_has_come(store: FakeStore):
    other = member(pieces=frozenset({TAIL}))
    with pytest.raises(SwarmError, match="Nobody"):
        fetch(store, other).run()
    assert store.published == [TAIL]


def test_digests_that_come_to_be_known_while_room_is_made_count(store: FakeStore, monkeypatch: pytest.MonkeyPatch):
    job = fetch(store, member(), expected={})
    monkeypatch.setattr(store, "make_room", lambda *_: job.add_sources((), TRUTH.digests))
    assert job.run()


def test_a_pause_keeps_what_came_and_the_same_wish_goes_on_with_it(store: FakeStore):
    job = fetch(store, num_workers=1)
    pausing = hub(spoil=lambda giver, *read: _then(giver.right(*read), 3, job.pause))
    job.add_sources([pausing])
    assert not job.run()
    assert job.progress().state == "paused"
    assert remembered(store.spec) == Wish(PIECES, Span(0, 4), is_paused=True)
    again = fetch(store, hub())
    assert again.run()
    assert pausing.num_given + again.progress().by_source["hub"] == sum(t.num_bytes for t in TRUTH.manifest.tensors)
    assert again.progress().refetched_bytes == 0
    assert all(map(store.is_right, PIECES))


@LIES
def test_what_a_member_gave_before_a_restart_is_not_taken_for_the_hubs(store: FakeStore):
    """It lied in the middle of a tensor, and when the fetch goes on nobody knows the digest any more."""
    job = fetch(store, num_workers=1, pieces=(EMBEDDING,))

    def lies(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        yield bytes(100)
        job.pause()
        yield giver.truth.bytes_of(stretch)[100:200]

    job.add_sources([member("liar", spoil=lies)])
    assert not job.run()
    assert unfinished(store)
    assert fetch(store, hub(), pieces=(EMBEDDING,), expected={}).run()
    assert store.is_right(EMBEDDING)


def test_a_disk_that_becomes_full_ends_the_fetch_and_what_came_counts_later(
    store: FakeStore, monkeypatch: pytest.MonkeyPatch
):
    written = 0
    real = PiecePart.write

    def write(part: PiecePart, index: int, data: bytes, *, is_hubs: bool = True) -> None:
        nonlocal written
        written += len(data)
        if written > 6000:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(part, index, data, is_hubs=is_hubs)

    with monkeypatch.context() as patch:
        patch.setattr(PiecePart, "write", write)
        with pytest.raises(DiskFull, match="became full"):
            fetch(store, hub()).run()
    job = fetch(store, hub())
    assert job.run()
    assert job.progress().by_source["hub"] < sum(t.num_bytes for t in TRUTH.manifest.tensors)
    assert all(map(store.is_right, PIECES))


def test_an_idle_member_ends_what_a_slower_one_has_begun(store: FakeStore):
    def steadily(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        for chunk in giver.right(stretch, offset, stop):
            time.sleep(0.05)
            yield chunk

    slower = member("slower", spoil=steadily, pieces=frozenset({EMBEDDING}), chunk_bytes=100)
    quick = member("quick")
    unhurried = replace(HURRIED, least_bytes_per_s=0.0, slow_share=float("inf"), stall_s=30.0)
    job = fetch(store, slower, quick, pieces=(EMBEDDING, TAIL), num_workers=2, patience=unhurried)
    job._book.standings[0].bytes_per_s = 1e12  # so that it is asked first
    assert job.run()
    assert slower.asked
    assert slower.num_given < TRUTH.manifest.by_name["model.embed_tokens.weight"].num_bytes
    assert job.progress().dropped == {}
    assert all(map(store.is_right, (EMBEDDING, TAIL)))


def test_a_stuck_source_is_not_waited_for_once_all_has_come(store: FakeStore):
    released = threading.Event()

    def stuck(giver: Giver, stretch: Stretch, offset: int, stop: Callable[[], bool]) -> Iterator[bytes]:
        released.wait(30)
        yield giver.truth.bytes_of(stretch)[offset:]

    bad = member("stuck", spoil=stuck)
    job = fetch(store, bad, hub(), num_workers=1)
    job._book.standings[0].num_failures = HURRIED.failures_of_a_member - 1
    assert job.run()
    assert bad.asked
    assert not released.is_set()
    assert all(map(store.is_right, PIECES))
    before = {piece: (store.spec.path / piece_file(piece)).stat().st_mtime_ns for piece in PIECES}
    released.set()
    for thread in threading.enumerate():
        if thread.name.startswith("fetch-"):
            thread.join(10)
    assert {piece: (store.spec.path / piece_file(piece)).stat().st_mtime_ns for piece in PIECES} == before


def test_the_end_of_the_program_is_no_pause(store: FakeStore):
    job = fetch(store, num_workers=1)
    job.add_sources([hub(spoil=lambda giver, *read: _then(giver.right(*read), 2, job.stop))])
    assert not job.run()
    assert remembered(store.spec) == Wish(PIECES, Span(0, 4), is_paused=False)


def test_cancelling_removes_what_is_unfinished_and_keeps_whole_pieces(store: FakeStore):
    job = fetch(store, num_workers=1)
    job.add_sources([hub(spoil=lambda giver, *read: _then(giver.right(*read), 9 - 3 * len(giver.asked), job.cancel))])
    assert not job.run()
    assert job.progress().state == "cancelled"
    assert set(store.published) < set(PIECES)
    assert unfinished(store) == []
    assert remembered(store.spec) is None


def test_a_paused_fetch_can_be_given_up(store: FakeStore):
    job = fetch(store, num_workers=1)
    job.add_sources([hub(spoil=lambda giver, *read: _then(giver.right(*read), 3, job.pause))])
    job.run()
    assert unfinished(store)
    assert discard(store.spec)
    assert unfinished(store) == []


def test_one_fetch_of_a_model_waits_for_another_and_says_so(store: FakeStore):
    seen = threading.Event()
    texts: list[str] = []

    def note(progress: object) -> None:
        texts.append(progress.text)  # type: ignore[attr-defined]
        seen.set()

    job = fetch(store, hub(), on_change=note)
    with fetch_lock(store.spec.path, lambda seconds: False) as is_ours:
        assert is_ours
        assert not discard(store.spec)
        thread = threading.Thread(target=job.run)
        thread.start()
        assert seen.wait(10)
        assert store.published == []
    thread.join(20)
    assert texts[0] == "waiting for another fetch of some-model to end"
    assert store.published


def test_a_source_that_comes_later_helps_with_digests_that_come_with_it(store: FakeStore):
    late = member("late")
    job = fetch(store, expected={}, num_workers=1)

    def then_add(giver: Giver, *read: object) -> Iterator[bytes]:
        yield from giver.right(*read)  # type: ignore[arg-type]
        job.add_sources([late], TRUTH.digests)

    first = hub(spoil=then_add)
    job.add_sources([first])
    assert job.run()
    assert len(first.asked) == 1
    assert all(map(store.is_right, PIECES))


@LIES
@pytest.mark.parametrize("seed", range(12))
def test_whatever_sources_do_a_piece_is_right_or_not_there(tmp_path: Path, seed: int):
    _let_sources_do_anything(tmp_path, random.Random(seed))


@LIES
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_whatever_sources_do_a_piece_is_right_or_not_there_many_times(tmp_path: Path, seed: int):
    _let_sources_do_anything(tmp_path, random.Random(seed))


def _let_sources_do_anything(tmp_path: Path, rng: random.Random) -> None:
    truth = make_truth(rng.randint(1, 4), rng.randint(1, 3), rows=rng.choice([1, 7, 64]), seed=rng.randint(0, 99))
    store = FakeStore(tmp_path / "models", truth)
    pieces = all_pieces(truth.num_layers)
    expected = {name: sha for name, sha in truth.digests.items() if rng.random() < 0.8}

    def moody(giver: Giver, *read: object) -> Iterator[bytes]:
        fault = rng.choice([*FAULTS, *[Giver.right] * len(FAULTS)])
        yield from fault(giver, *read)  # type: ignore[arg-type]

    for attempt in range(9):
        names = [f"member-{number}" for number in range(rng.randint(0, 4))]
        sources = [Giver(name, truth, spoil=moody, chunk_bytes=rng.randint(1, 900)) for name in names]
        sources.append(
            Giver("hub", truth, is_hub=True, spoil=None if attempt > 1 else rng.choice([short, raising, busy]))
        )
        job = Fetch(
            store, store.spec, pieces, sources, expected=expected, patience=HURRIED,
            max_stretch_bytes=rng.choice([500, 3000]), num_workers=rng.randint(1, 4),
        )  # fmt: skip
        with suppress(MeshnetError):
            job.run()
        assert all(map(store.is_right, store.published))
        if attempt > 1 and len(store.published) == len(pieces):
            break
    assert sorted(store.published) == sorted(pieces)
    assert store.digests == truth.digests
    assert unfinished(store) == []


def _then(chunks: Iterator[bytes], num: int, act: Callable[[], None]) -> Iterator[bytes]:
    """``act`` once ``num`` chunks were given."""
    for number, chunk in enumerate(chunks, 1):
        yield chunk
        if number == num:
            act()
