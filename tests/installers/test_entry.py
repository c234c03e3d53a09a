"""Where the installed program begins."""

import runpy
import types

import pytest

from installers.places import PACKAGING

SCRIPT = PACKAGING / "entry" / "meshnet.py"
INSIDE = "/usr/lib/meshnet/_internal"
AFRESH = {"PYINSTALLER_RESET_ENVIRONMENT": "1"}
"""Another process of this program sets up its libraries by itself: what it would count on is gone."""


@pytest.fixture(scope="module")
def script():
    return runpy.run_path(str(SCRIPT))


@pytest.fixture(scope="module")
def restore(script):
    return script["restore"]


def test_children_may_run_before_anything_else():
    lines = [
        line.strip()
        for line in SCRIPT.read_text(encoding="utf-8").partition('if __name__ == "__main__":')[2].splitlines()
    ]
    assert next(line for line in lines if line).startswith("multiprocessing.freeze_support()")


def test_other_programs_do_not_get_the_bundles_libraries(restore):
    environ = {"LD_LIBRARY_PATH": INSIDE, "QT_PLUGIN_PATH": f"{INSIDE}/PySide6/Qt/plugins", "HOME": "/root"}
    restore(environ, INSIDE)
    assert environ == {"HOME": "/root", **AFRESH}


def test_what_the_user_had_set_comes_back(restore):
    environ = {"LD_LIBRARY_PATH": f"{INSIDE}:/opt/own", "LD_LIBRARY_PATH_ORIG": "/opt/own", "QT_PLUGIN_PATH": "/opt/qt"}
    restore(environ, INSIDE)
    assert environ == {"LD_LIBRARY_PATH": "/opt/own", "QT_PLUGIN_PATH": "/opt/qt", **AFRESH}


def test_a_program_that_was_replaced_goes_on_with_its_own_modules(script, tmp_path):
    writers = pytest.importorskip("PyInstaller.archive.writers")
    loader = pytest.importorskip("PyInstaller.loader.pyimod01_archive")
    started, replaced = tmp_path / "started", tmp_path / "replaced"
    module = tmp_path / "late.py"
    for text, archive in (("ANSWER = 'mine'", started), ("import os\nANSWER = 'another'", replaced)):
        code = {"late": compile(text, str(module), "exec")}
        module.write_text(text, encoding="utf-8")
        writers.ZlibArchiveWriter(str(archive), [("late", str(module), "PYMODULE")], code)
    reader = loader.ZlibArchiveReader(str(started))
    (tmp_path / "running").hardlink_to(started)
    script["read_what_runs"](reader, str(tmp_path / "running"))
    replaced.rename(started)
    found: dict[str, str] = {}
    exec(reader.extract("late"), found)
    assert found["ANSWER"] == "mine"


@pytest.mark.parametrize("name", ["nowhere", "another"])
def test_a_name_that_is_not_the_running_programs_is_not_taken(script, tmp_path, name):
    (tmp_path / "started").touch()
    (tmp_path / "another").touch()
    reader = types.SimpleNamespace(_filename=str(tmp_path / "started"))
    script["read_what_runs"](reader, str(tmp_path / name))
    assert reader._filename == str(tmp_path / "started")
