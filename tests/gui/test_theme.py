from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.code_block import color_of
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.theme import DARK, LIGHT, Colors, ThemeController, colors_of, make_stylesheet

TEXT_ON_GROUND = [
    *((ink, ground) for ink in ("text", "muted", "disabled") for ground in ("window", "surface", "raised", "field")),
    *((ink, "surface") for ink in ("ok", "warn", "error", "link", "accent_ink")),
    *((ink, "window") for ink in ("ok", "error", "link", "warn", "accent_ink")),
    *((ink, "raised") for ink in ("error", "warn", "accent_ink")),
    *(("text", ground) for ground in ("pressed", "user", "code", "warn_soft", "error_soft", "ok_soft", "accent_soft")),
    *(("muted", ground) for ground in ("user", "code", "warn_soft", "error_soft", "ok_soft", "accent_soft")),
    *(("link", ground) for ground in ("user", "code")),
    *((tone, f"{tone}_soft") for tone in ("ok", "warn", "error")),
    ("error", "pressed"),
    ("accent_text", "accent"),
    ("accent_text", "accent_hover"),
    ("accent_ink", "accent_soft"),
]
"""What the stylesheet writes, and what bars, grids, plots and lists paint."""
DRAWN_ON_GROUND = [
    *((mark, "surface") for mark in ("accent", "ok", "warn", "error", "muted", "disabled")),  # dots, lines of plots
    *((bar, "track") for bar in ("accent", "warn", "error")),  # how full something is, hours, layers on this disk
    *(("outline", ground) for ground in ("window", "surface", "field")),  # fields, check boxes, scroll bars
    *(("accent", ground) for ground in ("window", "surface", "raised", "field", "accent_soft", "warn_soft", "user")),
    ("accent", "error_soft"),  # the ring of what has the keyboard, on all that it may stand on
    *(("text", ground) for ground in ("window", "surface", "track")),  # a cursor around hours and bars
    ("accent_text", "accent"),  # the knob of a switch that is on
    ("field", "disabled"),  # and of one that is off
    ("muted", "window"),  # shares of the time of an answer
]
KINDS_OF_TOKENS = ("Comment", "Keyword", "Literal.String", "Literal.Number", "Name.Function", "Name.Class", "Name.Tag")


def luminance(name: str) -> float:
    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    color = QColor(name)
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF())


def contrast(first: str, second: str) -> float:
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_ON_GROUND)
def test_text_can_be_read_on_its_ground(colors: Colors, ink: str, ground: str) -> None:
    assert contrast(getattr(colors, ink), getattr(colors, ground)) >= 4.5


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("mark", "ground"), DRAWN_ON_GROUND)
def test_marks_outlines_and_rings_stand_out(colors: Colors, mark: str, ground: str) -> None:
    assert contrast(getattr(colors, mark), getattr(colors, ground)) >= 3


@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_code_can_be_read_in_all_its_colours(colors: Colors) -> None:
    for kind in KINDS_OF_TOKENS:
        ink = color_of(f"Token.{kind}", colors)
        assert ink
        assert contrast(ink, colors.surface) >= 4.5


def test_the_stylesheet_has_no_placeholder_left() -> None:
    assert "$" not in make_stylesheet(DARK).replace("dollar sign", "")


def test_choosing_a_theme_changes_palette_and_paint_colours(theme: ThemeController, window: MainWindow) -> None:
    theme.set_mode("dark")
    assert colors_of(window) is DARK
    assert colors_of(window.appearance) is DARK
    assert window.palette().color(QPalette.ColorRole.Text) == QColor(DARK.text)
    theme.set_mode("light")
    assert colors_of(window.appearance) is LIGHT


def test_system_follows_the_desktop_while_it_changes(qapp: QApplication, theme: ThemeController, qtbot: QtBot) -> None:
    schemes = [Qt.ColorScheme.Light]
    watching = ThemeController(qapp, lambda: schemes[-1])
    watching.set_mode("system")
    assert watching.colors is LIGHT
    schemes.append(Qt.ColorScheme.Dark)
    with qtbot.waitSignal(watching.changed):
        qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert watching.colors is DARK
    watching.set_mode("light")
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert watching.colors is LIGHT


def test_an_unknown_mode_counts_as_system(theme: ThemeController) -> None:
    theme.set_mode("purple")
    assert theme.mode == "system"
