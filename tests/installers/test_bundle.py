"""The steps to a bundle, without PyInstaller's minutes."""

import json
import sys

import pytest

from installers import bundle


@pytest.fixture
def laid(monkeypatch, tmp_path):
    """Where the program is laid; pip and the starter model are stood in for."""
    monkeypatch.setattr(bundle.places, "PROGRAM", tmp_path)

    def pip(what, command):
        bundle.resources(tmp_path).mkdir(parents=True)
        (bundle.resources(tmp_path) / "release.json").write_text('{"feed": ""}')

    monkeypatch.setattr(bundle, "run", pip)
    monkeypatch.setattr(bundle, "lay_starter", lambda folder: folder.mkdir())
    return tmp_path


def feed(folder):
    return json.loads((bundle.resources(folder) / "release.json").read_text())["feed"]


def test_a_release_names_where_the_next_one_will_be(laid, monkeypatch):
    monkeypatch.setenv(bundle.FEED_VARIABLE, "https://example.org/latest")
    bundle.lay_program()
    assert feed(laid) == "https://example.org/latest"


def test_any_other_build_names_no_such_place(laid, monkeypatch):
    monkeypatch.delenv(bundle.FEED_VARIABLE, raising=False)
    bundle.lay_program()
    assert feed(laid) == ""


def test_what_is_missing_is_said_before_minutes_of_work(monkeypatch):
    monkeypatch.setattr(bundle.shutil, "which", lambda name: None if name == "readelf" else name)
    with pytest.raises(bundle.BuildFailed, match=r"readelf: not installed .*binutils"):
        bundle.check_programs("linux")
    bundle.check_programs("win32")


def test_a_failed_step_says_what_it_said(tmp_path):
    command = [sys.executable, "-c", "import sys; print('no such wheel', file=sys.stderr); sys.exit(3)"]
    with pytest.raises(bundle.BuildFailed, match=r"pip install ended with code 3:\nno such wheel"):
        bundle.run("pip install", command)


def test_a_failed_pyinstaller_says_where_all_of_it_stands(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle.places, "BUILD", tmp_path)
    monkeypatch.setattr(bundle.places, "ROOT", tmp_path)  # where there is no pyinstaller.spec
    with pytest.raises(bundle.BuildFailed, match=r"(?s)PyInstaller ended with code .*pyinstaller.log") as raised:
        bundle.freeze()
    assert "pyinstaller.spec" in str(raised.value)
