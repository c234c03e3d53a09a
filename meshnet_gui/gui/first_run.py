"""The questions of the first start. Nothing is changed before the last page, and all of it can be skipped."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QVBoxLayout, QWidget

from meshnet_gui.errors import MeshnetError
from meshnet_gui.gui.bridge import Bridge
from meshnet_gui.gui.first_run_pages import AModel, HowMuchToGive, TheFirstChat, WhatOthersSee, WhatRunsHere
from meshnet_gui.gui.position_switch import position_of
from meshnet_gui.gui.reading_order import OrderedDialog
from meshnet_gui.gui.told import Told
from meshnet_gui.gui.translation import tr
from meshnet_gui.gui.widgets import ColumnArea, PlainLabel, row
from meshnet_gui.gui.zoom import zoomed_size
from meshnet_gui.runtime.commands import Commands
from meshnet_gui.runtime.snapshot import Snapshot


def is_new(snapshot: Snapshot) -> bool:
    """Whether nothing was ever set up here, and so these questions are to be asked."""
    settings = snapshot.settings
    is_used = settings.contributing or snapshot.models or snapshot.swarms or snapshot.fetches or snapshot.importing
    return not (settings.welcomed or is_used or snapshot.startup)


class FirstRun(OrderedDialog):
    """``chat_requested`` follows the last page. Leaving by any way is remembered, so that it is asked once."""

    chat_requested = Signal()

    def __init__(self, commands: Commands, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setWindowTitle(tr("Welcome to Meshnet"))
        self.resize(zoomed_size(760, 580))
        self._commands = commands
        self._bridge = bridge
        self._snapshot: Snapshot | None = None
        self._is_pending = False
        self.give = HowMuchToGive()
        self.model = AModel(commands, bridge)
        self.pages = (WhatRunsHere(), WhatOthersSee(), self.give, self.model, TheFirstChat())
        self.stack = QStackedWidget()
        self.place = PlainLabel("", "caption")
        self.told = Told()
        self.skip = QPushButton(tr("Skip"))
        self.back = QPushButton(tr("Back"))
        self.next = QPushButton("")
        self._lay_out()
        self.skip.clicked.connect(self.reject)
        self.back.clicked.connect(lambda: self._go(self.stack.currentIndex() - 1))
        self.next.clicked.connect(self._go_on)
        self.give.changed.connect(self._refresh)
        self._go(0)

    def show_snapshot(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        for page in self.pages:
            page.show_snapshot(snapshot)
        self._refresh()

    def start_over(self) -> None:
        """From the first page on, for who opens it again."""
        self._go(0)

    def reject(self) -> None:
        """Skipped, or closed: what was chosen is forgotten."""
        if self._snapshot is None or not self._snapshot.settings.welcomed:
            self._bridge.watch(self._commands.change_settings(welcomed=True), _ignore)
        super().reject()

    @property
    def _is_last(self) -> bool:
        return self.stack.currentIndex() == len(self.pages) - 1

    def _go_on(self) -> None:
        if not self._is_last:
            self._go(self.stack.currentIndex() + 1)
            return
        self._is_pending = True
        self.told.tell("")
        changes = {**self.give.changes(), "welcomed": True}
        if self.give.position != self._position():
            future = self._commands.set_sharing(self.give.position, **changes)
        else:
            future = self._commands.change_settings(**changes)
        self._bridge.watch(future, self._done)
        self._refresh()

    def _done(self, _: object, error: MeshnetError | None) -> None:
        self._is_pending = False
        self.told.tell_outcome(error)
        self._refresh()
        if error is None:
            self.accept()
            self.chat_requested.emit()

    def _position(self) -> str:
        settings = self._snapshot.settings if self._snapshot else None
        return position_of(settings.contributing, settings.by_rules) if settings else "paused"

    def _go(self, place: int) -> None:
        self.stack.setCurrentIndex(place)
        self.told.tell("")
        self._refresh()
        self.next.setFocus()

    def _refresh(self) -> None:
        place, num = self.stack.currentIndex(), len(self.pages)
        self.place.setText(tr("{place} of {num}", place=place + 1, num=num))
        has_model = self._snapshot is not None and self._snapshot.model is not None
        last = tr("Start chatting") if has_model else tr("Done")
        self.next.setText(last if self._is_last else tr("Next"))
        self.next.setEnabled(not self._is_pending and not self.pages[place].wrong())
        self.back.setEnabled(place > 0 and not self._is_pending)
        self.skip.setVisible(not self._is_last)

    def _lay_out(self) -> None:
        for page in self.pages:
            scroll = ColumnArea()
            scroll.setWidget(page)
            self.stack.addWidget(scroll)
        self.next.setProperty("kind", "primary")
        self.skip.setProperty("kind", "quiet")
        self.skip.setAutoDefault(False)
        self.back.setAutoDefault(False)
        self.next.setDefault(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 24, 28, 20)
        layout.setSpacing(14)
        layout.addWidget(self.stack, 1)
        layout.addWidget(self.told)
        layout.addLayout(row(self.skip, self.place, 1, self.back, self.next))


def _ignore(_: object, __: MeshnetError | None) -> None:
    """It is asked again at the next start then."""
