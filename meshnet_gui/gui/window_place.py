"""Where the window was, remembered in a file of its own, and brought back to where it can be seen now.

A screen may be gone since then, be smaller, or have other pixels. A file that says nothing of use is as good as none.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QSettings, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

FILE_NAME = "window.ini"
MAX_FILE_BYTES = 64 * 1024
_KEY = "window/geometry"
_GRIP = QSize(160, 40)  # what must be seen of a window's head to take hold of it


class WindowPlace:
    """Reads and writes ``window.ini`` in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME

    def restore(self, window: QWidget) -> None:
        """Size, position and whether it fills the screen; where nothing is remembered it is no larger than that."""
        kept = self._read()
        if kept is None or not window.restoreGeometry(kept):
            available = QGuiApplication.primaryScreen().availableGeometry()
            window.resize(window.size().boundedTo(available.size()).expandedTo(window.minimumSize()))
            return
        if window.isMaximized() or window.isFullScreen():
            return
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        place = fitted(window.geometry(), screens, window.minimumSize())
        if place != window.geometry():
            window.setGeometry(place)

    def save(self, window: QWidget) -> None:
        """Remembers the window as it is; a folder that cannot be written is no reason to say so."""
        settings = QSettings(str(self._path), QSettings.Format.IniFormat)
        settings.setValue(_KEY, window.saveGeometry())
        settings.sync()

    def _read(self) -> QByteArray | None:
        try:
            if self._path.stat().st_size > MAX_FILE_BYTES:
                return None
        except OSError:
            return None
        kept = QSettings(str(self._path), QSettings.Format.IniFormat).value(_KEY)
        return kept if isinstance(kept, QByteArray) else None


def fitted(wanted: QRect, screens: Sequence[QRect], least: QSize) -> QRect:
    """The place that is wanted, no larger than its screen, and moved where its head could not be taken hold of."""
    if not screens:
        return wanted
    screen = max(screens, key=lambda each: _area(each.intersected(wanted)))
    width = max(least.width(), min(wanted.width(), screen.width()))
    height = max(least.height(), min(wanted.height(), screen.height()))
    place = QRect(wanted.x(), wanted.y(), width, height)
    if any(_can_be_held(place, each) for each in screens):
        return place
    if not screen.intersects(wanted):  # its screen is gone
        place.moveCenter(screens[0].center())
        screen = screens[0]
    x = max(screen.left(), min(place.left(), screen.right() + 1 - width))
    y = max(screen.top(), min(place.top(), screen.bottom() + 1 - height))
    return QRect(x, y, width, height)


def _can_be_held(place: QRect, screen: QRect) -> bool:
    head = QRect(place.topLeft(), QSize(place.width(), _GRIP.height())).intersected(screen)
    return head.width() >= _GRIP.width() and head.height() >= _GRIP.height()


def _area(rect: QRect) -> int:
    return rect.width() * rect.height() if rect.isValid() else 0
