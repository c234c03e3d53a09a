from __future__ import annotations

import ast
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from pytestqt.qtbot import QtBot

from meshnet_gui.gui import shortcuts
from meshnet_gui.gui.main_window import MainWindow
from meshnet_gui.gui.shortcuts import SHORTCUTS, listed
from meshnet_gui.gui.widgets import PlainLabel

SOURCES = sorted(Path(shortcuts.__file__).parent.glob("*.py"))


def test_every_shortcut_has_keys_on_this_platform_and_is_listed_once() -> None:
    assert all(shortcut.shown() for shortcut in SHORTCUTS.values())
    rows = [shortcut for _, group in listed() for shortcut in group]
    assert rows == list(SHORTCUTS.values())
    headings = [heading for heading, _ in listed()]
    assert len(headings) == len(set(headings))


def test_no_shortcut_is_made_beside_the_list() -> None:
    makers = [
        path.name
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "QShortcut"
    ]
    assert makers == ["shortcuts.py"]


def test_no_two_shortcuts_of_the_window_share_their_keys(window: MainWindow) -> None:
    keys = [each.key().toString() for each in window.findChildren(QShortcut) if each.parent() in (window, window.chat)]
    assert len(keys) == len(set(keys))
    assert {"Ctrl+1", "Ctrl+,", "F1", "Ctrl+B"} <= set(keys)


def test_f1_lists_the_keys_with_what_they_do_and_escape_closes_it(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F1)
    dialog = window.dialogs.shortcuts
    assert dialog is not None
    assert dialog.isVisible()
    names = {label.accessibleName() for label in dialog.findChildren(PlainLabel)}
    assert "Open the settings: Ctrl+," in names
    assert dialog.area.horizontalScrollBar().maximum() == 0
    qtbot.waitUntil(dialog.isActiveWindow, timeout=2000)  # until then its keys go to the window
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_a_shortcut_does_its_work_from_the_window(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    assert window.stack.currentWidget() is window.log
    qtbot.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert window.stack.currentWidget() is window.chat
