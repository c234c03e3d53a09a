"""The rows of a chat: a question on the right, an answer with its state, its facts and its buttons on the left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.format import NO_NAMES, count_text, finish_text, result_text, route_text
from meshnet_gui.gui.markdown import TextBlock, split_settled
from meshnet_gui.gui.widgets import IconButton, IconLabel, PlainLabel, card, plain_tooltip, row

SHOWN_PROMPT_CHARS = 2_000
SHOWN_NOTES = 4
_BUBBLE_SHARE = 0.78


def shown_prompt(prompt: str) -> str:
    """A question as its row shows it: very long ones end early and say so (the model got all of it)."""
    if len(prompt) <= SHOWN_PROMPT_CHARS:
        return prompt
    return f"{prompt[:SHOWN_PROMPT_CHARS]}…\n({len(prompt) - SHOWN_PROMPT_CHARS:,} more characters were sent)"


class QuestionView(QWidget):
    """A question in a tinted bubble that is as wide as its text, up to most of the column."""

    def __init__(self, prompt: str) -> None:
        super().__init__()
        self.text = TextBlock("You wrote")
        self.text.show_plain(shown_prompt(prompt))
        metrics = self.text.fontMetrics()
        lines = shown_prompt(prompt).splitlines()
        self._ideal_width = max((metrics.horizontalAdvance(line) for line in lines), default=0)
        self._bubble = card("user")
        inside = QVBoxLayout(self._bubble)
        inside.setContentsMargins(14, 10, 14, 7)
        inside.addWidget(self.text)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(1)
        layout.addWidget(self._bubble)

    def fit(self, column_width: int) -> None:
        """Sets the bubble's width for a column of ``column_width`` pixels."""
        self._bubble.setFixedWidth(min(self._ideal_width + 36, round(column_width * _BUBBLE_SHARE)))


class AnswerView(QWidget):
    """An answer in Markdown. A long one lies in several sections; only the last is drawn again while it grows."""

    retry = Signal()
    go_on = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[TextBlock] = []
        self._settled = ""
        self._tail = ""
        self._text = ""
        self._state = _StateLine()
        self._notes = PlainLabel("", "caption", wrap=True, selectable=True)
        self._facts = PlainLabel("", "caption", wrap=True, selectable=True)
        self._error = _ErrorCard(self.retry.emit, self.go_on.emit)
        self._copy = IconButton("copy", "Copy answer", kind="bare")
        self._copy.clicked.connect(self._copy_text)
        self._texts = QVBoxLayout()
        self._texts.setSpacing(6)
        self._foot = QWidget()
        foot = row(self._copy, spacing=6)
        foot.addWidget(self._facts, 1)
        self._foot.setLayout(foot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._texts)
        for widget in (self._notes, self._state, self._error, self._foot):
            layout.addWidget(widget)

    def show_exchange(self, exchange: Exchange, names: Mapping[str, str] = NO_NAMES) -> None:
        """Brings the row up to date; its cost does not grow with the answer. ``names`` are those of its hops."""
        self._show_text(exchange)
        self._state.show_exchange(exchange, names)
        self._error.show_exchange(exchange)
        notes = [*shown_notes(exchange.notes), finish_text(exchange.result) if exchange.result else ""]
        _say(self._notes, "\n".join(note for note in notes if note))
        self._facts.setText(_facts(exchange, names))
        self._foot.setVisible(not exchange.running and bool(exchange.answer))

    def set_retry_allowed(self, allowed: bool) -> None:
        """Only the last answer of a chat can be asked for again, or be gone on with."""
        self._error.set_allowed(allowed)

    @property
    def text(self) -> str:
        return self._text

    def _show_text(self, exchange: Exchange) -> None:
        if exchange.answer == self._text:
            return
        if exchange.answer.startswith(self._text):
            self._tail += exchange.answer[len(self._text) :]
        else:
            self._restart(exchange.answer)
        self._text = exchange.answer
        settled, rest = split_settled(self._tail)
        while settled:
            self._live().show_markdown(settled)
            self.sections.append(self._new_section())
            self._tail = rest
            settled, rest = split_settled(self._tail)
        self._live().show_markdown(self._tail)

    def _restart(self, text: str) -> None:
        for section in self.sections[1:]:
            section.deleteLater()
        self.sections = self.sections[:1]
        self._tail = text

    def _live(self) -> TextBlock:
        if not self.sections:
            self.sections.append(self._new_section())
        return self.sections[-1]

    def _new_section(self) -> TextBlock:
        section = TextBlock("Answer")
        self._texts.addWidget(section)
        return section

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self._copy.set_icon("check")
        QTimer.singleShot(1500, self._copy, lambda: self._copy.set_icon("copy"))


