from __future__ import annotations

from dataclasses import replace

import pytest

from meshnet_gui.errors import MachineError
from meshnet_gui.gui import qt_check
from meshnet_gui.gui.qt_check import check_qt, missing_parts
from tests.gui import broken_qt
from tests.gui.broken_qt import WHOLE

NO_DISPLAY: dict[str, str] = {}


def test_a_whole_qt_passes_in_a_process_of_its_own() -> None:
    assert check_qt(("icons/app.svg", "i18n/meshnet_de.qm", "style.qss"), NO_DISPLAY).startswith("Qt 6.")


def test_a_picture_or_a_translation_that_qt_cannot_use_is_named() -> None:
    names = ("icons/app.svg", "icons/no-such.svg", "i18n/no-such.qm")
    with pytest.raises(MachineError, match=r"cannot use icons/no-such\.svg, i18n/no-such\.qm"):
        check_qt(names, NO_DISPLAY)


@pytest.mark.parametrize(
    ("lacks", "named"),
    [
        ({"platforms": ("libqoffscreen.so",)}, "its platform plugin for xcb"),
        ({"formats": ("png", "jpeg")}, "its plugin for svg pictures"),
        ({"formats": ("png", "svg")}, "its plugin for jpeg pictures"),
        ({"icon_engines": ()}, "its plugin for icons"),
        ({"networks": ()}, "its plugin for the network's state"),
    ],
)
def test_every_plugin_that_is_not_there_is_named(lacks: dict[str, tuple[str, ...]], named: str) -> None:
    assert missing_parts(WHOLE, "linux") == []
    assert missing_parts(replace(WHOLE, **lacks), "linux") == [named]  # type: ignore[arg-type]


def test_a_qt_that_ends_the_program_is_told() -> None:
    with pytest.raises(MachineError, match=r"ends the program when it starts \(offscreen\)"):
        check_qt((), NO_DISPLAY, broken_qt.ends)


def test_a_qt_that_never_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qt_check, "DEADLINE_S", 0.1)
    monkeypatch.setattr(qt_check, "END_S", 0.1)
    with pytest.raises(MachineError, match="did not start in time"):
        check_qt((), NO_DISPLAY, broken_qt.says_nothing)


def test_a_qt_that_cannot_start_on_the_display_is_told() -> None:
    assert check_qt((), NO_DISPLAY, broken_qt.lacks_xcb) == "Qt 6.12.0"
    with pytest.raises(MachineError, match=r"when it starts \(xcb\)"):
        check_qt((), {"DISPLAY": ":7"}, broken_qt.lacks_xcb)


def test_pictures_that_are_not_drawn_are_named() -> None:
    with pytest.raises(MachineError, match=r"cannot use icons/app\.svg"):
        check_qt(("icons/app.svg", "style.qss"), NO_DISPLAY, broken_qt.draws_nothing)
