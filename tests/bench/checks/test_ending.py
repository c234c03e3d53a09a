"""A node that is told to end; one that does not, or says it failed, or leaves something, is found out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from meshnet_gui.bench.checks import ending
from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.types import Span

SAYS = "import json, signal, sys, time; print(json.dumps({'address': 'http://127.0.0.1:9'}), flush=True); "
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")


def runs(code: str) -> Callable[[str, Span], list[str]]:
    return lambda model, span: [sys.executable, "-c", code]


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESHNET_DATA_DIR", str(tmp_path / "data"))


GOOD = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(0)); "


def test_a_node_that_ends_when_it_is_told_passes(tmp_path: Path) -> None:
    assert ending.shutdown(tmp_path, runs(f"import signal, sys; {GOOD}{SAYS}time.sleep(60)")).endswith(" s")


@pytest.mark.parametrize(
    ("code", "said"), [("raise SystemExit(1)", "did not start"), (f"{SAYS}time.sleep(60)", "code -15")]
)
def test_a_node_that_does_not_start_or_says_it_failed_fails(tmp_path: Path, code: str, said: str) -> None:
    with pytest.raises(CheckFailed, match=said):
        ending.shutdown(tmp_path, runs(code))


def test_a_node_that_goes_on_fails_and_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "END_DEADLINE_S", 0.2)
    code = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SAYS}time.sleep(60)"
    with pytest.raises(CheckFailed, match="had not done so"):
        ending.shutdown(tmp_path, runs(code))


@pytest.mark.parametrize(("what", "said"), [("listens", "still listens"), ("in_use.is_in_use", "marked as in use")])
def test_what_a_node_leaves_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, said: str) -> None:
    monkeypatch.setattr(f"meshnet_gui.bench.checks.ending.{what}", lambda what: True)
    with pytest.raises(CheckFailed, match=said):
        ending.shutdown(tmp_path, runs(f"import signal, sys; {GOOD}{SAYS}time.sleep(60)"))


@pytest.mark.slow
def test_a_real_node_passes(tmp_path: Path) -> None:
    assert ending.shutdown(tmp_path).endswith(" s")
