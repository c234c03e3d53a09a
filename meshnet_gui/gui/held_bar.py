"""A thin picture of a model's layers: which are on this disk, and which are on their way."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from meshnet_gui.gui.format import spans_text
from meshnet_gui.gui.theme import colors_of
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.zoom import zoomed
from meshnet_gui.types import Span

_HEIGHT = 8


class HeldBar(QWidget):
    """Held layers in the accent colour, those that are wanted in outline; the same in words for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.held: tuple[Span, ...] = ()
        self.wanted: tuple[Span, ...] = ()
        self._num_layers = 0
        self.setAccessibleName(tr("Layers on this disk"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(zoomed(_HEIGHT))

    def show_layers(self, num_layers: int, held: Sequence[Span], wanted: Sequence[Span] = ()) -> None:
        """``wanted`` are layers that are being fetched."""
        shown = num_layers, tuple(held), tuple(wanted)
        if shown == (self._num_layers, self.held, self.wanted):
            return
        self._num_layers, self.held, self.wanted = shown
        words = (
            tr("{held} of {num_layers}", held=spans_text(self.held), num_layers=num_layers)
            if self.held
            else tr("none of {num_layers}", num_layers=num_layers)
        )
        if self.wanted:
            words = f"{words}; {tr('{wanted} on the way', wanted=spans_text(self.wanted))}"
        self.setAccessibleDescription(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, zoomed(_HEIGHT))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFixedHeight(zoomed(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._num_layers:
            return
        colors = colors_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter, Span(0, self._num_layers), colors.track)
        for span in self.wanted:
            self._paint(painter, span, colors.accent_soft, colors.accent)
        for span in self.held:
            self._paint(painter, span, colors.accent)
        painter.end()

    def _paint(self, painter: QPainter, span: Span, color: str, outline: str = "") -> None:
        left, right = (self.width() * layer / self._num_layers for layer in (span.start, span.end))
        painter.setPen(QColor(outline) if outline else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(color))
        line = 0.5 if outline else 0.0
        box = QRectF(left, 0, right - left, self.height()).adjusted(line, line, -line, -line)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
