"""A command beside ours: how it is asked, what it must print, and that nothing of it outlives a failure."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest

from meshnet_gui.bench.beside import KEPT_BYTES, Beside, Rates
from meshnet_gui.errors import UserError

posix = pytest.mark.skipif(os.name != "posix", reason="looks at process groups")


def python(code: str, *arguments: str, deadline_s: float = 60.0) -> Beside:
    return Beside(shlex.join([sys.executable, "-c", code, *arguments]), deadline_s)


def test_precision_and_threads_take_their_places_and_no_shell_reads_the_rest() -> None:
    beside = Beside("run-it '--kind={precision}' -t {threads} 'a b' $HOME {other} > x")
    expected = ["run-it", "--kind=int8", "-t", "2", "a b", "$HOME", "{other}", ">", "x"]
    assert beside.arguments("int8", 2) == expected


def test_the_last_line_is_what_counts() -> None:
    code = "import sys; print('warm'); print('{\"decode\": %s, \"prefill\": 380}' % sys.argv[1]); print()"
    assert python(code, "4{threads}.5").measure("fp32", 1) == Rates(41.5, 380.0)


@pytest.mark.parametrize(
    ("line", "rates"), [('{"decode": 3}', Rates(3.0, None)), ('{"prefill": 2.5, "x": [1]}', Rates(None, 2.5))]
)
def test_one_of_the_two_is_enough(line: str, rates: Rates) -> None:
    assert python("import sys; print(sys.argv[1])", line).measure("fp32", 1) == rates


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "no JSON object"),
        ("41.5", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ('{"decode": 4', "no JSON object"),
        ("[" * 50_000, "no JSON object"),
        ('{"speed": 4}', "neither decode nor prefill"),
        ('{"decode": "41"}', "a decode that is no speed"),
        ('{"decode": true}', "a decode that is no speed"),
        ('{"decode": 0}', "a decode that is no speed"),
        ('{"decode": 3, "prefill": NaN}', "a prefill that is no speed"),
        ('{"decode": 3, "prefill": Infinity}', "a prefill that is no speed"),
    ],
)
def test_anything_else_is_refused_with_what_was_expected(line: str, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint) as caught:
        python("import sys; print(sys.argv[1])", line).measure("fp32", 1)
    assert '"decode"' in caught.value.hint


def test_bytes_that_are_no_text_are_refused_as_well() -> None:
    with pytest.raises(UserError, match="no JSON object"):
        python(r"import os; os.write(1, b'\xff\xfe\n')").measure("fp32", 1)


def test_a_flood_of_output_is_read_and_only_its_end_kept() -> None:
    code = "import sys\nfor _ in range(200): print('x' * 10_000)\nprint('{\"decode\": 3}')"
    beside = python(code)
    assert beside.measure("fp32", 1) == Rates(3.0, None)
    assert KEPT_BYTES < 2_000_000


def test_a_command_that_fails_says_its_own_last_line() -> None:
    with pytest.raises(UserError, match="exit code 3") as caught:
        python("import sys; print('{\"decode\": 3}'); print('no model', file=sys.stderr); sys.exit(3)").measure("x", 1)
    assert caught.value.hint == "no model"


def test_a_command_that_is_not_there_is_named() -> None:
    with pytest.raises(UserError, match=r"did not start \(no-such-program-here fp32\)"):
        Beside("no-such-program-here {precision}").measure("fp32", 1)


@pytest.mark.parametrize("template", ["", "  ", "say 'it"])
def test_a_template_that_is_no_command_is_refused_at_once(template: str) -> None:
    with pytest.raises(UserError, match="run beside"):
        Beside(template)


WITH_CHILD = """
import pathlib, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
path = pathlib.Path(sys.argv[1])
path.with_suffix(".new").write_text(str(child.pid))
path.with_suffix(".new").rename(path)
{then}
"""


def wait_until_gone(process_id: int) -> None:
    """Ended, or waiting to be collected by whoever inherits it."""
    ends_at = time.monotonic() + 20
    while time.monotonic() < ends_at:
        try:
            state = Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return
        if state == "Z":
            return
        time.sleep(0.01)
    raise AssertionError(f"process {process_id} is still there")


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    ("then", "complaint"),
    [
        ("time.sleep(600)", "did not end within"),
        ("sys.exit(1)", "exit code 1"),
        ("print('fast enough')", "no JSON object"),
    ],
)
def test_nothing_that_it_started_outlives_a_failure(tmp_path: Path, then: str, complaint: str) -> None:
    note = tmp_path / "pid"
    deadline_s = 3.0 if "600" in then else 60.0
    with pytest.raises(UserError, match=complaint):
        python(WITH_CHILD.format(then=then), str(note), deadline_s=deadline_s).measure("fp32", 1)
    wait_until_gone(int(note.read_text()))


@posix
def test_a_command_that_does_not_want_to_end_is_killed() -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    with pytest.raises(UserError, match="did not end within 1 s"):
        python(code, deadline_s=1.0).measure("fp32", 1)


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_bench_that_is_asked_to_end_ends_the_command_too(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    command = shlex.join([sys.executable, "-c", WITH_CHILD.format(then="time.sleep(600)"), str(note)])
    code = "import sys; from meshnet_gui.bench.beside import Beside; Beside(sys.argv[1]).measure('fp32', 1)"
    with subprocess.Popen([sys.executable, "-c", code, command], stderr=subprocess.DEVNULL) as bench:
        try:
            wait_for(note)
            bench.terminate()
            bench.wait(30)
        finally:
            bench.kill()
    wait_until_gone(int(note.read_text()))


def wait_for(path: Path) -> None:
    ends_at = time.monotonic() + 30
    while not path.exists():
        assert time.monotonic() < ends_at
        time.sleep(0.01)
