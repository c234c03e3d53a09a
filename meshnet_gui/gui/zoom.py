"""How large the window is drawn: steps, sizes in pixels, and the stylesheet's lengths at a zoom.

The zoom is a property of the application, so that the smallest widget can ask for it when it is dressed anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize
from PySide6.QtGui import QGuiApplication

STEPS = (50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300)
ZOOM_PROPERTY = "meshnetZoom"  # of the application, in percent
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_DECLARATION = re.compile(r"(?<![\w-])(padding[\w-]*|width|height)(\s*:[^;]*)")
_LENGTH = re.compile(r"\b(\d+)px")
_LINE_PX = 2  # lines and rings up to this thickness stay as thin as they are


def zoom() -> int:
    """The zoom now, in percent."""
    app = QCoreApplication.instance()
    return int((app.property(ZOOM_PROPERTY) if app is not None else None) or 100)


def zoomed(pixels: float) -> int:
    """A length that is ``pixels`` at 100 %, at the zoom now."""
    return max(1, round(pixels * zoom() / 100))


def at_each_zoom(widget: QObject, fit: Callable[[], object]) -> None:
    """Sizes a widget now and whenever it is dressed anew, which every change of the zoom does."""
    fit()
    widget.installEventFilter(_Dressing(widget, fit))


class _Dressing(QObject):
    """Lives as long as the widget that it watches."""

    def __init__(self, widget: QObject, fit: Callable[[], object]) -> None:
        super().__init__(widget)
        self._fit = fit

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.StyleChange:
            self._fit()
        return False


def zoomed_size(width: int, height: int) -> QSize:
    """The size of a dialog that is so large at 100 %, as far as the screen has room for it."""
    return QSize(zoomed(width), zoomed(height)).boundedTo(QGuiApplication.primaryScreen().availableSize() * 0.95)


def next_step(percent: int, direction: int) -> int:
    """The next larger (1) or smaller (-1) step; 0 is back to 100 %."""
    if direction == 0:
        return 100
    steps = [step for step in STEPS if (step > percent if direction > 0 else step < percent)]
    return (min(steps) if direction > 0 else max(steps)) if steps else percent


def zoomed_sheet(sheet: str, percent: int) -> str:
    """A stylesheet's lengths at a zoom. What has the focus keeps its size: its ring takes the room of its padding."""
    return sheet if percent == 100 else _RULE.sub(lambda rule: _zoomed_rule(rule, percent), sheet)


def _zoomed_rule(rule: re.Match[str], percent: int) -> str:
    selector, body = rule[1], rule[2]
    if ":focus" in selector and "bare" not in selector:
        body = _DECLARATION.sub(lambda found: found[1] + _inside_ring(found[1], found[2], percent), body)
    else:
        body = _LENGTH.sub(lambda found: _length(int(found[1]), percent), body)
    return f"{selector}{{{body}}}"


def _inside_ring(name: str, value: str, percent: int) -> str:
    taken = 1 if name.startswith("padding") else 2  # one pixel of ring more on each side

    def length(found: re.Match[str]) -> str:
        return f"{max(0, round((int(found[1]) + taken) * percent / 100) - taken)}px"

    return _LENGTH.sub(length, value)


def _length(pixels: int, percent: int) -> str:
    return f"{pixels if pixels <= _LINE_PX else max(1, round(pixels * percent / 100))}px"
