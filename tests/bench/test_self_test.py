from __future__ import annotations

import json
import ssl
from pathlib import Path

import pytest

from meshnet_gui.bench import checks
from meshnet_gui.bench.checks import CheckFailed, Measured, Skipped
from meshnet_gui.bench.self_test import run_self_test
from meshnet_gui.settings import config_dir, data_dir
from meshnet_gui.swarm.credentials import Credentials


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
    assert run_self_test(as_json=False, all_checks={"parts": _fine, "model": _skipped}) == 0
    assert capsys.readouterr().out.splitlines() == ["parts: ok: 3 parts", "model: skipped: not imported"]


@pytest.mark.parametrize(
    ("check", "line"),
    [(_failing, "bad: FAILED: a part is missing"), (_crashing, "bad: FAILED: OSError: no room")],
)
def test_a_failing_check_gives_exit_code_1_and_the_others_still_run(check, line, capsys: pytest.CaptureFixture[str]):
    assert run_self_test(as_json=False, all_checks={"bad": check, "parts": _fine}) == 1
    assert capsys.readouterr().out.splitlines() == [line, "parts: ok: 3 parts"]


def test_the_json_is_one_object(capsys: pytest.CaptureFixture[str]):
    assert run_self_test(as_json=True, all_checks={"parts": _fine, "bad": _failing}) == 1
    content = json.loads(capsys.readouterr().out)
    assert content["passed"] is False
    assert [(c["name"], c["state"]) for c in content["checks"]] == [("parts", "ok"), ("bad", "FAILED")]


def test_what_a_check_measured_is_a_figure(capsys: pytest.CaptureFixture[str]):
    run_self_test(as_json=True, all_checks={"memory": lambda folder: Measured("1.1 x", {"ratio": 1.1})})
    content = json.loads(capsys.readouterr().out)
    assert content["figures"] == {"ratio": 1.1}
    assert content["checks"][0]["detail"] == "1.1 x"


def test_checks_of_the_window_come_between_the_quick_and_the_slow_ones(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(checks, "FIRST", {"first": _fine})
    monkeypatch.setattr(checks, "LAST", {"last": _fine})
    run_self_test(as_json=False, window_checks={"window": _fine})
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["first", "window", "last"]


@pytest.mark.parametrize(
    "name", ["resources", "settings", "wire", "model import", "spans", "server and shutdown", "swarm members"]
)
def test_a_check_of_the_machinery_passes_here(name: str, tmp_path: Path):
    assert isinstance(checks.FIRST[name](tmp_path), str)
    assert not data_dir().exists()
    assert not config_dir().exists()


@pytest.mark.parametrize("name", list(checks.LAST))
def test_a_check_that_needs_the_starter_model_is_skipped_without_it(name: str, tmp_path: Path):
    with pytest.raises(Skipped):
        checks.LAST[name](tmp_path)


def test_a_server_that_answers_anybody_fails_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    unchecked = Credentials.server_context

    def lax(self: Credentials) -> ssl.SSLContext:
        context = unchecked(self)
        context.verify_mode = ssl.CERT_NONE
        return context

    monkeypatch.setattr(Credentials, "server_context", lax)
    with pytest.raises(CheckFailed, match="known by its certificate"):
        checks.members(tmp_path)


def test_a_wrong_token_of_a_span_fails_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(checks, "greedy_ids", lambda *args, cached: [1, 2, 3])
    with pytest.raises(CheckFailed, match="spans say"):
        checks.spans(tmp_path)
