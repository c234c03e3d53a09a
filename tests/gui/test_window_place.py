from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QRect, QSettings, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.window_place import FILE_NAME, MAX_FILE_BYTES, WindowPlace, fitted

LEAST = QSize(820, 600)
LAPTOP = QRect(0, 0, 1440, 860)
MONITOR = QRect(1440, 0, 2560, 1400)
SMALL = QRect(0, 0, 1280, 690)


@pytest.fixture
def make(qtbot: QtBot) -> Callable[[], QWidget]:
    def new() -> QWidget:
        window = QWidget()
        window.setMinimumSize(200, 100)
        window.resize(300, 200)
        qtbot.addWidget(window)
        return window

    return new


@pytest.mark.parametrize("wanted", [QRect(100, 80, 1180, 700), QRect(1500, 60, 1180, 800), QRect(1300, 40, 1180, 800)])
def test_a_place_that_can_be_seen_stays(wanted: QRect) -> None:
    assert fitted(wanted, [LAPTOP, MONITOR], LEAST) == wanted


@pytest.mark.parametrize(
    "wanted",
    [
        QRect(1500, 60, 1180, 800),  # on the monitor that is gone
        QRect(-3000, 200, 1180, 800),
        QRect(200, -790, 1180, 800),  # its head is above the screen
        QRect(1350, 850, 1180, 800),
        QRect(100_000, 100_000, 1180, 800),
    ],
)
def test_a_window_whose_screen_is_gone_comes_back_whole(wanted: QRect) -> None:
    assert LAPTOP.contains(fitted(wanted, [LAPTOP], LEAST))


def test_a_window_from_a_larger_screen_fits_into_a_smaller_one() -> None:
    place = fitted(QRect(0, 0, 2560, 1400), [SMALL], LEAST)
    assert (place.width(), place.height()) == (1280, 690)
    assert SMALL.contains(place)


def test_a_screen_smaller_than_the_least_size_shows_the_window_s_head() -> None:
    tiny = QRect(0, 0, 640, 480)
    place = fitted(QRect(900, 700, 1180, 800), [tiny], LEAST)
    assert (place.topLeft(), place.size()) == (tiny.topLeft(), LEAST)


def test_the_place_is_the_same_after_a_restart(make: Callable[[], QWidget], tmp_path: Path) -> None:
    first = make()
    first.setGeometry(60, 70, 420, 310)
    WindowPlace(tmp_path).save(first)
    second = make()
    WindowPlace(tmp_path).restore(second)
    assert second.geometry() == QRect(60, 70, 420, 310)


def test_a_window_that_filled_the_screen_does_so_again(
    make: Callable[[], QWidget], tmp_path: Path, qtbot: QtBot
) -> None:
    first = make()
    first.showMaximized()
    qtbot.waitExposed(first)
    WindowPlace(tmp_path).save(first)
    second = make()
    WindowPlace(tmp_path).restore(second)
    assert second.isMaximized()


@pytest.mark.parametrize(
    "content",
    [b"", b"\0" * 300, b"[window]\ngeometry=nonsense\n", b"x" * (MAX_FILE_BYTES + 1), b'[window]\ngeometry="@ByteArr'],
)
def test_a_file_that_says_nothing_of_use_leaves_the_window_as_it_is(
    make: Callable[[], QWidget], tmp_path: Path, content: bytes
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    window = make()
    WindowPlace(tmp_path).restore(window)
    assert window.size() == QSize(300, 200)
    WindowPlace(tmp_path).save(window)


def test_what_is_no_place_of_a_window_is_left_alone(make: Callable[[], QWidget], tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / FILE_NAME), QSettings.Format.IniFormat)
    settings.setValue("window/geometry", QByteArray(b"\x01\xd9\xd0\xcb" + b"\xff" * 60))
    settings.sync()
    window = make()
    WindowPlace(tmp_path).restore(window)
    assert window.size() == QSize(300, 200)


def test_a_folder_that_is_not_there_keeps_nobody_from_closing_the_window(
    make: Callable[[], QWidget], tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    WindowPlace(blocked / "folder").save(make())
    WindowPlace(blocked / "folder").restore(make())
