"""Which layers of a model to get: all, as many as this computer can serve, some by number, or none for now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.amounts import bytes_text
from meshnet_gui.gui.translation import mark, tr, tr_count, tr_marked
from meshnet_gui.gui.widgets import Combo, IconButton, NumberBox, PlainLabel, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.snapshot import DiskView
from meshnet_gui.types import Span

NONE_NOW = mark("None for now: others of the swarm compute")
BY_NUMBER = mark("Choose by number…")
_LAYERS_MEANING = mark("0 up to 15 means layers 0 to 14")


@dataclass(frozen=True, slots=True)
class Choosable:
    """What there is to choose from. ``bytes_of`` says what a fetch of a span would bring.

    ``fitting``: as many layers as this computer could serve; None where that is all or nobody knows. ``may_be_none``:
    the model may be added without any layer.
    """

    num_layers: int
    bytes_of: Callable[[Span], int]
    fitting: Span | None = None
    may_be_none: bool = False


class LayersChoice(QWidget):
    """``chosen`` carries the span to get, None for none; ``given_up`` follows Cancel."""

    chosen = Signal(object)
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._choosable: Choosable | None = None
        self._disk = DiskView()
        self.which = Combo(tr("Which layers to get"))
        self.start = NumberBox(tr("First layer"))
        self.end = NumberBox(tr("Up to, not including, layer"))
        self.problem = PlainLabel("", "error", wrap=True)
        self.get = IconButton("get", tr("Get these layers"), tr("Get"), kind="primary")
        self.cancel = QPushButton(tr("Cancel"))
        self._numbers = QWidget()
        self._lay_out()
        self._connect()

    def offer(self, choosable: Choosable, disk: DiskView) -> None:
        """Shows what can be chosen: chosen are the layers that fit, where not all do."""
        self._choosable, self._disk = choosable, disk
        last = choosable.num_layers
        self.which.blockSignals(True)
        self.which.clear()
        self.which.addItem(
            self._words(tr("All {last}", last=tr_count(last, "{num} layer", "{num} layers")), Span(0, last)),
            Span(0, last),
        )
        if choosable.fitting is not None and choosable.fitting != Span(0, last):
            words = tr("Layers {fitting}, as many as fit this computer", fitting=choosable.fitting)
            self.which.addItem(self._words(words, choosable.fitting), choosable.fitting)
        if choosable.may_be_none:
            self.which.addItem(tr_marked(NONE_NOW), tr_marked(NONE_NOW))
        self.which.addItem(tr_marked(BY_NUMBER), tr_marked(BY_NUMBER))
        self.which.setCurrentIndex(int(isinstance(self.which.itemData(1), Span)))
        self.which.blockSignals(False)
        self.start.setRange(0, last - 1)
        self.end.setRange(1, last)
        shown = choosable.fitting or Span(0, last)
        self.end.setValue(shown.end)
        self.start.setValue(shown.start)
        self._refresh()
        self.show()

    def show_disk(self, disk: DiskView) -> None:
        """Follows what is free while somebody chooses."""
        if disk != self._disk and self._choosable is not None:
            self._disk = disk
            self._refresh()

    def span(self) -> Span | None:
        """What is chosen now; None for no layers."""
        chosen = self.which.currentData()
        if chosen == tr_marked(BY_NUMBER):
            return Span(self.start.value(), max(self.end.value(), self.start.value() + 1))
        return chosen if isinstance(chosen, Span) else None

    def _words(self, what: str, span: Span) -> str:
        num_bytes = self._choosable.bytes_of(span) if self._choosable else 0
        return f"{what} · {bytes_text(num_bytes)}" if num_bytes else what

    def _refresh(self) -> None:
        self._numbers.setVisible(self.which.currentData() == tr_marked(BY_NUMBER))
        span = self.span()
        needed = self._choosable.bytes_of(span) if self._choosable and span else 0
        self.problem.setText(room_problem(needed, self._disk))
        self.problem.setVisible(bool(self.problem.text()))
        self.get.setText(
            tr("Get {needed}", needed=bytes_text(needed)) if needed else tr("Add") if span is None else tr("Get")
        )
        self.get.setEnabled(not self.problem.text())

    def _lay_out(self) -> None:
        self._numbers.setLayout(row(self.start, PlainLabel(tr("up to"), "muted"), self.end))
        for box in (self.start, self.end):
            box.setToolTip(f"{box.accessibleName()}: {tr_marked(_LAYERS_MEANING)}")
            at_each_zoom(box, partial(_fit_number, box))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 2)
        layout.setSpacing(6)
        line = row(spacing=8)
        line.addWidget(self.which, 1)
        line.addWidget(self._numbers)
        line.addWidget(self.get)
        line.addWidget(self.cancel)
        layout.addLayout(line)
        layout.addWidget(self.problem)
        at_each_zoom(self.which, lambda: self.which.setMinimumWidth(zoomed(220)))
        self.hide()

    def _connect(self) -> None:
        self.which.currentIndexChanged.connect(self._refresh)
        self.start.valueChanged.connect(lambda first: self.end.setValue(max(self.end.value(), first + 1)))
        self.end.valueChanged.connect(lambda end: self.start.setValue(min(self.start.value(), end - 1)))
        for box in (self.start, self.end):
            box.valueChanged.connect(self._refresh)
        self.get.clicked.connect(lambda: self.chosen.emit(self.span()))
        self.cancel.clicked.connect(self.given_up)


def room_problem(needed_bytes: int, disk: DiskView) -> str:
    """Why so much cannot be got; empty where it can, or nobody knows."""
    if disk.limit_bytes and needed_bytes > disk.limit_bytes:
        return tr(
            "That is more than the {limit_bytes} that models may take on this disk.",
            limit_bytes=bytes_text(disk.limit_bytes),
        )
    if disk.free_bytes and needed_bytes > disk.free_bytes:
        return tr("That does not fit: {free_bytes} of the disk are free.", free_bytes=bytes_text(disk.free_bytes))
    return ""


def _fit_number(box: QWidget) -> None:
    box.setMinimumWidth(zoomed(80))
