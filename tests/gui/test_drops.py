from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.engine.kv_sessions import SessionCacheStore
from meshnet_gui.gui.drops import Drop, drop_text, dropped_by
from meshnet_gui.runtime.own_node import computing_settings
from meshnet_gui.settings import LOADED_WITH, node_limits, what_is_wrong
from meshnet_gui.types import NodeStatus
from tests.gui import samples

SHARING = replace(samples.WORKING, settings=replace(samples.WORKING.settings, contributing=True))
RELOAD = "The layers would be loaded anew: 4 sessions (23.0 MB) would move to other computers or end."


def node(*sessions: tuple[str, int, float]) -> NodeStatus:
    """Sessions by id, with their tokens and for how long each idles."""
    held = tuple(samples.session(name * 8, tokens, "idle", 900, idle_s) for name, tokens, idle_s in sessions)
    return replace(samples.READY, sessions=held)


FOUR = node(("a", 100, 5), ("b", 200, 300), ("c", 300, 40), ("d", 400, 100))


def test_the_idlest_go_first_until_both_limits_hold() -> None:
    size = 23_040
    assert dropped_by(FOUR, 8, 2**30) == Drop()
    assert dropped_by(FOUR, 2, 2**30) == Drop(2, 600 * size, 0)  # b and d
    assert dropped_by(FOUR, 8, 500 * size) == Drop(2, 600 * size, 0)
    assert dropped_by(FOUR, 8, 100 * size) == Drop(3, 900 * size, 0)
    assert dropped_by(FOUR, 1, 0) == Drop(4, 1000 * size, 1)


def test_what_is_said_is_what_the_store_does() -> None:
    times = [0.0]
    store = SessionCacheStore(clock=lambda: times[0])
    for session in sorted(FOUR.sessions, key=lambda each: -each.idle_s):
        times[0] = 1000 - session.idle_s
        ticket = store.begin_prefill(session.short_id * 4, None, session.span, session.num_tokens)
        assert ticket is not None
        store.finish_prefill(ticket, object(), session.num_bytes)
    times[0] = 1000.0
    said = dropped_by(replace(FOUR, sessions=store.sessions()), 2, 500 * 23_040)
    before = store.used_bytes
    store.set_limits(max_sessions=2, max_bytes=500 * 23_040)
    assert (4 - len(store.sessions()), before - store.used_bytes) == (said.num_sessions, said.num_bytes)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"kv_max_sessions": 3}, "This would end 1 session (4.6 MB)."),
        ({"kv_max_sessions": 8}, ""),
        ({"upload_bytes_per_s": 5}, ""),
        (
            {"kv_max_bytes": 2**20},
            "This would end 4 sessions (23.0 MB). 1 of them is in use.",
        ),
        (
            {"num_threads": 1, "kv_max_sessions": 3},
            RELOAD,
        ),
        (
            {"span": "0-3"},
            RELOAD,
        ),
    ],
)
def test_a_change_is_told_by_what_it_ends(changes: dict[str, object], text: str) -> None:
    limits = node_limits(SHARING.settings, {})
    assert drop_text(replace(SHARING, node=FOUR, limits=limits), changes) == text


@pytest.mark.parametrize("name", LOADED_WITH)
def test_whatever_loads_the_layers_anew_is_told(name: str) -> None:
    before = SHARING.settings
    other = next(each for each in (1, "int8", "lean", "float32", "cpu", True) if not what_is_wrong(name, each))
    after = replace(before, **{name: other})  # type: ignore[arg-type]  # of the type that it takes
    assert computing_settings(after) != computing_settings(before)
    assert drop_text(replace(SHARING, node=FOUR), {name: other}) == RELOAD


def test_a_lower_memory_limit_says_which_sessions_have_no_room_beside_the_layers() -> None:
    shard = replace(samples.READY.shards[0], shard_bytes=900 * 2**20, device="cpu")
    conditions = replace(SHARING.sharing.conditions, total_memory_bytes=2000 * 2**20)
    sharing = replace(SHARING.sharing, conditions=conditions)
    here = replace(
        SHARING, node=replace(FOUR, shards=(shard,)), sharing=sharing, limits=node_limits(SHARING.settings, {})
    )
    assert drop_text(here, {"memory_in_use_percent": 50}) == ""
    assert "4 sessions" in drop_text(here, {"memory_in_use_percent": 45})
    on_gpu = replace(here, node=replace(FOUR, shards=(replace(shard, device="cuda:0"),)))
    assert drop_text(on_gpu, {"memory_in_use_percent": 45}) == ""
    assert drop_text(here, {"upload_bytes_per_s": 5}) == ""


def test_nothing_ends_where_nothing_is_held_or_shared() -> None:
    assert drop_text(replace(SHARING, node=samples.READY), {"num_threads": 1}) == ""
    off = replace(SHARING, settings=replace(SHARING.settings, contributing=False), node=FOUR)
    assert drop_text(off, {"kv_max_sessions": 1}) == ""


def test_the_sessions_of_other_shards_stay_where_only_the_first_changes() -> None:
    assert "2 sessions" in drop_text(replace(SHARING, node=samples.TWO_SHARDS), {"span": "0-3"})
    assert "3 sessions" in drop_text(replace(SHARING, node=samples.TWO_SHARDS), {"precision": "int8"})
