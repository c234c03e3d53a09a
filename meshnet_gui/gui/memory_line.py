"""What the chosen layers take, now and at worst, and whether they fit: said while somebody chooses, before any load."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.amounts import bytes_text, sentences_text
from meshnet_gui.gui.format import forecast_text
from meshnet_gui.gui.translation import tr, tr_count
from meshnet_gui.gui.widgets import PlainLabel
from meshnet_gui.modelstore.forecast import Limits, fitting_span, forecast, needed_bytes, room
from meshnet_gui.runtime.snapshot import ModelView, Snapshot
from meshnet_gui.types import Span


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody is about to serve: the layers of a model, and the limits of the session caches."""

    model: ModelView
    span: Span
    precision: str
    limits: Limits


class MemoryLine(QWidget):
    """``use_span`` asks for the span that would fit in place of the one that does not."""

    use_span = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.size_text = PlainLabel("", "caption", wrap=True)
        self.worst_text = PlainLabel("", "caption", wrap=True)
        self.problem = PlainLabel("", "error", wrap=True)
        self.use = QPushButton("")
        self.use.clicked.connect(lambda: self.use_span.emit(self._fitting))
        self._fitting: Span | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self.size_text, self.worst_text, self.problem, self.use):
            layout.addWidget(widget)
        self.problem.hide()
        self.use.hide()

    @property
    def fits(self) -> bool:
        """Whether the choice that was shown last fits beside whatever stays."""
        return self.problem.isHidden()

    def show_nothing(self, why: str) -> None:
        self.size_text.setText(why)
        self.worst_text.setText("")
        self._show_problem("", None)

    def show_choice(
        self, choice: Choice, snapshot: Snapshot, leaving: Collection[tuple[str, Span]], *, is_there: bool
    ) -> None:
        """``leaving`` are the shards that would make room for it; what ``is_there`` already needs no more room."""
        model, span = choice.model, choice.span
        words = tr(
            "{num_layers} of {num_layers2}",
            num_layers=span.num_layers,
            num_layers2=tr_count(model.num_layers, "{num} layer", "{num} layers"),
        )
        if model.sizes is None:
            self.show_nothing(words)
            return
        seen = forecast(model.sizes, span, choice.precision, choice.limits)
        self.size_text.setText(
            tr("{words}, about {shard_bytes} of memory", words=words, shard_bytes=bytes_text(seen.shard_bytes))
        )
        self.worst_text.setText(forecast_text(seen))
        free = room(snapshot.free_bytes, snapshot.node.shards, leaving)
        needed = needed_bytes(seen.shard_bytes, choice.precision)
        if is_there or not snapshot.free_bytes or needed <= free:
            self._show_problem("", None)
            return
        fitting = fitting_span(model.sizes, span, choice.precision, free)
        text = tr(
            "Too large: {needed} are needed to load them, {max} are free.",
            needed=bytes_text(needed),
            max=bytes_text(max(0, free)),
        )
        self._show_problem(text if fitting else sentences_text([text, tr("Not one of these layers fits.")]), fitting)

    def _show_problem(self, text: str, fitting: Span | None) -> None:
        self._fitting = fitting
        self.problem.setText(text)
        self.problem.setVisible(bool(text))
        self.use.setText(tr("Use layers {fitting}, which fit", fitting=fitting) if fitting else "")
        self.use.setVisible(fitting is not None)
