"""Session stores of two shards in one pool: the limits hold for both together, whoever comes."""

from __future__ import annotations

import gc

import pytest

from meshnet_gui.engine.kv_sessions import SessionCacheStore, SessionPool
from meshnet_gui.types import Span
from meshnet_gui.wire.refusals import Busy, KVCacheMiss, NoRoom

SPAN = Span(0, 2)


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


def pair(**limits: int) -> tuple[SessionCacheStore, SessionCacheStore]:
    pool = SessionPool(**{"max_sessions": 3, "max_bytes": 1000, **limits})
    first, second = (SessionCacheStore(protect_s=5.0, clock=CLOCK, pool=pool) for _ in range(2))
    return first, second


def put(store: SessionCacheStore, name: str, num_bytes: int = 100) -> None:
    ticket = store.begin_prefill(name, None, SPAN, 10)
    assert ticket is not None
    store.finish_prefill(ticket, object(), num_bytes)
    CLOCK.now += 10


def test_the_idlest_session_of_either_shard_makes_room_for_a_newcomer() -> None:
    first, second = pair()
    put(first, "a")
    put(second, "b")
    put(first, "c")
    put(second, "d")
    assert ("a" in first, "b" in second, "c" in first, "d" in second) == (False, True, True, True)
    assert [record.reason for record in first.evictions()] == ["lru"]
    assert second.evictions() == ()


def test_bytes_count_over_both_before_and_after_a_step() -> None:
    first, second = pair()
    put(first, "a", 500)
    second.growth.observe(10, 600)
    put(second, "b", 600)
    assert ("a" in first, second.used_bytes) == (False, 600)
    put(first, "c", 300)
    first.growth.observe(10, 300)
    entry = first.begin_decode("c", None, SPAN, 10, 1)
    CLOCK.now += 10
    first.finish_decode(entry, 11, 500)  # it grew more than was expected
    assert ("b" in second, "c" in first) == (False, True)


def test_a_session_that_neither_shard_can_give_room_is_refused_and_nothing_changes() -> None:
    first, second = pair()
    put(first, "a", 400)
    second.growth.observe(10, 1001)
    with pytest.raises(NoRoom):
        second.begin_prefill("b", None, SPAN, 10)
    assert "a" in first


def test_newcomer_waits_while_every_session_of_both_is_in_use() -> None:
    first, second = pair(max_sessions=2)
    put(first, "a")
    put(second, "b")
    CLOCK.now -= 16
    with pytest.raises(Busy):
        second.begin_prefill("c", None, SPAN, 10)
    CLOCK.now += 16


def test_one_id_in_both_is_two_sessions() -> None:
    first, second = pair()
    put(first, "a")
    put(second, "a", 200)
    assert (first.used_bytes, second.used_bytes) == (100, 200)
    assert first.evict("a", "closed")
    assert ("a" in first, "a" in second) == (False, True)
    with pytest.raises(KVCacheMiss):
        first.begin_decode("a", None, SPAN, 10, 1)


def test_limits_that_one_is_told_hold_for_both() -> None:
    first, second = pair()
    put(first, "a")
    put(second, "b")
    second.set_limits(max_sessions=1, ttl_s=50.0)
    assert ("a" in first, "b" in second) == (False, True)
    assert (first.max_sessions, first.ttl_s) == (1, 50.0)
    CLOCK.now += 50
    first.sweep()
    assert "b" not in second
    with pytest.raises(ValueError, match="at least one session"):
        first.set_limits(max_sessions=0)


def test_sessions_of_a_shard_that_is_gone_count_no_more() -> None:
    first, second = pair(max_sessions=1)
    put(first, "a")
    del first
    gc.collect()
    put(second, "b")
    assert (len(second), second.num_evictions) == (1, 0)
