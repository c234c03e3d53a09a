from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from meshnet_gui.bench.decay import CACHED, ONE_PROCESS, STATELESS, report
from meshnet_gui.bench.report import Report
from meshnet_gui.bench.rig import Timed
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)


def run(quarters_s: Sequence[float], first_id: int = 0) -> Timed:
    steps = [seconds for seconds in quarters_s for _ in range(10)]
    return Timed(tuple(range(first_id, first_id + len(steps) + 1)), (5.0, *steps))


def found(cached: Timed, stateless: Timed | None = None) -> Report:
    alone = run([0.1, 0.1, 0.1, 0.11])
    return report(
        SPEC, {ONE_PROCESS: (alone,), CACHED: (cached,), STATELESS: (stateless or run([0.1, 0.2, 0.3, 0.4]),)}
    )


def test_flat_speed_meets_the_targets():
    figures = found(run([0.12, 0.12, 0.12, 0.132])).figures
    assert figures["cached_last_over_first"] == pytest.approx(1 / 1.1)
    assert figures["transformers_last_over_first"] == pytest.approx(1 / 1.1)
    assert figures["cached_over_transformers"] == pytest.approx(1.0)
    assert figures["stateless_last_over_first"] == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("cached", "stateless", "missed"),
    [
        ([0.1, 0.1, 0.1, 0.2], [0.1, 0.2, 0.3, 0.4], "cached_over_transformers"),
        ([0.1, 0.1, 0.1, 0.11], [0.1, 0.1, 0.1, 0.1], "stateless_last_over_first"),
    ],
)
def test_speed_that_decays_where_it_should_not_is_missed(cached: list[float], stateless: list[float], missed: str):
    result = found(run(cached), run(stateless))
    assert [t.figure for t in result.targets if not t.is_met(result.figures[t.figure])] == [missed]


def test_other_tokens_are_told_also_beyond_the_shortest_run():
    assert found(run([0.1] * 4)).figures["same_tokens"] == 1.0
    assert found(run([0.1] * 4, first_id=7)).figures["same_tokens"] == 0.0
