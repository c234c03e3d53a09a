"""A QR code on the screen, and the one in a picture that somebody chose. Knows nothing of what the text says."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.translation import mark, tr, tr_marked
from meshnet_gui.swarm import qr

FORMATS = ("png", "jpg", "jpeg", "bmp", "gif", "webp")
_MAX_FILE_BYTES = 30 * 2**20
_MAX_PIXELS = 50_000_000
_FIRST_SIDE = 1600  # photographs are larger than reading needs, and four times quicker at this size
_SIDE = 250  # about, since every square takes as many whole pixels
NO_CODE = mark("There is no QR code in that picture. A screenshot, or a sharp photo of the whole code, works best.")


class QrView(QWidget):
    """Black on white in every theme, in whole pixels, with the margin that readers need. Empty until told a text."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFixedSize(QSize(_SIDE, _SIDE))
        self.squares: tuple[tuple[bool, ...], ...] = ()

    def show_text(self, text: str) -> None:
        """Draws ``text``, "" for nothing; so is a text that no code can hold, which stands beside it anyway."""
        try:
            self.squares = qr.squares(text) if text else ()
        except MeshnetError:
            self.squares = ()
        size = len(self.squares) + 2 * qr.QUIET_SQUARES
        side = size * max(2, round(_SIDE / size))
        self.setFixedSize(QSize(side, side))
        self.setVisible(bool(self.squares))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.squares:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("white"))
        painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        scale = self.devicePixelRatioF()
        size = len(self.squares)
        side = max(1, int(self.width() * scale) // (size + 2 * qr.QUIET_SQUARES)) / scale
        left = round((self.width() - size * side) / 2 * scale) / scale
        painter.setBrush(QColor("black"))
        for y, line in enumerate(self.squares):
            for x in (x for x, is_dark in enumerate(line) if is_dark):
                painter.drawRect(QRectF(left + x * side, left + y * side, side, side))
        painter.end()


def text_in_file(path: Path) -> str:
    """What the QR code in a picture file says. Raises ValueError with a sentence for a person."""
    reader = QImageReader(str(path))
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    if not path.is_file() or bytes(reader.format().data()).decode("ascii", "replace").lower() not in FORMATS:
        raise ValueError(tr("{name} is no picture that can be read here.", name=path.name[:80]))
    size = reader.size()
    if path.stat().st_size > _MAX_FILE_BYTES or size.width() * size.height() > _MAX_PIXELS:
        raise ValueError(tr("That picture is too large."))
    image = reader.read()
    if image.isNull():
        raise ValueError(tr("{name} is damaged or no picture.", name=path.name[:80]))
    return text_in_image(image)


def text_in_image(image: QImage) -> str:
    """The same for a picture from the clipboard. Raises ValueError."""
    if image.width() * image.height() > _MAX_PIXELS:
        raise ValueError(tr("That picture is too large."))
    small = image
    if max(image.width(), image.height()) > _FIRST_SIDE:
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        small = image.scaled(_FIRST_SIDE, _FIRST_SIDE, keep, smooth)
    texts = qr.texts_in(*_grey(small)) or (qr.texts_in(*_grey(image)) if small is not image else ())
    if not texts:
        raise ValueError(tr_marked(NO_CODE))
    return texts[0]


def _grey(image: QImage) -> tuple[bytes, int]:
    """The picture row by row and the bytes in a row; what is transparent counts as white."""
    flat = QImage(image.size(), QImage.Format.Format_RGB32)
    flat.fill(Qt.GlobalColor.white)
    painter = QPainter(flat)
    painter.drawImage(0, 0, image)
    painter.end()
    grey = flat.convertToFormat(QImage.Format.Format_Grayscale8)
    return bytes(grey.constBits()), grey.bytesPerLine()
