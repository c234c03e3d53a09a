from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from meshnet_gui.bench.checks.check import Check, CheckFailed, Measured, Skipped
from meshnet_gui.bench.checks.places import Starter
from meshnet_gui.bench.checks.plan import Item, plan
from meshnet_gui.bench.self_test import run_self_test
from meshnet_gui.modelstore.store import ModelStore

CLEAN = "clean shutdown: ok: no thread, process, socket or file left"


def _items(**checks: Check) -> tuple[Item, ...]:
    return tuple(Item(name, check) for name, check in checks.items())


def _fine(folder: Path) -> str:
    (folder / "scratch").write_text("something")
    return "3 parts"


def _skipped(folder: Path) -> str:
    raise Skipped("not imported")


def _failing(folder: Path) -> str:
    raise CheckFailed("a part is missing")


def _crashing(folder: Path) -> str:
    raise OSError("no\nroom")


def test_a_fine_installation_gives_a_line_for_each_check_and_exit_code_0(capsys: pytest.CaptureFixture[str]):
    assert run_self_test(as_json=False, items=_items(parts=_fine, model=_skipped)) == 0
    assert capsys.readouterr().out.splitlines() == ["parts: ok: 3 parts", "model: skipped: not imported", CLEAN]


@pytest.mark.parametrize(
    ("check", "line"),
    [(_failing, "bad: FAILED: a part is missing"), (_crashing, "bad: FAILED: OSError: no room")],
)
def test_a_failing_check_gives_exit_code_1_and_the_others_still_run(check, line, capsys: pytest.CaptureFixture[str]):
    assert run_self_test(as_json=False, items=_items(bad=check, parts=_fine)) == 1
    assert capsys.readouterr().out.splitlines() == [line, "parts: ok: 3 parts", CLEAN]


def test_the_json_is_one_object(capsys: pytest.CaptureFixture[str]):
    assert run_self_test(as_json=True, items=_items(parts=_fine, bad=_failing)) == 1
    content = json.loads(capsys.readouterr().out)
    assert content["passed"] is False
    assert [(c["name"], c["state"]) for c in content["checks"]] == [
        ("parts", "ok"),
        ("bad", "FAILED"),
        ("clean shutdown", "ok"),
    ]


def test_what_a_check_measured_is_a_figure(capsys: pytest.CaptureFixture[str]):
    run_self_test(as_json=True, items=_items(memory=lambda folder: Measured("1.1 x", {"ratio": 1.1})))
    content = json.loads(capsys.readouterr().out)
    assert content["figures"] == {"ratio": 1.1}
    assert content["checks"][0]["detail"] == "1.1 x"


def test_what_takes_long_is_left_out_where_time_matters(capsys: pytest.CaptureFixture[str]) -> None:
    items = (Item("short", _fine), Item("long", _failing, is_long=True))
    assert run_self_test(as_json=False, quick=True, items=items) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["short: ok: 3 parts", "long: skipped: --quick"]


def test_what_cannot_run_without_a_check_that_failed_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    items = (Item("bad", _failing), Item("after it", _crashing, needs="bad"), Item("other", _fine, needs="parts"))
    assert run_self_test(as_json=False, items=items) == 1
    assert capsys.readouterr().out.splitlines()[1:3] == ["after it: skipped: not without bad", "other: ok: 3 parts"]


def test_what_a_check_leaves_behind_fails_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stray = tmp_path / "stray"
    assert run_self_test(as_json=False, items=(Item("stray", lambda folder: str(stray.write_text(""))),)) == 1
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"clean shutdown: FAILED: left behind are files elsewhere: {stray}"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_self_test_that_is_ended_early_leaves_no_folder() -> None:
    folders: list[Path] = []

    def end(folder: Path) -> str:
        folders.append(folder)
        os.kill(os.getpid(), signal.SIGTERM)
        return "went on"

    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt):
        run_self_test(as_json=False, items=(Item("end", end),))
    assert not folders[0].parent.exists()
    assert signal.getsignal(signal.SIGTERM) == before


def test_checks_of_the_window_come_with_what_the_program_is_made_of() -> None:
    names = [item.name for item in plan(Starter(ModelStore(Path("none")), bundle=False), {"Qt": _fine})]
    assert names[:5] == ["imports", "program", "resources", "Qt", "database"]
    assert len(set(names)) == len(names)
