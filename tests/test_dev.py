import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DEV = Path(__file__).resolve().parent.parent / "dev.py"


@pytest.fixture
def dev(monkeypatch, tmp_path):
    """dev.py as a module whose project is an empty folder."""
    spec = importlib.util.spec_from_file_location("dev_under_test", DEV)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "meshnet-setup.json")
    monkeypatch.setattr(module, "CONSTRAINTS", tmp_path / "constraints.txt")
    (tmp_path / "pyproject.toml").write_text("[project]", encoding="utf-8")
    monkeypatch.setattr(module, "missing_packages", lambda for_tests: [])
    return module


@pytest.fixture
def installs(dev, monkeypatch):
    """What set_up does beyond looking at the stamp; nothing is really installed."""
    calls = []

    def make_venv():
        calls.append("venv")
        python = Path(dev.venv_python())
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()
        (dev.VENV / "pyvenv.cfg").write_text("version = 3.11.7", encoding="utf-8")

    monkeypatch.setattr(dev, "make_venv", make_venv)
    monkeypatch.setattr(dev, "install", lambda for_tests, cpu: calls.append("dev" if for_tests else "run"))
    return calls


def test_a_second_set_up_does_nothing(dev, installs):
    dev.set_up(for_tests=False, cpu=False)
    dev.set_up(for_tests=False, cpu=False)
    assert installs == ["venv", "run"]


def test_a_set_up_for_tests_serves_running_too_but_not_the_other_way_round(dev, installs):
    dev.set_up(for_tests=False, cpu=False)
    dev.set_up(for_tests=True, cpu=False)
    dev.set_up(for_tests=False, cpu=False)
    assert installs == ["venv", "run", "venv", "dev"]


@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints.txt", ".venv/pyvenv.cfg"])
def test_a_change_of_what_it_depends_on_sets_up_again(dev, installs, changed):
    dev.set_up(for_tests=True, cpu=False)
    (dev.ROOT / changed).write_text("something else", encoding="utf-8")
    dev.set_up(for_tests=False, cpu=False)
    assert installs == ["venv", "dev"] * 2


@pytest.mark.parametrize("stamp", ["", "{", "[]"])
def test_a_broken_stamp_sets_up_again(dev, installs, stamp):
    dev.set_up(for_tests=True, cpu=False)
    dev.STAMP.write_text(stamp, encoding="utf-8")
    dev.set_up(for_tests=True, cpu=False)
    assert installs == ["venv", "dev"] * 2


def test_an_interrupted_set_up_leaves_no_stamp(dev, installs, monkeypatch):
    dev.set_up(for_tests=False, cpu=False)

    def interrupted(for_tests, cpu):
        raise KeyboardInterrupt

    monkeypatch.setattr(dev, "install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        dev.set_up(for_tests=True, cpu=False)
    assert not dev.STAMP.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="only there pip may choose CUDA")
def test_cpu_is_satisfied_only_by_a_cpu_build(dev, installs):
    dev.set_up(for_tests=False, cpu=False)
    dev.set_up(for_tests=False, cpu=True)
    (dev.VENV / "lib" / "python3.11" / "site-packages" / "torch-2.13.0+cpu.dist-info").mkdir(parents=True)
    dev.set_up(for_tests=False, cpu=True)
    assert installs == ["venv", "run"] * 2


