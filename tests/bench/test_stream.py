from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from meshnet_gui.bench.stream import AT_END, CHARS_PER_TOKEN, SCROLLED_UP, report, run, streamed
from meshnet_gui.errors import MachineError

END = {"late_ms": [1.0] * 99 + [60.0], "busy_ms": [1.0, 30.0], "off_px": [0.0, 0.0], "changed": [], "parts": [162.0]}
UP = {
    "late_ms": [2.0] * 99 + [120.0],
    "busy_ms": [40.0],
    "off_px": [0.0, 290.0, 0.0],
    "changed": [0.0, 1.0],
    "parts": [162.0],
}


def test_the_figures_are_of_the_slowest_tick_and_of_every_paint_that_was_off_its_place():
    found = report({AT_END: END, SCROLLED_UP: UP}, 20_000, 200.0)
    wanted = {"end_max_ms": 60.0, "up_max_ms": 120.0, "paints": 3, "paints_off_place": 1, "largest_jump_px": 290.0}
    wanted |= {"end_busy_max_ms": 30.0, "up_busy_max_ms": 40.0}
    assert found.figures.items() >= wanted.items()
    assert [target.is_met(found.figures[target.figure]) for target in found.targets] == [True, False, False, False]


def test_both_readers_are_measured_with_as_many_tokens_as_were_asked_for():
    asked: list[tuple[int, float, bool]] = []

    def measure(tokens: Sequence[str], tokens_per_s: float, scrolled_up: bool) -> Mapping[str, Sequence[float]]:
        asked.append((len(tokens), tokens_per_s, scrolled_up))
        return UP if scrolled_up else END

    said: list[str] = []
    run(measure, said.append, tokens=500, rate=50)
    assert asked == [(500, 50, False), (500, 50, True)]
    assert said == [f"500 tokens at 50 a second, the reader {reader}: 10 s" for reader in (AT_END, SCROLLED_UP)]


def test_a_window_in_which_nothing_was_drawn_is_no_result():
    with pytest.raises(MachineError, match="Nothing was drawn"):
        report({AT_END: END, SCROLLED_UP: {**UP, "off_px": []}}, 100, 200.0)


def test_the_streamed_answer_has_a_table_and_code_and_no_letter_is_lost():
    tokens = streamed(300)
    assert {len(token) for token in tokens} == {CHARS_PER_TOKEN}
    assert len(tokens) == 300
    assert "|---|" in "".join(tokens)
    assert "```python" in "".join(tokens)
