from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from meshnet_gui.bench.start import APP, _environment, first_line, report, run
from meshnet_gui.errors import MachineError

ROOT = Path(__file__).resolve().parents[2]


def test_medians_are_compared_and_a_torch_at_the_start_is_a_miss() -> None:
    found = report([1.2, 0.6, 0.9], [0.1, 0.2, 0.15], loads_torch=True)
    assert found.figures == {"window_s": 0.9, "widgets_s": 0.15, "ratio": pytest.approx(6.0), "torch_imported": 1.0}
    met = {target.figure: target.is_met(found.figures[target.figure]) for target in found.targets}
    assert met == {"window_s": True, "ratio": False, "torch_imported": False}


def test_a_bundle_has_no_interpreter_to_compare_with_and_measures_its_window_alone() -> None:
    app = (sys.executable, "-c", "print('{\"shown\": true}', flush=True)")
    found = run(lambda line: None, rounds=1, app=app, bundle=True)
    assert set(found.figures) == {"window_s", "torch_imported"}
    assert {target.figure for target in found.targets} == {"window_s", "torch_imported"}


def test_what_is_measured_finds_its_modules_compiled_as_an_installation_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    environ = _environment(tmp_path)
    code = "import json.decoder; print(json.dumps({'compiled': json.decoder.__cached__}), flush=True)"
    told = [first_line((sys.executable, "-c", code), environ)[1] for _ in range(2)]
    assert told[0] == told[1]
    assert Path(str(told[0]["compiled"])).is_relative_to(tmp_path)
    assert Path(str(told[0]["compiled"])).exists()


def test_a_process_that_ends_without_a_word_is_no_measurement() -> None:
    with pytest.raises(MachineError, match="code 3"):
        first_line((sys.executable, "-c", "raise SystemExit(3)"), os.environ)


def test_the_app_says_when_its_window_is_there_and_ends_without_having_loaded_torch(tmp_path: Path) -> None:
    folders = {f"MESHNET_{name}_DIR": str(tmp_path / name) for name in ("DATA", "CONFIG", "CACHE")}
    environ = {**os.environ, **folders, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    seconds, told = first_line(APP, environ)
    assert seconds > 0
    assert told == {"shown": True, "torch": False}
