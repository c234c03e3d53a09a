from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.licences_dialog import PIECE_CHARS, LicencesDialog

LINE = "许可" * 15 + "\n"  # a piece of so many bytes ends within a letter


@pytest.fixture
def owner(qtbot: QtBot) -> QWidget:
    owner = QWidget()
    qtbot.addWidget(owner)
    return owner


def opened(owner: QWidget, source: Path) -> LicencesDialog:
    dialog = LicencesDialog.over(owner, source)
    assert LicencesDialog.over(owner, source) is dialog
    return dialog


def written(folder: Path, num_bytes: int) -> Path:
    source = folder / "notices.txt"
    num_lines = num_bytes // len(LINE.encode())
    source.write_text(LINE * num_lines + "the last", encoding="utf-8")
    return source


@pytest.mark.window(offscreen=True)
def test_a_long_text_is_there_at_once_in_part_and_then_whole(tmp_path: Path, qtbot: QtBot, owner: QWidget) -> None:
    source = written(tmp_path, 12 * PIECE_CHARS)
    dialog = opened(owner, source)
    assert not dialog._is_whole
    qtbot.waitUntil(lambda: dialog._is_whole, timeout=10_000)
    assert dialog.text.toPlainText() == source.read_text(encoding="utf-8")
    assert dialog.text.verticalScrollBar().value() == 0


@pytest.mark.window(offscreen=True)
def test_closed_before_the_end_it_goes_on_when_it_is_opened_again(tmp_path: Path, qtbot: QtBot, owner: QWidget) -> None:
    source = written(tmp_path, 12 * PIECE_CHARS)
    dialog = opened(owner, source)
    dialog._read_on()
    dialog.leave.click()
    assert not dialog._filling.is_waiting
    dialog.show()
    qtbot.waitUntil(lambda: dialog._is_whole, timeout=10_000)
    assert dialog.text.toPlainText() == source.read_text(encoding="utf-8")


@pytest.mark.window(offscreen=True)
def test_words_are_found_one_place_after_the_other_and_again_from_the_top(
    tmp_path: Path, qtbot: QtBot, owner: QWidget
) -> None:
    source = tmp_path / "notices.txt"
    source.write_text("one\nmit\ntwo\nMIT\nthree\n")
    dialog = opened(owner, source)
    qtbot.waitUntil(lambda: dialog._is_whole, timeout=5000)
    dialog.search.setText("mit")
    places = []
    for _ in range(3):
        dialog.search.returnPressed.emit()
        places.append(dialog.text.textCursor().blockNumber())
    assert places == [1, 3, 1]
    assert dialog.told.isHidden()
    dialog.search.setText("GPL")
    dialog.search.returnPressed.emit()
    assert dialog.told.text() == "These words are in no licence."


@pytest.mark.window(offscreen=True)
def test_a_file_that_is_gone_is_said(tmp_path: Path, qtbot: QtBot, owner: QWidget) -> None:
    dialog = opened(owner, tmp_path / "none.txt")
    qtbot.waitUntil(lambda: not dialog.told.isHidden(), timeout=5000)
    assert dialog.told.text() == "The licences cannot be read: No such file or directory"


@pytest.mark.slow
@pytest.mark.window(offscreen=True)
def test_five_megabytes_never_hold_the_window_up(tmp_path: Path, qtbot: QtBot, owner: QWidget) -> None:
    dialog = opened(owner, written(tmp_path, 5 * 2**20))
    began, longest, last = time.monotonic(), 0.0, time.monotonic()
    while not dialog._is_whole:
        qtbot.wait(1)
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    print(f"\nwhole after {time.monotonic() - began:.2f} s, longest turn {longest * 1000:.0f} ms")
    assert longest < 0.2
