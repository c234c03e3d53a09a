from __future__ import annotations

from pathlib import Path

import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.gui import qt_check


def test_a_whole_qt_passes_in_a_process_of_its_own(tmp_path: Path):
    assert qt_check.check_qt_plugins(tmp_path).startswith("Qt 6.")


def test_every_platform_plugin_that_is_not_there_is_named():
    assert qt_check.missing_plugins(["libqoffscreen.so"], "linux") == ["xcb"]
    assert qt_check.missing_plugins(["libqoffscreen.so", "libqxcb.so"], "linux") == []


def test_a_qt_that_ends_the_program_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(qt_check, "_look", _abort)
    with pytest.raises(MachineError, match="ends the program"):
        qt_check.check_qt_plugins(tmp_path)


def _abort(connection: object) -> None:
    raise SystemExit(134)
