"""Which layers of which models this computer runs now, each model as a bar from its first layer to its last."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen

from meshnet_gui.gui.format import shard_state_text, short_model
from meshnet_gui.gui.pieces_bar import PiecesBar
from meshnet_gui.gui.theme import Colors, colors_of
from meshnet_gui.gui.translation import tr
from meshnet_gui.types import NodeStatus, ShardStatus

_GAP = 8
_COMING = ("loading", "joining")


@dataclass(frozen=True, slots=True)
class SpanRow:
    """One model's shards here, in the order of their layers."""

    name: str
    num_layers: int
    shards: tuple[ShardStatus, ...]


def rows_of(node: NodeStatus) -> tuple[SpanRow, ...]:
    """One row for each model, as the node lists them; of an older node the one that it tells of."""
    shards = node.shards or node.ready_shards()
    identities = dict.fromkeys(shard.identity for shard in shards if shard.num_layers > 0)
    rows = []
    for identity in identities:
        mine = [shard for shard in shards if shard.identity == identity and shard.span.end <= shard.num_layers]
        if mine:
            ordered = tuple(sorted(mine, key=lambda shard: shard.span))
            rows.append(SpanRow(short_model(mine[0].model_name), mine[0].num_layers, ordered))
    return tuple(rows)


class SpanBar(PiecesBar):
    """The bars, each piece with its layers in it; mouse and arrow keys say more of a piece, and so does the
    description for screen readers."""

    def __init__(self) -> None:
        super().__init__(tr("Layers that this computer runs"))
        self.rows: tuple[SpanRow, ...] = ()
        self._num_layers = 0

    def show_node(self, node: NodeStatus, num_layers: int) -> None:
        """``num_layers`` are those of the chosen model, drawn as an empty bar while nothing is there."""
        rows = rows_of(node)
        if (rows, num_layers) == (self.rows, self._num_layers):
            return
        is_other_height = len(rows) != len(self.rows)
        self.rows, self._num_layers = rows, num_layers
        if is_other_height:
            self.updateGeometry()
        self.marks_changed()

    def words_at(self, index: int) -> str:
        """What is to be known of a piece."""
        row, shard = self._pieces()[index]
        return tr(
            "{model}, layers {span} of {num}: {state}",
            model=row.name,
            span=shard.span,
            num=row.num_layers,
            state=_state_words(shard),
        )

    def all_words(self) -> str:
        pieces = [self.words_at(index) for index in range(len(self._pieces()))]
        return "; ".join(pieces) or tr("Nothing is served.")

    def sizeHint(self) -> QSize:
        rows = max(1, len(self.rows))
        several = len(self.rows) > 1
        height = rows * (self._bar_height() + self._line() + 4) + (rows - 1) * _GAP + (rows * self._line() * several)
        return QSize(300, round(height))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = colors_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index in range(max(1, len(self.rows))):
            self._paint_track(painter, index, colors)
        for index, ((row, shard), box) in enumerate(zip(self._pieces(), self.boxes(), strict=True)):
            self._paint_piece(painter, row, shard, box, colors, is_chosen=index == self.cursor_at)
        self.paint_focus(painter, colors)
        painter.end()

    # -- inside ---------------------------------------------------------------------------------------------------

    def _line(self) -> float:
        return QFontMetricsF(self.font()).height()

    def _bar_height(self) -> float:
        return self._line() + 8

    def _top(self, index: int) -> float:
        several = len(self.rows) > 1
        return index * (self._bar_height() + self._line() * (2 if several else 1) + 4 + _GAP) + self._line() * several

    def _pieces(self) -> list[tuple[SpanRow, ShardStatus]]:
        return [(row, shard) for row in self.rows for shard in row.shards]

    def boxes(self) -> list[QRectF]:
        boxes = []
        width = self.width() - 1.0
        for index, row in enumerate(self.rows):
            for shard in row.shards:
                left = 0.5 + width * shard.span.start / row.num_layers
                right = 0.5 + width * shard.span.end / row.num_layers
                boxes.append(QRectF(left, self._top(index) + 0.5, max(3.0, right - left), self._bar_height() - 1))
        return boxes

    def _paint_track(self, painter: QPainter, index: int, colors: Colors) -> None:
        top, height = self._top(index), self._bar_height()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.raised))
        painter.drawRoundedRect(QRectF(0, top, self.width(), height), 6, 6)
        painter.setPen(QColor(colors.muted))
        if len(self.rows) > 1:
            name = painter.fontMetrics().elidedText(self.rows[index].name, Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(QPointF(0, top - painter.fontMetrics().descent() - 1), name)
        num = self.rows[index].num_layers if self.rows else self._num_layers
        below = QRectF(0, top + height + 2, self.width(), self._line())
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, "0")
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, f"{num}" if num else "")

    def _paint_piece(
        self, painter: QPainter, row: SpanRow, shard: ShardStatus, box: QRectF, colors: Colors, *, is_chosen: bool
    ) -> None:
        fill, ink = _tones(shard.state, colors)
        pen = QPen(QColor(ink), 2 if is_chosen else 1)
        pen.setStyle(Qt.PenStyle.DashLine if shard.state in _COMING else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, 6, 6)
        painter.setPen(QColor(ink))
        for words in (tr("Layers {span}", span=shard.span), f"{shard.span}"):
            if painter.fontMetrics().horizontalAdvance(words) <= box.width() - 8:
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
                break


def _tones(state: str, colors: Colors) -> tuple[str, str]:
    """Ground and ink."""
    if state == "ready":
        return colors.accent, colors.accent_text
    if state == "failed":
        return colors.error_soft, colors.error
    return colors.warn_soft, colors.warn


def _state_words(shard: ShardStatus) -> str:
    return tr("ready, {amount}", amount=shard_state_text(shard)) if shard.state == "ready" else shard_state_text(shard)
