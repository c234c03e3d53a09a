from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.theme import DARK, LIGHT, Colors, ThemeController, colors_of, make_stylesheet

TEXT_ON_GROUND = [
    *((ink, ground) for ink in ("text", "muted", "disabled") for ground in ("window", "surface")),
    *((ink, "raised") for ink in ("text", "muted", "disabled")),
    *((ink, "surface") for ink in ("ok", "warn", "error", "link", "accent_ink")),
    *((ink, "window") for ink in ("error", "link", "warn")),
    ("accent_text", "accent"),
    ("accent_text", "accent_hover"),
    ("accent_ink", "accent_soft"),
    ("text", "user"),
    ("text", "code"),
    ("text", "warn_soft"),
    ("muted", "warn_soft"),
    ("error", "error_soft"),
    ("ok", "ok_soft"),
    ("muted", "error_soft"),
    ("text", "field"),
    ("muted", "field"),
]


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
def test_focus_and_state_marks_stand_out(colors: Colors) -> None:
    for mark in ("accent", "ok", "warn", "error"):
        assert contrast(getattr(colors, mark), colors.surface) >= 3


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
