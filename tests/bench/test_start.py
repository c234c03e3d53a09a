from __future__ import annotations

import os
from pathlib import Path

import pytest

from meshnet_gui.bench.start import APP, first_line, report
from meshnet_gui.errors import MachineError

ROOT = Path(__file__).resolve().parents[2]


def test_medians_are_compared_and_a_torch_at_the_start_is_a_miss() -> None:
    found = report([1.2, 0.6, 0.9], [0.1, 0.2, 0.15], loads_torch=True)
    assert found.figures == {"window_s": 0.9, "widgets_s": 0.15, "ratio": pytest.approx(6.0), "torch_imported": 1.0}
    met = {target.figure: target.is_met(found.figures[target.figure]) for target in found.targets}
    assert met == {"window_s": True, "ratio": False, "torch_imported": False}


def test_a_process_that_ends_without_a_word_is_no_measurement() -> None:
    with pytest.raises(MachineError, match="code 3"):
        first_line(("-c", "raise SystemExit(3)"), os.environ)


def test_the_app_says_when_its_window_is_there_and_ends_without_having_loaded_torch(tmp_path: Path) -> None:
    folders = {f"MESHNET_{name}_DIR": str(tmp_path / name) for name in ("DATA", "CONFIG", "CACHE")}
    environ = {**os.environ, **folders, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    seconds, told = first_line(APP, environ)
    assert seconds > 0
    assert told == {"shown": True, "torch": False}
