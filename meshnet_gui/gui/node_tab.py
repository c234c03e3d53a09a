"""This computer's contribution: the switch, what it serves, and the session-cache panel beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.history_card import HistoryCard
from meshnet_gui.gui.node_overview import DAYS, HOUR, SESSIONS, NodeOverview
from meshnet_gui.gui.session_panel import SessionPanel
from meshnet_gui.gui.shard_card import ShardCard
from meshnet_gui.gui.sharing_card import SharingCard
from meshnet_gui.gui.totals_card import TotalsCard
from meshnet_gui.gui.widgets import ColumnArea
from meshnet_gui.gui.zoom import zoomed
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot

_SIDE_WIDTH = 320
_SIDE_LINES = 20  # the same in heights of a line: it grows with the letters
_MAIN_LINES = 38  # what the table of sessions needs
_GAP = 16
_EDGE = 20
_ANY_WIDTH = 16_777_215  # what Qt calls no limit
_SCROLL_BAR = 12  # as wide as the stylesheet makes it; it comes and goes in the gap and takes nothing from the cards


class NodeTab(QWidget):
    """Left what this computer gives and may give, right what it runs, holds for others, did lately and in all.

    ``models_requested`` asks for more models.
    """

    models_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge) -> None:
        super().__init__()
        self.setObjectName("page")
        self.shard = ShardCard(commands, bridge)
        self.shard.models_requested.connect(self.models_requested)
        self.contribution = SharingCard(commands, bridge, chosen=self.shard.chosen_settings)
        self.sessions = SessionPanel(commands, bridge)
        self.overview = NodeOverview()
        self.history = HistoryCard()
        self.totals = TotalsCard(commands, bridge)
        self._is_narrow = False
        self._pages = QStackedWidget()
        for page in (self.sessions, self.history, self.totals):
            self._pages.addWidget(page)
        self.overview.page_chosen.connect(self.show_page)
        self._lay_out()

    def show_page(self, name: str) -> None:
        """``SESSIONS``, ``HOUR`` or ``DAYS`` of ``gui.node_overview``."""
        self.overview.pages.choose(name)
        self._pages.setCurrentIndex((SESSIONS, HOUR, DAYS).index(name))

    def show_snapshot(self, snapshot: Snapshot) -> None:
        for card in (self.contribution, self.shard, self.overview, self.sessions, self.history, self.totals):
            card.show_snapshot(snapshot)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_scroll"):
            self._fit_side()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_side()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and hasattr(self, "_scroll"):
            self._fit_side()
        return super().eventFilter(watched, event)

    def _fit_side(self) -> None:
        """As wide as its texts need in the window's size of letters; above the rest where both have no room."""
        least = max(card.minimumSizeHint().width() for card in (self.contribution, self.shard))  # of longer words
        width = max(_SIDE_WIDTH, _SIDE_LINES * self.fontMetrics().height(), least)
        main = max(self._main.minimumSizeHint().width(), _MAIN_LINES * self.fontMetrics().height())
        is_narrow = self.width() < width + main + 2 * _EDGE + _GAP
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._move_main()
        if is_narrow:
            self._side.setMinimumWidth(0)
            self._side.setMaximumWidth(_ANY_WIDTH)
            self._scroll.setMinimumWidth(0)
            self._scroll.setMaximumWidth(_ANY_WIDTH)
        else:
            self._side.setFixedWidth(width)
            self._scroll.setFixedWidth(width + zoomed(_SCROLL_BAR))

    def _move_main(self) -> None:
        if self._is_narrow:
            self._beside.takeWidget()
            self._column.insertWidget(self._column.count() - 1, self._main)
        else:
            self._column.removeWidget(self._main)
            self._beside.setWidget(self._main)
        self._main.show()
        self._beside.setVisible(not self._is_narrow)

    def _lay_out(self) -> None:
        side = QWidget()
        side.setObjectName("scrolled")
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        for card in (self.contribution, self.shard):
            card.installEventFilter(self)
            column.addWidget(card)
        column.addStretch(1)
        scroll = ColumnArea()
        scroll.setWidget(side)
        main = QWidget()
        main.setObjectName("scrolled")
        right = QVBoxLayout(main)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(_GAP)
        right.addWidget(self.overview)
        right.addWidget(self._pages, 1)
        beside = ColumnArea()
        beside.setWidget(main)
        beside.setMinimumWidth(1)  # what has no room beside the side goes below it
        self._side, self._scroll, self._column, self._beside, self._main = side, scroll, column, beside, main
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_EDGE, _EDGE, _EDGE, _EDGE)
        layout.setSpacing(_GAP - _SCROLL_BAR)
        layout.addWidget(scroll)
        layout.addWidget(beside, 1)
        self._fit_side()
