from __future__ import annotations

import pytest

from meshnet_gui.bench import device
from meshnet_gui.engine.machine.plan import ComputePlan
from meshnet_gui.engine.machine.record import MachineKey, MachineRecord, Times
from meshnet_gui.engine.machine.this_machine import ThisMachine

TIMES: Times = {"float32": {1: 0.02, 8: 0.001, 128: 0.1}, "bfloat16": {1: 0.016, 8: 0.0015}}
PLAN = ComputePlan("float32", "cpu", 2, ("bfloat16 is far too slow",))


def record(kind: str, *, was_busy: bool = False) -> MachineRecord:
    key = MachineKey("2.13", kind, "Some", 4, 4)
    rows = {1: 0.02, 2: 0.01} if kind == "cpu" else {}
    return MachineRecord(key, rows, {2: TIMES}, was_busy, "2026-01-02")


def test_the_report_shows_each_time_the_choice_and_why() -> None:
    text = device.report(PLAN, [record("cpu", was_busy=True), record("cuda")]).as_text()
    assert "cpu, 2 threads, float32   20.00    1.00    100.00" in text
    assert "cpu, 2 threads, bfloat16  16.00    1.50         -" in text
    assert "\ncuda, float32" in text
    assert "float32 on cpu with 2 threads" in text
    assert "bfloat16 is far too slow" in text
    assert "cpu 2026-01-02 (while others used the machine), cuda 2026-01-02;" in text


def test_figures_keep_their_names() -> None:
    figures = device.report(PLAN, [record("cpu")]).figures
    assert figures["cpu_t1_one_row_ms"] == pytest.approx(20.0)
    assert figures["cpu_t2_float32_128_ms"] == pytest.approx(100.0)
    assert "cpu_t2_bfloat16_128_ms" not in figures


def test_what_is_missing_is_measured_and_fresh_measures_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []

    class Machine(ThisMachine):
        accelerator = ""

        def __init__(self, *, fresh: bool) -> None:
            made.append(fresh)
            super().__init__(fresh=fresh, products=lambda _: TIMES, threads=lambda counts: dict.fromkeys(counts, 0.5))

    monkeypatch.setattr("meshnet_gui.engine.machine.this_machine.ThisMachine", Machine)
    assert device.run(lambda _: None).figures["cpu_t1_one_row_ms"] == pytest.approx(500.0)
    device.run(lambda _: None, fresh=True)
    assert made == [False, True]
