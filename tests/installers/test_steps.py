"""``python3 dev.py bundle``, step by step."""

import importlib
import subprocess

import pytest

from installers import budget, places
from installers.bundle import BuildFailed

steps = importlib.import_module("installers.__main__")


@pytest.fixture
def built(monkeypatch, tmp_path):
    """A bundle that is there at once; the names of the installers that are made around it."""
    made = []
    monkeypatch.setattr(places, "ROOT", tmp_path)
    monkeypatch.setattr(places, "DIST", tmp_path / "dist")
    monkeypatch.setattr(places, "BUNDLE", tmp_path / "meshnet")
    (tmp_path / "meshnet").mkdir()
    (tmp_path / "meshnet" / "meshnet").write_bytes(b"x")
    monkeypatch.setattr(steps.bundle, "build_bundle", lambda: tmp_path / "meshnet")
    monkeypatch.setattr(steps, "wrappings", lambda: {"one": lambda: made.append("one") or tmp_path / "meshnet"})
    return made


def test_the_bundle_is_built_and_wrapped_up(built, capsys):
    assert steps.main([]) == 0
    assert built == ["one"]
    assert " ok one: meshnet, 0 MB" in capsys.readouterr().out


def test_a_bundle_over_its_budget_is_not_wrapped_up(built, monkeypatch, capsys):
    monkeypatch.setitem(budget.LIMITS, budget.REST, -1)
    assert steps.main([]) == 1
    assert built == []
    assert f"{budget.REST}: 0 MB, allowed are -1 MB" in capsys.readouterr().err


def test_a_failed_step_is_said_without_a_traceback(built, monkeypatch, capsys):
    def fail():
        raise BuildFailed("pip install ended with code 1")

    monkeypatch.setattr(steps.bundle, "build_bundle", fail)
    assert steps.main(["--test"]) == 1
    assert capsys.readouterr().err == "dev.py bundle: pip install ended with code 1\n"


def test_a_program_that_fails_is_named(built, monkeypatch, capsys):
    def fail():
        raise subprocess.CalledProcessError(2, ["dpkg-deb", "--build"])

    monkeypatch.setattr(steps, "wrappings", lambda: {".deb": fail})
    assert steps.main([]) == 1
    assert capsys.readouterr().err == "dev.py bundle: dpkg-deb ended with code 2\n"


@pytest.mark.parametrize("code", [0, 1])
def test_the_self_test_decides_the_exit_code_and_touches_no_folder_of_the_user(built, monkeypatch, code):
    def run(command, env, cwd, check):
        assert command == [str(places.BUNDLE / "meshnet"), "self-test"]
        assert {env[f"MESHNET_{name}_DIR"].startswith(cwd) for name in ("DATA", "CONFIG", "CACHE")} == {True}
        return subprocess.CompletedProcess(command, code)

    monkeypatch.setattr(steps.subprocess, "run", run)
    assert steps.main(["--test"]) == code
    assert built == ["one"][code:], "what fails its self-test is not wrapped up"


def test_the_bundle_alone_is_not_wrapped_up(built):
    assert steps.main(["--bundle-only"]) == 0
    assert built == []


def test_an_installer_whose_program_is_not_there_is_left_out_and_said(monkeypatch, capsys):
    monkeypatch.setattr(steps.shutil, "which", lambda name: None if name == "makeself" else name)
    assert set(steps.wrappings("linux")) == {".deb", "AppDir"}
    assert capsys.readouterr().out == " no .run: makeself is not installed\n"


def test_each_system_makes_its_own(monkeypatch):
    monkeypatch.setattr(steps.shutil, "which", lambda name: name)
    assert set(steps.wrappings("linux")) == {".deb", ".run", "AppDir"}
    assert set(steps.wrappings("win32")) == {"setup"}
    assert set(steps.wrappings("darwin")) == {".dmg"}
