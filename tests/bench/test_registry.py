from __future__ import annotations

import json

import pytest

from meshnet_gui.bench.registry import BENCHES, Bench, run_bench
from meshnet_gui.bench.report import Report, Say
from meshnet_gui.errors import UserError


def _measure(say: Say) -> Report:
    say("measuring")
    return Report("fake", {"ratio": 0.5}, [("side", "rate"), ("one", "1")])


BENCHES_OF_TEST = {"fake": Bench("measures nothing", _measure)}


def test_without_a_name_every_bench_is_listed_in_one_line(capsys: pytest.CaptureFixture[str]):
    assert run_bench("", as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(BENCHES)


def test_the_window_benches_are_there_when_there_is_a_window(capsys: pytest.CaptureFixture[str]):
    run_bench("", as_json=True, window=lambda plan, prompts, seconds: {}, streaming=lambda tokens, rate, up: {})
    assert list(json.loads(capsys.readouterr().out)) == [*BENCHES, "ui", "stream"]


def test_an_unknown_name_is_an_error_that_names_the_benches():
    with pytest.raises(UserError, match=r"no bench named 'speed'.*overhead, decay, memory"):
        run_bench("speed", as_json=False)


def test_the_report_goes_to_standard_output_and_the_progress_elsewhere(capsys: pytest.CaptureFixture[str]):
    assert run_bench("fake", as_json=True, benches=BENCHES_OF_TEST) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["figures"] == {"ratio": 0.5}
    assert captured.err == "measuring\n"


def test_the_report_is_a_table_for_people(capsys: pytest.CaptureFixture[str]):
    run_bench("fake", as_json=False, benches=BENCHES_OF_TEST)
    assert "side  rate" in capsys.readouterr().out


def test_what_is_chosen_reaches_the_bench_that_takes_it_and_no_other(capsys: pytest.CaptureFixture[str]):
    asked: list[object] = []

    def choosing(say: Say, runner: str = "auto", threads: tuple[int, ...] = ()) -> Report:
        asked.append((runner, threads))
        return _measure(say)

    benches = {"choosing": Bench("measures nothing", choosing, frozenset({"runner", "threads"})), **BENCHES_OF_TEST}
    run_bench("choosing", as_json=True, benches=benches, chosen={"runner": "generic"})
    run_bench("choosing", as_json=True, benches=benches, chosen={"threads": (2,)})
    run_bench("choosing", as_json=True, benches=benches)
    assert asked == [("generic", ()), ("auto", (2,)), ("auto", ())]
    with pytest.raises(UserError, match="fake does not take --runner"):
        run_bench("fake", as_json=True, benches=benches, chosen={"runner": "generic"})
    with pytest.raises(UserError, match="choosing does not take --precision"):
        run_bench("choosing", as_json=True, benches=benches, chosen={"precisions": ("fp32",)})


@pytest.mark.parametrize("name", [name for name in BENCHES if name not in ("device", "fetch", "start")])
def test_a_bench_without_the_starter_model_says_how_to_get_it(name: str):
    with pytest.raises(UserError, match="meshnet models starter"):
        run_bench(name, as_json=False)
