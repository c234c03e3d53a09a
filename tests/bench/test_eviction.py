"""The time until memory is back is taken from the moment of the eviction."""

from __future__ import annotations

import pytest

from meshnet_gui.bench import eviction
from meshnet_gui.bench.eviction import Eviction, watch


def test_it_is_over_as_soon_as_enough_is_back() -> None:
    readings = iter([1100, 900, 190, 100])
    evicted: list[bool] = []
    found = watch(lambda: next(readings), 100, 1100, lambda: evicted.append(True))
    assert evicted == [True]
    assert found.returned_fraction == pytest.approx(0.91)
    assert next(readings) == 100


def test_what_never_comes_back_is_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eviction, "WATCHED_S", 0.0)
    assert watch(lambda: 1100, 100, 1100, lambda: None).figures["returned_fraction"] == 0.0


def test_no_sessions_are_nothing_returned() -> None:
    assert Eviction(100, 100, 100, 0.0).returned_fraction == 0.0
