"""The rows of the chat that is shown, kept in step with its exchanges: the latest at once, the older ones in turns."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QPushButton

from meshnet_gui.gui.conversation import NO_NAMES, Conversation
from meshnet_gui.gui.exchange import Exchange
from meshnet_gui.gui.message_view import AnswerView, QuestionView
from meshnet_gui.gui.transcript import Transcript
from meshnet_gui.gui.translation import tr_count

AT_ONCE = 4
MAX_SHOWN = 60
_EARLIER_MS = 15


class ExchangeRows(QObject):
    """``edited`` and ``regenerated`` carry an index into the chat's exchanges; ``branched`` a message's id and a step.

    Of a long chat the last rows are made at once and up to ``MAX_SHOWN`` soon after; older ones when asked for.
    """

    retried = Signal()
    went_on = Signal()
    edited = Signal(int)
    regenerated = Signal(int)
    branched = Signal(str, int)

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        self._conversation = Conversation()
        self._names: Mapping[str, str] = NO_NAMES
        self._first = 0
        self._wanted = 0
        self._was_running = False
        self._exchanges: list[Exchange] = []
        self.rows: list[tuple[QuestionView, AnswerView]] = []
        self.earlier = QPushButton()
        self.earlier.setProperty("kind", "chip")
        self.earlier.clicked.connect(self._show_more)
        self.earlier.hide()
        transcript.add(self.earlier)
        self._timer = QTimer(self, singleShot=True, interval=_EARLIER_MS)
        self._timer.timeout.connect(self._show_earlier)

    def show(self, conversation: Conversation, names: Mapping[str, str]) -> None:
        """Another chat, or another path of the same: rows of exchanges that were there stay as they are."""
        self._names = names
        exchanges = conversation.exchanges
        if conversation is not self._conversation:
            self._conversation = conversation
            self._drop(0)
            self._first = self._wanted = 0
        kept = 0
        while kept < len(self._exchanges) and self._is_kept(kept, exchanges):
            kept += 1
        self._drop(kept)
        if not self.rows:
            self._first = max(0, len(exchanges) - AT_ONCE)
            self._wanted = max(0, len(exchanges) - MAX_SHOWN)
        place = len(self.rows)
        for exchange in reversed(exchanges[self._first + place :]):  # what is read first is drawn first
            self._insert(exchange, place)
        self._dress()
        self._timer.start()

    def show_current(self, names: Mapping[str, str]) -> None:
        """Brings the row of the running answer up to date."""
        self._names = names
        if self.rows:
            self.rows[-1][1].show_exchange(self._exchanges[-1], names)
        if self._was_running != self._conversation.running:
            self._dress()

    def _is_kept(self, place: int, exchanges: list[Exchange]) -> bool:
        index = self._first + place
        return index < len(exchanges) and exchanges[index] is self._exchanges[place]

    def _drop(self, kept: int) -> None:
        for widgets in self.rows[kept:]:
            for widget in widgets:
                self._transcript.remove(widget)
        del self.rows[kept:], self._exchanges[kept:]

    def _insert(self, exchange: Exchange, place: int) -> None:
        question, answer = QuestionView(exchange.prompt, exchange.attachments), AnswerView()
        question.setVisible(bool(exchange.question_id))
        question.edit_requested.connect(lambda: self.edited.emit(self._index_of(exchange)))
        question.earlier.connect(lambda: self._branch(exchange, 0, -1))
        question.later.connect(lambda: self._branch(exchange, 0, 1))
        answer.retry.connect(self.retried)
        answer.go_on.connect(self.went_on)
        answer.regenerate.connect(lambda: self.regenerated.emit(self._index_of(exchange)))
        answer.earlier.connect(lambda: self._branch(exchange, 1, -1))
        answer.later.connect(lambda: self._branch(exchange, 1, 1))
        self.rows.insert(place, (question, answer))
        self._exchanges.insert(place, exchange)
        for offset, widget in enumerate((question, answer)):
            self._transcript.add(widget, 1 + 2 * place + offset)
        answer.show_exchange(exchange, self._names)

    def _index_of(self, exchange: Exchange) -> int:
        return next(i for i, each in enumerate(self._conversation.exchanges) if each is exchange)

    def _branch(self, exchange: Exchange, part: int, step: int) -> None:
        """The row whose button was pressed goes away; the same button of the row in its place is pressed next."""
        index = self._index_of(exchange)
        self.branched.emit((exchange.question_id, exchange.answer_id)[part], step)
        if self._first <= index < self._first + len(self.rows):
            self.rows[index - self._first][part].branches.focus(step)

    def _dress(self) -> None:
        """What depends on the rest of the chat."""
        self._was_running = self._conversation.running
        for place in range(len(self.rows)):
            self._dress_row(place)
        self._dress_button()

    def _dress_row(self, place: int) -> None:
        """Only the last answer can be asked for again, and nothing is changed while an answer is written."""
        exchange, (question, answer) = self._exchanges[place], self.rows[place]
        question.show_branches(*self._conversation.branches(exchange.question_id))
        answer.show_branches(*self._conversation.branches(exchange.answer_id))
        question.set_changes_allowed(not self._was_running)
        answer.set_changes_allowed(not self._was_running and bool(exchange.question_id))
        answer.set_retry_allowed(place == len(self.rows) - 1)

    def _dress_button(self) -> None:
        self.earlier.setVisible(0 < self._first <= self._wanted)
        self.earlier.setText(tr_count(self._first, "Show {num} earlier message", "Show {num} earlier messages"))

    def _show_earlier(self) -> None:
        if self._first > self._wanted:
            self._first -= 1
            self._insert(self._conversation.exchanges[self._first], 0)
            self._dress_row(0)
            self._timer.start()
        self._dress_button()

    def _show_more(self) -> None:
        self._wanted = max(0, self._first - MAX_SHOWN)
        self._timer.start()
