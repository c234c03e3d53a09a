from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from meshnet_gui.bench.beside import Rates
from meshnet_gui.bench.decode_report import Measured, Quality, Sample, median_of, report
from meshnet_gui.bench.report import Report
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)
QUALITY = {"int8": Quality(agreement=0.975, perplexity_ratio=1.004)}


def sample(step_s: float, prefill: float = 100.0, ids: tuple[int, ...] = (1, 2, 3)) -> Sample:
    return Sample(ids, (step_s,) * (len(ids) - 1), prefill)


def measured(
    num_threads: int = 1, two: tuple[int, ...] = (1, 2, 3), beside: Mapping[str, Sequence[Rates]] | None = None
) -> Measured:
    rounds = {
        "fp32_one": [sample(0.1), sample(0.05), sample(0.2)],
        "fp32_two_nodes": [sample(0.125, 150.0, two)],
        "fp32_transformers": [sample(0.2, 50.0)],
        "bf16_transformers": [sample(0.15, 25.0, (1, 5, 6))],
    }
    return Measured(num_threads, rounds, {"fp32": 40.0}, beside or {})


def made(*found: Measured, quality: Mapping[str, Quality] = QUALITY) -> Report:
    return report(SPEC, found, quality, {"runners": "lean everywhere"})


def test_figures_are_medians_of_decode_steps_by_threads_and_side() -> None:
    figures = made(measured(1), measured(2)).figures
    assert figures["fp32_t1_one"] == pytest.approx(10.0)
    assert figures["fp32_t2_two_nodes"] == pytest.approx(8.0)
    assert figures["fp32_t1_transformers"] == pytest.approx(5.0)
    assert figures["bf16_t2_transformers"] == pytest.approx(1 / 0.15)
    assert figures["fp32_t1_one_quickest"] == pytest.approx(20.0)
    assert figures["fp32_t1_limit"] == 40.0
    assert figures["fp32_t1_of_limit"] == pytest.approx(0.25)
    assert figures["fp32_t1_two_over_one"] == pytest.approx(0.8)
    assert figures["fp32_t1_over_transformers"] == pytest.approx(2.0)


def test_a_long_prompt_has_figures_of_its_own() -> None:
    figures = made(measured(2)).figures
    assert figures["fp32_t2_prefill_one"] == 100.0
    assert figures["fp32_t2_prefill_two_nodes"] == 150.0
    assert figures["fp32_t2_prefill_transformers"] == 50.0
    assert figures["bf16_t2_prefill_transformers"] == 25.0
    assert figures["fp32_t2_prefill_two_over_one"] == 1.5


def test_our_two_nodes_are_held_against_the_other_programs_medians() -> None:
    rates = [Rates(4.0, 300.0), Rates(16.0, 100.0), Rates(10.0, 200.0)]
    found = made(measured(2, beside={"fp32": rates}))
    assert found.figures["fp32_t2_beside_decode"] == 10.0
    assert found.figures["fp32_t2_beside_prefill"] == 200.0
    assert found.figures["fp32_t2_decode_over_beside"] == pytest.approx(0.8)
    assert found.figures["fp32_t2_prefill_over_beside"] == pytest.approx(0.75)
    verdicts = {target.figure: target.limit for target in found.targets}
    assert verdicts["fp32_t2_decode_over_beside"] == 1.0
    assert verdicts["fp32_t2_prefill_over_beside"] == 0.8
    assert ("fp32, 2", "beside", "10.00", "", "", "200", "") in found.rows


def test_what_the_other_program_did_not_say_is_no_figure_and_no_target() -> None:
    found = made(measured(1, beside={"fp32": [Rates(4.0, None), Rates(4.0, 7.0)]}))
    assert "fp32_t1_decode_over_beside" in found.figures
    assert not any("prefill" in name and "beside" in name for name in found.figures)
    assert not any("prefill" in target.figure for target in found.targets)
    assert not any("beside" in name for name in made(measured()).figures)
    assert median_of([], "decode") is None


def test_every_target_has_its_figure_and_the_report_its_text() -> None:
    found = made(measured(1, beside={"fp32": [Rates(4.0, 2.0)]}), measured(2))
    assert {target.figure for target in found.targets} <= set(found.figures)
    assert "int8_agreement 0.975, should be at least 0.97: met" in found.as_text()


def test_other_tokens_than_those_of_float32_are_told_and_bfloat16_may_have_its_own() -> None:
    assert made(measured()).figures["same_tokens"] == 1.0
    found = made(measured(two=(1, 2, 4)))
    assert found.figures["same_tokens"] == 0.0
    assert [row[-1] for row in found.rows[1:]] == ["yes", "no", "yes", "no"]


def test_what_computed_is_among_the_circumstances() -> None:
    assert made(measured()).settings["runners"] == "lean everywhere"


def test_an_8_bit_precision_that_says_something_else_misses_its_target_and_others_are_only_told() -> None:
    quality = QUALITY | {"int4": Quality(0.7, 1.3)}
    found = made(measured(), quality=quality)
    verdicts = {target.figure: target for target in found.targets}
    assert verdicts["int8_agreement"].is_met(0.975)
    assert not verdicts["int8_agreement"].is_met(0.96)
    assert not verdicts["int8_perplexity_ratio"].is_met(1.04)
    assert "int4_agreement" not in verdicts
    assert (found.figures["int4_agreement"], found.figures["int4_perplexity_ratio"]) == (0.7, 1.3)
