from __future__ import annotations

import logging
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QScrollBar
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.log_tab import LogTab
from meshnet_gui.gui.theme import ThemeController
from meshnet_gui.logs import KeptLines


def write(kept: KeptLines, text: str, level: int = logging.INFO, place: str = "node.service") -> None:
    kept.handle(logging.makeLogRecord({"msg": text, "levelno": level, "name": f"meshnet_gui.{place}"}))


@pytest.fixture
def kept() -> KeptLines:
    return KeptLines()


@pytest.fixture
def tab(qtbot: QtBot, theme: ThemeController, kept: KeptLines, tmp_path: Path) -> LogTab:
    tab = LogTab(kept, tmp_path)
    qtbot.addWidget(tab)
    tab.resize(900, 500)
    tab.show()
    return tab


def shown(tab: LogTab) -> list[str]:
    return [line.split(" ", 1)[1] for line in tab.text.toPlainText().splitlines()]


def test_new_lines_appear_while_the_tab_is_seen(tab: LogTab, kept: KeptLines, qtbot: QtBot) -> None:
    assert tab.empty.isVisible()
    write(kept, "serving layers 12-20")
    write(kept, "evicted", logging.WARNING)
    qtbot.waitUntil(lambda: len(shown(tab)) == 2, timeout=3000)
    assert shown(tab) == ["INFO node.service: serving layers 12-20", "WARNING node.service: evicted"]
    tab.hide()
    assert not tab._timer.isActive()


def test_lines_are_shown_by_level_and_by_word(tab: LogTab, kept: KeptLines) -> None:
    write(kept, "joined the swarm", place="runtime.presence")
    write(kept, "evicted", logging.WARNING)
    write(kept, "the disk is full", logging.ERROR)
    tab.look()
    tab.level.setCurrentIndex(1)
    assert shown(tab) == ["WARNING node.service: evicted", "ERROR node.service: the disk is full"]
    tab.level.setCurrentIndex(0)
    tab.filter.setText("PRESENCE")
    assert shown(tab) == ["INFO runtime.presence: joined the swarm"]
    tab.filter.setText("nothing has this")
    assert tab.empty.isVisible()
    assert "No line fits" in tab.empty.text()
    assert not tab.copy.isEnabled()


def test_what_is_shown_or_selected_is_copied(tab: LogTab, kept: KeptLines) -> None:
    write(kept, "joined the swarm")
    write(kept, "evicted", logging.WARNING)
    tab.look()
    tab.copy.click()
    assert QGuiApplication.clipboard().text() == tab.text.toPlainText()
    tab.text.selectAll()
    tab.copy.click()
    assert QGuiApplication.clipboard().text().splitlines() == tab.text.toPlainText().splitlines()
    assert tab.told.isVisible()


def test_the_folder_is_opened_or_named(tab: LogTab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: bool(opened.append(url)))
    tab.open.click()
    assert Path(opened[0].toLocalFile()) == tmp_path
    assert str(tmp_path) in tab.told.text().replace("\u200b", "")


def test_the_newest_line_is_followed_until_the_reader_scrolls_up(tab: LogTab, kept: KeptLines, qtbot: QtBot) -> None:
    for number in range(200):
        write(kept, f"line {number}")
    tab.look()
    bar = tab.text.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.triggerAction(QScrollBar.SliderAction.SliderToMinimum)
    qtbot.waitUntil(lambda: not tab.follow.isChecked(), timeout=2000)
    write(kept, "one more")
    tab.look()
    assert bar.value() == 0
    tab.follow.click()
    assert bar.value() == bar.maximum()


def test_a_line_looks_like_its_level_in_light_and_dark(tab: LogTab, kept: KeptLines, theme: ThemeController) -> None:
    write(kept, "evicted", logging.WARNING)
    tab.look()
    before = tab._colors[logging.WARNING]
    theme.set_mode("dark")
    try:
        tab.look()
        assert tab._colors[logging.WARNING] != before
        assert shown(tab) == ["WARNING node.service: evicted"]
    finally:
        theme.set_mode("light")


def test_markup_in_a_line_stays_text(tab: LogTab, kept: KeptLines) -> None:
    write(kept, "<b>bold</b> <img src=x>")
    tab.look()
    assert shown(tab) == ["INFO node.service: <b>bold</b> <img src=x>"]


def test_without_a_kept_log_that_is_said(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meshnet_gui.gui.log_tab.kept_lines", lambda: None)
    tab = LogTab()
    qtbot.addWidget(tab)
    assert "terminal only" in tab.empty.text()
