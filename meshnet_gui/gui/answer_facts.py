"""The lines under an answer: speed and route, and a bar of each hop's share of the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from meshnet_gui.archive.facts import AnswerFacts
from meshnet_gui.gui.answer_words import hop_lines, route_line, speed_line
from meshnet_gui.gui.theme import colors_of
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import PlainLabel, plain_tooltip
from meshnet_gui.gui.zoom import zoomed

_BAR_HEIGHT = 6
_BAR_WIDTH = 260
_GAP = 2


class FactsView(QWidget):
    """Empty while an answer is being written."""

    def __init__(self) -> None:
        super().__init__()
        self._speed = PlainLabel("", "caption", wrap=True, selectable=True)
        self._route = PlainLabel("", "caption", wrap=True, selectable=True)
        self.bar = ShareBar()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        for widget in (self._speed, self._route, self.bar):
            layout.addWidget(widget)

    def show_facts(self, facts: AnswerFacts | None, names: Mapping[str, str]) -> None:
        self._speed.setText(speed_line(facts) if facts else "")
        self._route.setText(route_line(facts, names) if facts else "")
        self._route.setVisible(bool(self._route.text()))
        self.bar.show_shares(facts.shares() if facts else (), hop_lines(facts, names) if facts else "")

    def text(self) -> str:
        return "\n".join(text for text in (self._speed.text(), self._route.text()) if text)


class ShareBar(QWidget):
    """One piece for each hop, as wide as its share; what the pieces are is said in the line above and the tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self.shares: tuple[float, ...] = ()
        self.setAccessibleName(tr("Time at each hop"))
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(zoomed(_BAR_HEIGHT))
        self.setMaximumWidth(zoomed(_BAR_WIDTH))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def show_shares(self, shares: Sequence[float], words: str) -> None:
        """Hidden where there are fewer than two hops to tell apart."""
        self.shares = tuple(shares)
        self.setToolTip(plain_tooltip(words).replace("\n", "<br>"))
        self.setAccessibleDescription(words)
        self.setVisible(len(self.shares) > 1)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = colors_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        room = self.width() - _GAP * (len(self.shares) - 1)
        left = 0.0
        for index, share in enumerate(self.shares):
            painter.setBrush(QColor(colors.accent if index % 2 == 0 else colors.muted))
            painter.drawRoundedRect(QRectF(left, 0, max(1.0, room * share), self.height()), 2, 2)
            left += room * share + _GAP
        painter.end()
