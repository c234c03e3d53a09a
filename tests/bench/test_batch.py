from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.bench.batch import LongPrompt, Round, rate, report, shared_steps
from meshnet_gui.bench.rig import Timed
from meshnet_gui.modelstore.spec import ModelSpec
from meshnet_gui.types import ModelIdentity

IDENTITY = ModelIdentity("tiny/model", "r1", "0" * 16, "float32")
SPEC = ModelSpec("tiny", Path("/nowhere"), IDENTITY, "llama", 4, 32, 256, 256, 1000)


def session(first_s: float, *steps_s: float) -> Timed:
    return Timed(tuple(range(len(steps_s) + 1)), (first_s, *steps_s))


def test_only_steps_during_which_all_sessions_decode_count():
    early, late = session(1.0, 1.0, 1.0, 2.0, 2.0), session(3.0, 2.0, 2.0, 9.0)
    assert shared_steps([early, late]) == [[2.0, 2.0], [2.0, 2.0]]
    assert rate([early, late]) == pytest.approx(1.0)
    assert rate([session(5.0, 0.5, 0.5)]) == pytest.approx(2.0)


def test_sessions_that_never_decode_at_the_same_time_show_their_last_step():
    assert shared_steps([session(1.0, 1.0, 1.5), session(9.0, 4.0)]) == [[1.5], [4.0]]


@pytest.mark.parametrize(
    ("step_4", "second_pair", "missed"),
    [(0.19, 0.1, []), (0.21, 0.1, ["step_ratio"]), (0.19, 0.2, ["two_threads_over_one"])],
)
def test_targets_are_missed_by_what_is_too_slow(step_4: float, second_pair: float, missed: list[str]):
    alone, together = session(1.0, *[0.1] * 9), [session(1.0, *[step_4] * 9)] * 4
    pairs = [[session(1.0, *[step] * 9)] * 2 for step in (0.1, second_pair)]
    found = report(SPEC, [Round(alone, together, *pairs)] * 3, [LongPrompt(8.0, 1.0)])
    assert [t.figure for t in found.targets if not t.is_met(found.figures[t.figure])] == missed
    assert (found.figures["step_1"], found.figures["step_4"]) == pytest.approx((0.1, step_4))
    assert (found.figures["tokens_per_s_1"], found.figures["tokens_per_s_4"]) == pytest.approx((10.0, 4 / step_4))
    assert (found.figures["prompt_s"], found.figures["step_beside_prompt"]) == (8.0, 1.0)
    assert found.figures["same_tokens"] == 1.0
    assert len({len(row) for row in found.rows}) == 1
