"""How exactly the weights are kept: the choice, with what each one takes, and in words what it costs.

The memory follows the chosen layers; what was lost in a measurement is the record that ships with the app.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from meshnet_gui.gui.amounts import bytes_text, number_text
from meshnet_gui.gui.format import PRECISION_WORDS
from meshnet_gui.gui.translation import mark, sentence, tr, tr_marked
from meshnet_gui.gui.widgets import Combo, PlainLabel, plain_tooltip
from meshnet_gui.modelstore.known_quality import known_quality
from meshnet_gui.modelstore.sizes import ModelSizes
from meshnet_gui.settings import PRECISIONS, Settings
from meshnet_gui.types import Span

_SAME_AS_AUTO = "fp32"  # one word more for the weights as stored, and the same model
AS_STORED = mark("The weights as the model has them.")
ONE_ROUTE = mark("All peers of a route need the same one.")


class PrecisionField(QWidget):
    """Shows ``settings.precision`` and what would become of it. ``changed`` follows every choice."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice = Combo(tr("Precision of the weights"))
        self.words = PlainLabel("", "caption", wrap=True)
        for precision in PRECISIONS:
            if precision != _SAME_AS_AUTO:
                self.choice.addItem(_name(precision), precision)
                tip = plain_tooltip(precision_words(precision))
                self.choice.setItemData(self.choice.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (PlainLabel(tr("Precision of the weights"), "caption"), self.choice, self.words):
            layout.addWidget(widget)
        self.choice.currentIndexChanged.connect(self.changed)
        self.choice.currentIndexChanged.connect(self._explain)
        self._explain()

    @property
    def precision(self) -> str:
        """One of ``settings.PRECISIONS``."""
        return str(self.choice.currentData())

    def show_settings(self, settings: Settings) -> None:
        """Takes up what is saved."""
        self.blockSignals(True)
        self.choice.setCurrentIndex(self.choice.findData(_shown(settings.precision)))
        self.blockSignals(False)

    def changes(self, settings: Settings) -> dict[str, object]:
        """The settings that would become others."""
        return {} if self.precision == _shown(settings.precision) else {"precision": self.precision}

    def show_sizes(self, sizes: ModelSizes | None, span: Span | None) -> None:
        """Beside each precision what it takes for these layers; nothing where nobody knows."""
        for index in range(self.choice.count()):
            precision = str(self.choice.itemData(index))
            memory = ""
            if sizes is not None and span is not None:
                memory = bytes_text(sizes.of_span(span, precision))
            words = filter(None, (_name(precision), memory, _quality(precision)))
            self.choice.setItemText(index, " · ".join(words))

    def _explain(self) -> None:
        """What the choice costs, and what it asks of others."""
        known = known_quality().get(self.precision)
        self.words.setText(
            f"{tr_marked(ONE_ROUTE)} {sentence(known.words())}" if known is not None else tr_marked(ONE_ROUTE)
        )


def precision_words(precision: str) -> str:
    """What is known to be lost by a precision."""
    known = known_quality().get(precision)
    return sentence(known.words()) if known is not None else tr_marked(AS_STORED)


def _name(precision: str) -> str:
    return tr_marked(PRECISION_WORDS.get(precision, precision))


def _quality(precision: str) -> str:
    known = known_quality().get(precision)
    return tr("{agreement} alike", agreement=f"{number_text(known.agreement * 100, 1)}%") if known is not None else ""


def _shown(precision: str) -> str:
    return "auto" if precision == _SAME_AS_AUTO else precision