def test_missing_libraries_are_asked_of_apt_once_and_named_ever_after(dev, installs, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(dev, "missing_packages", lambda for_tests: ["libxcb-cursor0"])
    monkeypatch.setattr(dev, "install_system_libraries", asked.append)
    dev.set_up(for_tests=False, cpu=False)
    dev.set_up(for_tests=False, cpu=False)
    assert asked == [["libxcb-cursor0"]]
    assert capsys.readouterr().out.count("libxcb-cursor0") == 2


def test_arguments_of_run_and_test_are_handed_on_in_order(dev):
    options, rest = dev.parse(["run", "--prompt", "What is 2 - 2?", "--cpu", "--max-tokens", "5"])
    assert (options.command, options.cpu) == ("run", True)
    assert rest == ["--prompt", "What is 2 - 2?", "--max-tokens", "5"]
    assert dev.parse(["test", "tests/wire", "-k", "codec", "-x"])[1] == ["tests/wire", "-k", "codec", "-x"]


@pytest.mark.parametrize("arguments", [[], ["frob"], ["check", "--nope"], ["shots", "a", "b"], ["--nope"]])
def test_a_wrong_argument_gets_one_line_and_exit_code_2(dev, capsys, arguments):
    with pytest.raises(SystemExit) as stopped:
        dev.main(arguments)
    assert stopped.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


def test_a_bundle_is_always_built_with_the_cpu_build_of_torch(dev, monkeypatch):
    calls = []
    monkeypatch.setattr(dev, "set_up", lambda for_tests, cpu: calls.append((for_tests, cpu)))
    monkeypatch.setattr(dev, "call", lambda arguments, environment: calls.append(arguments[1:]) or 3)
    assert dev.main(["bundle", "--test"]) == 3
    assert calls == [(True, True), ["-m", "installers", "--test"]]


def test_the_exit_code_of_run_is_the_apps(dev, installs, monkeypatch):
    monkeypatch.setattr(dev, "venv_python", lambda: sys.executable)
    (dev.ROOT / "meshnet_gui").mkdir()
    (dev.ROOT / "meshnet_gui" / "__main__.py").write_text(
        "import sys; sys.exit(7 if sys.argv[1:] == ['demo', '--prompt', 'x'] else 1)", encoding="utf-8"
    )
    monkeypatch.setattr(dev, "set_up", lambda for_tests, cpu: None)
    assert dev.main(["run", "--prompt", "x"]) == 7


def test_a_failed_step_shows_its_last_lines_and_a_hint(dev):
    script = "import sys; print('first'); [print('line', n) for n in range(30)]; sys.exit(3)"
    with pytest.raises(dev.SetupFailed) as failed:
        dev.require("do it", [sys.executable, "-c", script], "Try again.")
    text = str(failed.value)
    assert "line 29" in text
    assert "first" not in text
    assert text.endswith("do it: failed with exit code 3. Try again.")


@pytest.mark.parametrize(("failing", "expected"), [(None, 0), ("lint", 1), ("starter", 1), ("tests", 1), ("window", 1)])
def test_every_step_runs_and_any_failure_counts(dev, monkeypatch, failing, expected):
    ran = []

    def step(label, *_):
        ran.append(label)
        return label, 1 if failing is not None and label.startswith(failing) else 0, 0.1

    monkeypatch.setattr(dev, "run_checks", lambda: [step("lint")])
    monkeypatch.setattr(dev, "run_step", step)
    monkeypatch.setattr(dev, "run_window_tests", lambda arguments: step("window tests on a display"))
    assert dev.test([]) == expected
    assert ran == ["lint", "starter model", "tests", "window tests on a display"]


@pytest.mark.parametrize(
    ("codes", "arguments", "expected"),
    [((0, 5), ["-k", "x"], 0), ((5, 0), ["-k", "x"], 0), ((5, 5), ["-k", "x"], 1), ((0, 5), [], 1), ((5, 1), ["x"], 1)],
)
def test_a_run_without_tests_is_a_failure_unless_a_selection_asked_for_it(dev, monkeypatch, codes, arguments, expected):
    results = {"starter model": 0, "tests": codes[0], "window tests on a display": codes[1]}
    monkeypatch.setattr(dev, "run_checks", list)
    monkeypatch.setattr(dev, "run_step", lambda label, *_: (label, results[label], 0.1))
    monkeypatch.setattr(dev, "run_window_tests", lambda _: ("window tests on a display", codes[1], 0.1))
    assert dev.test(arguments) == expected


def test_every_check_runs_although_the_first_fails(dev, monkeypatch):
    monkeypatch.setattr(dev, "venv_python", lambda: sys.executable)
    monkeypatch.setattr(dev, "CHECKS", (("one", ("-c", "import sys; sys.exit(1)")), ("two", ("-c", ""))))
    assert [(label, code) for label, code, _ in dev.run_checks()] == [("one", 1), ("two", 0)]


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_a_child_killed_by_a_signal_gives_the_shells_exit_code(dev):
    assert dev.call([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"]) == 128 + 9


def test_an_interrupt_stops_the_child_before_it_is_passed_on(dev, monkeypatch):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    wait, interrupts = child.wait, iter([KeyboardInterrupt])

    def interrupted_once(timeout=None):
        for interrupt in interrupts:
            raise interrupt
        return wait(timeout)

    monkeypatch.setattr(child, "wait", interrupted_once)
    monkeypatch.setattr(dev, "STOP_GRACE_S", 0.1)
    with pytest.raises(KeyboardInterrupt):
        dev.wait_for(child)
    assert child.returncode is not None


def test_pips_settings_reach_uv_under_its_own_names(dev, monkeypatch):
    for name in ("SSL_CERT_FILE", "UV_FIND_LINKS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CERT", "/certs.pem")
    monkeypatch.setenv("PIP_FIND_LINKS", "/wheels /more")
    monkeypatch.setenv("UV_DEFAULT_INDEX", "mine")
    monkeypatch.setenv("PIP_INDEX_URL", "theirs")
    environment = dev.uv_environment()
    assert environment["SSL_CERT_FILE"] == "/certs.pem"
    assert environment["UV_FIND_LINKS"] == "/wheels,/more"
    assert environment["UV_DEFAULT_INDEX"] == "mine"


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="elsewhere the desktop itself is used")
def test_the_private_display_ends_with_its_user(dev, monkeypatch):
    servers = []

    class Recorded(subprocess.Popen):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            servers.append(self)

    monkeypatch.setattr(dev.subprocess, "Popen", Recorded)

    def use_and_fail():
        with dev.private_display() as environment:
            assert int(environment["DISPLAY"].removeprefix(":")) >= 0
            assert servers[0].poll() is None
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        use_and_fail()
    assert servers[0].returncode is not None


def test_an_old_python_gets_one_line(tmp_path):
    source = DEV.read_text(encoding="utf-8").replace("MINIMUM_PYTHON = (3, 11)", "MINIMUM_PYTHON = (9, 0)")
    copy = tmp_path / "dev.py"
    copy.write_text(source, encoding="utf-8")
    ended = subprocess.run([sys.executable, str(copy), "run"], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert not (tmp_path / ".venv").exists()


def test_the_stamp_names_what_it_vouches_for(dev, installs):
    dev.set_up(for_tests=True, cpu=False)
    stamp = json.loads(dev.STAMP.read_text(encoding="utf-8"))
    assert stamp == {"fingerprint": dev.fingerprint(), "for_tests": True, "missing": []}
