"""What a node announces: its shards as offers, and who it is as it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from meshnet_gui.runtime.announce import coming_offer, offers_of, with_status
from meshnet_gui.swarm.record import NodeRecord
from meshnet_gui.types import NodeStatus, ShardStatus, Span
from tests.fleet import tiny_spec

SHARD = ShardStatus(
    "ready",
    "tiny",
    "tiny@1:0123456789abcdef:float32",
    Span(0, 3),
    6,
    dtype="float32",
    runner="lean",
    context_tokens=256,
    kv_bytes_per_token=128,
    decode_tps=1000.0,
    prefill_tps=9000.0,
    queue_s=0.01,
)
STATUS = NodeStatus(state="ready", shards=(SHARD,), limit_bytes=4000, free_cache_bytes=3000, max_sessions=8)
WHO = NodeRecord("a" * 64, "attic", 3, 0, 1, "0.1", "off", addresses=("https://192.0.2.7:5001",))


def test_record_has_what_the_node_is_and_keeps_who_it_is() -> None:
    record = with_status(WHO, STATUS)
    assert (record.node_id, record.addresses, record.boot) == (WHO.node_id, WHO.addresses, 3)
    assert (record.state, record.free_cache_bytes, record.max_sessions) == ("ready", 3000, 8)
    (offer,) = record.shards
    assert (offer.span, offer.decode_tps, offer.prefill_tps, offer.queue_s) == (Span(0, 3), 1000.0, 9000.0, 0.01)
    assert (offer.identity, offer.num_layers, offer.kv_bytes_per_token) == (SHARD.identity, 6, 128)


@pytest.mark.parametrize(
    ("state", "announced"),
    [("loading", "joining"), ("joining", "joining"), ("ready", "ready"), ("draining", "draining")],
)
def test_shard_that_is_on_its_way_is_announced_as_joining(state: str, announced: str) -> None:
    assert [offer.state for offer in offers_of(replace(STATUS, shards=(replace(SHARD, state=state),)))] == [announced]


def test_what_is_fetched_beside_what_is_served_is_announced_as_joining_once() -> None:
    coming = coming_offer(tiny_spec("llama", Path("nowhere")), Span(3, 6))
    served, fetched = with_status(WHO, STATUS, coming).shards
    assert (served.span, served.state) == (Span(0, 3), "ready")
    assert (fetched.span, fetched.state, fetched.num_layers) == (Span(3, 6), "joining", 6)
    loading = replace(SHARD, state="loading", span=Span(3, 6), identity=coming.identity)
    assert len(with_status(WHO, replace(STATUS, shards=(loading,)), coming).shards) == 1


def test_to_others_a_paused_node_is_one_that_is_off() -> None:
    record = with_status(WHO, replace(STATUS, state="paused"))
    assert (record.state, record.shards, record.free_cache_bytes) == ("off", (), 0)


@pytest.mark.parametrize("state", ["failed", "stopping", "off"])
def test_shard_that_serves_nobody_is_not_announced(state: str) -> None:
    assert offers_of(replace(STATUS, shards=(replace(SHARD, state=state),))) == ()
