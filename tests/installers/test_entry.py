"""Where the installed program begins."""

import runpy

import pytest

from installers.places import PACKAGING

SCRIPT = PACKAGING / "entry" / "meshnet.py"
INSIDE = "/usr/lib/meshnet/_internal"


@pytest.fixture(scope="module")
def restore():
    return runpy.run_path(str(SCRIPT))["restore"]


def test_children_may_run_before_anything_else():
    lines = [
        line.strip()
        for line in SCRIPT.read_text(encoding="utf-8").partition('if __name__ == "__main__":')[2].splitlines()
    ]
    assert next(line for line in lines if line).startswith("multiprocessing.freeze_support()")


def test_other_programs_do_not_get_the_bundles_libraries(restore):
    environ = {"LD_LIBRARY_PATH": INSIDE, "QT_PLUGIN_PATH": f"{INSIDE}/PySide6/Qt/plugins", "HOME": "/root"}
    restore(environ, INSIDE)
    assert environ == {"HOME": "/root"}


def test_what_the_user_had_set_comes_back(restore):
    environ = {"LD_LIBRARY_PATH": f"{INSIDE}:/opt/own", "LD_LIBRARY_PATH_ORIG": "/opt/own", "QT_PLUGIN_PATH": "/opt/qt"}
    restore(environ, INSIDE)
    assert environ == {"LD_LIBRARY_PATH": "/opt/own", "QT_PLUGIN_PATH": "/opt/qt"}
