"""Files of ``meshnet_gui.resources``: icons drawn in a given colour, and paths for the stylesheet. Knows no widget."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources.abc import Traversable

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from meshnet_gui.installation import resources

_PLACEHOLDER = "#000001"
_SIZES = (16, 20, 24, 32, 48)
APP_SIZES = (16, 24, 32, 48, 64, 128, 256)


def resource(name: str) -> Traversable:
    """A file under ``resources/``."""
    return resources() / name


def resource_url(name: str) -> str:
    """A path as a stylesheet's ``url("...")`` wants it."""
    return str(resource(name)).replace("\\", "/")


def icon(name: str, color: str = _PLACEHOLDER, sizes: tuple[int, ...] = _SIZES) -> QIcon:
    """``icons/<name>.svg`` in one colour and several sizes, for those who choose one themselves, as trays do."""
    result = QIcon()
    renderer = _renderer(name, color)
    for size in sizes:
        result.addPixmap(_draw(renderer, size))
    return result


def pixmap(name: str, size: int, scale: float, color: str = _PLACEHOLDER) -> QPixmap:
    """One picture of ``size`` logical pixels for a screen with ``scale`` device pixels per logical one.

    It is kept in Qt's own cache, since the same few are on hundreds of buttons.
    """
    key, kept = f"meshnet {name} {size} {scale} {color}", QPixmap()
    if QPixmapCache.find(key, kept):
        return kept
    drawn = _draw(_renderer(name, color), round(size * scale))
    drawn.setDevicePixelRatio(scale)
    QPixmapCache.insert(key, drawn)
    return drawn


def _renderer(name: str, color: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_source(name).replace(_PLACEHOLDER, color).encode()))


@lru_cache(maxsize=128)
def _source(name: str) -> str:
    return resource(f"icons/{name}.svg").read_text(encoding="utf-8")


def _draw(renderer: QSvgRenderer, size: int) -> QPixmap:
    drawn = QPixmap(size, size)
    drawn.fill(Qt.GlobalColor.transparent)
    painter = QPainter(drawn)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return drawn
