from __future__ import annotations

import json

import pytest

from meshnet_gui.bench.report import Report, Target, circumstances, cpu_name, table

REPORT = Report(
    "speed",
    {"ratio": 0.95, "late_ms": 30.0, "other": 2.0},
    [("side", "rate"), ("one", "18.81"), ("the other one", "9")],
    (Target("ratio", 0.9), Target("late_ms", 20.0, at_least=False)),
    {"model": "tiny", "rounds": 5},
)


def test_a_table_aligns_names_to_the_left_and_numbers_to_the_right():
    assert table(REPORT.rows) == ["side            rate", "one            18.81", "the other one      9"]


def test_the_text_says_which_targets_are_met_and_which_missed():
    lines = REPORT.as_text().splitlines()
    assert "ratio 0.95, should be at least 0.9: met" in lines
    assert "late_ms 30, should be at most 20: MISSED" in lines
    assert "other 2" in lines
    assert lines[-1] == "model: tiny; rounds: 5"


def test_the_json_is_one_object_with_the_figures_by_name():
    content = json.loads(REPORT.as_json())
    assert content["bench"] == "speed"
    assert content["figures"] == {"ratio": 0.95, "late_ms": 30.0, "other": 2.0}
    assert content["targets"]["ratio"] == {"limit": 0.9, "at_least": True, "met": True}
    assert content["targets"]["late_ms"]["met"] is False
    assert content["settings"] == {"model": "tiny", "rounds": 5}


@pytest.mark.parametrize(("value", "met"), [(0.9, True), (0.8999, False)])
def test_a_target_is_met_at_its_limit(value: float, met: bool):
    assert Target("ratio", 0.9).is_met(value) is met


def test_the_circumstances_name_versions_and_machine_beside_the_benchs_own():
    found = circumstances(model="tiny")
    assert found["model"] == "tiny"
    assert found["torch"]
    assert found["cores"] >= 1
    assert found["cpu"] == cpu_name()
    assert str(found["date"]).endswith("+00:00")
