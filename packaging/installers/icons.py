"""Draws the program's icon in the sizes and forms that the three systems want, from the one drawing in resources/.

Every size is drawn anew rather than scaled down from a large one, so that small ones keep clear edges.
"""

from __future__ import annotations

import io
import shutil
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from installers.places import ROOT

DRAWING = ROOT / "resources" / "icons" / "app.svg"
PNG_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
"""With those of screens at 125 % and 150 %."""
ICNS_SIZES = (32, 64, 128, 256, 512, 1024)
MAC_SHARE = 824 / 1024
"""How much of its width an icon in a Mac's Dock fills; the rest is left free on all sides."""
_OWN_SHARE = 22 / 24  # how much of its width the drawing fills by itself


def draw_icons(folder: Path) -> None:
    """Makes ``png/<size>.png``, ``meshnet.svg``, ``meshnet.ico`` and ``meshnet.icns`` in ``folder``."""
    png = folder / "png"
    png.mkdir(parents=True, exist_ok=True)
    for size in PNG_SIZES:
        (png / f"{size}.png").write_bytes(_drawn(size))
    shutil.copyfile(DRAWING, folder / "meshnet.svg")
    _write_ico(folder / "meshnet.ico")
    _write_icns(folder / "meshnet.icns")


def _write_ico(target: Path) -> None:
    """As PNGs, which Windows takes in every size; Pillow's bitmaps lack the mask that it would look for."""
    images = [_image(size) for size in reversed(ICO_SIZES)]
    sizes = [image.size for image in images]
    images[0].save(target, format="ICO", sizes=sizes, append_images=images[1:])


def _write_icns(target: Path) -> None:
    images = [_image(size, MAC_SHARE / _OWN_SHARE) for size in reversed(ICNS_SIZES)]
    images[0].save(target, format="ICNS", append_images=images[1:])


def _image(size: int, share: float = 1.0) -> Image.Image:
    return Image.open(io.BytesIO(_drawn(size, share))).convert("RGBA")


def _drawn(size: int, share: float = 1.0) -> bytes:
    """The drawing as a PNG of ``size`` pixels, of which it takes ``share`` of the width, in the middle."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    margin = size * (1 - share) / 2
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter, QRectF(margin, margin, size - 2 * margin, size - 2 * margin))
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise OSError(f"Qt could not write the icon in {size} pixels")
    return bytes(buffer.data().data())