class _StateLine(QWidget):
    """What a running answer is doing: waiting, reading the prompt (with a bar), writing."""

    def __init__(self) -> None:
        super().__init__()
        self._label = PlainLabel("", "caption")
        self._bar = QProgressBar()
        self._bar.setObjectName("thin")
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(160)
        self._bar.setAccessibleName("Progress")
        layout = row(self._bar, self._label, 1, spacing=10)
        self.setLayout(layout)

    def show_exchange(self, exchange: Exchange, names: Mapping[str, str]) -> None:
        self.setVisible(exchange.running)
        if exchange.phase == "waiting":
            self._say("Going on…" if exchange.answer else "Looking for a route…", 0, 0)
        elif exchange.phase == "reading":
            done, total = exchange.num_read, exchange.num_prompt_tokens
            self._say(f"Reading the prompt: {done:,} of {count_text(total, 'token')}", done, total)
        elif exchange.phase == "writing":
            route = f" · {route_text(exchange.route, names)}" if exchange.route else ""
            self._say(f"Writing · {count_text(exchange.num_tokens, 'token')}{route}", 0, 0)

    def _say(self, text: str, done: int, total: int) -> None:
        self._label.setText(text)
        self._bar.setRange(0, total)
        self._bar.setValue(done)


class _ErrorCard(QFrame):
    """What went wrong, what to do about it, and buttons that go on with the answer or ask again."""

    def __init__(self, retry: Callable[[], None], go_on: Callable[[], None]) -> None:
        super().__init__()
        self.setProperty("card", "error")
        self._text = PlainLabel("", "heading-error", wrap=True, selectable=True)
        self._hint = PlainLabel("", "muted", wrap=True, selectable=True)
        self.button = QPushButton("Retry")
        self.button.setAccessibleName("Retry this question")
        self.button.clicked.connect(lambda: retry())
        self.resume = QPushButton("Go on")
        self.resume.setProperty("kind", "primary")
        self.resume.setAccessibleName("Go on with this answer from where it stopped")
        self.resume.setToolTip(plain_tooltip("Writes the rest of the answer, as soon as all layers are served again"))
        self.resume.clicked.connect(lambda: go_on())
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
        self._text.setText(exchange.error)
        kept = "The answer so far is kept above." if exchange.answer else ""
        _say(self._hint, " ".join(part for part in (exchange.hint, kept) if part))


def _say(label: PlainLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))


def shown_notes(notes: Sequence[str]) -> tuple[str, ...]:
    """The last few notes of an answer; of a stormy one there may be dozens."""
    earlier = len(notes) - SHOWN_NOTES
    return tuple(notes) if earlier <= 0 else (f"{count_text(earlier, 'earlier note')}.", *notes[-SHOWN_NOTES:])


def _facts(exchange: Exchange, names: Mapping[str, str]) -> str:
    if exchange.result is not None:
        return result_text(exchange.result, names)
    if exchange.phase == "failed" and exchange.answer:
        return f"Incomplete · {count_text(exchange.num_tokens, 'token')}"
    return ""
