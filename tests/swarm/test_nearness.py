"""Round trips that nobody measured, from those that both sides measured."""

from __future__ import annotations

import math
import random
import statistics

import pytest

from meshnet_gui.swarm.nearness import MAX_COMMON, estimated_round_trip_s


def test_without_a_common_node_nothing_is_known() -> None:
    assert estimated_round_trip_s({}, [("a", 0.1)]) is None
    assert estimated_round_trip_s({"a": 0.1}, [("b", 0.1)]) is None


def test_it_lies_between_the_bounds() -> None:
    found = estimated_round_trip_s({"a": 0.10, "b": 0.02}, [("a", 0.01), ("b", 0.08)])
    assert found is not None
    assert 0.09 <= found <= 0.10


@pytest.mark.parametrize("value", [math.nan, math.inf, -1.0])
def test_distances_that_cannot_be_are_passed_over(value: float) -> None:
    assert estimated_round_trip_s({"a": 0.1, "b": 0.1}, [("a", value)]) is None


def test_no_more_than_so_many_are_looked_at() -> None:
    own = {f"n{n}": 0.1 for n in range(1000)}
    theirs = [(f"n{n}", 0.1) for n in range(MAX_COMMON)] + [(f"n{n}", 0.9) for n in range(MAX_COMMON, 1000)]
    found = estimated_round_trip_s(own, theirs)
    assert found is not None
    assert found < 0.1


def test_near_and_far_are_told_apart_by_eight_common_nodes() -> None:
    chance = random.Random(3)
    landmarks = {f"l{n}": (chance.random(), chance.random()) for n in range(8)}

    def trips(x: float, y: float) -> dict[str, float]:
        return {name: math.dist((x, y), place) for name, place in landmarks.items()}

    errors = []
    for _ in range(200):
        here, there = (chance.random(), chance.random()), (chance.random(), chance.random())
        found = estimated_round_trip_s(trips(*here), trips(*there).items())
        assert found is not None
        errors.append(abs(found - math.dist(here, there)))
    assert statistics.median(errors) < 0.1
