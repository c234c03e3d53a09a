"""Every certified type in child processes; one that fails, crashes or takes too long is named."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from meshnet_gui.bench.checks import kinds
from meshnet_gui.bench.checks.check import CheckFailed
from meshnet_gui.modelstore.certified import certified_types

CHILD = """
import json, sys
for name in sys.argv[1:]:
    if name == "crash":
        sys.exit(3)
    result = "differs" if name == "wrong" else "ok"
    print(json.dumps({"result": result, "note": "off by 1", "worst": 0.0, "needs": []}), flush=True)
"""


def command(names: Sequence[str]) -> list[str]:
    return [sys.executable, "-c", CHILD, *names]


def test_what_one_child_does_not_survive_the_next_goes_on_behind() -> None:
    wanted = ["a", "crash", "b", "wrong", "c"]
    rows = asyncio.run(kinds.run_all(wanted, 2, command, 60.0))
    assert {name: row.result == "ok" for name, row in rows.items()} == {
        "a": True,
        "b": True,
        "c": True,
        "crash": False,
        "wrong": False,
    }


def test_what_there_is_no_time_for_is_not_passed_over() -> None:
    rows = asyncio.run(kinds.run_all(["a", "b"], 1, command, -1.0))
    assert {row.note for row in rows.values()} == {"there was no time left for it"}


def test_the_kinds_that_fail_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "certified_types", lambda: dict.fromkeys(["a", "wrong"], certified_types()["llama"]))
    monkeypatch.setattr(kinds, "_command", command)
    with pytest.raises(CheckFailed, match=r"1 of 2 kinds: wrong \(off by 1\)"):
        kinds.kinds(tmp_path)


@pytest.mark.slow
def test_all_certified_kinds_pass_here(tmp_path: Path) -> None:
    num = sum(row.result == "ok" for row in certified_types().values())
    assert kinds.kinds(tmp_path) == f"{num} kinds"
