from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from meshnet_gui import __version__
from meshnet_gui.gui.about_dialog import AboutDialog
from meshnet_gui.gui.licences_dialog import LicencesDialog
from meshnet_gui.gui.main_window import MainWindow
from tests.gui import samples


def texts(dialog: AboutDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def test_it_says_version_licences_and_what_qt_means_for_the_user(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "notices.txt").write_text("all licences")
    dialog = AboutDialog(tmp_path / "notices.txt")
    qtbot.addWidget(dialog)
    said = texts(dialog)
    assert f"Meshnet {__version__}" in said
    assert "Apache License 2.0" in said
    assert "LGPL: its libraries are files of their own, and you may exchange them" in said
    assert "SmolLM2-135M-Instruct" in said
    assert "“Licences…”" in said


@pytest.mark.window(offscreen=True)
def test_all_licences_open_where_they_came_with_the_program(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "notices.txt").write_text("all licences")
    dialog = AboutDialog(tmp_path / "notices.txt")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.licences.click()
    opened = dialog.findChild(LicencesDialog)
    assert opened is not None
    qtbot.waitUntil(lambda: opened.text.toPlainText() == "all licences", timeout=5000)


def test_from_source_they_are_with_the_packages(qtbot: QtBot) -> None:
    dialog = AboutDialog(None)
    qtbot.addWidget(dialog)
    assert dialog.licences.isHidden()
    assert "their licences are with the packages that were installed" in texts(dialog)


def test_the_settings_lead_to_it_and_it_goes_with_the_window(window: MainWindow) -> None:
    window.show_snapshot(samples.IDLE)
    window.show()
    window.dialogs.open_settings()
    assert window.dialogs.settings is not None
    window.dialogs.settings.about.click()
    about = window.dialogs.about
    assert about is not None
    assert about.isVisible()
    window.hide()
    assert not about.isVisible()
