"""Files of ``meshnet_gui.resources``: icons drawn in a given colour, and paths for the stylesheet. Knows no widget."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_PLACEHOLDER = "#000001"
_SIZES = (16, 20, 24, 32, 48)
APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


def resource(name: str) -> Traversable:
    """A file under ``resources/``: from the installed package, or beside the package in a plain checkout."""
    try:
        return files("meshnet_gui.resources") / name
    except ModuleNotFoundError:
        return Path(__file__).parents[2] / "resources" / name


def resource_url(name: str) -> str:
    """A path as a stylesheet's ``url("...")`` wants it."""
    return str(resource(name)).replace("\\", "/")


def icon(name: str, color: str = _PLACEHOLDER, sizes: tuple[int, ...] = _SIZES) -> QIcon:
    """``icons/<name>.svg`` in one colour, sharp at every scale."""
    result = QIcon()
    renderer = _renderer(name, color)
    for size in sizes:
        result.addPixmap(_draw(renderer, size))
    return result


def pixmap(name: str, size: int, scale: float, color: str = _PLACEHOLDER) -> QPixmap:
    """One picture of ``size`` logical pixels for a screen with ``scale`` device pixels per logical one."""
    drawn = _draw(_renderer(name, color), round(size * scale))
    drawn.setDevicePixelRatio(scale)
    return drawn


def _renderer(name: str, color: str) -> QSvgRenderer:
    source = resource(f"icons/{name}.svg").read_text(encoding="utf-8").replace(_PLACEHOLDER, color)
    return QSvgRenderer(QByteArray(source.encode()))


def _draw(renderer: QSvgRenderer, size: int) -> QPixmap:
    drawn = QPixmap(size, size)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return drawn
