"""A picture of the model's layers: how many computers serve each, what nobody serves, and a lane for everyone."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen

from meshnet_gui.gui.format import spans_text
from meshnet_gui.gui.lanes import Lane, Stretch, gaps_of, stretches_of
from meshnet_gui.gui.pieces_bar import PiecesBar
from meshnet_gui.gui.theme import Colors, colors_of
from meshnet_gui.gui.translation import mark, tr, tr_count, tr_marked
from meshnet_gui.gui.zoom import zoomed
from meshnet_gui.types import Span

_GAP = 6
_MAX_LANES = 8
_ROUTE_PX = 3.0
_NARROW = 6.0  # pixels that no letter fits into
_NOTES = {"joining": mark("getting ready"), "draining": mark("leaving")}


def shown_lanes(lanes: tuple[Lane, ...]) -> tuple[Lane, ...]:
    """All where they are few; of a crowd this computer's, the route's, and those that come and go."""
    if len(lanes) <= _MAX_LANES:
        return lanes
    return tuple(lane for lane in lanes if lane.ours or lane.in_route or lane.state != "ready")[:_MAX_LANES]


class CoverageBar(PiecesBar):
    """On top the copies of every layer, below who serves what, to scale, with a line under what the route uses.

    Mouse and arrow keys say more of a piece; the same in words for screen readers.
    """

    def __init__(self) -> None:
        super().__init__(tr("Layers of the model and who serves them"))
        self.num_layers = 0
        self.lanes: tuple[Lane, ...] = ()
        self.stretches: tuple[Stretch, ...] = ()
        self.gaps: tuple[Span, ...] = ()
        self.num_hidden = 0
        self.may_lack = False
        self._drawn: tuple[int, tuple[Lane, ...], bool] | None = None

    def show_lanes(self, num_layers: int, lanes: tuple[Lane, ...], *, may_lack: bool = False) -> None:
        """``may_lack`` where chats work without the layers that nobody serves, so that these are no alarm."""
        if (num_layers, lanes, may_lack) == self._drawn:
            return
        self._drawn = (num_layers, lanes, may_lack)
        self.may_lack = may_lack
        self.num_layers = num_layers
        served = tuple(lane.span for lane in lanes if lane.state == "ready")
        self.stretches = stretches_of(num_layers, served)
        self.gaps = gaps_of(num_layers, served)
        self.lanes = shown_lanes(lanes)
        self.num_hidden = len(lanes) - len(self.lanes)
        self._fit()
        self.marks_changed()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self.num_layers:
            self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self.sizeHint().height())

    def _lane(self) -> int:
        """The height of a row: a line with some room around it."""
        return self.fontMetrics().height() + zoomed(10)

    def _axis(self) -> int:
        return self.fontMetrics().height() + zoomed(6)

    def sizeHint(self) -> QSize:
        rows = 1 + len(self.lanes) + bool(self.num_hidden)
        return QSize(400, rows * (self._lane() + zoomed(_GAP)) + self._axis())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.num_layers:
            return
        colors = colors_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for stretch in self._to_paint():
            self._paint_stretch(painter, stretch, colors)
        for index, lane in enumerate(self.lanes, start=1):
            self._paint_track(painter, index, colors)
            self._paint_lane(painter, index, lane, colors)
        if self.num_hidden:
            painter.setPen(QColor(colors.muted))
            box = QRectF(8, self._top(len(self.lanes) + 1), self.width() - 16, self._lane())
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, _more(self.num_hidden))
        self._paint_axis(painter, colors)
        self._paint_cursor(painter, colors)
        painter.end()

    def pieces(self) -> list[tuple[int, Span]]:
        """Row and layers of everything that can be pointed at, from the top."""
        lanes = [(row, lane.span) for row, lane in enumerate(self.lanes, start=1)]
        return [(0, each.span) for each in self.stretches] + lanes

    def num_marks(self) -> int:
        return len(self.stretches) + len(self.lanes) if self.num_layers else 0

    def boxes(self) -> list[QRectF]:
        return [self._box(row, span) for row, span in self.pieces()] if self.num_layers else []

    def words_at(self, index: int) -> str:
        num = len(self.stretches)
        return self._copies_words(self.stretches[index]) if index < num else _lane_words(self.lanes[index - num])

    def _to_paint(self) -> Iterator[Stretch]:
        """Of stretches that share a pixel one is painted, and rather one that nobody serves: that is the alarm."""
        painted, kept = -1.0, None
        for stretch in self.stretches:
            if self._x(stretch.span.end) < painted + 1:
                kept = stretch if kept is None or not stretch.num_copies else kept
                continue
            if kept is not None and not kept.num_copies:
                yield kept
            yield stretch
            painted, kept = self._x(stretch.span.end), None
        if kept is not None:
            yield kept

    def _box(self, row: int, span: Span) -> QRectF:
        left, right = self._x(span.start), self._x(span.end)
        return QRectF(left, self._top(row) + 0.5, right - left, self._lane() - 1)

    def _copies_words(self, stretch: Stretch) -> str:
        if stretch.num_copies:
            return tr_count(
                stretch.num_copies,
                "Layers {span}: {num} computer serves them",
                "Layers {span}: {num} computers serve them",
                span=stretch.span,
            )
        if self.may_lack:
            return tr("Layers {span}: nobody shares them; chats run on this computer", span=stretch.span)
        return tr("Layers {span}: nobody serves them", span=stretch.span)

    def _x(self, layer: int) -> float:
        return 0.5 + (self.width() - 1) * layer / self.num_layers

    def _top(self, row: int) -> float:
        return row * (self._lane() + zoomed(_GAP))

    def _paint_track(self, painter: QPainter, row: int, colors: Colors) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.raised))
        painter.drawRoundedRect(QRectF(0, self._top(row), self.width(), self._lane()), 6, 6)

    def _paint_stretch(self, painter: QPainter, stretch: Stretch, colors: Colors) -> None:
        copies = stretch.num_copies
        if not copies:
            self._paint_gap(painter, stretch.span, colors)
            return
        several = copies > 1
        fill = colors.ok_soft if several else colors.raised
        ink = colors.ok if several else colors.muted
        words = tr(
            "{span} on {copies}", span=stretch.span, copies=tr_count(copies, "{num} computer", "{num} computers")
        )
        self._paint_span(painter, 0, stretch.span, fill, ink, words, f"{copies}")

    def _paint_gap(self, painter: QPainter, span: Span, colors: Colors) -> None:
        if self.may_lack:
            self._paint_span(
                painter, 0, span, colors.surface, colors.muted, tr("{span} not shared", span=span), hatch=True
            )
        else:
            self._paint_span(
                painter, 0, span, colors.error_soft, colors.error, tr("missing {span}", span=span), hatch=True
            )

    def _paint_lane(self, painter: QPainter, row: int, lane: Lane, colors: Colors) -> None:
        words = f"{lane.name} · {lane.span}"
        if lane.state != "ready":
            note = f"{words}, {tr_marked(_NOTES[lane.state])}"
            self._paint_span(painter, row, lane.span, colors.surface, colors.muted, note, dashed=True)
        elif lane.ours:
            self._paint_span(painter, row, lane.span, colors.accent, colors.accent_text, words)
        else:
            self._paint_span(painter, row, lane.span, colors.accent_soft, colors.accent_ink, words)
        if lane.in_route is not None:
            self._paint_route(painter, row, lane, colors)

    def _paint_route(self, painter: QPainter, row: int, lane: Lane, colors: Colors) -> None:
        """A line under the layers that the current route uses."""
        assert lane.in_route is not None
        box = self._box(row, lane.in_route)
        painter.setPen(QPen(QColor(colors.warn), _ROUTE_PX, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        bottom = box.bottom() + _ROUTE_PX / 2 + 0.5
        painter.drawLine(QPointF(box.left() + 4, bottom), QPointF(box.right() - 4, bottom))

    def _paint_cursor(self, painter: QPainter, colors: Colors) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.cursor_at is not None:
            row, span = self.pieces()[self.cursor_at]
            painter.setPen(QPen(QColor(colors.text), 2))
            painter.drawRoundedRect(self._box(row, span).adjusted(1, 1, -1, -1), 6, 6)
        else:
            self.paint_focus(painter, colors)

    def _paint_span(
        self,
        painter: QPainter,
        row: int,
        span: Span,
        fill: str,
        ink: str,
        text: str,
        short: str = "",
        *,
        hatch: bool = False,
        dashed: bool = False,
    ) -> None:
        box = self._box(row, span)
        pen = QPen(QColor(ink))
        pen.setStyle(Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, 6, 6)
        if hatch:
            faint = QColor(ink)
            faint.setAlphaF(0.18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(faint, Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(ink))
        if box.width() < _NARROW:
            return
        room = box.adjusted(8, 0, -8, 0)
        width_of = painter.fontMetrics().horizontalAdvance
        if short and width_of(text) > room.width():
            shown = short if width_of(short) < box.width() - 4 else ""
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
            return
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, round(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _paint_axis(self, painter: QPainter, colors: Colors) -> None:
        painter.setPen(QColor(colors.muted))
        font = painter.font()
        font.setPointSizeF(max(8.0, font.pointSizeF() - 1))
        painter.setFont(font)
        top = self.height() - self._axis() + 2
        edges = sorted({0, *(each.span.end for each in self.stretches)})
        taken = -100.0
        for layer in edges:
            width = painter.fontMetrics().horizontalAdvance(str(layer)) + 4
            left = min(max(0.0, self._x(layer) - width / 2), self.width() - width)
            if left > taken + 6 or layer == self.num_layers:
                painter.drawText(QRectF(left, top, width, self._axis() - 2), Qt.AlignmentFlag.AlignCenter, str(layer))
                taken = left + width

    def all_words(self) -> str:
        words = [
            tr("{name} serves {span}", name=lane.name, span=lane.span) for lane in self.lanes if lane.state == "ready"
        ]
        words += [_lane_words(lane) for lane in self.lanes if lane.state != "ready"]
        words += [_more(self.num_hidden)] if self.num_hidden else []
        if self.gaps:
            gaps = spans_text(self.gaps)
            words += [tr("nobody shares {gaps}", gaps=gaps) if self.may_lack else tr("nobody serves {gaps}", gaps=gaps)]
        return "; ".join(words)


def _lane_words(lane: Lane) -> str:
    if lane.state == "joining":
        return tr("{name} gets layers {span} ready", name=lane.name, span=lane.span)
    if lane.state == "draining":
        return tr("{name} is leaving layers {span}", name=lane.name, span=lane.span)
    if lane.in_route is not None:
        return tr(
            "{name} serves layers {span}; chats now use {used} of it",
            name=lane.name,
            span=lane.span,
            used=lane.in_route,
        )
    return tr("{name} serves layers {span}", name=lane.name, span=lane.span)


def _more(num_hidden: int) -> str:
    return tr_count(num_hidden, "and {num} more computer", "and {num} more computers")
