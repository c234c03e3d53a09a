"""The rows of a chat in one scrolling column."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from meshnet_gui.gui.message_view import AnswerView, QuestionView
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import IconButton, centred

COLUMN_WIDTH = 820
SIDE = 30
_BOTTOM_SLACK = 24


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
        self._column = QWidget()
        self._column.setMaximumWidth(COLUMN_WIDTH)
        self._rows = QVBoxLayout(self._column)
        self._rows.setContentsMargins(0, 20, 0, 20)
        self._rows.setSpacing(18)
        self._rows.addStretch(1)
        self._page = centred(self._column, (SIDE, 0, SIDE, 0))
        self.setWidget(self._page)
        self.latest = IconButton("down", tr("Jump to the latest message"), kind="round")
        self.latest.setParent(self)
        self.latest.hide()
        self.latest.clicked.connect(self.follow)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._note_position)
        bar.rangeChanged.connect(self._keep_position)

    def add(self, widget: QWidget, place: int = -1) -> None:
        """Puts a row at ``place``, -1 after all others."""
        self._rows.insertWidget(place if place >= 0 else self._rows.count() - 1, widget)
        self._fit(widget)

    def remove(self, widget: QWidget) -> None:
        self._rows.removeWidget(widget)
        widget.hide()
        widget.deleteLater()

    def follow(self) -> None:
        """Goes to the end and stays there."""
        self.following = True
        self._keep_position()
        self.latest.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room_for_the_bar()
        for index in range(self._rows.count()):
            item = self._rows.itemAt(index)
            self._fit(item.widget() if item else None)
        self.latest.move((self.width() - self.latest.width()) // 2, self.height() - self.latest.height() - 12)

    def _make_room_for_the_bar(self) -> None:
        """The scroll bar takes its width from the right margin, so that the column stays over the composer."""
        layout = self._page.layout()
        if layout is not None:
            layout.setContentsMargins(SIDE, 0, SIDE - (self.width() - self.viewport().width()), 0)

    def _fit(self, widget: QWidget | None) -> None:
        if isinstance(widget, QuestionView):
            widget.fit(min(COLUMN_WIDTH, self.width() - 2 * SIDE))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        ended = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.Resize and watched is self.widget():
            self._keep_position()
        return ended

    def _note_position(self, value: int) -> None:
        if self._is_keeping:
            return
        self.following = value >= self.verticalScrollBar().maximum() - _BOTTOM_SLACK
        self.latest.setVisible(not self.following)
        self._anchor = self._first_seen(value)

    def _first_seen(self, top: int) -> tuple[QWidget, int] | None:
        """The first row or part of a row that is seen, and how far its top is above the edge of the view."""
        for index in range(self._rows.count()):
            item = self._rows.itemAt(index)
            widget = item.widget() if item else None
            for part in [*widget.sections, widget] if isinstance(widget, AnswerView) else [widget]:
                if part is not None and part.isVisible() and self._top_of(part) + part.height() > top:
                    return part, top - self._top_of(part)
        return None

    def _top_of(self, widget: QWidget) -> int:
        return widget.mapTo(self._page, QPoint(0, 0)).y()

    def _keep_position(self) -> None:
        """At the end for a reader who follows; else what is read stays where it is, whatever happens above it."""
        bar = self.verticalScrollBar()
        if self.following:
            bar.setValue(bar.maximum())
        elif self._anchor is not None and shiboken6.isValid(self._anchor[0]) and self._anchor[0].isVisible():
            self._is_keeping = True
            bar.setValue(self._top_of(self._anchor[0]) + self._anchor[1])
            self._is_keeping = False
