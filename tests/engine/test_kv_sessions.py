"""The store's rules on time, number, bytes and ownership. No torch: the cached object is opaque."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from meshnet_gui.engine.kv_sessions import SessionCacheEntry, SessionCacheStore
from meshnet_gui.types import SamplingParams, Span
from meshnet_gui.wire.refusals import BadRequest, Busy, KVCacheMiss, NoRoom

SPAN = Span(2, 4)
A, B, C = ("a" * 32, "b" * 32, "c" * 32)


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Cached:
    """Something that can be watched until it is freed."""


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> SessionCacheStore:
    return SessionCacheStore(ttl_s=60.0, max_sessions=2, max_bytes=1000, protect_s=5.0, clock=clock)


def put(store: SessionCacheStore, session: str, num_tokens: int = 10, num_bytes: int = 100) -> object:
    ticket = store.begin_prefill(session, None, SPAN, num_tokens)
    assert ticket is not None
    cached = Cached()
    assert store.finish_prefill(ticket, cached, num_bytes)
    return cached


def decode(store: SessionCacheStore, session: str, past_len: int) -> SessionCacheEntry:
    entry = store.begin_decode(session, None, SPAN, past_len, 1)
    store.finish_decode(entry, past_len + 1, entry.num_bytes + 10)
    return entry


def ids(store: SessionCacheStore) -> list[str]:
    return [row.short_id[0] for row in store.sessions()]


def reasons(store: SessionCacheStore) -> list[tuple[str, str]]:
    return [(record.short_id[0], record.reason) for record in store.evictions()]


def test_a_decode_finds_what_a_prefill_stored(store: SessionCacheStore) -> None:
    cached = put(store, A)
    entry = store.begin_decode(A, None, SPAN, 10, 1)
    assert entry.cache is cached
    store.finish_decode(entry, 11, 110)
    (row,) = store.sessions()
    assert (row.num_tokens, row.num_bytes, row.state, store.used_bytes) == (11, 110, "idle", 110)


@pytest.mark.parametrize(
    ("session", "owner", "span", "past_len"),
    [(B, None, SPAN, 10), (A, "x", SPAN, 10), (A, None, Span(2, 5), 10), (A, None, Span(1, 4), 10), (A, None, SPAN, 9)],
    ids=["unknown", "another client", "another end", "another start", "another past"],
)
def test_a_decode_that_does_not_fit_is_a_miss_and_changes_nothing(
    store: SessionCacheStore, session: str, owner: str | None, span: Span, past_len: int
) -> None:
    put(store, A)
    before = store.sessions()
    with pytest.raises(KVCacheMiss):
        store.begin_decode(session, owner, span, past_len, 1)
    assert store.sessions() == before
    assert store.num_misses == 1


def test_a_failed_decode_leaves_the_entry(store: SessionCacheStore) -> None:
    put(store, A)
    before = store.sessions()
    store.abort_decode(store.begin_decode(A, None, SPAN, 10, 1))
    assert store.sessions() == before


def test_ttl_counts_from_the_last_step(store: SessionCacheStore, clock: Clock) -> None:
    put(store, A)
    clock.now += 59
    decode(store, A, 10)
    clock.now += 59
    assert ids(store) == ["a"]
    clock.now += 1
    with pytest.raises(KVCacheMiss):
        decode(store, A, 11)
    assert reasons(store) == [("a", "ttl")]


@pytest.mark.parametrize(
    "look",
    [
        lambda store: store.sessions(),
        lambda store: store.evictions(),
        lambda store: store.used_bytes,
        lambda store: len(store),
        lambda store: A in store,
        lambda store: store.sweep(),
    ],
    ids=["sessions", "evictions", "used_bytes", "len", "in", "sweep"],
)
def test_every_access_sweeps(
    store: SessionCacheStore, clock: Clock, look: Callable[[SessionCacheStore], object]
) -> None:
    cached = weakref.ref(put(store, A))
    clock.now += 60
    look(store)
    assert cached() is None


def test_looking_is_not_a_use(store: SessionCacheStore, clock: Clock) -> None:
    put(store, A)
    clock.now += 10
    put(store, B)
    for _ in range(3):
        clock.now += 2
        store.sessions()
        assert A in store
    put(store, C)
    assert ids(store) == ["b", "c"]
    clock.now += 55
    assert ids(store) == ["c"]


def test_a_newcomer_displaces_the_least_recently_used(store: SessionCacheStore, clock: Clock) -> None:
    put(store, A)
    put(store, B)
    clock.now += 6
    decode(store, A, 10)
    clock.now += 6
    put(store, C)
    assert ids(store) == ["a", "c"]
    assert reasons(store) == [("b", "lru")]


def test_sessions_that_stepped_just_now_are_not_displaced(store: SessionCacheStore, clock: Clock) -> None:
    put(store, A)
    put(store, B)
    clock.now += 4.9
    before = store.sessions()
    with pytest.raises(Busy):
        store.begin_prefill(C, None, SPAN, 5)
    assert store.sessions() == before
    assert reasons(store) == []
    clock.now += 0.1
    put(store, C)
    assert ids(store) == ["b", "c"]


def test_a_full_store_still_takes_a_new_prefill_of_its_own_session(store: SessionCacheStore) -> None:
    put(store, A)
    put(store, B)
    put(store, A, num_tokens=7)
    assert {row.short_id[0]: row.num_tokens for row in store.sessions()} == {"a": 7, "b": 10}
    assert reasons(store) == [("a", "replaced")]
    assert store.num_evictions == 0


def test_the_old_state_stays_until_the_new_one_is_complete(store: SessionCacheStore) -> None:
    cached = put(store, A)
    ticket = store.begin_prefill(A, None, SPAN, 20)
    assert ticket is not None
    assert [row.state for row in store.sessions()] == ["prefill"]
    store.abort_prefill(ticket)
    assert store.begin_decode(A, None, SPAN, 10, 1).cache is cached


def test_a_failed_newcomer_displaces_nobody(store: SessionCacheStore, clock: Clock) -> None:
    put(store, A)
    put(store, B)
    clock.now += 6
    ticket = store.begin_prefill(C, None, SPAN, 20)
    assert ticket is not None
    assert ids(store) == ["a", "b", "c"]  # the third row shows the prefill that runs
    store.abort_prefill(ticket)
    assert ids(store) == ["a", "b"]
    assert reasons(store) == []


def test_bytes_make_room_by_lru_first(store: SessionCacheStore, clock: Clock) -> None:
    store.growth.observe(10, 100)
    put(store, A, 10, 500)
    clock.now += 1
    put(store, B, 10, 400)
    clock.now += 10
    put(store, B, 60, 600)
    assert ids(store) == ["b"]
    assert reasons(store) == [("a", "lru"), ("b", "replaced")]


def test_no_room_refuses_and_changes_nothing(store: SessionCacheStore, clock: Clock) -> None:
    store.growth.observe(10, 100)
    put(store, A, 10, 900)
    before = store.sessions()
    with pytest.raises(NoRoom):
        store.begin_prefill(B, None, SPAN, 20)  # the other one is protected
    clock.now += 10
    with pytest.raises(NoRoom):
        store.begin_prefill(B, None, SPAN, 101)  # too large even alone
    assert [row.num_bytes for row in store.sessions()] == [row.num_bytes for row in before]
    assert reasons(store) == []


def test_a_decode_without_room_refuses_and_never_evicts_itself(store: SessionCacheStore, clock: Clock) -> None:
    store.growth.observe(10, 100)
    put(store, A, 10, 995)
    clock.now += 30
    with pytest.raises(NoRoom):
        store.begin_decode(A, None, SPAN, 10, 1)
    assert [row.state for row in store.sessions()] == ["idle"]


def test_a_decode_displaces_an_idle_session_for_its_growth(store: SessionCacheStore, clock: Clock) -> None:
    store.growth.observe(10, 100)
    put(store, A, 10, 500)
    put(store, B, 10, 495)
    clock.now += 10
    entry = store.begin_decode(A, None, SPAN, 10, 1)
    assert ids(store) == ["a", "b"]
    store.finish_decode(entry, 11, 510)
    assert ids(store) == ["a"]


def test_smaller_limits_evict_at_once(store: SessionCacheStore, clock: Clock) -> None:
    put(store, A)
    clock.now += 1
    put(store, B)
    store.set_limits(max_sessions=1)
    assert ids(store) == ["b"]
    store.set_limits(max_bytes=50)
    assert ids(store) == []
    assert reasons(store) == [("b", "lru"), ("a", "lru")]
    assert (store.max_sessions, store.max_bytes, store.ttl_s) == (1, 50, 60.0)


@pytest.mark.parametrize("limits", [{"ttl_s": 0}, {"max_sessions": 0}, {"max_bytes": -1}])
def test_limits_that_make_no_sense_are_refused(store: SessionCacheStore, limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="session store"):
        store.set_limits(**limits)


def test_disabling_drops_everything_and_answers_with_misses(store: SessionCacheStore) -> None:
    put(store, A)
    store.set_enabled(False)
    assert store.begin_prefill(A, None, SPAN, 10) is None
    with pytest.raises(KVCacheMiss, match="switched off"):
        store.begin_decode(A, None, SPAN, 10, 1)
    store.set_enabled(True)
    put(store, A)
    assert ids(store) == ["a"]


def test_unloading_during_a_prefill_keeps_it_out(store: SessionCacheStore) -> None:
    put(store, A)
    ticket = store.begin_prefill(B, None, SPAN, 10)
    assert ticket is not None
    assert store.clear("unload") == 1
    assert not store.finish_prefill(ticket, Cached(), 100)
    assert ids(store) == []
    assert reasons(store) == [("a", "unload")]


def test_eviction_by_the_id_that_a_panel_shows(store: SessionCacheStore) -> None:
    put(store, A)
    assert store.evict_short("aaaaaaaa") == 1
    assert store.evict_short("aaaaaaaa") == 0
    assert reasons(store) == [("a", "user")]


def test_only_its_own_client_closes_a_session(store: SessionCacheStore) -> None:
    ticket = store.begin_prefill(A, "a member", SPAN, 10)
    assert ticket is not None
    store.finish_prefill(ticket, Cached(), 100)
    with pytest.raises(BadRequest):
        store.begin_prefill(A, "another member", SPAN, 10)
    assert not store.close(A, "another member")
    assert store.close(A, "a member")
    assert reasons(store) == [("a", "closed")]


def test_unknown_reasons_are_refused(store: SessionCacheStore) -> None:
    with pytest.raises(ValueError, match="reason"):
        store.evict(A, "because")


def test_dropped_sessions_are_freed_without_the_collector(store: SessionCacheStore, clock: Clock) -> None:
    watched = [weakref.ref(put(store, A)), weakref.ref(put(store, B))]
    gc.disable()
    try:
        clock.now += 10
        put(store, A)
        put(store, C)
        assert [reference() for reference in watched] == [None, None]
    finally:
        gc.enable()


def test_the_record_of_evictions_is_bounded(store: SessionCacheStore) -> None:
    for _ in range(200):
        put(store, A)
    assert len(store.evictions()) == 64


def test_sampling_of_a_prefill_stays_with_the_session(store: SessionCacheStore) -> None:
    sampling = SamplingParams(temperature=0.5, seed=3)
    ticket = store.begin_prefill(A, None, SPAN, 10)
    assert ticket is not None
    store.finish_prefill(ticket, Cached(), 100, sampling)
    assert decode(store, A, 10).sampling == sampling


def test_looking_does_not_wait_for_a_step(store: SessionCacheStore) -> None:
    put(store, A)
    entry = store.begin_decode(A, None, SPAN, 10, 1)  # a step that goes on and on
    seen: list[str] = []
    thread = threading.Thread(target=lambda: seen.extend(row.state for row in store.sessions()))
    thread.start()
    thread.join(timeout=5)
    assert seen == ["decode"]
    store.abort_decode(entry)


def test_many_threads_leave_a_consistent_store() -> None:
    store = SessionCacheStore(max_sessions=4, protect_s=0.0, max_bytes=10_000)
    failures: list[BaseException] = []

    def work(session: str) -> None:
        try:
            for _ in range(50):
                put(store, session)
                store.sessions()
                store.evict(session, "user")
        except BaseException as exc:  # a thread must not swallow it
            failures.append(exc)

    threads = [threading.Thread(target=work, args=(f"{n:032x}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert failures == []
    assert (len(store), store.used_bytes) == (0, 0)


def test_freed_memory_is_given_back_once_after_evictions(clock: Clock) -> None:
    given: list[float] = []
    store = SessionCacheStore(ttl_s=60.0, clock=clock, release=lambda: given.append(clock.now))
    put(store, A)
    store.sweep()
    assert given == []
    clock.now += 60
    store.sessions()
    assert given == []  # looking stays quick
    store.sweep()
    store.sweep()
    assert given == [1060.0]
    put(store, B)
    store.clear("unload")
    assert given == [1060.0, 1060.0]


# -- several steps at once ---------------------------------------------------------------------------------------------


def test_a_session_takes_one_step_at_a_time(store: SessionCacheStore) -> None:
    put(store, A)
    entry = store.begin_decode(A, None, SPAN, 10, 1)
    for past_len, truncate_to in ((10, None), (11, None), (5, 5)):
        with pytest.raises(KVCacheMiss, match="another step"):
            store.begin_decode(A, None, SPAN, past_len, 1, truncate_to)
    store.finish_decode(entry, 11, 110)
    assert decode(store, A, 11).num_tokens == 12


def test_a_session_that_is_being_computed_makes_no_room_for_one_that_is_done(
    store: SessionCacheStore, clock: Clock
) -> None:
    put(store, A)
    put(store, B)
    clock.now += 10.0
    first, second = (store.begin_decode(session, None, SPAN, 10, 1) for session in (A, B))
    store.finish_decode(second, 11, 950)
    assert ids(store) == ["a", "b"]
    store.finish_decode(first, 11, 110)
    assert [row.state for row in store.sessions()] == ["idle", "idle"]


def test_what_running_steps_may_add_is_not_promised_twice(store: SessionCacheStore) -> None:
    put(store, A, 10, 400)
    put(store, B, 10, 400)
    store.growth.observe(10, 1000)
    store.growth.observe(20, 2000)  # 100 bytes a token
    first = store.begin_decode(A, None, SPAN, 10, 2)
    with pytest.raises(NoRoom):
        store.begin_decode(B, None, SPAN, 10, 1)
    store.abort_decode(first)
    assert store.begin_decode(B, None, SPAN, 10, 2).state == "prefill"


def test_a_session_that_stepped_while_a_prompt_was_computed_stays(store: SessionCacheStore, clock: Clock) -> None:
    put(store, A)
    put(store, B)
    clock.now += 10.0
    ticket = store.begin_prefill(C, None, SPAN, 10)
    assert ticket is not None
    clock.now += 1.0
    decode(store, A, 10)
    assert store.finish_prefill(ticket, Cached(), 100)  # the other one makes room instead
    assert ids(store) == ["a", "c"]


def test_a_prompt_for_which_nobody_makes_room_any_more_is_refused(store: SessionCacheStore, clock: Clock) -> None:
    put(store, A)
    put(store, B)
    clock.now += 10.0
    ticket = store.begin_prefill(C, None, SPAN, 10)
    assert ticket is not None
    clock.now += 1.0
    decode(store, A, 10)
    decode(store, B, 10)
    with pytest.raises(Busy):
        store.finish_prefill(ticket, Cached(), 100)
    store.abort_prefill(ticket)
    assert ids(store) == ["a", "b"]


def begin(store: SessionCacheStore, session: str, owner: str | None) -> None:
    ticket = store.begin_prefill(session, owner, SPAN, 1)
    assert ticket is not None
    store.finish_prefill(ticket, Cached(), 10)


def test_one_client_never_takes_every_place(clock: Clock) -> None:
    store = SessionCacheStore(max_sessions=4, protect_s=5.0, clock=clock)
    for session in "abc":
        begin(store, session * 32, "hog")
    with pytest.raises(Busy):
        begin(store, "d" * 32, "hog")
    begin(store, "e" * 32, "guest")
    assert ids(store) == ["a", "b", "c", "e"]


def test_a_client_with_its_share_displaces_only_its_own_sessions(clock: Clock) -> None:
    store = SessionCacheStore(max_sessions=4, protect_s=5.0, clock=clock)
    begin(store, "9" * 32, "guest")
    clock.now += 100
    for session in "abcde":
        begin(store, session * 32, "hog")
        clock.now += 6
    assert ids(store) == ["9", "c", "d", "e"]
    entry = store.begin_decode("e" * 32, "hog", SPAN, 1, 1)  # whoever has its share goes on with it
    store.abort_decode(entry)


def test_clients_that_are_not_known_have_no_share(clock: Clock) -> None:
    store = SessionCacheStore(max_sessions=2, protect_s=5.0, clock=clock)
    for session in "ab":
        begin(store, session * 32, None)
    assert ids(store) == ["a", "b"]
