"""The run over all model types: resumable, and one crash costs one row."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from meshnet_gui.bench import certify
from meshnet_gui.bench.certify import Results, run_certify, write_tables
from meshnet_gui.bench.certify_table import as_json_table, as_markdown, figures
from meshnet_gui.cli import main
from meshnet_gui.errors import UserError
from meshnet_gui.modelstore.certified import Needs, Row

CHILD = """
import json, sys, time
for name in sys.argv[1:]:
    if name == "bert":
        sys.exit(3)
    if name == "gpt2":
        time.sleep(60)
    print(json.dumps({"result": "ok", "note": "", "worst": 1e-6, "needs": []}), flush=True)
"""
ROWS = {
    "llama": Row("ok", "", 1.2e-6),
    "odd": Row("refused", "its layers run in loops"),
    "wide": Row("ok", "a|b", 2e-6, Needs(token_ids=True, single_steps=True), ("hc_mult", 4)),
}


@pytest.fixture
def children(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Children that need no torch; which types each was started with."""
    started: list[Sequence[str]] = []

    def command(names: Sequence[str]) -> list[str]:
        started.append(list(names))
        return [sys.executable, "-c", CHILD, *names]

    monkeypatch.setattr(certify, "_child_command", command)
    return started


def _silent(line: str) -> None:
    """Nobody listens."""


def test_a_type_that_kills_the_child_costs_one_row(children: list[Sequence[str]]) -> None:
    report = run_certify(["llama", "bert", "mistral"], say=_silent)
    assert report.figures == {"ok": 2.0, "refused": 1.0, "differs": 0.0}
    assert children == [["llama", "bert", "mistral"], ["mistral"]]
    assert report.rows[2] == ("bert", "refused", "0.0e+00", "the test did not survive it")


def test_a_type_that_never_ends_costs_one_row(children: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certify, "TYPE_DEADLINE_S", 2.0)
    report = run_certify(["gpt2", "llama"], say=_silent)
    assert report.rows[1][1:] == ("refused", "0.0e+00", "no result within 2 s")
    assert report.rows[2][1] == "ok"


def test_a_run_goes_on_where_it_was(children: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.engine.tiny_configs.model_types", lambda: ("llama", "mistral", "phi"))
    run_certify(["mistral"], say=_silent)
    report = run_certify([], everything=True, say=_silent)
    assert children == [["mistral"], ["llama", "phi"]]
    assert report.figures["ok"] == 3
    run_certify([], everything=True, fresh=True, say=_silent)
    assert children[2:] == [["llama", "mistral", "phi"]]


def test_an_unknown_type_is_a_plain_error_before_anything_starts(children: list[Sequence[str]]) -> None:
    with pytest.raises(UserError, match="no causal language model of type 'nonsense'"):
        run_certify(["nonsense"], say=_silent)
    assert not children


def test_results_that_cannot_be_read_are_found_anew(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_text("[1, 2", encoding="utf-8")
    results = Results(path)
    assert results.rows == {}
    results.add("llama", ROWS["llama"])
    assert Results(path).rows == {"llama": ROWS["llama"]}


def test_the_tables_are_written_for_people_and_for_the_program(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "resources").mkdir()
    write_tables(tmp_path, ROWS)
    page = (tmp_path / "docs" / "certified.md").read_text(encoding="utf-8")
    assert "2 ok, 1 refused, 0 differ." in page
    assert "| odd | refused |  |  | its layers run in loops |" in page
    assert "| wide | ok | 2.0e-06 | ids, single | a\\|b |" in page
    data = json.loads((tmp_path / "resources" / "certified.json").read_text(encoding="utf-8"))
    assert {name: Row.from_json(row) for name, row in data["types"].items()} == ROWS
    assert data["transformers"] in page


def test_tables_and_figures_agree() -> None:
    assert figures(ROWS) == {"ok": 2.0, "refused": 1.0, "differs": 0.0}
    assert as_markdown(ROWS).count("\n| ") == len(ROWS) + 1
    assert len(json.loads(as_json_table(ROWS))["types"]) == len(ROWS)


def test_the_command_says_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify"]) == 2
    assert "Say which model types to certify" in capsys.readouterr().err


def test_the_command_prints_its_figures(children: list[Sequence[str]], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["certify", "llama", "bert", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["figures"] == {"ok": 1.0, "refused": 1.0, "differs": 0.0}
    assert "1 of 2: llama ok" in printed.err
