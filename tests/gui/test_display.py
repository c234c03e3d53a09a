from __future__ import annotations

import socket
import sys

import pytest

from meshnet_gui.gui import display


@pytest.mark.parametrize(
    "environ",
    [
        {"QT_QPA_PLATFORM": "offscreen"},
        {"QT_QPA_PLATFORM": "minimal:enable_fonts"},
        {"WAYLAND_DISPLAY": "wayland-0"},
    ],
)
def test_a_window_can_open(environ: dict[str, str]) -> None:
    assert display.display_problem(environ, "linux") == ""


def test_without_a_display_there_is_one_clear_line() -> None:
    problem = display.display_problem({}, "linux")
    assert problem.startswith("meshnet: There is no display")
    assert display.why_no_display({}, "linux") in problem
    assert "\n" not in problem


def test_a_display_at_which_nobody_answers_is_told_apart() -> None:
    assert "nobody answers at :65001" in display.why_no_display({"DISPLAY": ":65001"}, "linux")
    assert display.why_no_display({"DISPLAY": ":65001", "WAYLAND_DISPLAY": "wayland-0"}, "linux") == ""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has sockets without a file")
def test_a_display_at_which_somebody_listens_answers() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind("\0/tmp/.X11-unix/X65002")
        server.listen()
        assert display.x11_answers(":65002.0")
    assert not display.x11_answers(":65002")
    assert display.x11_answers("localhost:10.0"), "one elsewhere is not waited for"


def test_other_systems_always_have_a_display() -> None:
    assert display.display_problem({}, "win32") == ""
    assert display.display_problem({}, "darwin") == ""


def test_missing_libraries_are_named_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "missing_libraries", lambda: ("libxcb-cursor.so.0", "libEGL.so.1"))
    monkeypatch.setattr(display, "x11_answers", lambda display: True)
    problem = display.display_problem({"DISPLAY": ":0"}, "linux")
    assert "sudo apt install libxcb-cursor0 libegl1)" in problem


def test_a_library_that_is_not_there_is_found_missing() -> None:
    assert display.missing_libraries(("libc.so.6", "libsurely-not-there.so.9")) == ("libsurely-not-there.so.9",)
