from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.bench.quality import BOTH, costs, report
from meshnet_gui.engine.quality import Cost, Foreseen
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

SPEC = ModelSpec("tiny", Path("/nowhere"), ModelIdentity("m", "1", "0" * 16, "float32"), "llama", 4, 32, 256, 256, 1000)
COUNTS = {"fixed": 4, "held_out": 2}


def test_every_position_of_all_texts_counts_alike() -> None:
    exact = [Foreseen((1, 2, 3, 4), 2.0), Foreseen((5, 6), 2.0)]
    found = costs(exact, [Foreseen((1, 2, 3, 9), 2.0), Foreseen((5, 9), 16.0)])
    assert found["fixed"] == Cost(0.75, 1.0)
    assert found["held_out"].agreement == 0.5
    assert found[BOTH].agreement == pytest.approx(4 / 6)
    assert found[BOTH].perplexity_ratio == pytest.approx(8 ** (1 / 3))


def test_figures_name_precision_and_text_and_only_8_bit_has_targets() -> None:
    by_text = {BOTH: Cost(0.975, 1.01), "fixed": Cost(0.98, 1.0), "held_out": Cost(0.96, 1.02)}
    found = report(SPEC, COUNTS, {"int8": by_text, "int4": by_text})
    assert found.figures["int8_agreement"] == 0.975
    assert found.figures["int4_held_out_perplexity_ratio"] == 1.02
    assert {target.figure for target in found.targets if not target.is_met(found.figures[target.figure])} == {
        "int8_held_out_agreement"
    }
    assert "flatters" in str(found.settings["remark"])
    assert any(line.split()[:5] == ["int8,", "held", "out", "2", "0.9600"] for line in found.as_text().splitlines())
