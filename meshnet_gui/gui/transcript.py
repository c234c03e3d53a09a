"""The rows of a chat in one scrolling column."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from meshnet_gui.gui.message_view import AnswerView, QuestionView
from meshnet_gui.gui.pile import Pile
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import IconButton, centred
from meshnet_gui.gui.zoom import at_each_zoom, zoomed

COLUMN_WIDTH = 820
SIDE = 30
_BOTTOM_SLACK = 24
_MAX_PASSES = 3


class Transcript(QScrollArea):
    """A centred column of rows that follows its end while the reader is there."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("plain")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Conversation"))
        self.following = True
        self._anchor: tuple[QWidget, int] | None = None
        self._is_keeping = False
        self._column = Pile(spacing=18, margin=20)
        at_each_zoom(self._column, lambda: self._column.setMaximumWidth(zoomed(COLUMN_WIDTH)))
        self._column.arranged.connect(self._settle)
        self.page = centred(self._column, (SIDE, 0, SIDE, 0))
        layout = self.page.layout()
        if layout is not None:
            layout.setAlignment(self._column, Qt.AlignmentFlag.AlignTop)
        self.setWidget(self.page)
        self.latest = IconButton("down", tr("Jump to the latest message"), kind="round")
        self.latest.setParent(self)
        self.latest.hide()
        self.latest.clicked.connect(self.follow)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._note_position)
        bar.rangeChanged.connect(self._keep_position)

    def add(self, widget: QWidget, place: int = -1) -> None:
        """Puts a row at ``place``, -1 after all others."""
        self._column.insert(place if place >= 0 else len(self._column.widgets), widget)
        self._fit(widget)
        self._column.arrange()

    def remove(self, widget: QWidget) -> None:
        self._column.take(widget)
        widget.deleteLater()
        self._column.arrange()

    def follow(self) -> None:
        """Goes to the end and stays there."""
        self.following = True
        self._keep_position()
        self.latest.hide()

    def first_read(self) -> QWidget | None:
        """The row or part of a row at the upper edge of the view."""
        seen = self._first_seen(self.verticalScrollBar().value())
        return seen[0] if seen is not None else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room_for_the_bar()
        for widget in self._column.widgets:
            self._fit(widget)
        self.latest.move((self.width() - self.latest.width()) // 2, self.height() - self.latest.height() - 12)

    def _make_room_for_the_bar(self) -> None:
        """The scroll bar takes its width from the right margin, so that the column stays over the composer."""
        layout = self.page.layout()
        if layout is not None:
            layout.setContentsMargins(SIDE, 0, SIDE - (self.width() - self.viewport().width()), 0)

    def _fit(self, widget: QWidget) -> None:
        if isinstance(widget, QuestionView):
            widget.fit(min(zoomed(COLUMN_WIDTH), self.width() - 2 * SIDE))

    def event(self, event: QEvent) -> bool:
        if event.type() != QEvent.Type.LayoutRequest or self._is_keeping:
            return super().event(event)
        self._settle()
        return True

    def _settle(self) -> None:
        """Once rows have moved: the page takes their height and what is read is put back, before anything is drawn."""
        if self._is_keeping:
            return
        self._is_keeping = True
        layout = self.page.layout()
        for _ in range(_MAX_PASSES):
            before = self.viewport().width(), self._column.height()
            if layout is not None:
                layout.activate()
            super().event(QEvent(QEvent.Type.LayoutRequest))
            if before == (self.viewport().width(), self._column.height()):
                break
        self._is_keeping = False
        self._keep_position()

    def _note_position(self, value: int) -> None:
        if self._is_keeping:
            return
        self.following = value >= self.verticalScrollBar().maximum() - _BOTTOM_SLACK
        self.latest.setVisible(not self.following)
        self._anchor = self._first_seen(value)

    def _first_seen(self, top: int) -> tuple[QWidget, int] | None:
        """The first row or part of a row that is seen, and how far its top is above the edge of the view."""
        row = self._column.first_below(top)
        part = row.parts.first_below(top - self._top_of(row.parts)) if isinstance(row, AnswerView) else None
        seen = part or row
        return (seen, top - self._top_of(seen)) if seen is not None else None

    def _top_of(self, widget: QWidget) -> int:
        return widget.mapTo(self.page, QPoint(0, 0)).y()

    def _keep_position(self) -> None:
        """At the end for a reader who follows; else what is read stays where it is, whatever happens above it."""
        if self._is_keeping:
            return
        self._is_keeping = True
        bar = self.verticalScrollBar()
        if self.following:
            bar.setValue(bar.maximum())
        elif self._anchor is not None and shiboken6.isValid(self._anchor[0]) and self._anchor[0].isVisible():
            bar.setValue(self._top_of(self._anchor[0]) + self._anchor[1])
        self._is_keeping = False
