from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.gui.lanes import Stretch, gaps_of, is_coming, lanes_of, layers_once, serves, stretches_of
from meshnet_gui.gui.swarm_words import names_of
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.types import Span
from tests.gui import samples


def seen(snapshot: Snapshot) -> list[tuple[str, str, str]]:
    return [(lane.name, str(lane.span), lane.state) for lane in lanes_of(snapshot, names_of(snapshot))]


def test_only_who_is_ready_with_this_model_has_a_lane_without_a_swarm() -> None:
    assert seen(samples.WORKING) == [("This computer", "0-15", "ready"), ("127.0.0.1:51002", "15-30", "ready")]
    assert lanes_of(samples.NO_MODEL, {}) == ()


def test_members_go_by_their_names_and_who_comes_or_goes_is_marked() -> None:
    assert seen(samples.IN_SWARM) == [
        ("This computer", "0-15", "ready"),
        ("gaming PC", "0-20", "ready"),
        ("attic-mini", "12-30", "joining"),
        ("192.168.1.40:51001", "15-30", "ready"),
        ("kitchen laptop", "15-30", "ready"),
    ]
    loading = replace(samples.JOINING, shards=(replace(samples.JOINING.shards[0], state="loading"),))
    peer = replace(samples.MEMBER_ATTIC, state="not_ready", status=loading)
    assert seen(replace(samples.IN_SWARM, node=samples.OFF, peers=(peer,))) == [("attic-mini", "12-30", "joining")]
    leaving = replace(samples.IN_SWARM, node=samples.DRAINING, peers=(samples.MEMBER_LEAVING,))
    assert [state for *_, state in seen(leaving)] == ["draining", "draining"]


def test_each_span_of_a_peer_has_a_lane() -> None:
    twice = replace(samples.TWO_SHARDS, shards=(samples.SHARD, replace(samples.SHARD, span=Span(20, 30))))
    snapshot = replace(samples.WORKING, peers=(replace(samples.ONLINE, status=twice),))
    assert [span for _, span, _ in seen(snapshot)] == ["0-15", "0-15", "20-30"]


@pytest.mark.parametrize(
    ("spans", "gaps"),
    [
        ((), (Span(0, 30),)),
        ((Span(0, 30),), ()),
        ((Span(10, 20), Span(12, 15)), (Span(0, 10), Span(20, 30))),
        ((Span(0, 15), Span(10, 29)), (Span(29, 30),)),
    ],
)
def test_gaps_are_what_no_span_holds(spans: tuple[Span, ...], gaps: tuple[Span, ...]) -> None:
    assert gaps_of(30, spans) == gaps


def test_stretches_count_the_copies_of_every_layer() -> None:
    spans = (Span(0, 4), Span(2, 6), Span(2, 4), Span(8, 40))
    copies = [each.num_copies for each in stretches_of(10, spans) for _ in range(each.span.num_layers)]
    assert copies == [sum(span.start <= layer < span.end for span in spans) for layer in range(10)]
    assert stretches_of(10, spans)[1] == Stretch(Span(2, 4), 3)
    assert stretches_of(0, ()) == ()


def test_layers_that_one_computer_alone_has_are_known() -> None:
    assert layers_once(30, (Span(0, 15), Span(0, 20))) == (Span(15, 20),)
    assert layers_once(30, (Span(0, 15), Span(15, 30))) == (Span(0, 30),)
    assert layers_once(30, ()) == ()


def test_a_gap_that_somebody_is_about_to_fill_is_known() -> None:
    lanes = lanes_of(samples.IN_SWARM, {})
    assert is_coming((Span(20, 30),), lanes)
    assert not is_coming((Span(0, 2),), lanes)
    assert not is_coming((Span(20, 30),), lanes_of(replace(samples.IN_SWARM, peers=(samples.MEMBER_GAMING,)), {}))


def test_a_peer_serves_a_model_only_while_it_is_online_with_it() -> None:
    assert serves(samples.MEMBER_LAPTOP, samples.IDENTITY)
    assert not serves(samples.MEMBER_LAPTOP, samples.ROUNDED_IDENTITY)
    assert not serves(samples.MEMBER_ATTIC, samples.IDENTITY)
    assert not serves(samples.OFFLINE, samples.IDENTITY)
