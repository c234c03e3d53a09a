from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from meshnet_gui.gui.qr_view import NO_CODE, QrView, text_in_file, text_in_image
from meshnet_gui.swarm import qr
from tests.gui import samples


def code(pixels_per_square: int = 4) -> QImage:
    return QImage.fromData(qr.png(samples.INVITE, pixels_per_square))


@pytest.mark.parametrize("text", ["a", samples.INVITE, "x" * 1500])
def test_what_is_drawn_can_be_read_again(qtbot: QtBot, text: str) -> None:
    view = QrView("code")
    qtbot.addWidget(view)
    view.show_text(text)
    assert text_in_image(view.grab().toImage()) == text


def test_every_square_has_whole_pixels_and_the_margin_is_there(qtbot: QtBot) -> None:
    view = QrView("code")
    qtbot.addWidget(view)
    view.show_text(samples.INVITE)
    assert view.width() % (len(view.squares) + 2 * qr.QUIET_SQUARES) == 0
    view.show_text("")
    assert view.isHidden()


@pytest.mark.parametrize("kind", ["png", "jpg", "bmp"])
def test_usual_picture_files_are_read(qapp: QApplication, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"invite.{kind}"
    assert code().save(str(path))
    assert text_in_file(path) == samples.INVITE


def test_a_photo_of_a_screen_is_read(qapp: QApplication) -> None:
    """Large, turned a little, on a coloured ground, with a frame around it."""
    photo = QImage(3000, 2200, QImage.Format.Format_RGB32)
    photo.fill(QColor("#6a7f93"))
    painter = QPainter(photo)
    painter.translate(900, 300)
    painter.rotate(9)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(0, 0, code(12))
    painter.end()
    assert text_in_image(photo) == samples.INVITE


def test_a_small_code_in_a_large_picture_is_found_at_its_full_size(qapp: QApplication) -> None:
    page = QImage(6000, 4000, QImage.Format.Format_RGB32)
    page.fill(Qt.GlobalColor.white)
    painter = QPainter(page)
    painter.drawImage(5000, 3000, code(3))
    painter.end()
    assert text_in_image(page) == samples.INVITE


def test_what_is_transparent_counts_as_white(qapp: QApplication) -> None:
    image = code().convertToFormat(QImage.Format.Format_ARGB32)
    see_through = image.createMaskFromColor(QColor("white").rgb(), Qt.MaskMode.MaskOutColor)
    image.setAlphaChannel(see_through)
    assert text_in_image(image) == samples.INVITE


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("notes.txt", b"no picture", "no picture"),
        ("evil.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", "no picture"),
        ("cut.png", qr.png("a")[:60], "damaged"),
        ("gone.png", None, "no picture"),
    ],
)
def test_what_is_no_picture_is_refused(
    qapp: QApplication, tmp_path: Path, name: str, content: bytes | None, reason: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(ValueError, match=reason):
        text_in_file(tmp_path / name)


def test_a_picture_of_nothing_says_so(qapp: QApplication) -> None:
    blank = QImage(100, 100, QImage.Format.Format_RGB32)
    blank.fill(Qt.GlobalColor.white)
    with pytest.raises(ValueError, match="no QR code") as told:
        text_in_image(blank)
    assert str(told.value) == NO_CODE
