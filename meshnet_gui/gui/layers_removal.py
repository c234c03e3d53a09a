"""Which layers of a model to remove from this disk, with what that frees; those that are in use stay."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.amounts import bytes_text
from meshnet_gui.gui.format import spans_text
from meshnet_gui.gui.model_words import bytes_freed, shared_spans
from meshnet_gui.gui.translation import mark, tr, tr_marked
from meshnet_gui.gui.widgets import IconButton, NumberBox, PlainLabel, row
from meshnet_gui.gui.zoom import at_each_zoom, zoomed
from meshnet_gui.runtime.snapshot import ModelView, Snapshot
from meshnet_gui.types import Span

_NOTHING = mark("None of these layers is on this disk.")


class LayersRemoval(QWidget):
    """``chosen`` carries the span to remove; ``given_up`` follows Cancel."""

    chosen = Signal(object)
    given_up = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._model: ModelView | None = None
        self._snapshot: Snapshot | None = None
        self.start = NumberBox(tr("First layer to remove"))
        self.end = NumberBox(tr("Up to, not including, layer"))
        self.note = PlainLabel("", "caption", wrap=True)
        self.remove = IconButton("trash", tr("Remove these layers from this disk"), tr("Remove"), kind="danger")
        self.cancel = QPushButton(tr("Cancel"))
        self._lay_out()
        self._connect()

    def offer(self, model: ModelView, snapshot: Snapshot) -> None:
        """Chosen are the last layers here that nothing uses, else the last ones."""
        self._model, self._snapshot = model, snapshot
        shared = shared_spans(model, snapshot)
        free = [span for span in model.held if not any(_overlap(span, used) for used in shared)]
        shown = (free or model.held)[-1]
        self.start.setRange(0, model.num_layers - 1)
        self.end.setRange(1, model.num_layers)
        self.end.setValue(shown.end)
        self.start.setValue(shown.start)
        self._refresh()
        self.show()

    def show_model(self, model: ModelView, snapshot: Snapshot) -> None:
        """Follows what is here and in use while somebody chooses."""
        self._model, self._snapshot = model, snapshot
        if not self.isHidden():
            self._refresh()

    def span(self) -> Span:
        """What is chosen now."""
        return Span(self.start.value(), max(self.end.value(), self.start.value() + 1))

    def _refresh(self) -> None:
        model, snapshot = self._model, self._snapshot
        if model is None or snapshot is None:
            return
        used = [each for each in shared_spans(model, snapshot) if _overlap(each, self.span())]
        freed = bytes_freed(model, self.span())
        wrong = tr("This computer shares {used} now. Stop sharing first.", used=spans_text(used)) if used else ""
        wrong = wrong or ("" if freed else tr_marked(_NOTHING))
        self.note.setText(wrong or tr("This frees about {freed}. They can be fetched again.", freed=bytes_text(freed)))
        self.note.set_role("error-caption" if wrong else "caption")
        self.remove.setEnabled(not wrong)

    def _lay_out(self) -> None:
        for box in (self.start, self.end):
            box.setToolTip(tr("{box}: 0 up to 15 means layers 0 to 14", box=box.accessibleName()))
            at_each_zoom(box, partial(_fit_number, box))
        line = row(spacing=8)
        for item in (PlainLabel(tr("Remove layers"), ""), self.start, PlainLabel(tr("up to"), "muted"), self.end):
            line.addWidget(item)
        line.addWidget(self.note, 1)
        line.addWidget(self.remove)
        line.addWidget(self.cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 2)
        layout.addLayout(line)
        self.hide()

    def _connect(self) -> None:
        self.start.valueChanged.connect(lambda first: self.end.setValue(max(self.end.value(), first + 1)))
        self.end.valueChanged.connect(lambda end: self.start.setValue(min(self.start.value(), end - 1)))
        for box in (self.start, self.end):
            box.valueChanged.connect(self._refresh)
        self.remove.clicked.connect(lambda: self.chosen.emit(self.span()))
        self.cancel.clicked.connect(self.given_up)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _fit_number(box: QWidget) -> None:
    box.setMinimumWidth(zoomed(80))
