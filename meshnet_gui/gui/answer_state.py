"""What a running answer is doing, and what went wrong with one that broke off."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.amounts import number_text
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.format import route_text
from meshnet_gui.gui.translation import sentence, tr, tr_count
from meshnet_gui.gui.widgets import ElidedLabel, IconLabel, PlainLabel, ProgressBar, plain_tooltip, row
from meshnet_gui.gui.zoom import zoomed

_BAR_WIDTH = 160


class StateLine(QWidget):
    """Waiting, reading the prompt (with a bar), or writing."""

    def __init__(self) -> None:
        super().__init__()
        self._label = ElidedLabel("", "caption")
        self._bar = ProgressBar()
        self._bar.setObjectName("thin")
        self._bar.setTextVisible(False)
        self._fit()
        self._bar.setAccessibleName(tr("Progress"))
        layout = row(self._bar, spacing=10)
        layout.addWidget(self._label, 1)
        self.setLayout(layout)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        self._bar.setFixedWidth(zoomed(_BAR_WIDTH))

    def show_exchange(self, exchange: Exchange, names: Mapping[str, str]) -> None:
        self.setVisible(exchange.running)
        if exchange.phase == "waiting":
            self._say(tr("Going on…") if exchange.answer else tr("Looking for a route…"), 0, 0)
        elif exchange.phase == "reading":
            done, total = exchange.num_read, exchange.num_prompt_tokens
            words = tr_count(
                total,
                "Reading the prompt: {done} of {num} token",
                "Reading the prompt: {done} of {num} tokens",
                done=number_text(done),
            )
            self._say(words, done, total)
        elif exchange.phase == "writing":
            words = tr_count(exchange.num_tokens, "Writing · {num} token", "Writing · {num} tokens")
            self._say(f"{words} · {route_text(exchange.route, names)}" if exchange.route else words, 0, 0)

    def _say(self, text: str, done: int, total: int) -> None:
        self._label.set_text(text)
        self._bar.setRange(0, total)
        self._bar.setValue(done)


class ErrorCard(QFrame):
    """What went wrong, what to do about it, and buttons that go on with the answer or ask again."""

    retry = Signal()
    go_on = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("card", "error")
        self._text = PlainLabel("", "heading-error", wrap=True, selectable=True)
        self._hint = PlainLabel("", "muted", wrap=True, selectable=True)
        self.button = QPushButton(tr("Retry"))
        self.button.setAccessibleName(tr("Retry this question"))
        self.button.clicked.connect(self.retry)
        self.resume = QPushButton(tr("Go on"))
        self.resume.setProperty("kind", "primary")
        self.resume.setAccessibleName(tr("Go on with this answer from where it stopped"))
        self.resume.setToolTip(
            plain_tooltip(tr("Writes the rest of the answer, as soon as all layers are served again"))
        )
        self.resume.clicked.connect(self.go_on)
        self._is_last = True
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._text)
        words.addWidget(self._hint)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.setSpacing(12)
        layout.addWidget(IconLabel("alert", "error", 20), 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(words, 1)
        layout.addWidget(self.resume, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)

    def set_allowed(self, allowed: bool) -> None:
        self._is_last = allowed
        self.button.setVisible(allowed)
        self.resume.setVisible(allowed and self.resume.isEnabled())

    def show_exchange(self, exchange: Exchange) -> None:
        self.setVisible(exchange.phase == "failed")
        self.resume.setEnabled(exchange.may_resume)
        self.resume.setVisible(exchange.may_resume and self._is_last)
        self._text.setText(sentence(exchange.error))
        kept = tr("The answer so far is kept above.") if exchange.answer else ""
        say(self._hint, " ".join(part for part in (sentence(exchange.hint), kept) if part))


def say(label: PlainLabel, text: str) -> None:
    """A label that takes no room where it has nothing to say."""
    label.setText(text)
    label.setVisible(bool(text))
