from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.bench.turns import Round, Turn, report
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

SPEC = ModelSpec(
    "tiny", Path("/nowhere"), ModelIdentity("tiny/model", "r1", "0" * 16, "float32"), "llama", 4, 32, 256, 256, 1000
)


def a_round(first_token_s: float, computed: tuple[int, int] = (300, 301), anew_s: float = 10.0) -> Round:
    return Round(1000, Turn(1300, 999, computed, first_token_s), Turn(1300, 0, (1300, 1300), anew_s))


def test_what_a_turn_computes_is_held_against_what_is_new_by_the_hop_that_computes_most():
    assert a_round(3.0).num_new == 300
    assert a_round(3.0).num_beyond_new == 1
    figures = report(SPEC, [a_round(3.0), a_round(3.0, (300, 640))]).figures
    assert figures["prefilled_beyond_new"] == 340.0


def test_the_wait_for_the_first_token_is_the_median_of_the_pairs():
    figures = report(SPEC, [a_round(2.0), a_round(9.0), a_round(3.0, anew_s=12.0)]).figures
    assert figures["ttft_ratio"] == pytest.approx(0.25)
    assert figures["ttft_s"] == 3.0
    assert figures["ttft_without_s"] == 10.0
