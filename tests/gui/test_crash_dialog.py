from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices, QGuiApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.crash_dialog import CrashDialog


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path, theme: object) -> CrashDialog:
    dialog = CrashDialog(tmp_path)
    qtbot.addWidget(dialog)
    return dialog


def test_a_failure_is_shown_with_a_report_that_can_be_copied(dialog: CrashDialog) -> None:
    dialog.show_failure("Meshnet 0.1.0\nRuntimeError: <b>gone</b>")
    assert dialog.isVisible()
    assert dialog.heading.text() == "Something in Meshnet failed"
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == "Meshnet 0.1.0\nRuntimeError: <b>gone</b>"
    assert dialog.told.text() == "Copied."


def test_several_failures_are_one_text_and_the_same_one_is_there_once(dialog: CrashDialog) -> None:
    for report in ("first", "second", "first"):
        dialog.show_failure(report)
    assert dialog.text.toPlainText() == "first\n\nsecond"


def test_what_ended_the_last_run_is_told(dialog: CrashDialog) -> None:
    dialog.show_last_time("Fatal Python error: Segmentation fault")
    assert dialog.heading.text() == "Meshnet ended unexpectedly last time"
    dialog.leave.click()
    assert not dialog.isVisible()


def test_a_folder_that_does_not_open_is_named(
    dialog: CrashDialog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: False)
    dialog.show_failure("first")
    dialog.open_folder.click()
    assert str(tmp_path) in dialog.told.text().replace("\u200b", "")
