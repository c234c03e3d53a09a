from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.bench.decode import InProcess, Measured, Quality, measure, read_bandwidth, report
from meshnet_gui.bench.local_node import imported_tiny_model
from meshnet_gui.bench.rig import Timed, load_one_process
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.runtime.assembly import shard_loader
from meshnet_gui.settings import Settings
from meshnet_gui.types import ModelIdentity

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)


QUALITY = Quality(agreement=0.975, perplexity_ratio=1.004)


def timed(step_s: float, ids: tuple[int, ...] = (1, 2, 3)) -> Timed:
    return Timed(ids, (9.0, *[step_s] * (len(ids) - 1)))


def measured(num_threads: int = 1, two: tuple[int, ...] = (1, 2, 3)) -> Measured:
    rounds = {
        "fp32_one": [timed(0.1), timed(0.05), timed(0.2)],
        "fp32_two_nodes": [timed(0.125, two)],
        "fp32_transformers": [timed(0.2)],
        "bf16_transformers": [timed(0.15, (1, 5, 6))],
    }
    return Measured(num_threads, rounds, {"fp32": 40.0})


def test_figures_are_medians_of_decode_steps_by_threads_and_side() -> None:
    figures = report(SPEC, [measured(1), measured(2)], QUALITY, "lean").figures
    assert figures["fp32_t1_one"] == pytest.approx(10.0)
    assert figures["fp32_t2_two_nodes"] == pytest.approx(8.0)
    assert figures["fp32_t1_transformers"] == pytest.approx(5.0)
    assert figures["bf16_t2_transformers"] == pytest.approx(1 / 0.15)
    assert figures["fp32_t1_one_quickest"] == pytest.approx(20.0)
    assert figures["fp32_t1_limit"] == 40.0
    assert figures["fp32_t1_of_limit"] == pytest.approx(0.25)
    assert figures["fp32_t1_two_over_one"] == pytest.approx(0.8)
    assert figures["fp32_t1_over_transformers"] == pytest.approx(2.0)


def test_other_tokens_than_those_of_float32_are_told_and_bfloat16_may_have_its_own() -> None:
    assert report(SPEC, [measured()], QUALITY, "lean").figures["same_tokens"] == 1.0
    found = report(SPEC, [measured(two=(1, 2, 4))], QUALITY, "lean")
    assert found.figures["same_tokens"] == 0.0
    assert [row[-1] for row in found.rows[1:]] == ["yes", "no", "yes", "no"]


def test_what_computed_is_among_the_circumstances() -> None:
    assert report(SPEC, [measured()], QUALITY, "lean everywhere").settings["runners"] == "lean everywhere"


def test_a_precision_that_says_something_else_misses_its_target() -> None:
    verdicts = {target.figure: target for target in report(SPEC, [measured()], QUALITY, "lean").targets}
    assert verdicts["int8_agreement"].is_met(QUALITY.agreement)
    assert not verdicts["int8_agreement"].is_met(0.96)
    assert not verdicts["int8_perplexity_ratio"].is_met(1.04)


def test_memory_is_read_at_some_speed() -> None:
    assert read_bandwidth(2, 2**20) > 0


def test_a_shard_in_this_process_says_what_transformers_does(tmp_path: Path) -> None:
    spec = imported_tiny_model(tmp_path)
    shard = shard_loader(Settings(num_threads=1), {})(spec, spec.full_span())
    model = load_one_process(spec)
    sides = {"fp32_one": InProcess(shard).generate}
    said: list[str] = []
    rounds = measure(sides, [5, 6, 7], said.append, num_rounds=2, num_tokens=12)
    assert [list(one.token_ids) for one in rounds["fp32_one"]] == [model.generate([5, 6, 7], 12)] * 2
    assert len(rounds["fp32_one"][0].decode_seconds) == 11
    assert len(said) == 2
    assert len(shard.kv_sessions.sessions()) == 0
