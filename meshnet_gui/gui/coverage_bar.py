"""A picture of the model's layers: a lane for everyone who serves some, and what nobody serves."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from meshnet_gui.gui.format import address_text, spans_text
from meshnet_gui.gui.theme import Colors, colors_of
from meshnet_gui.runtime.snapshot import Snapshot
from meshnet_gui.types import Span

_LANE = 26
_GAP = 6
_AXIS = 22
_MAX_LANES = 8


@dataclass(frozen=True, slots=True)
class Lane:
    """Who serves which layers; ``ours`` for this computer."""

    name: str
    span: Span
    ours: bool


def lanes_of(snapshot: Snapshot) -> tuple[Lane, ...]:
    """Everybody who is ready with layers of the chosen model, by first layer."""
    model = snapshot.model
    if model is None:
        return ()
    lanes = [Lane("This computer", span, True) for span in snapshot.node.spans_of(model.identity)]
    for peer in snapshot.peers:
        if peer.state == "online" and peer.status:
            name = address_text(peer.address)
            lanes += [Lane(name, span, False) for span in peer.status.spans_of(model.identity)]
    fitting = (lane for lane in lanes if lane.span.end <= model.num_layers)
    return tuple(sorted(fitting, key=lambda lane: (lane.span.start, lane.span.end, lane.name)))


def gaps_of(num_layers: int, spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The layers of ``[0, num_layers)`` that no span holds."""
    gaps, reached = [], 0
    for span in sorted(spans):
        if span.start > reached:
            gaps.append(Span(reached, span.start))
        reached = max(reached, span.end)
    if reached < num_layers:
        gaps.append(Span(reached, num_layers))
    return tuple(gaps)


class CoverageBar(QWidget):
    """Who serves what, drawn to scale; the same in words for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.num_layers = 0
        self.lanes: tuple[Lane, ...] = ()
        self.gaps: tuple[Span, ...] = ()
        self._drawn: tuple[int, tuple[Lane, ...]] | None = None
        self.setAccessibleName("Layers of the model and who serves them")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        num_layers = snapshot.model.num_layers if snapshot.model else 0
        lanes = lanes_of(snapshot)
        if (num_layers, lanes) == self._drawn:
            return
        self._drawn = (num_layers, lanes)
        self.num_layers = num_layers
        self.gaps = gaps_of(num_layers, tuple(lane.span for lane in lanes)) if num_layers else ()
        self.lanes = lanes[:_MAX_LANES]
        self.setAccessibleDescription(self._words(lanes))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        rows = max(1, len(self.lanes) + bool(self.gaps))
        return QSize(400, rows * (_LANE + _GAP) + _AXIS)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.num_layers:
            return
        colors = colors_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, lane in enumerate(self.lanes):
            self._paint_track(painter, index, colors)
            fill = colors.accent if lane.ours else colors.accent_soft
            ink = colors.accent_text if lane.ours else colors.accent_ink
            self._paint_span(painter, index, lane.span, fill, ink, f"{lane.name} · {lane.span}")
        for gap in self.gaps:
            self._paint_span(
                painter, len(self.lanes), gap, colors.error_soft, colors.error, f"missing {gap}", hatch=True
            )
        self._paint_axis(painter, colors)
        painter.end()

    def _x(self, layer: int) -> float:
        return 0.5 + (self.width() - 1) * layer / self.num_layers

    def _paint_track(self, painter: QPainter, index: int, colors: Colors) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.raised))
        painter.drawRoundedRect(QRectF(0, index * (_LANE + _GAP), self.width(), _LANE), 6, 6)

    def _paint_span(
        self, painter: QPainter, index: int, span: Span, fill: str, ink: str, text: str, *, hatch: bool = False
    ) -> None:
        left, right = self._x(span.start), self._x(span.end)
        box = QRectF(left, index * (_LANE + _GAP) + 0.5, right - left, _LANE - 1)
        painter.setPen(QColor(ink) if hatch or fill != ink else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, 6, 6)
        if hatch:
            faint = QColor(ink)
            faint.setAlphaF(0.18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(faint, Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(ink))
        room = box.adjusted(8, 0, -8, 0)
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, round(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_axis(self, painter: QPainter, colors: Colors) -> None:
        painter.setPen(QColor(colors.muted))
        font = painter.font()
        font.setPointSizeF(max(8.0, font.pointSizeF() - 1))
        painter.setFont(font)
        top = self.height() - _AXIS + 2
        edges = sorted({0, self.num_layers, *(e for lane in self.lanes for e in (lane.span.start, lane.span.end))})
        taken = -100.0
        for layer in edges:
            width = painter.fontMetrics().horizontalAdvance(str(layer)) + 4
            left = min(max(0.0, self._x(layer) - width / 2), self.width() - width)
            if left > taken + 6 or layer == self.num_layers:
                painter.drawText(QRectF(left, top, width, _AXIS - 2), Qt.AlignmentFlag.AlignCenter, str(layer))
                taken = left + width

    def _words(self, lanes: tuple[Lane, ...]) -> str:
        words = [f"{lane.name} serves {lane.span}" for lane in lanes]
        words += [f"nobody serves {spans_text(self.gaps)}"] if self.gaps else []
        return "; ".join(words)
