"""The rows of a chat: a question on the right, an answer with its state, its facts and its buttons on the left."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from meshnet_gui.amounts import bytes_text
from meshnet_gui.archive.tree import Attachment
from meshnet_gui.gui.answer_facts import FactsView
from meshnet_gui.gui.answer_state import ErrorCard, StateLine, say
from meshnet_gui.gui.answer_words import facts_of_exchange, note_lines
from meshnet_gui.gui.branches import BranchSwitcher
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.format import NO_NAMES
from meshnet_gui.gui.markdown import TextBlock
from meshnet_gui.gui.parts_view import PartsView
from meshnet_gui.gui.pile import Pile
from meshnet_gui.gui.translation import tr, tr_count
from meshnet_gui.gui.widgets import ElidedLabel, IconButton, IconLabel, PlainLabel, card, row

SHOWN_PROMPT_CHARS = 2_000
_BUBBLE_SHARE = 0.78
_COPIED_MS = 1_500


def shown_prompt(prompt: str) -> str:
    """A question as its row shows it: very long ones end early and say so (the model got all of it)."""
    if len(prompt) <= SHOWN_PROMPT_CHARS:
        return prompt
    num_hidden = len(prompt) - SHOWN_PROMPT_CHARS
    more = tr_count(num_hidden, "({num} more character was sent)", "({num} more characters were sent)")
    return f"{prompt[:SHOWN_PROMPT_CHARS]}…\n{more}"


class QuestionView(QWidget):
    """A question in a tinted bubble that is as wide as its text, up to most of the column; its buttons below."""

    edit_requested = Signal()
    earlier = Signal()
    later = Signal()

    def __init__(self, prompt: str, attachments: Sequence[Attachment] = ()) -> None:
        super().__init__()
        self.prompt = prompt
        self.text = TextBlock(tr("You wrote"))
        self.text.show_plain(shown_prompt(prompt))
        metrics = self.text.fontMetrics()
        lines = shown_prompt(prompt).splitlines()
        self._ideal_width = max((metrics.horizontalAdvance(line) for line in lines), default=0)
        self._bubble = card("user")
        inside = QVBoxLayout(self._bubble)
        inside.setContentsMargins(14, 10, 14, 7)
        inside.addWidget(self.text)
        self.text.setVisible(bool(prompt))
        for attachment in attachments:
            inside.addWidget(_AttachmentLine(attachment))
            self._ideal_width = max(self._ideal_width, metrics.horizontalAdvance(attachment.name[:80]) + 120)
        self.copy = _CopyButton(tr("Copy question"), lambda: self.prompt)
        self.edit = IconButton("edit", tr("Edit and send again"), kind="bare")
        self.edit.clicked.connect(self.edit_requested)
        self.branches = BranchSwitcher()
        self.branches.earlier.connect(self.earlier)
        self.branches.later.connect(self.later)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(row(1, self._bubble))
        layout.addLayout(row(1, self.branches, self.copy, self.edit, spacing=4))

    def fit(self, column_width: int) -> None:
        """Sets the bubble's width for a column of ``column_width`` pixels."""
        self._bubble.setFixedWidth(min(self._ideal_width + 36, round(column_width * _BUBBLE_SHARE)))

    def show_branches(self, index: int, num: int) -> None:
        """This is version ``index`` (from 1) of ``num``."""
        self.branches.show_branches(index, num)

    def set_changes_allowed(self, allowed: bool) -> None:
        """While an answer is being written nothing is edited and no branch is left."""
        self.branches.set_allowed(allowed)
        self.edit.setEnabled(allowed)


class AnswerView(Pile):
    """An answer in Markdown. A long one lies in several sections; only the last is drawn again while it grows."""

    retry = Signal()
    go_on = Signal()
    regenerate = Signal()
    earlier = Signal()
    later = Signal()

    def __init__(self) -> None:
        super().__init__(spacing=6)
        self.parts = PartsView()
        self._state = StateLine()
        self._notes = PlainLabel("", "caption", wrap=True, selectable=True)
        self._facts = FactsView()
        self._error = ErrorCard()
        self._error.retry.connect(self.retry)
        self._error.go_on.connect(self.go_on)
        self._copy = _CopyButton(tr("Copy answer"), lambda: self.parts.text)
        self.raw = IconButton("code", tr("Show as plain text"), kind="bare")
        self.raw.setCheckable(True)
        self.raw.toggled.connect(self.parts.set_raw)
        self.again = IconButton("retry", tr("Answer again"), kind="bare")
        self.again.clicked.connect(self.regenerate)
        self.branches = BranchSwitcher()
        self.branches.earlier.connect(self.earlier)
        self.branches.later.connect(self.later)
        self._foot = QWidget()
        foot = row(self.branches, self._copy, self.raw, self.again, spacing=4)
        foot.addSpacing(4)
        foot.addWidget(self._facts, 1)
        self._foot.setLayout(foot)
        for widget in (self.parts, self._notes, self._state, self._error, self._foot):
            self.append(widget)

    def show_exchange(self, exchange: Exchange, names: Mapping[str, str] = NO_NAMES) -> None:
        """Brings the row up to date; its cost does not grow with the answer. ``names`` are those of its hops."""
        if exchange.answer != self.parts.text or not exchange.running:
            self.parts.show_text(exchange.answer, complete=not exchange.running)
        self._state.show_exchange(exchange, names)
        self._error.show_exchange(exchange)
        facts = facts_of_exchange(exchange, names)
        say(self._notes, note_lines(exchange, facts, names))
        is_told = bool(exchange.answer) and (bool(facts.finish) or exchange.phase == "failed")
        self._facts.show_facts(facts if is_told else None, names)
        self._foot.setVisible(not exchange.running)
        self._copy.setVisible(bool(exchange.answer))
        self.raw.setVisible(bool(exchange.answer))
        self.again.setVisible(exchange.phase == "done")
        self.arrange()

    def set_retry_allowed(self, allowed: bool) -> None:
        """Only the last answer of a chat can be asked for again, or be gone on with."""
        self._error.set_allowed(allowed)

    def show_branches(self, index: int, num: int) -> None:
        """This is version ``index`` (from 1) of ``num``."""
        self.branches.show_branches(index, num)

    def set_changes_allowed(self, allowed: bool) -> None:
        """While an answer is being written nothing is made anew and no branch is left."""
        self.branches.set_allowed(allowed)
        self.again.setEnabled(allowed)

    @property
    def text(self) -> str:
        return self.parts.text

    @property
    def sections(self) -> list[QWidget]:
        return self.parts.sections


class _CopyButton(IconButton):
    """Copies what ``text`` gives at the time, and shows for a moment that it did."""

    def __init__(self, name: str, text: Callable[[], str]) -> None:
        super().__init__("copy", name, kind="bare")
        self._text_of = text
        self.clicked.connect(self._copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text_of())
        self.set_icon("check")
        QTimer.singleShot(_COPIED_MS, self, lambda: self.set_icon("copy"))


class _AttachmentLine(QWidget):
    """The name and size of a text that was sent with a question."""

    def __init__(self, attachment: Attachment) -> None:
        super().__init__()
        size = bytes_text(len(attachment.text.encode("utf-8", "replace")))
        printable = "".join(c if c.isprintable() else " " for c in attachment.name[:200])
        self.name = ElidedLabel(tr("{name} ({size})", name=printable, size=size), "caption")
        layout = row(IconLabel("clip", "muted", 16), spacing=6)
        layout.addWidget(self.name, 1)
        self.setLayout(layout)
