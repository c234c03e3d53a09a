from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.bench.overhead import Round, report
from meshnet_gui.bench.rig import Timed
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)


def timed(step_s: float, ids: tuple[int, ...] = (1, 2, 3)) -> Timed:
    return Timed(ids, (9.0, *[step_s] * (len(ids) - 1)))


def test_the_ratio_compares_decode_steps_and_leaves_the_prefill_out():
    assert Round(timed(0.05), timed(0.1)).ratio == pytest.approx(0.5)


def test_the_figures_are_medians_over_the_rounds():
    rounds = [Round(timed(0.1), timed(two)) for two in (0.1, 0.125, 0.2)]
    figures = report(SPEC, rounds).figures
    assert figures["ratio"] == pytest.approx(0.8)
    assert figures["one_process_tps"] == pytest.approx(10.0)
    assert figures["two_nodes_tps"] == pytest.approx(8.0)
    assert figures["same_tokens"] == 1.0


def test_sides_that_say_different_things_are_told():
    found = report(SPEC, [Round(timed(0.1), timed(0.1, (1, 2, 4)))])
    assert found.figures["same_tokens"] == 0.0
    assert found.rows[1][-1] == "NO"
